#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "plugins/onnx/parser/extent_steps.h"
#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Returns the extents of x's axes that `indices` indexes.
std::string IndexedExtents(UpgradeContext& context, const std::string& x, const std::string& indices) {
  const std::string depth = AddStep(context, "Shape", {indices}, {{"start", int64_t{-1}}});
  return AddStep(context, "Slice", {AddStep(context, "Shape", {x}), context.AddInts("first", {0}), depth});
}

// Counts negative indices, which name nothing in Ascend IR, from the front. One that lies in front of the axis stays as
// it is, so that the error names the model's number.
std::string CountedFromFront(UpgradeContext& context, const std::string& x, const std::string& indices) {
  const auto known = context.values().Ints(indices);
  if (known && std::ranges::all_of(*known, [](int64_t index) { return index >= 0; })) return indices;
  const std::string negative = AddStep(context, "Less", {indices, context.AddInt("zero", 0)});
  const std::string moved = AddStep(context, "Add", {indices, IndexedExtents(context, x, indices)});
  const std::string in_front = AddStep(context, "Less", {moved, context.AddInt("first_place", 0)});
  return AddStep(context, "Where", {negative, AddStep(context, "Where", {in_front, indices, moved}), indices});
}

// Products are combinations of rows: of x with its indexed axes seen as one. GatherND finds the number of each row, and
// checks the indices, which a sum of their products can't.
void MultiplyRows(UpgradeContext& context) {
  const std::string x = context.Input(0), indices = context.Input(1), updates = context.Input(2);
  const std::string extents = IndexedExtents(context, x, indices), count = AddStep(context, "ReduceProd", {extents});
  const std::string numbers = AddPlaces(context, AddStep(context, "Squeeze", {count}));
  const std::string places = AddStep(context, "Reshape", {numbers, extents}, {{"allowzero", int64_t{1}}});
  const std::string ids = AddStep(context, "GatherND", {places, indices});
  const std::string shape = AddStep(context, "Shape", {x}), depth = AddStep(context, "Shape", {extents});
  const std::string row = AddStep(context, "Slice", {shape, depth, AddStep(context, "Shape", {shape})});
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
  if (reduction == "mul") {
    MultiplyRows(context);
  } else {
    const std::string x = context.Input(0), indices = CountedFromFront(context, x, context.Input(1));
    BecomeIr(context, combination->second, {x, indices, context.Input(2)});
  }
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(TensorScatterUpdate, ScatterND, 11);
OPDK_UPGRADE_ONNX(UpgradeScatterND, "ScatterND");

}  // namespace opdk::onnx_plugin
