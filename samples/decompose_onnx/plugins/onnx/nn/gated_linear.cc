// samples.decompose::1::GatedLinear(x, w, v) = (x w) * sigmoid(x v): one node of the model becomes two of the built-in
// MatMul and this package's Gate.
#include <string>
#include <vector>

#include "graph/operator_factory.h"
#include "op_proto/activation/gate.h"
#include "register/register.h"

namespace domi {
namespace {

constexpr int64_t kInputs = 3;

// Turns the node into a PartitionedCall, which stands for a graph. It has as many `args` and `output` as the node has
// inputs and outputs.
Status ParseGatedLinear(const ge::Operator& op_src, ge::Operator& op_dest) {
  if (op_src.GetInputsSize() != kInputs) return FAILED;
  op_dest.SetAttr("original_type", "samples.decompose::1::GatedLinear");
  ge::Operator counted = op_src;
  counted.SetAttr("inputs", kInputs);
  counted.SetAttr("outputs", static_cast<int64_t>(1));
  return AutoMappingByOpFnDynamic(counted, op_dest,
                                  {DynamicInputOutputInfo(kInput, "args", 4, "inputs", 6),
                                   DynamicInputOutputInfo(kOutput, "output", 6, "outputs", 7)});
}

ge::Operator MatMul(const char* name, ge::Operator& x, ge::Operator& w) {
  ge::Operator product = ge::OperatorFactory::CreateOperator(name, "MatMul");
  product.SetInput("x1", x).SetInput("x2", w);
  return product;
}

// Builds the graph: Data nodes with the inputs' numbers, and the operators that use them.
Status ExpandGatedLinear(const ge::Operator&, ge::Graph& graph) {
  std::vector<ge::Operator> inputs;
  for (int64_t i = 0; i < kInputs; ++i) {
    inputs.push_back(ge::OperatorFactory::CreateOperator(("data" + std::to_string(i)).c_str(), "Data"));
    inputs.back().SetAttr("index", i);
  }
  ge::Operator linear = MatMul("linear", inputs[0], inputs[1]);
  ge::Operator opening = MatMul("opening", inputs[0], inputs[2]);
  ge::op::Gate gate("gate");
  gate.set_input_x(linear).set_input_gate(opening);
  graph.SetInputs(inputs).SetOutputs({{gate, std::vector<size_t>{0}}});
  return SUCCESS;
}

}  // namespace

REGISTER_CUSTOM_OP("PartitionedCall")
    .FrameworkType(ONNX)
    .OriginOpType("samples.decompose::1::GatedLinear")
    .ParseParamsByOperatorFn(ParseGatedLinear)
    .ParseOpToGraphFn(ExpandGatedLinear);

}  // namespace domi
