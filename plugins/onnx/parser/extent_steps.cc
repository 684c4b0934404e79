#include "plugins/onnx/parser/extent_steps.h"

#include <numeric>
#include <vector>

#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {

std::string AddScalarExtent(UpgradeContext& context, const std::string& value, int64_t axis) {
  return AddGather(context, AddStep(context, "Shape", {value}), context.AddInt("axis", axis));
}

std::string AddPlaces(UpgradeContext& context, const std::string& count) {
  return AddStep(context, "Range", {context.AddInt("from", 0), count, context.AddInt("step", 1)});
}

std::string AddAllAxes(UpgradeContext& context, const std::string& value) {
  if (const auto rank = context.values().Rank(value)) {
    std::vector<int64_t> axes(static_cast<size_t>(*rank));
    std::iota(axes.begin(), axes.end(), 0);
    return context.AddInts("axes", axes);
  }
  return AddPlaces(context, AddStep(context, "Size", {AddStep(context, "Shape", {value})}));
}

}  // namespace opdk::onnx_plugin
