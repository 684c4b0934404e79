// Numbers of 2, 4 or 8 bits that lie packed in bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

// Adds the numbers that lie packed in the bytes of the last axis, the lowest bits first: uint8. Numbers of one byte
// stand in an axis of their own, except where `bits` is 8.
std::string AddUnpackedBits(UpgradeContext& context, const std::string& packed, int64_t bits);

// Gives a value another shape.
std::string AddReshaped(UpgradeContext& context, const std::string& value, const std::vector<int64_t>& shape);

}  // namespace opdk::onnx_plugin
