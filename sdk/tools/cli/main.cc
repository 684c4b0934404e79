// opdk: runs, explains and prints models through operator packages. The exit codes are opdk::ExitCode's.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opdk/package.h"
#include "opdk/status.h"
#include "sdk/tools/cli/atc_command.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/exit_guard.h"
#include "sdk/tools/cli/standard_streams.h"

namespace {

int Report(const opdk::Status& status) {
  if (status.ok()) return 0;
  std::fflush(stdout);
  return opdk::cli::ReportError(status);
}

// Names of commands in other tools, and the commands here that do the same.
constexpr std::pair<const char*, const char*> kOtherWords[] = {
    {"version", "opdk --version"},
    {"compare", "opdk om diff of two offline models, or opdk bench --against of two builds"},
    {"diff", "opdk om diff"},
    {"convert", "opdk atc"},
    {"compile", "opdk atc of a model, or opdk build of a package"},
    {"create", "opdk new"},
    {"init", "opdk new"},
    {"gen", "opdk new"},
    {"validate", "opdk check of a package, or opdk explain of a model"},
    {"show", "opdk list, opdk info or opdk dump"},
    {"remove", "opdk uninstall"},
    {"delete", "opdk uninstall"},
    {"profile", "opdk run --profile"},
    {"infer", "opdk run"},
    {"exec", "opdk run"},
};

// Returns the command that an unknown word probably means, "" if none is near. `next` is the word behind it.
std::string Meant(const std::string& word, const std::string& next, const std::vector<std::string>& known) {
  if (word == "help") {
    const bool of_one = std::find(known.begin(), known.end(), next) != known.end();
    return of_one ? fmt::format("opdk {} --help", next) : "opdk --help";
  }
  for (const auto& [other, here] : kOtherWords) {
    if (word == other) return here;
  }
  return opdk::Nearest(word, known);
}

// Turns CLI11's complaint into one of our errors. An unknown subcommand gets a "did you mean".
opdk::Status UsageError(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  const auto chosen = app.get_subcommands();
  std::string command = "opdk";
  std::string message = error.what();
  std::vector<std::string> known;
  for (const CLI::App* subcommand : app.get_subcommands({})) known.push_back(subcommand->get_name());
  // A known command behind an unknown word is chosen, too: "help run".
  if (argc > 1 && argv[1][0] != '-' && std::find(known.begin(), known.end(), argv[1]) == known.end()) {
    const std::string near = Meant(argv[1], argc > 2 ? argv[2] : "", known);
    message =
        fmt::format("unknown command '{}'{}", argv[1], near.empty() ? "" : fmt::format("; did you mean {}?", near));
  } else if (!chosen.empty()) {
    for (const CLI::App* part = chosen.front(); part != nullptr;) {
      command += " " + part->get_name();
      const auto deeper = part->get_subcommands();
      part = deeper.empty() ? nullptr : deeper.front();
    }
  }
  return opdk::Status(opdk::ErrorCode::kUsage, std::move(message)).Hint(command + " --help");
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
    return Report(UsageError(app, error, argc, argv));
  }
  return Report(outcome);
}

}  // namespace

int main(int argc, char** argv) {
  opdk::cli::GuardExit();
  return opdk::cli::RunCommand(argc, argv, Main);
}
