#include "sdk/tools/cli/exit_guard.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "graph_core/package/package_registry.h"
#include "opdk/status.h"

namespace opdk::cli {
namespace {

pid_t guarded = 0;  // a package may fork, and its child may end as it likes

[[noreturn]] void EndNow(int code) {
  while (true) syscall(SYS_exit_group, code);
}

void RefuseInPackages(const char* function, int code) {
  if (guarded == 0 || getpid() != guarded) return;
  const std::string where = RunningCall();
  if (where.empty()) return;
  const Status status = Status(ErrorCode::kKernelCrashed, fmt::format("it called {}({})", function, code))
                            .At(where)
                            .Hint("the fault is in the package's code: it must return, not end the process");
  fmt::print(stderr, "{}\n", status.ToString());
  EndNow(ExitCode(status.code()));
}

using EndFunction = void(int);

// The C library's own.
[[noreturn]] void EndBy(const char* name, int code) {
  if (auto* end = reinterpret_cast<EndFunction*>(dlsym(RTLD_NEXT, name))) end(code);
  EndNow(code);
}

}  // namespace

void GuardExit() { guarded = getpid(); }

}  // namespace opdk::cli

extern "C" {

__attribute__((visibility("default"))) void exit(int code) noexcept {
  opdk::cli::RefuseInPackages("exit", code);
  opdk::cli::EndBy("exit", code);
}

__attribute__((visibility("default"))) void quick_exit(int code) noexcept {
  opdk::cli::RefuseInPackages("quick_exit", code);
  opdk::cli::EndBy("quick_exit", code);
}

__attribute__((visibility("default"))) void _exit(int code) {
  opdk::cli::RefuseInPackages("_exit", code);
  opdk::cli::EndNow(code);
}

__attribute__((visibility("default"))) void _Exit(int code) noexcept {
  opdk::cli::RefuseInPackages("_Exit", code);
  opdk::cli::EndNow(code);
}
}
