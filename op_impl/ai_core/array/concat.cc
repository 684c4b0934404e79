// Concat along `axis`.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> ConcatCompute(const OpParams& op) { return {concat(op.DynamicInput("x"), op.Int("axis"))}; }

REGISTER_OP_COMPUTE(Concat, ConcatCompute);

}  // namespace
}  // namespace tbe
