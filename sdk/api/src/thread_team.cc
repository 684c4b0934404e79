#include "opdk/thread_team.h"

#include <omp.h>

#include <algorithm>
#include <atomic>

#include "opdk/parallel.h"
#include "sdk/api/src/thread_order.h"

namespace opdk {
namespace {

// The threads of those who have a share, and how many they are, in one word.
struct Users {
  int threads = 0, count = 0;
};
std::atomic<Users> users;
static_assert(std::atomic<Users>::is_always_lock_free);

}  // namespace

namespace team {

// What the compiler hands from thread to thread itself isn't looked at: it is written behind the last place that could say
// in which order.
__attribute__((no_sanitize("thread"))) bool Run(int members, void (*work)(void* context, int member), void* context) {
  if (omp_in_parallel() != 0 || ThreadCount() < members) return false;
  bool ran = false;
  const char begun = 0, ended = 0;
  HappensBefore(&begun);
#pragma omp parallel num_threads(members)
  {
    HappensAfter(&begun);
    const int member = omp_get_thread_num();
    if (omp_get_num_threads() == members) {
      // This thread's own setting, which is gone with the section.
      omp_set_num_threads(1);
      work(context, member);
      if (member == 0) ran = true;
    }
    HappensBefore(&ended);
  }
  HappensAfter(&ended);
  return ran;
}

}  // namespace team

ThreadShare::ThreadShare(int wanted) {
  const int cpus = omp_get_num_procs();
  Users before = users.load(std::memory_order_relaxed);
  Users after;
  do {
    const int left = std::max(cpus - before.threads, cpus / (before.count + 1));
    threads_ = before.count == 0 ? wanted : std::clamp(left, 1, wanted);
    after = {before.threads + threads_, before.count + 1};
  } while (!users.compare_exchange_weak(before, after, std::memory_order_relaxed));
}

ThreadShare::~ThreadShare() {
  Users before = users.load(std::memory_order_relaxed);
  Users after;
  do {
    after = {before.threads - threads_, before.count - 1};
  } while (!users.compare_exchange_weak(before, after, std::memory_order_relaxed));
}

}  // namespace opdk
