#include "sdk/adapters/ascendcl/runtime.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "sdk/adapters/ascendcl/process.h"
#include "sdk/adapters/ascendcl/reports.h"

struct rtExceptionInfo {
  uint32_t task = 0, stream = 0, thread = 0, device = 0, code = 0;
};

namespace opdk::acl {
namespace {

std::atomic<aclrtExceptionInfoCallback> g_on_exception = nullptr;
std::atomic<uint32_t> g_next_stream = 0;

// The default context of the device, while it is set.
struct Device {
  std::mutex mutex;
  std::shared_ptr<Context> context;
  int times_set = 0;
};
Device& TheDevice() {
  static Device device;
  return device;
}

thread_local std::weak_ptr<Context> t_context;

Outcome CheckDevice(int32_t device) {
  if (device == 0) return {};
  return Fail(ACL_ERROR_INVALID_DEVICE, fmt::format("there is no device {}: this machine is device 0", device));
}

template <typename Condition>
bool WaitFor(std::condition_variable& changed, std::unique_lock<std::mutex>& lock, std::chrono::milliseconds timeout,
             Condition condition) {
  if (timeout.count() >= 0) return changed.wait_for(lock, timeout, condition);
  changed.wait(lock, condition);
  return true;
}

std::shared_ptr<Context> NewContext() {
  auto context = std::make_shared<Context>();
  context->own_stream = NewStream();
  return context;
}

}  // namespace

std::shared_ptr<Stream> NewStream() { return std::make_shared<Stream>(g_next_stream++); }

void Stream::Add(std::function<Outcome()> work) {
  const std::lock_guard in_order(adding_);
  uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = ++added_;
  }
  queue_.Add([this, number, work = std::move(work)] {
    thread_ = std::this_thread::get_id();
    bool skips = false;
    {
      const std::lock_guard lock(mutex_);
      skips = number <= aborted_ || (stops_on_failure_ && !failure_.ok());
    }
    Outcome outcome;
    if (!skips) {
      try {
        outcome = work();
      } catch (const std::exception& error) {
        outcome = Fail(ACL_ERROR_INTERNAL_ERROR, error.what());
      }
    }
    uint64_t task = 0;
    const auto code = static_cast<uint32_t>(outcome.code);
    {
      const std::lock_guard lock(mutex_);
      if (!outcome.ok() && failure_.ok()) failure_ = std::move(outcome);
      task = ++done_;
      changed_.notify_all();
    }
    if (const aclrtExceptionInfoCallback callback = g_on_exception; callback != nullptr && code != 0) {
      aclrtExceptionInfo info{static_cast<uint32_t>(task), number_, 0, 0, code};
      callback(&info);
    }
  });
}

Outcome Stream::Synchronize(std::chrono::milliseconds timeout) {
  if (is_own_thread()) return Fail(ACL_ERROR_INVALID_PARAM, "a task of a stream can't wait for the stream");
  std::unique_lock lock(mutex_);
  const uint64_t until = added_;
  if (!WaitFor(changed_, lock, timeout, [&] { return done_ >= until; })) {
    return Fail(ACL_ERROR_WAIT_CALLBACK_TIMEOUT, fmt::format("the stream isn't done after {} ms", timeout.count()));
  }
  return std::exchange(failure_, Outcome());
}

bool Stream::idle() const {
  const std::lock_guard lock(mutex_);
  return done_ == added_;
}

void Stream::Abort() {
  const std::lock_guard lock(mutex_);
  aborted_ = added_;
}

uint64_t Event::Record() {
  const std::lock_guard lock(mutex_);
  return ++recorded_;
}

void Event::Happen(uint64_t time) {
  const std::lock_guard lock(mutex_);
  if (time <= happened_) return;
  happened_ = time;
  when_ = std::chrono::steady_clock::now();
  changed_.notify_all();
}

void Event::Reset(uint64_t time) {
  const std::lock_guard lock(mutex_);
  reset_ = std::max(reset_, time);
  changed_.notify_all();
}

bool Event::happened() const {
  const std::lock_guard lock(mutex_);
  return happened_ >= recorded_;
}
bool Event::recorded() const {
  const std::lock_guard lock(mutex_);
  return recorded_ > reset_;
}
uint64_t Event::last() const {
  const std::lock_guard lock(mutex_);
  return recorded_;
}
std::chrono::steady_clock::time_point Event::when() const {
  const std::lock_guard lock(mutex_);
  return when_;
}

bool Event::Wait(uint64_t time, std::chrono::milliseconds timeout) const {
  std::unique_lock lock(mutex_);
  return WaitFor(changed_, lock, timeout, [&] { return std::max(happened_, reset_) >= time; });
}

Handles<Stream>& Streams() {
  static Handles<Stream> streams("stream");
  return streams;
}
Handles<Context>& Contexts() {
  static Handles<Context> contexts("context");
  return contexts;
}
Handles<Event>& Events() {
  static Handles<Event> events("event");
  return events;
}

Outcome CurrentContext(std::shared_ptr<Context>& context) {
  OPDK_ACL_TRY(CheckInitialized());
  context = t_context.lock();
  if (context == nullptr) {
    const std::lock_guard lock(TheDevice().mutex);
    context = TheDevice().context;
  }
  if (context != nullptr) return {};
  return Fail(ACL_ERROR_INVALID_PARAM, "this thread has no context: call aclrtSetDevice or aclrtSetCurrentContext");
}

Outcome FindStream(aclrtStream stream, std::shared_ptr<Stream>& found) {
  if (stream != nullptr) return Streams().Find(stream, found);
  std::shared_ptr<Context> context;
  OPDK_ACL_TRY(CurrentContext(context));
  found = context->own_stream;
  return {};
}

void ResetRuntime() {
  std::vector<std::shared_ptr<Stream>> left;
  Streams().ForEach([&](const std::shared_ptr<Stream>& stream) {
    stream->Abort();
    left.push_back(stream);
  });
  Contexts().ForEach([&](const std::shared_ptr<Context>& context) { left.push_back(context->own_stream); });
  {
    const std::lock_guard lock(TheDevice().mutex);
    if (const auto context = std::exchange(TheDevice().context, nullptr); context != nullptr) {
      left.push_back(context->own_stream);
    }
    TheDevice().times_set = 0;
  }
  // No function of the host holds them up any more, and all are told before any is waited for: they may wait for each
  // other.
  for (const auto& stream : left) EndReports(*stream);
  for (const auto& stream : left) static_cast<void>(stream->Synchronize(Timeout(-1)));
}

void ResetAtExit() {
  struct AtExit {
    // Makes the objects that ~AtExit uses. They are made before this object, and so end after it.
    AtExit() {
      Streams();
      Contexts();
      Events();
      TheDevice();
    }
    ~AtExit() { ResetRuntime(); }
  };
  static const AtExit at_exit;
}

namespace {

Outcome SynchronizeAll() {
  std::shared_ptr<Context> context;
  OPDK_ACL_TRY(CurrentContext(context));
  std::vector<std::shared_ptr<Stream>> streams = {context->own_stream};
  Streams().ForEach([&](const std::shared_ptr<Stream>& stream) { streams.push_back(stream); });
  Outcome first;
  for (const auto& stream : streams) {
    Outcome outcome = stream->Synchronize(Timeout(-1));
    if (first.ok()) first = std::move(outcome);
  }
  return first;
}

}  // namespace
}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError aclrtSetDevice(int32_t deviceId) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckInitialized());
    OPDK_ACL_TRY(CheckDevice(deviceId));
    Device& device = TheDevice();
    const std::lock_guard lock(device.mutex);
    if (device.context == nullptr) device.context = NewContext();
    ++device.times_set;
    t_context = device.context;
    return {};
  });
}

namespace {

Outcome Reset(int32_t device_id, bool force) {
  OPDK_ACL_TRY(CheckInitialized());
  OPDK_ACL_TRY(CheckDevice(device_id));
  std::shared_ptr<Context> gone;
  {
    Device& device = TheDevice();
    const std::lock_guard lock(device.mutex);
    if (device.times_set == 0) return Fail(ACL_ERROR_INVALID_DEVICE, "the device isn't set");
    device.times_set = force ? 0 : device.times_set - 1;
    if (device.times_set == 0) gone = std::exchange(device.context, nullptr);
  }
  return gone == nullptr ? Outcome() : gone->own_stream->Synchronize(Timeout(-1));
}

}  // namespace

aclError aclrtResetDevice(int32_t deviceId) {
  return Call(__func__, [&] { return Reset(deviceId, false); });
}
aclError aclrtResetDeviceForce(int32_t deviceId) {
  return Call(__func__, [&] { return Reset(deviceId, true); });
}

aclError aclrtGetDevice(int32_t* deviceId) {
  return Call(__func__, [&]() -> Outcome {
    if (deviceId == nullptr) return IsNull("place for the device");
    std::shared_ptr<Context> context;
    OPDK_ACL_TRY(CurrentContext(context));
    *deviceId = context->device;
    return {};
  });
}

aclError aclrtGetDeviceCount(uint32_t* count) {
  return Call(__func__, [&]() -> Outcome {
    if (count == nullptr) return IsNull("place for the count");
    *count = 1;
    return {};
  });
}

aclError aclrtGetRunMode(aclrtRunMode* runMode) {
  return Call(__func__, [&]() -> Outcome {
    if (runMode == nullptr) return IsNull("place for the run mode");
    OPDK_ACL_TRY(CheckInitialized());
    *runMode = ACL_HOST;
    return {};
  });
}

aclError aclrtSynchronizeDevice(void) {
  return Call(__func__, [] { return SynchronizeAll(); });
}

aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId) {
  return Call(__func__, [&]() -> Outcome {
    if (context == nullptr) return IsNull("place for the context");
    OPDK_ACL_TRY(CheckInitialized());
    OPDK_ACL_TRY(CheckDevice(deviceId));
    std::shared_ptr<Context> made = NewContext();
    t_context = made;
    *context = Contexts().Add(std::move(made));
    return {};
  });
}

aclError aclrtDestroyContext(aclrtContext context) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<Context> gone;
    {
      const std::lock_guard lock(TheDevice().mutex);
      if (context != nullptr && context == TheDevice().context.get()) {
        return Fail(ACL_ERROR_INVALID_PARAM, "the context is the device's own: aclrtResetDevice ends it");
      }
    }
    OPDK_ACL_TRY(Contexts().Remove(context, &gone));
    return gone->own_stream->Synchronize(Timeout(-1));
  });
}

aclError aclrtSetCurrentContext(aclrtContext context) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckInitialized());
    {
      // Accepts the device's own context too, which aclrtGetCurrentContext may have given.
      const std::lock_guard lock(TheDevice().mutex);
      if (context != nullptr && context == TheDevice().context.get()) {
        t_context = TheDevice().context;
        return {};
      }
    }
    std::shared_ptr<Context> found;
    OPDK_ACL_TRY(Contexts().Find(context, found));
    t_context = found;
    return {};
  });
}

aclError aclrtGetCurrentContext(aclrtContext* context) {
  return Call(__func__, [&]() -> Outcome {
    if (context == nullptr) return IsNull("place for the context");
    std::shared_ptr<Context> current;
    OPDK_ACL_TRY(CurrentContext(current));
    *context = current.get();
    return {};
  });
}

namespace {

Outcome Parameter(aclSysParamOpt option, int64_t*& place) {
  std::shared_ptr<Context> context;
  OPDK_ACL_TRY(CurrentContext(context));
  if (option != ACL_OPT_DETERMINISTIC && option != ACL_OPT_ENABLE_DEBUG_KERNEL) {
    return NoSuch("option of a context", "opt", option, "ACL_OPT_DETERMINISTIC and ACL_OPT_ENABLE_DEBUG_KERNEL");
  }
  place = &context->parameters[option];
  return {};
}

}  // namespace

aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t* value) {
  return Call(__func__, [&]() -> Outcome {
    if (value == nullptr) return IsNull("place for the value");
    int64_t* place = nullptr;
    OPDK_ACL_TRY(Parameter(opt, place));
    *value = *place;
    return {};
  });
}

aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value) {
  return Call(__func__, [&]() -> Outcome {
    int64_t* place = nullptr;
    OPDK_ACL_TRY(Parameter(opt, place));
    *place = value;
    return {};
  });
}

aclError aclrtSetExceptionInfoCallback(aclrtExceptionInfoCallback callback) {
  g_on_exception = callback;
  return ACL_SUCCESS;
}

uint32_t aclrtGetTaskIdFromExceptionInfo(const aclrtExceptionInfo* info) {
  return info == nullptr ? UINT32_MAX : info->task;
}
uint32_t aclrtGetStreamIdFromExceptionInfo(const aclrtExceptionInfo* info) {
  return info == nullptr ? UINT32_MAX : info->stream;
}
uint32_t aclrtGetThreadIdFromExceptionInfo(const aclrtExceptionInfo* info) {
  return info == nullptr ? UINT32_MAX : info->thread;
}
uint32_t aclrtGetDeviceIdFromExceptionInfo(const aclrtExceptionInfo* info) {
  return info == nullptr ? UINT32_MAX : info->device;
}
uint32_t aclrtGetErrorCodeFromExceptionInfo(const aclrtExceptionInfo* info) {
  return info == nullptr ? UINT32_MAX : info->code;
}
