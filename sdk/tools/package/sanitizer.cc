#include "sdk/tools/package/sanitizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/process.hpp>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>

#include "graph_core/base/file.h"
#include "sdk/tools/package/restart.h"

namespace opdk {
namespace {

namespace bp = boost::process;
namespace fs = std::filesystem;

constexpr const char* kRestarted = "OPDK_SANITIZER";
constexpr const char* kUsersPreload = "OPDK_SANITIZER_USERS_PRELOAD";

struct Sanitizer {
  const char* name;
  const char* flags;
  const char* runtime;       // library
  const char* options_name;  // environment variable
  const char* options;
};

// The sanitizers. opdk and the libraries below it aren't instrumented: reports about them would be noise. A host that
// ends with _exit() makes leak reports meaningless; the check `resources` counts leaks of a kernel.
constexpr Sanitizer kSanitizers[] = {
    {"asan", "-fsanitize=address", "libasan.so", "ASAN_OPTIONS",
     "detect_leaks=0:exitcode=99:detect_odr_violation=0:allow_user_segv_handler=1"},
    // vptr needs the type information of classes that opdk's own library defines.
    {"ubsan", "-fsanitize=undefined -fno-sanitize=vptr -fno-sanitize-recover=all", "libubsan.so", "UBSAN_OPTIONS",
     "print_stacktrace=1:exitcode=99"},
    {"tsan", "-fsanitize=thread", "libtsan.so", "TSAN_OPTIONS",
     "halt_on_error=1:exitcode=99:die_after_fork=0:ignore_noninstrumented_modules=1"},
};

const Sanitizer& Find(const std::string& name) {
  return *std::find_if(std::begin(kSanitizers), std::end(kSanitizers),
                       [&](const Sanitizer& each) { return name == each.name; });
}

std::string Compiler(const std::string& build_directory) {
  const auto text = ReadFile(build_directory + "/CMakeCache.txt", kTextFile);
  std::istringstream cache(text.ok() ? *text : "");
  for (std::string line; std::getline(cache, line);) {
    if (line.rfind("CMAKE_CXX_COMPILER:", 0) == 0) return line.substr(line.find('=') + 1);
  }
  return "c++";
}

Result<std::string> Runtime(const Sanitizer& sanitizer, const std::string& build_directory) {
  const std::string compiler = Compiler(build_directory);
  std::string path;
  std::error_code error;
  bp::ipstream output;
  const int code =
      bp::system(compiler, std::string("-print-file-name=") + sanitizer.runtime, bp::std_out > output, error);
  std::getline(output, path);
  std::error_code missing;
  // A compiler without this library repeats the name.
  if (error || code != 0 || path.find('/') == std::string::npos || !fs::exists(path, missing)) {
    return Status(ErrorCode::kFileNotFound, fmt::format("the compiler {} has no {}", compiler, sanitizer.runtime))
        .Hint("apt-get install the sanitizer's runtime library of that compiler");
  }
  return fs::canonical(path, missing).string();
}

// Sets the sanitizer's options. The user's own options come last, so that they win.
void SetOptions(const Sanitizer& sanitizer) {
  const char* given = std::getenv(sanitizer.options_name);
  const std::string options =
      fmt::format("{}{}{}", sanitizer.options, given == nullptr ? "" : ":", given == nullptr ? "" : given);
  setenv(sanitizer.options_name, options.c_str(), 1);
}

// Returns whether a line is a stack frame in opdk or in libraries around it (callers and callees).
bool IsOfTheHost(const std::string& line) {
  const size_t frame = line.find_first_not_of(' ');
  if (frame == std::string::npos || line[frame] != '#') return false;
  constexpr const char* kHosts[] = {"libopdk_",   "/bin/opdk",  "(opdk+",   "/include/c++/", "libgomp.so",
                                    "libc-start", "libc_start", "sysdeps/", "_start ",       "<null> <null>"};
  return std::any_of(std::begin(kHosts), std::end(kHosts),
                     [&](const char* host) { return line.find(host) != std::string::npos; });
}

}  // namespace

std::vector<std::string> SanitizerNames() {
  std::vector<std::string> names;
  for (const Sanitizer& sanitizer : kSanitizers) names.emplace_back(sanitizer.name);
  return names;
}

void AddSanitizer(const std::string& sanitizer, BuildRequest& request) {
  if (request.directory.empty()) request.directory = request.root + "/build-" + sanitizer;
  request.build_type = "RelWithDebInfo";
  request.definitions.push_back(fmt::format("CMAKE_CXX_FLAGS={} -O1 -fno-omit-frame-pointer", Find(sanitizer).flags));
}

bool RunsWithSanitizer(const std::string& sanitizer) {
  const char* started = std::getenv(kRestarted);
  return started != nullptr && sanitizer == started;
}

void KeepSanitizerFromChildren() {
  const char* others = std::getenv(kUsersPreload);
  if (others == nullptr) return;
  *others == '\0' ? unsetenv("LD_PRELOAD") : setenv("LD_PRELOAD", others, 1);
}

Status RestartWithSanitizer(const std::string& sanitizer, const std::string& build_directory) {
  const Sanitizer& chosen = Find(sanitizer);
  OPDK_TRY(const std::string runtime, Runtime(chosen, build_directory));
  const char* others = std::getenv("LD_PRELOAD");
  setenv("LD_PRELOAD", others == nullptr ? runtime.c_str() : fmt::format("{}:{}", runtime, others).c_str(), 1);
  setenv(kUsersPreload, others == nullptr ? "" : others, 1);
  setenv(kRestarted, sanitizer.c_str(), 1);
  SetOptions(chosen);
  return Restart();
}

SanitizerReport FindSanitizerReport(const std::string& output) {
  constexpr int kMostLines = 40;
  std::istringstream lines(output);
  SanitizerReport found;
  int shown = 0;
  for (std::string line; std::getline(lines, line);) {
    const size_t error = line.find("Sanitizer: ");
    const bool begins = (line.find("ERROR: ") != std::string::npos || line.find("WARNING: ") != std::string::npos) &&
                        error != std::string::npos;
    if (found.headline.empty() && begins) {
      found.headline = line.substr(line.rfind(' ', error) + 1);
      continue;
    }
    if (found.headline.empty() && line.find(": runtime error: ") != std::string::npos) {
      found.headline = "UndefinedBehaviorSanitizer: " + line;
      continue;
    }
    if (found.headline.empty() || IsOfTheHost(line)) continue;
    // The shadow bytes say nothing to an author.
    if (line.find("Shadow bytes around") != std::string::npos || line.rfind("SUMMARY: ", 0) == 0) break;
    if (shown++ < kMostLines) found.text += line + "\n";
  }
  return found;
}

}  // namespace opdk
