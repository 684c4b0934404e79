// Mappings of the fused types of this package's passes.
#include <string>
#include <vector>

#include "register/register.h"

namespace domi {
namespace {

// Muls: the constant that the multiplication's second input names.
Status ReadScale(const std::vector<ge::Operator>& nodes, ge::Operator& op) {
  ge::AscendString constant;
  for (const ge::Operator& node : nodes) {
    ge::AscendString type;
    node.GetOpType(type);
    if (type == "Mul" && node.GetInputsSize() == 2) node.GetInputDesc(1).GetName(constant);
  }
  for (const ge::Operator& node : nodes) {
    ge::AscendString name;
    node.GetName(name);
    ge::Tensor value;
    if (!(name == constant) || node.GetAttr("value", value) != ge::GRAPH_SUCCESS) continue;
    op.SetAttr("value", *reinterpret_cast<const float*>(value.GetData()));
    return SUCCESS;
  }
  return FAILED;
}
REGISTER_CUSTOM_OP("Muls")
    .FrameworkType(TENSORFLOW)
    .OriginOpType("ScaleOfScope")
    .FusionParseParamsFn(ReadScale)
    .ImplyType(ImplyType::TVM);

Status NothingToRead(const std::vector<ge::Operator>&, ge::Operator&) { return SUCCESS; }
REGISTER_CUSTOM_OP("FusedMulAdd")
    .FrameworkType(TENSORFLOW)
    .OriginOpType("TimesPlus")
    .FusionParseParamsFn(NothingToRead)
    .ImplyType(ImplyType::TVM);

// Adds: how many messages there are.
Status CountMessages(const std::vector<const google::protobuf::Message*> nodes, ge::Operator& op) {
  op.SetAttr("value", static_cast<float>(nodes.size()));
  return SUCCESS;
}
REGISTER_CUSTOM_OP("Adds").FrameworkType(TENSORFLOW).OriginOpType("CountOfScope").FusionParseParamsFn(CountMessages);

REGISTER_CUSTOM_OP("Abs")
    .FrameworkType(TENSORFLOW)
    .OriginOpType("MappedByOperator")
    .ParseParamsByOperatorFn(AutoMappingByOpFn);

}  // namespace
}  // namespace domi
