#include "sdk/tools/cli/run_dumps.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "opdk/safe_text.h"

namespace opdk::cli {
namespace {

using When = TensorDumpOptions::When;

Status SetWhen(const std::string& text, TensorDumpOptions& options) {
  constexpr std::pair<std::string_view, When> kAll[] = {
      {"always", When::kAlways}, {"overflow", When::kOverflow}, {"failure", When::kFailure}};
  for (const auto& [name, when] : kAll) {
    if (name != text) continue;
    options.when = when;
    return Status();
  }
  return Status(ErrorCode::kUsage,
                fmt::format("'{}' is not a value for it; it takes always, overflow or failure", text));
}

Result<TensorDumpOptions> ReadRequest(const DumpRequest& request) {
  TensorDumpOptions options;
  options.directory = request.directory;
  options.layers = request.layers;
  OPDK_TRY(SetWhen(request.when, options).At("--dump-when"));
  OPDK_TRY(SetDumpMode(request.mode, options).At("--dump-mode"));
  OPDK_TRY(SetDumpData(request.data, options).At("--dump-data"));
  auto runs = ParseRuns(request.steps);
  if (!runs.ok()) return std::move(runs).status().At("--dump-step");
  options.runs = *std::move(runs);
  return options;
}

}  // namespace

void AddDumpOptions(CLI::App& command, DumpRequest& request) {
  CLI::Option* directory =
      command
          .add_option("--dump-tensors", request.directory,
                      "Write what each step gives below DIR: .npy files, and index.jsonl that says what they are")
          ->type_name("DIR");
  const auto add = [&](const char* name, auto& value, const char* text, const char* type) {
    return command.add_option(name, value, text)->type_name(type)->needs(directory);
  };
  add("--dump-when", request.when,
      "always (default), overflow: only of steps that give NaN or infinity and take none, or failure: what a step that "
      "fails has taken",
      "WHEN");
  add("--dump-mode", request.mode, "output (default), input or all", "MODE");
  add("--dump-data", request.data, "tensor (default), or stats: statistics in the index alone", "DATA");
  add("--dump-step", request.steps, "Only these runs, from 0 on: 0|5|10-20", "RUNS");
  add("--dump-layer", request.layers, "Only this step, or the one that this node was fused into; repeatable", "NODE")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

Result<std::shared_ptr<TensorDump>> DumpRuns(const DumpRequest& request, Executable& model) {
  if (request.directory.empty()) return std::shared_ptr<TensorDump>();
  OPDK_TRY(TensorDumpOptions options, ReadRequest(request));
  std::error_code error;
  std::filesystem::create_directories(request.directory, error);
  if (error) {
    return Status(ErrorCode::kWriteFailed,
                  fmt::format("can't make the directory '{}': {}", request.directory, error.message()))
        .At("--dump-tensors");
  }
  auto dump = TensorDump::Attach(model, std::move(options));
  if (!dump.ok()) return std::move(dump).status().At("--dump-tensors");
  OPDK_TRY((*dump)->CheckLayers().At("--dump-layer"));
  return dump;
}

void PrintDump(TensorDump& dump) {
  for (const std::string& report : dump.TakeReports()) fmt::print("{}\n", SafeLine(report));
  const std::string directory = dump.directory();
  if (directory.empty()) {
    fmt::print("nothing to dump\n");
  } else {
    fmt::print("dumped to {}\n", SafeLine(directory));
  }
}

}  // namespace opdk::cli
