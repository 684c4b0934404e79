#include "graph_core/ir/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/graph_core/case_files.h"
#include "tests/graph_core/ir/random_graph.h"

namespace opdk {
namespace {

using ::testing::HasSubstr;

class TextFileTest : public ::testing::TestWithParam<std::string> {};

TEST_P(TextFileTest, PrintsAsItIsWritten) {
  std::string text = tests::ReadFile(GetParam());
  auto graph = Parse(text, GetParam());
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  EXPECT_EQ(Print(*graph), text);
}

INSTANTIATE_TEST_SUITE_P(Cases, TextFileTest, ::testing::ValuesIn(tests::CaseFiles("graph_core/ir/cases")),
                         tests::CaseName);

class RandomTextTest : public ::testing::TestWithParam<uint32_t> {};

TEST_P(RandomTextTest, ReadsBackTheSameGraph) {
  Graph graph = tests::RandomGraph(GetParam()).Make(20);
  ASSERT_TRUE(graph.Verify().ok()) << graph.Verify().ToString();
  std::string text = Print(graph);
  auto parsed = Parse(text);
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString() << "\n" << text;
  EXPECT_EQ(Print(*parsed), text);
  EXPECT_TRUE(parsed->Verify().ok());
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomTextTest, ::testing::Range(1u, 101u));

struct BadText {
  const char* text;
  const char* place;
  const char* message;
};

class BadTextTest : public ::testing::TestWithParam<BadText> {};

TEST_P(BadTextTest, IsRefusedAtItsPlace) {
  auto graph = Parse(GetParam().text, "g.txt");
  ASSERT_FALSE(graph.ok());
  Status status = graph.status();
  EXPECT_EQ(status.code(), ErrorCode::kGraphInvalid);
  ASSERT_FALSE(status.places().empty());
  EXPECT_EQ(status.places().front(), GetParam().place);
  EXPECT_THAT(status.message(), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Texts, BadTextTest,
    ::testing::Values(
        BadText{"", "g.txt:1:1", "expected 'graph', found the end of the text"},
        BadText{"graph g {", "g.txt:1:10", "or '}', found the end of the text"},
        BadText{"graph g { } x", "g.txt:1:13", "expected the end of the text, found 'x'"},
        BadText{"graph g {\n  %a = Relu(x: %b) : float[1]\n}", "g.txt:2:16", "no node %b"},
        BadText{"graph g {\n %a = Data : float[1]\n %b = Relu(x: %a:z)\n}", "g.txt:3:15",
                "has no output z; its outputs: y"},
        BadText{"graph g { %a = Data : float[1] %a = Data : float[1] }", "g.txt:1:32", "%a is defined twice"},
        BadText{"graph g { %a = A(x: _, x: _) }", "g.txt:1:24", "input x is given twice"},
        BadText{"graph g { %a = A {k: 1, k: 2} }", "g.txt:1:25", "attribute k is set twice"},
        BadText{"graph g { %a = A {k: [1, \"a\"]} }", "g.txt:1:22", "one type"},
        BadText{"graph g { %a = A {k: wrong} }", "g.txt:1:22", "expected an attribute's value, found 'wrong'"},
        BadText{"graph g { %a = A {k: 99999999999999999999} }", "g.txt:1:22", "out of range"},
        BadText{"graph g { %a = A {k: \"open} }", "g.txt:1:22", "no closing quote"},
        BadText{"graph g { %a = A {k: \"\\q\"} }", "g.txt:1:23", "unknown escape"},
        BadText{"graph g { %a = A : flaot[1] }", "g.txt:1:25", "expected ':'"},
        BadText{"graph g { %a = A : float[-3] }", "g.txt:1:26", "can't be negative"},
        BadText{"graph g { %a = A : float[1]@NCWH }", "g.txt:1:29", "'NCWH' is not a format"},
        BadText{"graph g { %a = A {v: float[2](1.0)} }", "g.txt:1:30", "has 2 elements, but 1 are given"},
        BadText{"graph g { %a = A {v: float[1](1.0, 2.0)} }", "g.txt:1:30", "more than 1"},
        BadText{"graph g { %a = A {v: uint8[1](256)} }", "g.txt:1:31", "out of range"},
        BadText{"graph g { %a = A {v: float[1] hex\"0\"} }", "g.txt:1:34", "even number of hexadecimal digits"},
        BadText{"graph g { %a = A {v: float[9] hash\"00\"} }", "g.txt:1:31", "printed as a hash only"},
        BadText{"graph g { $ }", "g.txt:1:11", "unexpected character '$'"}));

TEST(TextTest, ValuesThatNestWithoutEndAreRefused) {
  for (const std::string begin : {"[", "&a{a: "}) {
    std::string text = "graph g {\n  %x = Data {a: ";
    for (int i = 0; i < 200'000; ++i) text += begin;
    EXPECT_EQ(Parse(text).status().code(), ErrorCode::kGraphInvalid) << begin;
  }
}

TEST(TextTest, AConstantWhoseElementsAreLeftOutFitsInMemory) {
  const auto graph = Parse("graph g {\n  %k = Const {value: float[4000000000000](1.0 ...)} : float[4000000000000]\n}");
  EXPECT_THAT(graph.status().ToString(), HasSubstr("E2007"));
}

TEST(TextTest, UnknownNodeOffersTheNearest) {
  auto graph = Parse("graph g { %conv1 = Data : float[1] %b = Relu(x: %conv2) }");
  EXPECT_THAT(graph.status().hint(), HasSubstr("did you mean %conv1?"));
}

TEST(TextTest, NodesMayStandInAnyOrderAndLeaveOutTheirTypes) {
  auto graph = Parse(R"(graph g {
    %o = NetOutput(x: [%b, %t:indices])
    %b = Relu(x: %t)   // after its consumer
    %t = TopK
  })");
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  const OpDesc& op = graph->Find("t")->op();
  EXPECT_EQ(graph->Find("b")->input(0).index, op.FindOutput("y"));
  EXPECT_EQ(graph->Find("o")->input(1).index, op.FindOutput("indices"));
  EXPECT_EQ(op.outputs[0].desc.GetDataType(), ge::DT_UNDEFINED);
  EXPECT_TRUE(graph->Verify().ok());
}

TEST(TextTest, LargeConstantsCanBeLeftOut) {
  auto graph = Parse("graph g { %w = Const {value: float[3](1.0, 2.0, 3.0)} }");
  ASSERT_TRUE(graph.ok());
  EXPECT_THAT(Print(*graph, {.max_const_elements = 2}), HasSubstr("float[3] hash\""));
  EXPECT_THAT(Print(*graph, {.max_const_elements = 3}), HasSubstr("float[3](1.0, 2.0, 3.0)"));
}

TEST(TextTest, PlacementStandsInAComment) {
  auto graph = Parse("graph g { %a = Relu : float[1] }");
  ASSERT_TRUE(graph.ok());
  graph->Find("a")->placement() = {"ai_core", "builtin", "relu_float", {}};
  std::string text = Print(*graph, {.placement = true});
  EXPECT_THAT(text, HasSubstr("// ai_core, builtin, relu_float"));
  EXPECT_TRUE(Parse(text).ok());
}

TEST(TextTest, ACyclicGraphCanBePrinted) {
  auto graph = Parse("graph g { %a = Relu(x: %b) : float[1] %b = Relu(x: %a) : float[1] }");
  ASSERT_TRUE(graph.ok());
  EXPECT_THAT(Print(*graph), HasSubstr("%b = Relu(x: %a)"));
}

TEST(DotTest, ShowsNodesEdgesAndBodies) {
  auto graph = Parse(tests::ReadFile(OPDK_SOURCE_DIR "/tests/graph_core/ir/cases/fused.txt"));
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  std::string dot = ToDot(*graph);
  EXPECT_THAT(dot, HasSubstr("digraph \"fused\""));
  EXPECT_THAT(dot, HasSubstr("\"a\" -> \"both\" [label=\"float[8]\"]"));
  EXPECT_THAT(dot, HasSubstr("subgraph \"cluster_both/body/\""));
  EXPECT_THAT(dot, HasSubstr("\"both/body/p\" -> \"both/body/add\""));
}

}  // namespace
}  // namespace opdk
