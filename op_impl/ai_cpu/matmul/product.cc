// Matrix products on Eigen. Its products take long to compile: all kernels share these, and a product of other types is
// made of one of the four that are accumulated in.
#include "op_impl/ai_cpu/matmul/product.h"

#include <Eigen/Core>
#include <complex>
#include <type_traits>
#include <utility>

#include "op_impl/ai_cpu/common/broadcast.h"
#include "op_impl/ai_cpu/common/cast.h"
#include "op_impl/ai_cpu/common/centered.h"

namespace opdk {
namespace {

// ParallelRange shares the work. Where it has a single piece, Eigen's own threads would sum in an order that depends on
// their number.
const bool kEigenOnOneThread = [] {
  Eigen::setNbThreads(1);
  return true;
}();

template <typename T>
using RowMatrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// A stored matrix, and whether its transpose is meant, and that conjugated. Row-major; rows and columns as stored.
template <typename T>
struct MatrixView {
  const T* data;
  int64_t rows;
  int64_t columns;
  bool transposed;
  bool adjoint = false;
};

// Integers wrap around instead of overflowing.
template <typename T, bool = std::is_signed_v<T>&& std::is_integral_v<T>>
struct ProductCompute {
  using type = ComputeType<T>;
};
template <typename T>
struct ProductCompute<T, true> {
  using type = std::make_unsigned_t<T>;
};
// The two products that a part is the difference of must not overflow where it doesn't.
template <>
struct ProductCompute<std::complex<float>, false> {
  using type = std::complex<double>;
};

// Computes a * b, or a times the transpose of b.
template <typename C>
RowMatrix<C> Product(const RowMatrix<C>& a, const Eigen::Map<const RowMatrix<C>>& b, bool transposed = false) {
  RowMatrix<C> product;
  if (transposed) {
    product.noalias() = a * b.transpose();
  } else {
    product.noalias() = a * b;
  }
  return product;
}

template <typename C>
Eigen::Map<const RowMatrix<C>> MapOf(const RowMatrix<C>& matrix) {
  return {matrix.data(), matrix.rows(), matrix.cols()};
}

// Multiplies complex matrices as products of the real and imaginary parts. So infinities and NaN come out alike in all
// elements, wherever Eigen computes with vectors.
template <typename C>
RowMatrix<C> ComplexProduct(const RowMatrix<C>& left, const RowMatrix<C>& right) {
  using Real = RowMatrix<typename C::value_type>;
  const Real a = left.real(), b = left.imag(), c = right.real(), d = right.imag();
  RowMatrix<C> product(left.rows(), right.cols());
  product.real() = Product(a, MapOf(c)) - Product(b, MapOf(d));
  product.imag() = Product(a, MapOf(d)) + Product(b, MapOf(c));
  return product;
}

// Returns rows [begin, end) of a * b, in the type of the accumulation.
template <typename T>
RowMatrix<typename ProductCompute<T>::type> ProductRows(const MatrixView<T>& a, const MatrixView<T>& b, int64_t begin,
                                                        int64_t end) {
  using Compute = typename ProductCompute<T>::type;
  const Eigen::Map<const RowMatrix<T>> a_map(a.data, a.rows, a.columns);
  const Eigen::Map<const RowMatrix<T>> b_map(b.data, b.rows, b.columns);
  RowMatrix<Compute> left;
  if (a.transposed) {
    left = a_map.middleCols(begin, end - begin).transpose().template cast<Compute>();
  } else {
    left = a_map.middleRows(begin, end - begin).template cast<Compute>();
  }
  if constexpr (kIsComplex<T>) {
    if (a.adjoint) left = left.conjugate().eval();
    RowMatrix<Compute> right = b_map.template cast<Compute>();
    if (b.transposed) right = right.transpose().eval();
    if (b.adjoint) right = right.conjugate().eval();
    return ComplexProduct(left, right);
  } else if constexpr (std::is_integral_v<T> || std::is_same_v<T, Compute>) {
    // The signed type's numbers may be read as the unsigned type's.
    const auto* data = reinterpret_cast<const Compute*>(b.data);
    return Product(left, Eigen::Map<const RowMatrix<Compute>>(data, b.rows, b.columns), b.transposed);
  } else {
    const RowMatrix<Compute> right = b_map.template cast<Compute>();
    return Product(left, MapOf(right), b.transposed);
  }
}

// Writes alpha * product + beta * c to elements [begin, begin + product.size()) of y. Floats are rounded once; integers
// are scaled in double, truncated and saturated, and added with wraparound.
template <typename T, typename Product>
void ScaleAndAdd(const BroadcastPlan& plan, const Addend<T>& addend, const RowMatrix<Product>& product, int64_t begin,
                 T* y) {
  using Wide = std::conditional_t<std::is_integral_v<T>, double, Product>;
  const auto alpha = static_cast<Wide>(addend.alpha), beta = static_cast<Wide>(addend.beta);
  plan.ForEachRun(begin, begin + product.size(), [&](const int64_t* from, int64_t first, int64_t count) {
    const Product* values = product.data() + (first - begin);
    const T* c = addend.c + from[0];
    for (int64_t i = 0; i < count; ++i) {
      const T add = c[i * plan.run_step(0)];
      if constexpr (std::is_integral_v<T>) {
        using Unsigned = std::make_unsigned_t<T>;
        const auto scale = [](T number, double by) {
          return by == 1 ? number : SafeCast<T>(static_cast<double>(number) * by);
        };
        y[first + i] = static_cast<T>(static_cast<Unsigned>(scale(static_cast<T>(values[i]), alpha)) +
                                      static_cast<Unsigned>(scale(add, beta)));
      } else {
        const Wide scaled = alpha == Wide(1) ? values[i] : values[i] * alpha;
        // A complex number with an infinite part must not be multiplied by 1: zero times that part is NaN.
        const auto addition = static_cast<Wide>(add);
        y[first + i] = static_cast<T>(scaled + (beta == Wide(1) ? addition : beta * addition));
      }
    }
  });
}

}  // namespace

template <typename T>
uint32_t MultiplyStacks(const aicpu::CpuKernelContext& ctx, MatrixStack<T> x1, MatrixStack<T> x2,
                        const std::vector<int64_t>& y_dims, std::span<T> y, const Addend<T>& addend) {
  // Rows of a product that one piece of work computes, if there are more.
  constexpr int64_t kRows = 32;
  std::vector<int64_t>&a_dims = x1.dims, &b_dims = x2.dims;
  if (a_dims.size() == 1) a_dims.insert(a_dims.begin(), 1);
  if (b_dims.size() == 1) b_dims.push_back(1);
  const MatrixView<T> a{nullptr, a_dims[a_dims.size() - 2], a_dims.back(), x1.transposed, x1.adjoint};
  const MatrixView<T> b{nullptr, b_dims[b_dims.size() - 2], b_dims.back(), x2.transposed, x2.adjoint};
  const int64_t m = a.transposed ? a.columns : a.rows;
  const int64_t k = a.transposed ? a.rows : a.columns;
  const int64_t n = b.transposed ? b.rows : b.columns;
  a_dims.resize(a_dims.size() - 2);
  b_dims.resize(b_dims.size() - 2);
  std::vector<int64_t> batch(std::max(a_dims.size(), b_dims.size()), 1);
  for (const auto* dims : {&a_dims, &b_dims}) {
    for (size_t i = 0; i < dims->size(); ++i) {
      int64_t& extent = batch[batch.size() - dims->size() + i];
      if (extent == 1) extent = (*dims)[i];
    }
  }
  if (y.empty()) return kKernelOk;

  std::vector<std::pair<int64_t, int64_t>> offsets;  // of each product's matrices, in matrices
  const BroadcastPlan plan({a_dims, b_dims}, batch);
  plan.ForEachRun(0, plan.total(), [&](const int64_t* from, int64_t, int64_t count) {
    for (int64_t i = 0; i < count; ++i)
      offsets.emplace_back(from[0] + i * plan.run_step(0), from[1] + i * plan.run_step(1));
  });

  const BroadcastPlan added({addend.c == nullptr ? std::vector<int64_t>{1} : addend.dims}, y_dims);
  const int64_t pieces = (m + kRows - 1) / kRows;
  const int64_t units = static_cast<int64_t>(offsets.size()) * pieces;
  return ParallelRange(ctx, units, std::min(kRows, m) * n * k, [&](int64_t begin, int64_t end) {
    for (int64_t unit = begin; unit < end; ++unit) {
      const auto& [a_at, b_at] = offsets[static_cast<size_t>(unit / pieces)];
      MatrixView<T> left = a;
      MatrixView<T> right = b;
      left.data = x1.data + a_at * m * k;
      right.data = x2.data + b_at * k * n;
      const int64_t first = unit % pieces * kRows;
      const auto product = ProductRows(left, right, first, std::min(m, first + kRows));
      const int64_t at = (unit / pieces * m + first) * n;
      if (addend.c != nullptr) {
        ScaleAndAdd(added, addend, product, at, y.data());
      } else {
        Eigen::Map<RowMatrix<T>>(y.data() + at, product.rows(), n) = product.template cast<T>();
      }
    }
  });
}

uint32_t MultiplyInputs(const aicpu::CpuKernelContext& ctx, bool transpose_x1, bool transpose_x2, bool adjoint) {
  const auto x1_dims = DimsOf(ctx.Input(0)), x2_dims = DimsOf(ctx.Input(1)), y_dims = DimsOf(ctx.Output(0));
  if (ctx.Input(0)->GetDataType() == aicpu::DT_INT8) {
    auto x1 = Centered(ctx.Input(0), nullptr, {}), x2 = Centered(ctx.Input(1), nullptr, {});
    const auto offset = static_cast<int32_t>(IntAttr(ctx, "offset_x", 0));
    for (int32_t& value : x1) value -= offset;
    return MultiplyStacks<int32_t>(ctx, {x1.data(), x1_dims, transpose_x1}, {x2.data(), x2_dims, transpose_x2}, y_dims,
                                   Values<int32_t>(ctx.Output(0)), AddendOf<int32_t>(ctx.Input(2)));
  }
  return Dispatch(Join<ProductTypes, ComplexTypes>(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
    return MultiplyStacks<T>(ctx,
                             {Values<const T>(ctx.Input(0)).data(), x1_dims, transpose_x1, adjoint && transpose_x1},
                             {Values<const T>(ctx.Input(1)).data(), x2_dims, transpose_x2, adjoint && transpose_x2},
                             y_dims, Values<T>(ctx.Output(0)), AddendOf<T>(ctx.Input(2)));
  });
}

#define OPDK_PRODUCT_OF(T)                                                                         \
  template uint32_t MultiplyStacks(const aicpu::CpuKernelContext&, MatrixStack<T>, MatrixStack<T>, \
                                   const std::vector<int64_t>&, std::span<T>, const Addend<T>&)
OPDK_PRODUCT_OF(float);
OPDK_PRODUCT_OF(double);
OPDK_PRODUCT_OF(Half);
OPDK_PRODUCT_OF(BFloat16);
OPDK_PRODUCT_OF(int32_t);
OPDK_PRODUCT_OF(int64_t);
OPDK_PRODUCT_OF(uint32_t);
OPDK_PRODUCT_OF(uint64_t);
OPDK_PRODUCT_OF(std::complex<float>);
OPDK_PRODUCT_OF(std::complex<double>);
#undef OPDK_PRODUCT_OF

}  // namespace opdk
