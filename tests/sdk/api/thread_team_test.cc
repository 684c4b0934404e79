#include "opdk/thread_team.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
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

TEST(ThreadTeam, NobodyIsCalledWhereThereAreTooFewThreads) {
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

TEST(ThreadShare, AloneItIsWhatIsWantedAndBesideOthersAPart) {
  const ThreadScope threads(0);
  const int cpus = ThreadCount();
  const int many = 4 * cpus;
  auto first = std::make_unique<ThreadShare>(many);
  EXPECT_EQ(first->threads(), many);
  {
    const ThreadShare second(many);
    EXPECT_GE(second.threads(), 1);
    EXPECT_LE(second.threads(), std::max(1, cpus));
    const ThreadShare third(1);
    EXPECT_EQ(third.threads(), 1);
  }
  first.reset();
  EXPECT_EQ(ThreadShare(3).threads(), 3);
}

}  // namespace
}  // namespace opdk
