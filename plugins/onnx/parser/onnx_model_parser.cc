// Reads ONNX models: bytes -> ModelProto -> its nodes (expander.h) -> ge::Graph (plugins/importer).
#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>
#include <onnx/onnx_pb.h>

#include <exception>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "opdk/input_file.h"
#include "opdk/model_parser.h"
#include "plugins/importer/importer.h"
#include "plugins/onnx/parser/expander.h"
#include "plugins/onnx/parser/onnx_framework.h"

namespace opdk::onnx_plugin {
namespace {

Result<onnx::ModelProto> ReadModel(const std::string& path) {
  OPDK_TRY(const InputFile file, InputFile::Open(path, {"the model", std::numeric_limits<int>::max()}));
  onnx::ModelProto model;
  google::protobuf::io::FileInputStream stream(file.descriptor());
  google::protobuf::io::CodedInputStream coded(&stream);
  coded.SetTotalBytesLimit(std::numeric_limits<int>::max());
  if (!model.ParseFromCodedStream(&coded) || !coded.ConsumedEntireMessage()) {
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("not an ONNX model, or a truncated one: its bytes can't be read as a ModelProto "
                              "(stopped at byte {})",
                              coded.CurrentPosition()))
        .Hint("compare its size with the original; models above 2 GiB need external data");
  }
  if (!model.has_graph()) return Status(ErrorCode::kModelInvalid, "not an ONNX model: it holds no graph");
  if (model.opset_import_size() == 0) {
    if (model.ir_version() >= 3) {
      return Status(ErrorCode::kModelInvalid, "the model imports no opset: it is damaged or truncated");
    }
    model.add_opset_import()->set_version(1);
  }
  return model;
}

// ModelProto starts with field 1 (ir_version, a small number) and goes on with another of its fields.
bool LooksLikeModel(const std::string& head) {
  return head.size() > 3 && head[0] == 0x08 && head[1] > 0 && head[1] < 32 && (head[2] & 7) == 2 &&
         (head[2] >> 3) >= 2 && (head[2] >> 3) <= 8;
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
    OPDK_TRY(onnx::ModelProto model, ReadModel(path));
    const std::string directory = std::filesystem::path(path).parent_path().string();
    importer::Importer graph(OnnxFramework(), context);
    Expander expander(model, directory, graph);
    OPDK_TRY(expander.Run());
    std::vector<std::string> outputs;
    for (const auto& output : model.graph().output()) outputs.push_back(output.name());
    return graph.Finish(model.graph().name().empty() ? "onnx" : model.graph().name(), outputs);
  }
};

REGISTER_MODEL_PARSER(OnnxModelParser);

}  // namespace opdk::onnx_plugin
