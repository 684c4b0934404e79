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

  // The nodes of a graph, which gives its messages away. `values`, those that the caller asks for, become what gives
  // them once calls are written out. E2001: a call of a function that isn't there or has other arguments, calls without
  // end.
  Result<std::vector<Node>> Flatten(GraphDef& graph, std::vector<std::string>& values);

 private:
  // Nodes that are being collected, and values that other values stand for.
  struct Scope {
    std::vector<Node> nodes;
    std::unordered_map<std::string, std::string> stands_for;
  };
  Status Add(Node node, Scope& scope, int depth);
  // A call's body takes its place.
  Status Inline(const Node& call, const FunctionDef& function, const AttrValues& attributes, Scope& scope, int depth);
  // The body of `function` in a scope: nodes are called "prefix/name", arguments are `arguments`; its results.
  Result<std::vector<std::string>> Instantiate(const FunctionDef& function, const AttrValues& attributes,
                                               const std::string& prefix, const std::vector<std::string>& arguments,
                                               Scope& scope, int depth);
  Result<std::shared_ptr<Body>> Region(const Node& node, const tensorflow::NameAttrList& called, int depth);
  Status AddRegions(Node& node, int depth);
  Result<const FunctionDef*> Find(const std::string& name, const Node& caller) const;
  Status Count(const Node& node);
  // The nodes that a node stands for once calls are written out, at least. Looks at each function once.
  int64_t CountWrittenOut(const NodeDef& node, int depth);
  int64_t CountWrittenOut(const std::string& function, int depth);
  Status TooMany(const Node& node) const;
  static Status Resolve(Scope& scope, std::vector<std::string>& values);

  std::unordered_map<std::string, const FunctionDef*> functions_;
  std::unordered_map<std::string, int64_t> counted_;  // nodes of a function, written out
  int64_t limit_, left_;
  int64_t outputs_left_;  // of nodes that have many
  int64_t bytes_left_;    // of nodes that functions are written out as
};

}  // namespace opdk::tensorflow_plugin
