// Unknown attributes of a model's nodes are errors.
#include <onnx/defs/schema.h>

#include <algorithm>
#include <set>

#include "tests/plugins/onnx/parse_fixture.h"

namespace opdk {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string Node(const std::string& type, const std::string& attributes) {
  return "(float[2] x) => (float[2] y) { y = test.domain." + type + " <" + attributes + "> (x) }";
}

TEST_F(OnnxParse, AttributeThatThePrototypeDoesNotHaveIsRefused) {
  EXPECT_THAT(Parsed(Node("PlainRelu", "negative_slope = 0.5")), HasSubstr("= LeakyRelu(x)"));
  EXPECT_THAT(Parsed(Node("PlainRelu", "negative_slop = 0.5")),
              AllOf(HasSubstr("E2009"), HasSubstr("model.onnx"), HasSubstr("node 'y' (PlainRelu)"),
                    HasSubstr("'negative_slop'"),
                    HasSubstr("LeakyRelu, to which test.domain::1::PlainRelu maps it, has negative_slope, training"),
                    HasSubstr("did you mean 'negative_slope'?"), HasSubstr("IgnoreAttrs")));
}

TEST_F(OnnxParse, AttributesThatAMappingIgnoresOrReadsAreKnown) {
  EXPECT_THAT(Parsed(Node("PlainRelu", "negative_slope = 0.5, training = 1")), HasSubstr("= LeakyRelu(x)"));
  EXPECT_THAT(Parsed(Node("SlopeRelu", "slope = 0.5")), HasSubstr("= LeakyRelu(x)"));
  EXPECT_THAT(Parsed(Node("SlopeRelu", "slope = 0.5, scale = 2.0")), AllOf(HasSubstr("E2009"), HasSubstr("'scale'")));
}

TEST_F(OnnxParse, AttributesReadFromTheMessageOrItsTextAreKnown) {
  for (const char* type : {"ScaledRelu", "MessageRelu"}) {
    EXPECT_THAT(Parsed(Node(type, "slope = 0.5")), HasSubstr("= LeakyRelu(x)"));
    EXPECT_THAT(Parsed(Node(type, "slope = 0.5, unread = 3")), AllOf(HasSubstr("E2009"), HasSubstr("'unread'")));
  }
  // The value that the mapping would have chosen itself.
  EXPECT_THAT(Parsed(Node("MessageRelu", "slope = 0.01")), HasSubstr("= LeakyRelu(x)"));
}

TEST_F(OnnxParse, NumbersOfATensorStandInTheText) {
  const auto graph = Parse(Text(Node("TableRelu", "table = float[2] {0.25, 1.0}")));
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  const auto nodes = graph->nodes();
  const auto node = std::find_if(nodes.begin(), nodes.end(), [](const auto* each) { return each->Is("LeakyRelu"); });
  ASSERT_NE(node, nodes.end());
  const auto* alpha = (*node)->op().GetAttr<float>("negative_slope");
  ASSERT_NE(alpha, nullptr);
  EXPECT_EQ(*alpha, 0.25F);
}

TEST_F(OnnxParse, AttributeOfANodeThatBecomesAGraphIsChecked) {
  EXPECT_THAT(Parsed("(float[2] a, float[2] b, float[2] c) => (float[2] y) "
                     "{ y = test.domain.AddThree <weight = 0.5> (a, b, c) }"),
              AllOf(HasSubstr("E2009"), HasSubstr("'weight'")));
}

TEST_F(OnnxParse, AttributeOfACallThatTheModelsFunctionDoesNotHaveIsRefused) {
  auto model = Text("(float[2] x) => (float[2] y) { y = test.domain.Soft <facter = 0.25> (x) }");
  auto* function = model.add_functions();
  function->set_name("Soft");
  function->set_domain("test.domain");
  function->add_input("in");
  function->add_output("out");
  function->add_attribute("factor");
  function->add_opset_import()->set_version(17);
  auto* relu = function->add_node();
  relu->set_op_type("Relu");
  relu->add_input("in");
  relu->add_output("out");
  EXPECT_THAT(Parsed(model),
              AllOf(HasSubstr("E2009"), HasSubstr("function 'Soft' has factor"), HasSubstr("did you mean 'factor'?")));
}

// Returns a value that an attribute of ONNX's definition may have.
onnx::AttributeProto AnyValue(const onnx::OpSchema::Attribute& definition) {
  onnx::AttributeProto value = definition.default_value;
  value.set_name(definition.name);
  if (value.type() != onnx::AttributeProto::UNDEFINED) return value;
  value.set_type(definition.type);
  if (definition.type == onnx::AttributeProto::FLOATS) value.add_floats(1);
  if (definition.type == onnx::AttributeProto::INTS) value.add_ints(1);
  if (definition.type == onnx::AttributeProto::STRING) value.set_s("?");
  if (definition.type == onnx::AttributeProto::TENSOR) {
    value.mutable_t()->set_data_type(onnx::TensorProto::FLOAT);
    value.mutable_t()->add_dims(1);
    value.mutable_t()->add_float_data(1);
  }
  return value;
}

// Makes a model of one node with every attribute of its definition.
onnx::ModelProto ModelOf(const onnx::OpSchema& schema) {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(schema.SinceVersion());
  auto* node = model.mutable_graph()->add_node();
  node->set_op_type(schema.Name());
  for (int i = 0; i < std::max(schema.min_input(), 1); ++i) {
    auto* input = model.mutable_graph()->add_input();
    input->set_name("x" + std::to_string(i));
    auto* type = input->mutable_type()->mutable_tensor_type();
    type->set_elem_type(onnx::TensorProto::FLOAT);
    for (int dim = 0; dim < 4; ++dim) type->mutable_shape()->add_dim()->set_dim_value(4);
    node->add_input(input->name());
  }
  node->add_output("y");
  model.mutable_graph()->add_output()->set_name("y");
  for (const auto& [name, definition] : schema.attributes()) *node->add_attribute() = AnyValue(definition);
  return model;
}

TEST_F(OnnxParse, EveryAttributeOfEveryMappedOperatorOfOnnxIsKnown) {
  std::set<std::string> mapped;
  for (const std::string& origin : packages_->OriginTypes(domi::ONNX)) {
    if (origin.starts_with("ai.onnx::")) mapped.insert(origin.substr(origin.rfind("::") + 2));
  }
  int tried = 0;
  for (const onnx::OpSchema& schema : onnx::OpSchemaRegistry::get_all_schemas_with_history()) {
    if (!schema.domain().empty() || !mapped.contains(schema.Name()) || schema.attributes().empty()) continue;
    EXPECT_THAT(Parsed(ModelOf(schema)), Not(HasSubstr("' is unknown: ")));
    ++tried;
  }
  EXPECT_GT(tried, 150);
}

// libonnx defines operators up to opset 17.
TEST_F(OnnxParse, AttributesOfLaterOpsetsAreThoseThatOnnxDefines) {
  const auto read = [this](const std::string& node, int opset) {
    return Parsed("(float[2,3] x) => (float y) { y = " + node + " }", opset);
  };
  for (const char* node :
       {"Exp <base = 2.0> (x)", "Log <base = 2.0> (x)", "LeakyRelu <negative_slope = 0.5> (x)",
        "Softmax <axes = [0]> (x)", "ReduceMax <axes = [0]> (x)", "ReduceSum <axes = [0]> (x)", "Clip <min = 0.0> (x)",
        "Transpose <perm_ = [1, 0]> (x)", "CenterCropPad <axis = 0> (x, x)", "BitwiseNot <to = 1> (x)"}) {
    for (const int opset : {18, 22}) {
      EXPECT_THAT(read(node, opset), AllOf(HasSubstr("E2009"), HasSubstr("of opset"))) << node;
    }
  }
  EXPECT_THAT(read("Cast <to = 10, saturate = 1> (x)", 18), AllOf(HasSubstr("E2009"), HasSubstr("'saturate'")));
  for (const char* node : {"Cast <to = 10, saturate = 1> (x)", "ReduceMax <noop_with_empty_axes = 1> (x)",
                           "LeakyRelu <alpha = 0.5> (x)", "Split <num_outputs = 1> (x)"}) {
    EXPECT_THAT(read(node, 19), Not(HasSubstr("E2"))) << node;
  }
  EXPECT_THAT(read("Cast <to = 10, saturate = 1, round_mode = \"up\"> (x)", 24), Not(HasSubstr("E2")));
}

TEST_F(OnnxParse, AttributesOfLaterOpsetsHaveTheTypesThatOnnxDeclares) {
  const auto read = [this](const std::string& node, int opset) {
    return Parsed("(float[2,3] x) => (float y) { y = " + node + " }", opset);
  };
  for (const int opset : {18, 22, 25}) {
    EXPECT_THAT(read("Softmax <axis = \"1\"> (x)", opset),
                AllOf(HasSubstr("E2001"), HasSubstr("'axis' has the type STRING; ONNX declares INT")));
    EXPECT_THAT(read("LeakyRelu <alpha = 1> (x)", opset), HasSubstr("ONNX declares FLOAT"));
    EXPECT_THAT(read("Transpose <perm = 1> (x)", opset), HasSubstr("ONNX declares INTS"));
    EXPECT_THAT(read("Softmax <axis = 1> (x)", opset), Not(HasSubstr("E2")));
  }
}

}  // namespace
}  // namespace opdk
