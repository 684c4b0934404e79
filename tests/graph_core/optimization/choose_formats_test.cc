#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "graph_core/base/type_names.h"
#include "graph_core/session.h"
#include "tests/graph_core/pass_cases.h"

namespace opdk {
namespace {

using ::testing::HasSubstr;

Graph MustChoose(const std::string& text) {
  auto graph = Parse(text);
  OPDK_CHECK(graph.ok(), graph.status().ToString());
  const PassContext context = tests::CaseContext();
  for (const char* pass : {"fill_from_prototypes", "infer_shapes", "infer_formats", "choose_formats"}) {
    const Status run = tests::RunByName(pass, *graph, context);
    OPDK_CHECK(run.ok(), run.ToString() + "\n" + text);
  }
  return *std::move(graph);
}

// A random graph: tensors of two sizes, convolutions that want channels first, sums along channels whose kernel wants
// them last, and operators that take either order.
struct RandomGraph {
  enum class Kind : uint8_t { kInput, kFirst, kLast, kEither };
  struct Step {
    Kind kind = Kind::kInput;
    std::vector<size_t> from;
  };
  std::vector<Step> steps;
  std::vector<size_t> outputs;
  std::string text;
};

// Makes a random graph. `contradictory`: an input is described with another order than its readers take it for.
RandomGraph MakeGraph(std::mt19937& random, size_t most_either, const char* end = "ChannelSums",
                      bool contradictory = false) {
  using Kind = RandomGraph::Kind;
  const auto upto = [&random](size_t most) { return std::uniform_int_distribution<size_t>(0, most)(random); };
  RandomGraph graph;
  graph.text = "graph g {\n  %w = Const {value: float[1,1,2,2](1.0, 0.5, -0.25, 0.75)}\n";
  size_t either = 0;
  for (size_t i = 0; i < 11; ++i) {
    const std::string name = "%n" + std::to_string(i);
    const size_t a = i < 2 ? 0 : upto(i - 1), b = i < 2 ? 0 : upto(i - 1);
    const auto value = [](size_t from) { return "%n" + std::to_string(from); };
    const size_t kind = i < 2 ? 9 : either < most_either ? upto(6) : upto(1);
    switch (kind) {
      case 9:
        graph.text += "  " + name + " = Data {index: " + std::to_string(i) + "} : float[1,2,2,2]@" +
                      (contradictory && i == 0 ? "NCHW" : "NHWC") + "\n";
        graph.steps.push_back({Kind::kInput, {}});
        break;
      case 0:
        graph.text += "  " + name + " = Conv2D(x: " + value(a) +
                      ", filter: %w) {data_format: \"NHWC\", pads: [0, 0, 0, 0], strides: [1, 1, 1, 1]} : _\n";
        graph.steps.push_back({Kind::kFirst, {a}});
        break;
      case 1:
        graph.text += "  " + name + " = " + end + "(x: " + value(a) + ") : _\n";
        graph.steps.push_back({Kind::kLast, {a}});
        break;
      case 2:
      case 3:
        graph.text += "  " + name + " = Add(x1: " + value(a) + ", x2: " + value(b) + ") : _\n";
        graph.steps.push_back({Kind::kEither, {a, b}});
        ++either;
        break;
      case 4:
        graph.text += "  " + name + " = Tanh(x: " + value(a) + ") : _\n";
        graph.steps.push_back({Kind::kEither, {a}});
        ++either;
        break;
      case 5:
        graph.text += "  " + name + " = MaxPoolV3(x: " + value(a) +
                      ") {data_format: \"NHWC\", ksize: [1, 2, 1, 1], pads: [1, 0, 0, 0], strides: [1, 1, 1, 1]} : _\n";
        graph.steps.push_back({Kind::kEither, {a}});
        ++either;
        break;
      default:
        graph.text += "  " + name + " = SoftmaxV2(x: " + value(a) + ") {axes: [-1]} : _\n";
        graph.steps.push_back({Kind::kEither, {a}});
        ++either;
    }
  }
  graph.outputs = {10, 9, 8};
  graph.text += "  %o = NetOutput(x: [%n10, %n9, %n8])\n}\n";
  return graph;
}

// Returns how many tensors of the graph are converted with these choices. `choices` has one bit for each step that
// takes either order.
int CountConverted(const RandomGraph& graph, unsigned choices) {
  std::vector<bool> last;
  for (const RandomGraph::Step& step : graph.steps) {
    if (step.kind == RandomGraph::Kind::kEither) {
      last.push_back((choices & 1U) != 0);
      choices >>= 1U;
    } else {
      last.push_back(step.kind != RandomGraph::Kind::kFirst);
    }
  }
  int count = 0;
  for (size_t i = 0; i < graph.steps.size(); ++i) {
    bool converted = !last[i] && std::find(graph.outputs.begin(), graph.outputs.end(), i) != graph.outputs.end();
    for (size_t reader = 0; reader < graph.steps.size(); ++reader) {
      const auto& from = graph.steps[reader].from;
      converted = converted || (last[reader] != last[i] && std::find(from.begin(), from.end(), i) != from.end());
    }
    count += converted ? 1 : 0;
  }
  return count;
}

TEST(ChooseFormats, NoOtherChoiceConvertsFewerTensors) {
  std::mt19937 random(11);
  for (int number = 0; number < 60; ++number) {
    const RandomGraph graph = MakeGraph(random, 7);
    const auto either =
        static_cast<unsigned>(std::count_if(graph.steps.begin(), graph.steps.end(),
                                            [](const auto& step) { return step.kind == RandomGraph::Kind::kEither; }));
    int least = static_cast<int>(graph.steps.size());
    for (unsigned choices = 0; choices < 1U << either; ++choices)
      least = std::min(least, CountConverted(graph, choices));
    // Steps that no output needs take part, too: they are removed before this pass where it runs.
    const Graph chosen = MustChoose(graph.text);
    const std::vector<Node*> nodes = chosen.nodes();
    ASSERT_EQ(std::count_if(nodes.begin(), nodes.end(), [](const Node* node) { return node->Is("TransposeD"); }), least)
        << graph.text << Print(chosen);
  }
}

// Returns the outputs of the graph for random inputs, with these passes left out.
std::vector<std::vector<float>> Outputs(const std::string& text, std::vector<std::string> disabled) {
  auto graph = Parse(text);
  OPDK_CHECK(graph.ok(), graph.status().ToString());
  CompileOptions options;
  options.disabled_passes = std::move(disabled);
  options.deterministic = true;
  static const std::shared_ptr<const PackageRegistry> packages(&tests::PassOperators(), [](const auto*) {});
  auto session = Session::Create(packages, options);
  OPDK_CHECK(session.ok(), session.status().ToString());
  auto compiled = (*session)->Compile(*std::move(graph));
  OPDK_CHECK(compiled.ok(), compiled.status().ToString() + "\n" + text);
  const Executable& model = compiled->model;
  std::mt19937 random(3);
  std::vector<std::vector<float>> values;
  std::vector<RunInput> inputs;
  for (const auto& input : model.inputs()) {
    auto& data = values.emplace_back(static_cast<size_t>(ElementCount(input.shape)));
    for (float& value : data) value = std::uniform_real_distribution<float>(-1, 1)(random);
  }
  for (size_t i = 0; i < values.size(); ++i) {
    inputs.push_back({values[i].data(), values[i].size() * sizeof(float), ge::DT_FLOAT, model.inputs()[i].shape});
  }
  std::vector<std::vector<float>> results;
  std::vector<RunOutput> outputs;
  for (const auto& output : model.outputs()) results.emplace_back(static_cast<size_t>(ElementCount(output.shape)));
  for (auto& result : results) outputs.push_back({result.data(), result.size() * sizeof(float)});
  const Status run = model.Run(inputs, outputs);
  OPDK_CHECK(run.ok(), run.ToString());
  return results;
}

TEST(ChooseFormats, RandomGraphsComputeTheResultsOfGraphsWithoutThePass) {
  std::mt19937 random(12);
  for (int number = 0; number < 30; ++number) {
    const std::string text = MakeGraph(random, 6, "Cumsum", number % 2 == 1).text;
    std::string cumulative = text;
    // Along channels, by an operator that no layout is known of.
    for (size_t at = 0; (at = cumulative.find("Cumsum(x: ", at)) != std::string::npos; ++at) {
      cumulative.insert(cumulative.find(") : _", at), ", axis: %axis");
    }
    cumulative.insert(cumulative.find('\n') + 1, "  %axis = Const {value: int32[](3)}\n");
    const auto with = Outputs(cumulative, {});
    const auto without = Outputs(cumulative, {"infer_formats", "choose_formats", "settle_formats"});
    ASSERT_EQ(with.size(), without.size());
    for (size_t i = 0; i < with.size(); ++i) {
      ASSERT_EQ(with[i].size(), without[i].size());
      for (size_t k = 0; k < with[i].size(); ++k) {
        // Sums may be taken in another order.
        ASSERT_NEAR(with[i][k], without[i][k], 1e-5 * (1 + std::abs(without[i][k]))) << cumulative;
      }
    }
  }
}

TEST(ChooseFormats, AKernelOfOneFormatGivesTheResultOfAGraphInThatFormat) {
  const std::string first = R"(graph g {
  %x = Data {index: 0} : float[1,3,2,2]@NCHW
  %s = ChannelSums(x: %x) : _
  %b = BlockedNeg(x: %s) : _
  %d = ImageDouble(x: %b) : _
  %o = NetOutput(x: [%d])
})";
  const std::string last = R"(graph g {
  %x = Data {index: 0} : float[1,3,2,2]
  %t = TransposeD(x: %x) {perm: [0, 2, 3, 1]} : _
  %axis = Const {value: int32[](3)}
  %s = Cumsum(x: %t, axis: %axis) : _
  %u = TransposeD(x: %s) {perm: [0, 3, 1, 2]} : _
  %b = Muls(x: %u) {value: -2.0} : _
  %o = NetOutput(x: [%b])
})";
  const auto given = Outputs(first, {}), wanted = Outputs(last, {});
  ASSERT_EQ(given[0].size(), wanted[0].size());
  for (size_t k = 0; k < given[0].size(); ++k) EXPECT_FLOAT_EQ(given[0][k], wanted[0][k]);
}

TEST(ChooseFormats, WhatIsLeftOutIsRefusedByNamesOfFormats) {
  auto graph = Parse(R"(graph g {
  %x = Data {index: 0} : float[1,3,2,2]@NCHW
  %s = ChannelSums(x: %x) : _
  %o = NetOutput(x: [%s])
})");
  ASSERT_TRUE(graph.ok());
  CompileOptions options;
  options.disabled_passes = {"choose_formats", "settle_formats"};
  static const std::shared_ptr<const PackageRegistry> packages(&tests::PassOperators(), [](const auto*) {});
  auto session = Session::Create(packages, options);
  ASSERT_TRUE(session.ok());
  const auto compiled = (*session)->Compile(*std::move(graph));
  ASSERT_FALSE(compiled.ok());
  EXPECT_EQ(compiled.status().code(), ErrorCode::kNoEngine);
  EXPECT_THAT(compiled.status().ToString(), HasSubstr("no column accepts (x: float NCHW"));
}

}  // namespace
}  // namespace opdk
