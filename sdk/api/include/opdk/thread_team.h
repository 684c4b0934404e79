// Teams: threads that wait for each other, and a count that tells whether there are CPUs for a team beside other teams.
#pragma once

#include <type_traits>

namespace opdk {

namespace team {
bool Run(int members, void (*work)(void* context, int member), void* context);
}  // namespace team

// Calls work(0) … work(members - 1) at the same time, each on its own thread of the pool, and returns when all have
// returned. Inside `work` ThreadCount() is 1: a member doesn't divide its work further. False: there are too few
// threads, and `work` wasn't called. `work` must not throw.
template <typename Work>
bool RunTeam(int members, Work&& work) {
  using Called = std::remove_reference_t<Work>;
  return team::Run(
      members, [](void* context, int member) { (*static_cast<Called*>(context))(member); },
      const_cast<void*>(static_cast<const void*>(&work)));
}

// Claims CPUs for the threads of a team while the object lives; claims of other teams leave fewer.
class ThreadClaim {
 public:
  explicit ThreadClaim(int threads);
  ~ThreadClaim();
  ThreadClaim(const ThreadClaim&) = delete;
  ThreadClaim& operator=(const ThreadClaim&) = delete;

  // Returns whether the CPUs are free, or no other claim exists. Otherwise the claim counts for one thread.
  bool granted() const { return granted_; }

 private:
  int threads_;
  bool granted_;
};

}  // namespace opdk
