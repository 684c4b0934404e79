// The choice between a convolution's algorithms: measured once, remembered on disk, each of them right.
#include <dnnl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "graph_core/engines/ai_core/plan/node_plan.h"
#include "graph_core/ir/text.h"
#include "graph_core/session.h"
#include "tests/graph_core/builtin_packages.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kGraph = R"(
graph g {
  %x = Data {index: 0} : float[1,32,17,15]
  %w = Data {index: 1} : float[48,32,3,3]
  %b = Data {index: 2} : float[48]
  %r = Data {index: 3} : float[1,48,17,15]
  %c = Conv(x: %x, filter: %w, bias: %b) {pads: [1, 1, 1, 1]}
  %s = Add(x1: %c, x2: %r)
  %y = Relu(x: %s)
  %o = NetOutput(x: [%y])
})";

// Convolution c takes rows and gives blocks, and the tensor added to it has another reader: its candidates read that
// tensor differently.
constexpr const char* kReadsAdded = R"(
graph g {
  %x = Data {index: 0} : float[1,48,16,16]
  %v = Data {index: 1} : float[48,48,1,1]
  %z = Data {index: 2} : float[1,120,16,16]
  %w = Data {index: 3} : float[48,120,1,1]
  %u = Data {index: 4} : float[48,48,1,1]
  %r = Conv(x: %x, filter: %v, bias?: _)
  %c = Conv(x: %z, filter: %w, bias?: _)
  %s = Add(x1: %c, x2: %r)
  %d = Conv(x: %s, filter: %u, bias?: _)
  %y = Add(x1: %d, x2: %r)
  %o = NetOutput(x: [%y])
})";

// Convolution d reads rows, and its reader reads blocks. Without AVX-512 only oneDNN's reference takes blocks.
constexpr const char* kDilated = R"(
graph g {
  %x = Data {index: 0} : float[1,16,8,8]
  %w = Data {index: 1} : float[16,16,3,3]
  %v = Data {index: 2} : float[16,16,3,3]
  %d = Conv(x: %x, filter: %w, bias?: _) {dilations: [6, 6], pads: [6, 6, 6, 6]}
  %r = Relu(x: %d)
  %c = Conv(x: %r, filter: %v, bias?: _) {pads: [1, 1, 1, 1]}
  %o = NetOutput(x: [%c])
})";

class Winograd : public ::testing::Test {
 protected:
  void SetUp() override {
    directory_ = fs::temp_directory_path() / ("opdk-winograd-" + std::to_string(getpid()));
    fs::remove_all(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  // Moves the cache, so that this process' memory of the old directory isn't asked.
  void MoveCache() {
    const fs::path moved = directory_.string() + "+";
    fs::rename(directory_, moved);
    directory_ = moved;
  }

  struct Outcome {
    std::vector<float> values;
    std::string kernels;  // descriptions of all tasks
    bool marked = false;  // a node may use the algorithm
  };

  Outcome Run(CompileOptions options, const char* text = kGraph) {
    auto graph = Parse(text);
    EXPECT_TRUE(graph.ok()) << graph.status().ToString();
    options.kernel_cache_directory = directory_.string();
    auto session = Session::Create(BuiltinPackages(), std::move(options));
    EXPECT_TRUE(session.ok()) << session.status().ToString();
    auto compiled = (*session)->Compile(*std::move(graph));
    EXPECT_TRUE(compiled.ok()) << compiled.status().ToString();
    std::vector<ge::Tensor> inputs;
    for (const PortSpec& port : compiled->model.inputs()) {
      size_t count = 1;
      for (int64_t extent : port.shape) count *= static_cast<size_t>(extent);
      std::mt19937 generator(static_cast<unsigned>(count));
      std::uniform_real_distribution<float> distribution(-1, 1);
      std::vector<float> values(count);
      for (float& value : values) value = distribution(generator);
      inputs.emplace_back(ge::TensorDesc(ge::Shape(port.shape), ge::FORMAT_ND, ge::DT_FLOAT),
                          reinterpret_cast<const uint8_t*>(values.data()), count * sizeof(float));
    }
    auto outputs = compiled->model.Run(inputs);
    EXPECT_TRUE(outputs.ok()) << outputs.status().ToString();
    Outcome outcome;
    const auto* data = reinterpret_cast<const float*>(outputs->at(0).GetData());
    outcome.values.assign(data, data + outputs->at(0).GetSize() / sizeof(float));
    for (const StepName& step : compiled->model.steps()) outcome.kernels += step.description + "\n";
    for (const Node* node : compiled->model.program().graph.nodes()) {
      outcome.marked = outcome.marked || node->op().GetAttr<bool>(kWinogradAttr) != nullptr;
    }
    return outcome;
  }

  // Returns the only file with a choice; empty: there is none.
  fs::path Choice() const {
    if (!fs::exists(directory_)) return {};
    for (const auto& entry : fs::recursive_directory_iterator(directory_)) {
      if (entry.path().filename().string().starts_with("onednn_")) return entry.path();
    }
    return {};
  }

  Outcome Reference(const char* text = kGraph) {
    CompileOptions options;
    options.engine = "ai_cpu";
    return Run(options, text);
  }

  static void ExpectClose(const Outcome& got, const Outcome& want, const std::string& what) {
    ASSERT_EQ(got.values.size(), want.values.size()) << what;
    for (size_t i = 0; i < got.values.size(); ++i) {
      ASSERT_NEAR(got.values[i], want.values[i], 1e-5f * (std::fabs(want.values[i]) + 10)) << what << " at " << i;
    }
  }

  fs::path directory_;
};

TEST_F(Winograd, EveryMeasuredAlgorithmIsTakenWhenItIsRememberedAndIsRight) {
  const Outcome reference = Reference();
  ExpectClose(Run({}), reference, "first run");
  if (Choice().empty()) GTEST_SKIP() << "oneDNN has one algorithm only on this machine, or the machine is busy";
  json record = json::parse(std::ifstream(Choice()));
  ASSERT_GT(record["microseconds"].size(), 1U);
  for (const auto& [name, time] : record["microseconds"].items()) {
    EXPECT_GT(time.get<double>(), 0) << name;
    record["chosen"] = name;
    std::ofstream(Choice()) << record;
    MoveCache();
    const Outcome outcome = Run({});
    ExpectClose(outcome, reference, name);
    const std::string implementation = name.substr(name.find(' ') + 1);
    EXPECT_NE(outcome.kernels.find(implementation), std::string::npos) << name << ": " << outcome.kernels;
  }
}

TEST_F(Winograd, ACandidateThatReadsTheAddedTensorChangesNoOtherCandidate) {
  ExpectClose(Run({}, kReadsAdded), Reference(kReadsAdded), "measured");
}

TEST_F(Winograd, TheReferenceKernelIsNeverMeasured) {
  const Outcome want = Reference(kDilated);
  // A measurement on a busy machine isn't kept, so oneDNN itself reports what it ran.
  ASSERT_EQ(dnnl_set_verbose(1), dnnl_success);
  ::testing::internal::CaptureStdout();
  const Outcome outcome = Run({}, kDilated);
  const std::string ran = ::testing::internal::GetCapturedStdout();
  dnnl_set_verbose(0);
  ExpectClose(outcome, want, "dilated");
  EXPECT_NE(ran.find(",convolution,"), std::string::npos) << ran;
  EXPECT_EQ(ran.find(",ref:"), std::string::npos) << ran;
}

TEST_F(Winograd, ASpoiledChoiceIsMeasuredAgain) {
  const Outcome reference = Reference();
  ExpectClose(Run({}), reference, "first run");
  if (Choice().empty()) GTEST_SKIP() << "oneDNN has one algorithm only on this machine, or the machine is busy";
  for (const char* text : {"", "{\"chosen\": 3", "[1]", "{\"problem\": \"another\", \"chosen\": \"direct\"}"}) {
    std::ofstream(Choice()) << text;
    MoveCache();
    ExpectClose(Run({}), reference, text);
    // A busy machine leaves the record as it is.
    const json record = json::parse(std::ifstream(Choice()), nullptr, false);
    if (!record.is_object() || !record.contains("microseconds")) GTEST_SKIP() << "the machine is busy";
  }
}

TEST_F(Winograd, ADisabledWinogradIsNeverMeasured) {
  CompileOptions options;
  options.disabled_passes = {"allow_winograd"};
  const Outcome outcome = Run(options);
  EXPECT_FALSE(outcome.marked);
  EXPECT_EQ(outcome.kernels.find("wino"), std::string::npos) << outcome.kernels;
  ExpectClose(outcome, Reference(), "without");
  if (!Choice().empty()) {
    EXPECT_EQ(json::parse(std::ifstream(Choice())).dump().find("winograd"), std::string::npos);
  }
}

TEST_F(Winograd, ACacheThatCannotBeWrittenCostsTheMeasurementOnly) {
  directory_ = "/proc/opdk-nowhere";
  ExpectClose(Run({}), Reference(), "no cache");
}

}  // namespace
}  // namespace opdk
