// The one thread pool of a process (OpenMP's), shared by AI CPU kernels, generated kernels and oneDNN.
#pragma once

#include <cstdint>
#include <functional>

namespace opdk {

// Sets the number of threads that a parallel section may use, from 1. Default: the number of CPUs that this process may
// use, or OMP_NUM_THREADS. Applies to the calling thread's later sections and to oneDNN's.
void SetThreadCount(int threads);
// Returns the number of threads that a parallel section of this thread may use.
int ThreadCount();

// Sets the thread count while the object lives; 0 leaves it as it is.
class ThreadScope {
 public:
  explicit ThreadScope(int threads) : previous_(threads > 0 ? ThreadCount() : 0) {
    if (threads > 0) SetThreadCount(threads);
  }
  ~ThreadScope() {
    if (previous_ > 0) SetThreadCount(previous_);
  }
  ThreadScope(const ThreadScope&) = delete;
  ThreadScope& operator=(const ThreadScope&) = delete;

 private:
  int previous_;
};

// Calls work(begin, end) for pieces of [0, total) of at least `grain` elements each, on at most ThreadCount() threads
// (dynamic schedule). Runs inline when one piece suffices, and inside a parallel section. Rethrows the first exception
// of `work` to the caller after all pieces have ended.
void ParallelFor(int64_t total, int64_t grain, const std::function<void(int64_t begin, int64_t end)>& work);

}  // namespace opdk
