// Reads ONNX models: file -> ModelProto (model_file.h) -> its nodes (expander.h) -> ge::Graph (plugins/importer).
#include <fmt/format.h>
#include <onnx/onnx_pb.h>

#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "opdk/model_parser.h"
#include "plugins/importer/importer.h"
#include "plugins/onnx/parser/expander.h"
#include "plugins/onnx/parser/model_file.h"
#include "plugins/onnx/parser/onnx_framework.h"

namespace opdk::onnx_plugin {
namespace {

// ModelProto starts with field 1 (ir_version, a small number) and goes on with another of its fields; field 2 is a
// short text (producer_name), where other formats that start alike hold a message of some length.
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

  Result<ParseResult> Parse(const ParseRequest& request, const ParserContext& context) const override {
    const std::string& path = request.files.front();
    try {
      auto parsed = Read(path, context);
      if (!parsed.ok()) return std::move(parsed).status().At(path);
      return parsed;
    } catch (const std::exception& error) {
      return Status(ErrorCode::kModelInvalid, fmt::format("reading the model failed: {}", error.what())).At(path);
    }
  }

 private:
  static Result<ParseResult> Read(const std::string& path, const ParserContext& context) {
    OPDK_TRY(ModelFile file, ModelFile::Read(path));
    const onnx::ModelProto& model = file.model();
    const std::string directory = std::filesystem::path(path).parent_path().string();
    importer::Importer graph(OnnxFramework(), context);
    Expander expander(file, directory, graph);
    OPDK_TRY(expander.Run());
    std::vector<std::string> outputs;
    for (const auto& output : model.graph().output()) outputs.push_back(output.name());
    return graph.Finish(model.graph().name().empty() ? "onnx" : model.graph().name(), outputs);
  }
};

REGISTER_MODEL_PARSER(OnnxModelParser);

}  // namespace opdk::onnx_plugin
