// SoftmaxCrossEntropyLoss, NLLLoss: log likelihoods picked by labels, and the gradient of the latter.
#include <functional>
#include <string>
#include <vector>

#include "op_impl/ai_core/common/precision.h"
#include "tbe/index_check.h"

namespace tbe {
namespace {

// Labels, and the elements that they pick. A label that is ignored picks the element of class 0.
class Labels {
 public:
  Labels(const OpParams& op, const char* port, const Tensor& scores)
      : op_(op),
        scores_(scores),
        labels_(cast_to(op.Input(port), ge::DT_INT64)),
        ignored_(Param(op.Int("ignore_index"), ge::DT_INT64)) {
    const Tensor classes = compute(labels_.shape(), [&](const std::vector<Expr>& i) {
      const Expr label = at(labels_, i);
      return select(label == at(ignored_), cast(Expr(0), ge::DT_INT64), label);
    });
    require_inside(classes, port, {scores.shape()[1]});
  }

  Tensor Scores() const {
    return compute(labels_.shape(), [&](std::vector<Expr> i) {
      const Expr place = Place(i);
      i.insert(i.begin() + 1, place);
      return at(scores_, i);
    });
  }

  // Reshapes the result of a reduction over the classes, [N, 1, …], to the labels' shape.
  Tensor OfRows(const Tensor& reduced) const { return reshape(reduced, labels_.shape()); }

  // Multiplies the labels' losses by their weights and reduces them.
  Tensor Loss(const Tensor& lost, const char* weight_port) const {
    const Tensor losses = vsel(Counted(), lost * Weights(weight_port), Const(0, lost.dtype()));
    const std::string reduction = op_.String("reduction");
    if (reduction == "none") return losses;
    const Tensor sum = reduce_sum(losses, AllAxes(losses), false);
    return reduction == "sum" ? sum : sum / TotalWeight(weight_port);
  }

  // Returns the sum of the weights of the labels that count.
  Tensor TotalWeight(const char* weight_port) const {
    const Tensor weight = vsel(Counted(), Weights(weight_port), Const(0, scores_.dtype()));
    return reduce_sum(weight, AllAxes(weight), false);
  }

  // Returns a tensor of the scores' shape: of_label(i) at the class of label i, else 0.
  Tensor AtClasses(const std::function<Expr(const std::vector<Expr>&)>& of_label) const {
    return compute(scores_.shape(), [&](std::vector<Expr> i) {
      const Expr class_number = i[1];
      i.erase(i.begin() + 1);
      const Expr label = at(labels_, i);
      return select(Counts(label) && label == class_number, of_label(i), 0);
    });
  }

 private:
  Tensor Counted() const {
    return compute(labels_.shape(), [&](const std::vector<Expr>& i) { return Counts(at(labels_, i)); });
  }
  Tensor Weights(const char* port) const {
    if (!op_.HasInput(port)) return broadcast(1, labels_.shape(), scores_.dtype());
    const Tensor of_class = Widen(op_.Input(port));
    return compute(labels_.shape(), [&](const std::vector<Expr>& i) { return at(of_class, {Place(i)}); });
  }
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

std::vector<Tensor> NLLLossCompute(const OpParams& op) {
  const Labels labels(op, "target", Widen(op.Input("x")));
  return {cast_to(labels.Loss(-labels.Scores(), "weight"), op.OutputDtype("y")),
          cast_to(labels.TotalWeight("weight"), op.OutputDtype("total_weight"))};
}

std::vector<Tensor> NLLLossGradCompute(const OpParams& op) {
  const Labels labels(op, "target", Widen(op.Input("x")));
  const bool reduced = op.String("reduction") != "none";
  const Tensor weight = Widen(op.Input("weight"));
  Tensor grad = -Widen(op.Input("y_grad"));
  if (reduced) grad = reshape(grad, {1});
  if (op.String("reduction") == "mean") grad = grad / reshape(Widen(op.Input("total_weight")), {1});
  const Tensor target = cast_to(op.Input("target"), ge::DT_INT64);
  const Tensor x_grad = labels.AtClasses([&](const std::vector<Expr>& i) {
    const Expr place = max(min(at(target, i), extent(weight, 0) - 1), 0);
    return at(weight, {place}) * (reduced ? at(grad, {0}) : at(grad, i));
  });
  return {cast_to(x_grad, op.OutputDtype("x_grad"))};
}

REGISTER_OP_COMPUTE(SoftmaxCrossEntropyLoss, SoftmaxCrossEntropyLossCompute);
REGISTER_OP_COMPUTE(NLLLoss, NLLLossCompute);
REGISTER_OP_COMPUTE(NLLLossGrad, NLLLossGradCompute);

}  // namespace
}  // namespace tbe
