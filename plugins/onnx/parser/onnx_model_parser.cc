// Reads ONNX models: file -> ModelProto (model_file.h) -> its nodes (expander.h) -> ge::Graph (plugins/importer).
#include <fmt/format.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "opdk/model_parser.h"
#include "opdk/parser_options.h"
#include "plugins/importer/importer.h"
#include "plugins/importer/input_shapes.h"
#include "plugins/onnx/parser/asked_outputs.h"
#include "plugins/onnx/parser/boundary.h"
#include "plugins/onnx/parser/expander.h"
#include "plugins/onnx/parser/fallback.h"
#include "plugins/onnx/parser/model_file.h"
#include "plugins/onnx/parser/node_count.h"
#include "plugins/onnx/parser/onnx_framework.h"

namespace opdk::onnx_plugin {
namespace {

constexpr const char* kFallback = "fallback";
constexpr const char* kPairs = "in_out_pair";
constexpr const char* kPairFlag = "in_out_pair_flag";
constexpr const char* kOnnxRuntime = "onnxruntime";
constexpr const char* kOutputs = "out_nodes";

// Returns whether the file begins like a ModelProto: with field 1 (ir_version, a small number), then another of its
// fields. Field 2 is a short text (producer_name), where other formats that start alike hold a message of some length.
bool LooksLikeModel(const std::string& head) {
  return head.size() > 3 && head[0] == 0x08 && head[1] > 0 && head[1] < 32 && (head[2] & 7) == 2 &&
         (head[2] >> 3) >= 2 && (head[2] >> 3) <= 8 && !(head[2] >> 3 == 2 && head[3] < 0);
}

}  // namespace

class OnnxModelParser : public ModelParser {
 public:
  domi::FrameworkType framework() const override { return domi::ONNX; }

  bool Accepts(const std::string& path, const std::string& head) const override {
    return std::filesystem::path(path).extension() == ".onnx" || LooksLikeModel(head);
  }

  std::vector<std::string> OptionNames() const override { return {kFallback, kPairs, kPairFlag, kOutputs}; }

  Result<ParseResult> Parse(const ParseRequest& request, const ParserContext& context) const override {
    const std::string& path = request.files.front();
    try {
      OPDK_TRY(const std::optional<MixedOptions> mixed, ReadOptions(request));
      auto parsed = mixed ? ReadMixed(request, context, *mixed) : ReadWhole(request, context);
      if (!parsed.ok()) return std::move(parsed).status().At(path);
      return parsed;
    } catch (const std::exception& error) {
      return Status(ErrorCode::kModelInvalid, fmt::format("reading the model failed: {}", error.what())).At(path);
    }
  }

 private:
  // Reads the options of mixed compute. Empty: no other framework is to run anything.
  static Result<std::optional<MixedOptions>> ReadOptions(const ParseRequest& request) {
    const auto option = [&](const char* name) {
      const auto found = request.options.find(name);
      return found == request.options.end() ? std::string() : found->second;
    };
    const std::string framework = option(kFallback), flag = option(kPairFlag);
    MixedOptions mixed{true, option(kPairs), flag != "false"};
    if (framework.empty()) {
      if (mixed.in_out_pair.empty() && flag.empty()) return std::optional<MixedOptions>();
      return Status(ErrorCode::kUsage, fmt::format("{} and {} need {}", kPairs, kPairFlag, kFallback))
          .Hint("--fallback onnxruntime");
    }
    if (framework != kOnnxRuntime) {
      return Status(ErrorCode::kUsage, fmt::format("there is no framework '{}' to fall back on", framework))
          .Hint("--fallback onnxruntime");
    }
    if (!flag.empty() && flag != "true" && flag != "false") {
      return Status(ErrorCode::kUsage, fmt::format("{} is '{}', it must be true or false", kPairFlag, flag));
    }
    return std::optional<MixedOptions>(std::move(mixed));
  }

  static std::set<std::string> GivenInputs(const ParseRequest& request) {
    std::set<std::string> given;
    for (const char* const name : {kGivenInputsOption, kFedInputsOption}) {
      const auto option = request.options.find(name);
      std::istringstream inputs(option == request.options.end() ? "" : option->second);
      for (std::string input; std::getline(inputs, input, ';');) given.insert(input);
    }
    return given;
  }

  static Result<ModelFile> ReadFile(const ParseRequest& request) {
    OPDK_TRY(ModelFile file, ModelFile::Read(request.files.front()));
    std::vector<std::string> inputs;  // with defaults
    for (const auto& input : file.model().graph().input()) inputs.push_back(input.name());
    OPDK_TRY(importer::CheckGivenInputs(request, inputs));
    file.DropDefaults(GivenInputs(request));
    return file;
  }

  static std::string DirectoryOf(const std::string& path) { return std::filesystem::path(path).parent_path().string(); }

  // Returns the option out_nodes; "": the model's own outputs.
  static std::string AskedOf(const ParseRequest& request) {
    const auto outputs = request.options.find(kOutputs);
    return outputs == request.options.end() ? "" : outputs->second;
  }

  // Finishes the graph with the outputs of AskedOf (`asked`), else with the model's own.
  static Result<ParseResult> Finish(const onnx::GraphProto& model, const std::string& asked, Sequences& sequences,
                                    importer::Importer& graph) {
    AskedOutputs outputs;
    if (asked.empty()) {
      for (const auto& output : model.output()) outputs.values.push_back(output.name());
      outputs.names = outputs.values;
    } else {
      OPDK_TRY(outputs, ReadAskedOutputs(model, asked));
    }
    OPDK_TRY(outputs, OutputsAsTensors(outputs, sequences));
    return graph.Finish(model.name().empty() ? "onnx" : model.name(), outputs.values, outputs.names);
  }

  static Result<ParseResult> ReadWhole(const ParseRequest& request, const ParserContext& context) {
    const std::string& path = request.files.front();
    OPDK_TRY(ModelFile file, ReadFile(request));
    const std::string directory = DirectoryOf(path);
    importer::Importer graph(OnnxFramework(), context, request);
    OPDK_TRY(graph.CheckNodes(CountWrittenOut(file.model(), graph.mappings())));
    Expander expander(file, directory, graph);
    OPDK_TRY(expander.Run());
    return Finish(file.model().graph(), AskedOf(request), expander.sequences(), graph);
  }

  // Notes which node opdk can't take after all; false: it isn't that, or was noted before.
  static bool Refuse(const Expander& expander, const Fallback& fallback, const onnx::GraphProto& graph,
                     const Status& status, Refusals& refusals) {
    const onnx::NodeProto* failed = expander.failed();
    std::string why = status.message();
    if (!expander.untyped().empty()) {
      const auto gives = [&](const onnx::NodeProto& node) {
        return std::count(node.output().begin(), node.output().end(), expander.untyped()) > 0;
      };
      const auto giver = std::find_if(graph.node().begin(), graph.node().end(), gives);
      failed = giver == graph.node().end() ? nullptr : &*giver;
      why = fmt::format("it gives '{}', which is no tensor of a known type, to what stays", expander.untyped());
    }
    return failed != nullptr && !fallback.Holds(*failed) && refusals.emplace(failed->output(0), why).second;
  }

  // Reads the model in parts. A node that opdk can't take may show only while it is read; then the model is partitioned
  // again.
  static Result<ParseResult> ReadMixed(const ParseRequest& request, const ParserContext& context,
                                       const MixedOptions& options) {
    const std::string& path = request.files.front();
    const std::string directory = DirectoryOf(path);
    Refusals refusals;
    while (true) {
      OPDK_TRY(ModelFile file, ReadFile(request));
      importer::Importer graph(OnnxFramework(), context, request);
      OPDK_TRY(graph.CheckNodes(CountWrittenOut(file.model(), graph.mappings())));
      OPDK_TRY(const Fallback fallback, Fallback::Part(file, directory, graph.mappings(), context, options, refusals));
      Expander expander(file, directory, graph, &fallback);
      Status status = expander.Run();
      if (status.ok()) {
        OPDK_TRY(ParseResult parsed, Finish(file.model().graph(), AskedOf(request), expander.sequences(), graph));
        parsed.report = fallback.report();
        return parsed;
      }
      if (!Refuse(expander, fallback, file.model().graph(), status, refusals)) return status;
    }
  }
};

REGISTER_MODEL_PARSER(OnnxModelParser);

}  // namespace opdk::onnx_plugin
