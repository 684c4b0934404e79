// The border between this process and the code of packages.
#pragma once

#include <functional>
#include <string>

#include "opdk/status.h"

namespace opdk {

// Calls `call` so that no exception leaves it: E6002 naming `where` ("package samples_mish, operator Mish, node m1").
Status Fence(const std::function<Status()>& call, const std::function<std::string()>& where);
// Returns the `where` of this thread's innermost Fence, for a caller that is about to end the process. A thread that a
// package started gets the `where` of some Fence of another thread. "": no code of a package is running.
std::string RunningCall();

}  // namespace opdk
