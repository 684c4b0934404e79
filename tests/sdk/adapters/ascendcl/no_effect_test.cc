// Calls that are accepted and change nothing on a CPU.
#include "acl/acl_op_compiler.h"
#include "acl/acl_prof.h"
#include "acl/acl_rt_allocator.h"
#include "tests/sdk/adapters/ascendcl/acl_fixture.h"

namespace opdk::acl_tests {
namespace {

using NoEffect = Acl;

TEST_F(NoEffect, AnAllocatorIsTakenAndNotAsked) {
  aclrtAllocatorDesc desc = aclrtAllocatorCreateDesc();
  ASSERT_NE(desc, nullptr);
  int allocator = 0;
  const auto allocate = [](aclrtAllocator, size_t) -> void* { return nullptr; };
  const auto release = [](aclrtAllocator, aclrtAllocatorBlock) {};
  const auto advise = [](aclrtAllocator, size_t, aclrtAllocatorAddr) -> void* { return nullptr; };
  const auto address = [](aclrtAllocatorBlock block) -> void* { return block; };
  EXPECT_OK(aclrtAllocatorSetObjToDesc(desc, &allocator));
  EXPECT_OK(aclrtAllocatorSetAllocFuncToDesc(desc, allocate));
  EXPECT_OK(aclrtAllocatorSetFreeFuncToDesc(desc, release));
  aclrtStream stream = nullptr;
  ASSERT_OK(aclrtCreateStream(&stream));
  EXPECT_REFUSED(aclrtAllocatorRegister(stream, desc), ACL_ERROR_INVALID_PARAM, "lacks a function");
  EXPECT_OK(aclrtAllocatorSetAllocAdviseFuncToDesc(desc, advise));
  EXPECT_OK(aclrtAllocatorSetGetAddrFromBlockFuncToDesc(desc, address));
  EXPECT_OK(aclrtAllocatorRegister(stream, desc));
  EXPECT_OK(aclrtAllocatorUnregister(stream));
  EXPECT_REFUSED(aclrtAllocatorUnregister(stream), ACL_ERROR_INVALID_PARAM, "no allocator is registered");
  EXPECT_REFUSED(aclrtAllocatorRegister(stream, &allocator), ACL_ERROR_INVALID_PARAM, "nothing made it");
  EXPECT_REFUSED(aclrtAllocatorRegister(&allocator, desc), ACL_ERROR_INVALID_PARAM, "nothing made it");
  EXPECT_REFUSED(aclrtAllocatorUnregister(&allocator), ACL_ERROR_INVALID_PARAM, "nothing made it");
  EXPECT_REFUSED(aclrtAllocatorSetObjToDesc(desc, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_OK(aclrtAllocatorDestroyDesc(desc));
  EXPECT_REFUSED(aclrtAllocatorDestroyDesc(desc), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclrtAllocatorSetObjToDesc(desc, &allocator), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclrtAllocatorSetAllocFuncToDesc(desc, allocate), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclrtAllocatorSetFreeFuncToDesc(desc, release), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclrtAllocatorSetAllocAdviseFuncToDesc(nullptr, advise), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtAllocatorSetGetAddrFromBlockFuncToDesc(nullptr, address), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_OK(aclrtDestroyStream(stream));
}

TEST_F(NoEffect, KernelsAreForAnyExtentsAnyway) {
  EXPECT_OK(aclopSetCompileFlag(ACL_OP_COMPILE_DEFAULT));
  EXPECT_OK(aclopSetCompileFlag(ACL_OP_COMPILE_FUZZ));
  EXPECT_REFUSED(aclopSetCompileFlag(static_cast<aclOpCompileFlag>(4)), ACL_ERROR_INVALID_PARAM, "flag is 4");
}

TEST_F(NoEffect, TimeoutsSchedulersAndOverflowSwitches) {
  EXPECT_OK(aclrtSetOpWaitTimeout(3));
  EXPECT_OK(aclrtSetOpExecuteTimeOut(3));
  EXPECT_OK(aclrtSetTsDevice(ACL_TS_ID_AIVECTOR));
  EXPECT_REFUSED(aclrtSetTsDevice(ACL_TS_ID_RESERVED), ACL_ERROR_INVALID_PARAM, "no such scheduler: tsId is ");
  uint32_t flag = 9;
  int foreign = 0;
  EXPECT_OK(aclrtSetStreamOverflowSwitch(nullptr, 0));
  EXPECT_OK(aclrtGetStreamOverflowSwitch(nullptr, &flag));
  EXPECT_EQ(flag, 0U);
  EXPECT_REFUSED(aclrtSetStreamOverflowSwitch(nullptr, 1), ACL_ERROR_FEATURE_UNSUPPORTED, "found by dumps");
  EXPECT_REFUSED(aclrtSetStreamOverflowSwitch(&foreign, 0), ACL_ERROR_INVALID_PARAM, "nothing made it");
  EXPECT_REFUSED(aclrtGetStreamOverflowSwitch(nullptr, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_OK(aclFinalize());
  EXPECT_REFUSED(aclrtSetOpWaitTimeout(3), ACL_ERROR_UNINITIALIZE, "aclInit");
  EXPECT_REFUSED(aclrtSetOpExecuteTimeOut(3), ACL_ERROR_UNINITIALIZE, "aclInit");
}

TEST_F(NoEffect, SamplingOfADevice) {
  EXPECT_OK(aclprofSetConfig(ACL_PROF_SYS_HARDWARE_MEM_FREQ, "15", 2));
  EXPECT_REFUSED(aclprofSetConfig(ACL_PROF_LLC_MODE, nullptr, 2), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclprofSetConfig(ACL_PROF_LLC_MODE, "", 0), ACL_ERROR_INVALID_PARAM, "empty");
  for (const int type : {0, 2, 13}) {
    EXPECT_REFUSED(aclprofSetConfig(static_cast<aclprofConfigType>(type), "15", 2), ACL_ERROR_INVALID_PARAM,
                   "no setting");
  }
}

}  // namespace
}  // namespace opdk::acl_tests
