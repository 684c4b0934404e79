#include <string>
#include <vector>

#include "graph/operator.h"
#include "register/register.h"

namespace domi {

// Has the same name as in the ONNX plugin: two libraries of CANN, two functions.
Status ParseParamsBlockScale(const ge::Operator& op_src, ge::Operator& op_dest) {
  int kernel_size = 0;
  bool bias = false;
  std::vector<int64_t> order;
  (void)op_src.GetAttr("kernel_size", kernel_size);
  (void)op_src.GetAttr("bias_term", bias);
  (void)op_src.GetAttr(std::string("order"), order);
  op_dest.SetAttr("order", order);
  op_dest.SetAttr("kernel_size", static_cast<int64_t>(kernel_size));
  float slope = 0;
  if (op_src.GetAttr("negative_slope", slope) == ge::GRAPH_SUCCESS) {
    op_dest.SetAttr("scale", slope);
  }
  return SUCCESS;
}

REGISTER_CUSTOM_OP("BlockScale")
    .FrameworkType(CAFFE)
    .OriginOpType("BlockScale")
    .ParseParamsByOperatorFn(ParseParamsBlockScale)
    .ImplyType(ImplyType::AI_CPU);

Status ParseMessage(const google::protobuf::Message* message, ge::Operator& op) { return AutoMappingFn(message, op); }
REGISTER_CUSTOM_OP("CopyOf").FrameworkType(CAFFE).OriginOpType({"Copy", "Split"}).ParseParamsFn(ParseMessage);

}  // namespace domi
