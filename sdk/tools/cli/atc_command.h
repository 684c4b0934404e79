// The flags of `atc` and `opdk atc`, and how they end.
#pragma once

#include <CLI/CLI.hpp>

#include "opdk/status.h"

namespace opdk::cli {

// `command_line`: as it was typed.
void AddAtcFlags(CLI::App& command, const std::string& command_line, Status& outcome);

}  // namespace opdk::cli
