#include "graph_core/ir/input_shapes.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph_core/base/tensor_size.h"
#include "opdk/shape_rules.h"

namespace opdk {
namespace {

bool Allows(const std::vector<int64_t>& declared, const std::vector<int64_t>& shape) {
  if (IsUnknown(shape)) return false;
  if (declared == std::vector<int64_t>{-2}) return true;
  return std::equal(declared.begin(), declared.end(), shape.begin(), shape.end(),
                    [](int64_t extent, int64_t given) { return extent == -1 || extent == given; });
}

}  // namespace

bool HasUnknownInput(const Graph& graph) {
  const std::vector<Node*> inputs = graph.inputs();
  return std::any_of(inputs.begin(), inputs.end(),
                     [](const Node* input) { return IsUnknown(input->op().outputs.at(0).desc.GetShape().GetDims()); });
}

std::vector<std::string> DimNames(const OpDesc& data) {
  const auto* given = data.GetAttr<std::vector<std::string>>(kDimNames);
  const std::vector<int64_t> dims = data.outputs.at(0).desc.GetShape().GetDims();
  if (given == nullptr || given->size() != dims.size()) return {};
  std::vector<std::string> names = *given;
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (dims[axis] != ge::UNKNOWN_DIM) names[axis].clear();
  }
  return names;
}

Status SetInputShapes(Graph& graph, const std::vector<std::vector<int64_t>>& shapes) {
  const std::vector<Node*> data = graph.inputs();
  if (data.size() != shapes.size()) {
    return Status(ErrorCode::kInputMissing,
                  fmt::format("the graph has {} inputs, shapes of {} are given", data.size(), shapes.size()));
  }
  for (size_t i = 0; i < data.size(); ++i) {
    ge::TensorDesc& desc = data[i]->op().outputs.at(0).desc;
    const std::vector<int64_t> declared = desc.GetShape().GetDims();
    if (!Allows(declared, shapes[i])) {
      return Status(ErrorCode::kInputMismatch,
                    fmt::format("the shape {} isn't allowed by {}", ShapeText(shapes[i]), ShapeText(declared)))
          .At(fmt::format("node {} (Data)", data[i]->name()));
    }
    desc.SetShape(ge::Shape(shapes[i]));
    desc.SetOriginShape(ge::Shape(shapes[i]));
  }
  return Status();
}

}  // namespace opdk
