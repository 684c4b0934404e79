#include <algorithm>

#include "sdk/api/src/tbe/dtype.h"
#include "sdk/api/src/tbe/interpreter/nodes.h"
#include "sdk/api/src/tbe/interpreter/scalar.h"

namespace tbe {
namespace {

// Computes total + a * b.
Cell MultiplyAdd(DataType dtype, Cell total, Cell a, Cell b) {
  return ApplyBinary(BinaryOp::kAdd, dtype, total, ApplyBinary(BinaryOp::kMul, dtype, a, b));
}

// Computes the position in x of element `tap` of the window at output `index`. False: it lies in the padding. `spatial`
// is the result.
template <typename Params>
bool Locate(const Params& params, const Dims& x_shape, const Dims& index, const Dims& tap, Dims& position) {
  bool inside = true;
  for (size_t i = 0; i < tap.size(); ++i) {
    position[i + 2] = index[i + 2] * params.strides[i] + tap[i] * params.dilations[i] - params.pads_begin[i];
    inside = inside && position[i + 2] >= 0 && position[i + 2] < x_shape[i + 2];
  }
  return inside;
}

int64_t FlatPosition(const Dims& strides, const Dims& position) {
  int64_t at = 0;
  for (size_t i = 0; i < strides.size(); ++i) at += strides[i] * position[i];
  return at;
}

// Computes the taps of the window at output `index` that lie in x: along each axis `count` taps from `first` on.
void TapsInside(const PoolParams& pool, const Dims& x_shape, const Dims& index, Dims& first, Dims& count) {
  for (size_t i = 0; i < pool.window.size(); ++i) {
    const int64_t begin = index[i + 2] * pool.strides[i] - pool.pads_begin[i], step = pool.dilations[i];
    const int64_t rest = x_shape[i + 2] - begin;  // of x from the window's beginning on
    first[i] = begin < 0 ? (step - 1 - begin) / step : 0;
    count[i] = std::max<int64_t>(0, std::min(pool.window[i], (rest + step - 1) / step) - first[i]);
  }
}

}  // namespace

Value EvaluateMatmul(const TensorNode& node, const Values& in, Precision precision) {
  const Value& a = *in[0];
  const Value& b = *in[1];
  const size_t rank = node.shape.size();
  const Dims strides_a = StridesOf(a.shape), strides_b = StridesOf(b.shape);
  const size_t rank_a = a.shape.size(), rank_b = b.shape.size();
  const int64_t row_a = strides_a[rank_a - (node.trans_a ? 1 : 2)],
                column_a = strides_a[rank_a - (node.trans_a ? 2 : 1)];
  const int64_t row_b = strides_b[rank_b - (node.trans_b ? 1 : 2)],
                column_b = strides_b[rank_b - (node.trans_b ? 2 : 1)];
  const int64_t inner = a.shape[rank_a - (node.trans_a ? 2 : 1)];
  // The offset of a batch: axes are aligned at the end, an extent of 1 repeats.
  auto batch_offset = [rank](const Value& x, const Dims& strides, const Dims& index) {
    int64_t at = 0;
    const size_t shift = rank - x.shape.size();
    for (size_t i = 0; i + 2 < x.shape.size(); ++i) at += x.shape[i] == 1 ? 0 : strides[i] * index[i + shift];
    return at;
  };
  Value out{node.dtype, node.shape, {}};
  ForEachIndex(node.shape, [&](const Dims& index) {
    const int64_t from_a = batch_offset(a, strides_a, index) + row_a * index[rank - 2];
    const int64_t from_b = batch_offset(b, strides_b, index) + column_b * index[rank - 1];
    Cell total = ReduceIdentity(ReduceOp::kSum, node.dtype);
    for (int64_t k = 0; k < inner; ++k) {
      total = MultiplyAdd(node.dtype, total, a.cells[from_a + k * column_a], b.cells[from_b + k * row_b]);
    }
    if (in.size() > 2) total = ApplyBinary(BinaryOp::kAdd, node.dtype, total, in[2]->cells[index[rank - 1]]);
    out.cells.push_back(Finish(node.dtype, total, precision));
  });
  return out;
}

Value EvaluateConv(const TensorNode& node, const Values& in, Precision precision) {
  const Value& x = *in[0];
  const Value& w = *in[1];
  const Dims strides_x = StridesOf(x.shape), strides_w = StridesOf(w.shape);
  // Drops the filter's output axis: the taps of one group are [C/groups, spatial...].
  const Dims taps(w.shape.begin() + 1, w.shape.end());
  const int64_t outputs_per_group = w.shape[0] / node.conv.groups;
  Value out{node.dtype, node.shape, {}};
  Dims position(x.shape.size());
  ForEachIndex(node.shape, [&](const Dims& index) {
    const int64_t output = index[1];
    position[0] = index[0];
    int64_t at_w = output * strides_w[0];
    Cell total = ReduceIdentity(ReduceOp::kSum, node.dtype);
    ForEachIndex(taps, [&](const Dims& tap) {
      position[1] = output / outputs_per_group * taps[0] + tap[0];
      if (Locate(node.conv, x.shape, index, Dims(tap.begin() + 1, tap.end()), position)) {
        total = MultiplyAdd(node.dtype, total, x.cells[FlatPosition(strides_x, position)], w.cells[at_w]);
      }
      ++at_w;
    });
    if (in.size() > 2) total = ApplyBinary(BinaryOp::kAdd, node.dtype, total, in[2]->cells[output]);
    out.cells.push_back(Finish(node.dtype, total, precision));
  });
  return out;
}

// Evaluates a transposed convolution, which spreads each element of x over the filter's taps. Seen from the result, a
// tap reads one element of x or none.
Value EvaluateConvTranspose(const TensorNode& node, const Values& in, Precision precision) {
  const Value& x = *in[0];
  const Value& w = *in[1];
  const Dims strides_x = StridesOf(x.shape), strides_w = StridesOf(w.shape);
  const int64_t channels = x.shape[1] / node.conv.groups, outputs = w.shape[1];
  Dims taps(w.shape.begin() + 1, w.shape.end());  // of one output channel: [C/groups, spatial...]
  taps[0] = channels;
  Value out{node.dtype, node.shape, {}};
  Dims position(x.shape.size());
  ForEachIndex(node.shape, [&](const Dims& index) {
    position[0] = index[0];
    Cell total = ReduceIdentity(ReduceOp::kSum, node.dtype);
    ForEachIndex(taps, [&](const Dims& tap) {
      position[1] = index[1] / outputs * channels + tap[0];
      int64_t at_w = position[1] * strides_w[0] + index[1] % outputs * strides_w[1];
      bool inside = true;
      for (size_t i = 0; i + 1 < tap.size(); ++i) {
        const int64_t from = index[i + 2] + node.conv.pads_begin[i] - tap[i + 1] * node.conv.dilations[i];
        position[i + 2] = from / node.conv.strides[i];
        inside = inside && from >= 0 && from % node.conv.strides[i] == 0 && position[i + 2] < x.shape[i + 2];
        at_w += tap[i + 1] * strides_w[i + 2];
      }
      if (inside) total = MultiplyAdd(node.dtype, total, x.cells[FlatPosition(strides_x, position)], w.cells[at_w]);
    });
    if (in.size() > 2) total = ApplyBinary(BinaryOp::kAdd, node.dtype, total, in[2]->cells[index[1]]);
    out.cells.push_back(Finish(node.dtype, total, precision));
  });
  return out;
}

// Evaluates the filter's gradient. A tap sums over all places whose window has the tap inside of x.
Value EvaluateConvBackpropFilter(const TensorNode& node, const Values& in, Precision precision) {
  const Value& x = *in[0];
  const Value& gradient = *in[1];
  const Dims strides_x = StridesOf(x.shape), strides_gradient = StridesOf(gradient.shape);
  Dims places = gradient.shape;
  places[1] = 1;
  const int64_t outputs_per_group = node.shape[0] / node.conv.groups;
  Value out{node.dtype, node.shape, {}};
  Dims position(x.shape.size());
  ForEachIndex(node.shape, [&](const Dims& index) {
    const Dims tap(index.begin() + 2, index.end());
    position[1] = index[0] / outputs_per_group * node.shape[1] + index[1];
    Cell total = ReduceIdentity(ReduceOp::kSum, node.dtype);
    ForEachIndex(places, [&](const Dims& place) {
      position[0] = place[0];
      if (!Locate(node.conv, x.shape, place, tap, position)) return;
      const int64_t at = FlatPosition(strides_gradient, place) + index[0] * strides_gradient[1];
      total = MultiplyAdd(node.dtype, total, x.cells[FlatPosition(strides_x, position)], gradient.cells[at]);
    });
    out.cells.push_back(Finish(node.dtype, total, precision));
  });
  return out;
}

Value EvaluatePool(const TensorNode& node, const Values& in, Precision precision) {
  const Value& x = *in[0];
  const Dims strides = StridesOf(x.shape);
  const ReduceOp op = node.pool.mode == PoolMode::kMax ? ReduceOp::kMax : ReduceOp::kSum;
  const int64_t window = CountOf(node.pool.window);
  Value out{node.dtype, node.shape, {}};
  Dims position(x.shape.size()), first(node.pool.window.size()), inside(node.pool.window.size());
  ForEachIndex(node.shape, [&](const Dims& index) {
    position[0] = index[0];
    position[1] = index[1];
    int64_t count = 0;
    Cell total = ReduceIdentity(op, x.dtype);
    // A window may be far larger than x.
    TapsInside(node.pool, x.shape, index, first, inside);
    ForEachIndex(inside, [&](Dims tap) {
      for (size_t i = 0; i < tap.size(); ++i) tap[i] += first[i];
      Locate(node.pool, x.shape, index, tap, position);
      total = ApplyReduce(op, x.dtype, total, x.cells[FlatPosition(strides, position)]);
      ++count;
    });
    if (node.pool.mode != PoolMode::kMax) {
      const int64_t divisor = node.pool.mode == PoolMode::kAverage ? count : window;
      total = Real(count == 0 ? 0 : total.real / static_cast<double>(divisor));
    }
    out.cells.push_back(Finish(node.dtype, total, precision));
  });
  return out;
}

}  // namespace tbe
