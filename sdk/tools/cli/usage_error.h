// Errors in the words of a command line.
#pragma once

#include <CLI/CLI.hpp>
#include <span>

#include "opdk/status.h"

namespace opdk::cli {

// Turns CLI11's complaint into E1001, whose hint is the --help of the command in question. An unknown subcommand or
// option is named, with the name that was probably meant. `words`: those behind the program's name.
Status UsageError(const CLI::App& app, const CLI::ParseError& error, std::span<char* const> words);

}  // namespace opdk::cli
