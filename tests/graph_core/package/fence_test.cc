#include "graph_core/package/fence.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "graph_core/package/running_step.h"

namespace opdk {
namespace {

std::function<std::string()> At(const char* place) {
  return [place] { return std::string(place); };
}

std::vector<std::string> Places() {
  std::vector<std::string> places;
  SeeRunningCalls([&](const CallId&, const std::function<std::string()>& where) { places.push_back(where()); });
  return places;
}

TEST(RunningCalls, AreSeenInnermostFirstAndOnlyWhileTheyRun) {
  const Status status = Fence(
      [] {
        const Status inner = Fence(
            [] {
              EXPECT_EQ(Places(), (std::vector<std::string>{"inner", "outer"}));
              return Status();
            },
            At("inner"));
        EXPECT_EQ(Places(), std::vector<std::string>{"outer"});
        return inner;
      },
      At("outer"));
  EXPECT_TRUE(status.ok());
  EXPECT_TRUE(Places().empty());
}

TEST(RunningCalls, StepsOfOpdksOwnAreSeenButAreNoCodeOfAPackage) {
  const Status status = RunNamed(
      [] {
        EXPECT_EQ(Places(), std::vector<std::string>{"step"});
        EXPECT_EQ(RunningCall(), "");
        return Fence(
            [] {
              EXPECT_EQ(Places(), (std::vector<std::string>{"call", "step"}));
              EXPECT_EQ(RunningCall(), "call");
              return Status();
            },
            At("call"));
      },
      At("step"));
  EXPECT_TRUE(status.ok());
  EXPECT_TRUE(Places().empty());
}

TEST(RunningCalls, HaveAnIdentityOfTheirOwn) {
  std::map<CallId, int> seen;
  const auto see = [&seen](const CallId& call, const std::function<std::string()>&) { ++seen[call]; };
  for (int i = 0; i < 3; ++i) {
    (void)Fence(
        [&] {
          SeeRunningCalls(see);
          SeeRunningCalls(see);
          return Status();
        },
        At("call"));
  }
  ASSERT_EQ(seen.size(), 3u);
  for (const auto& [call, times] : seen) EXPECT_EQ(times, 2);
}

// Calls come and go while another thread asks for their places, which are on their stacks.
TEST(RunningCalls, StayUntilTheyHaveBeenSeen) {
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&stop] {
      while (!stop) {
        const std::string place(64, 'p');
        (void)Fence([] { return Status(); }, [&place] { return place; });
      }
    });
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
  size_t seen = 0;
  while (std::chrono::steady_clock::now() < end) {
    for (const std::string& place : Places()) {
      EXPECT_EQ(place, std::string(64, 'p'));
      ++seen;
    }
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(seen, 0u);
}

}  // namespace
}  // namespace opdk
