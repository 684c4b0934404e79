// Device, contexts, groups, and a program's questions about the machine.
#include <thread>

#include "tests/sdk/adapters/ascendcl/acl_fixture.h"

namespace opdk::acl_tests {
namespace {

using Device = Acl;

TEST_F(Device, IsThisMachine) {
  uint32_t count = 0;
  int32_t device = -1;
  aclrtRunMode mode = ACL_DEVICE;
  EXPECT_OK(aclrtGetDeviceCount(&count));
  EXPECT_EQ(count, 1U);
  EXPECT_OK(aclrtGetDevice(&device));
  EXPECT_EQ(device, 0);
  EXPECT_OK(aclrtGetRunMode(&mode));
  EXPECT_EQ(mode, ACL_HOST);
  EXPECT_OK(aclrtSynchronizeDevice());
  EXPECT_REFUSED(aclrtGetDeviceCount(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtGetDevice(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtGetRunMode(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
}

TEST_F(Device, IsResetAsOftenAsItWasSet) {
  int32_t device = -1;
  EXPECT_OK(aclrtSetDevice(0));
  EXPECT_OK(aclrtResetDevice(0));
  EXPECT_OK(aclrtGetDevice(&device));
  EXPECT_OK(aclrtResetDevice(0));
  EXPECT_REFUSED(aclrtGetDevice(&device), ACL_ERROR_INVALID_PARAM, "call aclrtSetDevice");
  EXPECT_REFUSED(aclrtResetDevice(0), ACL_ERROR_INVALID_DEVICE, "isn't set");
  EXPECT_REFUSED(aclrtSynchronizeDevice(), ACL_ERROR_INVALID_PARAM, "no context");
  EXPECT_OK(aclrtSetDevice(0));
  EXPECT_OK(aclrtSetDevice(0));
  EXPECT_OK(aclrtResetDeviceForce(0));
  EXPECT_REFUSED(aclrtResetDeviceForce(0), ACL_ERROR_INVALID_DEVICE, "isn't set");
}

TEST_F(Device, ThereIsOneDevice) {
  EXPECT_REFUSED(aclrtSetDevice(1), ACL_ERROR_INVALID_DEVICE, "no device 1");
  EXPECT_REFUSED(aclrtSetDevice(-1), ACL_ERROR_INVALID_DEVICE, "no device -1");
  EXPECT_REFUSED(aclrtResetDevice(1), ACL_ERROR_INVALID_DEVICE, "no device 1");
  EXPECT_REFUSED(aclrtResetDeviceForce(2), ACL_ERROR_INVALID_DEVICE, "no device 2");
}

TEST_F(Device, AContextIsAThreadsOwnUntilAnotherIsMadeCurrent) {
  aclrtContext own = nullptr, made = nullptr, current = nullptr;
  EXPECT_OK(aclrtGetCurrentContext(&own));
  EXPECT_OK(aclrtCreateContext(&made, 0));
  EXPECT_OK(aclrtGetCurrentContext(&current));
  EXPECT_EQ(current, made);
  std::thread([&] {
    aclrtContext others = nullptr;
    EXPECT_OK(aclrtGetCurrentContext(&others));
    EXPECT_EQ(others, own);
    EXPECT_OK(aclrtSetCurrentContext(made));
    EXPECT_OK(aclrtGetCurrentContext(&others));
    EXPECT_EQ(others, made);
  }).join();
  EXPECT_OK(aclrtSetCurrentContext(own));
  EXPECT_OK(aclrtGetCurrentContext(&current));
  EXPECT_EQ(current, own);
  EXPECT_OK(aclrtDestroyContext(made));
  EXPECT_REFUSED(aclrtDestroyContext(made), ACL_ERROR_INVALID_PARAM, "was destroyed before");
  EXPECT_REFUSED(aclrtSetCurrentContext(made), ACL_ERROR_INVALID_PARAM, "was destroyed before");
  EXPECT_REFUSED(aclrtDestroyContext(own), ACL_ERROR_INVALID_PARAM, "aclrtResetDevice ends it");
}

TEST_F(Device, ContextsOfWrongArguments) {
  aclrtContext context = nullptr;
  int foreign = 0;
  EXPECT_REFUSED(aclrtCreateContext(nullptr, 0), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtCreateContext(&context, 3), ACL_ERROR_INVALID_DEVICE, "no device 3");
  EXPECT_REFUSED(aclrtDestroyContext(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtDestroyContext(&foreign), ACL_ERROR_INVALID_PARAM, "nothing made it");
  EXPECT_REFUSED(aclrtSetCurrentContext(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtSetCurrentContext(&foreign), ACL_ERROR_INVALID_PARAM, "nothing made it");
  EXPECT_REFUSED(aclrtGetCurrentContext(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
}

TEST_F(Device, AContextKeepsItsParameters) {
  int64_t value = -1;
  EXPECT_OK(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value));
  EXPECT_EQ(value, 0);
  EXPECT_OK(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1));
  EXPECT_OK(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value));
  EXPECT_EQ(value, 1);
  const auto wrong = static_cast<aclSysParamOpt>(9);
  EXPECT_REFUSED(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtCtxGetSysParamOpt(wrong, &value), ACL_ERROR_INVALID_PARAM,
                 "no such option of a context: opt is 9");
  EXPECT_REFUSED(aclrtCtxSetSysParamOpt(wrong, 1), ACL_ERROR_INVALID_PARAM, "no such option of a context: opt is 9");
}

TEST_F(Device, ItsGroupIsTheProcessorsOfTheProcess) {
  uint32_t count = 0;
  EXPECT_OK(aclrtGetGroupCount(&count));
  EXPECT_EQ(count, 1U);
  EXPECT_OK(aclrtSetGroup(0));
  aclrtGroupInfo* info = aclrtCreateGroupInfo();
  ASSERT_NE(info, nullptr);
  EXPECT_OK(aclrtGetAllGroupInfo(info));
  int32_t cores = 0, id = -1;
  size_t bytes = 0;
  EXPECT_OK(aclrtGetGroupInfoDetail(info, 0, ACL_GROUP_AICORE_INT, &cores, sizeof cores, &bytes));
  EXPECT_GE(cores, 1);
  EXPECT_EQ(bytes, sizeof cores);
  EXPECT_OK(aclrtGetGroupInfoDetail(info, 0, ACL_GROUP_GROUPID_INT, &id, sizeof id, &bytes));
  EXPECT_EQ(id, 0);
  EXPECT_REFUSED(aclrtGetGroupInfoDetail(info, 1, ACL_GROUP_GROUPID_INT, &id, sizeof id, &bytes),
                 ACL_ERROR_INVALID_PARAM, "no group 1");
  EXPECT_REFUSED(aclrtGetGroupInfoDetail(info, 0, ACL_GROUP_GROUPID_INT, &id, 1, &bytes), ACL_ERROR_INVALID_PARAM,
                 "too small: valueLen is 1");
  EXPECT_REFUSED(aclrtGetGroupInfoDetail(info, 0, static_cast<aclrtGroupAttr>(9), &id, sizeof id, &bytes),
                 ACL_ERROR_INVALID_PARAM, "no such attribute of a group: attr is 9");
  EXPECT_REFUSED(aclrtGetGroupInfoDetail(info, 0, ACL_GROUP_AICORE_INT, nullptr, sizeof id, &bytes),
                 ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_OK(aclrtDestroyGroupInfo(info));
  EXPECT_REFUSED(aclrtDestroyGroupInfo(info), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclrtGetAllGroupInfo(info), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclrtGetGroupInfoDetail(info, 0, ACL_GROUP_AICORE_INT, &cores, sizeof cores, &bytes),
                 ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclrtGetGroupCount(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtSetGroup(1), ACL_ERROR_GROUP_NOT_CREATE, "no group 1");
}

TEST_F(Device, TellsWhatItIs) {
  EXPECT_THAT(std::string(aclrtGetSocName()), ::testing::StartsWith("cpu-"));
  const aclCannAttr* attributes = nullptr;
  size_t count = 0;
  EXPECT_OK(aclGetCannAttributeList(&attributes, &count));
  ASSERT_GT(count, 0U);
  int32_t there = 0;
  for (size_t i = 0; i < count; ++i) {
    EXPECT_OK(aclGetCannAttribute(attributes[i], &there));
  }
  EXPECT_EQ(there, 1);
  int64_t cores = 0, cache = 0;
  EXPECT_OK(aclGetDeviceCapability(0, ACL_DEVICE_INFO_VECTOR_CORE_NUM, &cores));
  EXPECT_GE(cores, 1);
  EXPECT_OK(aclGetDeviceCapability(0, ACL_DEVICE_INFO_L2_SIZE, &cache));
  EXPECT_GT(cache, 0);
  EXPECT_REFUSED(aclGetCannAttributeList(nullptr, &count), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclGetCannAttribute(ACL_CANN_ATTR_BF16, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclGetCannAttribute(static_cast<aclCannAttr>(77), &there), ACL_ERROR_INVALID_PARAM, "cannAttr is 77");
  EXPECT_REFUSED(aclGetDeviceCapability(0, ACL_DEVICE_INFO_L2_SIZE, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclGetDeviceCapability(1, ACL_DEVICE_INFO_L2_SIZE, &cache), ACL_ERROR_INVALID_DEVICE, "no device 1");
  EXPECT_REFUSED(aclGetDeviceCapability(0, ACL_DEVICE_INFO_UNDEFINED, &cache), ACL_ERROR_INVALID_PARAM,
                 "deviceInfo is -1");
}

TEST_F(Device, IsWellAndHasNoPeers) {
  aclrtDeviceStatus status = ACL_RT_DEVICE_STATUS_END;
  EXPECT_OK(aclrtQueryDeviceStatus(0, &status));
  EXPECT_EQ(status, ACL_RT_DEVICE_STATUS_NORMAL);
  EXPECT_REFUSED(aclrtQueryDeviceStatus(0, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtQueryDeviceStatus(4, &status), ACL_ERROR_INVALID_DEVICE, "no device 4");
  int32_t can = -1;
  EXPECT_OK(aclrtDeviceCanAccessPeer(&can, 0, 0));
  EXPECT_EQ(can, 0);
  EXPECT_REFUSED(aclrtDeviceCanAccessPeer(nullptr, 0, 0), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtDeviceCanAccessPeer(&can, 0, 1), ACL_ERROR_INVALID_DEVICE, "no device 1");
  size_t errors = 9;
  EXPECT_OK(aclrtGetMemUceInfo(0, nullptr, 0, &errors));
  EXPECT_EQ(errors, 0U);
  EXPECT_REFUSED(aclrtGetMemUceInfo(0, nullptr, 1, &errors), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_OK(aclrtMemUceRepair(0, nullptr, 0));
  EXPECT_REFUSED(aclrtMemUceRepair(0, nullptr, 1), ACL_ERROR_INVALID_PARAM, "no such errors of memory: arraySize is 1");
  aclrtFloatOverflowMode mode = ACL_RT_OVERFLOW_MODE_UNDEF;
  EXPECT_OK(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN));
  EXPECT_OK(aclrtGetDeviceSatMode(&mode));
  EXPECT_EQ(mode, ACL_RT_OVERFLOW_MODE_INFNAN);
  EXPECT_REFUSED(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_SATURATION), ACL_ERROR_FEATURE_UNSUPPORTED, "infinity");
  EXPECT_REFUSED(aclrtGetDeviceSatMode(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
}

}  // namespace
}  // namespace opdk::acl_tests
