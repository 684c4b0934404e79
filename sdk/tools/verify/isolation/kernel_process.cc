#include "sdk/tools/verify/isolation/kernel_process.h"

#include <dlfcn.h>

#include <cstdlib>
#include <string>

#include "sdk/tools/package/restart.h"

namespace opdk::verify {
namespace {

// Holds the user's LD_PRELOAD in the process that RestartToJudgeKernels starts.
constexpr const char* kPreloadBefore = "OPDK_ALLOCATOR_USERS_PRELOAD";

// Returns whether a new variable makes OpenMP's threads wait without spinning after a restart.
bool WaitPassively() {
  if (std::getenv("OMP_WAIT_POLICY") != nullptr || std::getenv("GOMP_SPINCOUNT") != nullptr) return false;
  setenv("OMP_WAIT_POLICY", "passive", 1);
  return true;
}

// Returns whether jemalloc, which has a function mallctl, allocates here. A sanitizer may have taken its place.
bool IsJemallocInUse() {
  Dl_info own = {}, used = {};
  void* const mallctl = dlsym(RTLD_DEFAULT, "mallctl");
  return mallctl != nullptr && dladdr(mallctl, &own) != 0 && dladdr(dlsym(RTLD_DEFAULT, "malloc"), &used) != 0 &&
         own.dli_fbase == used.dli_fbase;
}

// Returns whether a new variable makes the C library allocate after a restart.
bool PreloadCAllocator() {
  if (!IsJemallocInUse()) return false;
  const char* users = std::getenv("LD_PRELOAD");
  const std::string given = users == nullptr ? "" : users;
  setenv(kPreloadBefore, given.c_str(), 1);
  // Whichever library is loaded first allocates.
  setenv("LD_PRELOAD", ("libstdc++.so.6:libc.so.6" + (given.empty() ? "" : ":" + given)).c_str(), 1);
  return true;
}

}  // namespace

Status RestartToJudgeKernels() {
  if (const char* users = std::getenv(kPreloadBefore)) {
    // The libraries are loaded. Programs that this one starts need nothing of them.
    *users == '\0' ? unsetenv("LD_PRELOAD") : setenv("LD_PRELOAD", users, 1);
    unsetenv(kPreloadBefore);
    return Status();
  }
  const bool waits = WaitPassively(), allocates = PreloadCAllocator();
  return waits || allocates ? Restart() : Status();
}

}  // namespace opdk::verify
