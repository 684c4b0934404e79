#include "graph_core/ir/model_json.h"

#include <fmt/format.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>
#include <google/protobuf/util/json_util.h>

#include "graph_core/ir/proto_model.h"

namespace opdk {
namespace {

class FirstError : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, google::protobuf::io::ColumnNumber column, const std::string& message) override {
    if (text.empty()) text = fmt::format("{} at line {}, column {}", message, line + 1, column + 1);
  }
  std::string text;
};

Result<std::string> AsJson(const ge::proto::ModelDef& model) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  options.preserve_proto_field_names = true;
  std::string text;
  const auto status = google::protobuf::util::MessageToJsonString(model, &text, options);
  if (status.ok()) return text;
  return Status(ErrorCode::kModelInvalid, fmt::format("it has no JSON form: {}", std::string(status.message())));
}

}  // namespace

Result<std::string> ModelJson(const Graph& graph) {
  BytePool weights;
  return AsJson(ToModelDef(graph, &weights));
}

Result<std::string> ProtoTextAsJson(std::string_view text) {
  ge::proto::ModelDef model;
  google::protobuf::TextFormat::Parser parser;
  FirstError error;
  parser.RecordErrorsTo(&error);
  parser.SetRecursionLimit(100);  // protobuf's own for bytes; its own for text is none
  if (parser.ParseFromString(std::string(text), &model)) return AsJson(model);
  return Status(ErrorCode::kModelInvalid, fmt::format("not the text of a ModelDef: {}", error.text))
      .Hint("DUMP_GE_GRAPH=1 writes such files: ge_proto_*.txt");
}

}  // namespace opdk
