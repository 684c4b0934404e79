// The loops of one output of a kernel, with P the dims that every reduction keeps and Q the others:
//   no reduction        outer dims fused and parallel, innermost vectorised
//   to a single result  parts of the operand in parallel, in lanes of a vector, then joined
//   over the last axis  P fused and parallel; per iteration: reductions in lanes of a vector, then Q vectorised
//   over other axes     P without the last dim, and blocks of that dim, parallel; per block: reductions and Q,
//                       vectorised along the block
//   transposed input    outer dims and tiles of the two axes, parallel; a tile row by row, vectorised
//   anything else       each reduction is a loop nest of its own before the output
#pragma once

#include <cstddef>
#include <vector>

#include "graph_core/engines/ai_core/canonical/kernel_ir.h"

namespace opdk {

struct LoopNest {
  bool row_mode = false;             // reductions are computed inside the output's outer loop
  bool block_last = false;           // the last dim is divided into blocks, the blocks are outer
  std::vector<size_t> outer, inner;  // axes of the output
};

// Chooses the loops of an output with the given `dims`. `reductions`: the reducing nodes that the output needs.
LoopNest ChooseLoopNest(const KernelIr& ir, const std::vector<int>& dims, const std::vector<int>& reductions);

// Returns the axis along which some input is contiguous, for an output without reductions, if that axis isn't the last.
// Reading and writing both want short blocks then. -1: there is no such axis.
int TransposedAxis(const KernelIr& ir, int output);

bool IsReduction(const KernelNode& node);
bool IsExpensive(const KernelNode& node);
// Returns whether a value should be stored instead of computed twice. The author's hint decides; without a hint,
// expensive nodes are stored.
bool WorthStoring(const KernelNode& node);

// Returns the elements of a block that a hint asks for in loops over `dim`; 0: no hint.
int64_t TileOf(const KernelIr& ir, int dim);

}  // namespace opdk
