#include "sdk/adapters/tensorflow/engine/step_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sdk/adapters/tensorflow/abi.h"
#include "sdk/adapters/tensorflow/engine/host_graph.h"
#include "sdk/adapters/tensorflow/engine/support.h"

namespace opdk::tensorflow_adapter {
namespace {

using tensorflow::DataType;
using tensorflow::GraphDef;
using tensorflow::NodeDef;

constexpr const char* kFrame = "opdk_steps";
constexpr DataType kInt64 = tensorflow::DT_INT64;

std::string Inside(const std::string& name) { return fmt::format("{}/{}", kFrame, name); }

// Nodes of the loop itself.
class LoopNodes {
 public:
  LoopNodes(GraphDef& graph, std::string device) : graph_(graph), device_(std::move(device)) {}

  NodeDef& Add(const std::string& name, const char* op, DataType type, const std::vector<std::string>& inputs) {
    NodeDef& node = *graph_.add_node();
    node.set_name(Inside(name));
    node.set_op(op);
    node.set_device(device_);
    (*node.mutable_attr())["T"].set_type(type);
    for (const std::string& input : inputs) node.add_input(input);
    return node;
  }

  // Adds the entry of a value from outside into the loop. `stays`: the value is the same in each step.
  NodeDef& AddEnter(const std::string& name, DataType type, const std::string& value, bool stays, bool is_reference) {
    NodeDef& node = Add(name, is_reference ? "RefEnter" : "Enter", type, {value});
    auto& attributes = *node.mutable_attr();
    attributes["frame_name"].set_s(kFrame);
    attributes["is_constant"].set_b(stays);
    attributes["parallel_iterations"].set_i(1);
    return node;
  }

  NodeDef& AddConstant(const std::string& name, DataType type) {
    NodeDef& node = Add(name, "Const", type, {});
    node.mutable_attr()->erase("T");
    (*node.mutable_attr())["dtype"].set_type(type);
    (*node.mutable_attr())["value"].mutable_tensor()->set_dtype(type);
    return node;
  }
  NodeDef& AddNumber(const std::string& name, int64_t number) {
    NodeDef& node = AddConstant(name, kInt64);
    auto& tensor = *(*node.mutable_attr())["value"].mutable_tensor();
    tensor.mutable_tensor_shape();
    tensor.add_int64_val(number);
    return node;
  }

 private:
  GraphDef& graph_;
  const std::string device_;
};

class StepLoop {
 public:
  StepLoop(const RewriteRequest& request, const NodeDef& iteration_op, const GraphDef& written, int64_t iterations)
      : request_(request),
        iteration_op_(iteration_op),
        written_(written),
        iterations_(iterations),
        nodes_(result_, iteration_op.device()) {
    for (const NodeDef& node : request.graph.node()) annotated_.emplace(node.name(), &node);
    for (const NodeDef& node : written.node()) numbers_.emplace(node.name(), &node);
  }

  Result<GraphDef> Write() {
    *result_.mutable_versions() = written_.versions();
    *result_.mutable_library() = written_.library();
    OPDK_TRY(Reach());
    WriteCounter();
    for (const std::string& name : reached_) {
      if (outside_.contains(name)) continue;
      OPDK_TRY(WriteInside(*numbers_.at(name)));
    }
    for (const std::string& name : outside_) OPDK_TRY(WriteOutside(*numbers_.at(name)));
    for (const std::string& name : reached_) {
      if (request_.kept.contains(name) && !outside_.contains(name)) OPDK_TRY(WriteLast(*numbers_.at(name)));
    }
    for (const std::string& name : before_) counter_enter_->add_input("^" + name);
    return std::move(result_);
  }

 private:
  // Finds the nodes of a run, and the nodes among them that stay outside the loop: fed nodes, and variables, iterators
  // and similar sources.
  Status Reach() {
    std::vector<const NodeDef*> open;
    const auto reach = [&](const std::string& name) -> Status {
      const auto found = numbers_.find(name);
      if (found == numbers_.end()) {
        return Status(ErrorCode::kModelInvalid, fmt::format("no node of the graph is called '{}'", name));
      }
      if (reached_.insert(name).second) open.push_back(found->second);
      return {};
    };
    for (const std::string& name : request_.kept) {
      if (numbers_.contains(name)) OPDK_TRY(reach(name));
    }
    while (!open.empty()) {
      const NodeDef& node = *open.back();
      open.pop_back();
      if (node.op() == "_Retval") {
        return Status(ErrorCode::kUsage, "an IterationOp is in a function")
            .At(iteration_op_.name())
            .Hint("make it in the graph that the session runs");
      }
      if (IsOutside(node)) {
        outside_.insert(node.name());
        continue;
      }
      for (const std::string& input : node.input()) OPDK_TRY(reach(PlaceOf(input).node));
    }
    return {};
  }

  bool IsOutside(const NodeDef& node) const {
    if (request_.fed.contains(node.name())) return true;
    if (!node.input().empty()) return false;
    if (node.op().starts_with("Placeholder")) return true;
    const auto own = annotated_.find(node.name());
    if (own == annotated_.end()) return false;
    const std::vector<DataType> types = OutputTypes(*own->second);
    return !types.empty() && (types.front() == tensorflow::DT_RESOURCE || GivesReference(*own->second, 0));
  }

  bool IsKept(const std::string& name) const { return request_.kept.contains(name); }
  // Returns the name of a node in the loop. A kept node gets another name, because the loop's result has the node's
  // own.
  std::string NameInside(const std::string& name) const {
    return IsKept(name) ? fmt::format("{}/kept/{}", kFrame, name) : name;
  }

  // Writes the nodes that count the steps from 0 on. A step begins when the step before has ended.
  void WriteCounter() {
    const std::string limit = WriteLimit();
    nodes_.AddNumber("first", 0);
    counter_enter_ = &nodes_.AddEnter("counter/enter", kInt64, Inside("first"), false, false);
    nodes_.AddEnter("limit/enter", kInt64, limit, true, false);
    (*nodes_.Add("counter", "Merge", kInt64, {Inside("counter/enter"), Inside("counter/next")}).mutable_attr())["N"]
        .set_i(2);
    nodes_.Add("goes_on", "Less", kInt64, {Inside("counter"), Inside("limit/enter")});
    nodes_.Add("condition", "LoopCond", kInt64, {Inside("goes_on")}).clear_attr();
    nodes_.Add("counter/switch", "Switch", kInt64, {Inside("counter"), Inside("condition")});
    nodes_.Add("step", "Identity", kInt64, {Inside("counter/switch:1")});
    nodes_.AddNumber("one", 1).add_input("^" + Inside("step"));
    nodes_.Add("following", "AddV2", kInt64, {Inside("step"), Inside("one")});
    NodeDef& next = nodes_.Add("counter/next", "NextIteration", kInt64, {Inside("following")});
    // All nodes of a step lead to nodes that the caller asks for.
    for (const std::string& name : reached_) {
      if (IsKept(name) && !outside_.contains(name)) next.add_input("^" + NameInside(name));
    }
    nodes_.Add("counter/exit", "Exit", kInt64, {Inside("counter/switch")});
  }

  // Writes the nodes that give the number of steps, and returns their value.
  std::string WriteLimit() {
    const auto variable = iteration_op_.attr().find(OPDK_TF_ITERATIONS);
    if (variable == iteration_op_.attr().end()) {
      nodes_.AddNumber("limit", iterations_);
      return Inside("limit");
    }
    NodeDef& handle = nodes_.Add("variable", "VarHandleOp", kInt64, {});
    handle.clear_attr();
    auto& attributes = *handle.mutable_attr();
    attributes["dtype"].set_type(kInt64);
    attributes["shape"].mutable_shape();
    attributes["shared_name"].set_s(variable->second.s());
    attributes["container"].set_s("");
    attributes["allowed_devices"].mutable_list();
    NodeDef& read = nodes_.Add("variable/read", "ReadVariableOp", kInt64, {Inside("variable")});
    read.clear_attr();
    (*read.mutable_attr())["dtype"].set_type(kInt64);
    nodes_.AddNumber("least", 1);
    nodes_.Add("count", "AddV2", kInt64, {Inside("variable/read"), Inside("least")});
    nodes_.Add("count_is_good", iterations_ > 1 ? "GreaterEqual" : "Equal", kInt64, {Inside("count"), Inside("least")});
    const std::string text =
        iterations_ > 1
            ? "E1001: iterations_per_loop is below 1: load 1 or more (load_iteration_per_loop_var); it is"
            : "E1001: iterations_per_loop is loaded with another number than the parameter iterations_per_loop of "
              "NpuOptimizer allows, which is 1: set the parameter, without mix_compile_mode; loaded is";
    auto& tensor = *(*nodes_.AddConstant("text", tensorflow::DT_STRING).mutable_attr())["value"].mutable_tensor();
    tensor.mutable_tensor_shape();
    tensor.add_string_val(text);
    NodeDef& check = nodes_.Add("check", "Assert", kInt64, {Inside("count_is_good"), Inside("text"), Inside("count")});
    auto& types = *(*check.mutable_attr())["T"].mutable_list();
    types.add_type(tensorflow::DT_STRING);
    types.add_type(kInt64);
    (*check.mutable_attr())["summarize"].set_i(3);
    nodes_.Add("limit", "Identity", kInt64, {Inside("count"), "^" + Inside("check")});
    return Inside("limit");
  }

  Status WriteInside(const NodeDef& message) {
    NodeDef node = message;
    node.set_name(NameInside(message.name()));
    node.clear_input();
    if (node.mutable_attr()->erase(OPDK_TF_ITERATIONS) > 0) node.set_op("NoOp");
    bool waits = false;
    std::vector<std::string> controls;
    for (const std::string& input : message.input()) {
      const InputPlace place = PlaceOf(input);
      if (!outside_.contains(place.node)) {
        waits = true;
        const std::string name = NameInside(place.node);
        if (place.control) {
          controls.push_back("^" + name);
        } else {
          node.add_input(ValueText(name, place.output));
        }
      } else if (place.control) {
        before_.insert(place.node);
      } else {
        OPDK_TRY(std::string entered, Entered(place));
        node.add_input(std::move(entered));
      }
    }
    // A value from outside is also there when the last step has ended; a node that has no other input must wait for the
    // step.
    if (!waits) controls.push_back("^" + Inside("step"));
    for (std::string& control : controls) node.add_input(std::move(control));
    *result_.add_node() = std::move(node);
    return {};
  }

  // Returns the name in the loop of a value from outside.
  Result<std::string> Entered(const InputPlace& place) {
    const std::string value = ValueText(place.node, place.output);
    const auto known = entered_.find(value);
    if (known != entered_.end()) return known->second;
    const NodeDef& own = *annotated_.at(place.node);
    const std::vector<DataType> types = OutputTypes(own);
    if (static_cast<size_t>(place.output) >= types.size()) {
      return Status(ErrorCode::kModelInvalid, fmt::format("the type of '{}' isn't known", value)).At(own.name());
    }
    const std::string name = fmt::format("enter/{}_{}", place.node, place.output);
    nodes_.AddEnter(name, types[static_cast<size_t>(place.output)], value, true, GivesReference(own, place.output));
    return entered_[value] = Inside(name);
  }

  // Writes a node that stays outside. A fed node becomes a Placeholder: it needs no inputs.
  Status WriteOutside(const NodeDef& message) {
    NodeDef node = message;
    if (!message.input().empty()) {
      const std::vector<DataType> types = OutputTypes(*annotated_.at(message.name()));
      if (types.size() != 1) {
        return Status(ErrorCode::kUsage, "it is fed in a loop of steps and has other values as well")
            .At(fmt::format("node '{}' ({})", message.name(), message.op()))
            .Hint("feed a node that has one value alone, or leave iterations_per_loop at 1");
      }
      node.set_op("Placeholder");
      node.clear_input();
      node.clear_attr();
      (*node.mutable_attr())["dtype"].set_type(types[0]);
      (*node.mutable_attr())["shape"].mutable_shape()->set_unknown_rank(true);
    }
    *result_.add_node() = std::move(node);
    return {};
  }

  // Writes a node with the name of `message` that gives the message's values of the last step.
  Status WriteLast(const NodeDef& message) {
    const std::string& name = message.name();
    const std::vector<DataType> types = KeptTypes(*annotated_.at(name), request_.kept);
    NodeDef node;
    node.set_name(name);
    node.set_device(message.device());
    node.set_op(types.empty() ? "NoOp" : types.size() == 1 ? "Identity" : "IdentityN");
    for (size_t i = 0; i < types.size(); ++i) {
      const int output = static_cast<int>(i);
      if (types[i] == tensorflow::DT_RESOURCE || types[i] == tensorflow::DT_VARIANT) {
        return Status(ErrorCode::kUsage, "a handle or list can't be fetched from a loop of steps")
            .At(fmt::format("node '{}' ({})", name, message.op()))
            .Hint("fetch it in a run without IterationOp");
      }
      node.add_input(WriteVariable(fmt::format("last/{}_{}", name, i), types[i], ValueText(NameInside(name), output)));
      auto& attribute = (*node.mutable_attr())["T"];
      if (types.size() == 1) {
        attribute.set_type(types[i]);
      } else {
        attribute.mutable_list()->add_type(types[i]);
      }
    }
    if (types.empty()) node.add_input("^" + Inside("counter/exit"));
    *result_.add_node() = std::move(node);
    return {};
  }

  // Writes a loop variable that takes `value` in each step; before the first step it is an empty tensor.
  std::string WriteVariable(const std::string& name, DataType type, const std::string& value) {
    auto& empty = (*nodes_.AddConstant(name + "/none", type).mutable_attr())["value"];
    empty.mutable_tensor()->mutable_tensor_shape()->add_dim()->set_size(0);
    nodes_.AddEnter(name + "/enter", type, Inside(name + "/none"), false, false);
    NodeDef& merge = nodes_.Add(name, "Merge", type, {Inside(name + "/enter"), Inside(name + "/next")});
    (*merge.mutable_attr())["N"].set_i(2);
    nodes_.Add(name + "/switch", "Switch", type, {Inside(name), Inside("condition")});
    nodes_.Add(name + "/next", "NextIteration", type, {value});
    nodes_.Add(name + "/exit", "Exit", type, {Inside(name + "/switch")});
    return Inside(name + "/exit");
  }

  const RewriteRequest& request_;
  const NodeDef& iteration_op_;
  const GraphDef& written_;
  const int64_t iterations_;
  GraphDef result_;
  LoopNodes nodes_;
  std::unordered_map<std::string, const NodeDef*> annotated_, numbers_;
  std::set<std::string> reached_, outside_;
  std::set<std::string> before_;  // outside nodes that something inside waits for
  std::map<std::string, std::string> entered_;
  NodeDef* counter_enter_ = nullptr;
};

}  // namespace

const NodeDef* FindIterationOp(const GraphDef& graph, int64_t iterations) {
  const NodeDef* named = nullptr;
  for (const NodeDef& node : graph.node()) {
    if (node.attr().contains(OPDK_TF_ITERATIONS)) return &node;
    const std::string_view name = node.name();
    if (iterations > 1 && node.op() == "NoOp" && name.substr(name.rfind('/') + 1) == "IterationOp") named = &node;
  }
  return named;
}

bool LoopsSteps(const GraphDef& graph) {
  return std::any_of(graph.node().begin(), graph.node().end(), [](const NodeDef& node) {
    const auto frame = node.attr().find("frame_name");
    return frame != node.attr().end() && frame->second.s() == kFrame;
  });
}

Result<GraphDef> LoopSteps(const RewriteRequest& request, const NodeDef& iteration_op, const GraphDef& written,
                           int64_t iterations) {
  return StepLoop(request, iteration_op, written, iterations).Write();
}

}  // namespace opdk::tensorflow_adapter
