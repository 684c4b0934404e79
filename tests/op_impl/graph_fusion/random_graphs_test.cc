// Networks of what graph passes look for, put together by chance: with all passes and with none of the package's they
// compute the same, up to roundings.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "graph_core/ir/text.h"
#include "graph_core/package/graph_passes.h"
#include "graph_core/session.h"
#include "tests/graph_core/builtin_packages.h"
#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

using Extents = std::vector<int64_t>;

constexpr int64_t kChannels = 4, kExtent = 6;

// A chain of operators on [1, C, H, W], with branches that are added again.
class RandomNetwork {
 public:
  explicit RandomNetwork(unsigned seed) : random_(seed) {
    text_ = fmt::format("graph net {{\n  %x = Data {{index: 0}} : float[{}]@NCHW\n", fmt::join(dims_, ","));
    for (int i = 0; i < 12; ++i) Add();
    text_ += fmt::format("  %o = NetOutput(x: [%{}, %{}])\n}}\n", now_, kept_);
  }

  const std::string& text() const { return text_; }

 private:
  int Draw(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }

  std::string Constant(const Extents& dims, float low, float high) {
    std::uniform_real_distribution<float> number(low, high);
    std::vector<std::string> numbers;
    int64_t count = 1;
    for (const int64_t extent : dims) count *= extent;
    for (int64_t i = 0; i < count; ++i) numbers.push_back(fmt::format("{:.4f}", number(random_)));
    const std::string name = fmt::format("c{}", next_++);
    text_ +=
        fmt::format("  %{} = Const {{value: float[{}]({})}}\n", name, fmt::join(dims, ","), fmt::join(numbers, ", "));
    return name;
  }

  std::string IndexConstant(const Extents& values) {
    const std::string name = fmt::format("c{}", next_++);
    text_ += fmt::format("  %{} = Const {{value: int64[{}]({})}}\n", name, values.size(), fmt::join(values, ", "));
    return name;
  }

  void Step(const std::string& call) {
    now_ = fmt::format("n{}", next_++);
    text_ += fmt::format("  %{} = {} : y: _\n", now_, call);
  }

  void Convolve() {
    const std::string filter = Constant({kChannels, kChannels, 3, 3}, -0.3F, 0.3F);
    const std::string bias = Draw(2) == 0 ? ", bias: %" + Constant({kChannels}, -1, 1) : "";
    const int pad = std::min<int64_t>(dims_[2], dims_[3]) < 5 ? 1 : Draw(2);
    Step(fmt::format("Conv2D(x: %{}, filter: %{}{}) {{strides: [1,1,1,1], pads: [{},{},{},{}], data_format: \"NCHW\"}}",
                     now_, filter, bias, pad, pad, pad, pad));
    for (const size_t axis : {2U, 3U}) dims_[axis] += 2 * pad - 2;
  }

  void Normalize() {
    const std::string scale = Constant({kChannels}, 0.5F, 2), offset = Constant({kChannels}, -1, 1);
    const std::string mean = Constant({kChannels}, -1, 1), variance = Constant({kChannels}, 0.5F, 2);
    Step(fmt::format("BNInfer(x: %{}, scale: %{}, offset: %{}, mean: %{}, variance: %{}) {{epsilon: 0.001}}", now_,
                     scale, offset, mean, variance));
  }

  void Pad() {
    const Extents paddings = {0, 0, 0, 0, Draw(2), Draw(2), Draw(2), Draw(2)};
    Step(fmt::format("PadV3(x: %{}, paddings: %{}) {{mode: \"constant\", paddings_contiguous: true}}", now_,
                     IndexConstant(paddings)));
    dims_[2] += paddings[4] + paddings[5];
    dims_[3] += paddings[6] + paddings[7];
  }

  // Two, so that the axes end as they were or height and width change places.
  void Transpose() {
    Extents first = {0, 1, 2, 3};
    std::shuffle(first.begin(), first.end(), random_);
    Extents back(4);
    for (size_t i = 0; i < 4; ++i) back[static_cast<size_t>(first[i])] = static_cast<int64_t>(i);
    if (Draw(2) == 0) {
      std::swap(back[2], back[3]);
      std::swap(dims_[2], dims_[3]);
    }
    Step(fmt::format("TransposeD(x: %{}) {{perm: [{}]}}", now_, fmt::join(first, ",")));
    if (Draw(3) == 0) Step(fmt::format("Relu(x: %{})", now_));
    Step(fmt::format("TransposeD(x: %{}) {{perm: [{}]}}", now_, fmt::join(back, ",")));
  }

  void Add() {
    constexpr int kDouble = 11, kFloat = 0, kHalf = 1;
    switch (Draw(10)) {
      case 0:
      case 1:
        return Convolve();
      case 2:
        return Normalize();
      case 3:
        return Pad();
      case 4:
        return Transpose();
      case 5:
        return Step(fmt::format("Add(x1: %{}, x2: %{})", now_, Constant({}, 0, 0)));
      case 6:
        return Step(fmt::format("Mul(x1: %{}, x2: %{})", Constant({kChannels, 1, 1}, 1, 1), now_));
      case 7:
        Step(fmt::format("Tanh(x: %{})", now_));
        return Step(fmt::format("Pow(x1: %{}, x2: %{})", now_, Constant({}, 2, 2)));
      case 8:
        Step(fmt::format("Cast(x: %{}) {{dst_type: {}}}", now_, Draw(2) == 0 ? kDouble : kHalf));
        return Step(fmt::format("Cast(x: %{}) {{dst_type: {}}}", now_, kFloat));
      default:
        // What is kept is an output, and is used beside what comes of it.
        kept_ = now_;
        return Step(fmt::format("Relu(x: %{})", now_));
    }
  }

  std::mt19937 random_;
  Extents dims_ = {1, kChannels, kExtent, kExtent};
  std::string text_, now_ = "x", kept_ = "x";
  int next_ = 0;
};

std::vector<ge::Tensor> Computed(const std::string& text, std::vector<std::string> disabled) {
  CompileOptions options;
  options.engine = "ai_cpu";  // nothing to compile: 200 networks in seconds
  options.disabled_passes = std::move(disabled);
  auto session = Session::Create(BuiltinPackages(), options);
  OPDK_CHECK(session.ok(), session.status().ToString());
  auto graph = Parse(text);
  OPDK_CHECK(graph.ok(), graph.status().ToString() + text);
  auto compiled = (*session)->Compile(*std::move(graph));
  OPDK_CHECK(compiled.ok(), compiled.status().ToString() + text);
  std::vector<float> values(kChannels * kExtent * kExtent);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>((i * 37) % 64) / 32 - 1;
  auto outputs =
      compiled->model.Run(std::vector<ge::Tensor>{testing::Floats({1, kChannels, kExtent, kExtent}, values)});
  OPDK_CHECK(outputs.ok(), outputs.status().ToString() + text);
  return *std::move(outputs);
}

TEST(GraphFusion, RandomNetworksComputeTheSameWithAndWithoutPasses) {
  std::vector<std::string> all;
  for (const PackagePass& pass : PackagePasses(*BuiltinPackages())) all.emplace_back(pass.name());
  ASSERT_FALSE(all.empty());
  for (unsigned seed = 0; seed < 200; ++seed) {
    const RandomNetwork network(seed);
    const std::vector<ge::Tensor> with = Computed(network.text(), {}), without = Computed(network.text(), all);
    ASSERT_EQ(with.size(), without.size());
    for (size_t i = 0; i < with.size(); ++i) {
      ASSERT_EQ(testing::Dims(with[i]), testing::Dims(without[i])) << "seed " << seed << network.text();
      const std::vector<float> a = testing::Values(with[i]), b = testing::Values(without[i]);
      float largest = 1;
      for (const float value : b) largest = std::max(largest, std::abs(value));
      for (size_t k = 0; k < a.size(); ++k) {
        ASSERT_NEAR(a[k], b[k], 1e-4F * largest) << "seed " << seed << " output " << i << " at " << k << network.text();
      }
    }
  }
}

}  // namespace
}  // namespace opdk
