// Mappings that exercise what a custom package may do: read the attribute text, expand one node into several, fail.
#include <stdexcept>
#include <string>

#include "graph/operator_factory.h"
#include "register/register.h"

namespace domi {
namespace {

// Reads the slope of a LeakyRelu from CANN's text attribute.
Status ParseScaledRelu(const ge::Operator& op_src, ge::Operator& op_dest) {
  ge::AscendString text;
  if (op_src.GetAttr("attribute", text) != ge::GRAPH_SUCCESS) return FAILED;
  const std::string attributes = text.GetString();
  const std::string key = "\"f\":\"";
  const size_t at = attributes.find(key);
  if (at == std::string::npos || attributes.find("\"name\":\"slope\"") == std::string::npos) return FAILED;
  op_dest.SetAttr("negative_slope", std::stof(attributes.substr(at + key.size())));
  return SUCCESS;
}

// Reads the slope of a LeakyRelu: the first number of a tensor in CANN's text attribute.
Status ParseTableRelu(const ge::Operator& op_src, ge::Operator& op_dest) {
  ge::AscendString text;
  if (op_src.GetAttr("attribute", text) != ge::GRAPH_SUCCESS) return FAILED;
  const std::string attributes = text.GetString();
  const std::string key = "\"float_data\":[";
  const size_t at = attributes.find(key);
  if (at == std::string::npos) return FAILED;
  op_dest.SetAttr("negative_slope", std::stof(attributes.substr(at + key.size())));
  return SUCCESS;
}

Status ParseAddThree(const ge::Operator& op_src, ge::Operator& op_dest) {
  ge::Operator source = op_src;
  source.SetAttr("inputs", static_cast<int64_t>(source.GetInputsSize()));
  source.SetAttr("outputs", static_cast<int64_t>(source.GetOutputsSize()));
  const DynamicInputOutputInfo args(kInput, "args", 4, "inputs", 6);
  const DynamicInputOutputInfo output(kOutput, "output", 6, "outputs", 7);
  if (AutoMappingByOpFnDynamic(source, op_dest, {args, output}) != SUCCESS) return FAILED;
  op_dest.SetAttr("original_type", "test.domain::1::AddThree");
  return SUCCESS;
}

Status ExpandAddThree(const ge::Operator& op, ge::Graph& graph) {
  if (op.GetDynamicInputNum("args") != 3) return FAILED;
  std::vector<ge::Operator> inputs;
  for (int64_t i = 0; i < 3; ++i) {
    ge::Operator data = ge::OperatorFactory::CreateOperator("data" + std::to_string(i), std::string("Data"));
    data.SetAttr("index", i);
    inputs.push_back(data);
  }
  ge::Operator first = ge::OperatorFactory::CreateOperator("first", "Add");
  first.SetInput("x1", inputs[0]).SetInput("x2", inputs[1]);
  ge::Operator second = ge::OperatorFactory::CreateOperator("second", "Add");
  second.SetInput("x1", first).SetInput("x2", inputs[2]);
  graph.SetInputs(inputs).SetOutputs({{second, std::vector<size_t>{0}}});
  return SUCCESS;
}

// Reads an attribute by the framework's name, by hand.
Status ParseSlope(const ge::Operator& op_src, ge::Operator& op_dest) {
  float slope = 0;
  if (op_src.GetAttr("slope", slope) != ge::GRAPH_SUCCESS) return FAILED;
  op_dest.SetAttr("negative_slope", slope);
  return SUCCESS;
}

// Gives a dynamic input as many entries as an attribute says that ONNX's node doesn't have.
Status ParseUncounted(const ge::Operator& op_src, ge::Operator& op_dest) {
  return AutoMappingByOpFnDynamic(op_src, op_dest, {DynamicInputOutputInfo(kInput, "x", 1, "N", 1)});
}

Status Throw(const ge::Operator&, ge::Operator&) { throw std::runtime_error("no such luck"); }

}  // namespace

REGISTER_CUSTOM_OP("LeakyRelu")
    .FrameworkType(ONNX)
    .OriginOpType("test.domain::2::ScaledRelu")
    .ParseParamsByOperatorFn(ParseScaledRelu);

REGISTER_CUSTOM_OP("LeakyRelu")
    .FrameworkType(ONNX)
    .OriginOpType("test.domain::1::TableRelu")
    .ParseParamsByOperatorFn(ParseTableRelu);

REGISTER_CUSTOM_OP("LeakyRelu")
    .FrameworkType(ONNX)
    .OriginOpType("test.domain::1::PlainRelu")
    .ParseParamsByOperatorFn(AutoMappingByOpFn)
    .IgnoreAttrs({"training"});

REGISTER_CUSTOM_OP("LeakyRelu")
    .FrameworkType(ONNX)
    .OriginOpType("test.domain::1::SlopeRelu")
    .ParseParamsByOperatorFn(ParseSlope);

// Reads the node's own message; AutoMappingFn then copies what it doesn't know.
REGISTER_CUSTOM_OP("LeakyRelu")
    .FrameworkType(ONNX)
    .OriginOpType("test.domain::1::MessageRelu")
    .ParseParamsFn([](const Message* op_src, ge::Operator& op_dest) -> Status {
      ge::Operator copied("copied", "copied");
      if (AutoMappingFn(op_src, copied) != SUCCESS || AutoMappingFn(op_src, op_dest) != SUCCESS) return FAILED;
      for (const auto& attr : copied.GetAllAttrNamesAndTypes()) {
        ge::AttrValue value;
        if (attr.first == "slope" && copied.GetAttr(attr.first, value) == ge::GRAPH_SUCCESS) {
          op_dest.SetAttr("negative_slope", std::move(value));
        }
      }
      return SUCCESS;
    });

REGISTER_CUSTOM_OP("PartitionedCall")
    .FrameworkType(ONNX)
    .OriginOpType("test.domain::1::AddThree")
    .ParseParamsByOperatorFn(ParseAddThree)
    .ParseOpToGraphFn(ExpandAddThree);

REGISTER_CUSTOM_OP("AddN")
    .FrameworkType(ONNX)
    .OriginOpType("test.domain::1::Uncounted")
    .ParseParamsByOperatorFn(ParseUncounted);

REGISTER_CUSTOM_OP("Relu").FrameworkType(ONNX).OriginOpType("test.domain::1::Throws").ParseParamsByOperatorFn(Throw);

// Takes ai.onnx's Selu over from opset 11 on, in the model's own form.
REGISTER_CUSTOM_OP("Elu")
    .FrameworkType(ONNX)
    .OriginOpType({ge::AscendString("ai.onnx::11::Selu"), ge::AscendString("ai.onnx::13::Selu")})
    .ParseParamsByOperatorFn([](const ge::Operator&, ge::Operator& op_dest) -> Status {
      // ONNX's gamma is left out by hand.
      op_dest.SetAttr("alpha", 2.0f);
      return SUCCESS;
    });

}  // namespace domi
