// opdk atc: a model becomes an offline model, with the flags of CANN's atc.
#include "sdk/tools/cli/atc_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "graph_core/base/file.h"
#include "opdk/safe_text.h"
#include "sdk/tools/atc/atc.h"
#include "sdk/tools/atc/flags.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/model_options.h"
#include "sdk/tools/cli/package_here.h"

namespace opdk::cli {
namespace {

const char* GroupOf(atc::FlagMeaning meaning) {
  switch (meaning) {
    case atc::FlagMeaning::kOwn:
      return "What is read and written";
    case atc::FlagMeaning::kOption:
      return "How it is compiled";
    case atc::FlagMeaning::kNoEffect:
      return "No effect on a CPU";
    case atc::FlagMeaning::kRefused:
      return "Refused, unless they ask for what happens anyway";
  }
  return "";
}

Status RunAtc(const atc::Request& request) {
  atc::Outcome outcome;
  Status status = atc::Run(request, outcome);
  for (const std::string& warning : outcome.warnings) fmt::print(stderr, "warning: {}\n", SafeLine(warning));
  for (const std::string& line : outcome.lines) fmt::print("{}\n", line);
  fmt::print("{}\n", status.ok() ? "ATC run success" : "ATC run failed");
  return status;
}

// Returns the arguments of this process as they were typed.
std::string CommandLine() {
  auto read = ReadFile("/proc/self/cmdline", kTextFile);
  if (!read.ok()) return "";
  while (!read->empty() && read->back() == '\0') read->pop_back();
  std::replace(read->begin(), read->end(), '\0', ' ');
  return *read;
}

}  // namespace

void AddAtcFlags(CLI::App& command, const std::string& command_line, Status& outcome) {
  auto request = std::make_shared<atc::Request>();
  request->command_line = command_line;
  if (isatty(STDERR_FILENO) != 0) request->progress = ShowProgress;
  for (const atc::Flag& flag : atc::Flags()) {
    command
        .add_option_function<std::string>(
            fmt::format("--{}", flag.name),
            [request, name = std::string(flag.name)](const std::string& value) { request->flags[name] = value; },
            std::string(flag.about))
        ->type_name("VALUE")
        ->group(GroupOf(flag.meaning));
  }
  AddPluginsOption(command, request->plugin_dirs);
  command.footer(
      "Examples:\n"
      "  atc --model=net.onnx --framework=5 --output=net --soc_version=native\n"
      "  atc --model=net.onnx --output=net --input_shape=\"x:-1,3,224,224\" --dynamic_batch_size=\"1,2,4\"\n"
      "  atc --mode=6 --om=net.om                       what it is\n"
      "  atc --mode=1 --om=net.om --json=net.json\n"
      "  atc --singleop=ops.json --output=op_models\n"
      "  opdk run net.om");
  command.callback([request, &outcome] {
    request->plugin_dirs = PackagePlaces(request->plugin_dirs);
    outcome = RunAtc(*request);
  });
}

int DropEmptyFlags(int argc, char** argv) {
  const auto is_empty = [](const char* argument) {
    const std::string_view text = argument;
    return text.starts_with("--") && text.ends_with('=') &&
           std::ranges::any_of(atc::Flags(),
                               [&](const atc::Flag& flag) { return text.substr(2, text.size() - 3) == flag.name; });
  };
  return static_cast<int>(std::remove_if(argv, argv + argc, is_empty) - argv);
}

void AddAtcCommand(CLI::App& app, Status& outcome) {
  AddAtcFlags(*app.add_subcommand("atc", "Make an offline model (.om) of a model, with the flags of CANN's atc"),
              CommandLine(), outcome);
}

}  // namespace opdk::cli
