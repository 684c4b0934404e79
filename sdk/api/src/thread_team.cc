#include "opdk/thread_team.h"

#include <omp.h>

#include <atomic>

#include "opdk/parallel.h"
#include "sdk/api/src/thread_order.h"

namespace opdk {
namespace {

std::atomic<int> claimed_threads{0};

}  // namespace

namespace team {

// Runs the team. ThreadSanitizer doesn't check this function: the compiler itself hands variables to the threads, by
// writes for which no annotation can state the order.
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

ThreadClaim::ThreadClaim(int threads) : threads_(threads) {
  const int others = claimed_threads.fetch_add(threads, std::memory_order_relaxed);
  granted_ = others == 0 || others + threads <= omp_get_num_procs();
  if (granted_) return;
  threads_ = 1;
  claimed_threads.fetch_sub(threads - 1, std::memory_order_relaxed);
}

ThreadClaim::~ThreadClaim() { claimed_threads.fetch_sub(threads_, std::memory_order_relaxed); }

}  // namespace opdk
