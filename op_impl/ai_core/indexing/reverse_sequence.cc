// ReverseSequence: element i of a sequence is element length - 1 - i.
#include "tbe/dsl.h"
#include "tbe/index_check.h"

namespace tbe {
namespace {

std::vector<Tensor> ReverseSequenceCompute(const OpParams& op) {
  const Tensor x = op.Input("x"), lengths = op.Input("seq_lengths");
  const auto axis = [&](const char* attr) {
    return static_cast<size_t>(op.Int(attr) < 0 ? op.Int(attr) + x.rank() : op.Int(attr));
  };
  const size_t sequence = axis("seq_dim"), batch = axis("batch_dim");
  require_inside(lengths, "seq_lengths", {x.shape()[sequence] + 1});  // the length of the whole axis is legal
  return {compute(x.shape(), [&](std::vector<Expr> i) {
    const Expr last = extent(x, static_cast<int64_t>(sequence)) - 1;
    const Expr length = cast(at(lengths, {i[batch]}), ge::DT_INT64);
    const Expr reversed = max(min(length - 1 - i[sequence], last), 0);
    i[sequence] = select(i[sequence] < length, reversed, i[sequence]);
    return at(x, i);
  })};
}

REGISTER_OP_COMPUTE(ReverseSequence, ReverseSequenceCompute);

}  // namespace
}  // namespace tbe
