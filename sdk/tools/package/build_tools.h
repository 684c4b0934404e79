// Programs and headers that building an operator package needs, and how this system installs them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "opdk/status.h"

namespace opdk {

enum class ToolState { kFound, kMissing, kUnfit };

// One program or set of headers.
struct BuildTool {
  std::string name;      // "cmake"
  std::string purpose;   // the commands that need it
  bool required = true;  // false: building goes on without it
  ToolState state = ToolState::kMissing;
  std::string found;   // version and place; why an unfit tool is unfit
  std::string least;   // oldest version that fits, "" if each does
  std::string get_it;  // command that installs it
};

// Looks for the tools in PATH, CXX and the directories of headers. Runs each program once.
std::vector<BuildTool> FindBuildTools();

// Returns the command that installs a tool with the first package manager in PATH. `tool` is a name of FindBuildTools.
std::string InstallCommand(std::string_view tool);

// Returns the first number with dots in a text: "3.25.1" in "cmake version 3.25.1"; "" if there is none.
std::string FirstVersion(std::string_view text);

// Returns whether a version is the same as another or newer, compared number by number.
bool IsAtLeast(std::string_view version, std::string_view least);

// Refuses a machine without a required tool. Names each such tool and the command that installs it. E1002.
Status CheckBuildTools(const std::vector<BuildTool>& tools);

}  // namespace opdk
