// Elements of many dtypes, computed in few types.
//
// A kernel that is compiled for each dtype costs compile time and library size: twelve times for numbers. Elementwise
// kernels are compiled for the arithmetic types alone. Elements of other dtypes are converted a block at a time:
//
//   dtype                      arithmetic type
//   float, float16, bfloat16   float
//   double                     double
//   int8 … int64               int64_t
//   uint8 … uint64, bool       uint64_t
//   complex64, complex128      the same
//
// An integer result keeps its low bits when it is written, so sums and products wrap around as in the dtype itself.
#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <type_traits>

#include "cpu_tensor.h"
#include "op_impl/ai_cpu/common/dtype_dispatch.h"

namespace opdk {

template <typename T>
using ArithmeticType = std::conditional_t<std::is_integral_v<T>,
                                          std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>, ComputeType<T>>;

// Elements that are converted at a time. The buffers of a kernel stay in the first-level cache.
inline constexpr int64_t kConvertedBlock = 512;

template <typename C>
using ConvertedBlock = std::array<C, kConvertedBlock>;

// Copies `count` elements of `dtype`, from number `first` on, to `to`. The dtypes of C are those of the table above,
// and any integers where C is an integer.
template <typename C>
void ReadConverted(aicpu::DataType dtype, const void* data, int64_t first, int64_t count, C* to);
// Copies `count` values to elements of `dtype`, from number `first` on. Floats round to the nearest, integers keep
// their low bits.
template <typename C>
void WriteConverted(aicpu::DataType dtype, const C* from, int64_t count, void* data, int64_t first);

// Returns whether elements of `dtype` are values of type C as they lie in memory.
template <typename C>
bool LiesAs(aicpu::DataType dtype) {
  if constexpr (std::is_integral_v<C> && !std::is_same_v<C, bool>) {
    return dtype == DataTypeOf<std::make_signed_t<C>>() || dtype == DataTypeOf<std::make_unsigned_t<C>>();
  } else {
    return dtype == DataTypeOf<C>();
  }
}

// A tensor's elements as values of type C.
template <typename C>
class ConvertedInput {
 public:
  explicit ConvertedInput(const aicpu::Tensor* tensor)
      : data_(tensor->GetData()), dtype_(tensor->GetDataType()), is_direct_(LiesAs<C>(dtype_)) {}
  explicit ConvertedInput(const C* values) : data_(values), dtype_(DataTypeOf<C>()), is_direct_(true) {}

  // Returns `count` elements from number `first` on: in the tensor itself, or in `block`, which has room for
  // kConvertedBlock.
  const C* Read(int64_t first, int64_t count, ConvertedBlock<C>& block) const {
    if (is_direct_) return static_cast<const C*>(data_) + first;
    ReadConverted(dtype_, data_, first, count, block.data());
    return block.data();
  }
  // Returns how many of `count` elements one call of Read takes.
  int64_t ReadAtOnce(int64_t count) const { return is_direct_ ? count : std::min(count, kConvertedBlock); }
  C At(int64_t place) const {
    if (is_direct_) return static_cast<const C*>(data_)[place];
    C value;
    ReadConverted(dtype_, data_, place, 1, &value);
    return value;
  }

 private:
  const void* data_;
  aicpu::DataType dtype_;
  bool is_direct_;
};

// A tensor's elements, written as values of type C.
template <typename C>
class ConvertedOutput {
 public:
  explicit ConvertedOutput(const aicpu::Tensor* tensor)
      : data_(tensor->GetData()), dtype_(tensor->GetDataType()), is_direct_(LiesAs<C>(dtype_)) {}

  // Returns the place to compute elements in, from number `first` on: the tensor itself, or `block`.
  C* Place(int64_t first, ConvertedBlock<C>& block) const {
    return is_direct_ ? static_cast<C*>(data_) + first : block.data();
  }
  // Brings values that were computed in the place of `first` into the tensor.
  void Write(int64_t first, int64_t count, const C* values) const {
    if (!is_direct_) WriteConverted(dtype_, values, count, data_, first);
  }

 private:
  void* data_;
  aicpu::DataType dtype_;
  bool is_direct_;
};

// Calls `body.operator()<C>()` with the arithmetic type of `dtype`. kKernelFailed: `dtype` is none of the listed types,
// which only an operator information with too many columns can bring about.
template <typename... Ts, typename Body>
uint32_t DispatchArithmetic(Types<Ts...>, aicpu::DataType dtype, Body&& body) {
  uint32_t status = kKernelFailed;
  const auto attempt = [&]<typename C>() {
    if constexpr ((std::is_same_v<ArithmeticType<Ts>, C> || ...)) {
      if (((std::is_same_v<ArithmeticType<Ts>, C> && dtype == DataTypeOf<Ts>()) || ...)) {
        status = body.template operator()<C>();
      }
    }
  };
  attempt.template operator()<float>();
  attempt.template operator()<double>();
  attempt.template operator()<int64_t>();
  attempt.template operator()<uint64_t>();
  attempt.template operator()<std::complex<float>>();
  attempt.template operator()<std::complex<double>>();
  return status;
}

}  // namespace opdk
