#include "plugins/tensorflow/parser/tensor_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "plugins/tensorflow/parser/node_index.h"

namespace opdk::tensorflow_plugin {
namespace {

// The values of a tensor array that a list is.
struct List {
  std::string handle, flow;
};

class Lists {
 public:
  // Begins with the lists that are inputs, `known`.
  Lists(std::vector<Node>& nodes, std::unordered_map<std::string, List> known)
      : nodes_(nodes), known_(std::move(known)) {}

  Status Run() {
    OPDK_TRY(const std::vector<size_t> order, OrderOf(nodes_, false));
    std::vector<Node> done;
    for (const size_t number : order) OPDK_TRY(Add(std::move(nodes_[number]), done));
    nodes_ = std::move(done);
    return {};
  }

  const List* Find(const std::string& value) const {
    const auto found = known_.find(value);
    return found == known_.end() ? nullptr : &found->second;
  }

 private:
  Status Add(Node node, std::vector<Node>& done) {
    if (node.type == "TensorListReserve" || node.type == "EmptyTensorList") return Reserve(std::move(node), done);
    if (node.type == "TensorListFromTensor") return FromTensor(std::move(node), done);
    const List* list = node.inputs.empty() ? nullptr : Find(node.inputs[0]);
    if (list != nullptr && node.type == "Identity") {
      known_[node.name] = List(*list);
      return {};
    }
    if (list != nullptr && node.type.starts_with("TensorList")) return Use(std::move(node), List(*list), done);
    OPDK_TRY(Regions(node));
    done.push_back(std::move(node));
    return {};
  }

  static Node Made(const std::string& name, const std::string& type, std::vector<std::string> inputs,
                   size_t outputs = 1) {
    Node node;
    node.name = name;
    node.type = type;
    node.inputs = std::move(inputs);
    node.outputs = outputs;
    return node;
  }
  static std::string Constant(const std::string& name, int32_t value, std::vector<Node>& done) {
    NodeDef message;
    message.set_op("Const");
    auto& tensor = *(*message.mutable_attr())["value"].mutable_tensor();
    tensor.set_dtype(tensorflow::DT_INT32);
    tensor.mutable_tensor_shape();
    tensor.add_int_val(value);
    Node node = Made(name, "Const", {});
    node.message = std::make_shared<const NodeDef>(std::move(message));
    done.push_back(std::move(node));
    return name;
  }

  // Adds the array for a list whose elements have the type of `node`'s attribute element_dtype.
  List Array(const Node& node, const std::string& count, std::vector<Node>& done) {
    NodeDef message;
    message.set_op("TensorArrayV3");
    const AttrValue* dtype = node.Attribute("element_dtype");
    (*message.mutable_attr())["dtype"].set_type(dtype == nullptr ? tensorflow::DT_FLOAT : dtype->type());
    (*message.mutable_attr())["clear_after_read"].set_b(false);
    (*message.mutable_attr())["dynamic_size"].set_b(true);
    (*message.mutable_attr())["replaces_elements"].set_b(true);
    Node array = Made(node.name + "/array", "TensorArrayV3", {count}, 2);
    array.message = std::make_shared<const NodeDef>(std::move(message));
    done.push_back(array);
    return {array.name, ValueName(array.name, 1)};
  }

  Status Reserve(Node node, std::vector<Node>& done) {
    if (node.inputs.size() < 2) return Misfit(node, "it has not two inputs");
    const bool empty = node.type == "EmptyTensorList";
    const std::string count = empty ? Constant(node.name + "/none", 0, done) : node.inputs[1];
    known_[node.name] = Array(node, count, done);
    return {};
  }

  // Adds the list of all numbers from 0 below `count`.
  static std::string Numbers(const std::string& name, const std::string& count, std::vector<Node>& done) {
    const std::string first = Constant(name + "/first", 0, done), step = Constant(name + "/step", 1, done);
    done.push_back(Made(name + "/numbers", "Range", {first, count, step}));
    return done.back().name;
  }

  Status FromTensor(Node node, std::vector<Node>& done) {
    if (node.inputs.empty()) return Misfit(node, "it has no input");
    const std::string shape = node.name + "/shape", count = node.name + "/count";
    done.push_back(Made(shape, "Shape", {node.inputs[0]}));
    done.push_back(Made(count, "Gather", {shape, Constant(node.name + "/axis", 0, done)}));
    const List array = Array(node, count, done);
    const std::string numbers = Numbers(node.name, count, done);
    done.push_back(Made(node.name, "TensorArrayScatterV3", {array.handle, numbers, node.inputs[0], array.flow}));
    known_[node.name] = {array.handle, node.name};
    return {};
  }

  // Turns a node that reads a list into `type`. The node keeps its name. The array's operators call element_dtype
  // dtype.
  static void BecomeReader(Node& node, const std::string& type, std::vector<std::string> inputs) {
    NodeDef message;
    message.set_op(type);
    const AttrValue* dtype = node.Attribute("element_dtype");
    (*message.mutable_attr())["dtype"].set_type(dtype == nullptr ? tensorflow::DT_FLOAT : dtype->type());
    node.message = std::make_shared<const NodeDef>(std::move(message));
    node.type = type;
    node.inputs = std::move(inputs);
  }

  Status Use(Node node, const List& list, std::vector<Node>& done) {
    const auto misses = [&node](size_t count) { return node.inputs.size() < count; };
    if (node.type == "TensorListSetItem") {
      if (misses(3)) return Misfit(node, "it has not three inputs");
      known_[node.name] = {list.handle, node.name};
      done.push_back(Made(node.name, "TensorArrayWriteV3", {list.handle, node.inputs[1], node.inputs[2], list.flow}));
      return {};
    }
    if (node.type == "TensorListPushBack") {
      if (misses(2)) return Misfit(node, "it has not two inputs");
      const std::string end = node.name + "/end";
      done.push_back(Made(end, "TensorArraySizeV3", {list.handle, list.flow}));
      known_[node.name] = {list.handle, node.name};
      done.push_back(Made(node.name, "TensorArrayWriteV3", {list.handle, end, node.inputs[1], list.flow}));
      return {};
    }
    if (node.type == "TensorListGetItem") {
      if (misses(2)) return Misfit(node, "it has not two inputs");
      BecomeReader(node, "TensorArrayReadV3", {list.handle, std::string(node.inputs[1]), list.flow});
    } else if (node.type == "TensorListStack") {
      const std::string count = node.name + "/count";
      done.push_back(Made(count, "TensorArraySizeV3", {list.handle, list.flow}));
      BecomeReader(node, "TensorArrayGatherV3", {list.handle, Numbers(node.name, count, done), list.flow});
    } else if (node.type == "TensorListGather") {
      if (misses(2)) return Misfit(node, "it has not two inputs");
      BecomeReader(node, "TensorArrayGatherV3", {list.handle, std::string(node.inputs[1]), list.flow});
    } else if (node.type == "TensorListLength") {
      node = Made(node.name, "TensorArraySizeV3", {list.handle, list.flow});
    } else {
      return Misfit(node, "of the operators of lists this one is not supported");
    }
    done.push_back(std::move(node));
    return {};
  }

  // Passes a list into a node's graphs, or around a loop, as two values.
  Status Regions(Node& node) {
    if (node.regions.empty()) {
      for (const std::string& input : node.inputs) {
        if (Find(input) != nullptr) return Misfit(node, "it takes a list of tensors, which is not supported");
      }
      return {};
    }
    const size_t given = node.inputs.size();
    std::vector<size_t> lists;
    for (size_t i = 0; i < given; ++i) {
      if (Find(node.inputs[i]) != nullptr) lists.push_back(i);
    }
    std::vector<List> results(node.outputs);
    for (auto& [name, body] : node.regions) OPDK_TRY(Region(node, lists, *body, results));
    if (!IsLoop(node)) {
      const auto gives_list = [](const List& list) { return !list.handle.empty(); };
      if (std::any_of(results.begin(), results.end(), gives_list)) {
        return Misfit(node, "it gives a list of tensors, which is not supported");
      }
    }
    // The handle stands where the list was, flows come behind everything.
    for (const size_t i : lists) {
      const List list = *Find(node.inputs[i]);
      node.inputs[i] = list.handle;
      node.inputs.push_back(list.flow);
      if (IsLoop(node))
        known_[ValueName(node.name, i)] = {ValueName(node.name, i), ValueName(node.name, node.outputs++)};
    }
    return {};
  }

  Status Region(const Node& node, const std::vector<size_t>& lists, Body& body, std::vector<List>& results) {
    const size_t first = node.inputs.size() - std::min(node.inputs.size(), body.inputs.size());
    std::unordered_map<std::string, List> inside;
    std::vector<std::string> flows;
    for (const size_t i : lists) {
      if (i < first) return Misfit(node, "its condition is a list of tensors");
      const std::string handle = body.inputs[i - first];
      flows.push_back(handle + "/flow");
      inside[handle] = {handle, flows.back()};
    }
    const bool gives_state = IsLoop(node) && body.outputs.size() == node.outputs;
    Lists rewritten(body.nodes, std::move(inside));
    OPDK_TRY(rewritten.Run());
    body.inputs.insert(body.inputs.end(), flows.begin(), flows.end());
    for (size_t i = 0; i < body.outputs.size(); ++i) {
      const List* list = rewritten.Find(body.outputs[i]);
      const bool round = gives_state && std::find(lists.begin(), lists.end(), i) != lists.end();
      if (round && list == nullptr) return Misfit(node, "its body gives no list where it takes one");
      if (list == nullptr) continue;
      if (!round && i < results.size()) results[i] = *list;
      if (!round) continue;
      const List given = *list;
      body.outputs[i] = given.handle;
      body.outputs.push_back(given.flow);
      if (body.outputs.size() > node.outputs + lists.size()) break;
    }
    return {};
  }

  std::vector<Node>& nodes_;
  std::unordered_map<std::string, List> known_;
};

}  // namespace

Status MakeTensorArrays(std::vector<Node>& nodes) { return Lists(nodes, {}).Run(); }

}  // namespace opdk::tensorflow_plugin
