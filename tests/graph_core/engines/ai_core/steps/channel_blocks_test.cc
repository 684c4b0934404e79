// Channel blocks between convolutions: which tensors get them, and that results stay the same.
#include "graph_core/engines/ai_core/steps/channel_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "graph_core/ir/text.h"
#include "graph_core/session.h"
#include "tests/graph_core/builtin_packages.h"

namespace opdk {
namespace {

ge::Tensor Random(const std::vector<int64_t>& shape, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> distribution(-1, 1);
  size_t count = 1;
  for (int64_t extent : shape) count *= static_cast<size_t>(extent);
  std::vector<float> values(count);
  for (float& value : values) value = distribution(generator);
  return ge::Tensor(ge::TensorDesc(ge::Shape(shape), ge::FORMAT_ND, ge::DT_FLOAT),
                    reinterpret_cast<const uint8_t*>(values.data()), count * sizeof(float));
}

struct Outcome {
  std::vector<std::vector<float>> outputs;
  int conversions = 0;  // TransData
  int blocked = 0;      // tasks that give blocks, conversions left out
};

// Runs the graph with inputs as its Data nodes say; -1 is taken as 9.
Result<Outcome> Run(const std::string& text, CompileOptions options) {
  OPDK_TRY(Graph graph, Parse(text));
  std::vector<ge::Tensor> inputs;
  for (const Node* data : graph.inputs()) {
    std::vector<int64_t> shape = data->op().outputs[0].desc.GetShape().GetDims();
    for (int64_t& extent : shape) extent = extent < 0 ? 9 : extent;
    inputs.push_back(Random(shape, static_cast<unsigned>(inputs.size()) + 1));
  }
  OPDK_TRY(auto session, Session::Create(BuiltinPackages(), std::move(options)));
  OPDK_TRY(CompiledSession compiled, session->Compile(std::move(graph)));
  Outcome outcome;
  OPDK_TRY(std::vector<ge::Tensor> outputs, compiled.model.Run(inputs));
  // Again, over what the first run left in memory.
  OPDK_TRY(outputs, compiled.model.Run(inputs));
  for (const ge::Tensor& tensor : outputs) {
    const auto* data = reinterpret_cast<const float*>(tensor.GetData());
    outcome.outputs.emplace_back(data, data + tensor.GetSize() / sizeof(float));
  }
  for (const Node* node : compiled.model.program().graph.nodes()) {
    if (node->Is("TransData")) {
      ++outcome.conversions;
    } else {
      outcome.blocked += BlocksOf(node->op()).output(0) != 0 ? 1 : 0;
    }
  }
  return outcome;
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

// Expects equal results with blocks, without blocks, and on AI CPU. With blocks, `blocked` tasks give blocks and there
// are `conversions` conversions.
void ExpectLayout(int blocked, int conversions, const std::string& body) {
  if (MachineC0() == 0) GTEST_SKIP() << "no vector registers to fill";
  const std::string text = "graph g {\n" + body + "}";
  CompileOptions plain;
  plain.disabled_passes = {"propagate_layout"};
  CompileOptions reference;
  reference.engine = "ai_cpu";
  auto with = Run(text, {}), without = Run(text, plain), cpu = Run(text, reference);
  ASSERT_TRUE(with.ok()) << with.status().ToString();
  ASSERT_TRUE(without.ok()) << without.status().ToString();
  ASSERT_TRUE(cpu.ok()) << cpu.status().ToString();
  EXPECT_EQ(with->blocked, blocked);
  EXPECT_EQ(with->conversions, conversions);
  EXPECT_EQ(without->blocked, 0);
  EXPECT_EQ(without->conversions, 0);
  ExpectClose(*with, *without, "with and without blocks");
  ExpectClose(*with, *cpu, "with blocks and AI CPU");
}

TEST(ChannelBlocks, AResidualNetworkHasNoConversions) {
  ExpectLayout(4, 0, R"(
  %x = Data {index: 0} : float[2,3,13,11]
  %w0 = Data {index: 1} : float[32,3,3,3]
  %w1 = Data {index: 2} : float[32,32,3,3]
  %w2 = Data {index: 3} : float[32,32,1,1]
  %a = Conv(x: %x, filter: %w0) {pads: [1, 1, 1, 1]}
  %b = Relu(x: %a)
  %p = MaxPoolND(x: %b) {kernel_shape: [3, 3], strides: [2, 2], pads: [1, 1, 1, 1]}
  %c = Conv(x: %p, filter: %w1) {pads: [1, 1, 1, 1]}
  %d = Relu(x: %c)
  %e = Conv(x: %d, filter: %w2)
  %f = Add(x1: %e, x2: %p)
  %g = Relu(x: %f)
  %y = GlobalAveragePool(x: %g)
  %flat = Flatten(x: %y)
  %o = NetOutput(x: [%flat])
)");
}

TEST(ChannelBlocks, MaxPoolKeepsNan) {
  ExpectLayout(4, 0, R"(
  %x = Data {index: 0} : float[2,3,13,11]
  %w0 = Data {index: 1} : float[32,3,1,1]
  %w1 = Data {index: 2} : float[32,32,1,1]
  %a = Conv(x: %x, filter: %w0)
  %b = Asin(x: %a)
  %p = MaxPoolND(x: %b) {kernel_shape: [3, 3], strides: [2, 2], pads: [1, 1, 1, 1]}
  %n = IsNan(x: %p)
  %f = Cast(x: %n) {dst_type: 0}
  %y = Conv(x: %f, filter: %w1)
  %o = NetOutput(x: [%y])
)");
}

TEST(ChannelBlocks, AConvolutionMayAddItsOwnInput) {
  ExpectLayout(2, 2, R"(
  %x = Data {index: 0} : float[1,16,7,7]
  %w = Data {index: 1} : float[16,16,3,3]
  %a = Conv(x: %x, filter: %w) {pads: [1, 1, 1, 1]}
  %b = Add(x1: %a, x2: %x)
  %c = Relu(x: %b)
  %d = Conv(x: %c, filter: %w) {pads: [1, 1, 1, 1]}
  %y = Add(x1: %d, x2: %c)
  %o = NetOutput(x: [%y])
)");
}

TEST(ChannelBlocks, AResidualThatIsNeededAgainIsNotOverwritten) {
  ExpectLayout(4, 0, R"(
  %x = Data {index: 0} : float[1,16,7,7]
  %w = Data {index: 1} : float[16,16,3,3]
  %v = Data {index: 2} : float[16,16,1,1]
  %a = Conv(x: %x, filter: %v)
  %b = Conv(x: %a, filter: %w) {pads: [1, 1, 1, 1]}
  %c = Add(x1: %b, x2: %a)
  %d = Conv(x: %c, filter: %w) {pads: [1, 1, 1, 1]}
  %e = Add(x1: %d, x2: %a)
  %f = Conv(x: %e, filter: %v)
  %g = Add(x1: %f, x2: %e)
  %y = GlobalMaxPool(x: %g)
  %o = NetOutput(x: [%y])
)");
}

TEST(ChannelBlocks, ElementwiseKernelsBetweenConvolutionsWorkOnBlocks) {
  ExpectLayout(2, 0, R"(
  %x = Data {index: 0} : float[1,16,9,5]
  %w = Data {index: 1} : float[32,16,3,3]
  %v = Data {index: 2} : float[16,32,1,1]
  %scale = Data {index: 3} : float[32,1,1]
  %mask = Data {index: 4} : float[7,3]
  %a = Conv(x: %x, filter: %w)
  %b = HardSwish(x: %a)
  %c = Mul(x1: %b, x2: %scale)
  %d = Mul(x1: %mask, x2: %c)
  %y = Conv(x: %d, filter: %v)
  %o = NetOutput(x: [%y])
)");
}

TEST(ChannelBlocks, BatchNormalizationWorksOnBlocks) {
  ExpectLayout(3, 0, R"(
  %x = Data {index: 0} : float[2,16,6,5]
  %w = Data {index: 1} : float[16,16,3,3]
  %scale = Data {index: 2} : float[16]
  %bias = Data {index: 3} : float[16]
  %mean = Data {index: 4} : float[16]
  %root = Data {index: 5} : float[16]
  %variance = Mul(x1: %root, x2: %root)
  %a = Conv(x: %x, filter: %w) {pads: [1, 1, 1, 1]}
  %p = MaxPoolND(x: %a) {kernel_shape: [2, 2]}
  %b = BNInfer(x: %p, scale: %scale, offset: %bias, mean: %mean, variance: %variance) {epsilon: 0.1}
  %y = Conv(x: %b, filter: %w)
  %o = NetOutput(x: [%y])
)");
}

TEST(ChannelBlocks, SqueezeAndExcitationTakesTheSameBytesInBothFormats) {
  ExpectLayout(3, 0, R"(
  %x = Data {index: 0} : float[1,16,9,9]
  %w = Data {index: 1} : float[32,16,3,3]
  %down = Data {index: 2} : float[4,32,1,1]
  %up = Data {index: 3} : float[32,4,1,1]
  %v = Data {index: 4} : float[16,32,1,1]
  %a = Conv(x: %x, filter: %w)
  %s = GlobalAveragePool(x: %a)
  %t = Conv(x: %s, filter: %down)
  %u = Relu(x: %t)
  %e = Conv(x: %u, filter: %up)
  %g = Sigmoid(x: %e)
  %m = Mul(x1: %a, x2: %g)
  %y = Conv(x: %m, filter: %v)
  %o = NetOutput(x: [%y])
)");
}

TEST(ChannelBlocks, BranchesJoinAndPartAlongChannels) {
  ExpectLayout(7, 0, R"(
  %x = Data {index: 0} : float[2,16,8,8]
  %w = Data {index: 1} : float[32,16,3,3]
  %v = Data {index: 2} : float[16,16,1,1]
  %u = Data {index: 3} : float[16,48,1,1]
  %n = Const {value: int64[2](16, 16)}
  %a = Conv(x: %x, filter: %w)
  %one = Const {value: int64[1](1)}
  %s = SplitV(x: %a, size_splits: %n, split_dim: %one) {num_split: 2} : y: [float[2,16,6,6], float[2,16,6,6]]
  %b = Conv(x: %s, filter: %v)
  %c = Conv(x: %s:y1, filter: %v)
  %d = ConcatD(x: [%b, %s:y1, %c]) {concat_dim: 1}
  %e = Conv(x: %d, filter: %u)
  %p = AveragePool(x: %e) {kernel_shape: [2, 2]}
  %y = GlobalAveragePool(x: %p)
  %o = NetOutput(x: [%y])
)");
}

TEST(ChannelBlocks, ChannelsThatDoNotFillTheirBlocksPassBetweenConvolutionsOnly) {
  ExpectLayout(2, 1, R"(
  %x = Data {index: 0} : float[1,16,7,7]
  %w = Data {index: 1} : float[20,16,3,3]
  %v = Data {index: 2} : float[20,20,1,1]
  %a = Conv(x: %x, filter: %w)
  %p = MaxPoolND(x: %a) {kernel_shape: [3, 3], pads: [1, 1, 1, 1]}
  %b = Conv(x: %p, filter: %v)
  %c = Add(x1: %a, x2: %b)
  %d = Exp(x: %b)
  %o = NetOutput(x: [%c, %d])
)");
}

TEST(ChannelBlocks, SoftmaxOverChannelsGetsThemTogether) {
  ExpectLayout(2, 1, R"(
  %x = Data {index: 0} : float[1,16,7,7]
  %w = Data {index: 1} : float[32,16,3,3]
  %a = Conv(x: %x, filter: %w) {pads: [1, 1, 1, 1]}
  %p = MaxPoolND(x: %a) {kernel_shape: [2, 2]}
  %y = SoftmaxV2(x: %p) {axes: [1]}
  %o = NetOutput(x: [%y])
)");
}

TEST(ChannelBlocks, DepthwiseConvolutionsKeepTheLayoutOfTheirData) {
  ExpectLayout(0, 0, R"(
  %x = Data {index: 0} : float[1,32,9,20]
  %w = Data {index: 1} : float[32,1,3,3]
  %v = Data {index: 2} : float[32,1,5,5]
  %a = Conv(x: %x, filter: %w) {group: 32, pads: [1, 1, 1, 1]}
  %b = Relu(x: %a)
  %y = Conv(x: %b, filter: %v) {group: 32, strides: [2, 2]}
  %o = NetOutput(x: [%y])
)");
  ExpectLayout(2, 0, R"(
  %x = Data {index: 0} : float[1,3,9,20]
  %w = Data {index: 1} : float[32,3,1,1]
  %v = Data {index: 2} : float[32,1,3,3]
  %u = Data {index: 3} : float[16,32,1,1]
  %a = Conv(x: %x, filter: %w)
  %b = Conv(x: %a, filter: %v) {group: 32, pads: [1, 1, 1, 1]}
  %y = Conv(x: %b, filter: %u)
  %o = NetOutput(x: [%y])
)");
}

TEST(ChannelBlocks, DepthwiseGroupedAndDilated) {
  ExpectLayout(2, 0, R"(
  %x = Data {index: 0} : float[1,32,9,9]
  %w = Data {index: 1} : float[32,1,3,3]
  %v = Data {index: 2} : float[64,16,1,1]
  %u = Data {index: 3} : float[16,64,3,3]
  %b = Data {index: 4} : float[64]
  %a = Conv(x: %x, filter: %w) {group: 32, pads: [1, 1, 1, 1]}
  %c = Conv(x: %a, filter: %v, bias: %b) {group: 2}
  %d = Conv(x: %c, filter: %u) {dilations: [2, 2], strides: [2, 1]}
  %y = GlobalAveragePool(x: %d)
  %o = NetOutput(x: [%y])
)");
}

TEST(ChannelBlocks, OneAndThreeSpatialAxes) {
  ExpectLayout(1, 0, R"(
  %x = Data {index: 0} : float[2,16,19]
  %w = Data {index: 1} : float[32,16,3]
  %a = Conv(x: %x, filter: %w)
  %b = Exp(x: %a)
  %y = GlobalAveragePool(x: %b)
  %o = NetOutput(x: [%y])
)");
  ExpectLayout(1, 0, R"(
  %x = Data {index: 0} : float[1,16,5,6,4]
  %w = Data {index: 1} : float[32,16,3,3,1]
  %a = Conv(x: %x, filter: %w)
  %b = Exp(x: %a)
  %y = GlobalAveragePool(x: %b)
  %o = NetOutput(x: [%y])
)");
}

// Returns "%name = Const …" with small numbers.
std::string Constant(const std::string& name, const std::string& shape, int count) {
  std::string text = "  %" + name + " = Const {value: float[" + shape + "](";
  for (int i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + std::to_string((i * 37 % 29 - 14) / 16.0);
  return text + ")}\n";
}

TEST(ChannelBlocks, ConstantWeightsOfEveryCubeKind) {
  ExpectLayout(3, 0,
               Constant("w", "32,16,1,1", 512) + Constant("v", "32,1,3,3", 288) + Constant("b", "32", 32) +
                   Constant("u", "32,32,3,3", 9216) + Constant("m", "32,7", 224) + R"(
  %x = Data {index: 0} : float[1,16,6,6]
  %a = Conv(x: %x, filter: %w, bias: %b)
  %c = Conv(x: %a, filter: %v) {group: 32, pads: [1, 1, 1, 1]}
  %d = Add(x1: %c, x2: %a)
  %e = Conv(x: %d, filter: %u) {pads: [1, 1, 1, 1]}
  %p = GlobalAveragePool(x: %e)
  %f = Flatten(x: %p)
  %y = MatMul(x1: %f, x2: %m)
  %o = NetOutput(x: [%y])
)");
}

TEST(ChannelBlocks, ASingleConvolutionConvertsItself) {
  ExpectLayout(0, 0, R"(
  %x = Data {index: 0} : float[1,16,7,7]
  %w = Data {index: 1} : float[32,16,3,3]
  %y = Conv(x: %x, filter: %w)
  %o = NetOutput(x: [%y])
)");
}

TEST(ChannelBlocks, DynamicShapesStayRowMajor) {
  ExpectLayout(0, 0, R"(
  %x = Data {index: 0} : float[?,16,7,7]
  %w = Data {index: 1} : float[32,16,3,3]
  %v = Data {index: 2} : float[16,32,1,1]
  %a = Conv(x: %x, filter: %w)
  %b = HardSwish(x: %a)
  %y = Conv(x: %b, filter: %v)
  %o = NetOutput(x: [%y])
)");
}

}  // namespace
}  // namespace opdk
