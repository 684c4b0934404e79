// Answers of this machine to questions about the device, and features that a CPU doesn't have.
#include <fmt/format.h>

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "graph_core/base/machine.h"
#include "opdk/log.h"
#include "opdk/parallel.h"
#include "sdk/adapters/ascendcl/process.h"
#include "sdk/adapters/ascendcl/runtime.h"

struct tagRtGroupInfo {
  int cores = 0;
};

namespace opdk::acl {
namespace {

Outcome Unsupported(const char* why) { return Fail(ACL_ERROR_FEATURE_UNSUPPORTED, why); }

Outcome CheckDevice(int64_t device) {
  OPDK_ACL_TRY(CheckInitialized());
  if (device == 0) return {};
  return Fail(ACL_ERROR_INVALID_DEVICE, fmt::format("there is no device {}: this machine is device 0", device));
}

Handles<aclrtGroupInfo>& GroupInfos() {
  static Handles<aclrtGroupInfo> infos("group's information");
  return infos;
}

constexpr const char* kNoPeers = "there is one device: it has no peers";
constexpr const char* kNoSharing = "memory isn't shared between processes";
constexpr const char* kNoKernels =
    "kernels of a device aren't for this machine: write operators for packages (opdk new)";

}  // namespace
}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

const char* aclrtGetSocName(void) {
  static const std::string name = [] {
    const auto isa = opdk::TargetIsa();
    return std::string("cpu-") + (isa.ok() ? std::string(opdk::Name(*isa)) : "unknown");
  }();
  return name.c_str();
}

aclError aclGetCannAttributeList(const aclCannAttr** cannAttrList, size_t* num) {
  static const aclCannAttr kAttributes[] = {ACL_CANN_ATTR_INF_NAN, ACL_CANN_ATTR_BF16, ACL_CANN_ATTR_JIT_COMPILE};
  return Call(__func__, [&]() -> Outcome {
    if (cannAttrList == nullptr || num == nullptr) return IsNull("place for the list");
    *cannAttrList = kAttributes;
    *num = std::size(kAttributes);
    return {};
  });
}

aclError aclGetCannAttribute(aclCannAttr cannAttr, int32_t* value) {
  return Call(__func__, [&]() -> Outcome {
    if (value == nullptr) return IsNull("place for the value");
    if (cannAttr < ACL_CANN_ATTR_INF_NAN || cannAttr > ACL_CANN_ATTR_JIT_COMPILE) {
      return NoSuch("attribute of CANN", "cannAttr", cannAttr,
                    "ACL_CANN_ATTR_INF_NAN, ACL_CANN_ATTR_BF16 and ACL_CANN_ATTR_JIT_COMPILE");
    }
    *value = 1;
    return {};
  });
}

aclError aclGetDeviceCapability(uint32_t deviceId, aclDeviceInfo deviceInfo, int64_t* value) {
  return Call(__func__, [&]() -> Outcome {
    if (value == nullptr) return IsNull("place for the value");
    OPDK_ACL_TRY(CheckDevice(deviceId));
    switch (deviceInfo) {
      case ACL_DEVICE_INFO_AI_CORE_NUM:
      case ACL_DEVICE_INFO_VECTOR_CORE_NUM:
        *value = opdk::ThreadCount();
        return {};
      case ACL_DEVICE_INFO_L2_SIZE:
        *value = static_cast<int64_t>(opdk::MachineCaches().l2);
        return {};
      default:
        return NoSuch("number of a device", "deviceInfo", deviceInfo,
                      "ACL_DEVICE_INFO_AI_CORE_NUM, ACL_DEVICE_INFO_VECTOR_CORE_NUM and ACL_DEVICE_INFO_L2_SIZE");
    }
  });
}

void aclAppLog(aclLogLevel logLevel, const char* func, const char* file, uint32_t line, const char* fmt, ...) {
  if (fmt == nullptr) return;
  char text[1024];
  va_list arguments;
  va_start(arguments, fmt);
  std::vsnprintf(text, sizeof text, fmt, arguments);
  va_end(arguments);
  constexpr opdk::LogLevel kLevels[] = {opdk::LogLevel::kDebug, opdk::LogLevel::kInfo, opdk::LogLevel::kWarning,
                                        opdk::LogLevel::kError};
  const bool known = logLevel >= ACL_DEBUG && logLevel <= ACL_ERROR;
  opdk::Log(known ? kLevels[logLevel] : opdk::LogLevel::kInfo, "app", "%s (%s, %s:%u)", text,
            func == nullptr ? "" : func, file == nullptr ? "" : file, line);
}

aclError aclrtSetTsDevice(aclrtTsId tsId) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckInitialized());
    if (tsId == ACL_TS_ID_AICORE || tsId == ACL_TS_ID_AIVECTOR) return {};
    return NoSuch("scheduler", "tsId", tsId, "ACL_TS_ID_AICORE and ACL_TS_ID_AIVECTOR");
  });
}

aclError aclrtGetDeviceUtilizationRate(int32_t deviceId, aclrtUtilizationInfo* utilizationInfo) {
  return Call(__func__, [&]() -> Outcome {
    if (utilizationInfo == nullptr) return IsNull("place for the rates");
    OPDK_ACL_TRY(CheckDevice(deviceId));
    return Unsupported("a CPU's units aren't counted; the system's tools tell how busy it is");
  });
}

aclError aclrtQueryDeviceStatus(int32_t deviceId, aclrtDeviceStatus* deviceStatus) {
  return Call(__func__, [&]() -> Outcome {
    if (deviceStatus == nullptr) return IsNull("place for the status");
    OPDK_ACL_TRY(CheckDevice(deviceId));
    *deviceStatus = ACL_RT_DEVICE_STATUS_NORMAL;
    return {};
  });
}

aclError aclrtDeviceTaskAbort(int32_t deviceId, uint32_t timeout) {
  static_cast<void>(timeout);
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckDevice(deviceId));
    Streams().ForEach([](const std::shared_ptr<Stream>& stream) { stream->Abort(); });
    return {};
  });
}

// ---- one group: the CPUs of this process

aclError aclrtGetGroupCount(uint32_t* count) {
  return Call(__func__, [&]() -> Outcome {
    if (count == nullptr) return IsNull("place for the count");
    *count = 1;
    return {};
  });
}

aclError aclrtSetGroup(int32_t groupId) {
  return Call(__func__, [&]() -> Outcome {
    if (groupId == 0) return {};
    return Fail(ACL_ERROR_GROUP_NOT_CREATE, fmt::format("there is no group {}", groupId));
  });
}

aclrtGroupInfo* aclrtCreateGroupInfo(void) {
  return Get<aclrtGroupInfo*>(__func__, nullptr, [](aclrtGroupInfo*& info) -> Outcome {
    info = GroupInfos().Add(std::make_shared<aclrtGroupInfo>());
    return {};
  });
}

aclError aclrtDestroyGroupInfo(aclrtGroupInfo* groupInfo) {
  return Call(__func__, [&] { return GroupInfos().Remove(groupInfo); });
}

aclError aclrtGetAllGroupInfo(aclrtGroupInfo* groupInfo) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclrtGroupInfo> info;
    OPDK_ACL_TRY(GroupInfos().Find(groupInfo, info));
    info->cores = opdk::ThreadCount();
    return {};
  });
}

aclError aclrtGetGroupInfoDetail(const aclrtGroupInfo* groupInfo, int32_t groupIndex, aclrtGroupAttr attr,
                                 void* attrValue, size_t valueLen, size_t* paramRetSize) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclrtGroupInfo> info;
    OPDK_ACL_TRY(GroupInfos().Find(groupInfo, info));
    if (attrValue == nullptr || paramRetSize == nullptr) return IsNull("place for the value");
    if (groupIndex != 0) return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("there is no group {}", groupIndex));
    if (valueLen < sizeof(int32_t))
      return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the place is too small: valueLen is {}, the value has {} bytes",
                                                       valueLen, sizeof(int32_t)));
    if (attr < ACL_GROUP_AICORE_INT || attr > ACL_GROUP_GROUPID_INT) {
      return NoSuch("attribute of a group", "attr", attr, "ACL_GROUP_AICORE_INT to ACL_GROUP_GROUPID_INT");
    }
    const bool counts_cores = attr == ACL_GROUP_AICORE_INT || attr == ACL_GROUP_AIV_INT || attr == ACL_GROUP_AIC_INT;
    const auto value = static_cast<int32_t>(counts_cores ? info->cores : 0);
    std::memcpy(attrValue, &value, sizeof value);
    *paramRetSize = sizeof value;
    return {};
  });
}

// ---- no peers

aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t deviceId, int32_t peerDeviceId) {
  return Call(__func__, [&]() -> Outcome {
    if (canAccessPeer == nullptr) return IsNull("place for the answer");
    OPDK_ACL_TRY(CheckDevice(deviceId));
    OPDK_ACL_TRY(CheckDevice(peerDeviceId));
    *canAccessPeer = 0;
    return {};
  });
}
aclError aclrtDeviceEnablePeerAccess(int32_t, uint32_t) {
  return Call(__func__, [] { return Unsupported(kNoPeers); });
}
aclError aclrtDeviceDisablePeerAccess(int32_t) {
  return Call(__func__, [] { return Unsupported(kNoPeers); });
}

// ---- time and overflow

aclError aclrtSetOpWaitTimeout(uint32_t) {
  return Call(__func__, [] { return CheckInitialized(); });  // nothing waits that could be timed out
}
aclError aclrtSetOpExecuteTimeOut(uint32_t) {
  return Call(__func__, [] { return CheckInitialized(); });
}

aclError aclrtSetStreamOverflowSwitch(aclrtStream stream, uint32_t flag) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<Stream> found;
    OPDK_ACL_TRY(FindStream(stream, found));
    return flag == 0 ? Outcome() : Unsupported("overflow is found by dumps (aclmdlSetDump), not by streams");
  });
}
aclError aclrtGetStreamOverflowSwitch(aclrtStream stream, uint32_t* flag) {
  return Call(__func__, [&]() -> Outcome {
    if (flag == nullptr) return IsNull("place for the flag");
    std::shared_ptr<Stream> found;
    OPDK_ACL_TRY(FindStream(stream, found));
    *flag = 0;
    return {};
  });
}
aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckInitialized());
    if (mode == ACL_RT_OVERFLOW_MODE_INFNAN) return {};
    return Unsupported("numbers overflow to infinity");
  });
}
aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode* mode) {
  return Call(__func__, [&]() -> Outcome {
    if (mode == nullptr) return IsNull("place for the mode");
    *mode = ACL_RT_OVERFLOW_MODE_INFNAN;
    return {};
  });
}
aclError aclrtGetOverflowStatus(void*, size_t, aclrtStream) {
  return Call(__func__, [] { return Unsupported("numbers overflow to infinity, which results show"); });
}
aclError aclrtResetOverflowStatus(aclrtStream) {
  return Call(__func__, [] { return Unsupported("numbers overflow to infinity, which results show"); });
}

// ---- kernels of a device, memory of other processes, memory errors

aclrtBinary aclrtCreateBinary(const void*, size_t) {
  return Get<aclrtBinary>(__func__, nullptr, [](aclrtBinary&) { return Unsupported(kNoKernels); });
}
aclError aclrtDestroyBinary(aclrtBinary) {
  return Call(__func__, [] { return Unsupported(kNoKernels); });
}
aclError aclrtBinaryLoad(const aclrtBinary, aclrtBinHandle*) {
  return Call(__func__, [] { return Unsupported(kNoKernels); });
}
aclError aclrtBinaryUnLoad(aclrtBinHandle) {
  return Call(__func__, [] { return Unsupported(kNoKernels); });
}
aclError aclrtBinaryGetFunction(const aclrtBinHandle, const char*, aclrtFuncHandle*) {
  return Call(__func__, [] { return Unsupported(kNoKernels); });
}
aclError aclrtLaunchKernel(aclrtFuncHandle, uint32_t, const void*, size_t, aclrtStream) {
  return Call(__func__, [] { return Unsupported(kNoKernels); });
}

aclError aclrtMemExportToShareableHandle(aclrtDrvMemHandle, aclrtMemHandleType, uint64_t, uint64_t*) {
  return Call(__func__, [] { return Unsupported(kNoSharing); });
}
aclError aclrtMemImportFromShareableHandle(uint64_t, int32_t, aclrtDrvMemHandle*) {
  return Call(__func__, [] { return Unsupported(kNoSharing); });
}
aclError aclrtMemSetPidToShareableHandle(uint64_t, int32_t*, size_t) {
  return Call(__func__, [] { return Unsupported(kNoSharing); });
}
aclError aclrtDeviceGetBareTgid(int32_t*) {
  return Call(__func__, [] { return Unsupported(kNoSharing); });
}

aclError aclrtGetMemUceInfo(int32_t deviceId, aclrtMemUceInfo* memUceInfoArray, size_t arraySize, size_t* retSize) {
  return Call(__func__, [&]() -> Outcome {
    if (retSize == nullptr || (memUceInfoArray == nullptr && arraySize > 0)) return IsNull("place for the list");
    OPDK_ACL_TRY(CheckDevice(deviceId));
    *retSize = 0;
    return {};
  });
}
aclError aclrtMemUceRepair(int32_t deviceId, aclrtMemUceInfo*, size_t arraySize) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckDevice(deviceId));
    return arraySize == 0
               ? Outcome()
               : Fail(ACL_ERROR_INVALID_PARAM,
                      fmt::format("there are no such errors of memory: arraySize is {}, aclrtGetMemUceInfo lists none",
                                  arraySize));
  });
}
