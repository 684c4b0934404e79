#include "graph_core/compilation/memory_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "graph_core/base/aligned_memory.h"

namespace opdk {
namespace {

size_t Placed(size_t bytes) { return std::max(AlignUp(bytes), kArenaAlignment); }

std::vector<Lifetime> RandomLifetimes(std::mt19937& random) {
  std::vector<Lifetime> lifetimes(std::uniform_int_distribution<size_t>(0, 60)(random));
  for (Lifetime& lifetime : lifetimes) {
    lifetime.bytes = std::uniform_int_distribution<size_t>(0, 5000)(random);
    lifetime.first = std::uniform_int_distribution<int>(0, 40)(random);
    lifetime.last = lifetime.first + std::uniform_int_distribution<int>(0, 10)(random);
  }
  return lifetimes;
}

void ExpectNoOverlap(const std::vector<Lifetime>& lifetimes, const ArenaPlan& plan, bool ignore_time) {
  for (size_t a = 0; a < lifetimes.size(); ++a) {
    EXPECT_EQ(plan.offsets[a] % kArenaAlignment, 0U);
    EXPECT_LE(plan.offsets[a] + Placed(lifetimes[a].bytes), plan.planned);
    for (size_t b = 0; b < a; ++b) {
      const bool together =
          ignore_time || (lifetimes[a].first <= lifetimes[b].last && lifetimes[b].first <= lifetimes[a].last);
      if (!together) continue;
      const bool apart = plan.offsets[a] + Placed(lifetimes[a].bytes) <= plan.offsets[b] ||
                         plan.offsets[b] + Placed(lifetimes[b].bytes) <= plan.offsets[a];
      EXPECT_TRUE(apart) << "blocks " << b << " and " << a << " live together and overlap";
    }
  }
}

TEST(PlanArena, BlocksThatLiveTogetherNeverOverlapAndTheNumbersAgree) {
  std::mt19937 random(20261120);
  for (int round = 0; round < 300; ++round) {
    const std::vector<Lifetime> lifetimes = RandomLifetimes(random);
    const ArenaPlan plan = PlanArena(lifetimes);
    ASSERT_EQ(plan.offsets.size(), lifetimes.size());
    ExpectNoOverlap(lifetimes, plan, false);
    size_t sum = 0;
    size_t largest = 0;
    for (int step = 0; step <= 50; ++step) {
      size_t live = 0;
      for (const Lifetime& lifetime : lifetimes) {
        if (lifetime.first <= step && step <= lifetime.last) live += Placed(lifetime.bytes);
      }
      largest = std::max(largest, live);
    }
    for (const Lifetime& lifetime : lifetimes) sum += Placed(lifetime.bytes);
    EXPECT_EQ(plan.theoretical_min, largest);
    EXPECT_EQ(plan.without_reuse, sum);
    EXPECT_GE(plan.planned, plan.theoretical_min);
    EXPECT_LE(plan.planned, plan.without_reuse);
  }
}

TEST(PlanArena, StaysCloseToTheLeastThatAnyPlanNeeds) {
  std::mt19937 random(20261126);
  size_t planned = 0, least = 0;
  for (int round = 0; round < 300; ++round) {
    const ArenaPlan plan = PlanArena(RandomLifetimes(random));
    planned += plan.planned;
    least += plan.theoretical_min;
  }
  EXPECT_LE(planned, least + least / 50);
}

TEST(PlanArena, WithoutReuseNoTwoBlocksShareBytes) {
  std::mt19937 random(7);
  const std::vector<Lifetime> lifetimes = RandomLifetimes(random);
  const ArenaPlan plan = PlanArena(lifetimes, false);
  ExpectNoOverlap(lifetimes, plan, true);
  EXPECT_EQ(plan.planned, plan.without_reuse);
}

TEST(PlanArena, AChainNeedsTwoBlocksOnly) {
  std::vector<Lifetime> chain;
  for (int step = 0; step < 20; ++step) chain.push_back({1024, step, step + 1});
  const ArenaPlan plan = PlanArena(chain);
  EXPECT_EQ(plan.planned, 2048U);
  EXPECT_EQ(plan.theoretical_min, 2048U);
  EXPECT_EQ(plan.without_reuse, 20U * 1024U);
}

TEST(PlanArena, TheSmallestGapThatFitsIsTaken) {
  // Two gaps of 192 and 128 bytes open at step 2 between blocks that live on; 128 bytes belong into the second.
  const std::vector<Lifetime> lifetimes = {{256, 0, 5}, {192, 0, 1}, {256, 0, 5},
                                           {128, 0, 1}, {256, 0, 5}, {128, 2, 5}};
  const ArenaPlan plan = PlanArena(lifetimes);
  EXPECT_EQ(plan.planned, plan.theoretical_min);
  ExpectNoOverlap(lifetimes, plan, false);
}

TEST(PlanArena, NothingToPlaceNeedsNothing) {
  const ArenaPlan plan = PlanArena({});
  EXPECT_EQ(plan.planned, 0U);
  EXPECT_EQ(plan.theoretical_min, 0U);
}

}  // namespace
}  // namespace opdk
