#include "graph_core/package/fence.h"

#include <cxxabi.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <boost/core/demangle.hpp>
#include <exception>
#include <mutex>
#include <set>
#include <typeinfo>

namespace opdk {
namespace {

// A running call, and the call around it.
struct Running {
  const std::function<std::string()>* where;
  const Running* outer;
};

// The running call of each thread that was ever in a Fence. Never destroyed, because threads outlive static objects.
struct Threads {
  std::mutex mutex;
  std::set<const std::atomic<const Running*>*> innermost;
};

Threads& AllThreads() {
  static Threads* const threads = new Threads;
  return *threads;
}

struct ThisThread {
  ThisThread() {
    const std::lock_guard lock(AllThreads().mutex);
    AllThreads().innermost.insert(&innermost);
  }
  ~ThisThread() {
    const std::lock_guard lock(AllThreads().mutex);
    AllThreads().innermost.erase(&innermost);
  }
  std::atomic<const Running*> innermost{nullptr};
};

std::atomic<const Running*>& Innermost() {
  thread_local ThisThread here;
  return here.innermost;
}

class Entered {
 public:
  explicit Entered(const std::function<std::string()>& where) : running_{&where, Innermost()} {
    Innermost() = &running_;
  }
  ~Entered() { Innermost() = running_.outer; }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

 private:
  Running running_;
};

}  // namespace

std::string RunningCall() {
  if (const Running* mine = Innermost()) return (*mine->where)();
  // The main thread ends the process for the user, not for a package.
  if (gettid() == getpid()) return "";
  Threads& threads = AllThreads();
  const std::lock_guard lock(threads.mutex);
  for (const auto* innermost : threads.innermost) {
    if (const Running* other = *innermost) return (*other->where)();
  }
  return "";
}

Status Fence(const std::function<Status()>& call, const std::function<std::string()>& where) {
  const auto threw = [&where](std::string message) {
    return Status(ErrorCode::kKernelThrew, std::move(message))
        .At(where())
        .Hint("the fault is in the package's code: an exception must not leave it");
  };
  const Entered entered(where);
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
