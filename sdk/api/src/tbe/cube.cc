#include "tbe/cube.h"

#include <fmt/format.h>

#include <algorithm>

#include "sdk/api/src/tbe/build.h"
#include "tbe/array.h"

namespace tbe {
namespace {

void FillDefaults(std::string_view call, size_t spatial, Dims& list, int64_t value, std::string_view name) {
  if (list.empty()) list.assign(spatial, value);
  if (list.size() != spatial) {
    Fail(call, fmt::format("{} {} has not one entry per spatial axis ({})", name, ShapeText(list), spatial));
  }
  for (int64_t entry : list) {
    if (entry < value) Fail(call, fmt::format("{} {} has an entry below {}", name, ShapeText(list), value));
  }
}

template <typename Params>
void FillWindowDefaults(std::string_view call, size_t spatial, Params& params) {
  FillDefaults(call, spatial, params.strides, 1, "strides");
  FillDefaults(call, spatial, params.dilations, 1, "dilations");
  FillDefaults(call, spatial, params.pads_begin, 0, "pads_begin");
  FillDefaults(call, spatial, params.pads_end, 0, "pads_end");
}

// Checks the number of spatial axes and returns it.
size_t SpatialRank(std::string_view call, const Tensor& x) {
  if (x.rank() < 3 || x.rank() > 5) {
    Fail(call, fmt::format("takes [N, C, spatial...] with one to three spatial axes, not {}", Describe(x)));
  }
  return x.shape().size() - 2;
}

template <typename Params>
Dims WindowedShape(std::string_view call, const Tensor& x, int64_t channels, const Dims& window, const Params& params) {
  Dims shape = {x.shape()[0], channels};
  for (size_t i = 0; i < window.size(); ++i) {
    int64_t span = 0;  // from the window's first to its last element
    int64_t room = x.shape()[i + 2];
    const bool overflows = __builtin_mul_overflow(window[i] - 1, params.dilations[i], &span) ||
                           __builtin_add_overflow(room, params.pads_begin[i], &room) ||
                           __builtin_add_overflow(room, params.pads_end[i], &room);
    // Padding that makes as many outputs as there are inputs makes none of none.
    if (!overflows && x.shape()[i + 2] == 0 && room < span + 1) {
      shape.push_back(0);
      continue;
    }
    if (overflows || room < span + 1) {
      Fail(call, fmt::format("the window {} with dilations {} doesn't fit {} with pads {} and {}", ShapeText(window),
                             ShapeText(params.dilations), Describe(x), ShapeText(params.pads_begin),
                             ShapeText(params.pads_end)));
    }
    shape.push_back((room - span - 1) / params.strides[i] + 1);
  }
  return shape;
}

// Returns the result's dtype of a product of a and b.
DataType ProductDtype(std::string_view call, const Tensor& a, const Tensor& b) {
  auto is_byte = [](const Tensor& x) { return x.dtype() == ge::DT_INT8 || x.dtype() == ge::DT_UINT8; };
  RequireDtype(call, a, a.dtype() != ge::DT_BOOL, "float types and integers");
  if (is_byte(a) && is_byte(b)) return ge::DT_INT32;
  if (a.dtype() != b.dtype()) {
    Fail(call, fmt::format("the dtypes of {} and {} differ (only int8 and uint8 mix)", Describe(a), Describe(b)));
  }
  return a.dtype();
}

void RequireBias(std::string_view call, const Tensor& bias, DataType dtype, int64_t extent, const Tensor& a,
                 const Tensor& b) {
  if (bias.shape() == Dims{extent} && bias.dtype() == dtype) return;
  Fail(call, fmt::format("the bias of {} and {} must be {}[{}], not {}", Describe(a), Describe(b), DtypeName(dtype),
                         extent, Describe(bias)));
}

bool IsEmpty(std::string_view call, const Tensor& x) { return NumElements(call, x.shape()) == 0; }

// Returns the result of sums over nothing: zeros, plus the bias along `axis`.
Tensor NothingToSum(std::string_view call, DataType dtype, const Dims& shape, const Tensor& bias, size_t axis) {
  Tensor zeros = BroadcastTo(call, Const(int64_t{0}, dtype), shape);
  if (!bias) return zeros;
  Dims aligned(shape.size() - axis, 1);
  aligned[0] = bias.shape()[0];
  return zeros + reshape(bias, aligned);
}

// Makes the checks that conv and conv_transpose share (ranks, groups, a filter with taps) and returns `params` with its
// defaults filled in.
ConvParams CheckConvolution(std::string_view call, const Tensor& x, const Tensor& w, const ConvParams& params) {
  RequirePresent(call, x);
  RequirePresent(call, w);
  const size_t spatial = SpatialRank(call, x);
  ProductDtype(call, x, w);
  if (w.rank() != x.rank()) Fail(call, fmt::format("{} and the filter {} differ in rank", Describe(x), Describe(w)));
  ConvParams filled = params;
  FillWindowDefaults(call, spatial, filled);
  if (std::any_of(w.shape().begin() + 2, w.shape().end(), [](int64_t extent) { return extent < 1; })) {
    Fail(call, fmt::format("the filter {} has no taps", Describe(w)));
  }
  return filled;
}

Tensor MakeConvolution(std::string_view call, Kind kind, const Tensor& x, const Tensor& w, const Tensor& bias,
                       ConvParams params, Dims shape) {
  const DataType dtype = ProductDtype(call, x, w);
  if (bias) RequireBias(call, bias, dtype, shape[1], x, w);
  if (IsEmpty(call, x) || IsEmpty(call, w)) return NothingToSum(call, dtype, shape, bias, 1);
  std::vector<Tensor> inputs = {x, w};
  if (bias) inputs.push_back(bias);
  TensorNode node = Node(kind, dtype, std::move(shape), std::move(inputs));
  node.conv = std::move(params);
  return Make(call, std::move(node));
}

Tensor Convolve(std::string_view call, const Tensor& x, const Tensor& w, const Tensor& bias, const ConvParams& params) {
  ConvParams filled = CheckConvolution(call, x, w, params);
  const int64_t outputs = w.shape()[0], groups = filled.groups;
  if (groups < 1 || outputs % groups != 0 || x.shape()[1] % groups != 0 || w.shape()[1] != x.shape()[1] / groups) {
    Fail(call, fmt::format("{} and the filter {} don't fit {} groups", Describe(x), Describe(w), groups));
  }
  const Dims window(w.shape().begin() + 2, w.shape().end());
  Dims shape = WindowedShape(call, x, outputs, window, filled);
  return MakeConvolution(call, Kind::kConv, x, w, bias, std::move(filled), std::move(shape));
}

// Returns an extent of conv_transpose's result; a negative number when the padding crops more than there is, or on
// overflow.
int64_t TransposedExtent(int64_t in, int64_t taps, const ConvParams& params, size_t i, int64_t output_padding) {
  int64_t span = 0, extent = 0;
  if (__builtin_mul_overflow(taps - 1, params.dilations[i], &span) ||
      __builtin_mul_overflow(in - 1, params.strides[i], &extent) || __builtin_add_overflow(extent, span, &extent) ||
      __builtin_add_overflow(extent, output_padding + 1, &extent)) {
    return -1;
  }
  if (__builtin_sub_overflow(extent, params.pads_begin[i], &extent) ||
      __builtin_sub_overflow(extent, params.pads_end[i], &extent)) {
    return -1;
  }
  return extent;
}

Tensor ConvolveTransposed(std::string_view call, const Tensor& x, const Tensor& w, const Tensor& bias,
                          const ConvParams& params, Dims output_padding) {
  ConvParams filled = CheckConvolution(call, x, w, params);
  FillDefaults(call, filled.strides.size(), output_padding, 0, "output_padding");
  if (filled.groups < 1 || x.shape()[1] % filled.groups != 0 || w.shape()[0] != x.shape()[1]) {
    Fail(call, fmt::format("{} and the filter {} don't fit {} groups", Describe(x), Describe(w), filled.groups));
  }
  int64_t outputs = 0;
  if (__builtin_mul_overflow(w.shape()[1], filled.groups, &outputs)) {
    Fail(call, fmt::format("the filter {} has too many channels for {} groups", Describe(w), filled.groups));
  }
  Dims shape = {x.shape()[0], outputs};
  for (size_t i = 0; i < filled.strides.size(); ++i) {
    shape.push_back(TransposedExtent(x.shape()[i + 2], w.shape()[i + 2], filled, i, output_padding[i]));
    if (shape.back() < 0) {
      Fail(call,
           fmt::format("{} and the filter {} with strides {}, dilations {}, pads {} and {} and output_padding {} "
                       "leave no result along axis {}",
                       Describe(x), Describe(w), ShapeText(filled.strides), ShapeText(filled.dilations),
                       ShapeText(filled.pads_begin), ShapeText(filled.pads_end), ShapeText(output_padding), i + 2));
    }
  }
  return MakeConvolution(call, Kind::kConvTranspose, x, w, bias, std::move(filled), std::move(shape));
}

// Computes x * factor + addend for any number type. Integers are computed in double and truncated.
Tensor Scaled(const Tensor& x, float factor) {
  if (factor == 1) return x;
  if (IsFloat(x.dtype())) return x * Param(factor, x.dtype());
  return cast_to(cast_to(x, ge::DT_DOUBLE) * Param(factor, ge::DT_DOUBLE), x.dtype());
}

struct Matrices {
  Dims batch;
  int64_t rows = 0, columns = 0;
};

Matrices SplitShape(const Tensor& x, bool transposed) {
  const Dims& shape = x.shape();
  Matrices result{Dims(shape.begin(), shape.end() - 2), shape[shape.size() - 2], shape.back()};
  if (transposed) std::swap(result.rows, result.columns);
  return result;
}

Tensor Multiply(std::string_view call, const Tensor& a, const Tensor& b, bool trans_a, bool trans_b,
                const Tensor& bias) {
  RequirePresent(call, a);
  RequirePresent(call, b);
  const std::string both =
      Describe(a) + (trans_a ? " transposed" : "") + " and " + Describe(b) + (trans_b ? " transposed" : "");
  const DataType dtype = ProductDtype(call, a, b);
  if (a.rank() < 2 || b.rank() < 2) Fail(call, "takes matrices, not " + both);
  const Matrices left = SplitShape(a, trans_a), right = SplitShape(b, trans_b);
  if (left.columns != right.rows) {
    Fail(call, fmt::format("the inner extents of {} are {} and {}", both, left.columns, right.rows));
  }
  Dims shape = BroadcastShapesFor(call, left.batch, right.batch);
  shape.push_back(left.rows);
  shape.push_back(right.columns);
  if (bias) RequireBias(call, bias, dtype, right.columns, a, b);
  if (IsEmpty(call, a) || IsEmpty(call, b)) return NothingToSum(call, dtype, shape, bias, shape.size() - 1);
  std::vector<Tensor> inputs = {a, b};
  if (bias) inputs.push_back(bias);
  TensorNode node = Node(Kind::kMatmul, dtype, std::move(shape), std::move(inputs));
  node.trans_a = trans_a;
  node.trans_b = trans_b;
  return Make(call, std::move(node));
}

}  // namespace

Tensor matmul(const Tensor& a, const Tensor& b, bool trans_a, bool trans_b, const Tensor& bias) {
  return Multiply("matmul", a, b, trans_a, trans_b, bias);
}

Tensor gemm(const Tensor& a, const Tensor& b, const Tensor& c, float alpha, float beta, bool trans_a, bool trans_b) {
  if (a && b && (a.rank() != 2 || b.rank() != 2)) {
    Fail("gemm", fmt::format("takes matrices, not {} and {}", Describe(a), Describe(b)));
  }
  if (!c || beta == 0) return Scaled(Multiply("gemm", a, b, trans_a, trans_b, Tensor()), alpha);
  // A row for all rows, the usual fully connected layer: the cube unit adds it itself.
  if (alpha == 1 && c.rank() > 0 && b && b.rank() == 2) {
    const int64_t columns = b.shape()[trans_b ? 0 : 1];
    const bool one_row = c.rank() == 1 || (c.rank() == 2 && c.shape()[0] == 1);
    if (one_row && c.shape().back() == columns) {
      return Multiply("gemm", a, b, trans_a, trans_b, Scaled(reshape(c, {columns}), beta));
    }
  }
  const Tensor product = Scaled(Multiply("gemm", a, b, trans_a, trans_b, Tensor()), alpha);
  if (c.dtype() != product.dtype() || BroadcastShapesFor("gemm", c.shape(), product.shape()) != product.shape()) {
    Fail("gemm", fmt::format("c, {}, doesn't broadcast to the product {}", Describe(c), Describe(product)));
  }
  return product + Scaled(c, beta);
}

Tensor conv(const Tensor& x, const Tensor& w, const Tensor& bias, const ConvParams& params) {
  return Convolve("conv", x, w, bias, params);
}

Tensor depthwise_conv(const Tensor& x, const Tensor& w, const Tensor& bias, const ConvParams& params) {
  RequirePresent("depthwise_conv", x);
  SpatialRank("depthwise_conv", x);
  ConvParams one_each = params;
  one_each.groups = x.shape()[1];
  return Convolve("depthwise_conv", x, w, bias, one_each);
}

Tensor conv_transpose(const Tensor& x, const Tensor& w, const Tensor& bias, const ConvParams& params,
                      const Dims& output_padding) {
  return ConvolveTransposed("conv_transpose", x, w, bias, params, output_padding);
}

Tensor conv_backprop_input(const Tensor& filters, const Tensor& out_backprop, const Dims& input_sizes,
                           const ConvParams& params) {
  constexpr std::string_view kCall = "conv_backprop_input";
  const Tensor smallest = ConvolveTransposed(kCall, out_backprop, filters, Tensor(), params, {});
  Dims left(input_sizes);
  bool fits = input_sizes.size() == smallest.shape().size() && input_sizes[0] == smallest.shape()[0] &&
              input_sizes[1] == smallest.shape()[1];
  for (size_t i = 2; fits && i < left.size(); ++i) {
    left[i] -= smallest.shape()[i];
    // More than a stride, and the convolution would have given one more element.
    fits = left[i] >= 0 && left[i] < (params.strides.empty() ? 1 : params.strides[i - 2]);
  }
  if (!fits) {
    Fail(kCall, fmt::format("no convolution of an input of {} with {} gives {}", ShapeText(input_sizes),
                            Describe(filters), Describe(out_backprop)));
  }
  return ConvolveTransposed(kCall, out_backprop, filters, Tensor(), params, Dims(left.begin() + 2, left.end()));
}

Tensor conv_backprop_filter(const Tensor& x, const Tensor& out_backprop, const Dims& filter_sizes,
                            const ConvParams& params) {
  constexpr std::string_view kCall = "conv_backprop_filter";
  RequirePresent(kCall, x);
  RequirePresent(kCall, out_backprop);
  const DataType dtype = ProductDtype(kCall, x, out_backprop);
  ConvParams filled = params;
  FillWindowDefaults(kCall, SpatialRank(kCall, x), filled);
  const int64_t groups = filled.groups;
  const bool fits = filter_sizes.size() == x.shape().size() && groups >= 1 && filter_sizes[0] % groups == 0 &&
                    x.shape()[1] % groups == 0 && filter_sizes[1] == x.shape()[1] / groups &&
                    std::all_of(filter_sizes.begin() + 2, filter_sizes.end(), [](int64_t taps) { return taps > 0; });
  const Dims window(fits ? filter_sizes.begin() + 2 : filter_sizes.end(), filter_sizes.end());
  if (!fits || out_backprop.shape() != WindowedShape(kCall, x, filter_sizes[0], window, filled)) {
    Fail(kCall, fmt::format("no convolution of {} with a filter of {} in {} groups gives {}", Describe(x),
                            ShapeText(filter_sizes), groups, Describe(out_backprop)));
  }
  if (IsEmpty(kCall, x) || IsEmpty(kCall, out_backprop)) return NothingToSum(kCall, dtype, filter_sizes, Tensor(), 1);
  TensorNode node = Node(Kind::kConvBackpropFilter, dtype, filter_sizes, {x, out_backprop});
  node.conv = std::move(filled);
  return Make(kCall, std::move(node));
}

Tensor pooling(const Tensor& x, const PoolParams& params) {
  RequirePresent("pooling", x);
  const bool maximum = params.mode == PoolMode::kMax;
  RequireDtype("pooling", x, IsFloat(x.dtype()) || (maximum && IsInteger(x.dtype())),
               maximum ? "float types and integers" : "float types");
  const size_t spatial = SpatialRank("pooling", x);
  PoolParams filled = params;
  if (filled.window.empty()) Fail("pooling", "needs a window");
  FillDefaults("pooling", spatial, filled.window, 1, "window");
  FillWindowDefaults("pooling", spatial, filled);
  Dims shape = WindowedShape("pooling", x, x.shape()[1], filled.window, filled);
  TensorNode node = Node(Kind::kPool, x.dtype(), std::move(shape), {x});
  node.pool = std::move(filled);
  return Make("pooling", std::move(node));
}

}  // namespace tbe
