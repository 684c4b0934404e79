// An author's hints change the loops of a kernel and never its results.
#include "graph_core/engines/ai_core/plan/hints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>

#include "graph_core/engines/ai_core/plan/pipeline.h"
#include "opdk/parallel.h"
#include "tbe/dsl.h"
#include "tests/graph_core/engines/ai_core/kernel_harness.h"

namespace opdk::tests {
namespace {

using tbe::Dims;
using tbe::Placeholder;
using tbe::ScheduleHints;
using tbe::Tensor;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// Expressions of x: [N, C] and v: [C] with a value that takes hints.
using Expression = std::function<Tensor(const Tensor& x, const Tensor& v, const ScheduleHints& hints)>;

Tensor Scaled(const Tensor& x, const Tensor& v, const ScheduleHints& hints) {
  return x * tbe::schedule_hint(tbe::vexp(v), hints);
}
Tensor Chain(const Tensor& x, const Tensor& v, const ScheduleHints& hints) {
  return tbe::schedule_hint(tbe::vtanh(x + v) * x, hints);
}
Tensor Centred(const Tensor& x, const Tensor&, const ScheduleHints& hints) {
  const Tensor centred = tbe::schedule_hint(x - tbe::reduce_mean(x, {1}, true), hints);
  return centred * tbe::vrsqrt(tbe::reduce_mean(centred * centred, {1}, true) + 1e-5);
}
Tensor Energies(const Tensor& x, const Tensor&, const ScheduleHints& hints) {
  const Tensor e = tbe::schedule_hint(tbe::vexp(x), hints);
  return e * tbe::vrsqrt(tbe::reduce_sum(e, {1}, true));
}
Tensor Columns(const Tensor& x, const Tensor&, const ScheduleHints& hints) {
  return tbe::schedule_hint(x - tbe::reduce_mean(x, {0}, true), hints);
}
Tensor Transposed(const Tensor& x, const Tensor&, const ScheduleHints& hints) {
  return tbe::schedule_hint(tbe::vexp(tbe::transpose(x, {1, 0}) * 0.5), hints);
}
Tensor Shifted(const Tensor& x, const Tensor&, const ScheduleHints& hints) {
  const Tensor e = tbe::schedule_hint(tbe::vexp(x), hints);
  return tbe::pad(e, {1, 1}, {1, 1}) + tbe::pad(e, {2, 0}, {0, 2});
}
Tensor TwoWays(const Tensor& x, const Tensor&, const ScheduleHints& hints) {
  const Tensor e = tbe::schedule_hint(tbe::vexp(x), hints);
  return e / (tbe::reduce_max(e, {0}, true) + tbe::reduce_sum(e, {1}, true));
}

StepPlan PlanOf(const Expression& expression, const ScheduleHints& hints, const Dims& shape = {5, 40}) {
  const Tensor x = Placeholder(0, shape, ge::DT_FLOAT), v = Placeholder(1, {shape[1]}, ge::DT_FLOAT);
  const std::vector<Tensor> outputs{expression(x, v, hints)};
  auto plan = MakePlan(outputs, {true}, 2);
  EXPECT_TRUE(plan.ok()) << plan.status().ToString();
  return *std::move(plan);
}

std::string LoopNestOf(const StepPlan& plan) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("opdk-hints-" + std::to_string(getpid()) + ".stmt")).string();
  const Status status = TestStores().kernels.WriteLoopNest(plan.steps.at(0).kernel.ir, path);
  EXPECT_TRUE(status.ok()) << status.ToString();
  std::ifstream file(path);
  std::string text(std::istreambuf_iterator<char>(file), {});
  std::remove(path.c_str());
  // The kernel's name holds a hash of its hints.
  const std::string name = VectorKernelName(plan.steps[0]);
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name)) text.erase(at, name.size());
  return text;
}

std::vector<std::string> ReportOf(const Expression& expression, const ScheduleHints& hints) {
  return ReportHints(PlanOf(expression, hints).steps.at(0));
}

struct Hinted {
  const char* name;
  Expression expression;
  ScheduleHints hints;
};

const std::vector<Hinted>& LoopHints() {
  static const std::vector<Hinted> all = {
      {"a value repeated over rows, stored", Scaled, {.materialize = true}},
      {"rows tiled", Chain, {.tiles = {{-1, 24}}}},
      {"a cheap value of a row, stored", Centred, {.materialize = true}},
      {"an expensive value of a row, computed again", Energies, {.recompute = true}},
      {"columns tiled", Columns, {.tiles = {{-1, 40}}}},
      {"a transposition tiled along the last axis", Transposed, {.tiles = {{1, 48}}}},
      {"a transposition tiled along the other axis", Transposed, {.tiles = {{0, 5}}}},
      {"a value read at two positions, stored", Shifted, {.materialize = true}},
      {"a value read by two loops, stored", TwoWays, {.materialize = true}},
  };
  return all;
}

TEST(ScheduleHints, ChangeTheLoopNestAndTheNameOfTheKernel) {
  for (const Hinted& hinted : LoopHints()) {
    SCOPED_TRACE(hinted.name);
    const StepPlan plain = PlanOf(hinted.expression, {}), plan = PlanOf(hinted.expression, hinted.hints);
    EXPECT_NE(VectorKernelName(plain.steps.at(0)), VectorKernelName(plan.steps.at(0)));
    EXPECT_NE(LoopNestOf(plain), LoopNestOf(plan));
    for (const std::string& line : ReportHints(plan.steps[0])) EXPECT_THAT(line, HasSubstr("followed: "));
    EXPECT_THAT(ReportHints(plan.steps[0]), Not(IsEmpty()));
  }
}

TEST(ScheduleHints, NeverChangeAResult) {
  std::vector<Hinted> all = LoopHints();
  all.push_back({"one thread", Chain, {.parallel_above = int64_t{1} << 40}});
  all.push_back({"all threads", Chain, {.parallel_above = int64_t{0}}});
  all.push_back({"all threads, rows", Centred, {.parallel_above = int64_t{0}}});
  all.push_back({"tiles of one element", Chain, {.tiles = {{0, 1}, {1, 1}}}});
  all.push_back({"huge tiles", Columns, {.tiles = {{0, int64_t{1} << 60}, {1, int64_t{1} << 60}}}});
  ThreadScope threads(2);
  for (const Hinted& hinted : all) {
    for (const Dims& shape : {Dims{5, 40}, Dims{1, 1}, Dims{1, 64}, Dims{17, 1}, Dims{3, 15}, Dims{2, 16}, Dims{13, 17},
                              Dims{101, 127}, Dims{0, 7}, Dims{7, 0}, Dims{31, 1009}, Dims{260, 512}}) {
      SCOPED_TRACE(std::string(hinted.name) + " " + std::to_string(shape[0]) + "x" + std::to_string(shape[1]));
      const std::vector<tbe::HostTensor> inputs{Random(ge::DT_FLOAT, shape), Random(ge::DT_FLOAT, {shape[1]})};
      const Tensor x = Placeholder(0, shape, ge::DT_FLOAT), v = Placeholder(1, {shape[1]}, ge::DT_FLOAT);
      auto plain = RunCompiled({hinted.expression(x, v, {})}, inputs);
      auto result = RunCompiled({hinted.expression(x, v, hinted.hints)}, inputs);
      ASSERT_TRUE(plain.ok()) << plain.status().ToString();
      ASSERT_TRUE(result.ok()) << result.status().ToString();
      EXPECT_EQ((*plain)[0].bytes, (*result)[0].bytes);
    }
  }
}

TEST(ScheduleHints, KeepOneKernelForEveryShape) {
  for (const Hinted& hinted : LoopHints()) {
    EXPECT_EQ(VectorKernelName(PlanOf(hinted.expression, hinted.hints, {7, 33}).steps.at(0)),
              VectorKernelName(PlanOf(hinted.expression, hinted.hints, {101, 1009}).steps.at(0)))
        << hinted.name;
  }
}

TEST(ScheduleHints, OfAHalfAndABoolChangeNoResult) {
  for (const Dims& shape : {Dims{3, 15}, Dims{13, 17}, Dims{101, 127}}) {
    const Tensor x = Placeholder(0, shape, ge::DT_FLOAT16), v = Placeholder(1, {shape[1]}, ge::DT_FLOAT16);
    auto flags = [&](const ScheduleHints& hints) {
      const Tensor positive = tbe::schedule_hint(tbe::vexp(v) > tbe::vexp(v * v), hints);
      return tbe::vsel(tbe::broadcast(positive, shape), x * tbe::schedule_hint(tbe::vexp(v), hints), x);
    };
    const std::vector<tbe::HostTensor> inputs{Random(ge::DT_FLOAT16, shape), Random(ge::DT_FLOAT16, {shape[1]})};
    auto plain = RunCompiled({flags({})}, inputs), hinted = RunCompiled({flags({.materialize = true})}, inputs);
    ASSERT_TRUE(plain.ok()) << plain.status().ToString();
    ASSERT_TRUE(hinted.ok()) << hinted.status().ToString();
    EXPECT_EQ((*plain)[0].bytes, (*hinted)[0].bytes);
  }
}

TEST(ScheduleHints, ThatArentFollowedAreReportedWithTheReason) {
  EXPECT_THAT(ReportOf(Chain, {.materialize = true}), ElementsAre(HasSubstr("the kernel writes it anyway")));
  EXPECT_THAT(ReportOf(Centred, {.tiles = {{-1, 16}}}),
              ElementsAre(HasSubstr("rows are reduced and finished along it in one go")));
  EXPECT_THAT(ReportOf(Chain, {.tiles = {{0, 16}}}), ElementsAre(HasSubstr("ignored: tile s")));
  const Expression merged = [](const Tensor& x, const Tensor&, const ScheduleHints& hints) {
    return tbe::schedule_hint(tbe::vexp(x), hints);
  };
  EXPECT_THAT(ReportOf(merged, {.tiles = {{0, 16}}}), ElementsAre(HasSubstr("the hint of the last of them counts")));
  EXPECT_THAT(ReportOf(merged, {.tiles = {{1, 64}}}), ElementsAre(HasSubstr("followed: tile")));
  const Expression total = [](const Tensor& x, const Tensor&, const ScheduleHints& hints) {
    return x + tbe::schedule_hint(tbe::reduce_sum(x, {1}, true), hints);
  };
  EXPECT_THAT(ReportOf(total, {.recompute = true}), ElementsAre(HasSubstr("a reduction's result is always stored")));
  EXPECT_THAT(ReportOf(total, {.tiles = {{1, 8}}}), ElementsAre(HasSubstr("an axis of one element has no loop")));
  const Expression softmax = [](const Tensor& x, const Tensor&, const ScheduleHints& hints) {
    const Tensor e = tbe::schedule_hint(tbe::vexp(x - tbe::reduce_max(x, {1}, true)), hints);
    return e / tbe::reduce_sum(e, {1}, true);
  };
  EXPECT_THAT(ReportOf(softmax, {.recompute = true}), ElementsAre(HasSubstr("is written by hand")));
  const Expression product = [](const Tensor& x, const Tensor&, const ScheduleHints& hints) {
    return tbe::schedule_hint(tbe::vrelu(tbe::schedule_hint(tbe::matmul(x, x, true, false), {.tiles = {{0, 8}}})),
                              hints);
  };
  EXPECT_THAT(ReportOf(product, {.parallel_above = 8}),
              ElementsAre(HasSubstr("tile 8 of axis 0: the cube unit"), HasSubstr("parallel_above 8: the cube unit")));
}

TEST(ScheduleHints, OfTwoEqualValuesCountForBoth) {
  const Expression twice = [](const Tensor& x, const Tensor& v, const ScheduleHints& hints) {
    return x * tbe::schedule_hint(tbe::vexp(v), hints) + tbe::vexp(v);
  };
  const StepPlan plan = PlanOf(twice, {.materialize = true});
  const KernelIr& ir = plan.steps.at(0).kernel.ir;
  EXPECT_EQ(
      std::count_if(ir.nodes.begin(), ir.nodes.end(), [](const KernelNode& node) { return NameOf(node) == "exp"; }), 1);
  EXPECT_THAT(HintsOf(ir), ElementsAre(HasSubstr("materialize %")));
}

TEST(ScheduleHints, NoFuseIsAPropertyOfThePlan) {
  EXPECT_TRUE(PlanOf(Chain, {.no_fuse = true}).no_fuse);
  EXPECT_FALSE(PlanOf(Chain, {.materialize = true}).no_fuse);
}

}  // namespace
}  // namespace opdk::tests
