// The functions of streams and events.
#include <fmt/format.h>

#include <cstring>

#include "sdk/adapters/ascendcl/allocators.h"
#include "sdk/adapters/ascendcl/process.h"
#include "sdk/adapters/ascendcl/reports.h"
#include "sdk/adapters/ascendcl/runtime.h"

namespace opdk::acl {
namespace {

Handles<aclrtStreamConfigHandle>& StreamConfigs() {
  static Handles<aclrtStreamConfigHandle> configs("configuration");
  return configs;
}

// A place in a stream's work. If the stream never gets there, its end releases all that wait for it.
class Recording {
 public:
  explicit Recording(std::shared_ptr<Event> event) : event_(std::move(event)), time_(event_->Record()) {}
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;
  ~Recording() { event_->Happen(time_); }
  void Happen() const { event_->Happen(time_); }

 private:
  const std::shared_ptr<Event> event_;
  const uint64_t time_;
};

Outcome TakeStream(aclrtStream stream, std::shared_ptr<Stream>& gone) {
  OPDK_ACL_TRY(Streams().Find(stream, gone));
  if (gone->is_own_thread()) return Fail(ACL_ERROR_INVALID_PARAM, "a task of a stream can't end the stream");
  return Streams().Remove(stream);
}

// Adds the work that `work` makes of the event to the stream.
template <typename Work>
aclError Add(const char* function, aclrtEvent event, aclrtStream stream, Work&& work) {
  return Call(function, [&]() -> Outcome {
    std::shared_ptr<Event> found;
    std::shared_ptr<Stream> on;
    OPDK_ACL_TRY(Events().Find(event, found));
    OPDK_ACL_TRY(FindStream(stream, on));
    on->Add(work(found));
    return {};
  });
}

// Removes the parts that other modules keep of a stream.
void Forget(const Stream& stream) {
  EndReports(stream);
  ForgetAllocator(stream);
}

}  // namespace
}  // namespace opdk::acl

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
  std::shared_ptr<aclrtStreamConfigHandle> config;
  if (const aclError code = Call(__func__, [&] { return StreamConfigs().Find(handle, config); }); code != ACL_SUCCESS) {
    return code;
  }
  return aclrtCreateStreamWithConfig(stream, config->priority, static_cast<uint32_t>(config->flag));
}

aclError aclrtDestroyStream(aclrtStream stream) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<Stream> gone;
    OPDK_ACL_TRY(TakeStream(stream, gone));
    Outcome outcome = gone->Synchronize(Timeout(-1));
    Forget(*gone);
    return outcome;
  });
}

aclError aclrtDestroyStreamForce(aclrtStream stream) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<Stream> gone;
    OPDK_ACL_TRY(TakeStream(stream, gone));
    gone->Abort();
    Forget(*gone);
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
    if (mode > ACL_STOP_ON_FAILURE) {
      return NoSuch("mode of failures", "mode", static_cast<int64_t>(mode),
                    "ACL_CONTINUE_ON_FAILURE and ACL_STOP_ON_FAILURE");
    }
    std::shared_ptr<Stream> found;
    OPDK_ACL_TRY(FindStream(stream, found));
    found->StopOnFailure(mode == ACL_STOP_ON_FAILURE);
    return {};
  });
}

aclrtStreamConfigHandle* aclrtCreateStreamConfigHandle(void) {
  return Get<aclrtStreamConfigHandle*>(__func__, nullptr, [](aclrtStreamConfigHandle*& handle) -> Outcome {
    handle = StreamConfigs().Add(std::make_shared<aclrtStreamConfigHandle>());
    return {};
  });
}

aclError aclrtDestroyStreamConfigHandle(aclrtStreamConfigHandle* handle) {
  return Call(__func__, [&] { return StreamConfigs().Remove(handle); });
}

aclError aclrtSetStreamConfigOpt(aclrtStreamConfigHandle* handle, aclrtStreamConfigAttr attr, const void* attrValue,
                                 size_t valueSize) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclrtStreamConfigHandle> config;
    OPDK_ACL_TRY(StreamConfigs().Find(handle, config));
    if (attrValue == nullptr) return IsNull("value");
    const auto read = [&](auto& to) { return TakeValue(attrValue, valueSize, to); };
    switch (attr) {
      case ACL_RT_STREAM_WORK_ADDR_PTR:
        return read(config->workptr);
      case ACL_RT_STREAM_WORK_SIZE:
        return read(config->workSize);
      case ACL_RT_STREAM_FLAG:
        return read(config->flag);
      case ACL_RT_STREAM_PRIORITY:
        return read(config->priority);
    }
    return NoSuch(
        "attribute of a stream", "attr", attr,
        "ACL_RT_STREAM_WORK_ADDR_PTR, ACL_RT_STREAM_WORK_SIZE, ACL_RT_STREAM_FLAG and ACL_RT_STREAM_PRIORITY");
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
    if (flag == 0 || (flag & ~kKnown) != 0) {
      return NoSuch("flag of events", "flag", flag,
                    "ACL_EVENT_SYNC, ACL_EVENT_CAPTURE_STREAM_PROGRESS, ACL_EVENT_TIME_LINE and their unions");
    }
    *event = Events().Add(std::make_shared<Event>(flag));
    return {};
  });
}

aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag) { return aclrtCreateEventWithFlag(event, flag); }

aclError aclrtDestroyEvent(aclrtEvent event) {
  return Call(__func__, [&] { return Events().Remove(event); });
}

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) {
  return Add(__func__, event, stream, [](const std::shared_ptr<Event>& found) {
    return [recording = std::make_shared<const Recording>(found)]() -> Outcome {
      recording->Happen();
      return {};
    };
  });
}

aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream) {
  return Add(__func__, event, stream, [](const std::shared_ptr<Event>& found) {
    return [found, time = found->last()]() -> Outcome {
      found->Reset(time);
      return {};
    };
  });
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) {
  return Add(__func__, event, stream, [](const std::shared_ptr<Event>& found) {
    return [found, time = found->last()]() -> Outcome {
      static_cast<void>(found->Wait(time, Timeout(-1)));
      return {};
    };
  });
}

namespace {

Outcome FindForStatus(aclrtEvent event, const void* place, std::shared_ptr<Event>& found) {
  return place == nullptr ? IsNull("place for the status") : Events().Find(event, found);
}

bool IsComplete(const Event& event) { return event.recorded() && event.happened(); }

}  // namespace

aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<Event> found;
    OPDK_ACL_TRY(FindForStatus(event, status, found));
    *status = IsComplete(*found) ? ACL_EVENT_STATUS_COMPLETE : ACL_EVENT_STATUS_NOT_READY;
    return {};
  });
}

aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<Event> found;
    OPDK_ACL_TRY(FindForStatus(event, status, found));
    *status = IsComplete(*found) ? ACL_EVENT_RECORDED_STATUS_COMPLETE : ACL_EVENT_RECORDED_STATUS_NOT_READY;
    return {};
  });
}

aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus* status) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<Event> found;
    OPDK_ACL_TRY(FindForStatus(event, status, found));
    *status =
        !found->recorded() || found->happened() ? ACL_EVENT_WAIT_STATUS_COMPLETE : ACL_EVENT_WAIT_STATUS_NOT_READY;
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
      if ((event->flags() & ACL_EVENT_TIME_LINE) == 0) {
        return Fail(ACL_ERROR_INVALID_PARAM, "an event was made without ACL_EVENT_TIME_LINE");
      }
      if (!event->recorded()) return Fail(ACL_ERROR_INVALID_PARAM, "an event was not recorded");
      if (!event->happened()) return Fail(ACL_ERROR_INVALID_PARAM, "an event has not happened yet");
    }
    *ms = std::chrono::duration<float, std::milli>(end->when() - start->when()).count();
    return {};
  });
}
