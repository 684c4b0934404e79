// Devices, contexts, streams, events, reports, stamps; memory and addresses.
#include <pthread.h>

#include "tests/fuzz/targets/acl_calls.h"

namespace opdk::fuzz {
namespace {

template <typename Handle>
void Make(Draws& draws, HandleKind kind, aclError (*make)(Handle*)) {
  Handle made{};
  if (make(draws.Byte() % 16 == 0 ? nullptr : &made) == ACL_SUCCESS) draws.Keep(kind, made);
}

void CallNothing(void*) {}
void ReadException(aclrtExceptionInfo* info) {
  static_cast<void>(aclrtGetTaskIdFromExceptionInfo(info));
  static_cast<void>(aclrtGetStreamIdFromExceptionInfo(info));
}

constexpr AclCall kRuntime[] = {
    [](Draws& d) { aclrtSetDevice(d.Small() / 4); },
    [](Draws& d) { aclrtResetDevice(d.Small() / 4); },
    [](Draws& d) { aclrtResetDeviceForce(d.Small() / 4); },
    [](Draws&) { aclrtSynchronizeDevice(); },
    [](Draws& d) {
      aclrtContext context = nullptr;
      if (aclrtCreateContext(&context, d.Small() / 4) == ACL_SUCCESS) d.Keep(HandleKind::kContext, context);
    },
    [](Draws& d) { aclrtDestroyContext(d.Handle(HandleKind::kContext)); },
    [](Draws& d) { aclrtSetCurrentContext(d.Handle(HandleKind::kContext)); },
    [](Draws& d) { Make(d, HandleKind::kContext, aclrtGetCurrentContext); },
    [](Draws& d) { Make(d, HandleKind::kStream, aclrtCreateStream); },
    [](Draws& d) {
      aclrtStream stream = nullptr;
      const auto code = aclrtCreateStreamV2(&stream, d.As<aclrtStreamConfigHandle>(HandleKind::kStreamConfig));
      if (code == ACL_SUCCESS) d.Keep(HandleKind::kStream, stream);
    },
    [](Draws& d) { aclrtDestroyStream(d.Handle(HandleKind::kStream)); },
    [](Draws& d) { aclrtDestroyStreamForce(d.Handle(HandleKind::kStream)); },
    [](Draws& d) { aclrtSynchronizeStream(d.Handle(HandleKind::kStream)); },
    [](Draws& d) {
      const aclrtStream stream = d.Handle(HandleKind::kStream);
      aclrtSynchronizeStreamWithTimeout(stream, d.Timeout());
    },
    [](Draws& d) {
      aclrtStreamStatus status{};
      aclrtStreamQuery(d.Handle(HandleKind::kStream), &status);
    },
    [](Draws& d) {
      const aclrtStream stream = d.Handle(HandleKind::kStream);
      aclrtStreamWaitEvent(stream, d.Handle(HandleKind::kEvent));
    },
    [](Draws& d) {
      const aclrtStream stream = d.Handle(HandleKind::kStream);
      aclrtSetStreamFailureMode(stream, static_cast<uint64_t>(d.Number()));
    },
    [](Draws& d) { d.Keep(HandleKind::kStreamConfig, aclrtCreateStreamConfigHandle()); },
    [](Draws& d) { aclrtDestroyStreamConfigHandle(d.As<aclrtStreamConfigHandle>(HandleKind::kStreamConfig)); },
    [](Draws& d) {
      auto* const config = d.As<aclrtStreamConfigHandle>(HandleKind::kStreamConfig);
      const auto attr = static_cast<aclrtStreamConfigAttr>(d.Small());
      const void* const value = d.Host();
      aclrtSetStreamConfigOpt(config, attr, value, d.Size());
    },
    [](Draws& d) { Make(d, HandleKind::kEvent, aclrtCreateEvent); },
    [](Draws& d) {
      aclrtEvent event = nullptr;
      if (aclrtCreateEventWithFlag(&event, static_cast<uint32_t>(d.Number())) == ACL_SUCCESS) {
        d.Keep(HandleKind::kEvent, event);
      }
    },
    [](Draws& d) { aclrtDestroyEvent(d.Handle(HandleKind::kEvent)); },
    [](Draws& d) {
      const aclrtEvent event = d.Handle(HandleKind::kEvent);
      aclrtRecordEvent(event, d.Handle(HandleKind::kStream));
    },
    [](Draws& d) {
      const aclrtEvent event = d.Handle(HandleKind::kEvent);
      aclrtResetEvent(event, d.Handle(HandleKind::kStream));
    },
    [](Draws& d) {
      aclrtEventRecordedStatus status{};
      aclrtQueryEventStatus(d.Handle(HandleKind::kEvent), &status);
    },
    [](Draws& d) { aclrtSynchronizeEvent(d.Handle(HandleKind::kEvent)); },
    [](Draws& d) {
      float ms = 0;
      const aclrtEvent start = d.Handle(HandleKind::kEvent);
      aclrtEventElapsedTime(&ms, start, d.Handle(HandleKind::kEvent));
    },
    [](Draws& d) {
      const uint64_t thread = d.Flag() ? static_cast<uint64_t>(pthread_self()) : static_cast<uint64_t>(d.Number());
      aclrtSubscribeReport(thread, d.Handle(HandleKind::kStream));
    },
    [](Draws& d) { aclrtLaunchCallback(CallNothing, nullptr, ACL_CALLBACK_NO_BLOCK, d.Handle(HandleKind::kStream)); },
    [](Draws& d) { aclrtProcessReport(d.Timeout()); },
    [](Draws& d) {
      const uint64_t thread = d.Flag() ? static_cast<uint64_t>(pthread_self()) : static_cast<uint64_t>(d.Number());
      aclrtUnSubscribeReport(thread, d.Handle(HandleKind::kStream));
    },
    [](Draws& d) { aclrtSetExceptionInfoCallback(d.Flag() ? ReadException : nullptr); },
    [](Draws& d) { d.Keep(HandleKind::kGroup, aclrtCreateGroupInfo()); },
    [](Draws& d) { aclrtDestroyGroupInfo(d.As<aclrtGroupInfo>(HandleKind::kGroup)); },
    [](Draws& d) { aclrtGetAllGroupInfo(d.As<aclrtGroupInfo>(HandleKind::kGroup)); },
    [](Draws& d) {
      const auto* const group = d.As<aclrtGroupInfo>(HandleKind::kGroup);
      const int32_t index = d.Small();
      const auto attr = static_cast<aclrtGroupAttr>(d.Small());
      void* const value = d.Host();
      size_t given = 0;
      aclrtGetGroupInfoDetail(group, index, attr, value, d.Size(), &given);
    },
    [](Draws& d) { d.Keep(HandleKind::kAllocator, aclrtAllocatorCreateDesc()); },
    [](Draws& d) { aclrtAllocatorDestroyDesc(d.Handle(HandleKind::kAllocator)); },
    [](Draws& d) {
      const aclrtStream stream = d.Handle(HandleKind::kStream);
      aclrtAllocatorRegister(stream, d.Handle(HandleKind::kAllocator));
    },
    [](Draws& d) { aclrtAllocatorUnregister(d.Handle(HandleKind::kStream)); },
    [](Draws& d) { d.Keep(HandleKind::kStamp, aclprofCreateStamp()); },
    [](Draws& d) { aclprofDestroyStamp(d.Handle(HandleKind::kStamp)); },
    [](Draws& d) {
      void* const stamp = d.Handle(HandleKind::kStamp);
      const auto* const text = static_cast<const char*>(d.Host());
      aclprofSetStampTraceMessage(stamp, text, static_cast<uint32_t>(d.Size()));
    },
    [](Draws& d) { aclprofMark(d.Handle(HandleKind::kStamp)); },
    [](Draws& d) { aclprofPush(d.Handle(HandleKind::kStamp)); },
    [](Draws&) { aclprofPop(); },
    [](Draws& d) {
      uint32_t range = 0;
      if (aclprofRangeStart(d.Handle(HandleKind::kStamp), &range) == ACL_SUCCESS) d.KeepId(range);
    },
    [](Draws& d) { aclprofRangeStop(d.Id()); },
    [](Draws& d) { d.Keep(HandleKind::kStep, aclprofCreateStepInfo()); },
    [](Draws& d) { aclprofDestroyStepInfo(d.As<aclprofStepInfo>(HandleKind::kStep)); },
    [](Draws& d) {
      auto* const step = d.As<aclprofStepInfo>(HandleKind::kStep);
      const auto tag = static_cast<aclprofStepTag>(d.Small());
      aclprofGetStepTimestamp(step, tag, d.Handle(HandleKind::kStream));
    },
    [](Draws&) { static_cast<void>(aclGetRecentErrMsg()); },
    [](Draws&) { aclFinalize(); },
    [](Draws&) { aclInit(nullptr); },
};

aclrtMemcpyKind KindOfCopy(Draws& draws) {
  return static_cast<aclrtMemcpyKind>(draws.Flag() ? ACL_MEMCPY_DEFAULT : draws.Byte() % 8);
}

constexpr AclCall kMemory[] = {
    [](Draws& d) {
      void* memory = nullptr;
      if (aclrtMalloc(&memory, d.AnySize(), ACL_MEM_MALLOC_NORMAL_ONLY) == ACL_SUCCESS)
        d.Keep(HandleKind::kMemory, memory);
    },
    [](Draws& d) {
      void* memory = nullptr;
      if (aclrtMallocHost(&memory, d.AnySize()) == ACL_SUCCESS) d.Keep(HandleKind::kHostMemory, memory);
    },
    [](Draws& d) { aclrtFree(d.Handle(HandleKind::kMemory)); },
    [](Draws& d) { aclrtFreeHost(d.Handle(HandleKind::kHostMemory)); },
    [](Draws& d) {
      void* const to = d.Memory();
      const size_t most = d.Size();
      const void* const from = d.Memory();
      const size_t count = d.Size();
      aclrtMemcpy(to, most, from, count, KindOfCopy(d));
    },
    [](Draws& d) {
      void* const to = d.Memory();
      const size_t most = d.Size();
      const void* const from = d.Memory();
      const size_t count = d.Size();
      const aclrtMemcpyKind kind = KindOfCopy(d);
      aclrtMemcpyAsync(to, most, from, count, kind, d.Handle(HandleKind::kStream));
    },
    [](Draws& d) {
      void* const to = d.Memory();
      const size_t most = d.Size();
      aclrtMemset(to, most, 1, d.Size());
    },
    [](Draws& d) {
      void* const to = d.Memory();
      const size_t most = d.Size(), count = d.Size();
      aclrtMemsetAsync(to, most, 1, count, d.Handle(HandleKind::kStream));
    },
    [](Draws& d) {
      void* const to = d.Memory();
      const size_t pitch = d.Size() % 4096;
      const void* const from = d.Memory();
      const size_t from_pitch = d.Size() % 4096, width = d.Size() % 4096, height = d.Byte() % 8;
      aclrtMemcpy2d(to, pitch, from, from_pitch, width, height, KindOfCopy(d));
    },
    [](Draws& d) {
      void* const memory = d.Memory();
      aclrtMemFlush(memory, d.Size());
    },
    [](Draws& d) {
      void* address = nullptr;
      const size_t size = d.Granules();
      const auto alignment = static_cast<size_t>(d.Number());
      if (aclrtReserveMemAddress(&address, size, alignment, d.Host(), 0) == ACL_SUCCESS) {
        d.Keep(HandleKind::kAddresses, address);
      }
    },
    [](Draws& d) { aclrtReleaseMemAddress(d.Handle(HandleKind::kAddresses)); },
    [](Draws& d) {
      aclrtDrvMemHandle handle = nullptr;
      const aclrtPhysicalMemProp prop{};
      if (aclrtMallocPhysical(&handle, d.Granules(), &prop, 0) == ACL_SUCCESS) d.Keep(HandleKind::kPhysical, handle);
    },
    [](Draws& d) { aclrtFreePhysical(d.Handle(HandleKind::kPhysical)); },
    [](Draws& d) {
      void* const address = d.Handle(HandleKind::kAddresses);
      const size_t size = d.Granules(), offset = d.Flag() ? d.Granules() : 0;
      aclrtMapMem(address, size, offset, d.Handle(HandleKind::kPhysical), 0);
    },
    [](Draws& d) { aclrtUnmapMem(d.Handle(HandleKind::kAddresses)); },
};

}  // namespace

std::span<const AclCall> RuntimeCalls() { return kRuntime; }
std::span<const AclCall> MemoryCalls() { return kMemory; }

}  // namespace opdk::fuzz
