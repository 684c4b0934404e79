// Addresses without memory, memory that is mapped there; allocators of the caller's.
#include "acl/acl_rt_allocator.h"
#include "tests/sdk/adapters/ascendcl/acl_fixture.h"

namespace opdk::acl_tests {
namespace {

class VirtualMemory : public Acl {
 protected:
  void SetUp() override {
    Acl::SetUp();
    ASSERT_OK(aclrtMemGetAllocationGranularity(&prop_, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, &grain_));
    ASSERT_GT(grain_, 0U);
  }
  aclrtPhysicalMemProp prop_ = {
      ACL_MEM_HANDLE_TYPE_NONE, ACL_MEM_ALLOCATION_TYPE_PINNED, ACL_HBM_MEM_HUGE, {0, ACL_MEM_LOCATION_TYPE_DEVICE}, 0};
  size_t grain_ = 0;
};

TEST_F(VirtualMemory, IsTheDevicesWhileItIsMapped) {
  void* address = nullptr;
  aclrtDrvMemHandle first = nullptr, second = nullptr;
  ASSERT_OK(aclrtReserveMemAddress(&address, 2 * grain_, 0, nullptr, 0));
  ASSERT_OK(aclrtMallocPhysical(&first, grain_, &prop_, 0));
  ASSERT_OK(aclrtMallocPhysical(&second, grain_, &prop_, 0));
  void* upper = static_cast<char*>(address) + grain_;
  EXPECT_OK(aclrtMapMem(address, grain_, 0, first, 0));
  EXPECT_OK(aclrtMapMem(upper, grain_, 0, second, 0));
  const int32_t value = 77;
  int32_t back = 0;
  EXPECT_OK(aclrtMemcpy(upper, 4, &value, 4, ACL_MEMCPY_HOST_TO_DEVICE));
  EXPECT_OK(aclrtMemcpy(&back, 4, upper, 4, ACL_MEMCPY_DEVICE_TO_HOST));
  EXPECT_EQ(back, 77);
  EXPECT_REFUSED(aclrtFree(address), ACL_ERROR_INVALID_PARAM, "aclrtUnmapMem ends it");
  EXPECT_REFUSED(aclrtReleaseMemAddress(address), ACL_ERROR_RELATIVE_RESOURCE_NOT_CLEARED, "still mapped");
  EXPECT_OK(aclrtUnmapMem(upper));
  EXPECT_REFUSED(aclrtMemset(upper, 4, 0, 4), ACL_ERROR_INVALID_PARAM, "was freed before");
  EXPECT_REFUSED(aclrtUnmapMem(upper), ACL_ERROR_INVALID_PARAM, "no memory is mapped");
  // Written bytes stay with the memory, not with the addresses.
  EXPECT_OK(aclrtUnmapMem(address));
  EXPECT_OK(aclrtMapMem(address, grain_, 0, second, 0));
  EXPECT_OK(aclrtMemcpy(&back, 4, address, 4, ACL_MEMCPY_DEVICE_TO_HOST));
  EXPECT_EQ(back, 77);
  EXPECT_OK(aclrtUnmapMem(address));
  EXPECT_OK(aclrtReleaseMemAddress(address));
  EXPECT_REFUSED(aclrtReleaseMemAddress(address), ACL_ERROR_INVALID_PARAM, "nothing that was reserved");
  EXPECT_OK(aclrtFreePhysical(first));
  EXPECT_OK(aclrtFreePhysical(second));
  EXPECT_REFUSED(aclrtFreePhysical(second), ACL_ERROR_INVALID_PARAM, "destroyed before");
}

TEST_F(VirtualMemory, RefusesWrongArguments) {
  void *address = nullptr, *other = nullptr;
  aclrtDrvMemHandle memory = nullptr;
  size_t grain = 0;
  EXPECT_REFUSED(aclrtMemGetAllocationGranularity(nullptr, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, &grain),
                 ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtMemGetAllocationGranularity(&prop_, ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF, &grain),
                 ACL_ERROR_INVALID_PARAM, "no such granularity: option is 65535");
  EXPECT_REFUSED(aclrtReserveMemAddress(nullptr, grain_, 0, nullptr, 0), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtReserveMemAddress(&address, 5, 0, nullptr, 0), ACL_ERROR_INVALID_PARAM, "no multiple");
  EXPECT_REFUSED(aclrtReserveMemAddress(&address, 0, 0, nullptr, 0), ACL_ERROR_INVALID_PARAM, "no multiple");
  EXPECT_REFUSED(aclrtReserveMemAddress(&address, grain_, 3, nullptr, 0), ACL_ERROR_INVALID_PARAM, "power of two");
  EXPECT_REFUSED(aclrtReserveMemAddress(&address, SIZE_MAX / grain_ * grain_, 0, nullptr, 0), ACL_ERROR_BAD_ALLOC,
                 "aren't free");
  EXPECT_REFUSED(aclrtMallocPhysical(nullptr, grain_, &prop_, 0), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtMallocPhysical(&memory, grain_, nullptr, 0), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtMallocPhysical(&memory, grain_ + 1, &prop_, 0), ACL_ERROR_INVALID_PARAM, "no multiple");
  ASSERT_OK(aclrtReserveMemAddress(&address, grain_, 0, nullptr, 0));
  ASSERT_OK(aclrtMallocPhysical(&memory, grain_, &prop_, 0));
  EXPECT_REFUSED(aclrtMapMem(nullptr, grain_, 0, memory, 0), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtMapMem(address, 2 * grain_, 0, memory, 0), ACL_ERROR_INVALID_PARAM, "fewer bytes");
  EXPECT_REFUSED(aclrtMapMem(address, grain_, 1, memory, 0), ACL_ERROR_INVALID_PARAM, "from its begin");
  EXPECT_REFUSED(aclrtMapMem(address, grain_, 0, &grain, 0), ACL_ERROR_INVALID_PARAM, "nothing made it");
  EXPECT_REFUSED(aclrtMapMem(&other, grain_, 0, memory, 0), ACL_ERROR_INVALID_PARAM, "were not reserved");
  EXPECT_OK(aclrtMapMem(address, grain_, 0, memory, 0));
  EXPECT_REFUSED(aclrtMapMem(address, grain_, 0, memory, 0), ACL_ERROR_INVALID_PARAM, "mapped there already");
  EXPECT_REFUSED(aclrtUnmapMem(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtUnmapMem(&other), ACL_ERROR_INVALID_PARAM, "no memory is mapped");
  EXPECT_OK(aclrtUnmapMem(address));
  EXPECT_REFUSED(aclrtReleaseMemAddress(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_OK(aclrtReleaseMemAddress(address));
  EXPECT_REFUSED(aclrtFreePhysical(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_OK(aclrtFreePhysical(memory));
  EXPECT_REFUSED(aclrtMapMem(address, grain_, 0, memory, 0), ACL_ERROR_INVALID_PARAM, "destroyed before");
}

}  // namespace
}  // namespace opdk::acl_tests
