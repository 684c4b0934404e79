#include "sdk/verify/checks/guarded_buffer.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstring>

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

}  // namespace
}  // namespace opdk::verify
