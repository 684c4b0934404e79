// The nodes of a TensorFlow graph for the importer.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "graph/tensor.h"
#include "opdk/status.h"
#include "plugins/importer/importer.h"
#include "plugins/tensorflow/parser/node.h"
#include "plugins/tensorflow/parser/tensor_bundle.h"

namespace opdk::tensorflow_plugin {

// The source of the values of variables.
struct Checkpoint {
  std::shared_ptr<const TensorBundle> tensors;  // nullptr: none
  std::map<std::string, std::string> names;     // variable's node -> tensor
};

class GraphReader {
 public:
  // All must outlive the reader.
  GraphReader(const Checkpoint& checkpoint, importer::Importer& graph) : checkpoint_(checkpoint), graph_(graph) {}

  // Adds the nodes that `outputs` need. Moves the messages out of `nodes`. A value that the importer has already is not
  // searched for. E2001, E2002; the errors of Importer::AddNode.
  Status Read(std::vector<Node>& nodes, const std::vector<std::string>& outputs);

 private:
  Status Add(Node& node);
  void AddConstant(const Node& node);
  // Adds a variable's value, the checkpoint's tensor, under the node's name.
  Status AddRestored(const Node& node, const std::string& variable);
  Status AddOperator(const Node& node);
  Status AddFused(const Node& node);
  // Returns the values that a node takes. Reads a variable that isn't read yet.
  Result<std::vector<std::string>> InputsOf(const Node& node);
  Status AddControl(const Node& node);
  using Descs = std::vector<ge::TensorDesc>;
  using Graphs = std::vector<std::pair<std::string, ge::Graph>>;
  // The inputs of a graph inside of a node: the node's inputs from `first_input` on, with their types. The types of
  // variables don't count.
  struct Region {
    size_t first_input = 0;
    Descs types;
  };
  struct RegionRead {
    ge::Graph graph;
    Descs given;  // types of the graph's outputs
  };
  // Reads a graph that a node runs, in which inputs that are variables are the variables.
  Result<RegionRead> ReadRegion(const Node& node, const Body& body, const Region& region);
  // Reads the body until it gives the types for which it was read, because its nodes' mappings depend on them.
  Result<Graphs> ReadLoop(const Node& node);
  Result<Graphs> ReadBranches(const Node& node, size_t first_input);
  // Returns the types as far as they are known.
  Descs DescsOf(const std::vector<std::string>& values);
  void Know(const std::string& value, const ge::TensorDesc& desc);
  // Returns the variable that a value is or is the handle of. nullptr: the value is neither.
  const std::string* VariableOf(const std::string& value) const;

  const Checkpoint& checkpoint_;
  importer::Importer& graph_;
  std::unordered_map<std::string, std::string> variables_;  // by value
};

// Returns the values of these nodes that no node uses. They are the graph's outputs when none are requested.
std::vector<std::string> UnusedValues(const std::vector<Node>& nodes);

}  // namespace opdk::tensorflow_plugin
