#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

#include "graph_core/ai_core/kernel_store.h"
#include "graph_core/ir/text.h"
#include "graph_core/session.h"

namespace opdk {
namespace {

std::shared_ptr<const PackageRegistry> Builtin() {
  static const std::shared_ptr<const PackageRegistry> packages = [] {
    auto loaded = PackageRegistry::Load({{OPDK_BINARY_DIR "/lib/opdk/builtin"}, false, false});
    OPDK_CHECK(loaded.ok(), loaded.status().ToString());
    return *std::move(loaded);
  }();
  return packages;
}

ge::Tensor Random(const std::vector<int64_t>& shape, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> distribution(-2, 2);
  size_t count = 1;
  for (int64_t extent : shape) count *= static_cast<size_t>(extent);
  std::vector<float> values(count);
  for (float& value : values) value = distribution(generator);
  return ge::Tensor(ge::TensorDesc(ge::Shape(shape), ge::FORMAT_ND, ge::DT_FLOAT),
                    reinterpret_cast<const uint8_t*>(values.data()), count * sizeof(float));
}

struct Outcome {
  int tasks = 0;
  std::vector<std::vector<float>> outputs;
};

std::vector<std::vector<float>> Values(const std::vector<ge::Tensor>& tensors) {
  std::vector<std::vector<float>> values;
  for (const ge::Tensor& tensor : tensors) {
    const auto* data = reinterpret_cast<const float*>(tensor.GetData());
    values.emplace_back(data, data + tensor.GetSize() / sizeof(float));
  }
  return values;
}

Result<Outcome> Run(const char* text, const std::vector<ge::Tensor>& inputs, SessionOptions options) {
  OPDK_TRY(Graph graph, Parse(text));
  OPDK_TRY(auto session, Session::Create(Builtin(), std::move(options)));
  OPDK_TRY(CompiledSession compiled, session->Compile(std::move(graph)));
  OPDK_TRY(std::vector<ge::Tensor> outputs, compiled.model.Run(inputs));
  return Outcome{compiled.report.tasks, Values(outputs)};
}

void ExpectClose(const Outcome& got, const Outcome& want, const char* what) {
  ASSERT_EQ(got.outputs.size(), want.outputs.size()) << what;
  for (size_t i = 0; i < got.outputs.size(); ++i) {
    ASSERT_EQ(got.outputs[i].size(), want.outputs[i].size()) << what;
    for (size_t k = 0; k < got.outputs[i].size(); ++k) {
      float expected = want.outputs[i][k];
      ASSERT_NEAR(got.outputs[i][k], expected, 1e-4f * (std::fabs(expected) + 1))
          << what << " " << i << "[" << k << "]";
    }
  }
}

// Fused, not fused, and on AI CPU: all agree. Fused, the graph takes `tasks` tasks.
void ExpectFusesTo(int tasks, const char* text, const std::vector<ge::Tensor>& inputs) {
  SessionOptions unfused;
  unfused.disabled_passes = {"fuse_cube_epilogue", "fuse_vector"};
  SessionOptions reference;
  reference.engine = "ai_cpu";
  auto with = Run(text, inputs, {}), without = Run(text, inputs, unfused), cpu = Run(text, inputs, reference);
  ASSERT_TRUE(with.ok()) << with.status().ToString();
  ASSERT_TRUE(without.ok()) << without.status().ToString();
  ASSERT_TRUE(cpu.ok()) << cpu.status().ToString();
  EXPECT_EQ(with->tasks, tasks);
  EXPECT_EQ(without->tasks, cpu->tasks);
  ExpectClose(*with, *without, "fused and not fused");
  ExpectClose(*with, *cpu, "fused and AI CPU");
}

TEST(Fusion, ElementwiseChainWithADiamondIsOneTask) {
  ExpectFusesTo(1, R"(
graph g {
  %x = Data {index: 0} : float[3,37]
  %b = Data {index: 1} : float[37]
  %sum = Add(x1: %x, x2: %b)
  %gate = Sigmoid(x: %sum)
  %y = Mul(x1: %sum, x2: %gate)
  %o = NetOutput(x: [%y])
})",
                {Random({3, 37}, 1), Random({37}, 2)});
}

TEST(Fusion, LayerNormSpelledWithPrimitivesIsOneTask) {
  ExpectFusesTo(1, R"(
graph g {
  %x = Data {index: 0} : float[5,33]
  %axes = Const {value: int64[1](-1)}
  %eps = Const {value: float[](1e-5)}
  %mean = ReduceMean(x: %x, axes: %axes)
  %d = Sub(x1: %x, x2: %mean)
  %square = Mul(x1: %d, x2: %d)
  %variance = ReduceMean(x: %square, axes: %axes)
  %shifted = Add(x1: %variance, x2: %eps)
  %deviation = Sqrt(x: %shifted)
  %y = Div(x1: %d, x2: %deviation)
  %o = NetOutput(x: [%y])
})",
                {Random({5, 33}, 1)});
}

TEST(Fusion, SoftmaxTakesItsElementwiseNeighbours) {
  ExpectFusesTo(1, R"(
graph g {
  %x = Data {index: 0} : float[4,29]
  %mask = Data {index: 1} : float[29]
  %masked = Add(x1: %x, x2: %mask)
  %p = Softmax(x: %masked)
  %y = Mul(x1: %p, x2: %mask)
  %o = NetOutput(x: [%y])
})",
                {Random({4, 29}, 1), Random({29}, 2)});
}

TEST(Fusion, MatmulTakesBiasResidualAndRelu) {
  ExpectFusesTo(1, R"(
graph g {
  %x = Data {index: 0} : float[6,16]
  %w = Data {index: 1} : float[16,24]
  %b = Data {index: 2} : float[24]
  %r = Data {index: 3} : float[6,24]
  %m = MatMul(x1: %x, x2: %w)
  %biased = Add(x1: %m, x2: %b)
  %sum = Add(x1: %r, x2: %biased)
  %y = Relu(x: %sum)
  %o = NetOutput(x: [%y])
})",
                {Random({6, 16}, 1), Random({16, 24}, 2), Random({24}, 3), Random({6, 24}, 4)});
}

TEST(Fusion, ConvolutionTakesReluAndClip) {
  ExpectFusesTo(2, R"(
graph g {
  %x = Data {index: 0} : float[1,3,9,9]
  %w = Data {index: 1} : float[8,3,3,3]
  %v = Data {index: 2} : float[8,8,1,1]
  %low = Const {value: float[](0)}
  %high = Const {value: float[](1.5)}
  %c = Conv(x: %x, filter: %w)
  %a = Relu(x: %c)
  %d = Conv(x: %a, filter: %v)
  %y = Clip(x: %d, min: %low, max: %high)
  %o = NetOutput(x: [%y])
})",
                {Random({1, 3, 9, 9}, 1), Random({8, 3, 3, 3}, 2), Random({8, 8, 1, 1}, 3)});
}

TEST(Fusion, AValueThatAlsoGoesRoundAMatmulIsNotFusedIntoACycle) {
  ExpectFusesTo(2, R"(
graph g {
  %x = Data {index: 0} : float[8,8]
  %w = Data {index: 1} : float[8,8]
  %e = Exp(x: %x)
  %m = MatMul(x1: %e, x2: %w)
  %y = Add(x1: %e, x2: %m)
  %o = NetOutput(x: [%y])
})",
                {Random({8, 8}, 1), Random({8, 8}, 2)});
}

TEST(Fusion, AnExpensiveValueIsNotComputedAgainForEachRow) {
  ExpectFusesTo(2, R"(
graph g {
  %x = Data {index: 0} : float[7,40]
  %v = Data {index: 1} : float[40]
  %e = Tanh(x: %v)
  %y = Add(x1: %x, x2: %e)
  %o = NetOutput(x: [%y])
})",
                {Random({7, 40}, 1), Random({40}, 2)});
}

TEST(AiCore, DynamicShapesRunWithTheSameKernels) {
  const char* text = R"(
graph g {
  %x = Data {index: 0} : float[?,33]
  %b = Data {index: 1} : float[33]
  %sum = Add(x1: %x, x2: %b)
  %p = Softmax(x: %sum)
  %o = NetOutput(x: [%p])
})";
  auto graph = Parse(text);
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  SessionOptions options;
  options.engine = "ai_core";
  auto session = Session::Create(Builtin(), options);
  ASSERT_TRUE(session.ok());
  auto compiled = (*session)->Compile(*std::move(graph));
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
  int kernels = -1;
  for (int64_t rows : {5, 1000, 2, 17}) {
    auto outputs = compiled->model.Run(std::vector<ge::Tensor>{Random({rows, 33}, 1), Random({33}, 2)});
    ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
    std::vector<float> values = Values(*outputs)[0];
    ASSERT_EQ(values.size(), static_cast<size_t>(rows * 33));
    for (int64_t row = 0; row < rows; ++row) {
      float sum = 0;
      for (int64_t i = 0; i < 33; ++i) sum += values[static_cast<size_t>(row * 33 + i)];
      ASSERT_NEAR(sum, 1, 1e-5) << "row " << row << " of " << rows;
    }
    if (kernels >= 0) {
      EXPECT_EQ(KernelStore::Shared().compiled(), kernels) << rows << " rows needed a new kernel";
    }
    kernels = KernelStore::Shared().compiled();
  }
}

}  // namespace
}  // namespace opdk
