// Reads ONNX models: bytes -> ModelProto -> mapped nodes (expander.h) -> ge::Graph (graph_builder.h).
#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>
#include <onnx/onnx_pb.h>

#include <exception>
#include <filesystem>
#include <limits>

#include "opdk/input_file.h"
#include "opdk/model_parser.h"
#include "plugins/onnx/parser/expander.h"
#include "plugins/onnx/parser/graph_builder.h"

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

  Result<ge::Graph> Parse(const std::string& path, const ParserContext& context) const override {
    try {
      auto graph = Read(path, context);
      if (!graph.ok()) return std::move(graph).status().At(path);
      return graph;
    } catch (const std::exception& error) {
      return Status(ErrorCode::kModelInvalid, fmt::format("reading the model failed: {}", error.what())).At(path);
    }
  }

 private:
  static Result<ge::Graph> Read(const std::string& path, const ParserContext& context) {
    OPDK_TRY(onnx::ModelProto model, ReadModel(path));
    Expander expander(model, context);
    OPDK_TRY(expander.Run());
    GraphBuilder builder(model, context, std::filesystem::path(path).parent_path().string());
    return builder.Build(expander);
  }
};

REGISTER_MODEL_PARSER(OnnxModelParser);

}  // namespace opdk::onnx_plugin
