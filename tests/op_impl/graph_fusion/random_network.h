// Random networks of the operators that graph passes look for, and their results with all passes and with none of the
// package's.
#pragma once

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

namespace opdk::tests {

using Extents = std::vector<int64_t>;

inline int64_t CountOf(const Extents& dims) {
  int64_t count = 1;
  for (const int64_t extent : dims) count *= extent;
  return count;
}

// The text of a graph of one input, in which each step works on the result of the step before.
class RandomNetwork {
 public:
  RandomNetwork(unsigned seed, Extents input) : random_(seed), dims_(std::move(input)), input_(dims_) {
    text_ = fmt::format("graph net {{\n  %x = Data {{index: 0}} : float[{}]@NCHW\n", fmt::join(dims_, ","));
  }

  const std::string& text() const { return text_; }
  const Extents& input() const { return input_; }

 protected:
  int Draw(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }

  std::string Constant(const Extents& dims, float low, float high) {
    std::uniform_real_distribution<float> number(low, high);
    std::vector<std::string> numbers;
    for (int64_t i = 0; i < CountOf(dims); ++i) numbers.push_back(fmt::format("{:.4f}", number(random_)));
    return Const(fmt::format("float[{}]({})", fmt::join(dims, ","), fmt::join(numbers, ", ")));
  }
  std::string IndexConstant(const Extents& values) {
    return Const(fmt::format("int64[{}]({})", values.size(), fmt::join(values, ", ")));
  }
  std::string Const(const std::string& value) {
    const std::string name = fmt::format("c{}", next_++);
    text_ += fmt::format("  %{} = Const {{value: {}}}\n", name, value);
    return name;
  }

  void Step(const std::string& call) {
    now_ = fmt::format("n{}", next_++);
    text_ += fmt::format("  %{} = {} : y: _\n", now_, call);
  }

  // Adds x + c, c + x, x - c, x * c, c * x or x / c.
  void Scale(const Extents& numbers) {
    constexpr const char* kTypes[] = {"Add", "Add", "Sub", "Mul", "Mul", "Div", "RealDiv"};
    const int kind = Draw(7);
    const std::string constant = Constant(numbers, 0.5F, 2);
    const bool swapped = kind == 1 || kind == 4;
    Step(fmt::format("{}(x1: %{}, x2: %{})", kTypes[kind], swapped ? constant : now_, swapped ? now_ : constant));
  }

  void Finish(const std::vector<std::string>& outputs) {
    text_ += fmt::format("  %o = NetOutput(x: [%{}])\n}}\n", fmt::join(outputs, ", %"));
  }

  std::mt19937 random_;
  Extents dims_;
  Extents input_;
  std::string text_, now_ = "x";
  int next_ = 0;
};

inline std::vector<ge::Tensor> Computed(const RandomNetwork& network, std::vector<std::string> disabled) {
  CompileOptions options;
  options.engine = "ai_cpu";  // nothing to compile: hundreds of networks in seconds
  options.disabled_passes = std::move(disabled);
  auto session = Session::Create(BuiltinPackages(), options);
  OPDK_CHECK(session.ok(), session.status().ToString());
  auto graph = Parse(network.text());
  OPDK_CHECK(graph.ok(), graph.status().ToString() + network.text());
  auto compiled = (*session)->Compile(*std::move(graph));
  OPDK_CHECK(compiled.ok(), compiled.status().ToString() + network.text());
  std::vector<float> values(static_cast<size_t>(CountOf(network.input())));
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>((i * 37) % 64) / 32 - 1;
  auto outputs = compiled->model.Run(std::vector<ge::Tensor>{Floats(network.input(), values)});
  OPDK_CHECK(outputs.ok(), outputs.status().ToString() + network.text());
  return *std::move(outputs);
}

inline void ExpectSameWithAndWithoutPasses(const RandomNetwork& network) {
  std::vector<std::string> all = {"infer_formats", "choose_formats", "settle_formats"};
  for (const PackagePass& pass : PackagePasses(*BuiltinPackages())) all.emplace_back(pass.name());
  const std::vector<ge::Tensor> with = Computed(network, {}), without = Computed(network, all);
  ASSERT_EQ(with.size(), without.size());
  for (size_t i = 0; i < with.size(); ++i) {
    ASSERT_EQ(Dims(with[i]), Dims(without[i])) << network.text();
    const std::vector<float> a = TensorValues(with[i]), b = TensorValues(without[i]);
    float largest = 1;
    for (const float value : b) largest = std::max(largest, std::abs(value));
    for (size_t k = 0; k < a.size(); ++k) {
      ASSERT_NEAR(a[k], b[k], 1e-4F * largest) << "output " << i << " at " << k << network.text();
    }
  }
}

}  // namespace opdk::tests
