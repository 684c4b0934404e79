// Packages built with a sanitizer, and a process that can load them.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"
#include "sdk/tools/package/package_build.h"

namespace opdk {

// "asan", "ubsan", "tsan".
std::vector<std::string> SanitizerNames();

// Makes the request one for a build with the sanitizer, in a directory of its own: build-asan beside build.
void AddSanitizer(const std::string& sanitizer, BuildRequest& request);

// Whether this process was started by RestartWithSanitizer.
bool RunsWithSanitizer(const std::string& sanitizer);

// From now on programs that this process starts (compilers, Python) start without the runtime: once the packages, and
// the processes that try them, are loaded.
void KeepSanitizerFromChildren();

// Starts this command anew in this process with the sanitizer's runtime library loaded first, as it must be since opdk
// itself isn't built with it. The runtime is that of the compiler the build directory was configured with. Returns only
// errors: E1002, there is no such runtime.
Status RestartWithSanitizer(const std::string& sanitizer, const std::string& build_directory);

struct SanitizerReport {
  std::string headline;  // "": nothing was reported
  std::string text;      // the rest, without frames of opdk and below
};
SanitizerReport FindSanitizerReport(const std::string& output);

}  // namespace opdk
