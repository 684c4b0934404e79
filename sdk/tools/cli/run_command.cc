// opdk run: runs a model and prints its outputs.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "graph_core/base/dump_place.h"
#include "graph_core/execution/profile.h"
#include "graph_core/package/operator_names.h"
#include "opdk/parser_options.h"
#include "opdk/safe_text.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/explanation.h"
#include "sdk/tools/cli/idle_options.h"
#include "sdk/tools/cli/model_options.h"
#include "sdk/tools/cli/positive_number.h"
#include "sdk/tools/cli/run_dumps.h"
#include "sdk/tools/cli/run_summary.h"
#include "sdk/tools/cli/table.h"
#include "sdk/tools/cli/time_watch.h"
#include "sdk/tools/model/compiled_model.h"
#include "sdk/tools/model/generated_tensor.h"
#include "sdk/tools/model/open_model.h"
#include "sdk/tools/model/run_inputs.h"
#include "sdk/tools/model/run_operator.h"
#include "sdk/tools/model/tensor_file.h"

namespace opdk::cli {
namespace {

struct RunOptions {
  ModelOptions model;
  CompileOptions session;
  OperatorRun op;  // its type is empty if a model runs
  std::vector<std::string> inputs;
  std::vector<std::string> dims;
  std::string output_directory;
  std::string profile_path;
  DumpRequest dump;
  int repeat = 1;
  bool explain = false;
  std::optional<uint64_t> seed;
  std::optional<double> timeout_s;  // of the whole command
  const CLI::App* command = nullptr;
};

Result<std::vector<ge::Tensor>> MakeInputs(const RunOptions& options, const std::vector<InputSpec>& specs) {
  OPDK_TRY(const auto dims, ParseCounts("--dim", options.dims));
  const uint64_t seed = options.seed ? *options.seed : std::random_device()();
  if (!options.inputs.empty() || specs.empty()) return ReadInputs(specs, options.inputs, seed);
  OPDK_TRY(auto inputs, RandomInputs(specs, dims, seed));
  fmt::print("random inputs, --seed {}:", seed);
  for (size_t i = 0; i < specs.size(); ++i) {
    const ge::TensorDesc desc = inputs[i].GetTensorDesc();
    const auto row = SummaryRow(specs[i].port.name, inputs[i]);
    fmt::print("{} {} {}{}", i == 0 ? "" : ",", SafeLine(row[0]), row[1], row[2]);
  }
  fmt::print("\n");
  return inputs;
}

// Checks that the options fit MODEL or --op, whichever is given. E1001: an option of the other mode.
Status CheckMode(const RunOptions& options) {
  const bool model = !options.model.model.empty(), op = !options.op.type.empty();
  if (model == op) {
    return Status(ErrorCode::kUsage,
                  model ? "a model and --op are given; one of them can run" : "nothing to run: give a model or --op")
        .Hint("opdk run --help");
  }
  const bool of_model =
      !options.dims.empty() || options.explain || !options.profile_path.empty() || !options.dump.directory.empty();
  const bool of_op = !options.op.attrs.empty() || !options.op.dynamic_outputs.empty() || !options.op.constants.empty();
  if (model && !options.dims.empty() && !options.inputs.empty()) {
    return Status(ErrorCode::kUsage, "--dim is for random inputs; with --input the values say how long they are")
        .Hint("give the shape there, as in --input x=random:8x3, or leave --input out");
  }
  if (model ? !of_op : !of_model) return Status();
  return Status(ErrorCode::kUsage, model ? "--attr, --const and --dynamic-output belong to --op"
                                         : "--dim, --explain, --profile and --dump-tensors belong to a model")
      .Hint("opdk run --help");
}

// Prints the values of small outputs, and writes files if --output asks for them. Each output has one entry, with a
// name, in `ports`.
template <typename Ports>
Status WriteOutputs(const RunOptions& options, const Ports& ports, const std::vector<ge::Tensor>& outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    const std::string values = ValuesText(outputs[i]);
    if (!values.empty()) fmt::print("{} = {}\n", SafeLine(ports[i].name), values);
  }
  if (options.output_directory.empty()) return Status();
  std::vector<std::string> names;
  for (size_t i = 0; i < outputs.size(); ++i) names.push_back(ports[i].name);
  const std::vector<std::string> files = FileNamesOf(names);
  for (size_t i = 0; i < outputs.size(); ++i) {
    auto path = WriteTensorFile(options.output_directory, files[i], outputs[i]);
    if (!path.ok()) return std::move(path).status().At(fmt::format("output '{}'", names[i]));
    // If another output has taken the file name, the output's own name is printed, too.
    const std::string of_output = files[i] == FileNameOf(names[i]) ? "" : fmt::format(": {}", SafeLine(names[i]));
    fmt::print("wrote {}{}\n", SafeLine(*path), of_output);
  }
  return Status();
}

void PrintOperator(const std::string& type, const OperatorOutcome& outcome) {
  const SingleOp& op = outcome.op;
  if (op.kernel().empty()) {
    fmt::print("{}: a view, nothing is computed; prepared in {:.1f} ms\n", type, outcome.prepared_ms);
  } else {
    fmt::print("{} on {}, package {}, kernel {}{}; prepared in {:.1f} ms\n", type, op.engine(), SafeLine(op.package()),
               op.kernel(), op.description().empty() ? "" : fmt::format(" ({})", op.description()),
               outcome.prepared_ms);
  }
  fmt::print("run: {}\n\n", FormatTimes(outcome.run_ms));
  std::vector<std::vector<std::string>> rows = {SummaryHeading()};
  rows[0][0] = "tensor";
  for (size_t i = 0; i < outcome.inputs.size(); ++i) {
    rows.push_back(SummaryRow(outcome.input_names[i], outcome.inputs[i]));
  }
  for (size_t i = 0; i < outcome.outputs.size(); ++i) {
    rows.push_back(SummaryRow(op.outputs()[i].name, outcome.outputs[i]));
  }
  fmt::print("{}", FormatTable(rows));
}

Status RunOne(const RunOptions& options) {
  OPDK_TRY(const auto packages, options.model.Load());
  OperatorRun run = options.op;
  OPDK_TRY(run.type, OperatorNamed(*packages, run.type));
  run.inputs = options.inputs;
  run.repeat = options.repeat;
  run.seed = options.seed ? *options.seed : std::random_device()();
  const auto random = [](const std::string& input) { return input.find("random:") != std::string::npos; };
  if (!options.seed && std::any_of(run.inputs.begin(), run.inputs.end(), random)) {
    fmt::print("random inputs, --seed {}\n", run.seed);
  }
  OPDK_TRY(const OperatorOutcome outcome, RunOperator(run, options.session, *packages));
  PrintOperator(run.type, outcome);
  return WriteOutputs(options, outcome.op.outputs(), outcome.outputs);
}

// Returns the request for the model with the names of the given inputs. A name ends at any "=".
ParseRequest RequestWithInputs(const RunOptions& options) {
  ParseRequest request = options.model.Request();
  std::string names;
  for (const std::string& input : options.inputs) {
    for (size_t equals = input.find('='); equals != std::string::npos; equals = input.find('=', equals + 1)) {
      names += (names.empty() ? "" : ";") + input.substr(0, equals);
    }
  }
  if (!names.empty()) request.options.emplace(kFedInputsOption, names);
  return request;
}

Status Run(const RunOptions& options) {
  OPDK_TRY(CheckMode(options));
  const TimeWatch watch(options.timeout_s);
  if (!options.op.type.empty()) return RunOne(options);
  OPDK_TRY(CheckOfflineOptions(*options.command, options.model.model));
  OPDK_TRY(const auto packages, options.model.Load());
  OPDK_TRY(OpenedModel opened, OpenModel(RequestWithInputs(options), packages, options.session));
  const CompiledSession& compiled = opened.compiled;
  Executable& model = opened.compiled.model;
  if (options.explain) fmt::print("{}\n", FormatExplanation(compiled.report));
  fmt::print("{}\n", FormatSummary(compiled.report));

  OPDK_TRY(const std::shared_ptr<TensorDump> dump, DumpRuns(options.dump, model));
  OPDK_TRY(const std::vector<ge::Tensor> inputs, MakeInputs(options, InputSpecsOf(model, opened.dim_names)));
  Profile profile;
  std::vector<ge::Tensor> outputs;
  std::vector<double> times;
  for (int i = 0; i < options.repeat; ++i) {
    const auto start = std::chrono::steady_clock::now();
    OPDK_TRY(outputs, model.Run(inputs, options.profile_path.empty() ? nullptr : &profile));
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  fmt::print("run: {}\n\n", FormatTimes(std::move(times)));

  std::vector<std::vector<std::string>> rows = {SummaryHeading()};
  for (size_t i = 0; i < outputs.size(); ++i) rows.push_back(SummaryRow(model.outputs()[i].name, outputs[i]));
  fmt::print("{}", FormatTable(rows));
  OPDK_TRY(WriteOutputs(options, model.outputs(), outputs));
  if (!options.profile_path.empty()) {
    OPDK_TRY(profile.WriteChromeTrace(options.profile_path));
    fmt::print("wrote {}\n", SafeLine(options.profile_path));
  }
  if (dump != nullptr) PrintDump(*dump);
  return Status();
}

}  // namespace

void AddRunCommand(CLI::App& app, Status& outcome) {
  CLI::App* command = app.add_subcommand("run", "Run a model, or one operator");
  auto options = std::make_shared<RunOptions>();
  AddModelOptions(*command, options->model);
  command->get_option("model")->required(false);
  command
      ->add_option("--op", options->op.type,
                   "Run this operator instead of a model; a framework's name is understood too: onnx:Gemm")
      ->type_name("TYPE");
  AddSessionOptions(*command, options->session);
  const auto repeatable = [](CLI::Option* option) {
    option->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  };
  repeatable(
      command
          ->add_option("--input", options->inputs,
                       fmt::format("Value of an input: {}. Without any, all inputs of a model are random; repeatable",
                                   kTensorSources))
          ->type_name("NAME=VALUE"));
  repeatable(command
                 ->add_option("--dim", options->dims,
                              "Extent of an unknown dimension of random inputs (default 1): by its name, or as "
                              "INPUT:AXIS where it has none (AXIS from 0); repeatable")
                 ->type_name("NAME=N"));
  repeatable(command
                 ->add_option("--const", options->op.constants,
                              "This --input of --op is a constant: inference and kernels may ask for its value; "
                              "repeatable")
                 ->type_name("INPUT"));
  repeatable(
      command->add_option("--attr", options->op.attrs, "Attribute of --op, typed by its prototype; lists are 1,2,3")
          ->type_name("NAME=VALUE"));
  repeatable(command->add_option("--dynamic-output", options->op.dynamic_outputs, "Entries of a dynamic output of --op")
                 ->type_name("NAME=N"));
  command->add_option("--seed", options->seed, "Of the random inputs; printed when it isn't given")->type_name("N");
  command->add_option("--output", options->output_directory, "Write each output to DIR/<name>.npy")->type_name("DIR");
  command->add_option("--repeat", options->repeat, "Run so often and report minimum and median time")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  command
      ->add_option(
          "--timeout", options->timeout_s,
          "End with an error, a second later at most, if the command takes longer, and name the kernel that doesn't "
          "return (default: no limit)")
      ->type_name("SECONDS")
      ->check(PositiveNumber());
  command->add_flag("--explain", options->explain, "Print which engine and kernel take each node");
  command->add_option("--profile", options->profile_path, "Write the time of each task (Chrome trace format)")
      ->type_name("FILE");
  AddDumpOptions(*command, options->dump);
  for (const auto& idle : {kReadingOptions, kCompilingOptions}) Exclude(*command, "--op", idle);
  Exclude(*command, "--op", {"--deterministic"});
  options->command = command;
  command->footer(
      "Examples:\n"
      "  opdk run model.onnx                                    random inputs\n"
      "  opdk run model.onnx --input x=image.npy --output out\n"
      "  opdk run model.onnx --dim batch=8 --seed 1 --repeat 100 --threads 2\n"
      "  opdk run model.onnx --dim image:0=8 --dim image:2=224  axes 0 and 2 of the input image\n"
      "  opdk run model.onnx --plugins build/plugins --engine ai_cpu --explain\n"
      "  opdk run model.onnx --dump-tensors dumps --dump-when overflow\n"
      "  opdk run --op SoftmaxV2 --input x=random:4x1024 --attr axes=-1 --repeat 100\n"
      "  opdk run --op Gather --input x=table.npy --input indices=list:2,0:int64 --output out\n"
      "  opdk run --op Expand --input x=list:1,2,3,4:2x1x2 --input shape=list:2,3,2:int64 --const shape");
  command->callback([options, &outcome] { outcome = Run(*options); });
}

}  // namespace opdk::cli
