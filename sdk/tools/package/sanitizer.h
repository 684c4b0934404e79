// Packages built with a sanitizer, and a process that can load them.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"
#include "sdk/tools/package/package_build.h"

namespace opdk {

// Returns "asan", "ubsan", "tsan".
std::vector<std::string> SanitizerNames();

// Makes the request one for a build with the sanitizer, in a directory of its own: build-asan beside build.
void AddSanitizer(const std::string& sanitizer, BuildRequest& request);

// Returns whether RestartWithSanitizer started this process.
bool RunsWithSanitizer(const std::string& sanitizer);

// Lets programs that this process starts later (compilers, Python) start without the sanitizer's runtime. To be called
// once the packages, and the processes that try them, are loaded.
void KeepSanitizerFromChildren();

// Starts this command anew in this process with the sanitizer's runtime library loaded first, because opdk itself isn't
// built with the sanitizer. The runtime belongs to the compiler of the build directory. Returns only errors: E1002,
// there is no such runtime.
Status RestartWithSanitizer(const std::string& sanitizer, const std::string& build_directory);

struct SanitizerReport {
  std::string headline;  // "": nothing was reported
  std::string text;      // the rest, without frames of opdk and below
};
SanitizerReport FindSanitizerReport(const std::string& output);

}  // namespace opdk
