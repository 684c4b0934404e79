// Reshapes move towards the inputs, where they cost nothing. Two heads cut out of a packed projection x: [5, 12]:
//
//   %0 = input 0 : [5, 12]                          %0 = input 0 : [5, 6, 2]
//   %1 = slice %0 from 4 : [5, 4]                   %1 = slice %0 from 2 : [5, 2, 2]
//   %2 = reshape %1 : [5, 2, 2]
//
// 4 columns are 2 parts of 2; the cut begins at the border of a part, 4 = 2 * 2, and x has whole parts, 12 = 6 * 2. A
// cut from column 3 on does not: then the reshape stays.
#include <functional>
#include <numeric>
#include <utility>

#include "graph_core/engines/ai_core/canonical/canonicaliser.h"
#include "tbe/walk.h"

namespace opdk {
namespace {

using Dims = std::vector<int64_t>;
using tbe::Tensor;
using tbe::TensorNode;

int64_t Product(const Dims& shape, size_t first, size_t last) {
  return std::accumulate(shape.begin() + static_cast<std::ptrdiff_t>(first),
                         shape.begin() + static_cast<std::ptrdiff_t>(last), int64_t{1}, std::multiplies<>());
}

// Returns the only axis that a slice cuts, if it skips no elements. Returns the rank if there is none or several.
size_t CutAxis(const TensorNode& slice) {
  size_t cut = slice.shape.size();
  for (size_t axis = 0; axis < slice.shape.size(); ++axis) {
    bool whole =
        slice.starts[axis] == 0 && slice.steps[axis] == 1 && slice.shape[axis] == slice.inputs[0].shape()[axis];
    if (whole) continue;
    if (cut != slice.shape.size() || slice.steps[axis] != 1) return slice.shape.size();
    cut = axis;
  }
  return cut;
}

// Returns the axis of `shape` that is the outermost part of axis `axis` of `from`; the rank if that axis isn't split.
size_t OuterPart(const Dims& from, size_t axis, const Dims& shape) {
  if (from[axis] == 1) return shape.size();
  const int64_t before = Product(from, 0, axis);
  size_t part = 0;
  for (int64_t product = 1; part < shape.size() && (product < before || shape[part] == 1); ++part) {
    product *= shape[part];
    if (product > before) return shape.size();
  }
  int64_t product = 1;
  for (size_t i = part; i < shape.size() && product < from[axis]; ++i) product *= shape[i];
  return product == from[axis] ? part : shape.size();
}

Tensor NodeLike(const Tensor& input, tbe::Kind kind, Dims shape) {
  TensorNode node;
  node.kind = kind;
  node.dtype = input.dtype();
  node.shape = std::move(shape);
  node.inputs = {input};
  node.starts.assign(node.shape.size(), 0);
  node.steps.assign(node.shape.size(), 1);
  return Tensor(std::make_shared<TensorNode>(std::move(node)));
}

// Turns a reshape of a slice into a slice of a reshape. Empty: the cut isn't at a border of the parts.
Tensor SliceOfReshape(const TensorNode& reshape) {
  const TensorNode& slice = *reshape.inputs[0];
  if (slice.kind != tbe::Kind::kSlice || Product(reshape.shape, 0, reshape.shape.size()) == 0) return Tensor();
  const size_t cut = CutAxis(slice);
  if (cut == slice.shape.size()) return Tensor();
  const size_t part = OuterPart(slice.shape, cut, reshape.shape);
  if (part == reshape.shape.size()) return Tensor();
  const int64_t inner = slice.shape[cut] / reshape.shape[part], extent = slice.inputs[0].shape()[cut];
  if (slice.starts[cut] % inner != 0 || extent % inner != 0) return Tensor();
  Dims whole = reshape.shape;
  whole[part] = extent / inner;
  Tensor split = NodeLike(slice.inputs[0], tbe::Kind::kReshape, std::move(whole));
  auto result = std::make_shared<TensorNode>(*NodeLike(split, tbe::Kind::kSlice, reshape.shape));
  result->starts[part] = slice.starts[cut] / inner;
  return Tensor(std::move(result));
}

// Returns the input with the reshape's shape. The bytes stay the same.
Tensor ReshapedInput(const TensorNode& reshape) {
  auto input = std::make_shared<TensorNode>(*reshape.inputs[0]);
  input->shape = reshape.shape;
  input->hints = reshape.hints;
  return Tensor(std::move(input));
}

// Moves a reshape down as far as possible. The slices that it passes stand above it afterwards. Empty: the reshape
// stays.
Tensor Sunk(const Tensor& reshape) {
  std::vector<Tensor> passed;
  Tensor bottom = reshape;
  while (true) {
    if (bottom->inputs[0]->kind == tbe::Kind::kInput) {
      bottom = ReshapedInput(*bottom);
      break;
    }
    Tensor slice = SliceOfReshape(*bottom);
    if (!slice) break;
    bottom = slice->inputs[0];
    passed.push_back(std::move(slice));
  }
  for (size_t i = passed.size(); i-- > 0;) bottom = tbe::WithInputs(passed[i], {bottom});
  return bottom;
}

}  // namespace

Tensor BelowReshapes(Tensor tensor) {
  while (tensor->kind == tbe::Kind::kReshape) tensor = tensor->inputs[0];
  return tensor;
}

std::vector<Tensor> SinkReshapes(std::span<const Tensor> outputs) {
  const auto sink = [](const Tensor& node, const std::vector<Tensor>& inputs) {
    return node->kind == tbe::Kind::kReshape ? Sunk(tbe::WithInputs(node, inputs)) : Tensor();
  };
  std::vector<Tensor> results;
  for (const Tensor& output : outputs) results.push_back(BelowReshapes(output));
  return tbe::Rewrite(results, sink).value();
}

}  // namespace opdk
