// The border between this process and the code of packages.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>

#include "opdk/status.h"

namespace opdk {

// Calls `call` so that no exception leaves it: E6002 naming `where` ("package samples_mish, operator Mish, node m1").
Status Fence(const std::function<Status()>& call, const std::function<std::string()>& where);
// Returns the `where` of this thread's innermost Fence, for a caller that is about to end the process. A thread that a
// package started gets the `where` of some Fence of another thread. "": no code of a package is running.
std::string RunningCall();

// A call through a Fence. No other call of the process has this identity.
struct CallId {
  uint64_t thread = 0;
  uint64_t number = 0;  // among the calls of its thread
  auto operator<=>(const CallId&) const = default;
};
using SeeCall = std::function<void(const CallId& call, const std::function<std::string()>& where)>;
// Calls `see` for each call through a Fence that is running on any thread, for a thread's innermost call first. A call
// that returns meanwhile waits for the end of this function, so `where` may be called in `see`. Neither may go through
// a Fence.
void SeeRunningCalls(const SeeCall& see);

}  // namespace opdk
