#include "plugins/onnx/ml/post_transform.h"

#include <cstring>
#include <utility>

#include "plugins/onnx/ml/constants.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Makes the steps of one transform.
class ScoreSteps {
 public:
  ScoreSteps(UpgradeContext& context, ge::DataType type) : context_(context), type_(type) {}

  std::string Step(const std::string& type, std::vector<std::string> inputs, AttrMap attributes = {}) {
    return AddStep(context_, type, std::move(inputs), std::move(attributes));
  }
  std::string Number(double value) { return AddNumbers(context_, "number", {}, std::vector<double>{value}, type_); }
  std::string OverClasses(const char* type, const std::string& x) {
    return Step(type, {x, context_.AddInts("axes", {-1})});
  }

  // Computes a Softmax in which zeros stay (nearly) zero and take no part in the sum.
  std::string SoftmaxZero(const std::string& x) {
    const std::string greatest = OverClasses("ReduceMax", x);
    const std::string zero = Step("LessOrEqual", {Step("Abs", {x}), Number(1e-7)});
    const std::string shifted = Step("Exp", {Step("Sub", {x, greatest})});
    const std::string kept = Step("Mul", {x, Step("Exp", {Step("Neg", {greatest})})});
    const std::string total = OverClasses("ReduceSum", Step("Where", {zero, Number(0), shifted}));
    return Step("Div", {Step("Where", {zero, kept, shifted}), total});
  }

  // Computes sqrt(2) times the inverse of erf at 2 x - 1. Uses Winitzki's approximation with a = 0.147, as ONNX Runtime
  // does.
  std::string Probit(const std::string& x) {
    const std::string at = Step("Sub", {Step("Mul", {x, Number(2)}), Number(1)});
    const std::string log = Step("Log", {Step("Mul", {Step("Sub", {Number(1), at}), Step("Add", {Number(1), at})})});
    const std::string half = Step("Add", {Number(2 / (3.14159 * 0.147)), Step("Mul", {log, Number(0.5)})});
    const std::string root =
        Step("Sqrt", {Step("Sub", {Step("Mul", {half, half}), Step("Div", {log, Number(0.147)})})});
    const std::string magnitude = Step("Sqrt", {Step("Sub", {root, half})});
    const std::string below = Step("Less", {at, Number(0)});
    return Step("Mul", {Step("Where", {below, Number(-1.41421356), Number(1.41421356)}), magnitude});
  }

 private:
  UpgradeContext& context_;
  const ge::DataType type_;
};

}  // namespace

std::string TakePostTransform(UpgradeContext& context) {
  return context.Take<std::string>("post_transform").value_or("NONE");
}

Result<std::string> AddPostTransform(UpgradeContext& context, const std::string& scores, const std::string& transform,
                                     ge::DataType type) {
  ScoreSteps steps(context, type);
  if (transform == "NONE") return scores;
  if (transform == "LOGISTIC") return steps.Step("Sigmoid", {scores});
  if (transform == "SOFTMAX") return steps.Step("Softmax", {scores}, {{"axis", int64_t{-1}}});
  if (transform == "SOFTMAX_ZERO") return steps.SoftmaxZero(scores);
  if (transform == "PROBIT") return steps.Probit(scores);
  return context.Refuse("post_transform '" + transform + "' is none of NONE, LOGISTIC, SOFTMAX, SOFTMAX_ZERO, PROBIT");
}

Result<std::vector<double>> NumbersOf(const UpgradeContext& context, const ge::Tensor& tensor) {
  const auto read = [&]<typename T>(T) {
    std::vector<T> values(tensor.GetSize() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), tensor.GetData(), tensor.GetSize());
    return std::vector<double>(values.begin(), values.end());
  };
  switch (tensor.GetTensorDesc().GetDataType()) {
    case ge::DT_FLOAT:
      return read(float{});
    case ge::DT_DOUBLE:
      return read(double{});
    case ge::DT_UINT8:
      return read(uint8_t{});
    case ge::DT_INT64:
      return read(int64_t{});
    default:
      return context.Refuse("the element type of a tensor among its attributes is not supported");
  }
}

Result<std::vector<int64_t>> TakeLabels(UpgradeContext& context) {
  std::vector<int64_t> labels = TakeList<int64_t>(context, "classlabels_int64s");
  if (labels.empty()) labels = TakeList<int64_t>(context, "classlabels_ints");
  if (context.Has("classlabels_strings") && labels.empty()) {
    return context.Refuse("its labels are strings, which are not supported: let the model have labels of int64");
  }
  context.Drop("classlabels_strings");
  if (labels.empty()) return context.Refuse("it has no labels");
  return labels;
}

void GiveBoth(UpgradeContext& context, const std::string& first, const std::string& second) {
  std::vector<std::string>& outputs = context.node().outputs;
  outputs.resize(2);
  if (outputs[0].empty()) {
    outputs = {outputs[1]};
    return Become(context, "Identity", {second});
  }
  if (!outputs[1].empty()) context.AddBefore("Identity", {second}, {outputs[1]});
  outputs.resize(1);
  Become(context, "Identity", {first});
}

}  // namespace opdk::onnx_plugin
