// What CANN's atc does: models become offline models, and both are shown.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "opdk/status.h"

namespace opdk::atc {

struct Request {
  std::map<std::string, std::string, std::less<>> flags;  // by name, without "--"; those that were given
  std::vector<std::string> plugin_dirs;
  std::string command_line;  // as it was typed: the offline model keeps it
  std::function<void(std::string_view engine, int done, int total)> progress;
};

// What to print, and what it has to warn of.
struct Outcome {
  std::vector<std::string> lines;
  std::vector<std::string> warnings;
};

// E1001: flags that don't fit together, or ask for what isn't there; and as reading, compiling and writing have them.
Status Run(const Request& request, Outcome& outcome);

// Lines that say what an offline model is: what made it, inputs and outputs, packages, memory, partitions. E1002,
// E2001.
Result<std::vector<std::string>> DescribeOffline(const std::string& path);

}  // namespace opdk::atc
