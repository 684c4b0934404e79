#include "graph_core/engines/ai_core/plan/pipeline.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "graph_core/session.h"
#include "tbe/dsl.h"
#include "tbe/walk.h"
#include "tests/graph_core/engines/ai_core/canonical_of.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;
using tbe::Tensor;
using ::testing::HasSubstr;
using ::testing::Not;

Tensor Input(int index, const tbe::Dims& shape) { return tbe::Placeholder(index, shape, ge::DT_FLOAT); }

Status StatusOf(const Tensor& output, int inputs) {
  return MakePlan(std::vector<Tensor>{output}, {true}, inputs).status();
}

Status PlanOfChain(int operations) {
  Tensor y = Input(0, {8});
  for (int i = 0; i < operations; ++i) y = i % 2 == 0 ? tbe::vabs(y) : tbe::vexp(y);
  return StatusOf(y, 1);
}

Status PlanOfSum(int inputs) {
  Tensor y = Input(0, {8});
  for (int i = 1; i < inputs; ++i) y = y + Input(i, {8});
  return StatusOf(y, inputs);
}

PassContext Without(const std::string& pass) {
  PassContext context;
  context.disabled_passes = {pass};
  return context;
}

std::string TextWithout(const Tensor& output, const std::string& pass) {
  auto kernel = tests::CanonicalOf(output, Without(pass));
  return kernel.ok() ? Print(kernel->ir) : kernel.status().ToString();
}

// Returns the number of kernels that a product with a bias and an activation takes.
size_t StepsOf(const PassContext& context) {
  const Tensor product = tbe::matmul(Input(0, {4, 8}), Input(1, {8, 16}));
  const Tensor y = tbe::vrelu(product + tbe::broadcast(Input(2, {16}), {4, 16}));
  auto plan = MakePlan(std::vector<Tensor>{y}, {true}, 3, {}, context);
  EXPECT_TRUE(plan.ok()) << plan.status().ToString();
  return plan.ok() ? plan->steps.size() : 0;
}

TEST(ExpressionPipeline, OperationsAndInputsHaveEachTheirBound) {
  EXPECT_TRUE(PlanOfChain(1024).ok()) << PlanOfChain(1024).ToString();
  EXPECT_THAT(PlanOfChain(1025).message(), HasSubstr("at most 1024 operations and 128 inputs"));
  EXPECT_TRUE(PlanOfSum(128).ok()) << PlanOfSum(128).ToString();
  EXPECT_EQ(PlanOfSum(129).code(), ErrorCode::kExpression);
}

TEST(ExpressionPipeline, AnExpressionDeeperThanTheStackIsRefusedNotCrashed) {
  std::vector<Tensor> chain = {Input(0, {8})};
  for (int i = 0; i < 100000; ++i) chain.push_back(tbe::vneg(chain.back()));
  EXPECT_EQ(StatusOf(chain.back(), 1).code(), ErrorCode::kExpression);
  while (!chain.empty()) chain.pop_back();
}

TEST(ExpressionPipeline, ABodyDeeperThanTheStackIsCanonicalised) {
  const Tensor x = Input(0, {8});
  std::vector<tbe::Expr> chain;
  Tensor y = tbe::compute({8}, [&](const std::vector<tbe::Expr>& i) {
    chain.push_back(tbe::at(x, {i[0]}));
    for (int k = 0; k < 100000; ++k) chain.push_back(chain.back() + 1.0);
    return chain.back();
  });
  auto kernel = tests::CanonicalOf(y);
  ASSERT_TRUE(kernel.ok()) << kernel.status().ToString();
  EXPECT_GT(Print(kernel->ir).size(), size_t{1000000});
  // Taken apart from the end on: a scalar's destructor destroys its operands, as deep as they are.
  std::vector<tbe::ExprPtr> order = tbe::PostOrder(kernel->ir.nodes.back().body);
  kernel->ir.nodes.clear();
  y = Tensor();
  while (!order.empty()) order.pop_back();
  while (!chain.empty()) chain.pop_back();
}

TEST(ExpressionPipeline, EachRowHasANameOfItsOwnAndAReason) {
  std::set<std::string_view> names;
  for (const ExpressionPass& pass : ExpressionPasses()) {
    EXPECT_TRUE(names.insert(pass.name).second) << pass.name;
    EXPECT_FALSE(pass.why.empty()) << pass.name;
  }
  const std::vector<std::string> known = Session::PassNames();
  for (std::string_view name : names) {
    EXPECT_EQ(std::count(known.begin(), known.end(), name), 1) << name;
  }
}

TEST(ExpressionPipeline, APassThatIsLeftOutLeavesItsMark) {
  EXPECT_EQ(StepsOf({}), 1u);
  EXPECT_EQ(StepsOf(Without("match_epilogues")), 2u);
  const Tensor sum = tbe::vexp(Input(0, {2, 3, 4}));
  EXPECT_THAT(TextWithout(sum, ""), Not(HasSubstr("s1")));
  EXPECT_THAT(TextWithout(sum, "merge_axes"), HasSubstr("s2"));
  const Tensor split = tbe::reduce_sum(tbe::reshape(tbe::vexp(Input(0, {6, 8})), {6, 2, 4}), {1});
  EXPECT_THAT(TextWithout(split, ""), Not(HasSubstr("reshape")));
  EXPECT_THAT(TextWithout(split, "split_axes"), HasSubstr("reshape"));
  const Tensor heads = tbe::reduce_sum(tbe::reshape(Input(0, {6, 8}), {12, 4}), {0});
  EXPECT_THAT(TextWithout(heads, ""), Not(HasSubstr("reshape")));
  EXPECT_THAT(TextWithout(heads, "sink_reshapes"), HasSubstr("reshape"));
  // Other kernels under other keys.
  EXPECT_NE(TextWithout(sum, ""), TextWithout(sum, "merge_axes"));
}

TEST(ExpressionPipeline, ARequiredPassRunsAnyway) {
  for (const ExpressionPass& pass : ExpressionPasses()) {
    if (!pass.required) continue;
    EXPECT_EQ(StepsOf(Without(std::string(pass.name))), 1u) << pass.name;
  }
}

TEST(ExpressionPipeline, TheRecordHasOneRowPerPassWhateverIsCompiled) {
  PassContext context;
  StepsOf(context);
  StepsOf(context);
  ASSERT_EQ(context.record->timings.size(), ExpressionPasses().size());
  for (size_t i = 0; i < context.record->timings.size(); ++i) {
    const PassTiming& row = context.record->timings[i];
    EXPECT_EQ(row.pass, ExpressionPasses()[i].name);
    EXPECT_EQ(row.stage, kExpressionStage);
    EXPECT_EQ(row.runs, 2);
    EXPECT_EQ(row.changed, row.pass == "match_epilogues" || row.pass == "divide_into_steps") << row.pass;
  }
}

TEST(ExpressionPipeline, ADumpIsOneFilePerPassWithAllNodes) {
  PassContext context;
  context.dump_directory = ::testing::TempDir() + "/opdk_expression_dump_" + std::to_string(::getpid());
  fs::remove_all(context.dump_directory);
  fs::create_directories(context.dump_directory);
  ExpressionDump dump;
  for (const char* node : {"first", "second"}) {
    dump.Begin(node);
    const Tensor product = tbe::matmul(Input(0, {4, 8}), tbe::vexp(Input(1, {8, 16})));
    ASSERT_TRUE(MakePlan(std::vector<Tensor>{tbe::vabs(product)}, {true}, 2, {}, context, &dump).ok());
  }
  ASSERT_TRUE(dump.Write(context).ok());
  std::vector<std::string> texts;
  for (const ExpressionPass& pass : ExpressionPasses()) {
    const std::string path =
        fmt::format("{}/{:02}_ai_core_expression_{}.txt", context.dump_directory, texts.size(), pass.name);
    std::ifstream file(path);
    ASSERT_TRUE(file.good()) << path;
    std::stringstream text;
    text << file.rdbuf();
    texts.push_back(text.str());
    EXPECT_THAT(texts.back(), HasSubstr("// node first\n"));
    EXPECT_THAT(texts.back(), HasSubstr("// node second\n"));
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(context.dump_directory), {}),
            static_cast<std::ptrdiff_t>(texts.size()));
  EXPECT_THAT(texts.front(), HasSubstr("matmul %0, %2"));
  EXPECT_THAT(texts[2], HasSubstr("chain matmul + operation"));
  EXPECT_THAT(texts.back(), HasSubstr("kernel inputs=1 symbols=1"));
  fs::remove_all(context.dump_directory);
}

}  // namespace
}  // namespace opdk
