// SoftmaxCrossEntropyLoss, NegativeLogLikelihoodLoss: log likelihoods picked by labels.
#include <string>
#include <vector>

#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

// Labels, and what they pick; one that doesn't count picks what belongs to class 0.
class Labels {
 public:
  Labels(const OpParams& op, const char* port, const Tensor& scores)
      : op_(op),
        scores_(scores),
        labels_(cast_to(op.Input(port), ge::DT_INT64)),
        ignored_(Param(op.Int("ignore_index"), ge::DT_INT64)) {}

  Tensor Scores() const {
    return compute(labels_.shape(), [&](std::vector<Expr> i) {
      const Expr place = Place(i);
      i.insert(i.begin() + 1, place);
      return at(scores_, i);
    });
  }

  // What a reduction over the classes gave, [N, 1, …].
  Tensor OfRows(const Tensor& reduced) const { return reshape(reduced, labels_.shape()); }

  // Of the labels' losses: each multiplied by its weight, then reduced.
  Tensor Loss(const Tensor& lost, const char* weight_port) const {
    const Tensor counted = compute(labels_.shape(), [&](const std::vector<Expr>& i) { return Counts(at(labels_, i)); });
    const Tensor none = Const(0, lost.dtype());
    Tensor weights = Const(1, lost.dtype());
    if (op_.HasInput(weight_port)) {
      const Tensor of_class = Widen(op_.Input(weight_port));
      weights = compute(labels_.shape(), [&](const std::vector<Expr>& i) { return at(of_class, {Place(i)}); });
    }
    const Tensor losses = vsel(counted, lost * weights, none);
    const std::string reduction = op_.String("reduction");
    if (reduction == "none") return losses;
    const Tensor sum = reduce_sum(losses, AllAxes(losses), false);
    if (reduction == "sum") return sum;
    const Tensor weight = vsel(counted, weights, none);
    return sum / reduce_sum(weight, AllAxes(weight), false);
  }

 private:
  Expr Counts(const Expr& label) const { return label >= 0 && label < extent(scores_, 1) && label != at(ignored_); }
  Expr Place(const std::vector<Expr>& i) const { return select(Counts(at(labels_, i)), at(labels_, i), 0); }

  const OpParams& op_;
  const Tensor scores_, labels_, ignored_;
};

std::vector<Tensor> SoftmaxCrossEntropyLossCompute(const OpParams& op) {
  const Tensor scores = Widen(op.Input("scores"));
  const Tensor greatest = reduce_max(scores, {1}, true);
  const Tensor shifted = scores - greatest;
  const Tensor log_sum = vlog(reduce_sum(vexp(shifted), {1}, true));
  const Labels labels(op, "labels", scores);
  const Tensor picked = labels.Scores();
  const Tensor lost = labels.OfRows(log_sum) - (picked - labels.OfRows(greatest));
  return {cast_to(labels.Loss(lost, "weights"), op.OutputDtype("loss")),
          cast_to(shifted - log_sum, op.OutputDtype("log_prop"))};
}

std::vector<Tensor> NegativeLogLikelihoodLossCompute(const OpParams& op) {
  const Labels labels(op, "target", Widen(op.Input("input")));
  return {cast_to(labels.Loss(-labels.Scores(), "weight"), op.OutputDtype("loss"))};
}

REGISTER_OP_COMPUTE(SoftmaxCrossEntropyLoss, SoftmaxCrossEntropyLossCompute);
REGISTER_OP_COMPUTE(NegativeLogLikelihoodLoss, NegativeLogLikelihoodLossCompute);

}  // namespace
}  // namespace tbe
