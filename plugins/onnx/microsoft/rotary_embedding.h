// The rotary position embedding of ONNX Runtime's operators.
#pragma once

#include <cstdint>
#include <string>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

struct RotaryInputs {
  std::string x;          // [batch, heads, count, size], or [batch, count, heads * size] with `heads`
  std::string positions;  // [batch or 1, count]
  std::string cos, sin;
  int64_t heads = 0;
  bool interleaved = false;
  int64_t rotated = 0;  // elements of a head that are turned; 0: all
};

// Adds ONNX's RotaryEmbedding before the context's node and returns the result's name.
std::string AddRotaryEmbedding(UpgradeContext& context, const RotaryInputs& inputs);

}  // namespace opdk::onnx_plugin
