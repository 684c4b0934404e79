// The modes of CANN's atc: models become offline models, and both are shown.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "opdk/status.h"

namespace opdk::atc {

struct Request {
  std::map<std::string, std::string, std::less<>> flags;  // the given flags, by name without "--"
  std::vector<std::string> plugin_dirs;
  std::string command_line;  // as it was typed: the offline model keeps it
  std::function<void(std::string_view engine, int done, int total)> progress;
};

// Lines for the standard output, and warnings.
struct Outcome {
  std::vector<std::string> lines;
  std::vector<std::string> warnings;
};

// Runs the mode that the flags ask for. E1001: flags that don't fit together, or name a thing that doesn't exist; and
// the errors of reading, compiling and writing.
Status Run(const Request& request, Outcome& outcome);

// Returns lines that describe an offline model: the command that made it, inputs and outputs, packages, memory,
// partitions. E1002, E2001.
Result<std::vector<std::string>> DescribeOffline(const std::string& path);

}  // namespace opdk::atc
