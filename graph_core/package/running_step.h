// Names of the steps of a run, for a watch of time: opdk's own kernels, and oneDNN's, go through no Fence.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "opdk/status.h"

namespace opdk {

// Says whether steps are named now. Naming costs each step some time.
inline std::atomic<bool> steps_are_named = false;

// Runs a step so that SeeRunningCalls sees it as a call with `where`. It is no code of a package: RunningCall passes it
// over.
Status RunNamed(const std::function<Status()>& step, const std::function<std::string()>& where);

}  // namespace opdk
