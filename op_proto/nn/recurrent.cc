#include "op_proto/nn/recurrent.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "opdk/infer.h"

namespace ge {
namespace {

constexpr std::array<std::string_view, 11> kActivations = {"Affine",   "Elu",        "HardSigmoid",    "LeakyRelu",
                                                           "Relu",     "ScaledTanh", "Sigmoid",        "Softplus",
                                                           "Softsign", "Tanh",       "ThresholdedRelu"};

int64_t DirectionsOf(const Operator& op) { return opdk::StringAttr(op, "direction") == "bidirectional" ? 2 : 1; }

// Merges the port's shape into the required shape `must`; reports a contradiction.
bool MergePort(Operator& op, const char* port, opdk::Dims& must) {
  if (!opdk::HasInput(op, port)) return true;
  const opdk::Dims dims = opdk::InputDims(op, port);
  const auto merged = opdk::MergeDims(must, dims);
  if (!merged) {
    (void)opdk::ReportInferError(
        op, std::string(port) + " has shape " + opdk::ShapeText(dims) + ", it must be " + opdk::ShapeText(must));
    return false;
  }
  must = *merged;
  return true;
}

// Infers y and the state outputs `states`. `state_ports` must have the state's shape.
graphStatus InferRecurrent(Operator& op, int64_t gates, std::initializer_list<const char*> state_ports,
                           std::initializer_list<const char*> states) {
  const int64_t hidden = opdk::IntAttr(op, "hidden_size"), directions = DirectionsOf(op);
  opdk::Dims x = {UNKNOWN_DIM, UNKNOWN_DIM, UNKNOWN_DIM}, r = {directions, gates * hidden, hidden};
  opdk::Dims b = {directions, 2 * gates * hidden}, p = {directions, 3 * hidden};
  if (!MergePort(op, "x", x) || !MergePort(op, "r", r) || !MergePort(op, "b", b)) return GRAPH_FAILED;
  opdk::Dims w = {directions, gates * hidden, x[2]}, lengths = {x[1]};
  if (!MergePort(op, "w", w) || !MergePort(op, "sequence_lens", lengths)) return GRAPH_FAILED;
  opdk::Dims state = {directions, lengths[0], hidden};
  for (const char* port : state_ports) {
    if (!MergePort(op, port, state)) return GRAPH_FAILED;
  }
  if (states.size() == 2 && !MergePort(op, "p", p)) return GRAPH_FAILED;
  const DataType type = opdk::InputType(op, "x");
  for (const char* output : states) {
    if (opdk::SetOutput(op, output, state, type) != GRAPH_SUCCESS) return GRAPH_FAILED;
  }
  return opdk::SetOutput(op, "y", {x[0], directions, state[1], hidden}, type);
}

graphStatus VerifyRecurrent(const Operator& op, size_t activations_per_direction) {
  // Largest hidden_size for which a shape can count a gate's rows.
  constexpr int64_t kGreatest = int64_t{1} << 31;
  const int64_t hidden = opdk::IntAttr(op, "hidden_size");
  if (hidden < 1 || hidden > kGreatest) {
    return opdk::ReportInferError(op, "hidden_size is " + std::to_string(hidden) + ", it must be positive");
  }
  const std::string direction = opdk::StringAttr(op, "direction");
  if (direction != "forward" && direction != "reverse" && direction != "bidirectional") {
    return opdk::ReportInferError(op, "direction '" + direction + "' is not forward, reverse or bidirectional");
  }
  std::vector<std::string> activations;
  (void)op.GetAttr(std::string("activations"), activations);
  const size_t needed = activations_per_direction * static_cast<size_t>(DirectionsOf(op));
  if (!activations.empty() && activations.size() < needed) {
    return opdk::ReportInferError(
        op, "activations are " + std::to_string(activations.size()) + ", it needs " + std::to_string(needed));
  }
  for (const std::string& name : activations) {
    if (std::find(kActivations.begin(), kActivations.end(), name) == kActivations.end()) {
      return opdk::ReportInferError(op, "activation '" + name + "' is not known");
    }
  }
  return opdk::CheckSameType(op, {"x", "w", "r", "b", "initial_h"});
}

}  // namespace

IMPLEMT_INFERFUNC(CommonLSTM, CommonLstmInfer) {
  return InferRecurrent(op, 4, {"initial_h", "initial_c"}, {"y_h", "y_c"});
}
IMPLEMT_VERIFIER(CommonLSTM, CommonLstmVerify) {
  if (opdk::CheckFlag(op, "input_forget") != GRAPH_SUCCESS) return GRAPH_FAILED;
  if (opdk::CheckSameType(op, {"x", "initial_c", "p"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return VerifyRecurrent(op, 3);
}
IMPLEMT_INFERFUNC(CommonGRU, CommonGruInfer) { return InferRecurrent(op, 3, {"initial_h"}, {"y_h"}); }
IMPLEMT_VERIFIER(CommonGRU, CommonGruVerify) {
  if (opdk::CheckFlag(op, "linear_before_reset") != GRAPH_SUCCESS) return GRAPH_FAILED;
  return VerifyRecurrent(op, 2);
}
IMPLEMT_INFERFUNC(CommonRNN, CommonRnnInfer) { return InferRecurrent(op, 1, {"initial_h"}, {"y_h"}); }
IMPLEMT_VERIFIER(CommonRNN, CommonRnnVerify) { return VerifyRecurrent(op, 1); }

INFER_FUNC_REG(CommonLSTM, CommonLstmInfer);
VERIFY_FUNC_REG(CommonLSTM, CommonLstmVerify);
INFER_FUNC_REG(CommonGRU, CommonGruInfer);
VERIFY_FUNC_REG(CommonGRU, CommonGruVerify);
INFER_FUNC_REG(CommonRNN, CommonRnnInfer);
VERIFY_FUNC_REG(CommonRNN, CommonRnnVerify);

}  // namespace ge
