// The flags of `atc` and `opdk atc`, and their callback.
#pragma once

#include <CLI/CLI.hpp>

#include "opdk/status.h"

namespace opdk::cli {

// Adds the flags. `command_line`: the command line as it was typed.
void AddAtcFlags(CLI::App& command, const std::string& command_line, Status& outcome);

// Removes flags of atc with an empty value ("--out_nodes="), which scripts write for flags that aren't given. Returns
// the number of arguments that are left.
int DropEmptyFlags(int argc, char** argv);

}  // namespace opdk::cli
