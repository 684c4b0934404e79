#include <onnx/onnx_pb.h>

#include <filesystem>
#include <fstream>

#include "tests/plugins/onnx/parse_fixture.h"

namespace opdk {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST_F(OnnxParse, ReadsNodesInputsAndOutputs) {
  const auto graph = Parse(Text("(float[2, 3] a, float[3] b) => (float[2, 3] c) { s = Add(a, b) c = Relu(s) }"));
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  EXPECT_THAT(Summary(*graph), HasSubstr("Add_s = Add(a, b)\nRelu_c = Relu(Add_s)\n"));
  ASSERT_EQ(graph->inputs().size(), 2u);
  EXPECT_EQ(graph->inputs()[0]->name(), "a");
  EXPECT_EQ(graph->inputs()[0]->op().outputs[0].desc.GetShape().GetDims(), (std::vector<int64_t>{2, 3}));
  const auto* names = graph->net_output()->op().GetAttr<std::vector<std::string>>("output_names");
  ASSERT_NE(names, nullptr);
  EXPECT_EQ(*names, std::vector<std::string>{"c"});
}

TEST_F(OnnxParse, KeepsNamesOfSymbolicDimensions) {
  const auto graph = Parse(Text("(float[N, 3] a) => (float[N, 3] c) { c = Relu(a) }"));
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  const OpDesc& data = graph->inputs()[0]->op();
  EXPECT_EQ(data.outputs[0].desc.GetShape().GetDims(), (std::vector<int64_t>{-1, 3}));
  const auto* names = data.GetAttr<std::vector<std::string>>("dim_names");
  ASSERT_NE(names, nullptr);
  EXPECT_EQ(*names, (std::vector<std::string>{"N", ""}));
}

TEST_F(OnnxParse, ReadsAttributesWithTheirTypes) {
  const auto graph = Parse(Text("(float[2, 3, 2] a) => (float[6, 2] c) { c = Flatten <axis = 2> (a) }"));
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  const int64_t* axis = graph->net_output()->input(0).node->op().GetAttr<int64_t>("axis");
  ASSERT_NE(axis, nullptr);
  EXPECT_EQ(*axis, 2);
}

TEST_F(OnnxParse, TakesNodesInAnyOrderAndNamesACycle) {
  auto model = Text("(float[2] a) => (float[2] c) { s = Neg(a) c = Relu(s) }");
  model.mutable_graph()->mutable_node()->SwapElements(0, 1);
  EXPECT_THAT(Parsed(model), HasSubstr("Relu_c = Relu(Neg_s)"));
  model.mutable_graph()->mutable_node(1)->set_input(0, "c");
  EXPECT_THAT(Parsed(model), testing::AllOf(HasSubstr("E2004"), HasSubstr("'s' (Neg) -> node 'c' (Relu)")));
}

TEST_F(OnnxParse, InitializerThatIsAlsoAnInputIsAConstant) {
  auto model = Text("(float[2] a, float[2] w) => (float[2] c) { c = Add(a, w) }");
  auto* weight = model.mutable_graph()->add_initializer();
  weight->set_name("w");
  weight->set_data_type(onnx::TensorProto::FLOAT);
  weight->add_dims(2);
  weight->add_float_data(1);
  weight->add_float_data(2);
  const auto graph = Parse(model);
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  EXPECT_EQ(graph->inputs().size(), 1u);
  EXPECT_THAT(Summary(*graph), HasSubstr("w = Const()"));
}

TEST_F(OnnxParse, EveryFormOfConstantNodeBecomesAConstant) {
  const auto graph = Parse(Text(R"((float[3] x) => (float[3] y, int64[2] z) {
      a = Constant <value_float = 2.5> ()
      b = Constant <value_floats = [1.0, 2.0, 3.0]> ()
      z0 = Constant <value_ints = [4, 5]> ()
      one = Constant <value_int = 1> ()
      p = Add(x, a) y = Mul(p, b) z = Add(z0, one) })"));
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  const ge::Tensor* value = graph->Find("b")->ConstValue();
  ASSERT_NE(value, nullptr);
  EXPECT_EQ(value->GetSize(), 12u);
  EXPECT_EQ(graph->Find("one")->ConstValue()->GetTensorDesc().GetShape().GetDims(), std::vector<int64_t>{});
}

TEST_F(OnnxParse, DynamicPortsAndAbsentOptionalInputs) {
  const std::string text = Parsed(R"((float[6, 2] x, int64[1] n, int64[1] s) => (float[6, 2] y) {
      c = Slice(x, n, n, , s) a, b = Split <axis = 0> (c) y = Concat <axis = 0> (a, b, a) })");
  EXPECT_THAT(text, HasSubstr("Slice_c = StridedSliceV2(x, n, n, _, s)"));
  EXPECT_THAT(text, HasSubstr("Concat_y = ConcatD(SplitD_a, SplitD_a:1, SplitD_a)"));
}

TEST_F(OnnxParse, InlinesTheModelsFunctions) {
  auto model = Text("(float[2] x) => (float[2] y) { t = test.domain.Twice <factor = 0.25> (x) y = Neg(t) }");
  auto* function = model.add_functions();
  function->set_name("Twice");
  function->set_domain("test.domain");
  function->add_input("in");
  function->add_output("out");
  function->add_attribute("factor");
  auto* import = function->add_opset_import();
  import->set_version(17);
  auto* leaky = function->add_node();
  leaky->set_op_type("LeakyRelu");
  leaky->add_input("in");
  leaky->add_output("inner");
  auto* alpha = leaky->add_attribute();
  alpha->set_name("alpha");
  alpha->set_ref_attr_name("factor");
  alpha->set_type(onnx::AttributeProto::FLOAT);
  auto* add = function->add_node();
  add->set_op_type("Add");
  add->add_input("inner");
  add->add_input("inner");
  add->add_output("out");
  const auto graph = Parse(model);
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  EXPECT_THAT(Summary(*graph), HasSubstr("t/Add = Add(t/LeakyRelu, t/LeakyRelu)\nNeg_y = Neg(t/Add)"));
  EXPECT_EQ(*graph->Find("t/LeakyRelu")->op().GetAttr<float>("negative_slope"), 0.25f);
}

// Adds a function of `domain` with one node. libonnx 1.12 knows no overload (field 13) and no defaults (field 11).
onnx::FunctionProto* AddFunction(onnx::ModelProto& model, const std::string& overload, const std::string& type) {
  auto* function = model.add_functions();
  function->set_name("F");
  function->set_domain("test.domain");
  function->add_input("in");
  function->add_output("out");
  function->add_opset_import()->set_version(17);
  if (!overload.empty()) function->mutable_unknown_fields()->AddLengthDelimited(13)->assign(overload);
  auto* node = function->add_node();
  node->set_op_type(type);
  node->add_input("in");
  node->add_output("out");
  return function;
}

TEST_F(OnnxParse, FunctionsOfOneNameAreToldApartByTheirOverloads) {
  auto model = Text(
      "(float[2] x) => (float[2] p, float[2] q, float[2] r) { p = test.domain.F (x) "
      "q = test.domain.F (x) r = test.domain.F (x) }");
  AddFunction(model, "one", "Relu");
  AddFunction(model, "two", "Neg");
  AddFunction(model, "", "Exp");
  auto& nodes = *model.mutable_graph()->mutable_node();
  nodes[0].mutable_unknown_fields()->AddLengthDelimited(8)->assign("one");
  nodes[1].mutable_unknown_fields()->AddLengthDelimited(8)->assign("two");
  EXPECT_THAT(Parsed(model),
              testing::AllOf(HasSubstr("p/Relu = Relu(x)"), HasSubstr("q/Neg = Neg(x)"), HasSubstr("r/Exp = Exp(x)")));
  nodes[1].mutable_unknown_fields()->Clear();
  nodes[1].mutable_unknown_fields()->AddLengthDelimited(8)->assign("three");
  EXPECT_THAT(Parsed(model), HasSubstr("no function test.domain::F with the overload 'three'"));
  AddFunction(model, "one", "Abs");
  EXPECT_THAT(Parsed(model), HasSubstr("two functions 'test.domain::F:one'"));
}

TEST_F(OnnxParse, FunctionsHaveDefaultsOfTheirAttributes) {
  auto model = Text(
      "(float[2] x) => (float[2] p, float[2] q) { p = test.domain.F (x) "
      "q = test.domain.F <slope = 0.5> (x) }");
  auto* function = AddFunction(model, "", "LeakyRelu");
  auto* alpha = function->mutable_node(0)->add_attribute();
  alpha->set_name("alpha");
  alpha->set_ref_attr_name("slope");
  alpha->set_type(onnx::AttributeProto::FLOAT);
  onnx::AttributeProto slope;
  slope.set_name("slope");
  slope.set_type(onnx::AttributeProto::FLOAT);
  slope.set_f(0.25F);
  function->mutable_unknown_fields()->AddLengthDelimited(11)->assign(slope.SerializeAsString());
  const auto graph = Parse(model);
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  EXPECT_EQ(*graph->Find("p/LeakyRelu")->op().GetAttr<float>("negative_slope"), 0.25F);
  EXPECT_EQ(*graph->Find("q/LeakyRelu")->op().GetAttr<float>("negative_slope"), 0.5F);
}

TEST_F(OnnxParse, ListAttributesMayBeEmpty) {
  const struct {
    const char *graph, *list;
  } cases[] = {
      {"(float[1] x) => (float y) { s = Constant <value_ints = [1]> () y = Reshape (x, s) }", "value_ints"},
      {"(float[1] x) => (float[0] y) { y = Constant <value_floats = [1.0]> () }", "value_floats"},
      {"(float x) => (float y) { y = Transpose <perm = [0]> (x) }", "perm"},
      {"(float[2] x) => (float[1] y) { y = ReduceMax <axes = [0]> (x) }", "axes"},
      {"(float x) => (float y) { r = RandomNormal <shape = [1]> () y = Add (x, r) }", "shape"},
      {"(float[2, 1, 3] x, float[1, 4, 3] w, float[1, 4, 4] r) => (float[2, 1, 1, 4] y) "
       "{ y = RNN <hidden_size = 4, activation_alpha = [1.0]> (x, w, r) }",
       "activation_alpha"},
  };
  for (const auto& test : cases) {
    const auto graph = Parse(WithEmptyList(Text(test.graph, 17), test.list));
    EXPECT_TRUE(graph.ok()) << test.graph << ": " << graph.status().ToString();
  }
}

TEST_F(OnnxParse, TransposeWithAnEmptyListReversesAllAxes) {
  const char* graph = "(float[2, 3, 4] x) => (float[4, 3, 2] y) { y = Transpose <perm = [0]> (x) }";
  const auto read = Parse(WithEmptyList(Text(graph, 17), "perm"));
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  const auto* perm = read->Find("Transpose_y")->op().GetAttr<std::vector<int64_t>>("perm");
  ASSERT_NE(perm, nullptr);
  EXPECT_EQ(*perm, (std::vector<int64_t>{2, 1, 0}));
}

TEST_F(OnnxParse, InlinesOperatorsThatOnnxDefinesByOthers) {
  const std::string text =
      Parsed("(float[2, 3] x) => (float[2, 3] y) { y = MeanVarianceNormalization <axes = [1]> (x) }", 13);
  EXPECT_THAT(text, HasSubstr("= ReduceMean("));
  EXPECT_THAT(text, Not(HasSubstr("MeanVarianceNormalization(")));
  EXPECT_THAT(text, Not(HasSubstr("error")));
}

TEST_F(OnnxParse, TruncatedAndRandomFilesAreRefused) {
  auto model = Text("(float[2, 3] a, float[3] b) => (float[2, 3] c) { s = Add(a, b) c = Relu(s) }");
  model.mutable_opset_import()->DeleteSubrange(1, model.opset_import_size() - 1);
  const std::string bytes = model.SerializeAsString();
  ASSERT_TRUE(ParseBytes(bytes).ok());
  for (size_t size = 0; size < bytes.size(); ++size) {
    const auto graph = ParseBytes(bytes.substr(0, size));
    ASSERT_FALSE(graph.ok()) << size;
    EXPECT_EQ(graph.status().code(), ErrorCode::kModelInvalid) << size << ": " << graph.status().ToString();
  }
  std::string noise(4096, '\0');
  uint32_t state = 1;
  for (auto& byte : noise) byte = static_cast<char>((state = state * 1664525u + 1013904223u) >> 24);
  EXPECT_EQ(ParseBytes(noise).status().code(), ErrorCode::kModelInvalid);
}

TEST_F(OnnxParse, UnknownOperatorNamesNodeNearestAndWhereItLooked) {
  const std::string text = Parsed("(float[2] x) => (float[2] y) { y = test.domain.ScaledRely <slope = 0.5> (x) }");
  EXPECT_THAT(text, HasSubstr("E2002"));
  EXPECT_THAT(text, HasSubstr("node 'y' (ScaledRely)"));
  EXPECT_THAT(text, HasSubstr("test.domain::2::ScaledRely"));
  EXPECT_THAT(text, HasSubstr("did you mean ScaledRelu?"));
  EXPECT_THAT(text, HasSubstr("opdk_builtin"));
  EXPECT_THAT(text, HasSubstr("--plugins"));
}

TEST_F(OnnxParse, OperatorOfALaterOpsetIsUnknown) {
  auto model = Text("(float[2] x) => (float[2] y) { y = test.domain.ScaledRelu <slope = 0.5> (x) }");
  model.mutable_opset_import(1)->set_version(1);
  EXPECT_THAT(Parsed(model), testing::AllOf(HasSubstr("E2002"), HasSubstr("mapped from opset 2 on")));
}

TEST_F(OnnxParse, OtherOperatorsWithGraphsAreRefusedByName) {
  auto model = Text("(float[2] x) => (float[2] y) { y = Relu(x) }");
  auto* node = model.mutable_graph()->mutable_node(0);
  node->set_op_type("Softsign");
  auto* body = node->add_attribute();
  body->set_name("body");
  body->set_type(onnx::AttributeProto::GRAPH);
  body->mutable_g();
  EXPECT_THAT(Parsed(model),
              testing::AllOf(HasSubstr("E2002"), HasSubstr("node 'y' (Softsign)"), HasSubstr("attribute 'body'")));
}

TEST_F(OnnxParse, WrongNodesAreRefusedByName) {
  EXPECT_THAT(Parsed("(float[2] x) => (float[2] y) { y = Add(x) }"),
              testing::AllOf(HasSubstr("E2001"), HasSubstr("y"), HasSubstr("Add")));
  EXPECT_THAT(Parsed("(float[2] x) => (float[2] y) { y = Add(x, q) }"),
              testing::AllOf(HasSubstr("E2001"), HasSubstr("'q'")));
  EXPECT_THAT(Parsed("(float[2] x) => (float[2] y) { y = Relu <steep = 1> (x) }"),
              testing::AllOf(HasSubstr("E2001"), HasSubstr("steep")));
  EXPECT_THAT(Parsed("(float[2] x) => (float[2] y) { y = Relu(x) y = Neg(x) }"),
              testing::AllOf(HasSubstr("E2001"), HasSubstr("both produce the value 'y'")));
}

// libonnx's own shape inference ends the process for these attributes; the operators report the errors.
TEST_F(OnnxParse, AttributesOutOfRangeAreLeftToTheOperators) {
  EXPECT_THAT(Parsed("(float[2, 3] x, float[3] s) => (float[2, 3] y) { y = LayerNormalization <axis = -4> (x, s) }"),
              HasSubstr("= LayerNormV3(x, s, "));
  EXPECT_THAT(Parsed("(float[1, 1, 4] x, float[1, 1, 2] w) => (float[1, 1, 2] y) { y = Conv <strides = [0]> (x, w) }"),
              HasSubstr("= Conv(x, w, _)"));
}

TEST_F(OnnxParse, ElementTypesThatAreNotSupportedAreNamed) {
  onnx::ModelProto model = Text("(float[2] x) => (float[2] y) <float[2] w = {1, 2}> { y = Add(x, w) }");
  model.mutable_graph()->mutable_initializer(0)->set_data_type(99);
  EXPECT_THAT(Parsed(model), AllOf(HasSubstr("E2001"), HasSubstr("number 99")));
  model.mutable_graph()->mutable_input(0)->mutable_type()->mutable_tensor_type()->set_elem_type(99);
  EXPECT_THAT(Parsed(model), HasSubstr("graph input 'x' has elements of type number 99, which is not supported"));
}

TEST_F(OnnxParse, AnInputOfABodyIsNotCalledTheGraphs) {
  onnx::ModelProto model = Text(R"((int64 n, bool c, float[2] a) => (float[2] y) {
    y = Loop(n, c, a) <body = b (int64 i, bool k, float[2] v) => (bool k2, float[2] w) { k2 = Identity(k) w = Neg(v) }> })");
  onnx::GraphProto& body = *model.mutable_graph()->mutable_node(0)->mutable_attribute(0)->mutable_g();
  body.mutable_input(2)->mutable_type()->mutable_tensor_type()->set_elem_type(99);
  EXPECT_THAT(Parsed(model),
              AllOf(HasSubstr("the body's input 'v' has elements of type number 99"), Not(HasSubstr("graph input"))));
}

}  // namespace
}  // namespace opdk
