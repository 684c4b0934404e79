#include "tests/bench/scale/models.h"

#include <fmt/format.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace opdk::bench {
namespace {

using Names = std::vector<std::string>;

// Messages of a file may hold each other at most 100 deep, and a graph inside of a node takes three levels.
constexpr int64_t kDepth = 30;

void AddValue(onnx::ValueInfoProto& value, const std::string& name, const std::vector<int64_t>& shape = {4},
              int type = onnx::TensorProto::FLOAT) {
  value.set_name(name);
  auto* tensor = value.mutable_type()->mutable_tensor_type();
  tensor->set_elem_type(type);
  auto* extents = tensor->mutable_shape();
  for (const int64_t extent : shape) {
    if (extent < 0) {
      extents->add_dim()->set_dim_param("n");
    } else {
      extents->add_dim()->set_dim_value(extent);
    }
  }
}

onnx::NodeProto& AddNode(onnx::GraphProto& graph, const std::string& type, const Names& inputs, const Names& outputs) {
  onnx::NodeProto& node = *graph.add_node();
  node.set_op_type(type);
  for (const std::string& input : inputs) node.add_input(input);
  for (const std::string& output : outputs) node.add_output(output);
  return node;
}

void SetFloat(onnx::NodeProto& node, const char* name, float value) {
  auto& attribute = *node.add_attribute();
  attribute.set_name(name);
  attribute.set_type(onnx::AttributeProto::FLOAT);
  attribute.set_f(value);
}

void SetInt(onnx::NodeProto& node, const char* name, int64_t value) {
  auto& attribute = *node.add_attribute();
  attribute.set_name(name);
  attribute.set_type(onnx::AttributeProto::INT);
  attribute.set_i(value);
}

onnx::GraphProto& AddGraph(onnx::NodeProto& node, const char* name) {
  auto& attribute = *node.add_attribute();
  attribute.set_name(name);
  attribute.set_type(onnx::AttributeProto::GRAPH);
  attribute.mutable_g()->set_name(name);
  return *attribute.mutable_g();
}

onnx::ModelProto Model(const std::vector<int64_t>& shape = {4}) {
  onnx::ModelProto model;
  model.set_ir_version(8);
  for (const char* domain : {"", "own"}) {
    auto* import = model.add_opset_import();
    import->set_domain(domain);
    import->set_version(*domain == 0 ? 17 : 1);
  }
  model.mutable_graph()->set_name("scale");
  AddValue(*model.mutable_graph()->add_input(), "x", shape);
  return model;
}

// Makes a model of `nodes` nodes one behind the other. `add`: adds the node that makes the second value of the first.
std::string Chain(int64_t nodes, onnx::ModelProto model,
                  const std::function<void(onnx::GraphProto&, const std::string&, const std::string&)>& add) {
  onnx::GraphProto& graph = *model.mutable_graph();
  std::string last = "x";
  for (int64_t i = 0; i < nodes; ++i) {
    std::string next = fmt::format("v{}", i);
    add(graph, last, next);
    last = std::move(next);
  }
  *graph.add_output() = graph.input(0);
  graph.mutable_output(0)->set_name(last);
  return model.SerializeAsString();
}

std::string Identities(int64_t nodes) {
  return Chain(nodes, Model(),
               [](auto& graph, const auto& from, const auto& to) { AddNode(graph, "Identity", {from}, {to}); });
}

std::string Sigmoids(int64_t nodes) {
  return Chain(nodes, Model(),
               [](auto& graph, const auto& from, const auto& to) { AddNode(graph, "Sigmoid", {from}, {to}); });
}

std::string OfUnknownExtents(int64_t nodes) {
  return Chain(nodes, Model({-1, 4}),
               [](auto& graph, const auto& from, const auto& to) { AddNode(graph, "Sigmoid", {from}, {to}); });
}

std::string Initializers(int64_t nodes) {
  return Chain(nodes, Model(), [](auto& graph, const auto& from, const auto& to) {
    onnx::TensorProto& constant = *graph.add_initializer();
    constant.set_name(to + "_w");
    constant.set_data_type(onnx::TensorProto::FLOAT);
    constant.add_dims(4);
    for (int i = 0; i < 4; ++i) constant.add_float_data(static_cast<float>(graph.node_size() % 7));
    AddNode(graph, "Add", {from, constant.name()}, {to});
  });
}

std::string Functions(int64_t nodes) {
  onnx::ModelProto model = Model();
  for (int64_t i = 0; i < nodes; ++i) {
    onnx::FunctionProto& function = *model.add_functions();
    function.set_domain("own");
    function.set_name(fmt::format("F_v{}", i));
    function.add_input("a");
    function.add_output("b");
    *function.add_opset_import() = model.opset_import(0);
    onnx::NodeProto& node = *function.add_node();
    node.set_op_type("Sigmoid");
    node.add_input("a");
    node.add_output("b");
  }
  return Chain(nodes, std::move(model), [](auto& graph, const auto& from, const auto& to) {
    AddNode(graph, "F_" + to, {from}, {to}).set_domain("own");
  });
}

// Adds nodes with different results of one value.
Names AddWide(onnx::GraphProto& graph, int64_t nodes) {
  Names results;
  for (int64_t i = 0; i < nodes; ++i) {
    results.push_back(fmt::format("v{}", i));
    SetFloat(AddNode(graph, "LeakyRelu", {"x"}, {results.back()}), "alpha",
             static_cast<float>(i) / static_cast<float>(nodes));
  }
  return results;
}

std::string WideConcat(int64_t nodes) {
  onnx::ModelProto model = Model({16});
  SetInt(AddNode(*model.mutable_graph(), "Concat", AddWide(*model.mutable_graph(), nodes), {"y"}), "axis", 0);
  AddValue(*model.mutable_graph()->add_output(), "y", {16 * nodes});
  return model.SerializeAsString();
}

std::string WideSum(int64_t nodes) {
  onnx::ModelProto model = Model();
  AddNode(*model.mutable_graph(), "Sum", AddWide(*model.mutable_graph(), nodes), {"y"});
  AddValue(*model.mutable_graph()->add_output(), "y");
  return model.SerializeAsString();
}

std::string Outputs(int64_t nodes) {
  onnx::ModelProto model = Model();
  for (const std::string& result : AddWide(*model.mutable_graph(), nodes)) {
    AddValue(*model.mutable_graph()->add_output(), result);
  }
  return model.SerializeAsString();
}

std::string SplitOutputs(int64_t nodes) {
  onnx::ModelProto model = Model({nodes, 4});
  Names results;
  for (int64_t i = 0; i < nodes; ++i) {
    results.push_back(fmt::format("v{}", i));
    AddValue(*model.mutable_graph()->add_output(), results.back(), {1, 4});
  }
  SetInt(AddNode(*model.mutable_graph(), "Split", {"x"}, results), "axis", 0);
  return model.SerializeAsString();
}

void AddCondition(onnx::GraphProto& graph) { AddValue(*graph.add_input(), "c", {}, onnx::TensorProto::BOOL); }

// Adds `depth` branches, each inside of another.
void AddIf(onnx::GraphProto& graph, const std::string& from, const std::string& to, int64_t depth) {
  onnx::NodeProto& node = AddNode(graph, "If", {"c"}, {to});
  onnx::GraphProto& then = AddGraph(node, "then_branch");
  const std::string inner = to + "_t", other = to + "_e";
  if (depth > 1) {
    AddIf(then, from, inner, depth - 1);
  } else {
    AddNode(then, "Sigmoid", {from}, {inner});
  }
  AddValue(*then.add_output(), inner);
  onnx::GraphProto& otherwise = AddGraph(node, "else_branch");
  AddNode(otherwise, "Neg", {from}, {other});
  AddValue(*otherwise.add_output(), other);
}

std::string Ifs(int64_t nodes) {
  onnx::ModelProto model = Model();
  AddCondition(*model.mutable_graph());
  return Chain(std::max<int64_t>(1, nodes / 3), std::move(model),
               [](auto& graph, const auto& from, const auto& to) { AddIf(graph, from, to, 1); });
}

std::string NestedIfs(int64_t nodes) {
  onnx::ModelProto model = Model();
  AddCondition(*model.mutable_graph());
  return Chain(std::max<int64_t>(1, nodes / (2 * kDepth + 1)), std::move(model),
               [](auto& graph, const auto& from, const auto& to) { AddIf(graph, from, to, kDepth); });
}

// Adds `depth` loops that go round once, each inside of another.
void AddLoop(onnx::GraphProto& graph, const std::string& from, const std::string& to, int64_t depth) {
  onnx::GraphProto& body = AddGraph(AddNode(graph, "Loop", {"once", "", from}, {to}), "body");
  const std::string state = to + "_s", inner = to + "_r", again = to + "_k";
  AddValue(*body.add_input(), to + "_i", {}, onnx::TensorProto::INT64);
  AddValue(*body.add_input(), again, {}, onnx::TensorProto::BOOL);
  AddValue(*body.add_input(), state);
  if (depth > 1) {
    AddLoop(body, state, inner, depth - 1);
  } else {
    AddNode(body, "Sigmoid", {state}, {inner});
  }
  AddNode(body, "Identity", {again}, {again + "_next"});
  AddValue(*body.add_output(), again + "_next", {}, onnx::TensorProto::BOOL);
  AddValue(*body.add_output(), inner);
}

std::string NestedLoops(int64_t nodes) {
  onnx::ModelProto model = Model();
  onnx::TensorProto& once = *model.mutable_graph()->add_initializer();
  once.set_name("once");
  once.set_data_type(onnx::TensorProto::INT64);
  once.add_int64_data(1);
  return Chain(std::max<int64_t>(1, nodes / (2 * kDepth + 1)), std::move(model),
               [](auto& graph, const auto& from, const auto& to) { AddLoop(graph, from, to, kDepth); });
}

// Returns TensorFlow's GraphDef as text.
std::string GraphDef(int64_t nodes) {
  std::string text =
      "node { name: \"x\" op: \"Placeholder\" attr { key: \"dtype\" value { type: DT_FLOAT } }"
      " attr { key: \"shape\" value { shape { dim { size: 4 } } } } }\n";
  std::string last = "x";
  for (int64_t i = 0; i < nodes; ++i) {
    std::string next = fmt::format("v{}", i);
    text += fmt::format(
        "node {{ name: \"{}\" op: \"Sigmoid\" input: \"{}\" attr {{ key: \"T\" value {{ type: DT_FLOAT }} }} }}\n",
        next, last);
    last = std::move(next);
  }
  return text;
}

}  // namespace

const std::vector<ScaleForm>& ScaleForms() {
  static const std::vector<ScaleForm> forms = {
      {"identities", "onnx", Identities},
      {"sigmoids", "onnx", Sigmoids},
      {"unknown_extents", "onnx", OfUnknownExtents},
      {"initializers", "onnx", Initializers},
      {"functions", "onnx", Functions},
      {"wide_concat", "onnx", WideConcat},
      {"wide_sum", "onnx", WideSum},
      {"outputs", "onnx", Outputs},
      {"split_outputs", "onnx", SplitOutputs},
      {"ifs", "onnx", Ifs},
      {"nested_ifs", "onnx", NestedIfs},
      {"nested_loops", "onnx", NestedLoops},
      {"graph_def", "pbtxt", GraphDef},
  };
  return forms;
}

}  // namespace opdk::bench
