// Options that say which package and cases `opdk test`, `fuzz` and `repro` work on.
#pragma once

#include <CLI/CLI.hpp>

#include "sdk/tools/verify/suite/search_target.h"
#include "sdk/tools/verify/suite/target.h"

namespace opdk::cli {

// Adds --plugins, --package, --build-dir, --no-build, --cases. `options` must live as long as `command`.
void AddTargetOptions(CLI::App& command, verify::TargetOptions& options);

// Adds the options of AddTargetOptions and --state.
void AddSearchTargetOptions(CLI::App& command, verify::SearchTargetOptions& options);

}  // namespace opdk::cli
