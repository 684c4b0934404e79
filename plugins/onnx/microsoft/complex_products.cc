#include <string>
#include <utility>

#include "plugins/onnx/microsoft/short_steps.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Multiplies complex numbers, whose parts lie in the last axis: a by b, or by the conjugate of b.
Status Multiply(UpgradeContext& context, bool conjugate) {
  for (size_t input = 0; input < 2; ++input) {
    const auto parts = context.values().Dim(context.Input(input), -1);
    if (parts && *parts != 2) return context.Refuse("the last axis of a factor must be a real and an imaginary part");
  }
  const Halves a = AddHalves(context, context.Input(0), 1), b = AddHalves(context, context.Input(1), 1);
  const std::string real = AddBinary(context, conjugate ? "Add" : "Sub", AddBinary(context, "Mul", a.first, b.first),
                                     AddBinary(context, "Mul", a.second, b.second));
  const std::string imaginary =
      AddBinary(context, conjugate ? "Sub" : "Add", AddBinary(context, "Mul", a.second, b.first),
                AddBinary(context, "Mul", a.first, b.second));
  return Give(context, AddConcat(context, {real, imaginary}, -1));
}

Status UpgradeComplexMul(UpgradeContext& context) { return Multiply(context, false); }
Status UpgradeComplexMulConj(UpgradeContext& context) { return Multiply(context, true); }

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, Mul, ComplexMul, 1);
OPDK_MAP_ONNX_OF(com.microsoft, Mul, ComplexMulConj, 1);
OPDK_UPGRADE_ONNX(UpgradeComplexMul, "com.microsoft::ComplexMul");
OPDK_UPGRADE_ONNX(UpgradeComplexMulConj, "com.microsoft::ComplexMulConj");

}  // namespace opdk::onnx_plugin
