// Older opsets arrive in opset-17 form.
#include <cstring>

#include "tests/plugins/onnx/parse_fixture.h"

namespace opdk {
namespace {

using testing::HasSubstr;

std::vector<int64_t> Ints(const Graph& graph, const std::string& name) {
  const Node* node = graph.Find(name);
  if (node == nullptr || node->ConstValue() == nullptr) return {-999};
  std::vector<int64_t> values(node->ConstValue()->GetSize() / sizeof(int64_t));
  std::memcpy(values.data(), node->ConstValue()->GetData(), node->ConstValue()->GetSize());
  return values;
}

TEST_F(OnnxParse, AttributesThatBecameInputs) {
  const struct {
    int opset;
    const char* graph;
    const char* expected;
  } cases[] = {
      {6, "(float[2] x) => (float[2] y) { y = Clip <min = 0.0, max = 6.0> (x) }", "= ClipByValueV2(x, y/min, y/max)"},
      {6, "(float[2] x) => (float[2] y) { y = Clip <max = 6.0> (x) }", "= Minimum(x, y/max)"},
      {11, "(float[2, 3] x) => (float[2, 1] y) { y = ReduceSum <axes = [1]> (x) }", "= ReduceSum(x, y/axes)"},
      {17, "(float[2, 3] x) => (float[2, 1] y) { y = ReduceMax <axes = [1]> (x) }", "= ReduceMax(x, y/axes)"},
      {17, "(float[2, 3] x) => (float[1, 1] y) { y = ReduceMean(x) }", "= ReduceMean(x, y/axes)"},
      {11, "(float[1, 3] x) => (float[3] y) { y = Squeeze <axes = [0]> (x) }", "= SqueezeV3(x, y/axes)"},
      {11, "(float[3] x) => (float[1, 3] y) { y = Unsqueeze <axes = [0]> (x) }", "= UnsqueezeV3(x, y/axes)"},
      {11, "(float[4] x) => (float[1] y, float[3] z) { y, z = Split <split = [1, 3]> (x) }",
       "= SplitV(x, y/split, y/split_dim)"},
      {9, "(float[4] x) => (float[2] y) { y = Slice <starts = [1], ends = [3]> (x) }",
       "= StridedSliceV2(x, y/starts, y/ends, _, _)"},
      {9, "(float[4] x) => (float[2] y) { y = Slice <starts = [1], ends = [3], axes = [0]> (x) }",
       "= StridedSliceV2(x, y/starts, y/ends, y/axes, _)"},
      {9, "(float[4] x) => (float[6] y) { y = Pad <pads = [1, 1], value = 2.0> (x) }", "= PadV3(x, y/pads, y/value)"},
      {9, "(float[4] x) => (float[2] v, int64[2] i) { v, i = TopK <k = 2> (x) }", "= TopK(x, v/k)"},
      {10, "(float[4] x) => (float[4] y) { y = Dropout <ratio = 0.3> (x) }", "= Dropout(x, _, _)"},
      {1, "(float[4] x) => (float[2, 2] y) { y = Reshape <shape = [2, 2]> (x) }", "= Reshape(x, y/shape)"},
  };
  for (const auto& test : cases) EXPECT_THAT(Parsed(test.graph, test.opset), HasSubstr(test.expected)) << test.graph;
}

TEST_F(OnnxParse, ClipOfHalvesGetsBoundsOfHalves) {
  EXPECT_THAT(Parsed("(float16[2] x) => (float16[2] y) { y = Clip <min = 0.0> (x) }", 6), HasSubstr("= Cast(y/min)"));
}

TEST_F(OnnxParse, LegacyBroadcastAxisAlignsTheSecondInput) {
  const char* graph =
      "(float[2, 3, 4, 5] a, float[3, 4] b) => (float[2, 3, 4, 5] y) { y = Add <broadcast = 1, axis = 1> (a, b) }";
  const auto parsed = Parse(Text(graph, 6));
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  EXPECT_THAT(Summary(*parsed), HasSubstr("= Add(a, y/Unsqueeze)"));
  EXPECT_EQ(Ints(*parsed, "y/axes"), std::vector<int64_t>{2});
}

TEST_F(OnnxParse, LegacySlopePerChannelIsAligned) {
  const auto parsed = Parse(Text("(float[2, 3, 4, 5] x, float[3] s) => (float[2, 3, 4, 5] y) { y = PRelu (x, s) }", 6));
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  EXPECT_THAT(Summary(*parsed), HasSubstr("= PRelu(x, y/Unsqueeze)"));
  EXPECT_EQ(Ints(*parsed, "y/axes"), (std::vector<int64_t>{1, 2}));
}

TEST_F(OnnxParse, OldSoftmaxWorksOnRowsOfAMatrix) {
  const std::string inner = Parsed("(float[2, 3, 4] x) => (float[2, 3, 4] y) { y = Softmax <axis = 1> (x) }", 11);
  EXPECT_THAT(inner, HasSubstr("= Flatten(x)"));
  EXPECT_THAT(inner, HasSubstr("= SoftmaxV2(y/Flatten)"));
  EXPECT_THAT(inner, HasSubstr("= Reshape(Softmax_y/rows, y/Shape)"));
  const auto last = Parse(Text("(float[2, 3, 4] x) => (float[2, 3, 4] y) { y = Softmax <axis = 2> (x) }", 11));
  ASSERT_TRUE(last.ok()) << last.status().ToString();
  EXPECT_EQ(*last->net_output()->input(0).node->op().GetAttr<std::vector<int64_t>>("axes"), std::vector<int64_t>{-1});
}

TEST_F(OnnxParse, CastNamesItsTypeInOpsetOne) {
  const auto parsed = Parse(Text(R"((float[2] x) => (int32[2] y) { y = Cast <to = "INT32"> (x) })", 1));
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  EXPECT_EQ(*parsed->net_output()->input(0).node->op().GetAttr<int64_t>("dst_type"), ge::DT_INT32);
}

}  // namespace
}  // namespace opdk
