#include "sdk/tools/cli/model_options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "graph_core/package/plugin_dirs.h"
#include "sdk/tools/adapter/installed_adapters.h"
#include "sdk/tools/cli/package_here.h"
#include "sdk/tools/model/open_model.h"

namespace opdk::cli {

void AddAllowUntrustedOption(CLI::App& command) {
  command.add_flag_callback(
      "--allow-untrusted", [] { ::setenv("OPDK_ALLOW_UNTRUSTED", "1", 1); },
      "Accept libraries and directories that others can write to");
}

void AddPluginsOption(CLI::App& command, std::vector<std::string>& plugin_dirs) {
  command
      .add_option("--plugins", plugin_dirs,
                  "Directory with operator packages; repeatable, the first one has the highest precedence")
      ->type_name("DIR")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  AddAllowUntrustedOption(command);
}

// Adds the options of limits. They set environment variables, which code at any depth reads.
void AddLimitOptions(CLI::App& command) {
  const auto add = [&command](const char* option, const char* variable, const char* text, const char* type) {
    command
        .add_option_function<std::string>(
            option, [variable](const std::string& value) { ::setenv(variable, value.c_str(), 1); }, text)
        ->type_name(type);
  };
  add("--max-memory", "OPDK_MAX_MEMORY", "Refuse what takes more memory (default: the machine's)", "SIZE");
  add("--max-nodes", "OPDK_MAX_NODES", "Refuse models of more nodes (default: 2000000)", "N");
  add("--max-iterations", "OPDK_MAX_ITERATIONS", "End loops that go round more often (default: no limit)", "N");
}

ParseRequest ModelOptions::Request() const {
  ParseRequest request{{model}, parser, {}};
  if (!weight.empty()) request.files.push_back(weight);
  return request;
}

Result<std::shared_ptr<PackageRegistry>> ModelOptions::Load() const {
  std::vector<std::string> places = PackagePlaces(plugin_dirs);
  if (!fallback_dir.empty()) {
    if (!std::filesystem::exists(fallback_dir)) {
      return Status(ErrorCode::kFileNotFound, "the package of --fallback isn't installed")
          .At(fallback_dir)
          .Hint(adapter::HowToInstallAdapters());
    }
    places.push_back(fallback_dir);
  }
  return LoadPackages(places);
}

void AddModelOptions(CLI::App& command, ModelOptions& options) {
  command
      .add_option("model", options.model,
                  "Model: .onnx, TensorFlow's graph (.pb, .pbtxt) or saved model (a directory), Caffe's .prototxt, "
                  "MindSpore's .mindir, GE's form (.air), or an offline model (.om)")
      ->required()
      ->type_name("MODEL");
  command.add_option("--weight", options.weight, "Weights of a model that keeps them apart (.caffemodel)")
      ->type_name("FILE");
  command
      .add_option_function<std::vector<std::string>>(
          "--parser",
          [&options](const std::vector<std::string>& settings) {
            for (const std::string& setting : settings) {
              const size_t equals = setting.find('=');
              if (equals == std::string::npos || equals == 0) {
                throw CLI::ValidationError("--parser", fmt::format("'{}' is not NAME=VALUE", setting));
              }
              options.parser[setting.substr(0, equals)] = setting.substr(equals + 1);
            }
          },
          "Option of the model's reader: out_nodes=a;b:1, signature=NAME, tag=NAME or enable_scope_fusion_passes=A,B "
          "of "
          "TensorFlow, in_out_pair=TEXT or in_out_pair_flag=false beside --fallback; repeatable")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  AddPluginsOption(command, options.plugin_dirs);
  command
      .add_option_function<std::string>(
          "--fallback",
          [&options](const std::string& framework) {
            options.parser["fallback"] = framework;
            options.fallback_dir = FallbackDir(framework);
          },
          "Let this framework run what no package has of an ONNX model: onnxruntime")
      ->type_name("FRAMEWORK")
      ->check(CLI::IsMember({"onnxruntime"}));
  AddLimitOptions(command);
}

namespace {

// Joins an error's message, places and hint on one line, which CLI11 puts behind the name of an option.
std::string OnOneLine(const Status& status) {
  std::string text = status.message();
  for (const std::string& place : status.places()) text += fmt::format(", at {}", place);
  if (!status.hint().empty()) text += fmt::format("; {}", status.hint());
  return text;
}

using ReadPrecisionOption = Status(const std::string& value, PrecisionOptions& precision);

void AddPrecisionOption(CLI::App& command, const char* name, const char* text, const char* type,
                        ReadPrecisionOption* read, PrecisionOptions& precision) {
  command
      .add_option_function<std::string>(
          name,
          [name, read, &precision](const std::string& value) {
            const Status status = read(value, precision);
            if (!status.ok()) throw CLI::ValidationError(name, OnOneLine(status));
          },
          text)
      ->type_name(type);
}

void AddPrecisionOptions(CLI::App& command, PrecisionOptions& precision) {
  AddPrecisionOption(
      command, "--precision-mode",
      "Types that operators compute in: must_keep_origin_dtype (default), force_fp16, force_fp32, allow_fp32_to_fp16, "
      "allow_fp32_to_bf16, allow_mix_precision_fp16, allow_mix_precision_bf16",
      "MODE", [](const std::string& value, PrecisionOptions& options) { return ReadPrecisionMode(value, options); },
      precision);
  AddPrecisionOption(command, "--modify-mixlist", "JSON file that changes the lists of mixed precision", "FILE",
                     ReadModifyMixlist, precision);
  AddPrecisionOption(command, "--customize-dtypes", "File that prescribes the types of nodes' ports", "FILE",
                     ReadCustomizeDtypes, precision);
  AddPrecisionOption(command, "--keep-dtype", "File of nodes that keep the types of the model", "FILE", ReadKeepDtype,
                     precision);
}

}  // namespace

void ShowProgress(std::string_view engine, int done, int total) {
  fmt::print(stderr, "\r{}: compiled {} of {} kernel{}{}", engine, done, total, total == 1 ? "" : "s",
             done == total ? "\n" : "");
  std::fflush(stderr);
}

void AddSessionOptions(CLI::App& command, CompileOptions& options) {
  command.add_option("--engine", options.engine, "Use only this engine: ai_core or ai_cpu")->type_name("ENGINE");
  command.add_option("--threads", options.threads, "Threads of a run (default: all CPUs)")
      ->type_name("N")
      ->check(CLI::Range(1, 4096));
  command
      .add_option("--streams", options.streams,
                  "At most so many tasks run side by side, each on one thread (default: as many as threads; 1: none)")
      ->type_name("N")
      ->check(CLI::Range(1, 4096));
  command.add_option("--disable-pass", options.disabled_passes, "Leave a pass out, by name; repeatable")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_flag("--deterministic", options.deterministic,
                   "Choose no algorithm by measuring: the same bits on all runs, whatever the caches hold");
  AddPrecisionOptions(command, options.precision);
  if (isatty(STDERR_FILENO) != 0) options.progress = ShowProgress;
  command
      .add_option("--dump-graph", options.dump_directory,
                  "Write the graph after each pass that changed it, and the AI Core kernels' expressions after theirs")
      ->type_name("DIR");
}

}  // namespace opdk::cli
