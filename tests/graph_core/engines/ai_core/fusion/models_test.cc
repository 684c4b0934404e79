// ONNX's own test models that are made of several nodes: no pass of fusion changes what they compute.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <random>

#include "graph_core/ir/from_operators.h"
#include "graph_core/session.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;
constexpr const char* kModels = "/usr/share/libonnx-testdata/data/node";
// The least number of "expanded" models that must be compared; far fewer would mean that the test has gone blind.
constexpr int kLeastCompared = 30;

std::vector<std::string> Models() {
  std::vector<std::string> models;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(kModels, error)) {
    const std::string name = entry.path().filename().string();
    // Models that draw random numbers never give the same numbers twice.
    if (name.ends_with("_expanded") && name.find("bernoulli") == std::string::npos) {
      models.push_back((entry.path() / "model.onnx").string());
    }
  }
  std::sort(models.begin(), models.end());
  return models;
}

template <typename T>
ge::Tensor Fill(const ge::TensorDesc& desc, std::mt19937& generator) {
  int64_t elements = 1;
  for (int64_t extent : desc.GetShape().GetDims()) elements *= extent;
  std::uniform_real_distribution<double> distribution(0.1, 2);
  std::vector<T> values(static_cast<size_t>(elements));
  for (T& value : values) value = static_cast<T>(distribution(generator));
  return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(T));
}

// Makes the inputs; empty if a shape is unknown or the dtype of an input isn't supported here.
std::vector<ge::Tensor> Inputs(const Graph& graph) {
  std::mt19937 generator(7);
  std::vector<ge::Tensor> inputs;
  for (const Node* data : graph.inputs()) {
    const ge::TensorDesc& desc = data->op().outputs[0].desc;
    for (int64_t extent : desc.GetShape().GetDims()) {
      if (extent < 0) return {};
    }
    switch (desc.GetDataType()) {
      case ge::DT_FLOAT:
        inputs.push_back(Fill<float>(desc, generator));
        break;
      case ge::DT_DOUBLE:
        inputs.push_back(Fill<double>(desc, generator));
        break;
      case ge::DT_INT64:
        inputs.push_back(Fill<int64_t>(desc, generator));
        break;
      case ge::DT_INT32:
        inputs.push_back(Fill<int32_t>(desc, generator));
        break;
      default:
        return {};
    }
  }
  return inputs;
}

Result<std::vector<ge::Tensor>> RunModel(const std::shared_ptr<PackageRegistry>& packages, const Graph& graph,
                                         const std::vector<ge::Tensor>& inputs, std::vector<std::string> disabled) {
  CompileOptions options;
  options.disabled_passes = std::move(disabled);
  OPDK_TRY(auto session, Session::Create(packages, options));
  OPDK_TRY(CompiledSession compiled, session->Compile(std::move(*graph.Clone())));
  return compiled.model.Run(inputs);
}

void ExpectClose(const ge::Tensor& a, const ge::Tensor& b, const std::string& what) {
  ASSERT_EQ(a.GetSize(), b.GetSize()) << what;
  if (a.GetTensorDesc().GetDataType() != ge::DT_FLOAT) {
    const bool same = a.GetSize() == 0 || std::memcmp(a.GetData(), b.GetData(), a.GetSize()) == 0;
    EXPECT_TRUE(same) << what;
    return;
  }
  const auto *x = reinterpret_cast<const float*>(a.GetData()), *y = reinterpret_cast<const float*>(b.GetData());
  for (size_t i = 0; i < a.GetSize() / sizeof(float); ++i) {
    ASSERT_TRUE(std::fabs(x[i] - y[i]) <= 1e-5f * (std::fabs(y[i]) + 1) || (std::isnan(x[i]) && std::isnan(y[i])))
        << what << "[" << i << "]: " << x[i] << " and " << y[i];
  }
}

TEST(FusionModels, NoPassChangesResultsOfOnnxTestModels) {
  const std::vector<std::string> models = Models();
  if (models.empty()) GTEST_SKIP() << "libonnx-testdata is not installed";
  auto loaded = PackageRegistry::Load({{OPDK_BINARY_DIR "/lib/opdk/builtin"}, false, false});
  ASSERT_TRUE(loaded.ok()) << loaded.status().ToString();
  const std::shared_ptr<PackageRegistry> packages = *std::move(loaded);
  PackageRegistry::SetCurrent(packages);
  int compared = 0;
  for (const std::string& path : models) {
    auto parsed = packages->ParseModel({{path}, {}, {}});
    if (!parsed.ok()) continue;  // an operator that no package has
    auto graph = FromOperators(parsed->graph);
    ASSERT_TRUE(graph.ok()) << path << graph.status().ToString();
    const std::vector<ge::Tensor> inputs = Inputs(*graph);
    if (inputs.size() != graph->inputs().size()) continue;
    auto fused = RunModel(packages, *graph, inputs, {});
    if (!fused.ok() && fused.status().code() == ErrorCode::kNoEngine) continue;
    ASSERT_TRUE(fused.ok()) << path << fused.status().ToString();
    for (const std::vector<std::string>& disabled :
         {std::vector<std::string>{"fuse_vector"}, {"fuse_cube_epilogue"}, {"fuse_vector", "fuse_cube_epilogue"}}) {
      auto other = RunModel(packages, *graph, inputs, disabled);
      ASSERT_TRUE(other.ok()) << path << other.status().ToString();
      ASSERT_EQ(other->size(), fused->size()) << path;
      for (size_t i = 0; i < fused->size(); ++i) {
        ExpectClose((*fused)[i], (*other)[i], path + " without " + disabled.front());
      }
    }
    ++compared;
  }
  PackageRegistry::SetCurrent(nullptr);
  EXPECT_GE(compared, kLeastCompared);
}

}  // namespace
}  // namespace opdk
