#include "sdk/tools/cli/exit_guard.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>

#include "graph_core/package/fence.h"
#include "graph_core/package/package_registry.h"
#include "opdk/log_capture.h"
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
  ErrorCapture::WriteHeld();
  fmt::print(stderr, "{}\n", status.ToString());
  EndNow(ExitCode(status.code()));
}

// Reports a signal that code of a package raised in the process whose outcome the user sees. Children are watched by
// their parents.
void RefuseCrash(int signal) {
  // The default action: when the faulting instruction runs again, the process ends as without this handler.
  std::signal(signal, SIG_DFL);
  if (guarded == 0 || getpid() != guarded) return;
  const std::string where = RunningCall();
  const std::string how = fmt::format("crashed with SIG{} ({})", sigabbrev_np(signal), sigdescr_np(signal));
  if (where.empty()) {
    // The signal's default action keeps the core file and the exit code.
    const Status status = Status(ErrorCode::kInternal, fmt::format("the process {} outside of packages' code", how))
                              .Hint(
                                  "a kernel that writes outside of its tensors damages memory that others read: "
                                  "opdk test finds it; without such a kernel opdk itself is at fault");
    fmt::print(stderr, "{}\n", status.ToString());
    raise(signal);  // a signal that came from outside isn't repeated by the instruction
    return;
  }
  const Status status =
      Status(ErrorCode::kKernelCrashed, "it " + how)
          .At(where)
          .Hint("the fault is in the package's code; opdk test shows the stack of a kernel that crashes");
  ErrorCapture::WriteHeld();
  fmt::print(stderr, "{}\n", status.ToString());
  EndNow(ExitCode(status.code()));
}

void WatchCrashes() {
  // A sanitizer has the better report.
  if (dlsym(RTLD_DEFAULT, "__sanitizer_print_stack_trace") != nullptr) return;
  static std::array<std::byte, 1 << 16> stack;
  const stack_t alternative = {stack.data(), 0, stack.size()};
  sigaltstack(&alternative, nullptr);
  struct sigaction action = {};
  action.sa_handler = RefuseCrash;
  action.sa_flags = SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(signal, &action, nullptr);
}

using EndFunction = void(int);

// Ends the process with the C library's own function.
[[noreturn]] void EndBy(const char* name, int code) {
  if (auto* end = reinterpret_cast<EndFunction*>(dlsym(RTLD_NEXT, name))) end(code);
  EndNow(code);
}

}  // namespace

void GuardExit() {
  guarded = getpid();
  WatchCrashes();
}

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
