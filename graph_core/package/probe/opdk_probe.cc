// opdk_probe LIBRARY PATH: loads the operator package LIBRARY by PATH, reads its description as the host will, and
// unloads it. This happens in a process of its own, so a library that crashes, throws or ends the process does it here.
// Progress is reported on descriptor kProbeVerdict.
#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/operator.h"
#include "graph_core/package/probe/protocol.h"
#include "opdk/package.h"
#include "opdk/registrations.h"
#include "register/register.h"

namespace {

const char* library_path = "";

bool finishing = false;

bool Say(std::string_view word, std::string_view library = "", std::string_view text = "") {
  std::string line(word);
  line.append("\t").append(library).append("\t").append(text).append("\n");
  return write(opdk::kProbeVerdict, line.data(), line.size()) == static_cast<ssize_t>(line.size());
}

[[noreturn]] void Report(std::string_view word, std::string_view library = "", std::string_view text = "") {
  _exit(Say(word, library, text) ? 0 : 1);
}

bool IsBelow(std::string_view path, std::string_view name) {
  const size_t slash = path.rfind('/');
  return path.substr(slash == std::string_view::npos ? 0 : slash + 1).starts_with(name);
}

// Returns the innermost library on the stack that belongs neither to the system nor to opdk.
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
    // A library that is being loaded still has the name of its descriptor.
    if (!system) return path.starts_with("/proc/self/") ? library_path : std::string(path);
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

void OnExit() {
  if (!finishing) Report(opdk::kProbeExit, Culprit());
}

void CatchEverything() {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  // backtrace() loads libgcc on its first call. A signal handler must not do that.
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

// Reads all bytes of a text, so that an invalid pointer crashes here.
size_t Touch(const char* text) { return text == nullptr ? 0 : std::strlen(text); }

// Reads and calls the same parts of a package as the host does at load (loader.cc, registry_tables.cc).
size_t Walk(const OpdkPackage& package) {
  if (package.abi_version != OPDK_ABI_VERSION || package.struct_size != sizeof(OpdkPackage)) return 0;
  size_t bytes = Touch(package.name) + Touch(package.vendor) + Touch(package.version) + Touch(package.sdk_version) +
                 Touch(package.compiler_abi);
  if (package.compiler_abi == nullptr || std::strcmp(package.compiler_abi, OPDK_COMPILER_ABI) != 0) return bytes;
  for (size_t i = 0; package.op_info != nullptr && i < package.op_info_count; ++i) {
    bytes += Touch(package.op_info[i].path) + Touch(package.op_info[i].text);
  }
  if (package.registrations == nullptr) return bytes;
  const opdk::Registrations& all = *package.registrations;
  for (size_t i = 0; all.entries != nullptr && i < all.count; ++i) {
    const opdk::RegistrationEntry* entry = all.entries[i];
    if (entry == nullptr || entry->size < sizeof(opdk::RegistrationEntry)) continue;  // the host reports it
    bytes += Touch(entry->type.GetString()) + Touch(entry->place.file);
    if (entry->kind == opdk::EntryKind::kPrototype && entry->size >= sizeof(opdk::PrototypeEntry)) {
      static_cast<const opdk::PrototypeEntry*>(entry)->create(entry->type);
    }
    if (entry->kind == opdk::EntryKind::kFrameworkOp && entry->size >= sizeof(opdk::FrameworkOpEntry)) {
      const auto& data = static_cast<const opdk::FrameworkOpEntry*>(entry)->data;
      if (data != nullptr) bytes += data->GetOriginOpTypeSet().size();
    }
    if (entry->kind == opdk::EntryKind::kKernel && entry->size >= sizeof(opdk::EngineKernelEntry)) {
      bytes += Touch(static_cast<const opdk::EngineKernelEntry*>(entry)->engine);
    }
  }
  return bytes;
}

// Names the library by its file instead of its descriptor.
void SetName(void* library) {
  link_map* map = nullptr;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) == 0) map->l_name = strdup(library_path);
}

}  // namespace

// Turns LeakSanitizer off: memory that a library doesn't free is no fault here.
extern "C" int __lsan_is_turned_off() { return 1; }

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: opdk_probe LIBRARY PATH (opdk starts it by itself)\n");
    return 2;
  }
  library_path = argv[1];
  if (!Say(opdk::kProbeStarted)) return 2;
  CatchEverything();
  void* library = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
  // A library that the linker refuses has run nothing yet. The host asks the linker again and gets its message.
  if (library == nullptr) Report(opdk::kProbeRefused);
  SetName(library);
  Say(opdk::kProbeLoaded);
  volatile size_t bytes = 0;
  if (void* entry = dlsym(library, "opdk_package")) {
    try {
      if (const OpdkPackage* package = reinterpret_cast<OpdkPackageFn*>(entry)()) bytes = Walk(*package);
    } catch (...) {
      // The host can catch an exception of this call, so it is no fault.
    }
  }
  Say(opdk::kProbeWalked);
  dlclose(library);
  Say(opdk::kProbeUnloaded);
  finishing = true;
  std::exit(bytes == SIZE_MAX ? 1 : 0);  // runs the destructors of libraries that stayed loaded
}
