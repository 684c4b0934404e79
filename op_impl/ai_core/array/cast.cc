// Cast: to output y's dtype. Floating point to integer truncates.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> CastCompute(const OpParams& op) { return {cast_to(op.Input("x"), op.OutputDtype("y"))}; }

REGISTER_OP_COMPUTE(Cast, CastCompute);

}  // namespace
}  // namespace tbe
