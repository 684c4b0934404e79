// Fusion's cases are files:
//
//   // what the case shows
//   tasks: 1                       of the fused graph
//   note: exp would be computed    part of what `opdk explain` says about a node; any number of these
//   graph g { … }                  Data of float or integers; an unknown extent runs at several sizes
//
// Each graph runs fused, without each fusion pass, without any, without each optional pass of the expression compiler,
// and on AI CPU: all must agree.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <sstream>
#include <thread>

#include "graph_core/engines/ai_core/make_step.h"
#include "graph_core/engines/ai_core/plan/pipeline.h"
#include "graph_core/ir/text.h"
#include "graph_core/session.h"
#include "tests/graph_core/case_files.h"

namespace opdk {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

std::shared_ptr<const PackageRegistry> Builtin() {
  static const std::shared_ptr<const PackageRegistry> packages = [] {
    auto loaded =
        PackageRegistry::Load({{OPDK_AI_CORE_OPERATORS_DIR, OPDK_BINARY_DIR "/lib/opdk/builtin"}, false, false});
    OPDK_CHECK(loaded.ok(), loaded.status().ToString());
    return *std::move(loaded);
  }();
  return packages;
}

template <typename T>
ge::Tensor RandomOf(const ge::TensorDesc& desc, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> distribution(-2, 2);
  int64_t elements = 1;
  for (int64_t extent : desc.GetShape().GetDims()) elements *= extent;
  std::vector<T> values(static_cast<size_t>(elements));
  for (T& value : values) value = static_cast<T>(distribution(generator));
  return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(T));
}

// Makes an input for each Data, with `size` for unknown extents.
std::vector<ge::Tensor> Inputs(const Graph& graph, int64_t size) {
  std::vector<ge::Tensor> inputs;
  for (const Node* data : graph.inputs()) {
    ge::TensorDesc desc = data->op().outputs[0].desc;
    std::vector<int64_t> dims = desc.GetShape().GetDims();
    for (int64_t& extent : dims) extent = extent < 0 ? size : extent;
    desc.SetShape(ge::Shape(dims));
    auto seed = static_cast<unsigned>(inputs.size()) + 1;
    inputs.push_back(desc.GetDataType() == ge::DT_INT64 ? RandomOf<int64_t>(desc, seed) : RandomOf<float>(desc, seed));
  }
  return inputs;
}

struct Case {
  int tasks = 0;
  std::vector<std::string> notes;
  std::string graph;
};

Case ReadCase(const std::string& path) {
  Case result;
  std::stringstream lines(tests::ReadFile(path));
  std::string line;
  while (std::getline(lines, line)) {
    if (line.starts_with("tasks: ")) result.tasks = std::stoi(line.substr(7));
    if (line.starts_with("note: ")) result.notes.push_back(line.substr(6));
    if (line.starts_with("graph") || !result.graph.empty()) result.graph += line + "\n";
  }
  return result;
}

Result<CompiledSession> CompileText(const std::string& text, CompileOptions options) {
  OPDK_TRY(Graph graph, Parse(text));
  OPDK_TRY(auto session, Session::Create(Builtin(), std::move(options)));
  return session->Compile(std::move(graph));
}

void ExpectClose(const std::vector<ge::Tensor>& got, const std::vector<ge::Tensor>& want, const std::string& what) {
  ASSERT_EQ(got.size(), want.size()) << what;
  for (size_t i = 0; i < got.size(); ++i) {
    ASSERT_EQ(got[i].GetSize(), want[i].GetSize()) << what;
    ASSERT_EQ(got[i].GetTensorDesc().GetShape().GetDims(), want[i].GetTensorDesc().GetShape().GetDims()) << what;
    const auto *a = reinterpret_cast<const float*>(got[i].GetData()),
               *b = reinterpret_cast<const float*>(want[i].GetData());
    for (size_t k = 0; k < got[i].GetSize() / sizeof(float); ++k) {
      ASSERT_NEAR(a[k], b[k], 1e-4f * (std::fabs(b[k]) + 1)) << what << ", output " << i << "[" << k << "]";
    }
  }
}

class FusionCase : public ::testing::TestWithParam<std::string> {};

TEST_P(FusionCase, FusesTheGroupsOfItsFileAndChangesNoResult) {
  Case test = ReadCase(GetParam());
  auto parsed = Parse(test.graph, GetParam());
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  auto fused = CompileText(test.graph, {});
  ASSERT_TRUE(fused.ok()) << fused.status().ToString();
  EXPECT_EQ(fused->report.tasks, test.tasks);
  std::vector<std::string> notes;
  for (const NodeExplanation& node : fused->report.nodes)
    notes.insert(notes.end(), node.notes.begin(), node.notes.end());
  for (const std::string& note : test.notes) EXPECT_THAT(notes, Contains(HasSubstr(note)));

  std::vector<std::pair<std::string, CompileOptions>> others(4);
  others[0].first = "without fuse_vector";
  others[0].second.disabled_passes = {"fuse_vector"};
  others[1].first = "without fuse_cube_epilogue";
  others[1].second.disabled_passes = {"fuse_cube_epilogue"};
  others[2].first = "without fusion";
  others[2].second.disabled_passes = {"fuse_vector", "fuse_cube_epilogue"};
  others[3].first = "on AI CPU";
  others[3].second.engine = "ai_cpu";
  for (int64_t size : {5, 0, 1, 17}) {
    std::vector<ge::Tensor> inputs = Inputs(*parsed, size);
    auto results = fused->model.Run(inputs);
    ASSERT_TRUE(results.ok()) << results.status().ToString();
    for (const auto& [what, options] : others) {
      auto other = CompileText(test.graph, options);
      ASSERT_TRUE(other.ok()) << what << ": " << other.status().ToString();
      auto expected = other->model.Run(inputs);
      ASSERT_TRUE(expected.ok()) << what << ": " << expected.status().ToString();
      ExpectClose(*results, *expected, what);
    }
    if (test.graph.find('?') == std::string::npos) break;
  }
}

// Compares bit for bit. Each run has memory and calls of its own, and nothing that the runs share changes.
TEST_P(FusionCase, ParallelRunsGetTheResultsOfOneRun) {
  const Case test = ReadCase(GetParam());
  auto parsed = Parse(test.graph, GetParam());
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  CompileOptions options;
  options.threads = 1;
  auto compiled = CompileText(test.graph, options);
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
  struct Caller {
    std::vector<ge::Tensor> inputs, expected;
    std::string failure;
  };
  std::vector<Caller> callers(3);
  for (size_t i = 0; i < callers.size(); ++i) {
    // Two of them have the same shapes, and share a prepared kernel.
    callers[i].inputs = Inputs(*parsed, i == 2 ? 9 : 5);
    auto expected = compiled->model.Run(callers[i].inputs);
    ASSERT_TRUE(expected.ok()) << expected.status().ToString();
    callers[i].expected = *std::move(expected);
  }
  std::vector<std::thread> threads;
  for (Caller& caller : callers) {
    threads.emplace_back([&caller, &compiled] {
      for (int run = 0; run < 5 && caller.failure.empty(); ++run) {
        auto got = compiled->model.Run(caller.inputs);
        if (!got.ok()) caller.failure = got.status().ToString();
        for (size_t i = 0; got.ok() && i < got->size(); ++i) {
          const ge::Tensor &a = (*got)[i], &b = caller.expected[i];
          const bool same = a.GetSize() == b.GetSize() && std::memcmp(a.GetData(), b.GetData(), a.GetSize()) == 0;
          if (!same) caller.failure = fmt::format("output {} differs in run {}", i, run);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Caller& caller : callers) EXPECT_EQ(caller.failure, "");
}

TEST_P(FusionCase, EachPassOverItsExpressionsCanBeLeftOut) {
  const Case test = ReadCase(GetParam());
  auto parsed = Parse(test.graph, GetParam());
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  const std::vector<ge::Tensor> inputs = Inputs(*parsed, 5);
  auto whole = CompileText(test.graph, {});
  ASSERT_TRUE(whole.ok()) << whole.status().ToString();
  auto expected = whole->model.Run(inputs);
  ASSERT_TRUE(expected.ok()) << expected.status().ToString();
  for (const ExpressionPass& pass : ExpressionPasses()) {
    if (pass.required) continue;
    CompileOptions options;
    options.disabled_passes = {std::string(pass.name)};
    auto without = CompileText(test.graph, options);
    ASSERT_TRUE(without.ok()) << pass.name << ": " << without.status().ToString();
    auto results = without->model.Run(inputs);
    ASSERT_TRUE(results.ok()) << pass.name << ": " << results.status().ToString();
    ExpectClose(*results, *expected, fmt::format("without {}", pass.name));
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, FusionCase,
                         ::testing::ValuesIn(tests::CaseFiles("graph_core/engines/ai_core/fusion/cases")),
                         tests::CaseName);

std::string KernelOf(const std::string& text) {
  auto compiled = CompileText(text, {});
  EXPECT_TRUE(compiled.ok()) << compiled.status().ToString();
  return compiled.ok() ? compiled->report.nodes.front().kernel : "";
}

TEST(Fusion, ASoftmaxOfSingleStepsBecomesTheBuiltInKernel) {
  std::string spelled =
      ReadCase(OPDK_SOURCE_DIR "/tests/graph_core/engines/ai_core/fusion/cases/softmax_spelled.txt").graph;
  EXPECT_EQ(KernelOf(spelled), KernelOf(R"(
graph g {
  %x = Data {index: 0} : float[3,7,41]
  %p = SoftmaxV2(x: %x)
  %o = NetOutput(x: [%p])
})"));
}

TEST(Fusion, APassThatIsLeftOutFusesNothing) {
  std::string text =
      ReadCase(OPDK_SOURCE_DIR "/tests/graph_core/engines/ai_core/fusion/cases/softmax_spelled.txt").graph;
  CompileOptions unfused;
  unfused.disabled_passes = {"fuse_vector"};
  auto compiled = CompileText(text, unfused);
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
  EXPECT_EQ(compiled->report.tasks, 5);
}

TEST(Fusion, AFusedKernelOverwritesAnInputWithoutOtherReaders) {
  std::string text = ReadCase(OPDK_SOURCE_DIR "/tests/graph_core/engines/ai_core/fusion/cases/in_place.txt").graph;
  auto compiled = CompileText(text, {});
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
  EXPECT_EQ(compiled->report.memory.in_place, 1);
}

TEST(Fusion, DynamicShapesRunWithTheSameKernels) {
  const char* text = R"(
graph g {
  %x = Data {index: 0} : float[?,33]
  %b = Data {index: 1} : float[33]
  %sum = Add(x1: %x, x2: %b)
  %p = SoftmaxV2(x: %sum)
  %o = NetOutput(x: [%p])
})";
  auto parsed = Parse(text);
  ASSERT_TRUE(parsed.ok());
  CompileOptions options;
  options.engine = "ai_core";
  auto compiled = CompileText(text, options);
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
  int kernels = -1;
  for (int64_t rows : {5, 1000, 2, 17}) {
    auto outputs = compiled->model.Run(Inputs(*parsed, rows));
    ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
    const auto* values = reinterpret_cast<const float*>((*outputs)[0].GetData());
    ASSERT_EQ((*outputs)[0].GetSize(), static_cast<size_t>(rows) * 33 * sizeof(float));
    for (int64_t row = 0; row < rows; ++row) {
      float sum = 0;
      for (int64_t i = 0; i < 33; ++i) sum += values[row * 33 + i];
      ASSERT_NEAR(sum, 1, 1e-5) << "row " << row << " of " << rows;
    }
    if (kernels >= 0) {
      EXPECT_EQ(AiCoreStores::Shared().kernels.compiled(), kernels) << rows << " rows needed a new kernel";
    }
    kernels = AiCoreStores::Shared().kernels.compiled();
  }
}

}  // namespace
}  // namespace opdk
