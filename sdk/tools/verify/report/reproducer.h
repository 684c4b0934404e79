// A case as one line for a shell, which runs the same case again without the file that it came from.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

// Returns this process's command line, for a shell.
std::string CalledAs();

// Returns the command that runs this case alone. `target` holds the options that name the package ("--package DIR"). A
// case with too much data for a command line (128 KiB) is named by its id and its `file` instead.
std::string Reproducer(const std::vector<std::string>& target, const OpCase& op_case, const std::string& dtype,
                       const std::string& engine, const std::string& id, const std::string& file);

}  // namespace opdk::verify
