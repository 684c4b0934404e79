// opdk_probe LIBRARY: loads an operator package and asks it for its description, in a process of its own, so that a
// constructor that throws, crashes or ends the process does that here. The verdict goes to descriptor kProbeVerdict.
#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>
#include <typeinfo>

#include "graph_core/package/probe/protocol.h"
#include "opdk/package.h"

namespace {

const char* library_path = "";

[[noreturn]] void Report(std::string_view word, std::string_view library = "", std::string_view text = "") {
  std::string line(word);
  line.append("\t").append(library).append("\t").append(text);
  const ssize_t written = write(opdk::kProbeVerdict, line.data(), line.size());
  _exit(written == static_cast<ssize_t>(line.size()) ? 0 : 1);
}

bool IsBelow(std::string_view path, std::string_view name) {
  const size_t slash = path.rfind('/');
  return path.substr(slash == std::string_view::npos ? 0 : slash + 1).starts_with(name);
}

// The innermost library on the stack that belongs neither to the system nor to opdk.
std::string Culprit() {
  std::array<void*, 128> frames;
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  Dl_info self{};
  dladdr(reinterpret_cast<void*>(&Culprit), &self);
  for (int i = 0; i < count; ++i) {
    Dl_info place{};
    if (dladdr(frames[static_cast<size_t>(i)], &place) == 0 || place.dli_fname == nullptr) continue;
    if (place.dli_fbase == self.dli_fbase) continue;
    const std::string_view path = place.dli_fname;
    bool system = false;
    for (const char* name : {"libc.so", "libstdc++.so", "libgcc_s.so", "ld-linux", "linux-vdso", "libopdk_sdk.so",
                             "libasan.so", "libubsan.so"}) {
      system = system || IsBelow(path, name);
    }
    if (!system) return std::string(path);
  }
  return library_path;
}

[[noreturn]] void OnTerminate() {
  std::string text = "an exception";
  if (const std::exception_ptr thrown = std::current_exception()) {
    if (const std::type_info* type = abi::__cxa_current_exception_type()) {
      int status = 0;
      char* name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
      text = status == 0 ? name : type->name();
    }
    try {
      std::rethrow_exception(thrown);
    } catch (const std::exception& error) {
      text.append(": ").append(error.what());
    } catch (...) {
    }
  } else {
    Report(opdk::kProbeSignal, Culprit(), std::to_string(SIGABRT));  // std::terminate() without an exception
  }
  Report(opdk::kProbeThrew, Culprit(), text);
}

void OnSignal(int signal) { Report(opdk::kProbeSignal, Culprit(), std::to_string(signal)); }

void OnExit() { Report(opdk::kProbeExit, Culprit()); }

void CatchEverything() {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  // backtrace() loads libgcc on its first call, which a signal handler must not.
  void* frame = nullptr;
  backtrace(&frame, 1);
  static std::array<char, 1 << 16> stack;
  stack_t other{};
  other.ss_sp = stack.data();
  other.ss_size = stack.size();
  sigaltstack(&other, nullptr);
  struct sigaction action {};
  action.sa_handler = OnSignal;
  action.sa_flags = SA_ONSTACK | static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP}) {
    sigaction(signal, &action, nullptr);
  }
  std::set_terminate(OnTerminate);
  std::atexit(OnExit);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: opdk_probe LIBRARY (opdk starts it by itself)\n");
    return 2;
  }
  library_path = argv[1];
  CatchEverything();
  void* library = dlopen(library_path, RTLD_NOW | RTLD_LOCAL);
  // A library that the linker refuses has run nothing yet; the process that asks gets the linker's words itself.
  if (library == nullptr) Report(opdk::kProbeOk);
  if (void* entry = dlsym(library, "opdk_package")) {
    try {
      static_cast<void>(reinterpret_cast<OpdkPackageFn*>(entry)());
    } catch (...) {
      // An exception out of here can be caught where it is asked for.
    }
  }
  Report(opdk::kProbeOk);
}
