#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

domi::Status MapConstantOfShape(const ge::Operator& source, ge::Operator& target) {
  ge::Tensor value;
  if (source.GetAttr("value", value) != ge::GRAPH_SUCCESS) {
    const std::vector<uint8_t> zero(sizeof(float), 0);
    value = ge::Tensor(ge::TensorDesc(ge::Shape({1}), ge::FORMAT_ND, ge::DT_FLOAT), zero);
  }
  target.SetAttr("value", value);
  return domi::SUCCESS;
}

}  // namespace

OPDK_MAP_ONNX(ConstantOfShape, 9).ParseParamsByOperatorFn(MapConstantOfShape);

}  // namespace opdk::onnx_plugin
