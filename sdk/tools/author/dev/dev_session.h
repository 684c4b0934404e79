// Watch mode: builds and tests a package whenever a source is saved.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"

namespace opdk::author {

struct DevOptions {
  std::string root = ".";
  std::string build_dir;                  // "": build in the package
  std::string build_type;                 // "": Release
  std::vector<std::string> test_options;  // handed to opdk test
  bool once = false;                      // one round, then its result as the exit code
};

// Runs until the user quits, or for one round. E4002: the package doesn't build; E7001: cases failed.
Status RunDev(DevOptions options);

}  // namespace opdk::author
