// All checks of a package, those that run its code in processes of their own.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"
#include "sdk/tools/author/check/finding.h"

namespace opdk::cli {

struct CheckRequest {
  std::string root;                      // of the sources; "": only the library is checked
  std::string library;                   // "": it wasn't built, and what needs it is left out
  std::vector<std::string> plugin_dirs;  // of packages that it builds on
  int jobs = 0;                          // operators at once; 0: one per processor
};

struct CheckReport {
  std::vector<CheckFinding> findings;  // sorted
  std::vector<std::string> operators;  // that were looked at
  // Codes of checks that couldn't be made, and why.
  std::vector<std::string> left_out;
  std::string left_out_because;
};

// The process must have a single thread.
CheckReport CheckPackage(const CheckRequest& request);

}  // namespace opdk::cli
