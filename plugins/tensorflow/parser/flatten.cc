#include "plugins/tensorflow/parser/flatten.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "plugins/tensorflow/parser/output_names.h"

namespace opdk::tensorflow_plugin {
namespace {

// Limits of outputs, because a node's number of outputs may come from a mere number in the file.
constexpr size_t kFewOutputs = 64;
constexpr int64_t kMostOutputs = int64_t{1} << 18;
// A function's nodes are copied by each of its calls, under names that grow with their depth.
constexpr int64_t kMostCopiedBytes = int64_t{512} << 20;

// Far beyond any limit, and still to be added to.
constexpr int64_t kCountless = std::numeric_limits<int64_t>::max() / 4;

// The attributes of a node that hold the functions it runs.
struct RegionAttribute {
  const char* type;
  std::vector<const char*> attributes;
};

const std::vector<const char*>* RegionAttributesOf(const std::string& type) {
  static const std::vector<RegionAttribute> known = {{"If", {"then_branch", "else_branch"}},
                                                     {"StatelessIf", {"then_branch", "else_branch"}},
                                                     {"_If", {"then_branch", "else_branch"}},
                                                     {"While", {"cond", "body"}},
                                                     {"StatelessWhile", {"cond", "body"}},
                                                     {"_While", {"cond", "body"}},
                                                     {"Case", {"branches"}},
                                                     {"StatelessCase", {"branches"}},
                                                     {"For", {"body"}}};
  const auto found =
      std::find_if(known.begin(), known.end(), [&type](const RegionAttribute& row) { return type == row.type; });
  return found == known.end() ? nullptr : &found->attributes;
}

bool IsCall(const std::string& type) {
  return type == "PartitionedCall" || type == "StatefulPartitionedCall" || type == "SymbolicGradient";
}

// Sets an attribute of a function's node that is a placeholder for an attribute of the call.
void Substitute(AttrValue& value, const AttrValues& attributes) {
  if (value.value_case() == AttrValue::kPlaceholder) {
    const auto found = attributes.find(value.placeholder());
    if (found != attributes.end()) value = AttrValue(found->second);
    return;
  }
  if (value.has_func()) {
    for (auto& [name, inner] : *value.mutable_func()->mutable_attr()) Substitute(inner, attributes);
  }
}

// Returns the call's attributes, and the function's own attributes where the call doesn't set them.
AttrValues Bound(const FunctionDef& function, const AttrValues& call) {
  AttrValues bound = call;
  for (const auto& [name, value] : function.attr()) {
    if (!bound.contains(name)) bound[name] = value;
  }
  return bound;
}

// The outside names of a body's references: "argument", "argument:1" or "node:output:1".
class References {
 public:
  References(const FunctionDef& function, const std::string& prefix, const std::vector<std::string>& arguments)
      : prefix_(prefix) {
    for (int i = 0; i < function.signature().input_arg_size(); ++i) {
      arguments_[function.signature().input_arg(i).name()] = arguments[static_cast<size_t>(i)];
    }
    for (const NodeDef& node : function.node_def()) nodes_[node.name()] = &node;
  }

  std::string NodeName(const std::string& name) const { return fmt::format("{}/{}", prefix_, name); }

  // Returns the value for a reference in the body. Empty: there is no such value.
  std::optional<std::string> Value(const std::string& reference) const {
    const size_t colon = reference.find(':');
    const std::string head = reference.substr(0, colon);
    if (const auto argument = arguments_.find(head); argument != arguments_.end()) return argument->second;
    const auto node = nodes_.find(head);
    if (node == nodes_.end()) return std::nullopt;
    if (colon == std::string::npos) return NodeName(head);
    const ValuePlace place = PlaceOf(reference.substr(colon + 1));
    const auto number = OutputNumber(*node->second, place.node, place.output);
    if (!number) return std::nullopt;
    return ValueName(NodeName(head), *number);
  }

 private:
  const std::string& prefix_;
  std::unordered_map<std::string, std::string> arguments_;
  std::unordered_map<std::string, const NodeDef*> nodes_;
};

// Reads the inputs of a node. "x:0" is "x", and "^x" is a control input.
void ReadInputs(const NodeDef& message, Node& node) {
  for (const std::string& input : message.input()) {
    if (input.starts_with('^')) {
      node.controls.push_back(input.substr(1));
    } else {
      const ValuePlace place = PlaceOf(input);
      node.inputs.push_back(ValueName(place.node, place.output));
    }
  }
}

Node NodeOf(NodeDef&& message) {
  Node node;
  node.name = message.name();
  node.type = message.op();
  node.outputs = OutputCount(message);
  ReadInputs(message, node);
  node.message = std::make_shared<const NodeDef>(std::move(message));
  return node;
}

}  // namespace

Flattener::Flattener(const tensorflow::FunctionDefLibrary& library, int64_t limit)
    : limit_(limit),
      left_(limit),
      outputs_left_(kMostOutputs),
      bytes_left_(static_cast<int64_t>(library.ByteSizeLong()) + kMostCopiedBytes) {
  for (const FunctionDef& function : library.function()) functions_[function.signature().name()] = &function;
}

Status Flattener::Count(const Node& node) {
  const bool many = node.outputs > kFewOutputs;
  if (many && (outputs_left_ -= static_cast<int64_t>(node.outputs)) < 0) {
    return Misfit(node,
                  fmt::format("nodes with more than {} outputs have more than {} in all", kFewOutputs, kMostOutputs));
  }
  // Many outputs are as much work as the same number of nodes.
  left_ -= many ? static_cast<int64_t>(node.outputs) : 1;
  return left_ >= 0 ? Status() : TooMany(node);
}

Status Flattener::TooMany(const Node& node) const {
  return Misfit(node, fmt::format("the model has more than {} nodes when its functions are written out", limit_))
      .Hint("--max-nodes or OPDK_MAX_NODES sets another limit");
}

int64_t Flattener::CountWrittenOut(const std::string& function, int depth) {
  const auto found = functions_.find(function);
  if (found == functions_.end() || depth > kMaxDepth) return 0;
  // A call of a function by itself counts as 0, because reading the function refuses it.
  const auto [known, added] = counted_.emplace(function, 0);
  if (!added) return known->second;
  int64_t count = 0;
  for (const NodeDef& node : found->second->node_def()) {
    count = std::min(kCountless, count + CountWrittenOut(node, depth + 1));
  }
  return counted_[function] = count;
}

int64_t Flattener::CountWrittenOut(const NodeDef& node, int depth) {
  int64_t count = 1;
  const auto add = [&](const std::string& function) {
    count = std::min(kCountless, count + CountWrittenOut(function, depth));
  };
  const auto add_attribute = [&](const char* name) {
    const auto value = node.attr().find(name);
    if (value == node.attr().end()) return;
    if (value->second.has_func()) add(value->second.func().name());
    for (const auto& function : value->second.list().func()) add(function.name());
  };
  if (IsCall(node.op())) {
    add_attribute("f");
  } else if (functions_.contains(node.op())) {
    add(node.op());
  } else if (const auto* regions = RegionAttributesOf(node.op())) {
    for (const char* name : *regions) add_attribute(name);
  }
  return count;
}

Result<const FunctionDef*> Flattener::Find(const std::string& name, const Node& caller) const {
  const auto found = functions_.find(name);
  if (found != functions_.end()) return found->second;
  return Misfit(caller, fmt::format("it calls the function '{}', which the model hasn't got", name));
}

Status Flattener::Resolve(Scope& scope, std::vector<std::string>& values) {
  for (std::string& value : values) {
    size_t steps = 0;
    for (auto found = scope.stands_for.find(value); found != scope.stands_for.end();
         found = scope.stands_for.find(value)) {
      value = found->second;
      if (++steps > scope.stands_for.size()) {
        return Status(ErrorCode::kModelInvalid, fmt::format("the value '{}' stands for itself", value));
      }
    }
  }
  return {};
}

Result<std::vector<Node>> Flattener::Flatten(GraphDef& graph, std::vector<std::string>& values) {
  int64_t count = 0;
  for (const NodeDef& message : graph.node()) {
    count = std::min(kCountless, count + CountWrittenOut(message, 0));
    if (count > left_) return TooMany(NodeOf(NodeDef(message)));
  }
  Scope scope;
  for (NodeDef& message : *graph.mutable_node()) OPDK_TRY(Add(NodeOf(std::move(message)), scope, 0));
  for (Node& node : scope.nodes) OPDK_TRY(Resolve(scope, node.inputs));
  OPDK_TRY(Resolve(scope, values));
  return std::move(scope.nodes);
}

Status Flattener::Add(Node node, Scope& scope, int depth) {
  OPDK_TRY(Count(node));
  if (depth > kMaxDepth) return Misfit(node, "functions call each other without end");
  if (IsCall(node.type)) {
    const AttrValue* called = node.Attribute("f");
    if (called == nullptr || !called->has_func()) return Misfit(node, "its attribute f, a function, is missing");
    OPDK_TRY(const FunctionDef* function, Find(called->func().name(), node));
    return Inline(node, *function, called->func().attr(), scope, depth);
  }
  if (const auto function = functions_.find(node.type); function != functions_.end()) {
    return Inline(node, *function->second, node.message->attr(), scope, depth);
  }
  if (const std::string fault = CountFault(*node.message, node.inputs.size()); !fault.empty()) {
    return Misfit(node, fault);
  }
  OPDK_TRY(AddRegions(node, depth));
  scope.nodes.push_back(std::move(node));
  return {};
}

Status Flattener::Inline(const Node& call, const FunctionDef& function, const AttrValues& attributes, Scope& scope,
                         int depth) {
  OPDK_TRY(const std::vector<std::string> results,
           Instantiate(function, attributes, call.name, call.inputs, scope, depth));
  for (size_t i = 0; i < results.size(); ++i) scope.stands_for[ValueName(call.name, i)] = results[i];
  return {};
}

Result<std::vector<std::string>> Flattener::Instantiate(const FunctionDef& function, const AttrValues& attributes,
                                                        const std::string& prefix,
                                                        const std::vector<std::string>& arguments, Scope& scope,
                                                        int depth) {
  const auto& signature = function.signature();
  if (static_cast<size_t>(signature.input_arg_size()) != arguments.size()) {
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("function '{}' has {} arguments, but '{}' gives it {}", signature.name(),
                              signature.input_arg_size(), prefix, arguments.size()));
  }
  const References references(function, prefix, arguments);
  const AttrValues bound = Bound(function, attributes);
  const auto value = [&](const std::string& reference, const std::string& user) -> Result<std::string> {
    auto known = references.Value(reference);
    if (known) return *std::move(known);
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("function '{}': {} takes '{}', which nothing gives", signature.name(), user, reference));
  };
  for (const NodeDef& given : function.node_def()) {
    NodeDef message = given;
    for (auto& [name, attribute] : *message.mutable_attr()) Substitute(attribute, bound);
    if (message.op() == "Enter") {
      // Two calls have two loops.
      auto& frame = (*message.mutable_attr())["frame_name"];
      frame.set_s(references.NodeName(frame.s()));
    }
    Node node;
    node.name = references.NodeName(message.name());
    bytes_left_ -= static_cast<int64_t>(node.name.size() + message.ByteSizeLong());
    if (bytes_left_ < 0)
      return Misfit(node, "the model's functions, written out, are more than 512 MiB larger than they are");
    node.type = message.op();
    node.outputs = OutputCount(message);
    for (const std::string& input : message.input()) {
      if (input.starts_with('^')) {
        node.controls.push_back(references.NodeName(input.substr(1)));
      } else {
        OPDK_TRY(node.inputs.emplace_back(), value(input, "node '" + message.name() + "'"));
      }
    }
    node.message = std::make_shared<const NodeDef>(std::move(message));
    OPDK_TRY(Add(std::move(node), scope, depth + 1));
  }
  std::vector<std::string> results;
  for (const auto& output : signature.output_arg()) {
    const auto returned = function.ret().find(output.name());
    if (returned == function.ret().end()) {
      return Status(ErrorCode::kModelInvalid,
                    fmt::format("function '{}' says nothing of its result '{}'", signature.name(), output.name()));
    }
    OPDK_TRY(results.emplace_back(), value(returned->second, "its result"));
  }
  return results;
}

Result<std::shared_ptr<Body>> Flattener::Region(const Node& node, const tensorflow::NameAttrList& called, int depth) {
  OPDK_TRY(const FunctionDef* function, Find(called.name(), node));
  if (depth >= kMaxDepth) return Misfit(node, "functions call each other without end");
  auto body = std::make_shared<Body>();
  body->name = called.name();
  const std::string prefix = fmt::format("{}/{}", node.name, called.name());
  for (const auto& argument : function->signature().input_arg()) {
    body->inputs.push_back(fmt::format("{}/{}", prefix, argument.name()));
  }
  Scope scope;
  OPDK_TRY(body->outputs,
           Instantiate(*function, called.attr(), prefix, std::vector<std::string>(body->inputs), scope, depth));
  for (Node& inner : scope.nodes) OPDK_TRY(Resolve(scope, inner.inputs));
  OPDK_TRY(Resolve(scope, body->outputs));
  body->nodes = std::move(scope.nodes);
  return body;
}

Status Flattener::AddRegions(Node& node, int depth) {
  const auto* attributes = RegionAttributesOf(node.type);
  if (attributes == nullptr) return {};
  for (const char* name : *attributes) {
    const AttrValue* value = node.Attribute(name);
    if (value != nullptr && value->has_func()) {
      OPDK_TRY(auto region, Region(node, value->func(), depth + 1));
      node.regions.emplace_back(name, std::move(region));
    } else if (value != nullptr && value->list().func_size() > 0) {
      for (const auto& function : value->list().func()) {
        OPDK_TRY(auto region, Region(node, function, depth + 1));
        node.regions.emplace_back(name, std::move(region));
      }
    } else {
      return Misfit(node, fmt::format("its attribute {}, a function, is missing", name));
    }
  }
  return {};
}

}  // namespace opdk::tensorflow_plugin
