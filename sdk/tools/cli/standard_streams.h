// The standard streams and signals of a command.
#pragma once

#include <CLI/CLI.hpp>

#include "opdk/status.h"

namespace opdk::cli {

// Prints an error to the standard error, as far as that accepts it, and returns its exit code. An error without a next
// step gets the one that `opdk errors` gives for its code.
int ReportError(const Status& status);

// Prints the text that ends parsing with success: --help, --version. Returns the exit code.
int ShowHelp(const CLI::App& app, const CLI::ParseError& text);

// Runs a command as the body of main() and returns the process's exit code. The standard streams are open, so no other
// file becomes the standard output. If the standard output refuses text, that is E1006, once, at the end, with exit
// code 2. If nobody reads it any more (`| head -1`), SIGPIPE ends the process without a message. An exception of the
// command is E9001.
int RunCommand(int argc, char** argv, int (*command)(int, char**));

}  // namespace opdk::cli
