// Features that a custom package's mappings may use.
#include "tests/plugins/onnx/parse_fixture.h"

namespace opdk {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST_F(OnnxParse, CallbackReadsTheAttributeText) {
  const auto graph = Parse(Text("(float[2] x) => (float[2] y) { y = test.domain.ScaledRelu <slope = 0.5> (x) }"));
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  const Node* node = graph->net_output()->input(0).node;
  EXPECT_EQ(node->type(), "LeakyRelu");
  EXPECT_EQ(*node->op().GetAttr<float>("negative_slope"), 0.5f);
}

TEST_F(OnnxParse, OneToManyMappingIsExpanded) {
  const std::string text =
      Parsed("(float[2] a, float[2] b, float[2] c) => (float[2] y) { t = test.domain.AddThree(a, b, c) y = Neg(t) }");
  EXPECT_THAT(text, HasSubstr("/first = Add(a, b)"));
  EXPECT_THAT(text, HasSubstr("/second = Add(AddThree_t/first, c)\nNeg_y = Neg(AddThree_t/second)"));
  EXPECT_THAT(text, Not(HasSubstr("PartitionedCall")));
}

TEST_F(OnnxParse, OneToManyMappingThatRefusesIsNamed) {
  const std::string text = Parsed("(float[2] a, float[2] b) => (float[2] y) { y = test.domain.AddThree(a, b) }");
  EXPECT_THAT(text, testing::AllOf(HasSubstr("E2001"), HasSubstr("ParseOpToGraphFn"), HasSubstr("AddThree")));
}

TEST_F(OnnxParse, TheErrorOfACallbackHoldsTheReasonThatItLogs) {
  testing::internal::CaptureStderr();
  const std::string text = Parsed("(float[2] x) => (float[2] y) { y = test.domain.Uncounted(x) }");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_THAT(text, testing::AllOf(HasSubstr("E2001"), HasSubstr("test.domain::1::Uncounted"),
                                   HasSubstr("attribute N does not say how many entries x has")));
}

TEST_F(OnnxParse, CallbackThatThrowsIsAnError) {
  const std::string text = Parsed("(float[2] x) => (float[2] y) { y = test.domain.Throws(x) }");
  EXPECT_THAT(text, testing::AllOf(HasSubstr("E6002"), HasSubstr("no such luck"), HasSubstr("test.domain::1::Throws")));
}

TEST_F(OnnxParse, CustomMappingOfAStandardOperatorWinsFromItsOpsetOn) {
  const std::string graph = "(float[2] x) => (float[2] y) { y = Selu(x) }";
  EXPECT_THAT(Parsed(graph, 9), HasSubstr("= Selu(x)"));
  EXPECT_THAT(Parsed(graph, 11), HasSubstr("= Elu(x)"));
  EXPECT_THAT(Parsed(graph, 17), HasSubstr("= Elu(x)"));
}

}  // namespace
}  // namespace opdk
