#include "sdk/tools/atc/dynamic_aipp.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "acl/acl_mdl.h"
#include "graph_core/ir/data_index.h"
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

// Returns the size of the parameters; -1 if only a run knows the number of images.
int64_t ParameterBytes(int64_t images) { return images < 0 ? -1 : static_cast<int64_t>(AippBytes(images)); }

// Adds the input of the parameters. The first has ACL's name, which programs look for.
Node* AddParameters(int64_t images, const Node& data, Graph& graph) {
  const bool first = graph.Find(ACL_DYNAMIC_AIPP_NAME) == nullptr;
  OpDesc op =
      StructuralDesc(first ? ACL_DYNAMIC_AIPP_NAME : fmt::format("{}_{}", ACL_DYNAMIC_AIPP_NAME, data.name()), kData);
  op.outputs = data.op().outputs;
  op.inputs = data.op().inputs;
  SetDataIndex(op, graph.inputs().size());
  Node* node = graph.AddNode(std::move(op));
  Describe(node, Bytes(ParameterBytes(images)));
  return node;
}

// Adds an operator whose first input reads `from`.
Node* AddBehind(const Endpoint& from, std::string name, const char* type, const std::vector<std::string>& inputs,
                const char* output, AttrMap attrs, Graph& graph) {
  OpDesc op = StructuralDesc(std::move(name), type);
  op.attrs = std::move(attrs);
  for (const std::string& input : inputs) op.inputs.push_back({input, -1, ge::TensorDesc()});
  op.outputs.push_back({output, -1, ge::TensorDesc()});
  Node* node = graph.AddNode(std::move(op));
  graph.Connect(from, node, 0);
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

Status InsertDynamicAipp(int64_t image_bytes, const ImageAxes& axes, Node* data,
                         std::vector<std::vector<std::vector<int64_t>>>& gears, Graph& graph) {
  const ge::TensorDesc desc = data->op().outputs.at(0).desc;
  const std::vector<int64_t> given = desc.GetShape().GetDims();
  const std::vector<int64_t> shape = {given[0], given[axes.channels], given[axes.height], given[axes.width]};
  if (image_bytes <= 0) {
    return Status(ErrorCode::kUsage, "max_src_image_size is missing: the bytes of a run's images, at most");
  }
  if (shape[2] < 0 || shape[3] < 0) {
    return Status(ErrorCode::kUsage, fmt::format("the input '{}' has an open height or width", data->name()))
        .Hint("dynamic AIPP needs both; static AIPP takes them as they come");
  }
  if (shape[0] > kMostAippImages) {
    return Status(ErrorCode::kUsage, fmt::format("there are at most {} images in a run, the input '{}' has {}",
                                                 kMostAippImages, data->name(), shape[0]));
  }
  const std::vector<Node*> inputs = graph.inputs();
  const auto index = static_cast<size_t>(std::find(inputs.begin(), inputs.end(), data) - inputs.begin());
  for (std::vector<std::vector<int64_t>>& gear : gears) {
    const int64_t images = gear.at(index).at(0);
    gear.at(index) = {image_bytes};
    gear.push_back({ParameterBytes(images)});
  }
  const std::vector<Use> uses = data->uses(0);
  Node* parameters = AddParameters(shape[0], *data, graph);
  Describe(data, Bytes(image_bytes));

  Node* last = AddBehind({data, 0}, data->name() + "_aipp", "DynamicAipp", {"images", "params"}, "features",
                         {{"shape", shape}}, graph);
  graph.Connect({parameters, 0}, last, 1);
  if (axes.channels == 3) {
    last = AddBehind({last, 0}, data->name() + "_aipp_TransposeD", "TransposeD", {"x"}, "y",
                     {{"perm", std::vector<int64_t>{0, 2, 3, 1}}}, graph);
  }
  if (desc.GetDataType() != ge::DT_FLOAT) {
    last = AddBehind({last, 0}, data->name() + "_aipp_Cast", "Cast", {"x"}, "y",
                     {{"dst_type", static_cast<int64_t>(desc.GetDataType())}}, graph);
  }
  for (const Use& use : uses) graph.Connect({last, 0}, use.node, use.index);
  Record(*data, *parameters, shape, graph);
  return Status();
}

}  // namespace opdk::atc
