// TensorFlow's graph as mixed compute sees it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "opdk/mixed_compute.h"
#include "opdk/status.h"
#include "plugins/tensorflow/parser/tensorflow.pb.h"

namespace opdk::tensorflow_adapter {

// "a:1", "a", "^a" of a node's inputs.
struct InputPlace {
  std::string node;
  int output = 0;
  bool control = false;
};
InputPlace PlaceOf(const std::string& input);
// Returns the text of a value: "a", "a:1".
std::string ValueText(const std::string& node, int output);

// Returns the types of a node's outputs up to the last output that `kept` names.
std::vector<tensorflow::DataType> KeptTypes(const tensorflow::NodeDef& node, const std::set<std::string>& kept);

// Returns the nodes of a graph in its order, with their names, types, inputs and controls alone. E2001: an input that
// no node gives.
Result<MixedGraph> ReadLinks(const tensorflow::GraphDef& graph);

// Reads an annotated graph. `fed`: nodes whose values are replaced; `kept`: OpdkTfRewrite's list. E2001: an input that
// no node gives.
Result<MixedGraph> ReadHostGraph(const tensorflow::GraphDef& graph, const PackageRegistry& packages,
                                 const std::set<std::string>& fed, const std::set<std::string>& kept);

}  // namespace opdk::tensorflow_adapter
