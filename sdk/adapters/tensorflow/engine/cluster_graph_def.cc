#include "sdk/adapters/tensorflow/engine/cluster_graph_def.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "sdk/adapters/tensorflow/abi.h"
#include "sdk/adapters/tensorflow/engine/host_graph.h"
#include "sdk/adapters/tensorflow/engine/support.h"

namespace opdk::tensorflow_adapter {

using tensorflow::GraphDef;
using tensorflow::NodeDef;

std::string InputName(size_t index) { return fmt::format("opdk_input_{}", index); }

tensorflow::TensorShapeProto ShapeOf(const NodeDef& node, int output) {
  const auto shapes = node.attr().find(OPDK_TF_SHAPES);
  if (shapes != node.attr().end() && output < shapes->second.list().shape_size()) {
    tensorflow::TensorShapeProto shape = shapes->second.list().shape(output);
    // Grappler numbers unknown sizes, from -2 down, so that equal ones have one number.
    for (auto& dim : *shape.mutable_dim()) dim.set_size(std::max<int64_t>(dim.size(), -1));
    return shape;
  }
  tensorflow::TensorShapeProto unknown;
  unknown.set_unknown_rank(true);
  return unknown;
}

void RemoveAnnotations(NodeDef& node) {
  for (const char* name : {OPDK_TF_TYPES, OPDK_TF_SHAPES, OPDK_TF_INPUT_TYPES, OPDK_TF_STATEFUL, OPDK_TF_PAIRS})
    node.mutable_attr()->erase(name);
}

ClusterGraphDef MakeClusterGraph(const GraphDef& whole, const MixedGraph& graph, const MixedCluster& cluster) {
  ClusterGraphDef made;
  std::map<std::string, std::string> inputs;  // value outside -> Placeholder
  std::set<std::string> inside;
  for (size_t i = 0; i < cluster.inputs.size(); ++i) {
    const MixedValue& value = cluster.inputs[i];
    const NodeDef& producer = whole.node(static_cast<int>(value.node));
    inputs[ValueText(producer.name(), value.output)] = InputName(i);
    NodeDef& placeholder = *made.graph.add_node();
    placeholder.set_name(InputName(i));
    placeholder.set_op("Placeholder");
    const std::vector<tensorflow::DataType> types = OutputTypes(producer);
    auto& attributes = *placeholder.mutable_attr();
    attributes["dtype"].set_type(types.at(static_cast<size_t>(value.output)));
    *attributes["shape"].mutable_shape() = ShapeOf(producer, value.output);
  }
  std::vector<size_t> nodes = cluster.copies;
  nodes.insert(nodes.end(), cluster.nodes.begin(), cluster.nodes.end());
  for (const size_t node : nodes) inside.insert(graph.nodes[node].name);
  for (const size_t number : nodes) {
    NodeDef& node = *made.graph.add_node();
    node = whole.node(static_cast<int>(number));
    RemoveAnnotations(node);
    node.clear_device();
    std::vector<std::string> kept;
    for (const std::string& input : node.input()) {
      const InputPlace place = PlaceOf(input);
      if (inside.contains(place.node)) {
        kept.push_back(input);
      } else if (!place.control) {
        kept.push_back(inputs.at(ValueText(place.node, place.output)));
      }
    }
    node.mutable_input()->Assign(kept.begin(), kept.end());
  }
  for (const MixedValue& value : cluster.outputs) {
    made.outputs.push_back(ValueText(graph.nodes[value.node].name, value.output));
  }
  *made.graph.mutable_versions() = whole.versions();
  if (whole.library().function_size() > 0) *made.graph.mutable_library() = whole.library();
  return made;
}

}  // namespace opdk::tensorflow_adapter
