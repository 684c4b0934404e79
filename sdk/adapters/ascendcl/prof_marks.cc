// Marks, ranges and steps of the program's own in the files of times.
#include <fmt/format.h>

#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "sdk/adapters/ascendcl/prof.h"
#include "sdk/adapters/ascendcl/runtime.h"

struct aclprofStepInfo {
  std::mutex mutex;
  bool started = false, ended = false;  // was asked for
  int64_t start_ns = 0;
};

namespace opdk::acl {
namespace {

constexpr size_t kLongestMessage = 127;

struct Stamp {
  std::string message;
};
Handles<Stamp>& Stamps() {
  static Handles<Stamp> stamps("stamp");
  return stamps;
}
Handles<aclprofStepInfo>& Steps() {
  static Handles<aclprofStepInfo> steps("step");
  return steps;
}

struct Range {
  std::string message;
  int64_t start_ns = 0;
};
struct Ranges {
  std::mutex mutex;
  std::map<uint32_t, Range> by_id;
  uint32_t next = 1;
};
Ranges& TheRanges() {
  static Ranges ranges;
  return ranges;
}
thread_local std::vector<Range> t_pushed;

// Returns the row of this thread in the profile, from 1 on. Each thread has a row of its own.
int RowOfThread() {
  static std::atomic<int> threads = 0;
  thread_local const int row = -++threads;
  return row;
}

Outcome Record(const std::shared_ptr<ProfileFiles>& files, const std::string& name, const char* category,
               int64_t start_ns) {
  if (files == nullptr) return {};
  return FromStatus(files->AddEvent(name, category, start_ns, Profile::Clock(), RowOfThread()));
}

Outcome ReadMessage(const char* text, size_t length, std::string& message) {
  if (text == nullptr) return IsNull("message");
  if (length == 0 || length > kLongestMessage) {
    return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("a message has 1 to {} characters", kLongestMessage));
  }
  message.assign(text, strnlen(text, length));
  return {};
}

Outcome FindMessage(const void* stamp, std::string& message) {
  std::shared_ptr<Stamp> found;
  OPDK_ACL_TRY(Stamps().Find(stamp, found));
  message = found->message;
  return {};
}

// Does the stream's work when it reaches the step: notes its start, or records the step.
Outcome Step(aclprofStepInfo& info, aclprofStepTag tag, uint32_t stream) {
  const std::lock_guard lock(info.mutex);
  if (tag == ACL_STEP_START) {
    info.start_ns = Profile::Clock();
    return {};
  }
  return Record(CurrentProfile(), fmt::format("step on stream {}", stream), "step", info.start_ns);
}

}  // namespace
}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclprofStepInfo* aclprofCreateStepInfo(void) {
  return Get<aclprofStepInfo*>(__func__, nullptr, [](aclprofStepInfo*& step) -> Outcome {
    step = Steps().Add(std::make_shared<aclprofStepInfo>());
    return {};
  });
}
void aclprofDestroyStepInfo(aclprofStepInfo* stepinfo) {
  static_cast<void>(Call(__func__, [&] { return Steps().Remove(stepinfo); }));
}

aclError aclprofGetStepTimestamp(aclprofStepInfo* stepInfo, aclprofStepTag tag, aclrtStream stream) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclprofStepInfo> step;
    std::shared_ptr<Stream> on;
    OPDK_ACL_TRY(Steps().Find(stepInfo, step));
    if (tag != ACL_STEP_START && tag != ACL_STEP_END) {
      return Fail(ACL_ERROR_INVALID_PARAM, "a step starts or ends");
    }
    OPDK_ACL_TRY(FindStream(stream, on));
    {
      const std::lock_guard lock(step->mutex);
      bool& was_asked = tag == ACL_STEP_START ? step->started : step->ended;
      if (was_asked) return Fail(ACL_ERROR_INVALID_PARAM, "a step starts and ends once");
      if (!step->started && tag == ACL_STEP_END) return Fail(ACL_ERROR_INVALID_PARAM, "the step was not started");
      was_asked = true;
    }
    on->Add([step, tag, number = on->number()] { return Step(*step, tag, number); });
    return {};
  });
}

void* aclprofCreateStamp(void) {
  return Get<void*>(__func__, nullptr, [](void*& stamp) -> Outcome {
    stamp = Stamps().Add(std::make_shared<Stamp>());
    return {};
  });
}
void aclprofDestroyStamp(void* stamp) {
  static_cast<void>(Call(__func__, [&] { return Stamps().Remove(stamp); }));
}

aclError aclprofSetStampTraceMessage(void* stamp, const char* msg, uint32_t msgLen) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<Stamp> found;
    OPDK_ACL_TRY(Stamps().Find(stamp, found));
    return ReadMessage(msg, msgLen, found->message);
  });
}

aclError aclprofMark(void* stamp) {
  return Call(__func__, [&]() -> Outcome {
    std::string message;
    OPDK_ACL_TRY(FindMessage(stamp, message));
    return Record(ProfileOfMarks(), message, "mark", opdk::Profile::Clock());
  });
}

aclError aclprofMarkEx(const char* msg, size_t msgLen, aclrtStream stream) {
  return Call(__func__, [&]() -> Outcome {
    std::string message;
    std::shared_ptr<Stream> on;
    OPDK_ACL_TRY(ReadMessage(msg, msgLen, message));
    OPDK_ACL_TRY(FindStream(stream, on));
    on->Add([message] { return Record(ProfileOfMarks(), message, "mark", opdk::Profile::Clock()); });
    return {};
  });
}

aclError aclprofPush(void* stamp) {
  return Call(__func__, [&]() -> Outcome {
    Range range;
    OPDK_ACL_TRY(FindMessage(stamp, range.message));
    range.start_ns = opdk::Profile::Clock();
    t_pushed.push_back(std::move(range));
    return {};
  });
}

aclError aclprofPop(void) {
  return Call(__func__, []() -> Outcome {
    if (t_pushed.empty()) return Fail(ACL_ERROR_INVALID_PARAM, "this thread has pushed nothing");
    const Range range = std::move(t_pushed.back());
    t_pushed.pop_back();
    return Record(ProfileOfMarks(), range.message, "range", range.start_ns);
  });
}

aclError aclprofRangeStart(void* stamp, uint32_t* rangeId) {
  return Call(__func__, [&]() -> Outcome {
    if (rangeId == nullptr) return IsNull("place for the range's number");
    Range range;
    OPDK_ACL_TRY(FindMessage(stamp, range.message));
    const std::lock_guard lock(TheRanges().mutex);
    range.start_ns = opdk::Profile::Clock();
    *rangeId = TheRanges().next++;
    TheRanges().by_id.emplace(*rangeId, std::move(range));
    return {};
  });
}

aclError aclprofRangeStop(uint32_t rangeId) {
  return Call(__func__, [&]() -> Outcome {
    decltype(Ranges::by_id)::node_type range;
    {
      const std::lock_guard lock(TheRanges().mutex);
      range = TheRanges().by_id.extract(rangeId);
    }
    if (range.empty()) return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("there is no range {}", rangeId));
    return Record(ProfileOfMarks(), range.mapped().message, "range", range.mapped().start_ns);
  });
}
