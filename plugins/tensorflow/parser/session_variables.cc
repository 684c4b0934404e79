#include "plugins/tensorflow/parser/session_variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "plugins/tensorflow/parser/node_index.h"
#include "plugins/tensorflow/parser/variables.h"

namespace opdk::tensorflow_plugin {
namespace {

// An operator that writes the variables that its first inputs are, and its name in Ascend IR.
struct Writing {
  std::string_view type, ir;
  size_t variables;
};
constexpr Writing kWritings[] = {
    {"ApplyAdaMax", "ApplyAdaMax", 3},
    {"ApplyAdadelta", "ApplyAdadelta", 3},
    {"ApplyAdagrad", "ApplyAdagrad", 2},
    {"ApplyAdagradV2", "ApplyAdagradV2", 2},
    {"ApplyAdam", "ApplyAdam", 3},
    {"ApplyAddSign", "ApplyAddSign", 2},
    {"ApplyCenteredRMSProp", "ApplyCenteredRMSProp", 4},
    {"ApplyFtrl", "ApplyFtrl", 3},
    {"ApplyFtrlV2", "ApplyFtrlV2", 3},
    {"ApplyGradientDescent", "ApplyGradientDescent", 1},
    {"ApplyKerasMomentum", "ApplyKerasMomentum", 2},
    {"ApplyMomentum", "ApplyMomentum", 2},
    {"ApplyPowerSign", "ApplyPowerSign", 2},
    {"ApplyProximalAdagrad", "ApplyProximalAdagrad", 2},
    {"ApplyProximalGradientDescent", "ApplyProximalGradientDescent", 1},
    {"ApplyRMSProp", "ApplyRMSProp", 3},
    {"Assign", "Assign", 1},
    {"AssignAdd", "AssignAdd", 1},
    {"AssignAddVariableOp", "AssignAdd", 1},
    {"AssignSub", "AssignSub", 1},
    {"AssignSubVariableOp", "AssignSub", 1},
    {"AssignVariableOp", "Assign", 1},
};

constexpr std::string_view kResource = "Resource";  // before the names of operators that take handles

const Writing* WritingOf(std::string_view type) {
  if (type.starts_with("ResourceApply")) type.remove_prefix(kResource.size());
  const auto* const found =
      std::find_if(std::begin(kWritings), std::end(kWritings), [&](const Writing& each) { return each.type == type; });
  return found == std::end(kWritings) ? nullptr : found;
}

// Operators that write in a way that Ascend IR's variables have none for.
bool WritesOtherwise(std::string_view type) {
  if (type == "ScatterNd" || type == "ScatterNdNonAliasingAdd") return false;  // they change values alone
  constexpr std::string_view kOthers[] = {"ResourceApply",   "ResourceScatter",   "ResourceSparse", "ResourceStrided",
                                          "ResourceCount",   "Scatter",           "SparseApply",    "CountUpTo",
                                          "DestroyResource", "StridedSliceAssign"};
  return std::any_of(std::begin(kOthers), std::end(kOthers),
                     [&](std::string_view other) { return type.starts_with(other); });
}

// Returns whether the node has no output value.
bool GivesNothing(const Node& node) {
  return node.type == "NoOp" || node.type.starts_with("ResourceApply") ||
         (node.type.starts_with("Assign") && node.type.ends_with("VariableOp"));
}

// Operators that read a variable's memory, not a value.
bool Asks(std::string_view type) {
  return type == "ReadVariableOp" || type == "VarIsInitializedOp" || type == "IsVariableInitialized";
}

std::string KeyOf(const Node& variable) {
  const auto text = [&](const char* name) {
    const AttrValue* value = variable.Attribute(name);
    return value == nullptr ? std::string() : value->s();
  };
  const std::string shared = text("shared_name"), container = text("container");
  const std::string name = shared.empty() ? variable.name : shared;
  return container.empty() ? name : container + "/" + name;
}

class VariableRewriting {
 public:
  VariableRewriting(std::vector<Node>& nodes, std::vector<std::string>& values, std::vector<NamedValue>& outputs)
      : nodes_(nodes), values_(values), outputs_(outputs) {}

  Result<VariableAccesses> Run() {
    OPDK_TRY(const std::vector<size_t> order, OrderOf(nodes_, true));
    OPDK_TRY(FindNeeded());
    for (const size_t number : order) {
      if (needed_.contains(nodes_[number].name)) OPDK_TRY(Add(std::move(nodes_[number])));
    }
    // A requested variable has its value after all writes.
    for (std::string& value : values_) {
      if (const std::string* variable = VariableOf(value)) value = AddRead(*variable);
    }
    nodes_ = std::move(made_);
    return std::move(accesses_);
  }

 private:
  // Finds the nodes that the outputs and the writers need, by values alone.
  Status FindNeeded() {
    const NodeIndex index(nodes_);
    std::vector<std::string> wanted;
    std::vector<NamedValue> outputs;
    for (size_t i = 0; i < values_.size(); ++i) {
      const Node* node = index.ProducerOf(values_[i]);
      if (node == nullptr || !GivesNothing(*node)) {
        wanted.push_back(values_[i]);
        outputs.push_back(outputs_[i]);
      }
    }
    values_ = wanted;
    outputs_ = std::move(outputs);
    for (const Node& node : nodes_) {
      if (WritingOf(node.type) != nullptr) wanted.push_back(node.name);
      names_.insert(node.name);
    }
    if (wanted.empty()) {
      return Status(ErrorCode::kModelInvalid, "the requested node has no value and writes no variable");
    }
    OPDK_TRY(const std::vector<Node> needed, index.Slice(wanted, [](const std::string&) { return false; }));
    for (const Node& node : needed) needed_.insert(node.name);
    return {};
  }

  const std::string* VariableOf(const std::string& value) const {
    const auto found = variables_.find(value);
    return found == variables_.end() ? nullptr : &found->second;
  }

  Status Add(Node node) {
    node.controls.clear();
    if (IsVariable(node)) return AddVariable(std::move(node));
    const std::string* const first = node.inputs.empty() ? nullptr : VariableOf(node.inputs[0]);
    // An Identity of a handle gives the handle. An Identity of a reference gives the memory itself, so that nodes
    // behind an assignment see the assigned value.
    if (first != nullptr && node.type == "Identity") {
      variables_[node.name] = *first;
      return {};
    }
    if (first != nullptr && Asks(node.type)) {
      node.inputs[0] = *first;
      Order(*first, node.name, false);
      made_.push_back(std::move(node));
      return {};
    }
    const Writing* const writing = WritingOf(node.type);
    if (first != nullptr && writing == nullptr && WritesOtherwise(node.type)) {
      return Status(ErrorCode::kOperatorUnknown, "it writes a variable, which no operator here does in its way")
          .At(Title(node));
    }
    if (writing != nullptr && node.inputs.size() <= writing->variables) return Misfit(node, "it has too few inputs");
    for (const auto& [name, body] : node.regions) OPDK_TRY(CheckRegion(*body));
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      const std::string* const variable = VariableOf(node.inputs[i]);
      const bool writes = writing != nullptr && i < writing->variables;
      if (writes && variable == nullptr) return Misfit(node, fmt::format("'{}' is no variable", node.inputs[i]));
      if (variable != nullptr) node.inputs[i] = writes ? *variable : AddRead(*variable);
    }
    if (writing != nullptr) {
      AddWriting(*writing, std::move(node));
    } else {
      made_.push_back(std::move(node));
    }
    return {};
  }

  Status AddVariable(Node node) {
    const std::string key = KeyOf(node);
    const AttrValue *dtype = node.Attribute("dtype"), *shape = node.Attribute("shape");
    bool known = dtype != nullptr && shape != nullptr && !shape->shape().unknown_rank();
    for (int i = 0; known && i < shape->shape().dim_size(); ++i) known = shape->shape().dim(i).size() >= 0;
    if (!known) return Misfit(node, "the type or the shape of the variable isn't known");
    variables_[node.name] = key;
    if (!keys_.insert(key).second) return {};
    if (key != node.name && names_.contains(key)) {
      return Misfit(node, fmt::format("another node has the name of its variable, '{}'", key));
    }
    node.type = "Variable";
    node.name = key;
    made_.push_back(std::move(node));
    return {};
  }

  // Adds a read of the variable's value at this place.
  std::string AddRead(const std::string& variable) {
    if (const auto known = users_.find(variable); known != users_.end() && !known->second.read.empty()) {
      return known->second.read;
    }
    Node read;
    read.type = "ReadVariableOp";
    for (int number = 0; read.name.empty() || !names_.insert(read.name).second; ++number) {
      read.name = fmt::format("{}/Read_{}", variable, number);
    }
    read.inputs = {variable};
    Order(variable, read.name, false);
    users_[variable].read = read.name;
    made_.push_back(read);
    return read.name;
  }

  void AddWriting(const Writing& writing, Node node) {
    const std::string name = node.name, variable = node.inputs[0];
    for (size_t i = 0; i < writing.variables; ++i) Order(node.inputs[i], name, true);
    // The output of an assignment to a reference is the variable.
    if (!GivesNothing(node)) variables_[name] = variable;
    node.type = writing.ir;
    accesses_.effects.push_back(name);
    made_.push_back(std::move(node));
    for (std::string& value : values_) {
      if (value == name) value = AddRead(variable);
    }
  }

  // Orders the writers of a variable one after another, and each reader between two writers.
  void Order(const std::string& variable, const std::string& node, bool writes) {
    Users& users = users_[variable];
    if (!users.writer.empty()) accesses_.orders.emplace_back(users.writer, node);
    if (!writes) {
      users.readers.push_back(node);
      return;
    }
    for (const std::string& reader : users.readers) accesses_.orders.emplace_back(reader, node);
    users = {node, {}, ""};
  }

  // Checks that a graph of the node doesn't write a variable. A variable comes into the graph as its value.
  static Status CheckRegion(Body& body) {
    for (Node& node : body.nodes) {
      if (WritingOf(node.type) != nullptr || WritesOtherwise(node.type) || IsVariable(node)) return Hidden(node);
      if (node.type == "ReadVariableOp") {
        node.type = "Identity";
        node.message.reset();
      }
      for (const auto& [name, inner] : node.regions) OPDK_TRY(CheckRegion(*inner));
    }
    return {};
  }

 public:
  static Status Hidden(const Node& node) {
    return Status(ErrorCode::kOperatorUnknown, "variables aren't written in branches, loops and functions here")
        .At(Title(node))
        .Hint("write them in the graph itself");
  }

 private:
  struct Users {
    std::string writer;  // the last writer
    std::vector<std::string> readers;
    std::string read;  // a reader that gives the value
  };

  std::vector<Node>& nodes_;
  std::vector<std::string>& values_;
  std::vector<NamedValue>& outputs_;
  std::unordered_set<std::string> needed_, names_;
  std::vector<Node> made_;
  VariableAccesses accesses_;
  std::unordered_map<std::string, std::string> variables_;  // by value: the variable whose memory or handle it is
  std::unordered_set<std::string> keys_;
  std::unordered_map<std::string, Users> users_;
};

}  // namespace

bool HasVariables(const std::vector<Node>& nodes) { return std::any_of(nodes.begin(), nodes.end(), IsVariable); }

std::set<std::string> WritersOf(const std::vector<Node>& nodes) {
  std::set<std::string> writers;
  for (const Node& node : nodes) {
    if (WritingOf(node.type) != nullptr || WritesOtherwise(node.type)) writers.insert(node.name);
  }
  return writers;
}

Status CheckCalls(const std::vector<Node>& needed) {
  std::unordered_set<std::string> names;
  for (const Node& node : needed) names.insert(node.name);
  for (const Node& node : needed) {
    for (const std::string& control : node.controls) {
      // A call that was written out has no node any more.
      if (names.contains(control)) continue;
      return Status(ErrorCode::kOperatorUnknown, fmt::format("it comes after '{}', a function with effects", control))
          .At(Title(node))
          .Hint("write variables in the graph itself");
    }
  }
  return {};
}

Result<VariableAccesses> MakeSessionVariables(const std::set<std::string>& writers, std::vector<Node>& nodes,
                                              std::vector<std::string>& values, std::vector<NamedValue>& outputs) {
  const NodeIndex index(nodes);
  for (const std::string& writer : writers) {
    if (index.Find(writer) != nullptr) continue;
    Node node;
    node.name = writer;
    return VariableRewriting::Hidden(node);
  }
  return VariableRewriting(nodes, values, outputs).Run();
}

}  // namespace opdk::tensorflow_plugin
