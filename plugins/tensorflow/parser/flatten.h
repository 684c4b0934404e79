// Function calls written out: a graph without calls, whose If, Case and While hold their graphs.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "opdk/status.h"
#include "plugins/tensorflow/parser/node.h"

namespace opdk::tensorflow_plugin {

class Flattener {
 public:
  // `library` must outlive the flattener. `limit`: the most nodes the calls may write out to.
  Flattener(const tensorflow::FunctionDefLibrary& library, int64_t limit);

  // Returns the nodes of a graph with all calls written out. Moves the messages out of `graph`. `values`, which the
  // caller asks for, become the values that the functions' nodes give. E2001: a call of an unknown function or with
  // other arguments, or endless calls.
  Result<std::vector<Node>> Flatten(GraphDef& graph, std::vector<std::string>& values);

 private:
  // Nodes that are being collected, and the values that values were replaced by.
  struct Scope {
    std::vector<Node> nodes;
    std::unordered_map<std::string, std::string> stands_for;
  };
  Status Add(Node node, Scope& scope, int depth);
  // Puts the function's body in the place of a call.
  Status Inline(const Node& call, const FunctionDef& function, const AttrValues& attributes, Scope& scope, int depth);
  // Adds the body of `function` to a scope and returns its results. Nodes are called "prefix/name"; the function's
  // arguments become `arguments`.
  Result<std::vector<std::string>> Instantiate(const FunctionDef& function, const AttrValues& attributes,
                                               const std::string& prefix, const std::vector<std::string>& arguments,
                                               Scope& scope, int depth);
  Result<std::shared_ptr<Body>> Region(const Node& node, const tensorflow::NameAttrList& called, int depth);
  Status AddRegions(Node& node, int depth);
  Result<const FunctionDef*> Find(const std::string& name, const Node& caller) const;
  Status Count(const Node& node);
  // Returns the number of nodes, at least, for which a node stands once calls are written out. Looks at each function
  // once.
  int64_t CountWrittenOut(const NodeDef& node, int depth);
  int64_t CountWrittenOut(const std::string& function, int depth);
  Status TooMany(const Node& node) const;
  static Status Resolve(Scope& scope, std::vector<std::string>& values);

  std::unordered_map<std::string, const FunctionDef*> functions_;
  std::unordered_map<std::string, int64_t> counted_;  // nodes of a function, written out
  int64_t limit_, left_;
  int64_t outputs_left_;  // of nodes that have many outputs
  int64_t bytes_left_;    // of the nodes that calls are written out as
};

}  // namespace opdk::tensorflow_plugin
