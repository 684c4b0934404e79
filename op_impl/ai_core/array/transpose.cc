// Transpose by an input, TransposeD by an attribute.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> TransposeCompute(const OpParams& op) { return {transpose(op.Input("x"), op.InputInts("perm"))}; }
std::vector<Tensor> TransposeDCompute(const OpParams& op) { return {transpose(op.Input("x"), op.ListInt("perm"))}; }

REGISTER_OP_COMPUTE(Transpose, TransposeCompute);
REGISTER_OP_COMPUTE(TransposeD, TransposeDCompute);

}  // namespace
}  // namespace tbe
