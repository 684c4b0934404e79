#include "graph_core/ir/from_operators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/operator_reg.h"
#include "graph_core/ir/text.h"
#include "opdk/author_graph.h"

namespace ge {
REG_OP(FromData)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(FromData) REG_OP(FromAdd)
    .INPUT(x1, TensorType::ALL())
    .INPUT(x2, TensorType::ALL())
    .OPTIONAL_INPUT(bias, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(alpha, Float, 0.5)
    .OP_END_FACTORY_REG(FromAdd) REG_OP(FromJoin)
    .DYNAMIC_INPUT(x, TensorType::ALL())
    .DYNAMIC_OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(FromJoin)
}  // namespace ge

namespace opdk {
namespace {

using ::testing::HasSubstr;

// Makes a bare operator of type Data, which is enough for these tests. Data itself is an operator of the built-in
// package.
ge::Operator MakeData(const std::string& name, int64_t index) {
  ge::op::FromData data(name.c_str());
  DescOf(data).type = kData;
  DescOf(data).inputs.clear();
  DescOf(data).ir_inputs.clear();
  data.SetAttr("index", index);
  data.update_output_desc_y(ge::TensorDesc(ge::Shape({2}), ge::FORMAT_ND, ge::DT_FLOAT));
  return data;
}

TEST(FromOperatorsTest, TakesLinksControlsAndOutputsOver) {
  ge::Operator a = MakeData("a", 7);
  ge::Operator b = MakeData("b", 3);
  ge::op::FromAdd add("add");
  add.set_input_x1(b).set_input_x2(a).set_attr_alpha(2.0f);
  ge::op::FromJoin join("join");
  join.create_dynamic_input_x(2).create_dynamic_output_y(2);
  join.set_dynamic_input_x(0, add).set_dynamic_input_x(1, a);
  join.AddControlInput(b);
  ge::Graph authored("authored");
  authored.SetInputs({b, a}).SetOutputs(
      std::vector<std::pair<ge::Operator, std::vector<size_t>>>{{join, {1}}, {add, {0}}});
  auto graph = FromOperators(authored);
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  EXPECT_TRUE(graph->Verify().ok()) << graph->Verify().ToString();
  EXPECT_EQ(graph->inputs().at(0)->name(), "b");  // as SetInputs() lists them
  std::string text = Print(*graph);
  EXPECT_THAT(text, HasSubstr("%add = FromAdd(x1: %b, x2: %a, bias?: _) {alpha: 2.0}"));
  EXPECT_THAT(text, HasSubstr("%join = FromJoin(x: [%add, %a]) after(%b)"));
  EXPECT_THAT(text, HasSubstr("NetOutput(x: [%join:y1, %add]) {output_names: [\"join:y1\", \"add:y\"]}"));
}

TEST(FromOperatorsTest, OutputNamesComeFromTheGraphAttribute) {
  ge::Operator a = MakeData("a", 0);
  ge::Graph authored("authored");
  authored.SetInputs({a}).SetOutputs({a});
  DataOf(authored).attrs["output_names"] = std::vector<std::string>{"logits"};
  auto graph = FromOperators(authored);
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  EXPECT_THAT(Print(*graph), HasSubstr("{output_names: [\"logits\"]}"));
}

TEST(FromOperatorsTest, AMissingInputIsAnError) {
  ge::Operator a = MakeData("a", 0);
  ge::op::FromAdd add("add");
  add.set_input_x1(a);
  ge::Graph authored("authored");
  authored.SetInputs({a}).SetOutputs({add});
  Status status = FromOperators(authored).status();
  EXPECT_EQ(status.code(), ErrorCode::kGraphInvalid);
  EXPECT_THAT(status.ToString(), HasSubstr("input x2 is not linked"));
  EXPECT_THAT(status.ToString(), HasSubstr("node add (FromAdd)"));
}

TEST(FromOperatorsTest, TwoOperatorsWithOneNameAreAnError) {
  ge::Operator a = MakeData("a", 0);
  ge::Operator also_a = MakeData("a", 1);
  ge::op::FromAdd add("add");
  add.set_input_x1(a).set_input_x2(also_a);
  ge::Graph authored("authored");
  authored.SetInputs({a, also_a}).SetOutputs({add});
  EXPECT_THAT(FromOperators(authored).status().message(), HasSubstr("two operators are called a"));
}

TEST(FromOperatorsTest, AGraphWithoutOutputsIsAnError) {
  ge::Operator a = MakeData("a", 0);
  ge::Graph authored("authored");
  authored.SetInputs({a});
  EXPECT_THAT(FromOperators(authored).status().message(), HasSubstr("no outputs"));
  EXPECT_EQ(FromOperators(ge::Graph()).status().code(), ErrorCode::kGraphInvalid);
}

TEST(FromOperatorsTest, TargetsAloneAreAGraph) {
  ge::Operator a = MakeData("a", 0);
  ge::Graph authored("authored");
  authored.SetInputs({a}).SetTargets({a});
  Result<Graph> graph = FromOperators(authored);
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  EXPECT_TRUE(graph->net_output()->inputs().empty());
  EXPECT_EQ(graph->net_output()->control_inputs().size(), 1U);
}

}  // namespace
}  // namespace opdk
