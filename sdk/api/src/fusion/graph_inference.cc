#include "ge/ge_utils.h"
#include "opdk/log.h"
#include "sdk/api/src/fusion/fusion_graph.h"

namespace ge {

namespace {

Status Refuse(const std::string& what) {
  opdk::Log(opdk::LogLevel::kError, "graph", "shapes can't be inferred: %s", what.c_str());
  return FAILED;
}

// Infers an operator's outputs. A constant's output is described by its value; other operators run their infer
// function.
Status Infer(const OperatorImplPtr& op) {
  if (fusion::IsConstant(*op)) {
    const auto* value = op->desc().GetAttr<Tensor>("value");
    if (value == nullptr || op->desc().outputs.empty()) return Refuse(fusion::NameOf(*op) + " has no value");
    op->desc().outputs[0].desc = value->GetTensorDesc();
    op->PushOutputDesc(0);
    return SUCCESS;
  }
  Operator handle = opdk::OperatorAccess::Handle(op);
  return handle.InferShapeAndType() == GRAPH_SUCCESS ? SUCCESS : Refuse(fusion::NameOf(*op) + " refused");
}

}  // namespace

Status GeUtils::InferShape(const Graph& graph, const std::vector<Shape>& input_shape) {
  if (opdk::IsEmpty(graph)) return Refuse("the graph is empty");
  const std::vector<OperatorImplPtr> data = fusion::DataOf(graph);
  if (data.size() != input_shape.size()) {
    return Refuse("the graph has " + std::to_string(data.size()) + " inputs, there are " +
                  std::to_string(input_shape.size()) + " shapes");
  }
  for (size_t i = 0; i < data.size(); ++i) {
    if (data[i]->desc().outputs.empty()) return Refuse(fusion::NameOf(*data[i]) + " has no output");
    TensorDesc& desc = data[i]->desc().outputs[0].desc;
    desc.SetShape(input_shape[i]);
    desc.SetOriginShape(input_shape[i]);
    data[i]->PushOutputDesc(0);
  }
  for (const OperatorImplPtr& op : fusion::TopologicalOrder(graph)) {
    if (fusion::IsData(*op)) continue;
    if (Infer(op) != SUCCESS) return FAILED;
  }
  return SUCCESS;
}

}  // namespace ge
