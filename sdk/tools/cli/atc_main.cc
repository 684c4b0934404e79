// atc: `opdk atc` under CANN's name.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "opdk/package.h"
#include "opdk/status.h"
#include "sdk/tools/cli/atc_command.h"
#include "sdk/tools/cli/exit_guard.h"
#include "sdk/tools/cli/standard_streams.h"
#include "sdk/tools/cli/usage_error.h"

namespace {

int Report(const opdk::Status& status) { return status.ok() ? 0 : opdk::cli::ReportError(status); }

int Main(int argc, char** argv) {
  CLI::App app("Makes offline models (.om) of models.", "atc");
  app.set_version_flag("--version", fmt::format("atc of opdk {}", OPDK_SDK_VERSION));
  std::string command_line = argv[0];
  for (int i = 1; i < argc; ++i) command_line += std::string(" ") + argv[i];
  opdk::Status outcome;
  opdk::cli::AddAtcFlags(app, command_line, outcome);
  try {
    app.parse(opdk::cli::DropEmptyFlags(argc, argv), argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return opdk::cli::ShowHelp(app, error);
    fmt::print("ATC run failed\n");
    return Report(opdk::cli::UsageError(app, error, {argv + 1, argv + argc}));
  }
  return Report(outcome);
}

}  // namespace

int main(int argc, char** argv) {
  opdk::cli::GuardExit();
  return opdk::cli::RunCommand(argc, argv, Main);
}
