#include "graph_core/package/fence.h"

#include <cxxabi.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <boost/core/demangle.hpp>
#include <exception>
#include <mutex>
#include <set>
#include <thread>
#include <typeinfo>

#include "graph_core/package/running_step.h"

namespace opdk {
namespace {

// A running call, and the call around it.
struct Running {
  const std::function<std::string()>* where;
  const Running* outer;
  uint64_t number;
  bool of_package;  // false: a step of opdk's own
};

struct ThisThread;

// The running call of each thread that was ever in a Fence. Never destroyed, because threads outlive static objects.
struct Threads {
  std::mutex mutex;
  std::set<const ThisThread*> all;
  uint64_t count = 0;  // of threads that were ever there
};

Threads& AllThreads() {
  static Threads* const threads = new Threads;
  return *threads;
}

struct ThisThread {
  ThisThread() {
    const std::lock_guard lock(AllThreads().mutex);
    number = ++AllThreads().count;
    AllThreads().all.insert(this);
  }
  ~ThisThread() {
    const std::lock_guard lock(AllThreads().mutex);
    AllThreads().all.erase(this);
  }
  std::atomic<const Running*> innermost{nullptr};
  uint64_t number = 0;  // of the thread
  uint64_t calls = 0;   // so far
};

ThisThread& Here() {
  thread_local ThisThread here;
  return here;
}

// How many threads look at the calls of others. A call that is looked at must not end.
std::atomic<int> g_lookers{0};

class Entered {
 public:
  Entered(const std::function<std::string()>& where, bool of_package)
      : here_(Here()), running_{&where, here_.innermost, ++here_.calls, of_package} {
    here_.innermost = &running_;
  }
  // The order of the two accesses is the opposite of a looker's: either the looker doesn't see this call, or this call
  // sees the looker.
  ~Entered() {
    here_.innermost = running_.outer;
    while (g_lookers != 0) std::this_thread::yield();
  }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

 private:
  ThisThread& here_;
  Running running_;
};

// Returns the innermost call of a package's code on the thread. nullptr: there is none.
const Running* InnermostOfPackage(const ThisThread& thread) {
  const Running* call = thread.innermost;
  while (call != nullptr && !call->of_package) call = call->outer;
  return call;
}

}  // namespace

std::string RunningCall() {
  if (const Running* mine = InnermostOfPackage(Here())) return (*mine->where)();
  // The main thread ends the process for the user, not for a package.
  if (gettid() == getpid()) return "";
  Threads& threads = AllThreads();
  const std::lock_guard lock(threads.mutex);
  for (const ThisThread* thread : threads.all) {
    if (const Running* other = InnermostOfPackage(*thread)) return (*other->where)();
  }
  return "";
}

void SeeRunningCalls(const SeeCall& see) {
  Threads& threads = AllThreads();
  const std::lock_guard lock(threads.mutex);
  ++g_lookers;
  for (const ThisThread* thread : threads.all) {
    for (const Running* call = thread->innermost; call != nullptr; call = call->outer) {
      see({thread->number, call->number}, *call->where);
    }
  }
  --g_lookers;
}

Status RunNamed(const std::function<Status()>& step, const std::function<std::string()>& where) {
  const Entered entered(where, false);
  return step();
}

Status Fence(const std::function<Status()>& call, const std::function<std::string()>& where) {
  const auto threw = [&where](const std::string& message) {
    return Status(ErrorCode::kKernelThrew, message)
        .At(where())
        .Hint("the fault is in the package's code: an exception must not leave it");
  };
  const Entered entered(where, true);
  try {
    return call();
  } catch (const std::exception& error) {
    return threw(fmt::format("threw {}: {}", boost::core::demangle(typeid(error).name()), error.what()));
  } catch (const __cxxabiv1::__forced_unwind&) {
    throw;  // a cancelled thread
  } catch (...) {
    const std::type_info* type = __cxxabiv1::__cxa_current_exception_type();
    return threw(fmt::format("threw {}", type == nullptr ? "an exception" : boost::core::demangle(type->name())));
  }
}

}  // namespace opdk
