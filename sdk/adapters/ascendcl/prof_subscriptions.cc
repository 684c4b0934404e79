// Times of a model's tasks, written to a pipe.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "graph_core/base/work_queue.h"
#include "opdk/log.h"
#include "sdk/adapters/ascendcl/handles.h"
#include "sdk/adapters/ascendcl/models.h"
#include "sdk/adapters/ascendcl/process.h"
#include "sdk/adapters/ascendcl/prof.h"

struct aclprofSubscribeConfig {
  int file = -1;
};

namespace opdk::acl {
namespace {

// A task's record in the form that goes through the pipe.
struct TaskRecord {
  static constexpr uint32_t kSignature = 0x6b647061;
  uint32_t signature = kSignature;
  uint32_t model = 0;
  uint64_t start_ns = 0, end_ns = 0;
  uint32_t thread = 0;
  uint32_t flag = ACL_SUBSCRIBE_OP;
  char type[ACL_PROF_MAX_OP_TYPE_LEN] = {};
  char name[ACL_PROF_MAX_OP_NAME_LEN] = {};
};

// Records that are written at once: as many as a pipe takes whole.
constexpr size_t kAtOnce = 4096 / sizeof(TaskRecord);

class Subscription {
 public:
  explicit Subscription(int file) : file_(file) {}
  Subscription(const Subscription&) = delete;
  Subscription& operator=(const Subscription&) = delete;
  ~Subscription() {
    closing_ = true;
    queue_.Finish();
    close(file_);
  }

  // Queues records to be written. A run doesn't wait for the reader of the pipe.
  void Add(std::vector<TaskRecord> records) {
    queue_.Add([this, own = std::move(records)] {
      for (size_t i = 0; i < own.size() && !failed_; i += kAtOnce) Write(&own[i], std::min(kAtOnce, own.size() - i));
    });
  }

 private:
  void Write(const TaskRecord* records, size_t count) {
    // A reader that has gone is an error of this pipe, and no signal for the program.
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
    const auto* bytes = reinterpret_cast<const char*>(records);
    for (size_t left = count * sizeof(TaskRecord); left > 0;) {
      if (!WaitForRoom()) return Drop("nobody reads them");
      const ssize_t written = write(file_, bytes, left);
      if (written < 0 && errno != EINTR && errno != EAGAIN) return Drop(std::strerror(errno));
      if (written < 0) continue;
      bytes += written;
      left -= static_cast<size_t>(written);
    }
  }
  bool WaitForRoom() const {
    constexpr int kPatience = 5000, kOnce = 100;  // milliseconds, once nothing more comes
    pollfd room{file_, POLLOUT, 0};
    for (int waited = 0; waited < kPatience; waited += closing_ ? kOnce : 0) {
      if (poll(&room, 1, kOnce) != 0) return true;
    }
    return false;
  }
  void Drop(const char* why) {
    failed_ = true;
    Log(LogLevel::kWarning, "acl", "times of a model are dropped: %s", why);
  }

  const int file_;
  bool failed_ = false;
  std::atomic<bool> closing_ = false;
  WorkQueue queue_;  // last: its thread uses the others
};

struct Subscriptions {
  std::mutex mutex;
  std::map<uint32_t, std::shared_ptr<Subscription>> by_model;
};
Subscriptions& TheSubscriptions() {
  static Subscriptions subscriptions;
  return subscriptions;
}

Handles<aclprofSubscribeConfig>& SubscribeConfigs() {
  static Handles<aclprofSubscribeConfig> configs("configuration of a subscription");
  return configs;
}

template <size_t size>
void CopyText(const std::string& text, char (&to)[size]) {
  std::memcpy(to, text.data(), std::min(text.size(), size - 1));
}

class SubscribedRun : public Profile {
 public:
  SubscribedRun(uint32_t model, std::shared_ptr<Subscription> subscription)
      : Profile(0), model_(model), subscription_(std::move(subscription)) {}

  Status EndRun(const std::vector<StepName>& steps) override {
    OPDK_TRY(Profile::EndRun(steps));
    std::vector<TaskRecord> records(events().size());
    for (size_t i = 0; i < records.size(); ++i) {
      const Event& event = events()[i];
      records[i].model = model_;
      records[i].start_ns = static_cast<uint64_t>(event.start_ns);
      records[i].end_ns = static_cast<uint64_t>(event.start_ns + event.duration_ns);
      records[i].thread = static_cast<uint32_t>(gettid());
      CopyText(steps[static_cast<size_t>(event.step)].type, records[i].type);
      CopyText(steps[static_cast<size_t>(event.step)].node, records[i].name);
    }
    ForgetEvents();
    if (!records.empty()) subscription_->Add(std::move(records));
    return Status();
  }

 private:
  const uint32_t model_;
  const std::shared_ptr<Subscription> subscription_;
};

Outcome FindRecord(const void* info, size_t bytes, uint32_t index, TaskRecord& record) {
  if (info == nullptr) return IsNull("data");
  const size_t count = bytes / sizeof(TaskRecord);
  if (index >= count) return NoPort("task", index, count);
  std::memcpy(&record, static_cast<const char*>(info) + index * sizeof record, sizeof record);
  if (record.signature == TaskRecord::kSignature) return {};
  return Fail(ACL_ERROR_INVALID_PARAM, "the data didn't come from a subscription");
}

// Returns the length of a text, with its final NUL.
aclError GiveLength(const char* function, const void* info, size_t bytes, uint32_t index, size_t* length,
                    const char* (*text)(const TaskRecord&)) {
  return Call(function, [&]() -> Outcome {
    if (length == nullptr) return IsNull("place for the length");
    TaskRecord record;
    OPDK_ACL_TRY(FindRecord(info, bytes, index, record));
    *length = std::strlen(text(record)) + 1;
    return {};
  });
}

aclError GiveText(const char* function, const void* info, size_t bytes, uint32_t index, char* to, size_t size,
                  const char* (*text)(const TaskRecord&)) {
  return Call(function, [&]() -> Outcome {
    if (to == nullptr) return IsNull("place for the text");
    TaskRecord record;
    OPDK_ACL_TRY(FindRecord(info, bytes, index, record));
    const size_t needed = std::strlen(text(record)) + 1;
    if (size < needed) {
      return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the text needs {} bytes, there is place for {}", needed, size));
    }
    std::memcpy(to, text(record), needed);
    return {};
  });
}

const char* TypeOf(const TaskRecord& record) { return record.type; }
const char* NameOf(const TaskRecord& record) { return record.name; }

template <typename Value>
Value OfRecord(const char* function, const void* info, size_t bytes, uint32_t index, Value otherwise,
               Value (*read)(const TaskRecord&)) {
  return Get<Value>(function, otherwise, [&](Value& value) -> Outcome {
    TaskRecord record;
    OPDK_ACL_TRY(FindRecord(info, bytes, index, record));
    value = read(record);
    return {};
  });
}

}  // namespace

std::unique_ptr<RunObserver> SubscribersObserver(uint32_t model) {
  const std::lock_guard lock(TheSubscriptions().mutex);
  const auto found = TheSubscriptions().by_model.find(model);
  if (found == TheSubscriptions().by_model.end()) return nullptr;
  return std::make_unique<SubscribedRun>(model, found->second);
}

bool HasSubscriptions() {
  const std::lock_guard lock(TheSubscriptions().mutex);
  return !TheSubscriptions().by_model.empty();
}

bool EndSubscription(uint32_t model) {
  decltype(Subscriptions::by_model)::node_type gone;  // ends when the lock is free
  const std::lock_guard lock(TheSubscriptions().mutex);
  gone = TheSubscriptions().by_model.extract(model);
  if (gone.empty()) return false;
  CountWatchers(-1);
  return true;
}

void EndSubscriptions() {
  decltype(Subscriptions::by_model) gone;  // ends when the lock is free
  const std::lock_guard lock(TheSubscriptions().mutex);
  gone.swap(TheSubscriptions().by_model);
  CountWatchers(-static_cast<int>(gone.size()));
}

}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclprofSubscribeConfig* aclprofCreateSubscribeConfig(int8_t timeInfoSwitch, aclprofAicoreMetrics aicoreMetrics,
                                                     void* fd) {
  static_cast<void>(aicoreMetrics);  // of AI Cores
  return Get<aclprofSubscribeConfig*>(__func__, nullptr, [&](aclprofSubscribeConfig*& config) -> Outcome {
    if (fd == nullptr) return IsNull("address of the pipe's number");
    if (timeInfoSwitch != 1)
      return Fail(ACL_ERROR_INVALID_PARAM, "a subscription reports times alone: the switch is 1");
    auto made = std::make_shared<aclprofSubscribeConfig>();
    std::memcpy(&made->file, fd, sizeof made->file);
    if (fcntl(made->file, F_GETFD) < 0) {
      return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("no file is open by the number {}", made->file));
    }
    config = SubscribeConfigs().Add(std::move(made));
    return {};
  });
}
aclError aclprofDestroySubscribeConfig(const aclprofSubscribeConfig* profSubscribeConfig) {
  return Call(__func__, [&] { return SubscribeConfigs().Remove(profSubscribeConfig); });
}

aclError aclprofModelSubscribe(uint32_t modelId, const aclprofSubscribeConfig* profSubscribeConfig) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<AclModel> model;
    std::shared_ptr<aclprofSubscribeConfig> config;
    OPDK_ACL_TRY(FindModel(modelId, model));
    OPDK_ACL_TRY(SubscribeConfigs().Find(profSubscribeConfig, config));
    if (CurrentProfile() != nullptr) return Fail(ACL_ERROR_PROF_API_CONFLICT, "times are written to files now");
    const std::lock_guard lock(TheSubscriptions().mutex);
    std::shared_ptr<Subscription>& subscription = TheSubscriptions().by_model[modelId];
    if (subscription != nullptr) return Fail(ACL_ERROR_PROF_REPEAT_SUBSCRIBE, "the model has a subscription already");
    const int file = fcntl(config->file, F_DUPFD_CLOEXEC, 0);
    if (file < 0) {
      TheSubscriptions().by_model.erase(modelId);
      return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the pipe can't be written to: {}", std::strerror(errno)));
    }
    subscription = std::make_shared<Subscription>(file);
    CountWatchers(1);
    return {};
  });
}

aclError aclprofModelUnSubscribe(uint32_t modelId) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<AclModel> model;
    OPDK_ACL_TRY(FindModel(modelId, model));
    if (EndSubscription(modelId)) return {};
    return Fail(ACL_ERROR_INVALID_MODEL_ID, fmt::format("model {} has no subscription", modelId));
  });
}

aclError aclprofGetOpDescSize(size_t* opDescSize) {
  return Call(__func__, [&]() -> Outcome {
    if (opDescSize == nullptr) return IsNull("place for the size");
    *opDescSize = sizeof(TaskRecord);
    return {};
  });
}

aclError aclprofGetOpNum(const void* opInfo, size_t opInfoLen, uint32_t* opNumber) {
  return Call(__func__, [&]() -> Outcome {
    if (opInfo == nullptr || opNumber == nullptr) return IsNull("data or place for the number");
    if (opInfoLen == 0 || opInfoLen % sizeof(TaskRecord) != 0) {
      return Fail(ACL_ERROR_INVALID_PARAM,
                  fmt::format("the data of each task has {} bytes, {} are given", sizeof(TaskRecord), opInfoLen));
    }
    *opNumber = static_cast<uint32_t>(opInfoLen / sizeof(TaskRecord));
    return {};
  });
}

aclError aclprofGetOpTypeLen(const void* opInfo, size_t opInfoLen, uint32_t index, size_t* opTypeLen) {
  return GiveLength(__func__, opInfo, opInfoLen, index, opTypeLen, TypeOf);
}
aclError aclprofGetOpType(const void* opInfo, size_t opInfoLen, uint32_t index, char* opType, size_t opTypeLen) {
  return GiveText(__func__, opInfo, opInfoLen, index, opType, opTypeLen, TypeOf);
}
aclError aclprofGetOpNameLen(const void* opInfo, size_t opInfoLen, uint32_t index, size_t* opNameLen) {
  return GiveLength(__func__, opInfo, opInfoLen, index, opNameLen, NameOf);
}
aclError aclprofGetOpName(const void* opInfo, size_t opInfoLen, uint32_t index, char* opName, size_t opNameLen) {
  return GiveText(__func__, opInfo, opInfoLen, index, opName, opNameLen, NameOf);
}

uint64_t aclprofGetOpStart(const void* opInfo, size_t opInfoLen, uint32_t index) {
  return OfRecord<uint64_t>(__func__, opInfo, opInfoLen, index, 0,
                            [](const TaskRecord& record) { return record.start_ns; });
}
uint64_t aclprofGetOpEnd(const void* opInfo, size_t opInfoLen, uint32_t index) {
  return OfRecord<uint64_t>(__func__, opInfo, opInfoLen, index, 0,
                            [](const TaskRecord& record) { return record.end_ns; });
}
uint64_t aclprofGetOpDuration(const void* opInfo, size_t opInfoLen, uint32_t index) {
  return OfRecord<uint64_t>(__func__, opInfo, opInfoLen, index, 0,
                            [](const TaskRecord& record) { return record.end_ns - record.start_ns; });
}
size_t aclprofGetModelId(const void* opInfo, size_t opInfoLen, uint32_t index) {
  return OfRecord<size_t>(__func__, opInfo, opInfoLen, index, 0,
                          [](const TaskRecord& record) -> size_t { return record.model; });
}
aclprofSubscribeOpFlag aclprofGetOpFlag(const void* opInfo, size_t opInfoLen, uint32_t index) {
  return OfRecord<aclprofSubscribeOpFlag>(
      __func__, opInfo, opInfoLen, index, ACL_SUBSCRIBE_NONE,
      [](const TaskRecord& record) { return static_cast<aclprofSubscribeOpFlag>(record.flag); });
}
const char* aclprofGetOpAttriValue(const void* opInfo, size_t opInfoLen, uint32_t index,
                                   aclprofSubscribeOpAttri attri) {
  return Get<const char*>(__func__, nullptr, [&](const char*& text) -> Outcome {
    TaskRecord record;
    OPDK_ACL_TRY(FindRecord(opInfo, opInfoLen, index, record));
    if (attri != ACL_SUBSCRIBE_ATTRI_THREADID) {
      return NoSuch("attribute of a task", "attri", attri, "ACL_SUBSCRIBE_ATTRI_THREADID");
    }
    thread_local std::string number;
    number = std::to_string(record.thread);
    text = number.c_str();
    return {};
  });
}
