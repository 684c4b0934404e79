#include <algorithm>
#include <string>

#include "plugins/caffe/parser/steps.h"

namespace opdk::caffe_plugin {
namespace {

// Reduces all axes from `axis` on.
Status UpgradeReduction(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  OPDK_TRY(const int64_t first, AxisOf(context, "axis", 0, x.size()));
  const std::string operation =
      EnumOf(context, "operation", {{"SUM", 1}, {"ASUM", 2}, {"SUMSQ", 3}, {"MEAN", 4}}, "SUM");
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

// Gives the place of the largest number along an axis, as a float. Without a named axis the search covers all axes but
// the first. The result has the input's number of axes, and at least three.
Status UpgradeArgMax(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  if (x.empty()) return context.Refuse("its input has no axes");
  if (IntOf(context, "top_k", 1) != 1 || BoolOf(context, "out_max_val", false)) {
    return context.Refuse("top_k and out_max_val are not supported");
  }
  std::string value = context.Input(0);
  int64_t axis = 1;
  Ints back;
  if (context.Has("axis")) {
    OPDK_TRY(axis, AxisOf(context, "axis", 1, x.size()));
    back = {axis};
  } else {
    value = AddReshape(context, value, {0, -1});
    for (int64_t i = 1; i < std::max<int64_t>(static_cast<int64_t>(x.size()), 3); ++i) back.push_back(i);
  }
  const std::string place = AddIrStep(context, "ArgMaxD", {value}, {{"dimension", axis}, {"dtype", ge::DT_INT32}});
  BecomeIr(context, "Unsqueeze", {AddFloatCast(context, place)}, {{"axes", back}});
  return {};
}

}  // namespace

OPDK_MAP_CAFFE_AS(ReduceSumD, Reduction);
OPDK_MAP_CAFFE_AS(ArgMaxD, ArgMax);
OPDK_UPGRADE_CAFFE(UpgradeReduction, "Reduction");
OPDK_UPGRADE_CAFFE(UpgradeArgMax, "ArgMax");
OPDK_CAFFE_FIELDS("reduction_param", "Reduction");
OPDK_CAFFE_FIELDS("argmax_param", "ArgMax");

}  // namespace opdk::caffe_plugin
