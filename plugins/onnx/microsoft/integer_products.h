// Products of integers with scales, as ONNX Runtime's dynamic quantization writes them.
#pragma once

#include <string>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

// A quantized operand; its zero point may be absent.
struct QuantizedOperand {
  std::string numbers, scale, zero_point;
};

// Adds `left` times `right` in float before the context's node, and `bias` where it isn't "". Returns the sum's name.
std::string AddScaledProduct(UpgradeContext& context, const QuantizedOperand& left, const QuantizedOperand& right,
                             const std::string& bias);

}  // namespace opdk::onnx_plugin
