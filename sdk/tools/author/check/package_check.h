// All checks of a package. Checks that run its code have processes of their own.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"
#include "sdk/tools/author/check/finding.h"

namespace opdk::author {

struct CheckRequest {
  std::string root;                      // of the sources; "": only the library is checked
  std::string library;                   // "": it wasn't built; checks that need it are left out
  std::vector<std::string> plugin_dirs;  // of packages on which it builds
  int jobs = 0;                          // operators at once; 0: one per processor
};

struct CheckReport {
  std::vector<CheckFinding> findings;  // sorted
  std::vector<std::string> operators;  // the operators that were checked
  // Codes of checks that couldn't be made, and why.
  std::vector<std::string> left_out;
  std::string left_out_because;
};

// Checks the package. The process must have a single thread.
CheckReport CheckPackage(const CheckRequest& request);

}  // namespace opdk::author
