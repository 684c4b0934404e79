#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> ErfcCompute(const OpParams& op) { return {verfc(op.Input("x"))}; }

REGISTER_OP_COMPUTE(Erfc, ErfcCompute);

}  // namespace
}  // namespace tbe
