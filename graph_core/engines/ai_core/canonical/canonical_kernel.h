// A tensor expression with concrete shapes as its canonical kernel and this instance's arguments (canonicaliser.h).
//
// Extents of 1 are dropped, contiguous axes that behave alike in the whole kernel are merged, extents and
// shape-dependent numbers become arguments. What remains is shared by every instance that computes the same thing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph_core/engines/ai_core/canonical/kernel_ir.h"

namespace opdk {

struct CanonicalKernel {
  struct Argument {
    int input = 0;              // input_index in the expression
    std::vector<int64_t> dims;  // as the kernel sees it
  };
  KernelIr ir;
  std::vector<int32_t> symbols;
  std::vector<tbe::Number> params;
  // For each of `params` the node of the expression that it comes from. Empty for a kernel that was read.
  std::vector<const tbe::TensorNode*> param_nodes;
  std::vector<Argument> inputs;
  std::vector<int> outputs;                       // for each output of the kernel: which of `outputs` it is
  std::vector<std::vector<int64_t>> output_dims;  // for each output of the kernel
  int64_t elements = 0;                           // of the largest tensor: the work
  std::vector<std::string> unheeded;              // hints that are no part of `ir`, and why
};

}  // namespace opdk
