#include "sdk/tools/atc/atc.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <utility>

#include "graph_core/base/file.h"
#include "graph_core/base/machine.h"
#include "graph_core/host/offline_options.h"
#include "graph_core/host/operator_graph.h"
#include "graph_core/ir/model_json.h"
#include "graph_core/loading/offline_file.h"
#include "graph_core/session.h"
#include "opdk/log.h"
#include "opdk/output_file.h"
#include "opdk/package.h"
#include "opdk/parser_options.h"
#include "sdk/tools/atc/aipp.h"
#include "sdk/tools/atc/check_report.h"
#include "sdk/tools/atc/flags.h"
#include "sdk/tools/atc/outputs.h"
#include "sdk/tools/model/air_file.h"
#include "sdk/tools/model/open_model.h"

namespace opdk::atc {
namespace {

constexpr FileKind kDumpFile{"the dump", kMaxModel};

const Flag& FlagNamed(std::string_view name) {
  const auto flags = Flags();
  return *std::find_if(flags.begin(), flags.end(), [&](const Flag& flag) { return flag.name == name; });
}

std::string Get(const Request& request, std::string_view name, std::string_view otherwise = "") {
  const auto found = request.flags.find(name);
  return std::string(found == request.flags.end() ? otherwise : std::string_view(found->second));
}
bool Has(const Request& request, std::string_view name) { return request.flags.contains(name); }

Status Need(const Request& request, std::string_view name, std::string_view for_what) {
  if (!Get(request, name).empty()) return Status();
  return Status(ErrorCode::kUsage, fmt::format("--{} is missing: {} needs it", name, for_what)).Hint("atc --help");
}

bool IsOneOf(std::string_view value, std::string_view values) {
  return value.empty() || fmt::format("|{}|", values).find(fmt::format("|{}|", value)) != std::string::npos;
}

// Returns the flags of the build as options of aclgrphBuildModel.
Result<OptionMap> OptionsOf(const Request& request, Outcome& outcome) {
  OptionMap options;
  for (const auto& [name, value] : request.flags) {
    const Flag& flag = FlagNamed(name);
    switch (flag.meaning) {
      case FlagMeaning::kOwn:
        break;
      case FlagMeaning::kOption:
        options[std::string(flag.key)] = value;
        break;
      case FlagMeaning::kNoEffect:
        outcome.warnings.push_back(fmt::format("--{} has no effect on a CPU: {}", name, flag.about));
        break;
      case FlagMeaning::kRefused:
        if (IsOneOf(value, flag.harmless)) break;
        return Status(ErrorCode::kUsage,
                      fmt::format("--{}={} asks for a feature that opdk lacks: {}", name, value, flag.about))
            .Hint(fmt::format("leave it out; {}", flag.instead));
    }
  }
  return options;
}

// Sets OPDK_ISA, the instruction set for which the whole process compiles and loads kernels.
Status SetTarget(const Request& request) {
  const std::string name = Get(request, "soc_version", "native");
  if (name == "native" || name.starts_with("Ascend")) return Status();
  constexpr std::string_view kPrefix = "cpu-";
  const std::string isa = name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name;
  for (const Isa each : {Isa::kAvx512, Isa::kAvx2, Isa::kBaseline}) {
    if (isa != Name(each)) continue;
    ::setenv("OPDK_ISA", isa.c_str(), 1);
    OPDK_TRY([[maybe_unused]] const Isa target, TargetIsa());
    return Status();
  }
  return Status(ErrorCode::kUsage, fmt::format("--soc_version={}: there is no such processor", name))
      .Hint("native, cpu-avx512, cpu-avx2, cpu-baseline, or a name of an Ascend processor for this one");
}

Status SetLog(const Request& request) {
  const std::string level = Get(request, "log", "null");
  if (level == "null") return Status();
  for (const std::string_view known : {"debug", "info", "warning", "error"}) {
    if (level != known) continue;
    ::setenv("OPDK_LOG", level.c_str(), 1);
    return Status();
  }
  return Status(ErrorCode::kUsage, fmt::format("--log={} is none of null, debug, info, warning, error", level));
}

// Returns whether the model's reader finds outputs by names of values. The graph has lost these names.
bool KnowsValues(const Request& request) {
  const std::string framework = Get(request, "framework"), model = Get(request, "model");
  if (framework.empty()) return model.ends_with(".onnx") || model.ends_with(".prototxt");
  return framework == fmt::format("{}", static_cast<int>(domi::ONNX)) ||
         framework == fmt::format("{}", static_cast<int>(domi::CAFFE));
}

// Returns a model's files and their framework; no framework if the file itself tells.
Result<ParseRequest> ParseRequestOf(const Request& request) {
  ParseRequest parse{{Get(request, "model")}, {}, {}};
  if (Has(request, "weight")) parse.files.push_back(Get(request, "weight"));
  for (const std::string_view option : {"enable_scope_fusion_passes", "op_name_map"}) {
    if (!Get(request, option).empty()) parse.options[std::string(option)] = Get(request, option);
  }
  if (KnowsValues(request) && !Get(request, "out_nodes").empty())
    parse.options["out_nodes"] = Get(request, "out_nodes");
  // An input that has a shape is fed at each run, even if the model has a default for it.
  std::string names;
  std::istringstream shapes(Get(request, "input_shape"));
  for (std::string shape; std::getline(shapes, shape, ';');) {
    names += (names.empty() ? "" : ";") + shape.substr(0, shape.rfind(':'));
  }
  if (!names.empty()) parse.options[kFedInputsOption] = names;
  const std::string framework = Get(request, "framework");
  if (framework.empty()) return parse;
  for (const domi::FrameworkType each : {domi::CAFFE, domi::MINDSPORE, domi::TENSORFLOW, domi::ONNX}) {
    if (framework == fmt::format("{}", static_cast<int>(each))) parse.framework = each;
  }
  if (parse.framework) return parse;
  return Status(ErrorCode::kUsage, fmt::format("--framework={} is no framework", framework))
      .Hint("0 is Caffe, 1 a .air graph, 3 TensorFlow, 5 ONNX");
}

// Checks --input_format against the layout of the framework's models.
Status CheckInputFormat(const Request& request, const ParseRequest& parse) {
  const std::string format = Get(request, "input_format", "ND");
  const bool channels_last = parse.framework == domi::TENSORFLOW;
  const std::string_view own = channels_last ? "ND|NHWC|NDHWC" : "ND|NCHW|NCDHW";
  if (IsOneOf(format, own)) return Status();
  return Status(ErrorCode::kUsage,
                fmt::format("--input_format={}: the inputs have the layout that the model says", format))
      .Hint(fmt::format("ND and {} are taken; transpose the inputs before a run", channels_last ? "NHWC" : "NCHW"));
}

// Reads the model with the shapes of `shapes`: mappings see these shapes, not the file's.
Result<Graph> ReadGraph(const Request& request, const PackageRegistry& packages, const ShapeOptions& shapes) {
  OPDK_TRY(ParseRequest parse, ParseRequestOf(request));
  if (!shapes.inputs.empty()) parse.options[kInputShapeOption] = ShapesForParser(shapes);
  OPDK_TRY(CheckInputFormat(request, parse));
  OPDK_TRY(Graph graph, ReadModel(parse, packages));
  if (!KnowsValues(request)) OPDK_TRY(SelectOutputs(Get(request, "out_nodes"), graph));
  OPDK_TRY(TakeHalfInputs(Get(request, "input_fp16_nodes"), graph));
  OPDK_TRY(ConvertOutputs(Get(request, "output_type"), graph));
  return graph;
}

// Returns whether images of the model's framework have their channels last.
bool HasChannelsLast(const Request& request) {
  const std::string format = Get(request, "input_format");
  if (format == "NHWC" || format == "NCHW") return format == "NHWC";
  const std::string framework = Get(request, "framework");
  if (framework.empty()) return Get(request, "model").ends_with(".pb");
  return framework == fmt::format("{}", static_cast<int>(domi::TENSORFLOW));
}

// Applies the shapes of the options to the graph, then adds AIPP behind its inputs.
Status Apply(const Request& request, OfflineBuild& build, Graph& graph) {
  OPDK_TRY(ApplyOfflineBuild(build, graph));
  if (!Has(request, "insert_op_conf")) return Status();
  if (!Get(request, "dynamic_dims").empty()) {
    return Status(ErrorCode::kUsage, "--insert_op_conf and --dynamic_dims exclude each other")
        .Hint("give --dynamic_batch_size or --dynamic_image_size");
  }
  AippTargets targets{HasChannelsLast(request), std::move(build.options.session.gears)};
  OPDK_TRY(InsertAipp(Get(request, "insert_op_conf"), targets, graph));
  build.options.session.gears = std::move(targets.gears);
  return Status();
}

// Returns GE's number of the framework, as the offline model keeps it.
std::string FrameworkOf(const Request& request) {
  const bool is_air = Get(request, "model").ends_with(kAirSuffix);
  return Get(request, "framework", is_air ? "1" : "5");
}

Result<OfflineBuild> BuildOf(const Request& request, const PackageRegistry& packages, Outcome& outcome) {
  OPDK_TRY(const OptionMap options, OptionsOf(request, outcome));
  OPDK_TRY(OfflineBuild build, ReadOfflineBuild({}, {}, options, packages));
  outcome.warnings.insert(outcome.warnings.end(), build.options.warnings.begin(), build.options.warnings.end());
  if (Has(request, "keep_dtype")) OPDK_TRY(ReadKeepDtype(Get(request, "keep_dtype"), build.options.session.precision));
  if (Has(request, "embed_packages")) {
    OPDK_TRY(build.offline.embed_packages, ReadSwitch(Get(request, "embed_packages")));
  }
  build.options.session.progress = request.progress;
  build.offline.properties = {{"atc_version", OPDK_SDK_VERSION},
                              {"atc_cmdline", request.command_line},
                              {"soc_version", Get(request, "soc_version", "native")},
                              {"framework_type", FrameworkOf(request)}};
  return build;
}

Status Build(Graph graph, OfflineBuild build, const std::shared_ptr<const PackageRegistry>& packages,
             const std::string& path) {
  OPDK_TRY(const auto session, Session::Create(packages, build.options.session));
  OPDK_TRY(const std::string bytes, session->Offline(std::move(graph), build.offline));
  return WriteOffline(path, bytes);
}

Status BuildModel(const Request& request, Outcome& outcome) {
  OPDK_TRY(Need(request, "model", "--mode=0"));
  OPDK_TRY(Need(request, "output", "--mode=0"));
  OPDK_TRY(const auto packages, LoadPackages(request.plugin_dirs));
  OPDK_TRY(OfflineBuild build, BuildOf(request, *packages, outcome));
  OPDK_TRY(Graph graph, ReadGraph(request, *packages, build.options.shapes));
  OPDK_TRY(Apply(request, build, graph));
  const std::string path = OfflinePath(Get(request, "output"));
  OPDK_TRY(Build(std::move(graph), std::move(build), packages, path));
  if (Get(request, "display_model_info") == "1") {
    OPDK_TRY(outcome.lines, DescribeOffline(path));
  }
  return Status();
}

// Checks that each operator has a file name of its own. E2012: two operators would be one file.
Status CheckFileNames(const std::vector<FileOperator>& operators) {
  std::map<std::string, std::string> places;
  for (const FileOperator& op : operators) {
    const auto [known, added] = places.emplace(op.file_name, op.place);
    if (added) continue;
    return Status(ErrorCode::kDefinitionInvalid,
                  fmt::format("its model would be {}.om, which is that of {}", op.file_name, known->second))
        .At(op.place)
        .Hint("give each operator a \"name\" of its own");
  }
  return Status();
}

Status BuildOperators(const Request& request, Outcome& outcome) {
  OPDK_TRY(Need(request, "output", "--singleop"));
  OPDK_TRY(const auto packages, LoadPackages(request.plugin_dirs));
  const std::string directory = Get(request, "output");
  OPDK_TRY(std::vector<FileOperator> operators, ReadOperators(Get(request, "singleop"), *packages));
  OPDK_TRY(CheckFileNames(operators));
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) {
    return Status(ErrorCode::kWriteFailed, fmt::format("can't make the directory: {}", error.message())).At(directory);
  }
  for (FileOperator& op : operators) {
    OPDK_TRY(OfflineBuild build, BuildOf(request, *packages, outcome));
    const std::string path = fmt::format("{}/{}.om", directory, op.file_name);
    build.offline.properties[kOperatorKey] = op.key;
    OPDK_TRY(ApplyOfflineBuild(build, op.graph));
    Status status = Build(std::move(op.graph), std::move(build), packages, path);
    if (!status.ok()) return std::move(status).At(op.place);
    outcome.lines.push_back("wrote " + path);
  }
  return Status();
}

// Writes the report of the operators that can be built. E7002: some can't; and the errors of reading the model.
Status Check(const Request& request, Outcome& outcome) {
  OPDK_TRY(Need(request, "model", "--mode=3"));
  OPDK_TRY(const auto packages, LoadPackages(request.plugin_dirs));
  OPDK_TRY(OfflineBuild build, BuildOf(request, *packages, outcome));
  const std::string path = Get(request, "check_report", "check_result.json");
  Result<Graph> graph = ReadGraph(request, *packages, build.options.shapes);
  if (!graph.ok()) {
    const bool is_model = ExitCode(graph.status().code()) == ExitCode(ErrorCode::kModelInvalid);
    if (is_model) OPDK_TRY(WriteFile(path, ReportUnread(Get(request, "model"), graph.status()).json));
    return std::move(graph).status();
  }
  OPDK_TRY(Apply(request, build, *graph));
  const PrecisionOptions precision = build.options.session.precision;
  OPDK_TRY(const auto session, Session::Create(packages, build.options.session));
  const CheckReport report = CheckOperators(*std::move(graph), *session, precision);
  OPDK_TRY(WriteFile(path, report.json));
  outcome.lines.push_back("wrote " + path);
  if (report.failed == 0) return Status();
  return Status(ErrorCode::kCheckFailed, fmt::format("{} of {} operators can't be built", report.failed, report.total))
      .At(Get(request, "model"))
      .Hint(fmt::format("{} says which, and why", path));
}

Status WriteJson(const Request& request, const std::string& text) {
  return WriteFile(Get(request, "json"), text + "\n");
}

Status ModelAsJson(const Request& request, Outcome& outcome) {
  OPDK_TRY(Need(request, "json", "--mode=1"));
  if (Has(request, "om") == Has(request, "model")) {
    return Status(ErrorCode::kUsage, "--mode=1 needs one of --om and --model").Hint("atc --help");
  }
  if (Has(request, "om")) {
    OPDK_TRY(const OfflineFacts facts, FactsOfFile(Get(request, "om")));
    OPDK_TRY(const std::string text, ModelJson(facts.graph));
    return WriteJson(request, text);
  }
  OPDK_TRY(const auto packages, LoadPackages(request.plugin_dirs));
  OPDK_TRY(OfflineBuild build, BuildOf(request, *packages, outcome));
  OPDK_TRY(Graph graph, ReadGraph(request, *packages, build.options.shapes));
  OPDK_TRY(Apply(request, build, graph));
  if (Get(request, "dump_mode", "0") == "1") {
    OPDK_TRY(const auto session, Session::Create(packages, build.options.session));
    OPDK_TRY(graph, session->Optimize(std::move(graph)));
  }
  OPDK_TRY(const std::string text, ModelJson(graph));
  return WriteJson(request, text);
}

Status DumpAsJson(const Request& request) {
  OPDK_TRY(Need(request, "om", "--mode=5"));
  OPDK_TRY(Need(request, "json", "--mode=5"));
  OPDK_TRY(const std::string text, ReadFile(Get(request, "om"), kDumpFile));
  auto json = ProtoTextAsJson(text);
  if (!json.ok()) return std::move(json).status().At(Get(request, "om"));
  return WriteJson(request, *json);
}

Status Show(const Request& request, Outcome& outcome) {
  OPDK_TRY(Need(request, "om", "--mode=6"));
  OPDK_TRY(outcome.lines, DescribeOffline(Get(request, "om")));
  return Status();
}

}  // namespace

Status Run(const Request& request, Outcome& outcome) {
  OPDK_TRY(SetLog(request));
  OPDK_TRY(SetTarget(request));
  if (Has(request, "singleop")) return BuildOperators(request, outcome);
  const std::string mode = Get(request, "mode", "0");
  if (mode == "0") return BuildModel(request, outcome);
  if (mode == "1") return ModelAsJson(request, outcome);
  if (mode == "3") return Check(request, outcome);
  if (mode == "5") return DumpAsJson(request);
  if (mode == "6") return Show(request, outcome);
  return Status(ErrorCode::kUsage, fmt::format("--mode={} is none of 0, 1, 3, 5, 6", mode)).Hint("atc --help");
}

}  // namespace opdk::atc
