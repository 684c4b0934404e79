// The subcommands of `opdk`. Each Add function describes one to CLI11; its callback runs it and leaves the outcome.
#pragma once

#include <CLI/CLI.hpp>

#include "opdk/status.h"

namespace opdk::cli {

void AddRunCommand(CLI::App& app, Status& outcome);
void AddListCommand(CLI::App& app, Status& outcome);
void AddExplainCommand(CLI::App& app, Status& outcome);
void AddDumpCommand(CLI::App& app, Status& outcome);
void AddCacheCommand(CLI::App& app, Status& outcome);
void AddBuildCommand(CLI::App& app, Status& outcome);
void AddTestCommand(CLI::App& app, Status& outcome);
void AddFuzzCommand(CLI::App& app, Status& outcome);
void AddReproCommand(CLI::App& app, Status& outcome);

}  // namespace opdk::cli
