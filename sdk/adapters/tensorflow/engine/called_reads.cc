#include "sdk/adapters/tensorflow/engine/called_reads.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sdk/adapters/tensorflow/abi.h"
#include "sdk/adapters/tensorflow/engine/host_graph.h"

namespace opdk::tensorflow_adapter {
namespace {

using tensorflow::DataType;
using tensorflow::FunctionDef;
using tensorflow::GraphDef;
using tensorflow::NodeDef;

bool IsRead(const NodeDef& node) { return node.op() == "ReadVariableOp"; }

// Returns the type that is read of an argument; nothing when the argument is used in another way, or not at all.
std::optional<DataType> TypeRead(const FunctionDef& function, const std::string& argument) {
  std::optional<DataType> type;
  for (const NodeDef& node : function.node_def()) {
    for (const std::string& input : node.input()) {
      if (input != argument) continue;
      const auto dtype = node.attr().find("dtype");
      if (!IsRead(node) || dtype == node.attr().end()) return std::nullopt;
      type = dtype->second.type();
    }
  }
  for (const auto& [name, value] : function.ret()) {
    if (value == argument) return std::nullopt;
  }
  return type;
}

// Replaces the argument's handle by the variable's value: the reads become Identities, whose outputs have other names.
void TakeValue(FunctionDef& function, int argument, DataType type) {
  auto& declared = *function.mutable_signature()->mutable_input_arg(argument);
  declared.set_type(type);
  std::map<std::string, std::string> renamed;
  for (NodeDef& node : *function.mutable_node_def()) {
    if (!IsRead(node) || node.input().empty() || node.input(0) != declared.name()) continue;
    node.set_op("Identity");
    node.mutable_attr()->clear();
    (*node.mutable_attr())["T"].set_type(type);
    renamed[node.name() + ":value:0"] = node.name() + ":output:0";
  }
  const auto rename = [&renamed](std::string& value) {
    if (const auto found = renamed.find(value); found != renamed.end()) value = found->second;
  };
  for (NodeDef& node : *function.mutable_node_def()) {
    for (std::string& input : *node.mutable_input()) rename(input);
  }
  for (auto& [name, value] : *function.mutable_ret()) rename(value);
}

class Calls {
 public:
  explicit Calls(GraphDef& graph) : graph_(graph) {
    for (int i = 0; i < graph.library().function_size(); ++i) {
      functions_[graph.library().function(i).signature().name()] = i;
    }
  }

  void Run() {
    const int count = graph_.node_size();
    for (int i = 0; i < count; ++i) {
      const auto called = graph_.node(i).attr().find("f");
      if (!graph_.node(i).op().ends_with("PartitionedCall") || called == graph_.node(i).attr().end()) continue;
      const auto function = functions_.find(called->second.func().name());
      if (function != functions_.end()) Change(i, graph_.library().function(function->second));
    }
  }

 private:
  // Makes node `number` call a function that takes values instead of handles. `function` is a copy, because the library
  // grows.
  void Change(int number, FunctionDef function) {
    bool changed = false;
    const int arguments = function.signature().input_arg_size();
    for (int i = 0; i < arguments && i < graph_.node(number).input_size(); ++i) {
      if (function.signature().input_arg(i).type() != tensorflow::DT_RESOURCE) continue;
      const std::optional<DataType> type = TypeRead(function, function.signature().input_arg(i).name());
      if (!type) continue;
      TakeValue(function, i, *type);
      ReadBefore(number, i, *type);
      changed = true;
    }
    if (!changed) return;
    const std::string name = fmt::format("{}_opdk_values", function.signature().name());
    (*graph_.mutable_node(number)->mutable_attr())["f"].mutable_func()->set_name(name);
    if (!functions_.contains(name)) {
      function.mutable_signature()->set_name(name);
      functions_[name] = graph_.library().function_size();
      *graph_.mutable_library()->add_function() = std::move(function);
    }
  }

  void ReadBefore(int number, int input, DataType type) {
    NodeDef& call = *graph_.mutable_node(number);
    NodeDef read;
    read.set_name(fmt::format("{}/opdk_read_{}", call.name(), input));
    read.set_op("ReadVariableOp");
    read.set_device(call.device());
    read.add_input(call.input(input));
    for (const std::string& other : call.input()) {
      if (PlaceOf(other).control) read.add_input(other);
    }
    auto& attributes = *read.mutable_attr();
    attributes["dtype"].set_type(type);
    attributes[OPDK_TF_TYPES].mutable_list()->add_type(type);
    attributes[OPDK_TF_INPUT_TYPES].mutable_list()->add_type(tensorflow::DT_RESOURCE);
    attributes[OPDK_TF_STATEFUL].set_b(true);
    call.set_input(input, read.name());
    auto& of_call = *call.mutable_attr();
    for (const char* const list : {"Tin", OPDK_TF_INPUT_TYPES}) of_call[list].mutable_list()->set_type(input, type);
    *graph_.add_node() = std::move(read);
  }

  GraphDef& graph_;
  std::map<std::string, int> functions_;
};

}  // namespace

void ReadBeforeCalls(GraphDef& graph) { Calls(graph).Run(); }

}  // namespace opdk::tensorflow_adapter
