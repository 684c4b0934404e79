// The one thread pool of a process (OpenMP's), shared by AI CPU kernels, generated kernels and oneDNN.
#pragma once

#include <cstdint>
#include <functional>

namespace opdk {

// Threads that a parallel section may use, from 1; the default is the number of CPUs this process may run on, or
// OMP_NUM_THREADS. Applies to the calling thread's later sections and to oneDNN's.
void SetThreadCount(int threads);
int ThreadCount();

// Sets the thread count for as long as it lives; 0 leaves it as it is.
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
// (dynamic schedule); runs inline when one piece suffices or when called inside a parallel section. Exceptions of
// `work` are carried to the caller (the first one is rethrown after all pieces ended).
void ParallelFor(int64_t total, int64_t grain, const std::function<void(int64_t begin, int64_t end)>& work);

}  // namespace opdk
