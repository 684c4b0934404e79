// Each distinct operator is planned once, whichever stage asks. A changed operator is planned again.
#include "graph_core/engines/ai_core/plan/plan_memo.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "graph_core/engines/ai_core/plan/plan_bytes.h"
#include "graph_core/engines/ai_core/plan/same_expression.h"
#include "graph_core/ir/text.h"
#include "graph_core/session.h"
#include "tbe/dsl.h"
#include "tests/graph_core/builtin_packages.h"

namespace opdk {
namespace {

using tbe::Tensor;

Tensor Input(int index, const tbe::Dims& shape) { return tbe::Placeholder(index, shape, ge::DT_FLOAT); }

// Returns how often the expression compiler ran, for any purpose.
int Plannings(const std::vector<PassTiming>& timings) {
  const auto row = std::find_if(timings.begin(), timings.end(),
                                [](const PassTiming& timing) { return timing.pass == "lower_cubes"; });
  return row == timings.end() ? 0 : row->runs;
}

// A context that has a memo.
struct MemoContext : PassContext {
  MemoContext() { state = &memo; }
  PlanMemo memo;
};

Result<SharedPlan> Ask(const PassContext& context, const Tensor& output, ParamValues values = ParamValues::kCompared) {
  return PlanOnce({{output}, {true}, 2}, context, {.values = values});
}

TEST(PlanMemo, EqualExpressionsShareAPlan) {
  const MemoContext context;
  const auto make = [] { return tbe::vexp(Input(0, {4, 8})) * 0.5; };
  auto first = Ask(context, make()), second = Ask(context, make());
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->get(), second->get());
  EXPECT_EQ(Plannings(context.record->timings), 1);
}

TEST(PlanMemo, EachPropertyThatAPlanUsesMakesAnotherPlan) {
  MemoContext context;
  const Tensor x = Input(0, {4, 8}), shared = tbe::vexp(x);
  const std::vector<Tensor> different = {shared,
                                         tbe::vlog(x),
                                         tbe::vexp(Input(1, {4, 8})),
                                         tbe::vexp(Input(0, {4, 9})),
                                         tbe::vexp(tbe::Placeholder(0, {4, 8}, ge::DT_FLOAT16)),
                                         x * 0.5,
                                         x * 0.25,
                                         x * tbe::broadcast(tbe::Param(0.5, ge::DT_FLOAT), {4, 8}),
                                         x * tbe::broadcast(tbe::Param(-0.5, ge::DT_FLOAT), {4, 8}),
                                         tbe::reduce_sum(x, {0}),
                                         tbe::reduce_sum(x, {0}, true),
                                         shared + shared,
                                         tbe::vexp(x) + tbe::vexp(x)};
  int plannings = 0;
  for (int round = 0; round < 2; ++round) {
    for (const Tensor& output : different) ASSERT_TRUE(Ask(context, output).ok());
    if (round == 0) plannings = Plannings(context.record->timings);
  }
  EXPECT_EQ(plannings, static_cast<int>(different.size()));
  EXPECT_EQ(Plannings(context.record->timings), plannings);
  ASSERT_TRUE(PlanOnce({{shared}, {false}, 2}, context).ok());
  ASSERT_TRUE(PlanOnce({{shared}, {true}, 3}, context).ok());
  EXPECT_EQ(Plannings(context.record->timings), plannings + 2);
  context.disabled_passes = {"merge_axes"};
  ASSERT_TRUE(Ask(context, shared).ok());
  EXPECT_EQ(Plannings(context.record->timings), plannings + 3);
  context.memo.Clear();
  ASSERT_TRUE(Ask(context, shared).ok());
  EXPECT_EQ(Plannings(context.record->timings), plannings + 4);
}

TEST(PlanMemo, OperatorsOfDifferentNumbersShareAPlanWithoutPasses) {
  const MemoContext context;
  const auto scaled = [](double by) { return Input(0, {4, 8}) * tbe::broadcast(tbe::Param(by, ge::DT_FLOAT), {4, 8}); };
  const auto first = Ask(context, scaled(0.5), ParamValues::kIgnored);
  const auto second = Ask(context, scaled(0.25), ParamValues::kIgnored);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->get(), second->get());
  const auto own = Ask(context, scaled(0.25));
  ASSERT_TRUE(own.ok());
  EXPECT_NE(own->get(), first->get());
  EXPECT_EQ(Plannings(context.record->timings), 2);
}

// Makes a * x + b * y + a, whose kernel has the numbers in an order of its own.
Tensor Mixed(double a, double b) {
  const auto number = [](double value) { return tbe::broadcast(tbe::Param(value, ge::DT_FLOAT), {4, 8}); };
  const Tensor first = number(a);
  return Input(0, {4, 8}) * first + Input(1, {4, 8}) * number(b) + first;
}

TEST(PlanMemo, APlanIsCopiedForOtherNumbersAfterItsPasses) {
  const MemoContext context, anew;
  ASSERT_TRUE(Ask(context, Mixed(0.5, 3)).ok());
  const auto copied = PlanOnce({{Mixed(0.25, -7)}, {true}, 2}, context, {.expressions = false});
  const auto made = Ask(anew, Mixed(0.25, -7));
  ASSERT_TRUE(copied.ok() && made.ok());
  EXPECT_EQ(Plannings(context.record->timings), 1);
  EXPECT_EQ(WriteNodePlan({.steps = *copied}), WriteNodePlan({.steps = *made}));
  const auto again = PlanOnce({{Mixed(0.25, -7)}, {true}, 2}, context, {.expressions = false});
  EXPECT_EQ(again->get(), copied->get());
}

// A number that a primitive takes is no argument of a kernel.
TEST(PlanMemo, ACubesPlanIsMadeForEachNumber) {
  const MemoContext context;
  const auto scaled = [](double by) {
    return tbe::matmul(Input(0, {4, 8}), Input(1, {8, 4})) * tbe::broadcast(tbe::Param(by, ge::DT_FLOAT), {4, 4});
  };
  const auto first = PlanOnce({{scaled(0.5)}, {true}, 2}, context, {.expressions = false});
  const auto second = PlanOnce({{scaled(0.25)}, {true}, 2}, context, {.expressions = false});
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(Plannings(context.record->timings), 2);
  EXPECT_NE(WriteNodePlan({.steps = *first}), WriteNodePlan({.steps = *second}));
}

TEST(PlanMemo, ARefusedExpressionIsRemembered) {
  const MemoContext context;
  Tensor y = Input(0, {8});
  for (int i = 0; i < 1100; ++i) y = tbe::vabs(y);
  const Status first = Ask(context, y).status(), second = Ask(context, y).status();
  EXPECT_EQ(first.code(), ErrorCode::kExpression);
  EXPECT_EQ(second.message(), first.message());
}

TEST(PlanMemo, ADumpSeesAllNodes) {
  const MemoContext context;
  ExpressionDump dump;
  const std::vector<Tensor> outputs = {tbe::vexp(Input(0, {4, 8}))};
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(PlanOnce({outputs, {true}, 1}, context, {.dump = &dump}).ok());
  EXPECT_EQ(Plannings(context.record->timings), 2);
}

TEST(PlanMemo, ScalarsAreComparedToo) {
  const Tensor x = Input(0, {8});
  const auto scaled = [&](double factor, const char* name) {
    Tensor y = tbe::compute({8}, [&](const std::vector<tbe::Expr>& i) { return tbe::at(x, {i[0]}) * factor; });
    auto node = std::make_shared<tbe::TensorNode>(*y);
    node->name = name;
    return std::vector<Tensor>{Tensor(std::move(node))};
  };
  EXPECT_TRUE(SameExpression(scaled(0.5, ""), scaled(0.5, "")));
  EXPECT_FALSE(SameExpression(scaled(0.5, ""), scaled(0.25, "")));
  EXPECT_FALSE(SameExpression(scaled(0.5, ""), scaled(0.5, "label")));
}

// Layers of a product and a softmax of its rows, which the cube doesn't apply itself. `rows`: of layer i.
std::string Layers(int layers, const std::function<int(int)>& rows) {
  std::string nodes = fmt::format("  %w = Data {{index: {}}} : float[8,8]\n", layers), results;
  for (int i = 0; i < layers; ++i) {
    nodes += fmt::format("  %x{0} = Data {{index: {0}}} : float[{1},8]\n", i, rows(i));
    nodes += fmt::format("  %p{0} = MatMul(x1: %x{0}, x2: %w)\n  %s{0} = SoftmaxV2(x: %p{0})\n", i);
    results += fmt::format("{}%s{}", i == 0 ? "" : ", ", i);
  }
  return fmt::format("graph g {{\n{}  %o = NetOutput(x: [{}])\n}}\n", nodes, results);
}

int PlanningsOf(const std::string& text) {
  auto graph = Parse(text);
  OPDK_CHECK(graph.ok(), graph.status().ToString());
  auto session = Session::Create(BuiltinPackages(), {});
  OPDK_CHECK(session.ok(), session.status().ToString());
  auto compiled = (*session)->Compile(*std::move(graph));
  OPDK_CHECK(compiled.ok(), compiled.status().ToString());
  return Plannings(compiled->report.passes);
}

TEST(PlanMemo, AModelPlansEachDistinctOperatorOnce) {
  // The product, the softmax, and the attempt to make them one.
  constexpr int kPlansOfALayer = 3;
  EXPECT_EQ(PlanningsOf(Layers(1, [](int) { return 5; })), kPlansOfALayer);
  EXPECT_EQ(PlanningsOf(Layers(6, [](int) { return 5; })), kPlansOfALayer);
  EXPECT_EQ(PlanningsOf(Layers(6, [](int i) { return 5 + i; })), 6 * kPlansOfALayer);
}

}  // namespace
}  // namespace opdk
