#include "graph_core/optimization/fewest_casts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <random>

namespace opdk {
namespace {

std::vector<bool> Bits(unsigned number, int count) {
  std::vector<bool> bits;
  for (int i = 0; i < count; ++i) bits.push_back((number >> i & 1U) != 0);
  return bits;
}

TEST(FewestCasts, ATypeThatAllUsersTakeIsNotConverted) {
  const std::vector<ChosenTensor> chain = {
      {{-1, true}, {{0, false}}}, {{0, false}, {{1, false}}}, {{1, false}, {{-1, true}}}};
  EXPECT_EQ(FewestCasts(2, chain), (std::vector<bool>{true, true}));
  EXPECT_EQ(CountCasts({true, true}, chain), 0);
}

TEST(FewestCasts, ATensorIsConvertedOnceForAllReaders) {
  // Two readers in the other type cost no more than one reader, so the producer stays with the tensor it reads.
  const std::vector<ChosenTensor> fork = {{{-1, false}, {{0, false}}}, {{0, false}, {{-1, true}, {-1, true}}}};
  EXPECT_EQ(CountCasts(FewestCasts(1, fork), fork), 1);
  EXPECT_EQ(FewestCasts(1, fork), std::vector<bool>{false}) << "of two best answers the one with fewest small ones";
}

TEST(FewestCasts, NoAnswerOfAllPossibleOnesIsBetter) {
  std::mt19937 random(20);
  const auto upto = [&random](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
  for (int problem = 0; problem < 500; ++problem) {
    const int choices = 1 + upto(8);
    const auto end = [&] { return upto(3) == 0 ? TypeEnd{-1, upto(1) == 1} : TypeEnd{upto(choices - 1), false}; };
    std::vector<ChosenTensor> tensors(static_cast<size_t>(1 + upto(14)));
    const int dearest = problem % 2 == 0 ? 1 : 1000;
    for (ChosenTensor& tensor : tensors) {
      tensor.cost = 1 + upto(dearest - 1);
      tensor.producer = end();
      tensor.readers.resize(static_cast<size_t>(1 + upto(3)));
      std::generate(tensor.readers.begin(), tensor.readers.end(), end);
    }
    int64_t best = std::numeric_limits<int64_t>::max();
    int fewest_small = choices;
    for (unsigned all = 0; all < 1U << choices; ++all) {
      const int64_t casts = CountCasts(Bits(all, choices), tensors);
      if (casts == best) fewest_small = std::min(fewest_small, std::popcount(all));
      if (casts < best) fewest_small = std::popcount(all);
      best = std::min(best, casts);
    }
    const std::vector<bool> small = FewestCasts(choices, tensors);
    ASSERT_EQ(CountCasts(small, tensors), best) << "problem " << problem;
    ASSERT_EQ(std::count(small.begin(), small.end(), true), fewest_small) << "problem " << problem;
  }
}

}  // namespace
}  // namespace opdk
