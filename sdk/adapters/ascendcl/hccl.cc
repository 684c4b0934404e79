// Collectives, for which a single process has no partner. Programs that could use them compile and link; each call is
// refused.
#include "hccl/hccl.h"

#include <iterator>

#include "sdk/adapters/ascendcl/call.h"

namespace opdk::acl {
namespace {

HcclResult Refuse(const char* function) {
  KeepError(function,
            "one process runs here, without collectives: run the program as the only rank, and leave out groups of "
            "processes and what they send each other");
  return HCCL_E_NOT_SUPPORT;
}

// Texts of the codes, by number.
constexpr const char* kTexts[] = {"success",
                                  "a parameter is wrong",
                                  "a pointer is NULL",
                                  "there is no memory",
                                  "an internal error",
                                  "not supported",
                                  "not found",
                                  "not available",
                                  "a call of the system failed",
                                  "the time is over",
                                  "a file can't be opened",
                                  "no connection by TCP",
                                  "no connection by RoCE",
                                  "a transfer by TCP failed",
                                  "a transfer by RoCE failed",
                                  "the runtime failed",
                                  "the driver failed",
                                  "profiling failed",
                                  "CCE failed",
                                  "the network failed",
                                  "try again",
                                  "another process failed",
                                  "communication is suspended"};
static_assert(std::size(kTexts) == HCCL_E_RESERVED);

}  // namespace
}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

HcclResult HcclCommInitClusterInfo(const char*, uint32_t, HcclComm*) { return Refuse(__func__); }
HcclResult HcclCommInitClusterInfoConfig(const char*, uint32_t, HcclCommConfig*, HcclComm*) { return Refuse(__func__); }
HcclResult HcclCreateSubCommConfig(HcclComm*, uint32_t, uint32_t*, uint64_t, uint32_t, HcclCommConfig*, HcclComm*) {
  return Refuse(__func__);
}
HcclResult HcclGetRootInfo(HcclRootInfo*) { return Refuse(__func__); }
HcclResult HcclCommInitRootInfo(uint32_t, const HcclRootInfo*, uint32_t, HcclComm*) { return Refuse(__func__); }
HcclResult HcclCommInitRootInfoConfig(uint32_t, const HcclRootInfo*, uint32_t, const HcclCommConfig*, HcclComm*) {
  return Refuse(__func__);
}
HcclResult HcclCommInitAll(uint32_t, int32_t*, HcclComm*) { return Refuse(__func__); }
HcclResult HcclCommDestroy(HcclComm) { return Refuse(__func__); }
HcclResult HcclCommSuspend(HcclComm) { return Refuse(__func__); }
HcclResult HcclCommResume(HcclComm) { return Refuse(__func__); }
HcclResult HcclSetConfig(HcclConfig, HcclConfigValue) { return Refuse(__func__); }
HcclResult HcclGetConfig(HcclConfig, HcclConfigValue*) { return Refuse(__func__); }
HcclResult HcclGetCommName(HcclComm, char*) { return Refuse(__func__); }
HcclResult HcclGetRankSize(HcclComm, uint32_t*) { return Refuse(__func__); }
HcclResult HcclGetRankId(HcclComm, uint32_t*) { return Refuse(__func__); }
HcclResult HcclGetCommAsyncError(HcclComm, HcclResult*) { return Refuse(__func__); }
HcclResult HcclAllReduce(void*, void*, uint64_t, HcclDataType, HcclReduceOp, HcclComm, aclrtStream) {
  return Refuse(__func__);
}
HcclResult HcclBroadcast(void*, uint64_t, HcclDataType, uint32_t, HcclComm, aclrtStream) { return Refuse(__func__); }
HcclResult HcclReduceScatter(void*, void*, uint64_t, HcclDataType, HcclReduceOp, HcclComm, aclrtStream) {
  return Refuse(__func__);
}
HcclResult HcclScatter(void*, void*, uint64_t, HcclDataType, uint32_t, HcclComm, aclrtStream) {
  return Refuse(__func__);
}
HcclResult HcclAllGather(void*, void*, uint64_t, HcclDataType, HcclComm, aclrtStream) { return Refuse(__func__); }
HcclResult HcclReduce(void*, void*, uint64_t, HcclDataType, HcclReduceOp, uint32_t, HcclComm, aclrtStream) {
  return Refuse(__func__);
}
HcclResult HcclAlltoAllV(const void*, const void*, const void*, HcclDataType, const void*, const void*, const void*,
                         HcclDataType, HcclComm, aclrtStream) {
  return Refuse(__func__);
}
HcclResult HcclAlltoAll(const void*, uint64_t, HcclDataType, const void*, uint64_t, HcclDataType, HcclComm,
                        aclrtStream) {
  return Refuse(__func__);
}
HcclResult HcclBarrier(HcclComm, aclrtStream) { return Refuse(__func__); }
HcclResult HcclSend(void*, uint64_t, HcclDataType, uint32_t, HcclComm, aclrtStream) { return Refuse(__func__); }
HcclResult HcclRecv(void*, uint64_t, HcclDataType, uint32_t, HcclComm, aclrtStream) { return Refuse(__func__); }
HcclResult HcclBatchSendRecv(HcclSendRecvItem*, uint32_t, HcclComm, aclrtStream) { return Refuse(__func__); }

const char* HcclGetErrorString(HcclResult code) {
  const auto number = static_cast<size_t>(code);
  return number < std::size(kTexts) ? kTexts[number] : "unknown";
}
uint32_t HcclGetCommConfigCapability(void) { return 0; }
