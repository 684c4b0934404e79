// Calls of AscendCL in the order and with the handles that bytes say: none may end the process or stay in a call. A
// pointer keeps its promise: memory of the host has as many bytes as a call is told.
#include "tests/fuzz/targets/acl_calls.h"

#include <cstdlib>

#include "tests/fuzz/graph_use.h"
#include "tests/fuzz/target.h"

namespace opdk::fuzz {
namespace {

void BeginProcess() {
  setenv("OPDK_BUILTIN_DIR", OPDK_BUILTIN_DIRECTORY, 1);
  setenv("XDG_DATA_HOME", "/nowhere", 1);
  unsetenv("OPDK_PLUGIN_PATH");
  setenv("OPDK_MAX_MEMORY", "256M", 0);
  const aclError begun = aclInit(nullptr);
  Expect(begun == ACL_SUCCESS || begun == ACL_ERROR_REPEAT_INITIALIZE, "aclInit is refused");
  aclrtSetDevice(0);
}

template <typename T, typename Destroy>
void DestroyAll(Draws& draws, HandleKind kind, Destroy destroy) {
  for (void* const one : draws.Made(kind)) destroy(static_cast<T*>(one));
}

// Destroys the handles of this input. Most are gone already, which the calls notice.
void EndInput(Draws& draws) {
  for (const uint32_t id : draws.ids()) {
    aclmdlUnload(id);
    aclmdlBundleUnload(id);
    acltdtDestroyQueue(id);
    aclprofRangeStop(id);
  }
  DestroyAll<void>(draws, HandleKind::kStream, aclrtDestroyStreamForce);
  DestroyAll<void>(draws, HandleKind::kEvent, aclrtDestroyEvent);
  DestroyAll<void>(draws, HandleKind::kContext, aclrtDestroyContext);
  DestroyAll<void>(draws, HandleKind::kMemory, aclrtFree);
  DestroyAll<void>(draws, HandleKind::kHostMemory, aclrtFreeHost);
  for (void* const address : draws.Made(HandleKind::kAddresses)) {
    aclrtUnmapMem(address);
    aclrtReleaseMemAddress(address);
  }
  DestroyAll<void>(draws, HandleKind::kPhysical, aclrtFreePhysical);
  DestroyAll<aclrtStreamConfigHandle>(draws, HandleKind::kStreamConfig, aclrtDestroyStreamConfigHandle);
  DestroyAll<aclrtGroupInfo>(draws, HandleKind::kGroup, aclrtDestroyGroupInfo);
  DestroyAll<void>(draws, HandleKind::kAllocator, aclrtAllocatorDestroyDesc);
  DestroyAll<void>(draws, HandleKind::kStamp, aclprofDestroyStamp);
  DestroyAll<aclprofStepInfo>(draws, HandleKind::kStep, aclprofDestroyStepInfo);
  DestroyAll<aclmdlDataset>(draws, HandleKind::kDataset, aclmdlDestroyDataset);
  DestroyAll<aclDataBuffer>(draws, HandleKind::kBuffer, aclDestroyDataBuffer);
  DestroyAll<aclTensorDesc>(draws, HandleKind::kDesc, aclDestroyTensorDesc);
  DestroyAll<aclmdlDesc>(draws, HandleKind::kModelDesc, aclmdlDestroyDesc);
  DestroyAll<aclmdlAIPP>(draws, HandleKind::kAipp, aclmdlDestroyAIPP);
  DestroyAll<aclmdlConfigHandle>(draws, HandleKind::kConfig, aclmdlDestroyConfigHandle);
  DestroyAll<aclopAttr>(draws, HandleKind::kAttr, aclopDestroyAttr);
  DestroyAll<aclopHandle>(draws, HandleKind::kOperator, aclopDestroyHandle);
  DestroyAll<acltdtDataset>(draws, HandleKind::kTdtDataset, acltdtDestroyDataset);
  DestroyAll<acltdtDataItem>(draws, HandleKind::kItem, acltdtDestroyDataItem);
  DestroyAll<acltdtChannelHandle>(draws, HandleKind::kChannel, acltdtDestroyChannel);
  DestroyAll<void>(draws, HandleKind::kQueueBuffer, acltdtFreeBuf);
  DestroyAll<acltdtQueueAttr>(draws, HandleKind::kQueueAttr, acltdtDestroyQueueAttr);
  DestroyAll<acltdtQueueRouteList>(draws, HandleKind::kRoutes, acltdtDestroyQueueRouteList);
  DestroyAll<acltdtQueueRoute>(draws, HandleKind::kRoute, acltdtDestroyQueueRoute);
  aclrtResetDeviceForce(0);
}

}  // namespace

void AclCalls(std::string_view bytes) {
  constexpr int kMostCalls = 200;
  static_cast<void>(TestPackages());  // and what a run may take of memory
  BeginProcess();
  const std::span<const AclCall> parts[] = {RuntimeCalls(),  MemoryCalls(), TensorCalls(),
                                            OperatorCalls(), ModelCalls(),  QueueCalls()};
  Draws draws(bytes);
  for (int calls = 0; calls < kMostCalls && !draws.empty(); ++calls) {
    const std::span<const AclCall> part = parts[draws.Byte() % std::size(parts)];
    part[draws.Byte() % part.size()](draws);
  }
  EndInput(draws);
}

}  // namespace opdk::fuzz
