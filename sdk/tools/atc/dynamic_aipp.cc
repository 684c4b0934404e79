#include "sdk/tools/atc/dynamic_aipp.h"

#include <fmt/format.h>

#include "acl/acl_mdl.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/loading/aipp_facts.h"
#include "opdk/aipp_parameters.h"

namespace opdk::atc {
namespace {

ge::TensorDesc Bytes(int64_t count) {
  ge::TensorDesc desc(ge::Shape(std::vector<int64_t>{count}), ge::FORMAT_ND, ge::DT_UINT8);
  desc.SetOriginShape(desc.GetShape());
  desc.SetOriginFormat(ge::FORMAT_ND);
  return desc;
}

void Describe(Node* data, const ge::TensorDesc& desc) {
  data->op().outputs.at(0).desc = desc;
  for (Port& port : data->op().inputs) port.desc = desc;
}

// ACL's name for the first, which programs look for.
Node* AddParameters(int64_t images, const Node& data, Graph& graph) {
  const bool first = graph.Find(ACL_DYNAMIC_AIPP_NAME) == nullptr;
  OpDesc op =
      StructuralDesc(first ? ACL_DYNAMIC_AIPP_NAME : fmt::format("{}_{}", ACL_DYNAMIC_AIPP_NAME, data.name()), kData);
  op.outputs = data.op().outputs;
  op.inputs = data.op().inputs;
  op.attrs["index"] = static_cast<int64_t>(graph.inputs().size());
  Node* node = graph.AddNode(std::move(op));
  Describe(node, Bytes(static_cast<int64_t>(AippBytes(images))));
  return node;
}

void Record(const Node& data, const Node& parameters, const std::vector<int64_t>& shape, Graph& graph) {
  Attr& pairs = graph.attrs()[std::string(kDynamicAippInputs)];
  if (!std::holds_alternative<std::vector<std::string>>(pairs)) pairs = std::vector<std::string>();
  auto& names = std::get<std::vector<std::string>>(pairs);
  names.push_back(data.name());
  names.push_back(parameters.name());
  graph.attrs()[AippAttr(data.name(), "dims")] = shape;
}

}  // namespace

Status InsertDynamicAipp(int64_t image_bytes, Node* data, Graph& graph) {
  const ge::TensorDesc desc = data->op().outputs.at(0).desc;
  const std::vector<int64_t> shape = desc.GetShape().GetDims();
  if (image_bytes <= 0) {
    return Status(ErrorCode::kUsage, "max_src_image_size is missing: the bytes of a run's images, at most");
  }
  if (shape[0] > kMostAippImages) {
    return Status(ErrorCode::kUsage, fmt::format("there are at most {} images in a run, the input '{}' has {}",
                                                 kMostAippImages, data->name(), shape[0]));
  }
  const std::vector<Use> uses = data->uses(0);
  Node* parameters = AddParameters(shape[0], *data, graph);
  Describe(data, Bytes(image_bytes));

  OpDesc op = StructuralDesc(data->name() + "_aipp", "DynamicAipp");
  op.attrs["shape"] = shape;
  op.inputs = {{"images", -1, ge::TensorDesc()}, {"params", -1, ge::TensorDesc()}};
  op.outputs = {{"features", -1, ge::TensorDesc()}};
  Node* last = graph.AddNode(std::move(op));
  graph.Connect({data, 0}, last, 0);
  graph.Connect({parameters, 0}, last, 1);
  if (desc.GetDataType() != ge::DT_FLOAT) {
    OpDesc cast = StructuralDesc(data->name() + "_aipp_Cast", "Cast");
    cast.attrs["dst_type"] = static_cast<int64_t>(desc.GetDataType());
    cast.inputs = {{"x", -1, ge::TensorDesc()}};
    cast.outputs = {{"y", -1, ge::TensorDesc()}};
    Node* node = graph.AddNode(std::move(cast));
    graph.Connect({last, 0}, node, 0);
    last = node;
  }
  for (const Use& use : uses) graph.Connect({last, 0}, use.node, use.index);
  Record(*data, *parameters, shape, graph);
  return Status();
}

}  // namespace opdk::atc
