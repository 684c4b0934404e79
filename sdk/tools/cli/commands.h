// The subcommands of `opdk`. Each Add function describes one to CLI11; its callback runs it and leaves the outcome.
#pragma once

#include <CLI/CLI.hpp>

#include "opdk/status.h"

namespace opdk::cli {

void AddRunCommand(CLI::App& app, Status& outcome);
void AddListCommand(CLI::App& app, Status& outcome);
void AddExplainCommand(CLI::App& app, Status& outcome);
void AddDumpCommand(CLI::App& app, Status& outcome);
void AddAtcCommand(CLI::App& app, Status& outcome);
void AddOmCommand(CLI::App& app, Status& outcome);
void AddCacheCommand(CLI::App& app, Status& outcome);
void AddNewCommand(CLI::App& app, Status& outcome);
void AddAddCommand(CLI::App& app, Status& outcome);
void AddUpgradeCommand(CLI::App& app, Status& outcome);
void AddBuildCommand(CLI::App& app, Status& outcome);
void AddTestCommand(CLI::App& app, Status& outcome);
void AddBenchCommand(CLI::App& app, Status& outcome);
void AddPackCommand(CLI::App& app, Status& outcome);
void AddInstallCommands(CLI::App& app, Status& outcome);  // install, uninstall, enable, disable
void AddInfoCommand(CLI::App& app, Status& outcome);
void AddKeysCommand(CLI::App& app, Status& outcome);
void AddDoctorCommand(CLI::App& app, Status& outcome);
void AddErrorsCommand(CLI::App& app, Status& outcome);
void AddCheckCommand(CLI::App& app, Status& outcome);
void AddDocsCommand(CLI::App& app, Status& outcome);
void AddDevCommand(CLI::App& app, Status& outcome);
void AddCompletionCommand(CLI::App& app, Status& outcome);
void AddFuzzCommand(CLI::App& app, Status& outcome);
void AddReproCommand(CLI::App& app, Status& outcome);
void AddAdapterCommand(CLI::App& app, Status& outcome);

}  // namespace opdk::cli
