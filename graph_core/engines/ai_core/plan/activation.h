// Activation functions that a primitive can apply to its result, recognised by what they compute: 0.5 * x * (1 +
// erf(x / sqrt(2))) is GELU in whatever order it is written.
#pragma once

#include <optional>

#include "graph_core/engines/ai_core/expression/expression_users.h"
#include "graph_core/engines/ai_core/steps/step_plan.h"

namespace opdk {

struct ActivationMatch {
  Epilogue epilogue;
  tbe::Tensor last;  // the activation's result
};

// Returns the activation of `x` whose nodes are the only users of `x`. oneDNN must compute it to within a few float ULP
// of the largest intermediate, with the right infinities and NaN. That excludes elu (cancels near 0), exp (NaN gives
// inf), mish and softplus (cancel for negative x).
std::optional<ActivationMatch> FindActivation(const tbe::Tensor& x, const ExpressionUsers& users);

}  // namespace opdk
