// Rows of a tensor combined, one update after the other, with the rows that ids name.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "op_impl/ai_cpu/common/complex.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

// A combination: of an old element and an update, in the type to compute in (floats) or the type itself (integers).
struct PutRow {
  template <typename C>
  C operator()(C, C update) const {
    return update;
  }
};
struct AddRow {
  static constexpr bool kOrders = false;
  template <typename C>
  C operator()(C old, C update) const {
    return static_cast<C>(static_cast<WrappingType<C>>(old) + static_cast<WrappingType<C>>(update));
  }
};
struct SubRow {
  static constexpr bool kOrders = false;
  template <typename C>
  C operator()(C old, C update) const {
    return static_cast<C>(static_cast<WrappingType<C>>(old) - static_cast<WrappingType<C>>(update));
  }
};
struct MulRow {
  static constexpr bool kOrders = false;
  template <typename C>
  C operator()(C old, C update) const {
    return static_cast<C>(Product(static_cast<WrappingType<C>>(old), static_cast<WrappingType<C>>(update)));
  }
};
struct DivRow {
  static constexpr bool kOrders = false;
  template <typename C>
  C operator()(C old, C update) const {
    if constexpr (std::is_integral_v<C>) {
      if (update == 0) return 0;
      // The lowest number divided by -1 wraps.
      if (std::is_signed_v<C> && update == static_cast<C>(-1))
        return static_cast<C>(uint64_t{0} - static_cast<uint64_t>(old));
    }
    return static_cast<C>(Quotient(old, update));
  }
};
template <bool kMax>
struct BestRow {
  static constexpr bool kOrders = true;
  template <typename C>
  C operator()(C old, C update) const {
    if constexpr (std::is_floating_point_v<C>) {
      if (std::isnan(old) || std::isnan(update)) return std::isnan(old) ? old : update;
    }
    return (kMax ? update > old : update < old) ? update : old;
  }
};
using MaxRow = BestRow<true>;
using MinRow = BestRow<false>;

// Sets y to x (to zeros where x is empty), then combines row ids[i] of y with row i of the updates. An id that is no
// row of y drops its update. Rows have `row` elements. y may be x.
template <typename T, typename Combine>
void CombineRowsInto(std::span<const T> x, const std::vector<int64_t>& ids, std::span<const T> updates, size_t row,
                     std::span<T> y, const Combine& combine) {
  using C = ComputeType<T>;
  std::vector<C> values(x.begin(), x.end());
  values.resize(y.size());
  const size_t rows = row == 0 ? 0 : y.size() / row;
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] < 0 || static_cast<uint64_t>(ids[i]) >= rows) continue;
    C* to = values.data() + static_cast<size_t>(ids[i]) * row;
    for (size_t k = 0; k < row; ++k) to[k] = combine(to[k], static_cast<C>(updates[i * row + k]));
  }
  for (size_t i = 0; i < y.size(); ++i) y[i] = static_cast<T>(values[i]);
}

// Calls CombineRowsInto for the tensors' dtype.
template <typename Combine>
uint32_t CombineRows(const aicpu::Tensor* x, const std::vector<int64_t>& ids, const aicpu::Tensor* updates, size_t row,
                     const aicpu::Tensor* y) {
  const auto run = [&]<typename T>() {
    CombineRowsInto<T>(Values<const T>(x), ids, Values<const T>(updates), row, Values<T>(y), Combine());
    return kKernelOk;
  };
  if constexpr (std::is_same_v<Combine, PutRow>) {
    return DispatchBySize(y->GetDataType(), run);
  } else {
    using Numbers = std::conditional_t<Combine::kOrders, NumberTypes, ArithmeticTypes>;
    return Dispatch(Numbers(), y->GetDataType(), run);
  }
}

}  // namespace opdk
