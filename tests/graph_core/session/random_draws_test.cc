// Random operators draw anew in each trip and each run, and repeat themselves only where they have a seed and the graph
// is compiled deterministically.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "tests/graph_core/builtin_packages.h"

namespace opdk {
namespace {

// Returns a loop of three trips that draws three numbers, and the same node once more behind it. `seeds`: its
// attributes.
std::string TextOf(const std::string& seeds) {
  return fmt::format(R"(graph g {{
    %m = Const {{value: int64[](3)}}
    %loop = Loop(M?: %m, cond?: _, v_initial: []) : v_final_and_scan_outputs: [_]
      body draw {{
        %i = Data {{index: 0}} : _
        %going_on = Data {{index: 1}} : _
        %shape = Const {{value: int64[1](3)}}
        %r = RandomUniform(shape: %shape) {{dtype: float, {0}}}
        %o = NetOutput(x: [%going_on, %r])
      }}
    %shape = Const {{value: int64[1](3)}}
    %r = RandomUniform(shape: %shape) {{dtype: float, {0}}}
    %o = NetOutput(x: [%loop:v_final_and_scan_outputs0, %r])
  }})",
                     seeds);
}

Executable Compiled(const std::string& seeds, bool deterministic) {
  CompileOptions options;
  options.deterministic = deterministic;
  return MustCompileText(TextOf(seeds), options);
}

// Returns all numbers of a run.
std::vector<float> DrawnBy(const Executable& model) {
  const auto outputs = model.Run(std::vector<ge::Tensor>());
  OPDK_CHECK(outputs.ok(), outputs.status().ToString());
  std::vector<float> numbers;
  for (const ge::Tensor& output : *outputs) {
    const size_t before = numbers.size(), count = output.GetSize() / sizeof(float);
    numbers.resize(before + count);
    std::memcpy(numbers.data() + before, output.GetData(), count * sizeof(float));
  }
  return numbers;
}

size_t Distinct(const std::vector<float>& numbers) { return std::set<float>(numbers.begin(), numbers.end()).size(); }

TEST(RandomDraws, DifferBetweenTripsNodesAndRuns) {
  for (const bool deterministic : {false, true}) {
    const Executable model = Compiled("seed: 0", deterministic);
    std::vector<float> numbers = DrawnBy(model);
    const std::vector<float> again = DrawnBy(model), other = DrawnBy(Compiled("seed: 0", deterministic));
    numbers.insert(numbers.end(), again.begin(), again.end());
    numbers.insert(numbers.end(), other.begin(), other.end());
    EXPECT_GE(Distinct(numbers), 35U) << deterministic;
  }
}

TEST(RandomDraws, OfASeedDifferBetweenRuns) {
  const Executable model = Compiled("seed: 7", false);
  std::vector<float> numbers = DrawnBy(model);
  EXPECT_NE(numbers, DrawnBy(model));
  EXPECT_NE(numbers, DrawnBy(Compiled("seed: 7", false)));
}

TEST(RandomDraws, OfASeedAreRepeatedInDeterministicGraphs) {
  const Executable model = Compiled("seed: 7", true);
  const std::vector<float> numbers = DrawnBy(model);
  EXPECT_EQ(numbers, DrawnBy(model));
  EXPECT_EQ(numbers, DrawnBy(Compiled("seed: 7", true)));
  EXPECT_NE(numbers, DrawnBy(Compiled("seed: 8", true)));
  const std::vector<float> trips(numbers.begin(), numbers.begin() + 9);
  EXPECT_EQ(Distinct(trips), 9U) << "each trip draws anew";
}

}  // namespace
}  // namespace opdk
