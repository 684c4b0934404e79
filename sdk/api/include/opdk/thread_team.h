// Work for threads that wait for each other, and whether there are CPUs for them beside others.
#pragma once

#include <type_traits>

namespace opdk {

namespace team {
bool Run(int members, void (*work)(void* context, int member), void* context);
}  // namespace team

// Calls work(0) … work(members - 1) at the same time, each on a thread of the pool that has no others to divide its
// work among (ThreadCount() is 1), and returns when all have returned. False: there are not so many threads, and
// nothing was called. `work` must not throw.
template <typename Work>
bool RunTeam(int members, Work&& work) {
  using Called = std::remove_reference_t<Work>;
  return team::Run(
      members, [](void* context, int member) { (*static_cast<Called*>(context))(member); },
      const_cast<void*>(static_cast<const void*>(&work)));
}

// CPUs for the threads of a team, as long as it lives; others that have some leave fewer.
class ThreadClaim {
 public:
  explicit ThreadClaim(int threads);
  ~ThreadClaim();
  ThreadClaim(const ThreadClaim&) = delete;
  ThreadClaim& operator=(const ThreadClaim&) = delete;

  // Whether there are so many, or nobody else has any. Else it stands for one thread.
  bool granted() const { return granted_; }

 private:
  int threads_;
  bool granted_;
};

}  // namespace opdk
