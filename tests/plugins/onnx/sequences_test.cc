// Sequences of tensors become nodes between tensors while a model is read.
#include "tests/plugins/onnx/parse_fixture.h"

namespace opdk {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class OnnxSequences : public OnnxParse {};

TEST_F(OnnxSequences, ElementsAreTakenWhereTheyArePut) {
  EXPECT_THAT(Parsed(R"((float[2] a, float[2] b) => (float[2] y) {
    s = SequenceConstruct(a, b) i = Constant <value_int = -1> () y = SequenceAt(s, i) })"),
              HasSubstr("= Identity(b)"));
  EXPECT_THAT(Parsed(R"((float[2] a, float[2] b) => (float[2] y) {
    e = SequenceEmpty() s = SequenceInsert(e, a) zero = Constant <value_int = 0> ()
    t = SequenceInsert(s, b, zero) u = Identity(t) v = SequenceErase(u) y = SequenceAt(v, zero) })"),
              HasSubstr("= Identity(b)"));
}

TEST_F(OnnxSequences, LengthIsAConstant) {
  EXPECT_THAT(Parsed(R"((float[2] a) => (int64 n) { s = SequenceConstruct(a, a, a) n = SequenceLength(s) })"),
              HasSubstr("Const"));
}

TEST_F(OnnxSequences, SplitToSequenceAndConcatFromSequenceBecomeSplitAndConcat) {
  for (const int opset : {11, 13, 17}) {
    const std::string text = Parsed(R"((float[5, 4] x) => (float[5, 4] y) {
      two = Constant <value_int = 2> () s = SplitToSequence(x, two) y = ConcatFromSequence <axis = 0> (s) })",
                                    opset == 11 ? 12 : opset);
    EXPECT_THAT(text, AllOf(HasSubstr("Split"), HasSubstr("Concat"))) << opset;
  }
  EXPECT_THAT(Parsed(R"((float[3, 4] x) => (float[4, 3] y) {
    s = SplitToSequence <keepdims = 0> (x) y = ConcatFromSequence <axis = 1, new_axis = 1> (s) })"),
              AllOf(HasSubstr("Squeeze"), HasSubstr("Unsqueeze")));
}

TEST_F(OnnxSequences, AMapRunsItsBodyOnEachElement) {
  const std::string text = Parsed(R"((float[2] a, float[2] b, float[2] c) => (float[2] y, float[2] z) {
    s = SequenceConstruct(a, b)
    t, u = SequenceMap <body = add (float[2] l, float[2] r) => (float[2] o, float[2] p) {
      o = Add(l, r) p = Mul(l, c) }> (s, c)
    one = Constant <value_int = 1> () zero = Constant <value_int = 0> ()
    y = SequenceAt(t, one) z = SequenceAt(u, zero) })");
  EXPECT_THAT(text, AllOf(HasSubstr("Add(b, c)"), HasSubstr("Mul(a, c)"))) << text;
}

TEST_F(OnnxSequences, BranchesThatGiveATensorAndASequenceAreRefused) {
  EXPECT_THAT(Parsed(R"((float[2] a, bool c) => (float[2] y) {
    s = If (c) <then_branch = t () => (float[2] p) { p = SequenceConstruct(a) },
                else_branch = e () => (float[2] q) { q = Identity(a) }>
    y = ConcatFromSequence <axis = 0> (s) })"),
              AllOf(HasSubstr("E2002"), HasSubstr("(If)"), HasSubstr("as two kinds")));
}

TEST_F(OnnxSequences, OfTheWholeGraphThatHoldNoTensorsAreRefused) {
  onnx::ModelProto model = Text("(seq(float[2]) s) => (int64 n) { n = SequenceLength(s) }");
  auto* held = model.mutable_graph()->mutable_input(0)->mutable_type()->mutable_sequence_type()->mutable_elem_type();
  held->mutable_map_type()->set_key_type(onnx::TensorProto::INT64);
  EXPECT_THAT(Parsed(model), AllOf(HasSubstr("E2001"), HasSubstr("graph input 's' holds a map_type")));
  model = Text("(float[2] a) => (float[2] s) { s = SequenceConstruct(a, a) }");
  model.mutable_graph()->mutable_output(0)->mutable_type()->mutable_sequence_type();
  EXPECT_THAT(Parsed(model), AllOf(HasSubstr("E2001"), HasSubstr("graph output 's' holds a value of no type")));
}

TEST_F(OnnxSequences, OfTheWholeGraphWithNarrowElementsAreRefused) {
  onnx::ModelProto model = Text("(optional(float[2]) s) => (bool n) { n = OptionalHasElement(s) }");
  auto* held = model.mutable_graph()->mutable_input(0)->mutable_type()->mutable_optional_type()->mutable_elem_type();
  held->mutable_tensor_type()->set_elem_type(22);  // INT4
  EXPECT_THAT(Parsed(model), AllOf(HasSubstr("E2001"), HasSubstr("'s'"), HasSubstr("INT4")));
}

TEST_F(OnnxSequences, NamesOfTheirTensorsMustBeFree) {
  onnx::ModelProto model = Text(
      "(seq(float[2]) s, float[2] a) => (int64 n, float[2] b) { n = SequenceLength(s) "
      "b = Relu(a) }");
  model.mutable_graph()->mutable_node(1)->set_output(0, "s.data");
  model.mutable_graph()->mutable_output(1)->set_name("s.data");
  EXPECT_THAT(Parsed(model), AllOf(HasSubstr("E2001"), HasSubstr("graph input 's'"), HasSubstr("named 's.data'")));
  model = Text("(float[2] a) => (seq(float[2]) s, float[2] b) { s = SequenceConstruct(a) b = Relu(a) }");
  model.mutable_graph()->mutable_node(1)->set_output(0, "s.shapes");
  model.mutable_graph()->mutable_output(1)->set_name("s.shapes");
  EXPECT_THAT(Parsed(model), AllOf(HasSubstr("E2001"), HasSubstr("two outputs would be named 's.shapes'")));
}

TEST_F(OnnxSequences, PositionsAndTypesThatDoNotFitAreErrors) {
  EXPECT_THAT(Parsed(R"((float[2] a) => (float[2] y) {
    s = SequenceConstruct(a, a) i = Constant <value_int = 2> () y = SequenceAt(s, i) })"),
              AllOf(HasSubstr("E2001"), HasSubstr("position 2 in a sequence of 2")));
  EXPECT_THAT(Parsed(R"((float[2] a) => (float[2] y) { i = Constant <value_int = 0> () y = SequenceAt(a, i) })"),
              AllOf(HasSubstr("E2001"), HasSubstr("'a' is no sequence")));
  EXPECT_THAT(Parsed(R"((float[2] a) => (float[2] y) { s = SequenceEmpty() y = ConcatFromSequence <axis = 0> (s) })"),
              AllOf(HasSubstr("E2001"), HasSubstr("empty sequence")));
  EXPECT_THAT(Parsed(R"((float[2] a) => (float[2] y) { s = SequenceEmpty() t = SequenceErase(s)
    y = ConcatFromSequence <axis = 0> (t) })"),
              AllOf(HasSubstr("E2001"), HasSubstr("nothing to erase")));
  EXPECT_THAT(Parsed(R"((float[2] a) => (float[2] y) { s = SequenceConstruct(a, a) y = Relu(s) })"),
              AllOf(HasSubstr("E2002"), HasSubstr("(Relu)"), HasSubstr("'s', a sequence")));
  EXPECT_THAT(Parsed(R"((float[2] a) => (float[2] y) {
    s = SequenceConstruct(a, a) r = SequenceConstruct(a) i = Constant <value_int = 0> ()
    t = SequenceMap <body = add (float[2] l, float[2] r) => (float[2] o) { o = Add(l, r) }> (s, r)
    y = SequenceAt(t, i) })"),
              AllOf(HasSubstr("E2001"), HasSubstr("has 2 elements, 'r' has 1")));
}

}  // namespace
}  // namespace opdk
