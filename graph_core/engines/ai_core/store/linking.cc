#include "graph_core/engines/ai_core/store/linking.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <vector>

#include "graph_core/base/library_scope.h"
#include "graph_core/base/memory_file.h"
#include "graph_core/base/own_directory.h"
#include "graph_core/base/process.h"

namespace opdk {
namespace {

constexpr const char* kRuntime = "libopdk_kernel_runtime.so";
constexpr size_t kComplaint = 500;  // characters of a linker's messages that are passed on

// Returns the path of a library that was built and installed beside this one.
std::string Beside(const char* file) {
  static const std::filesystem::path directory = OwnDirectory();
  return (directory / file).string();
}

// Runs a program, its messages going to `log`. Its exit status (128 + a signal's number), or -1 when it can't be
// started.
int Run(const std::vector<std::string>& command, const MemoryFile& log) {
  pid_t child = 0;
  if (Spawn(command, {{.number = 1, .here = log.file()}, {.number = 2, .here = log.file()}}, child) != 0) return -1;
  const int status = WaitFor(child);
  if (status < 0) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// A library, or the reason why it can't be loaded.
struct Opened {
  void* library;
  std::string why;
};

// Keeps the reason, which the system's linker tells once.
Opened OpenLibrary(const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | LibraryScope());
  const char* why = library == nullptr ? dlerror() : nullptr;
  return {library, why == nullptr ? "" : why};
}

}  // namespace

Result<const CodegenApi*> OpenCodegen() {
  static const Result<const CodegenApi*> api = []() -> Result<const CodegenApi*> {
    std::string path = Beside("libopdk_codegen.so");
    const Opened opened = OpenLibrary(path);
    if (opened.library == nullptr) {
      Status status(ErrorCode::kLoad, fmt::format("the code generator can't be loaded: {}", opened.why));
      return std::move(status).Hint("run sdk/setup.sh, which installs libhalide14-0");
    }
    auto entry = reinterpret_cast<const CodegenApi* (*)()>(dlsym(opened.library, "opdk_codegen"));
    if (entry == nullptr || entry()->struct_size != sizeof(CodegenApi)) {
      return Status(ErrorCode::kLoad, fmt::format("{} belongs to another version of opdk", path));
    }
    return entry();
  }();
  return api;
}

std::string CodegenBuild() {
  struct stat status {};
  if (stat(Beside("libopdk_codegen.so").c_str(), &status) != 0) return "none";
  return fmt::format("{:x}-{:x}", status.st_size, status.st_mtim.tv_sec * 1000 + status.st_mtim.tv_nsec / 1000000);
}

Result<void*> OpenKernels(const std::string& library) {
  // Loaded by its path first, so that the generated library, which knows only its name, finds it.
  static const Opened runtime = OpenLibrary(Beside(kRuntime));
  if (runtime.library == nullptr) {
    return Status(ErrorCode::kLoad, fmt::format("the kernel runtime can't be loaded: {}", runtime.why));
  }
  Opened kernels = OpenLibrary(library);
  if (kernels.library != nullptr) return kernels.library;
  return Status(ErrorCode::kLoad, fmt::format("the kernels' library can't be loaded: {}", kernels.why));
}

std::vector<std::string> KernelLinkers() { return {"ld", "cc", Beside("../libexec/opdk/ld")}; }

Result<std::string> LinkKernels(std::span<const std::string> objects, const std::string& library) {
  std::vector<std::string> files(objects.begin(), objects.end());
  files.push_back(Beside(kRuntime));
  std::string complaint;
  // Batches of two processes may hold the same kernel; the linker may take either.
  for (const std::string& linker : KernelLinkers()) {
    std::vector<std::string> command = {linker, "-shared", "-z", "muldefs", "-z", "noexecstack", "-o", library};
    if (linker == "cc") command = {linker, "-shared", "-Wl,-z,muldefs", "-o", library};
    command.insert(command.end(), files.begin(), files.end());
    OPDK_TRY(const MemoryFile log, MemoryFile::Create());
    const int code = Run(command, log);
    if (code == 0) return std::string();
    if (code < 0) continue;
    OPDK_TRY(std::string messages, log.Read());
    messages = messages.substr(0, kComplaint);
    std::replace(messages.begin(), messages.end(), '\n', ' ');
    complaint = fmt::format("{} ended with {}: {}", command[0], code, messages);
  }
  if (!complaint.empty()) return complaint;
  return Status(ErrorCode::kCompile, "neither ld nor cc can be started to link kernels").Hint("install binutils");
}

}  // namespace opdk
