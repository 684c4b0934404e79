#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Returns the extents of x's axes that `indices` indexes.
std::string IndexedExtents(UpgradeContext& context, const std::string& x, const std::string& indices) {
  const std::string depth = AddStep(context, "Shape", {indices}, {{"start", int64_t{-1}}});
  return AddStep(context, "Slice", {AddStep(context, "Shape", {x}), context.AddInts("first", {0}), depth});
}

// Returns the indices without negative values, which count from the end in ONNX and are out of range in Ascend IR.
std::string CountedFromFront(UpgradeContext& context, const std::string& x, const std::string& indices) {
  const auto known = context.values().Ints(indices);
  if (known && std::ranges::all_of(*known, [](int64_t index) { return index >= 0; })) return indices;
  const std::string negative = AddStep(context, "Less", {indices, context.AddInt("zero", 0)});
  const std::string moved = AddStep(context, "Add", {indices, IndexedExtents(context, x, indices)});
  return AddStep(context, "Where", {negative, moved, indices});
}

// Multiplies rows of x by the updates. x's indexed axes are seen as one axis.
void MultiplyRows(UpgradeContext& context, const std::string& indices) {
  const std::string x = context.Input(0), updates = context.Input(2);
  const std::string extents = IndexedExtents(context, x, indices);
  const std::string strides =
      AddIrStep(context, "Cumprod", {extents, context.AddInt("axis", 0)}, {{"exclusive", true}, {"reverse", true}});
  const std::string ids =
      AddStep(context, "ReduceSum", {AddStep(context, "Mul", {indices, strides}), context.AddInts("lists", {-1})},
              {{"keepdims", int64_t{0}}});
  const std::string shape = AddStep(context, "Shape", {x});
  const std::string depth = AddStep(context, "Shape", {extents});
  const std::string row = AddStep(context, "Slice", {shape, depth, AddStep(context, "Shape", {shape})});
  const std::string count = AddStep(context, "ReduceProd", {extents});
  const std::string rows = AddStep(context, "Reshape", {x, AddConcat(context, {count, row}, 0)});
  Become(context, "Reshape", {AddIrStep(context, "ScatterMul", {rows, ids, updates}), shape},
         {{"allowzero", int64_t{1}}});
}

Status UpgradeScatterND(UpgradeContext& context) {
  static const std::map<std::string, std::string> kCombinations = {
      {"none", "TensorScatterUpdate"}, {"add", "TensorScatterAdd"}, {"mul", "ScatterMul"},
      {"max", "TensorScatterMax"},     {"min", "TensorScatterMin"},
  };
  const std::string reduction = context.Take<std::string>("reduction").value_or("none");
  const auto combination = kCombinations.find(reduction);
  if (combination == kCombinations.end()) {
    return context.Refuse("reduction is \"" + reduction + "\", not none, add, mul, max or min");
  }
  const std::string x = context.Input(0), indices = CountedFromFront(context, x, context.Input(1));
  if (reduction == "mul") {
    MultiplyRows(context, indices);
  } else {
    BecomeIr(context, combination->second, {x, indices, context.Input(2)});
  }
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(TensorScatterUpdate, ScatterND, 11);
OPDK_UPGRADE_ONNX(UpgradeScatterND, "ScatterND");

}  // namespace opdk::onnx_plugin
