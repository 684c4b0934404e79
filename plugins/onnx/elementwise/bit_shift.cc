#include <fmt/format.h>

#include <algorithm>

#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

bool IsSigned(ge::DataType type) {
  return type == ge::DT_INT8 || type == ge::DT_INT16 || type == ge::DT_INT32 || type == ge::DT_INT64;
}

// Returns whether all counts are known and are numbers of bits that x has.
bool CountsAreWithin(UpgradeContext& context, int64_t bits) {
  const auto counts = context.values().Ints(context.Input(1));
  return counts && std::all_of(counts->begin(), counts->end(), [&](int64_t n) { return n >= 0 && n < bits; });
}

// Chooses LeftShift or RightShift of Ascend IR by the direction. These clamp the counts, but in ONNX a count beyond x's
// bits moves all of its bits out. A negative number that goes right leaves -1.
Status UpgradeBitShift(UpgradeContext& context) {
  const std::string direction = context.Take<std::string>("direction").value_or("");
  if (direction != "LEFT" && direction != "RIGHT") {
    return context.Refuse(fmt::format("direction is \"{}\", not \"LEFT\" or \"RIGHT\"", direction));
  }
  const bool left = direction == "LEFT";
  const std::string type = left ? "LeftShift" : "RightShift", x = context.Input(0), count = context.Input(1);
  const ge::DataType dtype = context.values().ElementType(x);
  const int64_t bits = 8 * static_cast<int64_t>(ge::GetSizeByDataType(dtype));
  if (dtype == ge::DT_UNDEFINED || CountsAreWithin(context, bits)) {
    BecomeIr(context, type, {x, count});
    return {};
  }
  const std::string zero = AddScalarLike(context, "zero", 0, x);
  const std::string last = AddScalarLike(context, "last", static_cast<float>(bits - 1), x);
  if (!left && IsSigned(dtype)) {
    const std::string negative = AddStep(context, "Less", {count, zero});
    BecomeIr(context, type, {x, AddStep(context, "Where", {negative, last, count})});
    return {};
  }
  std::string within = AddStep(context, "LessOrEqual", {count, last});
  if (IsSigned(dtype)) within = AddStep(context, "And", {within, AddStep(context, "GreaterOrEqual", {count, zero})});
  Become(context, "Where", {within, AddIrStep(context, type, {x, count}), zero});
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(LeftShift, BitShift, 11);
OPDK_UPGRADE_ONNX(UpgradeBitShift, "BitShift");

}  // namespace opdk::onnx_plugin
