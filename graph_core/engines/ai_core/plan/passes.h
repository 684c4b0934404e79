// The passes of the expression compiler, and the draft that they work on. Their order and reasons: pipeline.cc.
#pragma once

#include <string>
#include <vector>

#include "graph_core/engines/ai_core/canonical/canonicaliser.h"
#include "graph_core/engines/ai_core/plan/epilogue.h"
#include "graph_core/engines/ai_core/steps/channel_blocks.h"
#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "graph_core/ir/pass.h"
#include "opdk/status.h"
#include "tbe/expr.h"

namespace opdk {

// One operator's (or fused group's) expression on its way to a plan. Each member is filled by one pass and read by
// those behind it.
struct ExpressionDraft {
  std::vector<tbe::Tensor> outputs;  // as the operator gives them, then with lowered cube nodes
  std::vector<bool> needed;          // which of them are computed
  std::vector<IndexCheckDraft> checks;
  PortBlocks blocks;
  std::vector<CubeChain> chains;  // operations that each cube's primitive applies; empty: none
  StepPlan plan;                  // its values; from divide_into_steps on its steps too
  // A vector step before its kernel is made.
  struct Kernel {
    size_t step;                           // of the plan
    std::vector<tbe::Tensor> expressions;  // the step's, with reshapes moved
    Canonicaliser canonicaliser;
  };
  std::vector<Kernel> kernels;
};

// Checks the number of operations and inputs, and notes the hint no_fuse. E2010: too many to compile in reasonable
// time.
Result<Changed> CheckSize(ExpressionDraft& draft);
Result<Changed> LowerCubes(ExpressionDraft& draft);
Result<Changed> MatchEpilogues(ExpressionDraft& draft);
Result<Changed> DivideIntoSteps(ExpressionDraft& draft);
Result<Changed> PutOnBlocks(ExpressionDraft& draft);
// Runs a stage of Canonicaliser for every vector step, as the next four passes do (kernel_passes.cc).
Result<Changed> SinkKernelReshapes(ExpressionDraft& draft);
Result<Changed> BuildKernels(ExpressionDraft& draft);
Result<Changed> SplitKernelAxes(ExpressionDraft& draft);
Result<Changed> MergeKernelAxes(ExpressionDraft& draft);
Result<Changed> NumberKernels(ExpressionDraft& draft);
Result<Changed> UseDirectKernels(ExpressionDraft& draft);
Result<Changed> JoinAttention(ExpressionDraft& draft);

// Prints the draft for people: the expression, later each step with its expression, later with its kernel.
std::string Print(const ExpressionDraft& draft);

}  // namespace opdk
