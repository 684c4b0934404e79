// Work for threads that wait for each other, and how many of them there are beside others.
#pragma once

#include <type_traits>

namespace opdk {

namespace team {
bool Run(int members, void (*work)(void* context, int member), void* context);
}  // namespace team

// Calls work(0) … work(members - 1) at the same time, each on a thread of the pool that has no others to divide its work
// among (ThreadCount() is 1), and returns when all have returned. False: there are not so many threads, and nothing was
// called. `work` must not throw.
template <typename Work>
bool RunTeam(int members, Work&& work) {
  using Called = std::remove_reference_t<Work>;
  return team::Run(
      members, [](void* context, int member) { (*static_cast<Called*>(context))(member); },
      const_cast<void*>(static_cast<const void*>(&work)));
}

// One of those who use the CPUs at the same time, as long as it lives. Alone it gets what it wants; beside others what they
// leave, or as many of the CPUs as each would have, and at least one.
class ThreadShare {
 public:
  explicit ThreadShare(int wanted);
  ~ThreadShare();
  ThreadShare(const ThreadShare&) = delete;
  ThreadShare& operator=(const ThreadShare&) = delete;

  int threads() const { return threads_; }

 private:
  int threads_;
};

}  // namespace opdk
