// Reductions, scatters and scans: many elements into one.
#include <algorithm>

#include "sdk/api/src/tbe/interpreter/nodes.h"
#include "sdk/api/src/tbe/interpreter/scalar.h"

namespace tbe {

Value EvaluateReduce(const TensorNode& node, const Values& in, Precision precision) {
  const Value& x = *in[0];
  Dims kept = x.shape;
  for (int64_t axis : node.axes) kept[axis] = 1;
  const Dims strides = StridesOf(kept);
  std::vector<Accumulator> totals(CountOf(node.shape), Accumulator(node.reduce, x.dtype));
  size_t next = 0;
  ForEachIndex(x.shape, [&](const Dims& index) {
    int64_t at = 0;
    for (size_t i = 0; i < index.size(); ++i) at += kept[i] == 1 ? 0 : strides[i] * index[i];
    totals[at].Add(x.cells[next++]);
  });
  Value out{node.dtype, node.shape, {}};
  for (const Accumulator& total : totals) out.cells.push_back(Finish(node.dtype, total.Get(), precision));
  return out;
}

Value EvaluateScatter(const TensorNode& node, const Values& in, Precision precision) {
  const Value& base = *in[0];
  const Value& updates = *in[2];
  std::vector<Accumulator> totals;
  for (Cell cell : base.cells) totals.emplace_back(node.reduce, node.dtype, cell);
  const int64_t rows = node.shape[0];
  const int64_t row = CountOf(node.shape) / std::max<int64_t>(rows, 1);
  int64_t update = 0;
  for (Cell id : in[1]->cells) {
    for (int64_t i = 0; i < row; ++i, ++update) {
      if (id.integer < 0 || id.integer >= rows) continue;
      Accumulator& total = totals[id.integer * row + i];
      if (node.overwrite) {
        total = Accumulator(node.reduce, node.dtype, updates.cells[update]);
      } else {
        total.Add(updates.cells[update]);
      }
    }
  }
  Value out{node.dtype, node.shape, {}};
  for (const Accumulator& total : totals) out.cells.push_back(Finish(node.dtype, total.Get(), precision));
  return out;
}

Value EvaluateScan(const TensorNode& node, const Values& in, Precision precision) {
  const Value& x = *in[0];
  const Lines lines(x.shape, node.axes[0]);
  std::vector<Accumulator> totals;
  Value out{node.dtype, node.shape, {}};
  out.cells.reserve(x.cells.size());
  for (size_t i = 0; i < x.cells.size(); ++i) {
    // An element at place 0 of the axis starts a new running value.
    const auto place = static_cast<size_t>(lines.Place(static_cast<int64_t>(i)));
    const size_t before = i - static_cast<size_t>(lines.inner);
    if (place == 0) {
      totals.emplace_back(node.reduce, node.dtype, x.cells[i]);
    } else {
      totals.push_back(totals[before]);
      totals.back().Add(x.cells[i]);
    }
    out.cells.push_back(Finish(node.dtype, totals.back().Get(), precision));
  }
  return out;
}

}  // namespace tbe
