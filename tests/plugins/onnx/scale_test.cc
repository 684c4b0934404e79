// Reading takes work in proportion to the model.
#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

#include "tests/linear_work.h"
#include "tests/plugins/onnx/parse_fixture.h"

namespace opdk {
namespace {

void AddValue(onnx::ValueInfoProto& value, const std::string& name, int type = onnx::TensorProto::FLOAT) {
  value.set_name(name);
  auto* tensor = value.mutable_type()->mutable_tensor_type();
  tensor->set_elem_type(type);
  tensor->mutable_shape()->add_dim()->set_dim_value(4);
}

onnx::NodeProto& AddNode(onnx::GraphProto& graph, const std::string& type, const std::vector<std::string>& inputs,
                         const std::string& output) {
  onnx::NodeProto& node = *graph.add_node();
  node.set_op_type(type);
  for (const std::string& input : inputs) node.add_input(input);
  node.add_output(output);
  return node;
}

onnx::ModelProto Model() {
  onnx::ModelProto model;
  model.set_ir_version(8);
  for (const char* domain : {"", "own"}) {
    auto* import = model.add_opset_import();
    import->set_domain(domain);
    import->set_version(domain == std::string() ? 17 : 1);
  }
  model.mutable_graph()->set_name("scale");
  AddValue(*model.mutable_graph()->add_input(), "x");
  return model;
}

// Adds a node with two equal branches that takes `condition`. `fill` adds the nodes of a branch, whose result is
// "<name>_r".
template <typename Fill>
void AddIf(onnx::GraphProto& graph, const std::string& name, const Fill& fill) {
  onnx::NodeProto& node = AddNode(graph, "If", {"condition"}, name);
  for (const char* branch : {"then_branch", "else_branch"}) {
    onnx::AttributeProto& attribute = *node.add_attribute();
    attribute.set_name(branch);
    attribute.set_type(onnx::AttributeProto::GRAPH);
    attribute.mutable_g()->set_name(branch);
    fill(*attribute.mutable_g());
    AddValue(*attribute.mutable_g()->add_output(), name + "_r");
  }
}

void AddCondition(onnx::GraphProto& graph) {
  onnx::ValueInfoProto& condition = *graph.add_input();
  AddValue(condition, "condition", onnx::TensorProto::BOOL);
  condition.mutable_type()->mutable_tensor_type()->mutable_shape()->clear_dim();
}

onnx::ModelProto Ifs(int64_t nodes) {
  onnx::ModelProto model = Model();
  onnx::GraphProto& graph = *model.mutable_graph();
  AddCondition(graph);
  std::string last = "x";
  for (int64_t i = 0; i < nodes; ++i) {
    const std::string next = fmt::format("v{}", i);
    AddIf(graph, next, [&](onnx::GraphProto& branch) { AddNode(branch, "Relu", {last}, next + "_r"); });
    last = next;
  }
  AddValue(*graph.add_output(), last);
  return model;
}

class OnnxScale : public OnnxParse {
 protected:
  void ExpectLinear(int64_t nodes, const std::function<onnx::ModelProto(int64_t)>& make) const {
    linear_work::ExpectLinear(nodes, [&](int64_t count) {
      const std::string bytes = make(count).SerializeAsString();
      return linear_work::WorkOf([&] {
        const auto graph = ParseBytes(bytes);
        EXPECT_TRUE(graph.ok()) << graph.status().ToString();
      });
    });
  }
};

TEST_F(OnnxScale, ManyOutputsTakeLinearTime) {
  ExpectLinear(5000, [](int64_t nodes) {
    onnx::ModelProto model = Model();
    for (int64_t i = 0; i < nodes; ++i) {
      AddNode(*model.mutable_graph(), "Relu", {"x"}, fmt::format("v{}", i));
      AddValue(*model.mutable_graph()->add_output(), fmt::format("v{}", i));
    }
    return model;
  });
}

TEST_F(OnnxScale, BranchesBesideNarrowConstantsTakeLinearTime) {
  ExpectLinear(1000, [](int64_t nodes) {
    onnx::ModelProto model = Ifs(nodes);
    for (int64_t i = 0; i < nodes; ++i) {
      onnx::TensorProto& constant = *model.mutable_graph()->add_initializer();
      constant.set_name(fmt::format("narrow{}", i));
      constant.set_data_type(22);  // INT4, which libonnx doesn't know
      constant.add_dims(1);
      constant.add_int32_data(1);
    }
    return model;
  });
}

TEST_F(OnnxScale, BranchesBesideFunctionsTakeLinearTime) {
  ExpectLinear(1000, [](int64_t nodes) {
    onnx::ModelProto model = Ifs(nodes);
    for (int64_t i = 0; i < nodes; ++i) {
      onnx::FunctionProto& function = *model.add_functions();
      function.set_domain("own");
      function.set_name(fmt::format("F{}", i));
      function.add_input("a");
      function.add_output("b");
      *function.add_opset_import() = model.opset_import(0);
      onnx::NodeProto& node = *function.add_node();
      node.set_op_type("Neg");
      node.add_input("a");
      node.add_output("b");
    }
    return model;
  });
}

TEST_F(OnnxScale, ABranchThatTakesManyValuesTakesLinearTime) {
  ExpectLinear(3000, [](int64_t nodes) {
    onnx::ModelProto model = Model();
    onnx::GraphProto& graph = *model.mutable_graph();
    AddCondition(graph);
    std::vector<std::string> values;
    for (int64_t i = 0; i < nodes; ++i) {
      values.push_back(fmt::format("v{}", i));
      AddNode(graph, "Relu", {"x"}, values.back());
    }
    AddIf(graph, "y", [&](onnx::GraphProto& branch) { AddNode(branch, "Sum", values, "y_r"); });
    AddValue(*graph.add_output(), "y");
    return model;
  });
}

}  // namespace
}  // namespace opdk
