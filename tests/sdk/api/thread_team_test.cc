#include "opdk/thread_team.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "opdk/parallel.h"

namespace opdk {
namespace {

TEST(ThreadTeam, EachMemberIsAThreadThatDividesNothing) {
  const ThreadScope threads(3);
  std::vector<std::thread::id> ids(3);
  std::vector<int> counts(3);
  std::atomic<int> arrived = 0;
  ASSERT_TRUE(RunTeam(3, [&](int member) {
    // All are there at once.
    for (++arrived; arrived < 3;) std::this_thread::yield();
    ids[static_cast<size_t>(member)] = std::this_thread::get_id();
    counts[static_cast<size_t>(member)] = ThreadCount();
    ParallelFor(1000, 1, [&](int64_t begin, int64_t end) { EXPECT_EQ(end - begin, 1000); });
  }));
  EXPECT_EQ(counts, std::vector<int>(3, 1));
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::unique(ids.begin(), ids.end()), ids.end());
  EXPECT_EQ(ThreadCount(), 3);
}

TEST(ThreadTeam, NothingIsCalledWithTooFewThreads) {
  const ThreadScope threads(2);
  int calls = 0;
  EXPECT_FALSE(RunTeam(3, [&](int) { ++calls; }));
  ASSERT_TRUE(RunTeam(2, [&](int member) {
    if (member == 0) {
      EXPECT_FALSE(RunTeam(2, [&](int) { ++calls; }));
    }
  }));
  EXPECT_EQ(calls, 0);
}

TEST(ThreadClaim, IsGrantedAloneAndBesideOthersWhereThereAreCpus) {
  cpu_set_t own;
  ASSERT_EQ(sched_getaffinity(0, sizeof(own), &own), 0);
  const int cpus = CPU_COUNT(&own), many = 4 * cpus;
  {
    const ThreadClaim first(many);
    EXPECT_TRUE(first.granted());
    const ThreadClaim second(2);
    EXPECT_FALSE(second.granted());
  }
  {
    const ThreadClaim first(1), second(std::max(cpus - 1, 1)), third(cpus);
    EXPECT_TRUE(first.granted());
    EXPECT_EQ(second.granted(), cpus > 1);
    EXPECT_FALSE(third.granted());
  }
  // Nothing of them is left.
  EXPECT_TRUE(ThreadClaim(many).granted());
}

}  // namespace
}  // namespace opdk
