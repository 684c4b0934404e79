// Decides whether several operators become one vector kernel. Fusing saves a call, and the memory traffic of the
// tensors between the operators. A value must not be computed more often, or a loop nest become worse, than that is
// worth:
//
//   one kernel     the plan is a single vector step: no cube primitive, nothing written out in between
//   operations     pointwise ones, reductions, broadcasts, slices that read whole vectors; a permutation of axes where
//                  nothing is reduced. Concat, pad, gather, compute() and a reshape that doesn't follow the axes stay
//                  kernels of their own: their loops are made for them
//   size           at most kMaxInputs tensors are read: each needs registers for its address
//   one loop nest  all outputs have the same extents; reductions keep the same axes, so that a row is read, reduced and
//                  written in one go. A reduction to one number is exempt below kSerialElements: one thread does it all
//   computed once  an expensive value (exp, pow, division-like functions) is evaluated once per element: not again for
//                  each repetition of a broadcast, nor at two different positions of a slice or permutation
//  hints          `materialize` makes any value count as expensive, `recompute` none; `no_fuse` keeps a node alone
//   by hand        a reduction that has a hand-written kernel keeps it (fuse_vector compares the two)
#pragma once

#include <string>

#include "graph_core/engines/ai_core/steps/step_plan.h"

namespace opdk {

// Returns why the plan should not become one fused kernel; "" if it should.
std::string WhyNotOneKernel(const StepPlan& plan);

}  // namespace opdk
