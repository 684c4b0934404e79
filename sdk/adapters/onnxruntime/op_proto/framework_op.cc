#include "sdk/adapters/onnxruntime/op_proto/framework_op.h"

#include <fmt/format.h>

#include "opdk/infer.h"
#include "opdk/infer_error.h"
#include "sdk/adapters/onnxruntime/opened_models.h"

namespace ge {

// Infers the types and shapes that ONNX Runtime knows.
IMPLEMT_COMMON_INFERFUNC(FrameworkOpInfer) {
  Tensor model;
  if (op.GetInputConstData("model", model) != GRAPH_SUCCESS)
    return opdk::ReportInferError(op, "model must be a constant");
  const std::string_view bytes(reinterpret_cast<const char*>(model.GetData()), model.GetSize());
  const auto opened = opdk::ort::OpenedModel(opdk::StringAttr(op, "digest"), bytes);
  if (!opened.ok()) {
    const opdk::Status& status = opened.status();
    return opdk::ReportInferError(op, status.message() + (status.hint().empty() ? "" : ": " + status.hint()));
  }
  const auto& inputs = (*opened)->inputs();
  const auto& outputs = (*opened)->outputs();
  if (op.GetDynamicInputNum("x") != static_cast<int>(inputs.size()) ||
      op.GetDynamicOutputNum("y") != static_cast<int>(outputs.size())) {
    return opdk::ReportInferError(op, fmt::format("the model takes {} and gives {}", inputs.size(), outputs.size()));
  }
  for (uint32_t i = 0; i < inputs.size(); ++i) {
    const DataType type = op.GetDynamicInputDesc("x", i).GetDataType();
    if (type == inputs[i].dtype) continue;
    return opdk::ReportInferError(op, fmt::format("x{} is {}, the model's '{}' is {}", i, opdk::TypeText(type),
                                                  inputs[i].name, opdk::TypeText(inputs[i].dtype)));
  }
  for (uint32_t i = 0; i < outputs.size(); ++i) {
    const graphStatus set = opdk::SetDynamicOutput(op, "y", i, outputs[i].shape, outputs[i].dtype);
    if (set != GRAPH_SUCCESS) return set;
  }
  return GRAPH_SUCCESS;
}

COMMON_INFER_FUNC_REG(FrameworkOp, FrameworkOpInfer);

}  // namespace ge
