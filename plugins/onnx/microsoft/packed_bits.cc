#include "plugins/onnx/microsoft/packed_bits.h"

#include <utility>
#include <vector>

#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {

std::string AddUnpackedBits(UpgradeContext& context, const std::string& packed, int64_t bits) {
  if (bits == 8) return packed;
  const auto byte = [&](int64_t number) {
    const uint8_t value = static_cast<uint8_t>(number);
    return context.values().NewConstant(
        "byte", ge::Tensor(ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, ge::DT_UINT8), &value, 1));
  };
  std::vector<std::string> parts;
  for (int64_t shift = 0; shift < 8; shift += bits) {
    const std::string moved =
        shift == 0 ? packed
                   : AddStep(context, "BitShift", {packed, byte(shift)}, {{"direction", std::string("RIGHT")}});
    const std::string part = AddIrStep(context, "BitwiseAnd", {moved, byte((1 << bits) - 1)});
    parts.push_back(AddStep(context, "Unsqueeze", {part, context.AddInts("axis", {-1})}));
  }
  return AddConcat(context, std::move(parts), -1);
}

std::string AddReshaped(UpgradeContext& context, const std::string& value, const std::vector<int64_t>& shape) {
  return AddStep(context, "Reshape", {value, context.AddInts("shape", shape)});
}

}  // namespace opdk::onnx_plugin
