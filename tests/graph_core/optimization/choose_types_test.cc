#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "graph_core/package/placed_node.h"
#include "tests/graph_core/pass_cases.h"

namespace opdk {
namespace {

using ::testing::HasSubstr;

// Returns the graph after inference and the pass.
Result<Graph> Chosen(const std::string& text, PrecisionOptions options) {
  OPDK_TRY(Graph graph, Parse(text));
  PassContext context = tests::CaseContext();
  context.precision = std::make_shared<const PrecisionOptions>(std::move(options));
  for (const char* pass : {"fill_from_prototypes", "infer_shapes", "choose_types"})
    OPDK_TRY(tests::RunByName(pass, graph, context));
  return graph;
}

Graph MustChoose(const std::string& text, PrecisionOptions options) {
  auto chosen = Chosen(text, std::move(options));
  OPDK_CHECK(chosen.ok(), chosen.status().ToString());
  return *std::move(chosen);
}

ge::DataType TypeOf(const Graph& graph, const char* node) {
  return graph.Find(node)->op().outputs[0].desc.GetDataType();
}

int64_t Casts(const Graph& graph) {
  const std::vector<Node*> nodes = graph.nodes();
  return std::count_if(nodes.begin(), nodes.end(), [](const Node* node) { return node->Is("Cast"); });
}

PrecisionOptions Mode(PrecisionMode mode) {
  PrecisionOptions options;
  options.mode = mode;
  return options;
}

constexpr const char* kLayer = R"(graph g {
  %x = Data {index: 0} : float[2,2]
  %w = Const {value: float[2,2](1.0, 2.0, 3.0, 4.0)}
  %m = MatMul(x1: %x, x2: %w) {transpose_x1: false, transpose_x2: false} : float[2,2]
  %r = Relu(x: %m) : float[2,2]
  %e = Exp(x: %r) {base: -1.0, scale: 1.0, shift: 0.0} : float[2,2]
  %o = NetOutput(x: [%e])
})";

TEST(ChooseTypes, EachModeHasItsTypes) {
  struct Expected {
    PrecisionMode mode;
    ge::DataType m, r, e;
  };
  constexpr ge::DataType f32 = ge::DT_FLOAT, f16 = ge::DT_FLOAT16, bf16 = ge::DT_BF16;
  for (const Expected& expected : {Expected{PrecisionMode::kOrigin, f32, f32, f32},
                                   {PrecisionMode::kForceFp16, f16, f16, f16},
                                   {PrecisionMode::kForceFp32, f32, f32, f32},
                                   {PrecisionMode::kAllowFp32ToFp16, f16, f32, f32},
                                   {PrecisionMode::kAllowFp32ToBf16, bf16, f32, f32},
                                   {PrecisionMode::kMixedFp16, f16, f32, f32},
                                   {PrecisionMode::kMixedBf16, bf16, f32, f32}}) {
    const Graph graph = MustChoose(kLayer, Mode(expected.mode));
    SCOPED_TRACE(static_cast<int>(expected.mode));
    EXPECT_EQ(TypeOf(graph, "m"), expected.m);
    EXPECT_EQ(TypeOf(graph, "r"), expected.r);
    EXPECT_EQ(TypeOf(graph, "e"), expected.e);
    EXPECT_EQ(graph.net_output()->op().inputs[0].desc.GetDataType(), f32) << "what the caller sees stays";
  }
}

TEST(ChooseTypes, HalvesAreRaisedToFloat) {
  std::string halves = kLayer;
  for (size_t at = 0; (at = halves.find("float[", at)) != std::string::npos; at += 8) halves.replace(at, 6, "float16[");
  const Graph graph = MustChoose(halves, Mode(PrecisionMode::kForceFp32));
  EXPECT_EQ(TypeOf(graph, "m"), ge::DT_FLOAT);
  EXPECT_EQ(Casts(graph), 2) << "what comes in and what goes out";
}

TEST(ChooseTypes, ListsAndNamesChangeTheTypesOfNodes) {
  PrecisionOptions options = Mode(PrecisionMode::kMixedFp16);
  options.lists["MatMul"] = PrecisionReduce::kBlack;
  options.lists["Relu"] = PrecisionReduce::kWhite;
  options.node_lists["e"] = PrecisionReduce::kWhite;
  Graph graph = MustChoose(kLayer, options);
  EXPECT_EQ(TypeOf(graph, "m"), ge::DT_FLOAT);
  EXPECT_EQ(TypeOf(graph, "r"), ge::DT_FLOAT16);
  EXPECT_EQ(TypeOf(graph, "e"), ge::DT_FLOAT16);

  options = Mode(PrecisionMode::kForceFp16);
  options.kept_nodes.insert("r");
  options.kept_types.insert("Exp");
  graph = MustChoose(kLayer, options);
  EXPECT_EQ(TypeOf(graph, "m"), ge::DT_FLOAT16);
  EXPECT_EQ(TypeOf(graph, "r"), ge::DT_FLOAT);
  EXPECT_EQ(TypeOf(graph, "e"), ge::DT_FLOAT);
}

TEST(ChooseTypes, PrescribedTypesMustBeAColumn) {
  PrecisionOptions options;
  options.node_types["r"].outputs = {ge::DT_BF16};
  options.operator_types["Exp"].inputs = {ge::DT_FLOAT16};
  const Graph graph = MustChoose(kLayer, options);
  EXPECT_EQ(TypeOf(graph, "r"), ge::DT_BF16);
  EXPECT_EQ(TypeOf(graph, "e"), ge::DT_FLOAT16);

  options.node_types["r"].outputs = {ge::DT_STRING};
  const Status none = Chosen(kLayer, options).status();
  EXPECT_EQ(none.code(), ErrorCode::kNoEngine);
  EXPECT_THAT(none.ToString(), HasSubstr("node r (Relu)"));
  options.node_types["r"].outputs = {ge::DT_FLOAT, ge::DT_FLOAT};
  EXPECT_THAT(Chosen(kLayer, options).status().ToString(), HasSubstr("0 inputs and 2 outputs are prescribed"));
}

TEST(ChooseTypes, VariablesKeepTheirTypes) {
  const Graph graph = MustChoose(R"(graph g {
  %x = Data {index: 0} : float[2]
  %v = Variable {value: float[2](1.0, 2.0)} : float[2]
  %a = Assign(ref: %v, value: %x) : float[2]
  %r = Relu(x: %a) : float[2]
  %o = NetOutput(x: [%r])
})",
                                 Mode(PrecisionMode::kForceFp16));
  EXPECT_EQ(TypeOf(graph, "v"), ge::DT_FLOAT);
  EXPECT_EQ(TypeOf(graph, "a"), ge::DT_FLOAT);
  EXPECT_EQ(TypeOf(graph, "r"), ge::DT_FLOAT16);
}

// Returns a graph of products, exponentials and operators that may compute in either type.
std::string RandomTypedGraph(std::mt19937& random, std::vector<std::string>& gray) {
  std::string text = "graph g {\n  %x = Data {index: 0} : float[2,2]\n  %y = Data {index: 1} : float[2,2]\n";
  std::vector<std::string> values = {"x", "y"};
  const auto pick = [&] { return values[std::uniform_int_distribution<size_t>(0, values.size() - 1)(random)]; };
  for (int i = 0; i < 9; ++i) {
    const std::string name = "n" + std::to_string(i);
    const std::string a = pick(), b = pick();
    switch (gray.size() < 6 ? std::uniform_int_distribution<int>(0, 3)(random) : 0) {
      case 0:
        text += "  %" + name + " = MatMul(x1: %" + a + ", x2: %" + b +
                ") {transpose_x1: false, transpose_x2: false} : float[2,2]\n";
        break;
      case 1:
        text += "  %" + name + " = Exp(x: %" + a + ") {base: -1.0, scale: 1.0, shift: 0.0} : float[2,2]\n";
        break;
      case 2:
        text += "  %" + name + " = Relu(x: %" + a + ") : float[2,2]\n";
        gray.push_back(name);
        break;
      default:
        text += "  %" + name + " = Add(x1: %" + a + ", x2: %" + b + ") : float[2,2]\n";
        gray.push_back(name);
    }
    values.push_back(name);
  }
  return text + "  %o = NetOutput(x: [%n8, %n7, %n6])\n}\n";
}

TEST(ChooseTypes, NoOtherChoiceConvertsFewerTensors) {
  std::mt19937 random(7);
  for (int number = 0; number < 30; ++number) {
    std::vector<std::string> gray;
    const std::string text = RandomTypedGraph(random, gray);
    const int64_t chosen = Casts(MustChoose(text, Mode(PrecisionMode::kMixedFp16)));
    int64_t least = chosen;
    for (unsigned choice = 0; choice < 1U << gray.size(); ++choice) {
      PrecisionOptions options = Mode(PrecisionMode::kMixedFp16);
      for (size_t i = 0; i < gray.size(); ++i) {
        options.node_lists[gray[i]] = (choice >> i & 1U) != 0 ? PrecisionReduce::kWhite : PrecisionReduce::kBlack;
      }
      least = std::min(least, Casts(MustChoose(text, options)));
    }
    ASSERT_EQ(chosen, least) << text;
  }
}

}  // namespace
}  // namespace opdk
