// opdk::Model, as a program uses it.
#include "opdk/model.h"

#include <unistd.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "ge/ge_api.h"
#include "tests/graph_core/host/host_fixture.h"

namespace opdk {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::Not;

using ModelApi = WithBuiltinPackages;

TEST_F(ModelApi, RunsOnTheCallersBuffersAndSaysWhatRan) {
  auto model = Model::Compile(packages, ExpRelu(2));
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  EXPECT_FALSE(model->dynamic());
  EXPECT_THAT(model->inputs(), ElementsAre(Field(&PortSpec::name, "x")));
  EXPECT_THAT(model->outputs().at(0).shape, ElementsAre(2, 3));
  const std::array<float, 6> x{0, 0, 0, 0, 0, 0};
  std::array<float, 6> y{};
  const std::array<int64_t, 2> shape{2, 3};
  const RunInput input{x.data(), sizeof x, ge::DT_FLOAT, shape};
  RunOutput output{y.data(), sizeof y};
  const Status status = model->Run({&input, 1}, {&output, 1});
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_THAT(y, ElementsAre(1, 1, 1, 1, 1, 1));
  const CompileReport& report = model->report();
  EXPECT_EQ(report.tasks, 1);
  ASSERT_EQ(report.nodes.size(), 2U);
  EXPECT_EQ(report.nodes[0].engine, "ai_core");
  EXPECT_EQ(report.nodes[0].kernel, report.nodes[1].kernel);
}

TEST_F(ModelApi, ADynamicModelTakesAnyNumberOfRows) {
  auto model = Model::Compile(packages, ExpRelu(-1));
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  EXPECT_TRUE(model->dynamic());
  for (const int64_t rows : {1, 5}) {
    const std::vector<float> x(static_cast<size_t>(3 * rows));
    const ge::TensorDesc desc(ge::Shape({rows, 3}), ge::FORMAT_ND, ge::DT_FLOAT);
    const ge::Tensor given(desc, reinterpret_cast<const uint8_t*>(x.data()), x.size() * sizeof(float));
    auto results = model->Run({&given, 1});
    ASSERT_TRUE(results.ok()) << results.status().ToString();
    EXPECT_THAT(results->at(0).GetTensorDesc().GetShape().GetDims(), ElementsAre(rows, 3));
  }
}

TEST_F(ModelApi, ThreadsReadTheirOutputsWhereTheModelPutsThem) {
  const auto model = Model::Compile(packages, ExpRelu(-1));
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  std::array<int, 4> wrong{};
  std::vector<std::thread> threads;
  for (size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      const std::vector<int64_t> shape{static_cast<int64_t>(t) + 1, 3};
      const std::vector<float> x(3 * (t + 1), static_cast<float>(t));
      const RunInput input{x.data(), x.size() * sizeof(float), ge::DT_FLOAT, shape};
      for (int run = 0; run < 50; ++run) {
        RunOutput output;
        const Status status = model->Run({&input, 1}, {&output, 1}, [&] {
          const auto* y = static_cast<const float*>(output.data);
          for (size_t i = 0; i < x.size(); ++i) wrong[t] += std::abs(y[i] - std::exp(x[i])) > 1e-4F * y[i];
        });
        wrong[t] += !status.ok();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(wrong, ElementsAre(0, 0, 0, 0));
}

TEST_F(ModelApi, RefusesUnknownEnginesAndEmptyGraphs) {
  CompileOptions options;
  options.engine = "gpu";
  EXPECT_EQ(Model::Compile(packages, ExpRelu(2), options).status().code(), ErrorCode::kUsage);
  EXPECT_EQ(Model::Compile(packages, ge::Graph()).status().code(), ErrorCode::kGraphInvalid);
}

TEST_F(ModelApi, AModelKeepsThePackagesItNeeds) {
  auto model = [] { return Model::Compile(Builtin(), ExpRelu(1)); }();
  ASSERT_TRUE(model.ok());
  // The process forgets its own.
  const std::map<std::string, std::string> options = {{"opdk.plugin_dirs", OPDK_BINARY_DIR "/lib/opdk/builtin"}};
  ASSERT_EQ(ge::GEInitialize(options), ge::SUCCESS) << ge::GEGetErrorMsg();
  ASSERT_EQ(ge::GEFinalize(), ge::SUCCESS);
  ASSERT_FALSE(Packages::Current().ok());
  const std::array<float, 3> x{1, 2, 3};
  const std::array<int64_t, 2> shape{1, 3};
  const RunInput input{x.data(), sizeof x, ge::DT_FLOAT, shape};
  RunOutput output;
  EXPECT_TRUE(model->Run({&input, 1}, {&output, 1}).ok());
}

class ModelFiles : public ModelApi {
 protected:
  static Result<Model> OnAiCpu(const Packages& packages) {
    CompileOptions options;
    options.engine = "ai_cpu";
    return Model::Compile(packages, ExpRelu(2), options);
  }
  ModelFiles() { std::filesystem::create_directories(directory_); }
  ~ModelFiles() override { std::filesystem::remove_all(directory_); }

  static void RunOnce(const Model& model, float value = 0) {
    const std::vector<float> x(6, value);
    const ge::TensorDesc desc(ge::Shape({2, 3}), ge::FORMAT_ND, ge::DT_FLOAT);
    const ge::Tensor given(desc, reinterpret_cast<const uint8_t*>(x.data()), x.size() * sizeof(float));
    const auto results = model.Run({&given, 1});
    ASSERT_TRUE(results.ok()) << results.status().ToString();
  }
  std::string TextOf(const std::string& name) const {
    std::ifstream file(directory_ + "/" + name);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const std::string directory_ = ::testing::TempDir() + "opdk_model_files_" + std::to_string(::getpid());
};

TEST_F(ModelFiles, RunsWriteTheTensorsThatAreAskedFor) {
  auto model = OnAiCpu(packages);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  TensorDumpOptions options;
  options.directory = directory_;
  options.layers = {"relu"};
  options.runs = {{1, 1}};
  const Status status = model->DumpTensors(options);
  ASSERT_TRUE(status.ok()) << status.ToString();
  RunOnce(*model);
  RunOnce(*model);
  EXPECT_EQ(TextOf("exp_relu/0/index.jsonl"), "");
  const std::string index = TextOf("exp_relu/1/index.jsonl");
  EXPECT_THAT(index, HasSubstr(R"("node":"relu")"));
  EXPECT_THAT(index, Not(HasSubstr(R"("node":"exp")")));
}

TEST_F(ModelFiles, OverflowsAreReportedOnce) {
  auto model = OnAiCpu(packages);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  TensorDumpOptions options;
  options.directory = directory_;
  options.when = TensorDumpOptions::When::kOverflow;
  ASSERT_TRUE(model->DumpTensors(options).ok());
  RunOnce(*model);
  EXPECT_TRUE(model->TakeOverflows().empty());
  RunOnce(*model, 1000);  // exp(1000)
  const std::vector<std::string> lines = model->TakeOverflows();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_THAT(lines[0], HasSubstr("overflow in run 1: node exp"));
  EXPECT_TRUE(model->TakeOverflows().empty());
}

TEST_F(ModelFiles, ALayerOfNoStepIsRefusedAndNothingIsWritten) {
  auto model = OnAiCpu(packages);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  TensorDumpOptions options;
  options.directory = directory_;
  options.layers = {"relv"};
  const Status status = model->DumpTensors(options);
  EXPECT_EQ(status.code(), ErrorCode::kUsage);
  EXPECT_THAT(status.ToString(), HasSubstr("did you mean 'relu'?"));
  options.layers.clear();
  options.directory += "/none";
  EXPECT_EQ(model->DumpTensors(options).code(), ErrorCode::kFileNotFound);
  RunOnce(*model);
  EXPECT_TRUE(std::filesystem::is_empty(directory_));
}

TEST_F(ModelFiles, RunsAreProfiled) {
  auto model = OnAiCpu(packages);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const Status status = model->Profile(directory_);
  ASSERT_TRUE(status.ok()) << status.ToString();
  RunOnce(*model);
  EXPECT_THAT(TextOf("PROF_exp_relu/op_statistic.csv"), HasSubstr("Relu"));
  EXPECT_THAT(TextOf("PROF_exp_relu/trace.json"), HasSubstr("relu"));
}

}  // namespace
}  // namespace opdk
