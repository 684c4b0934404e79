// The functions of streams and events.
#include <fmt/format.h>

#include <new>
#include <type_traits>

#include "graph_core/acl/process.h"
#include "graph_core/acl/runtime.h"

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError aclrtCreateStream(aclrtStream* stream) { return aclrtCreateStreamWithConfig(stream, 0, 0); }

aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority, uint32_t flag) {
  static_cast<void>(priority);  // threads of a process have one
  static_cast<void>(flag);
  return Call(__func__, [&]() -> Outcome {
    if (stream == nullptr) return IsNull("place for the stream");
    std::shared_ptr<Context> context;
    OPDK_ACL_TRY(CurrentContext(context));
    *stream = Streams().Add(NewStream());
    return {};
  });
}

aclError aclrtCreateStreamV2(aclrtStream* stream, const aclrtStreamConfigHandle* handle) {
  if (handle == nullptr) return Call(__func__, [] { return IsNull("configuration"); });
  return aclrtCreateStreamWithConfig(stream, handle->priority, static_cast<uint32_t>(handle->flag));
}

aclError aclrtDestroyStream(aclrtStream stream) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<Stream> gone;
    OPDK_ACL_TRY(Streams().Remove(stream, &gone));
    return gone->Synchronize(Timeout(-1));
  });
}

aclError aclrtDestroyStreamForce(aclrtStream stream) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<Stream> gone;
    OPDK_ACL_TRY(Streams().Remove(stream, &gone));
    gone->Abort();
    return {};
  });
}

aclError aclrtSynchronizeStream(aclrtStream stream) { return aclrtSynchronizeStreamWithTimeout(stream, -1); }

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout) {
  return Call(__func__, [&]() -> Outcome {
    if (timeout < -1) return Fail(ACL_ERROR_INVALID_PARAM, "a time is -1 or milliseconds");
    std::shared_ptr<Stream> found;
    OPDK_ACL_TRY(FindStream(stream, found));
    return found->Synchronize(Timeout(timeout));
  });
}

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status) {
  return Call(__func__, [&]() -> Outcome {
    if (status == nullptr) return IsNull("place for the status");
    std::shared_ptr<Stream> found;
    OPDK_ACL_TRY(FindStream(stream, found));
    *status = found->idle() ? ACL_STREAM_STATUS_COMPLETE : ACL_STREAM_STATUS_NOT_READY;
    return {};
  });
}

aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode) {
  return Call(__func__, [&]() -> Outcome {
    if (mode > ACL_STOP_ON_FAILURE) return Fail(ACL_ERROR_INVALID_PARAM, "there is no such mode");
    std::shared_ptr<Stream> found;
    OPDK_ACL_TRY(FindStream(stream, found));
    found->StopOnFailure(mode == ACL_STOP_ON_FAILURE);
    return {};
  });
}

aclrtStreamConfigHandle* aclrtCreateStreamConfigHandle(void) { return new (std::nothrow) aclrtStreamConfigHandle(); }

aclError aclrtDestroyStreamConfigHandle(aclrtStreamConfigHandle* handle) {
  return Call(__func__, [&]() -> Outcome {
    if (handle == nullptr) return IsNull("configuration");
    delete handle;
    return {};
  });
}

aclError aclrtSetStreamConfigOpt(aclrtStreamConfigHandle* handle, aclrtStreamConfigAttr attr, const void* attrValue,
                                 size_t valueSize) {
  return Call(__func__, [&]() -> Outcome {
    if (handle == nullptr) return IsNull("configuration");
    if (attrValue == nullptr) return IsNull("value");
    const auto read = [&](auto& to) -> Outcome {
      if (valueSize != sizeof to) return Fail(ACL_ERROR_INVALID_PARAM, "the value has another size");
      to = *static_cast<const std::remove_reference_t<decltype(to)>*>(attrValue);
      return {};
    };
    switch (attr) {
      case ACL_RT_STREAM_WORK_ADDR_PTR:
        return read(handle->workptr);
      case ACL_RT_STREAM_WORK_SIZE:
        return read(handle->workSize);
      case ACL_RT_STREAM_FLAG:
        return read(handle->flag);
      case ACL_RT_STREAM_PRIORITY:
        return read(handle->priority);
    }
    return Fail(ACL_ERROR_INVALID_PARAM, "there is no such attribute");
  });
}

aclError aclrtCreateEvent(aclrtEvent* event) {
  return aclrtCreateEventWithFlag(event, ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE);
}

aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag) {
  return Call(__func__, [&]() -> Outcome {
    if (event == nullptr) return IsNull("place for the event");
    OPDK_ACL_TRY(CheckInitialized());
    constexpr uint32_t kKnown = ACL_EVENT_SYNC | ACL_EVENT_CAPTURE_STREAM_PROGRESS | ACL_EVENT_TIME_LINE;
    if (flag == 0 || (flag & ~kKnown) != 0) return Fail(ACL_ERROR_INVALID_PARAM, "there is no such flag of events");
    *event = Events().Add(std::make_shared<Event>(flag));
    return {};
  });
}

aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag) { return aclrtCreateEventWithFlag(event, flag); }

aclError aclrtDestroyEvent(aclrtEvent event) {
  return Call(__func__, [&] { return Events().Remove(event); });
}

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<Event> found;
    std::shared_ptr<Stream> on;
    OPDK_ACL_TRY(Events().Find(event, found));
    OPDK_ACL_TRY(FindStream(stream, on));
    on->Add([found, time = found->Record()]() -> Outcome {
      found->Happen(time);
      return {};
    });
    return {};
  });
}

aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<Event> found;
    std::shared_ptr<Stream> on;
    OPDK_ACL_TRY(Events().Find(event, found));
    OPDK_ACL_TRY(FindStream(stream, on));
    on->Add([found]() -> Outcome {
      found->Reset();
      return {};
    });
    return {};
  });
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<Event> found;
    std::shared_ptr<Stream> on;
    OPDK_ACL_TRY(Events().Find(event, found));
    OPDK_ACL_TRY(FindStream(stream, on));
    on->Add([found, time = found->last()]() -> Outcome {
      static_cast<void>(found->Wait(time, Timeout(-1)));
      return {};
    });
    return {};
  });
}

namespace {

Outcome Happened(aclrtEvent event, const void* place, bool& happened) {
  if (place == nullptr) return IsNull("place for the status");
  std::shared_ptr<Event> found;
  OPDK_ACL_TRY(Events().Find(event, found));
  happened = found->happened();
  return {};
}

}  // namespace

aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status) {
  return Call(__func__, [&]() -> Outcome {
    bool happened = false;
    OPDK_ACL_TRY(Happened(event, status, happened));
    *status = happened ? ACL_EVENT_STATUS_COMPLETE : ACL_EVENT_STATUS_NOT_READY;
    return {};
  });
}

aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status) {
  return Call(__func__, [&]() -> Outcome {
    bool happened = false;
    OPDK_ACL_TRY(Happened(event, status, happened));
    *status = happened ? ACL_EVENT_RECORDED_STATUS_COMPLETE : ACL_EVENT_RECORDED_STATUS_NOT_READY;
    return {};
  });
}

aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus* status) {
  return Call(__func__, [&]() -> Outcome {
    bool happened = false;
    OPDK_ACL_TRY(Happened(event, status, happened));
    *status = happened ? ACL_EVENT_WAIT_STATUS_COMPLETE : ACL_EVENT_WAIT_STATUS_NOT_READY;
    return {};
  });
}

aclError aclrtSynchronizeEvent(aclrtEvent event) { return aclrtSynchronizeEventWithTimeout(event, -1); }

aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout) {
  return Call(__func__, [&]() -> Outcome {
    if (timeout < -1) return Fail(ACL_ERROR_INVALID_PARAM, "a time is -1 or milliseconds");
    std::shared_ptr<Event> found;
    OPDK_ACL_TRY(Events().Find(event, found));
    if (found->Wait(found->last(), Timeout(timeout))) return {};
    return Fail(ACL_ERROR_WAIT_CALLBACK_TIMEOUT, fmt::format("the event didn't happen within {} ms", timeout));
  });
}

aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent, aclrtEvent endEvent) {
  return Call(__func__, [&]() -> Outcome {
    if (ms == nullptr) return IsNull("place for the time");
    std::shared_ptr<Event> start, end;
    OPDK_ACL_TRY(Events().Find(startEvent, start));
    OPDK_ACL_TRY(Events().Find(endEvent, end));
    for (const auto& event : {start, end}) {
      if (!event->recorded()) return Fail(ACL_ERROR_INVALID_PARAM, "an event was not recorded");
      if (!event->happened()) return Fail(ACL_ERROR_INVALID_PARAM, "an event has not happened yet");
    }
    *ms = std::chrono::duration<float, std::milli>(end->when() - start->when()).count();
    return {};
  });
}
