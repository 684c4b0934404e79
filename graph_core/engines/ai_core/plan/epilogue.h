// The elementwise operations behind a cube node that its primitive can apply itself.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "graph_core/engines/ai_core/steps/step_plan.h"

namespace opdk {

struct EpilogueMatch {
  Epilogue epilogue;
  tbe::Tensor operand;   // of kAdd, or the bias; computed before the cube
  bool is_bias = false;  // `operand` has one number per channel, and no epilogue comes before it
};

// The operands of a Requantization, which are computed before the cube.
struct RequantizationMatch {
  tbe::Tensor scale, zero_point, taken, fill;  // taken, fill: empty handles for none
  bool scale_by_channel = false, taken_by_channel = false, is_signed = false;
};

// A cube node and the longest run of epilogues after it; each result but the last has one user only.
struct CubeChain {
  tbe::Tensor cube;
  tbe::Tensor last;
  std::vector<EpilogueMatch> epilogues;
  std::optional<RequantizationMatch> requantization = std::nullopt;
};

std::vector<CubeChain> FindCubeChains(std::span<const tbe::Tensor> outputs);
// Returns a chain for each cube node, without the operations behind it.
std::vector<CubeChain> CubesAlone(std::span<const tbe::Tensor> outputs);

// Checks that oneDNN can run a lowered cube node. E2010: it can't; the message says why.
Status CheckCube(const tbe::TensorNode& cube);

}  // namespace opdk
