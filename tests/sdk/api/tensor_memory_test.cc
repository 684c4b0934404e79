#include "opdk/tensor_memory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>

namespace opdk {
namespace {

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};

TEST(TensorMemory, IsAlignedAndWritableWholeWhateverItsSize) {
  for (const size_t bytes :
       {size_t{0}, size_t{1}, size_t{65}, (size_t{2} << 20) - 1, size_t{2} << 20, (size_t{5} << 20) + 3}) {
    const std::unique_ptr<void, Free> memory(AllocateTensorMemory(bytes));
    ASSERT_NE(memory, nullptr) << bytes;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory.get()) % kTensorAlignment, 0U) << bytes;
    std::memset(memory.get(), 7, bytes);
    if (bytes > 0) {
      EXPECT_EQ(static_cast<const char*>(memory.get())[bytes - 1], 7);
    }
  }
}

TEST(TensorMemory, MoreThanTheMachinesMemoryGivesNull) {
  EXPECT_EQ(AllocateTensorMemory(std::numeric_limits<size_t>::max()), nullptr);
  EXPECT_EQ(AllocateTensorMemory(size_t{1} << 62), nullptr);
}

}  // namespace
}  // namespace opdk
