// Weights that a step has packed are held once: the model's own copy of their bytes goes when it is loaded.
#include <gtest/gtest.h>

#include <cmath>

#include "graph_core/execution/context.h"
#include "graph_core/ir/text.h"
#include "graph_core/session.h"
#include "tests/graph_core/builtin_packages.h"

namespace opdk {
namespace {

CompiledSession Compiled(const std::string& text, const std::string& engine = "") {
  auto graph = Parse(text);
  EXPECT_TRUE(graph.ok()) << graph.status().ToString();
  CompileOptions options;
  options.engine = engine;
  auto session = Session::Create(BuiltinPackages(), options);
  auto compiled = (*session)->Compile(*std::move(graph));
  OPDK_CHECK(compiled.ok(), compiled.status().ToString());
  return *std::move(compiled);
}

size_t HeldBytes(const CompiledSession& compiled) {
  size_t held = 0;
  for (const Node* node : compiled.model.program().graph.nodes()) {
    if (const ge::Tensor* value = node->ConstValue(); value != nullptr) held += value->GetSize();
  }
  return held;
}

ge::Tensor Ramp(const std::vector<int64_t>& shape) {
  size_t count = 1;
  for (int64_t extent : shape) count *= static_cast<size_t>(extent);
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i % 17) / 8 - 1;
  return ge::Tensor(ge::TensorDesc(ge::Shape(shape), ge::FORMAT_ND, ge::DT_FLOAT),
                    reinterpret_cast<const uint8_t*>(values.data()), count * sizeof(float));
}

void ExpectSameAsOnCpu(CompiledSession& compiled, const std::string& text, const ge::Tensor& input) {
  CompiledSession reference = Compiled(text, "ai_cpu");
  const auto want = reference.model.Run(std::vector<ge::Tensor>{input});
  ASSERT_TRUE(want.ok()) << want.status().ToString();
  for (int run = 0; run < 2; ++run) {
    const auto got = compiled.model.Run(std::vector<ge::Tensor>{input});
    ASSERT_TRUE(got.ok()) << got.status().ToString();
    ASSERT_EQ((*got)[0].GetSize(), (*want)[0].GetSize());
    const auto *a = reinterpret_cast<const float*>((*got)[0].GetData()),
               *b = reinterpret_cast<const float*>((*want)[0].GetData());
    for (size_t i = 0; i < (*got)[0].GetSize() / sizeof(float); ++i) {
      ASSERT_NEAR(a[i], b[i], 1e-3f * (std::fabs(b[i]) + 1)) << "element " << i << " of run " << run;
    }
  }
}

constexpr size_t kFilterBytes = 32 * 16 * 3 * 3 * sizeof(float), kMatrixBytes = 256 * 256 * sizeof(float);

constexpr const char* kConvolution = R"(
graph g {
  %x = Data {index: 0} : float[1,16,28,28]
  %w = Const {value: float[32,16,3,3](0.125 ...)}
  %c = Conv(x: %x, filter: %w)
  %y = Relu(x: %c)
  %o = NetOutput(x: [%y])
})";

TEST(ReleasedConstants, AFilterIsHeldPackedOnly) {
  CompiledSession compiled = Compiled(kConvolution);
  const MemoryReport& memory = compiled.model.program().memory;
  EXPECT_EQ(memory.constants, kFilterBytes);
  EXPECT_EQ(memory.released, kFilterBytes);
  EXPECT_EQ(HeldBytes(compiled), 0u);
  ExpectSameAsOnCpu(compiled, kConvolution, Ramp({1, 16, 28, 28}));
}

TEST(ReleasedConstants, AMatrixIsHeldPackedOnly) {
  const std::string text = R"(
graph g {
  %x = Data {index: 0} : float[8,256]
  %w = Const {value: float[256,256](0.0625 ...)}
  %y = MatMul(x1: %x, x2: %w)
  %o = NetOutput(x: [%y])
})";
  CompiledSession compiled = Compiled(text);
  const MemoryReport& memory = compiled.model.program().memory;
  EXPECT_EQ(memory.constants, kMatrixBytes);
  // oneDNN may like the plain layout best: then there is one copy anyway.
  EXPECT_EQ(HeldBytes(compiled), kMatrixBytes - memory.released);
  ExpectSameAsOnCpu(compiled, text, Ramp({8, 256}));
}

TEST(ReleasedConstants, ConstantsWithOtherReadersStay) {
  const std::string text = R"(
graph g {
  %x = Data {index: 0} : float[256,256]
  %w = Const {value: float[256,256](0.0625 ...)}
  %m = MatMul(x1: %x, x2: %w)
  %s = SoftmaxV2(x: %m)
  %y = Add(x1: %s, x2: %w)
  %o = NetOutput(x: [%y])
})";
  CompiledSession compiled = Compiled(text);
  EXPECT_EQ(compiled.model.program().memory.released, 0u);
  EXPECT_EQ(HeldBytes(compiled), kMatrixBytes);
  ExpectSameAsOnCpu(compiled, text, Ramp({256, 256}));
}

TEST(ReleasedConstants, ConstantsThatTheModelReturnsStay) {
  CompiledSession compiled = Compiled(R"(
graph g {
  %x = Data {index: 0} : float[1,16,28,28]
  %w = Const {value: float[32,16,3,3](0.125 ...)}
  %c = Conv(x: %x, filter: %w)
  %o = NetOutput(x: [%c, %w])
})");
  EXPECT_EQ(HeldBytes(compiled), kFilterBytes);
  const auto outputs = compiled.model.Run(std::vector<ge::Tensor>{Ramp({1, 16, 28, 28})});
  ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
  EXPECT_EQ(reinterpret_cast<const float*>((*outputs)[1].GetData())[5], 0.125f);
}

TEST(ReleasedConstants, ConstantsThatArePackedAgainForOtherShapesStay) {
  const std::string text = R"(
graph g {
  %x = Data {index: 0} : float[?,16,28,28]
  %w = Const {value: float[32,16,3,3](0.125 ...)}
  %c = Conv(x: %x, filter: %w)
  %o = NetOutput(x: [%c])
})";
  CompiledSession compiled = Compiled(text);
  EXPECT_EQ(HeldBytes(compiled), kFilterBytes);
  for (int64_t batch : {2, 1, 3}) ExpectSameAsOnCpu(compiled, text, Ramp({batch, 16, 28, 28}));
}

TEST(ReleasedConstants, ParallelRunsShareConstantsPackedForTheirShapes) {
  const CompiledSession compiled = Compiled(R"(
graph g {
  %x = Data {index: 0} : float[?,256]
  %w = Const {value: float[256,256](0.0625 ...)}
  %m = MatMul(x1: %x, x2: %w)
  %o = NetOutput(x: [%m])
})");
  std::vector<std::unique_ptr<Context>> contexts;
  const auto prepared_for = [&](int64_t rows) {
    contexts.push_back(compiled.model.NewContext().value());
    const ge::Tensor x = Ramp({rows, 256});
    const std::vector<int64_t> shape = {rows, 256};
    const RunInput input{x.GetData(), x.GetSize(), ge::DT_FLOAT, shape};
    RunOutput output;
    const Status status = contexts.back()->Run({&input, 1}, {&output, 1});
    EXPECT_TRUE(status.ok()) << status.ToString();
    return contexts.back()->state().steps.at(0).adaptation->prepared;
  };
  const auto first = prepared_for(8);
  EXPECT_EQ(prepared_for(8), first);
  EXPECT_NE(prepared_for(9), first);
}

}  // namespace
}  // namespace opdk
