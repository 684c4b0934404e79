// Nodes of a TensorFlow graph as the parser rewrites them: function calls written out, control flow with its graphs.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "opdk/status.h"
#include "plugins/tensorflow/parser/tensorflow.pb.h"

namespace opdk::tensorflow_plugin {

// Greatest depth of calls, branches and loops inside of each other. Each is read inside of the other.
inline constexpr int kMaxDepth = 64;

using tensorflow::AttrValue;
using tensorflow::FunctionDef;
using tensorflow::GraphDef;
using tensorflow::NodeDef;
using AttrValues = google::protobuf::Map<std::string, AttrValue>;

struct Body;
struct FusedScope;

// Output 0 of a node is the value of its name, output k "name:k".
struct Node {
  std::string name;
  std::string type;
  std::vector<std::string> inputs;    // values
  std::vector<std::string> controls;  // nodes that come before
  size_t outputs = 1;
  std::shared_ptr<const NodeDef> message;                              // nullptr: made here
  std::vector<std::pair<std::string, std::shared_ptr<Body>>> regions;  // of If, Case and While, by the graphs' names
  std::shared_ptr<const FusedScope> fused;  // of what a scope fusion pass made (fused_scope.h)

  const AttrValue* Attribute(const std::string& key) const {
    if (message == nullptr) return nullptr;
    const auto found = message->attr().find(key);
    return found == message->attr().end() ? nullptr : &found->second;
  }
};

// Returns whether the node is a While or a StatelessWhile.
inline bool IsLoop(const Node& node) { return node.type.ends_with("While"); }

// A graph that a node runs.
struct Body {
  std::string name;
  std::vector<std::string> inputs, outputs;  // values
  std::vector<Node> nodes;
};

// Returns the name of a node's output: "conv" for output 0, "split:1" for others.
std::string ValueName(const std::string& node, size_t output);
struct ValuePlace {
  std::string node;
  size_t output = 0;
};
ValuePlace PlaceOf(const std::string& value);

std::vector<std::string> OutputsOf(const Node& node);

std::string Title(const Node& node);
// Returns E2001 with the node and the fault.
Status Misfit(const Node& node, const std::string& what);

// Orders the nodes, producers first. `controls`: control inputs count, too. E2001: two nodes give one value. E2004: a
// cycle.
Result<std::vector<size_t>> OrderOf(const std::vector<Node>& nodes, bool controls);

}  // namespace opdk::tensorflow_plugin
