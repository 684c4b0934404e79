#include <memory>
#include <string>
#include <vector>

#include "../../op_proto/everything.h"
#include "../../op_proto/pair_add.h"
#include "graph/operator.h"
#include "register/register.h"

using namespace ge;

namespace domi {

// Reads the ONNX node's attributes, which arrive as one JSON string.
Status ParseParamsBlockScale(const ge::Operator& op_src, ge::Operator& op_dest) {
  AscendString attributes;
  if (op_src.GetAttr("attribute", attributes) != GRAPH_SUCCESS) {
    return FAILED;
  }
  string text = attributes.GetString();
  float scale = text.find("\"scale\"") == string::npos ? 1.0f : 3.0f;
  op_dest.SetAttr("scale", scale);
  return SUCCESS;
}

REGISTER_CUSTOM_OP("BlockScale")
    .FrameworkType(ONNX)
    .OriginOpType({ge::AscendString("fixture::1::BlockScale"), ge::AscendString("fixture::2::BlockScale")})
    .ParseParamsByOperatorFn(ParseParamsBlockScale)
    .ImplyType(ImplyType::AI_CPU);

REGISTER_CUSTOM_OP("PairAdd")
    .FrameworkType(TENSORFLOW)
    .OriginOpType("PairAdd")
    .ParseParamsByOperatorFn(AutoMappingByOpFn)
    .ImplyType(ImplyType::TVM);

Status ParseFused(const std::vector<ge::Operator>& inside_nodes, ge::Operator& op) {
  op.SetAttr("nodes", static_cast<int64_t>(inside_nodes.size()));
  return SUCCESS;
}
REGISTER_CUSTOM_OP("Fused")
    .FrameworkType(TENSORFLOW)
    .OriginOpType({"FusedA", "FusedB"})
    .FusionParseParamsFn(ParseFused);

// Makes one operator of the framework a graph: SumOfThree = PairAdd(PairAdd(x0, x1), x2).
Status ParseParamsSumOfThree(const ge::Operator& op_src, ge::Operator& op_dest) {
  op_dest.SetAttr("original_type", "fixture::1::SumOfThree");
  std::vector<DynamicInputOutputInfo> ports{
      DynamicInputOutputInfo(kInput, "args", 4, "inputs", 6),
      DynamicInputOutputInfo(kOutput, "output", 6, "outputs", 7),
  };
  ge::Operator counted(op_src);
  counted.SetAttr(string("inputs"), 3);
  counted.SetAttr(string("outputs"), 1);
  return AutoMappingByOpFnDynamic(counted, op_dest, ports);
}

Status ParseOpToGraphSumOfThree(const Operator& op, Graph& graph) {
  (void)op;
  auto data0 = op::Data().set_attr_index(0);
  auto data1 = op::Data().set_attr_index(1);
  auto data2 = op::Data().set_attr_index(2);
  auto add01 = op::PairAdd("add01").set_input_x1(data0).set_input_x2(data1);
  auto add012 = op::PairAdd("add012").set_input_x1(add01).set_input_x2(data2);
  std::vector<Operator> inputs{data0, data1, data2};
  std::vector<std::pair<Operator, std::vector<size_t>>> outputs;
  outputs.emplace_back(add012, std::vector<size_t>{0});
  graph.SetInputs(inputs).SetOutputs(outputs);
  return SUCCESS;
}

REGISTER_CUSTOM_OP("PartitionedCall")
    .FrameworkType(ONNX)
    .OriginOpType("fixture::1::SumOfThree")
    .ParseParamsByOperatorFn(ParseParamsSumOfThree)
    .ParseOpToGraphFn(ParseOpToGraphSumOfThree)
    .ImplyType(ImplyType::TVM);

}  // namespace domi
