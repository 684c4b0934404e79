#include "opdk/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace opdk {
namespace {

class ParallelForTest : public ::testing::Test {
 protected:
  void SetUp() override { SetThreadCount(2); }
  void TearDown() override { SetThreadCount(before_); }
  int before_ = ThreadCount();
};

TEST_F(ParallelForTest, VisitsEveryElementOnce) {
  for (int64_t total : {int64_t{1}, int64_t{7}, int64_t{1000}, int64_t{4097}}) {
    for (int64_t grain : {int64_t{1}, int64_t{3}, int64_t{512}, int64_t{100000}}) {
      std::vector<std::atomic<int>> visits(static_cast<size_t>(total));
      ParallelFor(total, grain, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) ++visits[static_cast<size_t>(i)];
      });
      for (const std::atomic<int>& count : visits) ASSERT_EQ(count, 1) << total << " by " << grain;
    }
  }
}

TEST_F(ParallelForTest, PiecesAreAtLeastTheGrainExceptTheLast) {
  std::mutex mutex;
  std::set<std::pair<int64_t, int64_t>> pieces;
  ParallelFor(100, 30, [&](int64_t begin, int64_t end) {
    std::lock_guard<std::mutex> lock(mutex);
    pieces.emplace(begin, end);
  });
  ASSERT_LE(pieces.size(), 3u);
  for (const auto& [begin, end] : pieces) EXPECT_TRUE(end - begin >= 30 || end == 100) << begin << ".." << end;
}

TEST_F(ParallelForTest, RunsInlineWhenOnePieceSufficesAndInsideAnother) {
  const std::thread::id caller = std::this_thread::get_id();
  ParallelFor(10, 10, [&](int64_t, int64_t) { EXPECT_EQ(std::this_thread::get_id(), caller); });
  std::atomic<int> inner_calls{0};
  ParallelFor(2, 1, [&](int64_t, int64_t) {
    const std::thread::id outer = std::this_thread::get_id();
    ParallelFor(100, 1, [&](int64_t begin, int64_t end) {
      EXPECT_EQ(std::this_thread::get_id(), outer);
      EXPECT_EQ(begin, 0);
      EXPECT_EQ(end, 100);
      ++inner_calls;
    });
  });
  EXPECT_EQ(inner_calls, 2);
}

TEST_F(ParallelForTest, CarriesAnExceptionToTheCaller) {
  EXPECT_THROW(ParallelFor(100, 1,
                           [](int64_t begin, int64_t) {
                             if (begin >= 50) throw std::runtime_error("half way");
                           }),
               std::runtime_error);
}

TEST_F(ParallelForTest, NothingToDoCallsNothing) {
  ParallelFor(0, 1, [](int64_t, int64_t) { FAIL(); });
  ParallelFor(-5, 1, [](int64_t, int64_t) { FAIL(); });
}

}  // namespace
}  // namespace opdk
