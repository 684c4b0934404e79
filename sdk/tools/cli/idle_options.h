// Options that have no effect together with another option, or on another kind of model: giving both is an error.
#pragma once

#include <CLI/CLI.hpp>
#include <initializer_list>
#include <string>

#include "opdk/status.h"

namespace opdk::cli {

// Options of AddSessionOptions and AddModelOptions that say how a model is read and compiled.
inline constexpr std::initializer_list<const char*> kReadingOptions = {"--weight", "--parser"};
inline constexpr std::initializer_list<const char*> kCompilingOptions = {
    "--streams",        "--disable-pass",     "--dump-graph", "--precision-mode",
    "--modify-mixlist", "--customize-dtypes", "--keep-dtype"};

// Refuses each of `idle` beside `option` (E1001, naming both).
inline void Exclude(CLI::App& command, const char* option, std::initializer_list<const char*> idle) {
  for (const char* other : idle) command.get_option(option)->excludes(command.get_option(other));
}

// Refuses each of `dependent` without `option` (E1001, naming both).
inline void Need(CLI::App& command, const char* option, std::initializer_list<const char*> dependent) {
  for (const char* other : dependent) command.get_option(other)->needs(command.get_option(option));
}

// Checks that none of the given options is for reading and compiling, nor in `more`, if the model is offline: it was
// compiled before. E1001.
Status CheckOfflineOptions(const CLI::App& command, const std::string& model,
                           std::initializer_list<const char*> more = {});

}  // namespace opdk::cli
