// The cost of precision modes in accuracy; a caller sees nothing else of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/graph_core/builtin_packages.h"
#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

constexpr std::string_view kPerceptron = R"(graph net {
  %x = Data {index: 0} : float[?,32]
  %w1 = Const {value: float[32,64](0.0625 ...)}
  %m1 = MatMul(x1: %x, x2: %w1) : y: _
  %t = Tanh(x: %m1) : y: _
  %w2 = Const {value: float[64,8](-0.03125 ...)}
  %m2 = MatMul(x1: %t, x2: %w2) : y: _
  %s = SoftmaxV2(x: %m2) {axes: [-1]} : y: _
  %e = Exp(x: %m2) : y: _
  %o = NetOutput(x: [%s, %e])
}
)";

std::vector<ge::Tensor> Results(PrecisionMode mode, const std::string& engine) {
  CompileOptions options;
  options.precision.mode = mode;
  options.engine = engine;
  const Executable model = MustCompileText(kPerceptron, options);
  std::vector<float> values(3 * 32);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>((i * 37) % 100) / 50 - 1;
  auto outputs = model.Run(std::vector<ge::Tensor>{tests::Floats({3, 32}, values)});
  OPDK_CHECK(outputs.ok(), outputs.status().ToString());
  return *std::move(outputs);
}

float Error(const std::vector<ge::Tensor>& results, const std::vector<ge::Tensor>& exact) {
  float error = 0;
  for (size_t o = 0; o < exact.size(); ++o) {
    const std::vector<float> a = tests::TensorValues(results[o]), b = tests::TensorValues(exact[o]);
    OPDK_CHECK(a.size() == b.size(), "sizes differ");
    for (size_t i = 0; i < a.size(); ++i) error = std::max(error, std::abs(a[i] - b[i]) / std::abs(b[i]));
  }
  return error;
}

TEST(Precision, ErrorsAreThoseOfTheTypes) {
  for (const char* engine : {"ai_core", "ai_cpu"}) {
    SCOPED_TRACE(engine);
    const std::vector<ge::Tensor> exact = Results(PrecisionMode::kOrigin, engine);
    for (const PrecisionMode mode :
         {PrecisionMode::kForceFp16, PrecisionMode::kAllowFp32ToFp16, PrecisionMode::kMixedFp16}) {
      const float error = Error(Results(mode, engine), exact);
      EXPECT_LT(error, 6e-3F);
      EXPECT_GT(error, 0) << "it was computed in float";
    }
    for (const PrecisionMode mode : {PrecisionMode::kAllowFp32ToBf16, PrecisionMode::kMixedBf16}) {
      const float error = Error(Results(mode, engine), exact);
      EXPECT_LT(error, 5e-2F);
      EXPECT_GT(error, 0) << "it was computed in float";
    }
    EXPECT_EQ(Error(Results(PrecisionMode::kForceFp32, engine), exact), 0);
  }
}

TEST(Precision, OutputsKeepTheirType) {
  for (const ge::Tensor& output : Results(PrecisionMode::kForceFp16, "")) {
    EXPECT_EQ(output.GetDataType(), ge::DT_FLOAT);
  }
}

}  // namespace
}  // namespace opdk
