#include "sdk/tools/verify/checks/guarded_buffer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>
#include <vector>

namespace opdk::verify {
namespace {

GuardedBuffer Make(size_t bytes, Press press, size_t alignment = 1, size_t offset = 0) {
  auto buffer = GuardedBuffer::Allocate(bytes, press, alignment, offset);
  EXPECT_TRUE(buffer.ok());
  return std::move(buffer).value();
}

TEST(GuardedBuffer, UseInsideLeavesNoTrace) {
  for (const Press press : {Press::kStart, Press::kEnd}) {
    GuardedBuffer buffer = Make(5000, press, 64);
    const FaultWatch watch;
    std::memset(buffer.data(), 1, buffer.bytes());
    EXPECT_FALSE(buffer.Take().any());
  }
}

TEST(GuardedBuffer, WriteBehindTheEndIsSurvivedAndMeasured) {
  GuardedBuffer buffer = Make(12, Press::kEnd, 4);
  const FaultWatch watch;
  std::memset(buffer.data(), 1, 12 + 6);
  const Breaches breaches = buffer.Take();
  ASSERT_EQ(breaches.spills.size(), 1U);
  EXPECT_EQ(breaches.spills[0].begin, 12);
  EXPECT_EQ(breaches.spills[0].end, 18);
  ASSERT_FALSE(breaches.faults.empty());
  EXPECT_TRUE(breaches.faults[0].write);
  EXPECT_FALSE(breaches.faults[0].stack.empty());
  // The guard is closed again.
  buffer.data()[12] = std::byte{1};
  EXPECT_TRUE(buffer.Take().any());
}

TEST(GuardedBuffer, WriteBesideItInTheSamePageIsSeenByTheCanaries) {
  GuardedBuffer buffer = Make(12, Press::kStart, 4, 8);
  buffer.data()[-1] = std::byte{1};
  buffer.data()[12] = std::byte{1};
  const Breaches breaches = buffer.Take();
  EXPECT_TRUE(breaches.faults.empty());
  ASSERT_EQ(breaches.spills.size(), 2U);
  EXPECT_EQ(breaches.spills[0].begin, -1);
  EXPECT_EQ(breaches.spills[1].end, 13);
}

TEST(GuardedBuffer, ReadBehindTheEndIsAFaultThatIsNoWrite) {
  GuardedBuffer buffer = Make(12, Press::kEnd, 4);
  const FaultWatch watch;
  [[maybe_unused]] const volatile std::byte read = buffer.data()[12];
  const Breaches breaches = buffer.Take();
  EXPECT_TRUE(breaches.spills.empty());
  ASSERT_EQ(breaches.faults.size(), 1U);
  EXPECT_FALSE(breaches.faults[0].write);
  EXPECT_EQ(breaches.faults[0].address, buffer.data() + 12);
}

TEST(GuardedBuffer, WriteIntoProtectedMemoryIsAFaultAndKeepsTheRest) {
  GuardedBuffer buffer = Make(12, Press::kStart);
  std::memset(buffer.data(), 7, 12);
  buffer.Protect();
  const FaultWatch watch;
  buffer.data()[3] = std::byte{1};
  const Breaches breaches = buffer.Take();
  ASSERT_EQ(breaches.faults.size(), 1U);
  EXPECT_TRUE(breaches.faults[0].write);
  EXPECT_EQ(buffer.data()[2], std::byte{7});
}

TEST(GuardedBuffer, OtherFaultsGoToTheHandlerThatWasThere) {
  EXPECT_EXIT(
      {
        const FaultWatch watch;
        volatile int* nowhere = nullptr;
        *nowhere = 1;
      },
      testing::KilledBySignal(SIGSEGV), "");
}

TEST(GuardedBuffer, ThreadThatTouchesAHeldBufferWaitsUntilItIsLetGo) {
  GuardedBuffer buffer = Make(64, Press::kStart);
  const FaultWatch watch;
  std::atomic<bool> read = false;
  std::thread reader;
  {
    const HeldAccess access(buffer, true, std::chrono::minutes(1));
    reader = std::thread([&] {
      static_cast<void>(*const_cast<volatile std::byte*>(buffer.data()));
      read = true;
    });
    while (!access.holding()) std::this_thread::yield();
    EXPECT_FALSE(read);
  }
  reader.join();
  EXPECT_TRUE(read);
  buffer.data()[0] = std::byte{1};
  EXPECT_FALSE(buffer.Take().any());
}

TEST(GuardedBuffer, HeldThreadGoesOnByItselfAfterTheLongestTime) {
  GuardedBuffer buffer = Make(64, Press::kStart);
  const FaultWatch watch;
  const HeldAccess access(buffer, false, std::chrono::milliseconds(1));
  static_cast<void>(*const_cast<volatile std::byte*>(buffer.data()));
  EXPECT_FALSE(buffer.Take().any());
}

TEST(GuardedBuffer, WriteIsNotedAgainWhenNothingIsHeldAnyMore) {
  GuardedBuffer buffer = Make(64, Press::kStart);
  const FaultWatch watch;
  { const HeldAccess access(buffer, false, std::chrono::milliseconds(1)); }
  buffer.data()[0] = std::byte{1};
  const Breaches breaches = buffer.Take();
  ASSERT_EQ(breaches.faults.size(), 1U);
  EXPECT_TRUE(breaches.faults[0].write);
}

// Threads stop at the same pages at the same moment. None is lost, and no write is overwritten when another thread's
// page is opened.
TEST(GuardedBuffer, FaultsOfManyThreadsOnOnePageAtOnceAreSurvivedAndAllTheirWritesSeen) {
  constexpr int kRounds = 300;
  constexpr int kThreads = 4;
  constexpr ptrdiff_t kPage = 4096;
  constexpr ptrdiff_t kPages = 4;
  const FaultWatch watch;
  for (int round = 0; round < kRounds; ++round) {
    GuardedBuffer buffer = Make(static_cast<size_t>(kPage), Press::kEnd);
    std::atomic<int> waiting = kThreads;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&buffer, &waiting, thread] {
        --waiting;
        while (waiting > 0) {
        }
        for (ptrdiff_t page = 1; page <= kPages; ++page) buffer.data()[page * kPage + thread] = std::byte{1};
      });
    }
    for (std::thread& thread : threads) thread.join();
    const Breaches breaches = buffer.Take();
    ASSERT_EQ(breaches.spills.size(), static_cast<size_t>(kPages)) << "round " << round;
    for (ptrdiff_t page = 1; page <= kPages; ++page) {
      const Spill& spill = breaches.spills[static_cast<size_t>(page) - 1];
      EXPECT_EQ(spill.begin, page * kPage) << "round " << round;
      EXPECT_EQ(spill.end, page * kPage + kThreads) << "round " << round;
    }
    EXPECT_FALSE(buffer.Take().any());
  }
}

TEST(GuardedBuffer, WritesAreSeenOnMorePagesThanFaultsAreNoted) {
  std::vector<GuardedBuffer> buffers;
  for (int i = 0; i < 6; ++i) buffers.push_back(Make(4096, Press::kEnd));
  const FaultWatch watch;
  for (GuardedBuffer& buffer : buffers) {
    std::memset(buffer.data() + buffer.bytes(), 1, GuardedBuffer::kGuardBytes);
  }
  for (GuardedBuffer& buffer : buffers) {
    const Breaches breaches = buffer.Take();
    ASSERT_EQ(breaches.spills.size(), 1U);
    EXPECT_EQ(breaches.spills[0].end, static_cast<ptrdiff_t>(4096 + GuardedBuffer::kGuardBytes));
    EXPECT_FALSE(buffer.Take().any());
  }
}

TEST(GuardedBuffer, FaultsThatNobodyAskedForAreForgottenWithTheBuffer) {
  const FaultWatch watch;
  for (int i = 0; i < 200; ++i) {
    GuardedBuffer buffer = Make(12, Press::kEnd);
    buffer.data()[12] = std::byte{1};
  }
  GuardedBuffer buffer = Make(12, Press::kEnd);
  EXPECT_FALSE(buffer.Take().any());
  buffer.data()[12] = std::byte{1};
  EXPECT_EQ(buffer.Take().faults.size(), 1U);
}

}  // namespace
}  // namespace opdk::verify
