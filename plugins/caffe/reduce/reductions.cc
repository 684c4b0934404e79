#include <string>

#include "plugins/caffe/parser/steps.h"

namespace opdk::caffe_plugin {
namespace {

// All axes from `axis` on.
Status UpgradeReduction(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  OPDK_TRY(const int64_t first, AxisOf(context, "axis", 0, x.size()));
  const std::string operation = TextOf(context, "operation", "SUM");
  std::string value = context.Input(0);
  if (operation == "ASUM") value = AddIrStep(context, "Abs", {value});
  if (operation == "SUMSQ") value = AddIrStep(context, "Square", {value});
  Ints axes;
  for (int64_t axis = first; axis < static_cast<int64_t>(x.size()); ++axis) axes.push_back(axis);
  const std::string type = operation == "MEAN" ? "ReduceMeanD" : "ReduceSumD";
  const float factor = FloatOf(context, "coeff", 1);
  if (factor == 1) {
    BecomeIr(context, type, {value}, {{"axes", axes}});
  } else {
    BecomeIr(context, "Muls", {AddIrStep(context, type, {value}, {{"axes", axes}})}, {{"value", factor}});
  }
  return {};
}

// The place of the largest number along an axis, as a float; of all axes but the first one where none is named.
Status UpgradeArgMax(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  if (IntOf(context, "top_k", 1) != 1 || BoolOf(context, "out_max_val", false)) {
    return context.Refuse("top_k and out_max_val are not supported");
  }
  std::string value = context.Input(0);
  int64_t axis = 1;
  Ints dims = {x.empty() ? 1 : x[0], 1, 1};
  if (context.Has("axis")) {
    OPDK_TRY(axis, AxisOf(context, "axis", 1, x.size()));
    dims = x;
    dims[static_cast<size_t>(axis)] = 1;
  } else {
    value = AddReshape(context, value, {dims[0], -1});
  }
  const std::string place = AddIrStep(context, "ArgMaxD", {value}, {{"dimension", axis}, {"dtype", ge::DT_INT32}});
  const std::string number = AddIrStep(context, "Cast", {place}, {{"dst_type", static_cast<int64_t>(ge::DT_FLOAT)}});
  BecomeIr(context, "Reshape", {number, context.AddInts("shape", dims)});
  return {};
}

}  // namespace

OPDK_MAP_CAFFE_AS(ReduceSumD, Reduction);
OPDK_MAP_CAFFE_AS(ArgMaxD, ArgMax);
OPDK_UPGRADE_CAFFE(UpgradeReduction, "Reduction");
OPDK_UPGRADE_CAFFE(UpgradeArgMax, "ArgMax");

}  // namespace opdk::caffe_plugin
