#include "graph_core/engines/ai_core/steps/shared_constant.h"

#include <gtest/gtest.h>

#include <cstring>

#include "graph_core/base/aligned_memory.h"

namespace opdk {
namespace {

std::shared_ptr<std::byte> Filled(size_t bytes, int value) {
  std::shared_ptr<std::byte> data = NewSharedAligned(bytes);
  std::memset(data.get(), value, bytes);
  return data;
}

TEST(SharedConstant, EqualBytesAreOneCopyWhileAnOwnerLives) {
  constexpr size_t kBytes = 100'000;
  auto first = SharedConstant(Filled(kBytes, 1), kBytes);
  EXPECT_EQ(SharedConstant(Filled(kBytes, 1), kBytes), first);
  EXPECT_EQ(first.use_count(), 1);
  EXPECT_NE(SharedConstant(Filled(kBytes, 2), kBytes), first);
  EXPECT_NE(SharedConstant(Filled(kBytes / 2, 1), kBytes / 2), first);
  const std::weak_ptr<const std::byte> gone = first;
  first.reset();
  EXPECT_TRUE(gone.expired());
  EXPECT_NE(SharedConstant(Filled(kBytes, 1), kBytes), nullptr);
}

TEST(SharedConstant, OneByteThatDiffersMakesAnother) {
  constexpr size_t kBytes = 1 << 20;
  const auto first = SharedConstant(Filled(kBytes, 3), kBytes);
  for (size_t at = 0; at < kBytes; at += 4099) {
    const std::shared_ptr<std::byte> data = Filled(kBytes, 3);
    data.get()[at] = std::byte{4};
    ASSERT_NE(SharedConstant(data, kBytes), first) << at;
  }
}

}  // namespace
}  // namespace opdk
