#include "sdk/tools/verify/golden/mutants.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "tbe/dsl.h"
#include "tbe/interpreter.h"

namespace opdk::verify {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> Changes(const std::vector<Mutant>& mutants) {
  std::vector<std::string> changes;
  for (const Mutant& mutant : mutants) changes.push_back(mutant.change);
  return changes;
}

tbe::Tensor Input(const std::vector<int64_t>& shape) { return tbe::Placeholder(0, shape, ge::DT_FLOAT); }

std::vector<double> Values(const Mutant& mutant, const std::vector<int64_t>& shape, const std::vector<double>& x) {
  const auto results = tbe::Evaluate(mutant.outputs, {tbe::FromNumbers(ge::DT_FLOAT, shape, x)});
  EXPECT_TRUE(results.ok()) << results.status().ToString();
  return results.ok() ? tbe::ToNumbers(results->front()) : std::vector<double>();
}

const Mutant& Named(const std::vector<Mutant>& mutants, const std::string& change) {
  const auto found = std::find_if(mutants.begin(), mutants.end(), [&](const Mutant& mutant) {
    return mutant.change.find(change) != std::string::npos;
  });
  EXPECT_NE(found, mutants.end()) << change;
  return *found;
}

TEST(Mutants, SwapOperationsLeaveOutOperandsAndChangeNumbers) {
  const auto mutants = MutantsOf({Input({2}) * 3.0});
  EXPECT_EQ(Values(Named(mutants, "mul becomes div"), {2}, {3, 6}), (std::vector<double>{1, 2}));
  EXPECT_EQ(Values(Named(mutants, "the second operand of mul is left out"), {2}, {3, 6}), (std::vector<double>{3, 6}));
  EXPECT_EQ(Values(Named(mutants, "is 1 more"), {2}, {3, 6}), (std::vector<double>{12, 24}));
}

TEST(Mutants, SayWhereInThePrintedExpression) {
  const auto mutants = MutantsOf({tbe::vexp(Input({2}) + 1.0)});
  EXPECT_THAT(Named(mutants, "exp becomes expm1").where, HasSubstr("= exp %"));
  EXPECT_THAT(Named(mutants, "add becomes sub").where, HasSubstr("= add %"));
  EXPECT_THAT(Named(mutants, "add becomes sub").becomes, HasSubstr("= sub %"));
  EXPECT_THAT(Named(mutants, "exp is left out").becomes, testing::MatchesRegex("%[0-9] = %[0-9]"));
}

TEST(Mutants, ReductionLosesItsEndOrAllButItsBeginning) {
  const auto mutants = MutantsOf({tbe::reduce_sum(Input({2, 3}), {1})});
  const std::vector<double> x = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(Values(Named(mutants, "leaves out the last element"), {2, 3}, x), (std::vector<double>{3, 9}));
  EXPECT_EQ(Values(Named(mutants, "takes the first element only"), {2, 3}, x), (std::vector<double>{1, 4}));
  EXPECT_EQ(Values(Named(mutants, "becomes reduce_max"), {2, 3}, x), (std::vector<double>{3, 6}));
}

TEST(Mutants, SquareReductionAndTransposeConfuseAxes) {
  const auto reduced = MutantsOf({tbe::reduce_sum(Input({2, 2}), {1})});
  EXPECT_EQ(Values(Named(reduced, "goes over axis 0 instead of 1"), {2, 2}, {1, 2, 3, 4}), (std::vector<double>{4, 6}));
  const auto transposed = MutantsOf({tbe::transpose(Input({2, 2}), {1, 0})});
  EXPECT_EQ(Values(Named(transposed, "transpose confuses"), {2, 2}, {1, 2, 3, 4}), (std::vector<double>{1, 2, 3, 4}));
}

TEST(Mutants, OffsetsMoveOnlyWhereTheyStayInside) {
  const auto inside = MutantsOf({tbe::slice(Input({4}), {1}, {2})});
  EXPECT_EQ(Values(Named(inside, "slice begins one later"), {4}, {1, 2, 3, 4}), (std::vector<double>{3, 4}));
  EXPECT_EQ(Values(Named(inside, "slice begins one earlier"), {4}, {1, 2, 3, 4}), (std::vector<double>{1, 2}));
  EXPECT_THAT(MutantsOf({tbe::slice(Input({4}), {0}, {4}, {1})}), IsEmpty());
  const auto padded = MutantsOf({tbe::pad(Input({2}), {1}, {1}, 0)});
  EXPECT_EQ(Values(Named(padded, "pad begins one later"), {2}, {1, 2}), (std::vector<double>{0, 0, 1, 2}));
  EXPECT_EQ(Values(Named(padded, "pad begins one earlier"), {2}, {1, 2}), (std::vector<double>{1, 2, 0, 0}));
}

TEST(Mutants, KeysAreThoseOfTheStructureNotOfTheShape) {
  const auto small = MutantsOf({tbe::vexp(Input({2}))});
  const auto large = MutantsOf({tbe::vexp(Input({7}))});
  const auto other = MutantsOf({tbe::vlog(Input({2}))});
  ASSERT_EQ(small.size(), large.size());
  for (size_t i = 0; i < small.size(); ++i) EXPECT_EQ(small[i].key, large[i].key);
  EXPECT_NE(small[0].key, other[0].key);
}

TEST(Mutants, OutputsKeepShapeAndDtype) {
  const tbe::Tensor x = Input({3, 3});
  const std::vector<tbe::Tensor> outputs = {tbe::reduce_max(tbe::vabs(x) * 2.0 - 1.0, {0}, true), tbe::vsqrt(x)};
  for (const Mutant& mutant : MutantsOf(outputs)) {
    for (size_t i = 0; i < outputs.size(); ++i) {
      EXPECT_EQ(mutant.outputs[i].shape(), outputs[i].shape()) << mutant.change;
      EXPECT_EQ(mutant.outputs[i].dtype(), outputs[i].dtype()) << mutant.change;
    }
  }
  EXPECT_THAT(Changes(MutantsOf(outputs)), Contains("reduce_max becomes reduce_min"));
  EXPECT_THAT(Changes(MutantsOf(outputs)), Not(Contains("reduce_max becomes reduce_sum")));
}

}  // namespace
}  // namespace opdk::verify
