#include "op_impl/ai_core/common/integer_sums.h"

namespace tbe {
namespace {

int64_t ElementsOf(const Tensor& x) {
  int64_t count = 1;
  for (int64_t extent : x.shape()) count *= extent;
  return count;
}

Tensor Integer(const Tensor& x) { return x ? cast_to(x, ge::DT_INT32) : x; }

// Sums the windows of x for each group's channels: [N, O, spatial...]. The channels are added first.
Tensor WindowSums(const Tensor& x, const Tensor& filter, const ConvParams& params) {
  Dims split = x.shape();
  split[1] /= params.groups;
  split.insert(split.begin() + 1, params.groups);
  const Tensor channels = reduce_sum(Integer(reshape(x, split)), {2});
  Dims ones = filter.shape();
  ones[0] = params.groups;
  ones[1] = 1;
  Tensor sums = conv(channels, broadcast(Const(int64_t{1}, ge::DT_INT32), ones), Tensor(), params);
  if (params.groups == 1) return sums;  // one channel broadcasts
  split = sums.shape();
  Dims repeated = sums.shape(), joined = sums.shape();
  split.insert(split.begin() + 2, 1);
  repeated.insert(repeated.begin() + 2, filter.shape()[0] / params.groups);
  joined[1] = filter.shape()[0];
  return reshape(broadcast(reshape(sums, split), repeated), joined);
}

// Computes conv(x, filter) + bias - q * (the sums of x's windows). An additional filter of ones gives these sums. bias
// may be empty.
Tensor ConvolutionLessSums(const Tensor& x, const Tensor& filter, const Tensor& q, Tensor bias,
                           const ConvParams& params) {
  Dims ones = filter.shape();
  ones[0] = 1;
  const Tensor all = concat({filter, broadcast(Const(int64_t{1}, filter.dtype()), ones)}, 0);
  if (bias) bias = concat({bias, broadcast(Const(int64_t{0}, ge::DT_INT32), {1})}, 0);
  const Tensor y = conv(x, all, bias, params);
  Dims sums = y.shape(), products = y.shape(), first(y.shape().size(), 0);
  sums[1] = 1;
  products[1] = filter.shape()[0];
  const Tensor product = slice(y, first, products);
  first[1] = products[1];
  return product - slice(y, first, sums) * AlongChannels(q, y.shape().size() - 2);
}

}  // namespace

// Computes (a - p)(b - q) = ab - p * columns(b) - rows(a) * q + K * p * q, with the sums over b's columns and a's rows.
Tensor IntegerProduct(const Tensor& a, const Tensor& b, const Tensor& a_zero, const Tensor& b_zero) {
  Tensor p = Integer(a_zero);
  const Tensor q = Integer(b_zero);
  // One zero point per row of a.
  if (p && p.rank() == 1 && p.shape()[0] != 1) p = reshape(p, {p.shape()[0], 1});
  Tensor columns = p ? reduce_sum(Integer(b), {-2}, true) : Tensor();
  if (p && q) columns = columns - q * Extent(b, -2, ge::DT_INT32);
  // For one row, the product of p and the columns is a bias, which is computed before the product, or at compilation if
  // b is a constant.
  const bool one_row = p && ElementsOf(p) == 1 && ElementsOf(columns) == columns.shape().back();
  const Tensor bias = one_row ? reshape(-(columns * reshape(p, {})), {b.shape().back()}) : Tensor();
  Tensor y = matmul(a, b, false, false, bias);
  if (p && !one_row) y = y - p * columns;
  if (q) y = y - reduce_sum(Integer(a), {-1}, true) * q;
  return y;
}

// Pads x with its zero point, so that every window is whole. Then with zero points p and q
// sum (x - p)(w - q) = sum xw - p * sum w - q * sum x + K p q.
Tensor IntegerConvolution(const OpParams& op, const Tensor& x, const Tensor& filter, const Tensor& x_zero,
                          const Tensor& filter_zero, const Tensor& bias) {
  const size_t spatial = x.shape().size() - 2;
  const Window window = WindowOf(op, x, Dims(filter.shape().begin() + 2, filter.shape().end()));
  ConvParams params;
  params.strides = window.strides;
  params.dilations = window.dilations;
  params.pads_begin = window.pads_begin;
  params.pads_end = window.pads_end;
  params.groups = op.Int("group");
  const Tensor q = Integer(filter_zero);
  Tensor padded = x, added = bias;
  if (x_zero) {
    const Tensor zero = reshape(x_zero, {});
    Dims before = {0, 0}, after = {0, 0};
    before.insert(before.end(), window.pads_begin.begin(), window.pads_begin.end());
    after.insert(after.end(), window.pads_end.begin(), window.pads_end.end());
    padded = pad(x, before, after, zero);
    params.pads_begin.assign(spatial, 0);
    params.pads_end.assign(spatial, 0);
    Dims taps;
    for (int64_t axis = 1; axis < filter.rank(); ++axis) taps.push_back(axis);
    Tensor sums = reduce_sum(Integer(filter), taps);
    if (q) sums = sums - q * Count(filter, taps, ge::DT_INT32);
    sums = -(Integer(zero) * sums);
    added = bias ? bias + sums : sums;
  }
  if (!q) return conv(padded, filter, added, params);
  if (params.groups == 1) return ConvolutionLessSums(padded, filter, q, added, params);
  return conv(padded, filter, added, params) - WindowSums(padded, filter, params) * AlongChannels(q, spatial);
}

Tensor Requantize(const Tensor& acc, const Tensor& scale, const Tensor& zero_point, DataType dtype) {
  const Tensor scaled = round(cast_to(acc, ge::DT_FLOAT) * scale, ge::DT_FLOAT);
  return cast_to(scaled + cast_to(zero_point, ge::DT_FLOAT), dtype);
}

Tensor AlongChannels(const Tensor& numbers, size_t spatial) {
  Dims shape(spatial + 1, 1);
  shape[0] = ElementsOf(numbers);
  return reshape(numbers, shape);
}

}  // namespace tbe
