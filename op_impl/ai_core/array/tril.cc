// Triangles: zeros on the other side of the diagonal of the last two axes.
#include "tbe/dsl.h"

namespace tbe {
namespace {

template <bool kUpper>
std::vector<Tensor> Triangle(const OpParams& op) {
  const int64_t k = op.Int("diagonal");
  return {set_value(
      op.Input("x"),
      [&](const std::vector<Expr>& i) {
        const Expr diagonal = i[i.size() - 1] - i[i.size() - 2];
        return kUpper ? diagonal < k : diagonal > k;
      },
      0)};
}

REGISTER_OP_COMPUTE(Tril, Triangle<false>);
REGISTER_OP_COMPUTE(Triu, Triangle<true>);

}  // namespace
}  // namespace tbe
