// opdk: runs, explains and prints models through operator packages. The exit codes are opdk::ExitCode's.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "opdk/package.h"
#include "opdk/status.h"
#include "sdk/tools/cli/atc_command.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/exit_guard.h"
#include "sdk/tools/cli/standard_streams.h"
#include "sdk/tools/cli/usage_error.h"

namespace {

int Report(const opdk::Status& status) {
  if (status.ok()) return 0;
  std::fflush(stdout);
  return opdk::cli::ReportError(status);
}

using AddCommand = void (*)(CLI::App&, opdk::Status&);

// Adds subcommands that stand together in --help, in this order.
void AddGroup(CLI::App& app, opdk::Status& outcome, const char* group, std::initializer_list<AddCommand> commands) {
  const size_t before = app.get_subcommands({}).size();
  for (const AddCommand add : commands) add(app, outcome);
  const std::vector<CLI::App*> all = app.get_subcommands({});
  for (size_t i = before; i < all.size(); ++i) all[i]->group(group);
}

int Main(int argc, char** argv) {
  CLI::App app("Operator development kit: models on CANN-style operator packages.", "opdk");
  app.set_version_flag("--version", fmt::format("opdk {} (package ABI {})", OPDK_SDK_VERSION, OPDK_ABI_VERSION));
  app.require_subcommand(1);
  app.footer(
      "Examples:\n"
      "  opdk new my_ops --kind elementwise --frameworks onnx && cd my_ops && opdk test\n"
      "  opdk run model.onnx --input x=image.npy --output out\n"
      "  opdk list --plugins build/plugins\n"
      "  opdk explain model.onnx\n"
      "  opdk dump model.onnx --dot | dot -Tsvg > model.svg\n"
      "  opdk pack my_operators && opdk install my_operators-1.0.0.opdk\n"
      "\n"
      "Packages are looked for in --plugins, $OPDK_PLUGIN_PATH, ~/.local/share/opdk/plugins and the built-in "
      "directory.\n"
      "Exit codes: 0 ok, 1 a check or case failed, 2 usage or input files, 3 model or definition invalid,\n"
      "4 nothing selected, 5 build failed, 6 load or ABI failure, 7 kernel failed, 8 performance regression,\n"
      "9 nothing verified, 70 internal error.");
  opdk::Status outcome;
  AddGroup(app, outcome, "Write operators",
           {
               opdk::cli::AddNewCommand,
               opdk::cli::AddAddCommand,
               opdk::cli::AddBuildCommand,
               opdk::cli::AddTestCommand,
               opdk::cli::AddFuzzCommand,
               opdk::cli::AddReproCommand,
               opdk::cli::AddBenchCommand,
               opdk::cli::AddCheckCommand,
               opdk::cli::AddDevCommand,
               opdk::cli::AddDocsCommand,
               opdk::cli::AddUpgradeCommand,
           });
  AddGroup(app, outcome, "Use models",
           {
               opdk::cli::AddRunCommand,
               opdk::cli::AddExplainCommand,
               opdk::cli::AddDumpCommand,
               opdk::cli::AddAtcCommand,
               opdk::cli::AddOmCommand,
               opdk::cli::AddAdapterCommand,
           });
  AddGroup(app, outcome, "Pack and install",
           {
               opdk::cli::AddPackCommand,
               opdk::cli::AddInstallCommands,
               opdk::cli::AddInfoCommand,
               opdk::cli::AddKeysCommand,
           });
  AddGroup(app, outcome, "Look after this machine",
           {
               opdk::cli::AddListCommand,
               opdk::cli::AddDoctorCommand,
               opdk::cli::AddCacheCommand,
               opdk::cli::AddErrorsCommand,
               opdk::cli::AddCompletionCommand,
           });
  try {
    const bool is_atc = argc > 1 && std::string_view(argv[1]) == "atc";
    app.parse(is_atc ? opdk::cli::DropEmptyFlags(argc, argv) : argc, argv);
  } catch (const CLI::ParseError& error) {
    // --help and --version end parsing this way, with success.
    if (error.get_exit_code() == 0) return opdk::cli::ShowHelp(app, error);
    return Report(opdk::cli::UsageError(app, error, {argv + 1, argv + argc}));
  }
  return Report(outcome);
}

}  // namespace

int main(int argc, char** argv) {
  opdk::cli::GuardExit();
  return opdk::cli::RunCommand(argc, argv, Main);
}
