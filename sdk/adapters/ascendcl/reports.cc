#include "sdk/adapters/ascendcl/reports.h"

#include <pthread.h>

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace opdk::acl {
namespace {

struct Report {
  aclrtCallback function = nullptr;
  void* data = nullptr;
  bool called = false;
};

// Reports for one thread.
struct Mailbox {
  std::deque<std::shared_ptr<Report>> reports;
};

struct Post {
  std::mutex mutex;
  std::condition_variable changed;
  std::map<uint64_t, Mailbox> mailboxes;          // by thread
  std::map<const Stream*, uint64_t> subscribers;  // thread by stream
};
// Returns the post, which is never destroyed: streams that are left at the end of the program still use it.
Post& ThePost() {
  static Post* const post = new Post;
  return *post;
}

uint64_t ThisThread() { return static_cast<uint64_t>(pthread_self()); }

Outcome Subscribe(uint64_t thread, aclrtStream stream) {
  std::shared_ptr<Stream> found;
  OPDK_ACL_TRY(FindStream(stream, found));
  Post& post = ThePost();
  const std::lock_guard lock(post.mutex);
  if (!post.subscribers.emplace(found.get(), thread).second) {
    return Fail(ACL_ERROR_REPEAT_SUBSCRIBE, "a thread is subscribed to the stream already");
  }
  post.mailboxes[thread];
  return {};
}

// Erases a subscription. The last subscription of a thread takes the thread's mailbox along, with the reports that wait
// there.
void Erase(Post& post, std::map<const Stream*, uint64_t>::iterator subscriber) {
  const uint64_t thread = subscriber->second;
  post.subscribers.erase(subscriber);
  for (const auto& [other, its_thread] : post.subscribers) {
    if (its_thread == thread) return;
  }
  post.mailboxes.erase(thread);
}

Outcome Unsubscribe(uint64_t thread, aclrtStream stream) {
  std::shared_ptr<Stream> found;
  OPDK_ACL_TRY(FindStream(stream, found));
  Post& post = ThePost();
  const std::lock_guard lock(post.mutex);
  const auto subscriber = post.subscribers.find(found.get());
  if (subscriber == post.subscribers.end() || subscriber->second != thread) {
    return Fail(ACL_ERROR_STREAM_NOT_SUBSCRIBE, "the thread isn't subscribed to the stream");
  }
  Erase(post, subscriber);
  post.changed.notify_all();
  return {};
}

Outcome Launch(aclrtCallback function, void* data, aclrtCallbackBlockType block, aclrtStream stream) {
  if (function == nullptr) return IsNull("function");
  if (block != ACL_CALLBACK_BLOCK && block != ACL_CALLBACK_NO_BLOCK) {
    return Fail(ACL_ERROR_INVALID_PARAM, "a call blocks the stream or doesn't");
  }
  std::shared_ptr<Stream> found;
  OPDK_ACL_TRY(FindStream(stream, found));
  Post& post = ThePost();
  uint64_t thread = 0;
  {
    const std::lock_guard lock(post.mutex);
    const auto subscriber = post.subscribers.find(found.get());
    if (subscriber == post.subscribers.end()) {
      return Fail(ACL_ERROR_STREAM_NOT_SUBSCRIBE, "no thread is subscribed to the stream");
    }
    thread = subscriber->second;
  }
  auto report = std::make_shared<Report>(Report{function, data, false});
  found->Add([report, thread, block, on = found.get()]() -> Outcome {
    Post& own = ThePost();
    std::unique_lock lock(own.mutex);
    const auto mailbox = own.mailboxes.find(thread);
    if (mailbox == own.mailboxes.end())
      return Fail(ACL_ERROR_THREAD_NOT_SUBSCRIBE, "the thread isn't subscribed any more");
    mailbox->second.reports.push_back(report);
    own.changed.notify_all();
    if (block == ACL_CALLBACK_BLOCK) {
      own.changed.wait(lock, [&] { return report->called || !own.subscribers.contains(on); });
    }
    return {};
  });
  return {};
}

Outcome Process(int32_t timeout) {
  if (timeout < -1 || timeout == 0) return Fail(ACL_ERROR_INVALID_PARAM, "a time is -1 or milliseconds");
  const uint64_t thread = ThisThread();
  Post& post = ThePost();
  std::unique_lock lock(post.mutex);
  const auto gone = [&] { return !post.mailboxes.contains(thread); };
  if (gone()) return Fail(ACL_ERROR_THREAD_NOT_SUBSCRIBE, "this thread is subscribed to no stream");
  const auto ready = [&] { return gone() || !post.mailboxes[thread].reports.empty(); };
  if (timeout < 0) {
    post.changed.wait(lock, ready);
  } else if (!post.changed.wait_for(lock, Timeout(timeout), ready)) {
    return Fail(ACL_ERROR_WAIT_CALLBACK_TIMEOUT, "nothing was launched in that time");
  }
  if (gone()) return Fail(ACL_ERROR_THREAD_NOT_SUBSCRIBE, "this thread is subscribed to no stream any more");
  const std::shared_ptr<Report> report = std::move(post.mailboxes[thread].reports.front());
  post.mailboxes[thread].reports.pop_front();
  lock.unlock();
  const auto finish = [&] {
    lock.lock();
    report->called = true;
    post.changed.notify_all();
  };
  try {
    report->function(report->data);
  } catch (...) {
    finish();
    throw;
  }
  finish();
  return {};
}

}  // namespace

void EndReports(const Stream& stream) {
  Post& post = ThePost();
  const std::lock_guard lock(post.mutex);
  const auto subscriber = post.subscribers.find(&stream);
  if (subscriber == post.subscribers.end()) return;
  Erase(post, subscriber);
  post.changed.notify_all();
}

}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream) {
  return Call(__func__, [&] { return Subscribe(threadId, stream); });
}
aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream) {
  return Call(__func__, [&] { return Unsubscribe(threadId, stream); });
}
aclError aclrtLaunchCallback(aclrtCallback fn, void* userData, aclrtCallbackBlockType blockType, aclrtStream stream) {
  return Call(__func__, [&] { return Launch(fn, userData, blockType, stream); });
}
aclError aclrtProcessReport(int32_t timeout) {
  return Call(__func__, [&] { return Process(timeout); });
}

aclError aclrtSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream) {
  return Call(__func__, [&] { return Subscribe(hostFuncThreadId, exeStream); });
}
aclError aclrtUnSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream) {
  return Call(__func__, [&] { return Unsubscribe(hostFuncThreadId, exeStream); });
}
aclError aclrtProcessHostFunc(int32_t timeout) {
  return Call(__func__, [&] { return Process(timeout); });
}
