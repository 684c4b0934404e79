// opdk run: runs a model and says what came out.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "graph_core/execution/profile.h"
#include "sdk/cli/commands.h"
#include "sdk/cli/explanation.h"
#include "sdk/cli/model_options.h"
#include "sdk/cli/run_inputs.h"
#include "sdk/cli/table.h"
#include "sdk/cli/tensor_file.h"
#include "sdk/cli/tensor_summary.h"

namespace opdk::cli {
namespace {

struct RunOptions {
  ModelOptions model;
  SessionOptions session;
  std::vector<std::string> inputs;
  std::vector<std::string> dims;
  std::string output_directory;
  std::string profile_path;
  int repeat = 1;
  bool explain = false;
  std::optional<uint64_t> seed;
};

std::vector<InputSpec> SpecsOf(const LoadedModel& model, const std::map<std::string, std::vector<std::string>>& names) {
  std::vector<InputSpec> specs;
  for (const PortSpec& port : model.inputs()) {
    const auto found = names.find(port.name);
    specs.push_back({port, found == names.end() ? std::vector<std::string>() : found->second});
  }
  return specs;
}

// The symbolic dimensions' names, which a framework plugin leaves on the Data nodes.
std::map<std::string, std::vector<std::string>> DimNames(const Graph& graph) {
  std::map<std::string, std::vector<std::string>> names;
  for (const Node* data : graph.inputs()) {
    if (const auto* of_input = data->op().GetAttr<std::vector<std::string>>("dim_names"))
      names[data->name()] = *of_input;
  }
  return names;
}

Result<std::vector<ge::Tensor>> MakeInputs(const RunOptions& options, const std::vector<InputSpec>& specs) {
  OPDK_TRY(const auto dims, ParseDims(options.dims));
  if (!options.inputs.empty() || specs.empty()) return ReadInputs(specs, options.inputs);
  const uint64_t seed = options.seed ? *options.seed : std::random_device()();
  OPDK_TRY(auto inputs, RandomInputs(specs, dims, seed));
  fmt::print("random inputs, --seed {}:", seed);
  for (size_t i = 0; i < specs.size(); ++i) {
    const ge::TensorDesc desc = inputs[i].GetTensorDesc();
    const auto row = SummaryRow(specs[i].port.name, inputs[i]);
    fmt::print("{} {} {}{}", i == 0 ? "" : ",", row[0], row[1], row[2]);
  }
  fmt::print("\n");
  return inputs;
}

std::string FormatTimes(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  if (times.size() == 1) return fmt::format("{:.3f} ms", times[0]);
  const size_t middle = times.size() / 2;
  const double median = times.size() % 2 == 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2;
  return fmt::format("min {:.3f} ms, median {:.3f} ms of {} runs", times.front(), median, times.size());
}

Status Run(const RunOptions& options) {
  OPDK_TRY(const auto packages, LoadPackages(options.model.plugin_dirs));
  OPDK_TRY(Graph graph, ReadModel(options.model.model, *packages));
  const auto dim_names = DimNames(graph);
  OPDK_TRY(const auto session, Session::Create(packages, options.session));
  OPDK_TRY(CompiledSession compiled, session->Compile(std::move(graph)));
  LoadedModel& model = compiled.model;
  if (options.explain) fmt::print("{}\n", FormatExplanation(compiled.report));
  fmt::print("{}\n", FormatSummary(compiled.report));

  OPDK_TRY(const std::vector<ge::Tensor> inputs, MakeInputs(options, SpecsOf(model, dim_names)));
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
  if (!options.output_directory.empty()) {
    for (size_t i = 0; i < outputs.size(); ++i) {
      OPDK_TRY(const std::string path, WriteTensorFile(options.output_directory, model.outputs()[i].name, outputs[i]));
      fmt::print("wrote {}\n", path);
    }
  }
  if (!options.profile_path.empty()) {
    OPDK_TRY(profile.WriteChromeTrace(options.profile_path));
    fmt::print("wrote {}\n", options.profile_path);
  }
  return Status();
}

}  // namespace

void AddRunCommand(CLI::App& app, Status& outcome) {
  CLI::App* command = app.add_subcommand("run", "Run a model");
  auto options = std::make_shared<RunOptions>();
  AddModelOptions(*command, options->model);
  AddSessionOptions(*command, options->session);
  const auto repeatable = [](CLI::Option* option) {
    option->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  };
  repeatable(command
                 ->add_option("--input", options->inputs,
                              "Value of an input, from a .npy or .pb (ONNX TensorProto) file; repeatable. Without any, "
                              "all inputs are random")
                 ->type_name("NAME=FILE"));
  repeatable(command->add_option("--dim", options->dims, "Extent of a symbolic dimension of random inputs (default 1)")
                 ->type_name("NAME=N"));
  command->add_option("--seed", options->seed, "Of the random inputs; printed when it isn't given")->type_name("N");
  command->add_option("--output", options->output_directory, "Write each output to DIR/<name>.npy")->type_name("DIR");
  command->add_option("--repeat", options->repeat, "Run so often and report minimum and median time")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  command->add_flag("--explain", options->explain, "Print which engine and kernel take each node");
  command->add_option("--profile", options->profile_path, "Write the time of each task (Chrome trace format)")
      ->type_name("FILE");
  command->footer(
      "Examples:\n"
      "  opdk run model.onnx                                    random inputs\n"
      "  opdk run model.onnx --input x=image.npy --output out\n"
      "  opdk run model.onnx --dim batch=8 --seed 1 --repeat 100 --threads 2\n"
      "  opdk run model.onnx --plugins build/plugins --engine ai_cpu --explain");
  command->callback([options, &outcome] { outcome = Run(*options); });
}

}  // namespace opdk::cli
