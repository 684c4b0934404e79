// Memory: copies of each kind between right and wrong addresses; freed, foreign and interior addresses.
#include <array>
#include <cstdint>
#include <vector>

#include "tests/sdk/adapters/ascendcl/acl_fixture.h"

namespace opdk::acl_tests {
namespace {

class Memory : public Acl {
 protected:
  void SetUp() override {
    Acl::SetUp();
    ASSERT_OK(aclrtMalloc(&device_, kBytes, ACL_MEM_MALLOC_HUGE_FIRST));
    ASSERT_OK(aclrtMalloc(&other_, kBytes, ACL_MEM_MALLOC_NORMAL_ONLY));
    ASSERT_OK(aclrtMallocHost(&pinned_, kBytes));
  }
  void TearDown() override {
    EXPECT_OK(aclrtFree(device_));
    EXPECT_OK(aclrtFree(other_));
    EXPECT_OK(aclrtFreeHost(pinned_));
    Acl::TearDown();
  }
  static void* At(void* address, size_t offset) { return static_cast<char*>(address) + offset; }

  static constexpr size_t kBytes = 256;
  void *device_ = nullptr, *other_ = nullptr, *pinned_ = nullptr;
  std::array<char, kBytes> plain_{};
};

TEST_F(Memory, IsAlignedAndItsOwn) {
  const auto allocate = {aclrtMalloc, aclrtMallocAlign32, aclrtMallocCached};
  for (const auto function : allocate) {
    for (const size_t bytes : {size_t{1}, size_t{63}, size_t{4097}}) {
      void* address = nullptr;
      ASSERT_OK(function(&address, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
      EXPECT_EQ(reinterpret_cast<uintptr_t>(address) % 64, 0U);
      EXPECT_OK(aclrtMemset(address, bytes, 1, bytes));
      EXPECT_OK(aclrtMemFlush(address, bytes));
      EXPECT_OK(aclrtMemInvalidate(address, bytes));
      EXPECT_OK(aclrtFree(address));
    }
  }
}

TEST_F(Memory, EachKindOfCopyWantsItsAddresses) {
  struct Kind {
    aclrtMemcpyKind kind;
    void *to, *from, *wrong_to, *wrong_from;
  };
  const Kind kinds[] = {{ACL_MEMCPY_HOST_TO_HOST, pinned_, plain_.data(), device_, device_},
                        {ACL_MEMCPY_HOST_TO_DEVICE, device_, plain_.data(), plain_.data(), other_},
                        {ACL_MEMCPY_HOST_TO_DEVICE, device_, pinned_, pinned_, other_},
                        {ACL_MEMCPY_DEVICE_TO_HOST, plain_.data(), device_, other_, pinned_},
                        {ACL_MEMCPY_DEVICE_TO_DEVICE, other_, device_, plain_.data(), pinned_}};
  for (const Kind& kind : kinds) {
    EXPECT_OK(aclrtMemset(kind.from, kBytes, 42, kBytes));
    EXPECT_OK(aclrtMemset(kind.to, kBytes, 0, kBytes));
    EXPECT_OK(aclrtMemcpy(At(kind.to, 8), kBytes - 8, At(kind.from, 8), 16, kind.kind));
    EXPECT_EQ(static_cast<char*>(kind.to)[8], 42);
    EXPECT_EQ(static_cast<char*>(kind.to)[23], 42);
    EXPECT_EQ(static_cast<char*>(kind.to)[24], 0);
    EXPECT_OK(aclrtMemcpyAsync(kind.to, kBytes, kind.from, kBytes, kind.kind, nullptr));
    EXPECT_OK(aclrtSynchronizeStream(nullptr));
    EXPECT_EQ(static_cast<char*>(kind.to)[kBytes - 1], 42);
    EXPECT_REFUSED(aclrtMemcpy(kind.wrong_to, kBytes, kind.from, 4, kind.kind), ACL_ERROR_INVALID_PARAM, "destination");
    EXPECT_REFUSED(aclrtMemcpy(kind.to, kBytes, kind.wrong_from, 4, kind.kind), ACL_ERROR_INVALID_PARAM, "source");
    EXPECT_REFUSED(aclrtMemcpyAsync(kind.to, kBytes, kind.wrong_from, 4, kind.kind, nullptr), ACL_ERROR_INVALID_PARAM,
                   "source");
    EXPECT_OK(aclrtMemcpy(kind.to, kBytes, kind.from, 4, ACL_MEMCPY_DEFAULT));
  }
}

TEST_F(Memory, CopiesOfWrongSizes) {
  EXPECT_REFUSED(aclrtMemcpy(device_, 3, plain_.data(), 4, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                 "4 bytes don't fit the destination's 3");
  EXPECT_REFUSED(aclrtMemcpy(device_, 1000, plain_.data(), kBytes + 1, ACL_MEMCPY_HOST_TO_DEVICE),
                 ACL_ERROR_INVALID_PARAM, "has 256 bytes, not 257");
  EXPECT_REFUSED(aclrtMemcpy(plain_.data(), 1000, At(device_, 250), 7, ACL_MEMCPY_DEVICE_TO_HOST),
                 ACL_ERROR_INVALID_PARAM, "has 6 bytes, not 7");
  EXPECT_REFUSED(aclrtMemcpy(nullptr, 4, plain_.data(), 4, ACL_MEMCPY_HOST_TO_HOST), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtMemcpy(plain_.data(), 4, nullptr, 4, ACL_MEMCPY_HOST_TO_HOST), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtMemcpy(device_, 4, plain_.data(), 4, static_cast<aclrtMemcpyKind>(9)), ACL_ERROR_INVALID_PARAM,
                 "no such kind of copy: kind is 9");
  EXPECT_REFUSED(aclrtMemcpyAsync(device_, 3, plain_.data(), 4, ACL_MEMCPY_HOST_TO_DEVICE, nullptr),
                 ACL_ERROR_INVALID_PARAM, "don't fit");
  EXPECT_REFUSED(aclrtMemcpyAsync(device_, 4, plain_.data(), 4, ACL_MEMCPY_HOST_TO_DEVICE, &plain_),
                 ACL_ERROR_INVALID_PARAM, "the stream is unknown");
  EXPECT_REFUSED(aclrtMemset(device_, 3, 0, 4), ACL_ERROR_INVALID_PARAM, "more than the 3");
  EXPECT_REFUSED(aclrtMemset(device_, kBytes + 1, 0, kBytes + 1), ACL_ERROR_INVALID_PARAM, "has 256 bytes, not 257");
  EXPECT_REFUSED(aclrtMemset(nullptr, 4, 0, 4), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtMemsetAsync(device_, 3, 0, 4, nullptr), ACL_ERROR_INVALID_PARAM, "more than the 3");
  EXPECT_REFUSED(aclrtMemsetAsync(device_, 4, 0, 4, &plain_), ACL_ERROR_INVALID_PARAM, "the stream is unknown");
  EXPECT_REFUSED(aclrtMemFlush(plain_.data(), 4), ACL_ERROR_INVALID_PARAM, "isn't in the device's memory");
  EXPECT_REFUSED(aclrtMemInvalidate(nullptr, 4), ACL_ERROR_INVALID_PARAM, "NULL");
}

TEST_F(Memory, RowsAreCopiedAtTheirDistances) {
  for (size_t i = 0; i < plain_.size(); ++i) plain_[i] = static_cast<char>(i);
  EXPECT_OK(aclrtMemset(device_, kBytes, 0, kBytes));
  // Three rows of 4 from every 100th to every 16th byte.
  EXPECT_OK(aclrtMemcpy2d(device_, 16, plain_.data(), 100, 4, 3, ACL_MEMCPY_HOST_TO_DEVICE));
  std::array<char, kBytes> back{};
  EXPECT_OK(aclrtMemcpy2dAsync(back.data(), 16, device_, 16, 8, 3, ACL_MEMCPY_DEVICE_TO_HOST, nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(back[16], 100);
  EXPECT_EQ(back[35], static_cast<char>(203));
  EXPECT_EQ(back[36], 0);
  // Exactly to the end, and one row too many, of either side.
  EXPECT_OK(aclrtMemcpy2d(device_, 84, plain_.data(), 4, 4, 4, ACL_MEMCPY_HOST_TO_DEVICE));
  EXPECT_REFUSED(aclrtMemcpy2d(device_, 85, plain_.data(), 4, 4, 4, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                 "destination");
  EXPECT_OK(aclrtMemcpy2d(other_, 4, device_, 84, 4, 4, ACL_MEMCPY_DEVICE_TO_DEVICE));
  EXPECT_REFUSED(aclrtMemcpy2d(other_, 4, device_, 85, 4, 4, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                 "source");
  EXPECT_REFUSED(aclrtMemcpy2d(plain_.data(), 4, plain_.data(), 4, 4, 2, ACL_MEMCPY_HOST_TO_DEVICE),
                 ACL_ERROR_INVALID_PARAM, "destination");
  EXPECT_REFUSED(aclrtMemcpy2d(device_, 3, plain_.data(), 4, 4, 2, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                 "wider");
  EXPECT_REFUSED(aclrtMemcpy2d(device_, 4, plain_.data(), 4, 0, 2, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                 "nothing to copy");
  EXPECT_REFUSED(aclrtMemcpy2d(device_, SIZE_MAX / 2, plain_.data(), 4, 4, 4, ACL_MEMCPY_HOST_TO_DEVICE),
                 ACL_ERROR_INVALID_PARAM, "more than memory can hold");
  EXPECT_REFUSED(aclrtMemcpy2d(nullptr, 4, plain_.data(), 4, 4, 1, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                 "NULL");
  EXPECT_REFUSED(aclrtMemcpy2dAsync(device_, 3, plain_.data(), 4, 4, 2, ACL_MEMCPY_HOST_TO_DEVICE, nullptr),
                 ACL_ERROR_INVALID_PARAM, "wider");
  EXPECT_REFUSED(aclrtMemcpy2dAsync(device_, 4, plain_.data(), 4, 4, 2, ACL_MEMCPY_HOST_TO_DEVICE, &plain_),
                 ACL_ERROR_INVALID_PARAM, "the stream is unknown");
}

TEST_F(Memory, FreedMemoryIsRefused) {
  // One page, and many pages.
  for (const size_t bytes : {size_t{64}, size_t{1} << 20, size_t{1} << 22}) {
    void *gone = nullptr, *host = nullptr;
    ASSERT_OK(aclrtMalloc(&gone, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    ASSERT_OK(aclrtMallocHost(&host, bytes));
    EXPECT_OK(aclrtFree(gone));
    EXPECT_OK(aclrtFreeHost(host));
    EXPECT_REFUSED(aclrtFree(gone), ACL_ERROR_INVALID_PARAM, "was freed before");
    EXPECT_REFUSED(aclrtFreeHost(host), ACL_ERROR_INVALID_PARAM, "was freed before");
    for (void* address : {gone, At(gone, 60), host}) {
      EXPECT_REFUSED(aclrtMemset(address, 4, 0, 4), ACL_ERROR_INVALID_PARAM, "was freed before");
      EXPECT_REFUSED(aclrtMemcpy(address, 4, plain_.data(), 4, ACL_MEMCPY_DEFAULT), ACL_ERROR_INVALID_PARAM,
                     "was freed before");
      EXPECT_REFUSED(aclrtMemcpy(device_, 4, address, 4, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                     "was freed before");
    }
  }
}

TEST_F(Memory, FreesOnlyItsOwnAllocations) {
  std::vector<char> foreign(64);
  EXPECT_REFUSED(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtFreeHost(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtFree(foreign.data()), ACL_ERROR_INVALID_PARAM, "nothing that was allocated begins");
  EXPECT_REFUSED(aclrtFreeHost(foreign.data()), ACL_ERROR_INVALID_PARAM, "nothing that was allocated begins");
  EXPECT_REFUSED(aclrtFree(At(device_, 64)), ACL_ERROR_INVALID_PARAM, "nothing that was allocated begins");
  EXPECT_REFUSED(aclrtFree(pinned_), ACL_ERROR_INVALID_PARAM, "aclrtFreeHost ends it");
  EXPECT_REFUSED(aclrtFreeHost(device_), ACL_ERROR_INVALID_PARAM, "aclrtFree ends it");
}

TEST_F(Memory, OldAddressesAreForgottenInTheEnd) {
  void* first = nullptr;
  ASSERT_OK(aclrtMalloc(&first, 64, ACL_MEM_MALLOC_HUGE_FIRST));
  EXPECT_OK(aclrtFree(first));
  bool used_again = false;
  for (int i = 0; i < 5000 && !used_again; ++i) {
    void* address = nullptr;
    ASSERT_OK(aclrtMalloc(&address, 64, ACL_MEM_MALLOC_HUGE_FIRST));
    used_again = address == first;
    ASSERT_OK(aclrtFree(address));
  }
  EXPECT_TRUE(used_again);
  EXPECT_EQ(aclrtFree(first), ACL_ERROR_INVALID_PARAM);
}

TEST_F(Memory, AllocationsOfWrongArguments) {
  void* address = &plain_;
  for (const auto function : {aclrtMalloc, aclrtMallocAlign32, aclrtMallocCached}) {
    EXPECT_REFUSED(function(nullptr, 1, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM, "NULL");
    EXPECT_REFUSED(function(&address, 0, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM, "no bytes");
    EXPECT_REFUSED(function(&address, SIZE_MAX, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_BAD_ALLOC, "can't be allocated");
  }
  EXPECT_REFUSED(aclrtMallocAlign32(&address, 0, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM, "no bytes");
  EXPECT_REFUSED(aclrtMallocCached(&address, 0, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM, "no bytes");
  EXPECT_REFUSED(aclrtMallocHost(nullptr, 1), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtMallocHost(&address, 0), ACL_ERROR_INVALID_PARAM, "no bytes");
  EXPECT_REFUSED(aclrtMallocHost(&address, SIZE_MAX - 10), ACL_ERROR_BAD_ALLOC, "can't be allocated");
  EXPECT_EQ(address, &plain_);
}

TEST_F(Memory, TellsHowMuchThereIs) {
  size_t free = 0, total = 0;
  EXPECT_OK(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total));
  EXPECT_GT(free, 0U);
  EXPECT_GE(total, free);
  EXPECT_REFUSED(aclrtGetMemInfo(ACL_HBM_MEM, nullptr, &total), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtGetMemInfo(static_cast<aclrtMemAttr>(50), &free, &total), ACL_ERROR_INVALID_PARAM, "attr is 50");
}

}  // namespace
}  // namespace opdk::acl_tests
