// One operator as several built-in ones, with CANN's headers of prototypes.
#include "array_ops.h"
#include "elewise_calculation_ops.h"
#include "register/register.h"

using namespace ge;

namespace domi {

Status ParseParamsTriple(const ge::Operator& op_src, ge::Operator& op_dest) {
  (void)op_src;
  op_dest.SetAttr("original_type", "fixture::1::Triple");
  ge::Operator counted("n", "Triple");
  counted.SetAttr(std::string("inputs"), 1);
  counted.SetAttr(std::string("outputs"), 1);
  return AutoMappingByOpFnDynamic(counted, op_dest,
                                  {DynamicInputOutputInfo(kInput, "args", 4, "inputs", 6),
                                   DynamicInputOutputInfo(kOutput, "output", 6, "outputs", 7)});
}

Status ParseOpToGraphTriple(const Operator& op, Graph& graph) {
  (void)op;
  auto data0 = op::Data("data0").set_attr_index(0);
  auto twice = op::Add("twice").set_input_x1(data0).set_input_x2(data0);
  auto thrice = op::Add("thrice").set_input_x1(twice).set_input_x2(data0);
  std::vector<Operator> inputs{data0};
  std::vector<std::pair<Operator, std::vector<size_t>>> outputs;
  outputs.emplace_back(thrice, std::vector<size_t>{0});
  graph.SetInputs(inputs).SetOutputs(outputs);
  return FIXTURE_FACTOR == 3 ? SUCCESS : FAILED;
}

REGISTER_CUSTOM_OP("PartitionedCall")
    .FrameworkType(ONNX)
    .OriginOpType("fixture::1::Triple")
    .ParseParamsByOperatorFn(ParseParamsTriple)
    .ParseOpToGraphFn(ParseOpToGraphTriple)
    .ImplyType(ImplyType::TVM);

REGISTER_CUSTOM_OP("PairAdd").FrameworkType(ONNX).OriginOpType("fixture::1::PairAdd").ParseParamsFn(AutoMappingFn);
REGISTER_CUSTOM_OP("Distinct")
    .FrameworkType(ONNX)
    .OriginOpType("fixture::1::Distinct")
    .ParseParamsByOperatorFn(AutoMappingByOpFn);
REGISTER_CUSTOM_OP("UpdateInPlace")
    .FrameworkType(ONNX)
    .OriginOpType("fixture::1::UpdateInPlace")
    .ParseParamsByOperatorFn(AutoMappingByOpFn);

}  // namespace domi
