#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "opdk/parallel.h"
#include "tbe/dsl.h"
#include "tests/graph_core/engines/ai_core/kernel_harness.h"

namespace opdk::tests {
namespace {

using tbe::Dims;
using tbe::Tensor;

Tensor Input(int index, const Dims& shape) { return tbe::Placeholder(index, shape, ge::DT_FLOAT); }
tbe::HostTensor Value(const Dims& shape, unsigned seed) { return Random(ge::DT_FLOAT, shape, -1, 1, seed); }

Tensor Softmax(const Tensor& x) {
  const Dims last = {x.rank() - 1};
  Tensor e = tbe::vexp(x - tbe::reduce_max(x, last, true));
  return e / tbe::reduce_sum(e, last, true);
}

std::string DescriptionOf(const Tensor& y, const std::vector<tbe::HostTensor>& inputs) {
  std::string description;
  EXPECT_TRUE(RunCompiled({y}, inputs, &description).ok());
  return description;
}

void ExpectJoined(const Tensor& y, const std::vector<tbe::HostTensor>& inputs) {
  EXPECT_EQ(DescriptionOf(y, inputs).find("rows of oneDNN matmul"), 0U) << DescriptionOf(y, inputs);
  ExpectMatchesInterpreter({y}, inputs, 1e-4, 0.1);
}

// Rows and columns of which scores take more than any core's own cache; blocks that are cut off.
constexpr int64_t kRows = 1025, kColumns = 1031;

TEST(Attention, MatchesTheInterpreterAtEachNumberOfRowsInTheLastBlock) {
  for (const int64_t rows : {kRows, int64_t{1024}, int64_t{1087}}) {
    const Dims q = {rows, 3}, k = {3, kColumns}, v = {kColumns, 2};
    ExpectJoined(tbe::matmul(Softmax(tbe::matmul(Input(0, q), Input(1, k))), Input(2, v)),
                 {Value(q, 1), Value(k, 2), Value(v, 3)});
  }
}

TEST(Attention, BatchesHaveTheirOwnMatricesOrShareOne) {
  const Dims q = {2, 3, 259, 4}, k = {2, 1, 701, 4}, v = {3, 701, 1};
  const Tensor scores = tbe::matmul(Input(0, q), Input(1, k), false, true);
  const Tensor y = tbe::matmul(Softmax(scores), Input(2, v));
  ExpectJoined(y, {Value(q, 1), Value(k, 2), Value(v, 3)});
}

TEST(Attention, TakesFactorMaskAndASumOfTheScoresShape) {
  const Dims q = {2, 601, 3}, k = {2, 3, 907}, v = {2, 2, 907}, row = {601, 907}, all = {2, 601, 907};
  const Tensor scores = tbe::matmul(Input(0, q), Input(1, k));
  const std::vector<tbe::HostTensor> inputs = {Value(q, 1), Value(k, 2), Value(v, 3), Value(row, 4), Value(all, 5)};
  const Tensor factor = tbe::broadcast(tbe::Param(0.25, ge::DT_FLOAT), all);
  const Tensor forms[] = {scores * factor + Input(3, row), scores + Input(4, all), tbe::vrelu(scores), scores / factor};
  for (const Tensor& form : forms) {
    ExpectJoined(tbe::matmul(Softmax(form), Input(2, v), false, true), inputs);
  }
}

TEST(Attention, ARowWithNanOrWithoutNumbersIsNanAndOthersAreNot) {
  const Dims q = {kRows, 3}, k = {3, kColumns}, v = {kColumns, 2}, mask = {kRows, kColumns};
  constexpr double kInf = std::numeric_limits<double>::infinity();
  std::vector<double> rows(kRows * 3, 0.5), masks(kRows * kColumns, 0.25);
  rows[7 * 3] = std::numeric_limits<double>::quiet_NaN();
  rows[200 * 3 + 1] = kInf;
  std::fill_n(masks.begin() + 900 * kColumns, kColumns, -kInf);
  const Tensor scores = tbe::matmul(Input(0, q), Input(1, k)) + Input(3, mask);
  ExpectJoined(tbe::matmul(Softmax(scores), Input(2, v)), {tbe::FromNumbers(ge::DT_FLOAT, q, rows), Value(k, 2),
                                                           Value(v, 3), tbe::FromNumbers(ge::DT_FLOAT, mask, masks)});
}

TEST(Attention, ThreadsChangeNoBit) {
  const Dims q = {3, 401, 8}, k = {3, 8, 1031}, v = {3, 1031, 5};
  const Tensor y = tbe::matmul(Softmax(tbe::matmul(Input(0, q), Input(1, k))), Input(2, v));
  const std::vector<tbe::HostTensor> inputs = {Value(q, 1), Value(k, 2), Value(v, 3)};
  std::vector<tbe::HostTensor> results;
  for (const int threads : {1, 2, 3}) {
    const ThreadScope scope(threads);
    auto result = RunCompiled({y}, inputs);
    ASSERT_TRUE(result.ok()) << result.status().ToString();
    results.push_back((*result)[0]);
  }
  EXPECT_EQ(results[0].bytes, results[1].bytes);
  EXPECT_EQ(results[0].bytes, results[2].bytes);
}

TEST(Attention, ProductsThatAreNoAttentionStayThreeSteps) {
  const Dims q = {kRows, 3}, k = {3, kColumns}, left = {2, kRows}, right = {kColumns, 2};
  const Tensor weights = Softmax(tbe::matmul(Input(0, q), Input(1, k)));
  const std::vector<tbe::HostTensor> with_left = {Value(q, 1), Value(k, 2), Value(left, 3)},
                                     with_right = {Value(q, 1), Value(k, 2), Value(right, 3)};
  const auto three = ::testing::HasSubstr("hand-written softmax_rows");
  EXPECT_THAT(DescriptionOf(tbe::matmul(Input(2, left), weights), with_left), three);
  EXPECT_EQ(DescriptionOf(tbe::matmul(weights * weights, Input(2, right)), with_right).find("rows of"),
            std::string::npos);
}

}  // namespace
}  // namespace opdk::tests
