// Names and descriptions of the cube unit's kernels.
#include <fmt/format.h>

#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/cube/cube_steps.h"
#include "graph_core/engines/ai_core/cube/onednn_calls.h"
#include "graph_core/engines/ai_core/cube/post_ops.h"
#include "graph_core/engines/slow_kernel.h"

namespace opdk {

bool TakesEpilogues(const tbe::TensorNode& cube) {
  return cube.kind == tbe::Kind::kMatmul || cube.kind == tbe::Kind::kConv;
}

std::string CubeName(const StepSpec& spec) {
  if (spec.requantization.present()) {
    return spec.cube->kind == tbe::Kind::kConv ? "quantized_conv" : "quantized_matmul";
  }
  const bool by_hand = spec.cube->dtype == ge::DT_INT32 && !MultipliesBytesExactly(*spec.cube);
  switch (spec.cube->kind) {
    case tbe::Kind::kMatmul:
      return by_hand ? "integer_matmul" : "onednn_matmul";
    case tbe::Kind::kConv:
      if (by_hand) return "integer_conv";
      return IsPlainDepthwise(spec) ? "depthwise_rows" : "onednn_conv";
    case tbe::Kind::kConvTranspose:
      return "onednn_conv_transpose";
    case tbe::Kind::kConvBackpropFilter:
      return "onednn_conv_backprop_filter";
    default:
      return IsBlockMaxPool(spec) ? "max_pool_blocks" : "onednn_pooling";
  }
}

std::string DescribeCube(const std::string& implementation, const StepSpec& spec) {
  const std::string name = CubeName(spec);
  const std::string_view onednn = "onednn_";
  std::string text = name.starts_with(onednn) ? "oneDNN " + name.substr(onednn.size()) : "hand-written " + name;
  if (!implementation.empty()) text += ", " + implementation;
  if (IsReference(implementation)) text += fmt::format(" (oneDNN's reference: {})", kSlowKernel);
  if (spec.bias >= 0) text += " + bias";
  for (const Epilogue& epilogue : spec.epilogues) {
    text += std::string(" + ") + NameOf(epilogue.kind);
  }
  if (spec.x_c0 != 0 || spec.y_c0 != 0) {
    auto format = [](int64_t c0) { return c0 != 0 ? "NC1HWC0" : "NCHW"; };
    text += spec.x_c0 == spec.y_c0 ? fmt::format(", {}", format(spec.x_c0))
                                   : fmt::format(", {} to {}", format(spec.x_c0), format(spec.y_c0));
  }
  return text;
}

}  // namespace opdk
