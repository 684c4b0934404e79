#include "plugins/tensorflow/parser/graph_text.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "plugins/importer/text_errors.h"

namespace opdk::tensorflow_plugin {
namespace {

constexpr std::string_view kPackage = "opdk.tensorflow.";

// Fields of TensorFlow's messages that tensorflow.proto leaves out.
constexpr std::string_view kUnread[] = {
    "FunctionDef.arg_attr",
    "FunctionDef.resource_arg_unique_id",
    "FunctionDefLibrary.gradient",
    "FunctionDefLibrary.registered_gradients",
    "GraphDef.debug_info",
    "GraphDef.version",
    "MetaGraphDef.MetaInfoDef.any_info",
    "MetaGraphDef.MetaInfoDef.function_aliases",
    "MetaGraphDef.MetaInfoDef.meta_graph_version",
    "MetaGraphDef.MetaInfoDef.stripped_default_attrs",
    "MetaGraphDef.MetaInfoDef.stripped_op_list",
    "MetaGraphDef.MetaInfoDef.tensorflow_git_version",
    "MetaGraphDef.MetaInfoDef.tensorflow_version",
    "MetaGraphDef.asset_file_def",
    "MetaGraphDef.collection_def",
    "MetaGraphDef.object_graph_def",
    "NodeDef.experimental_debug_info",
    "NodeDef.experimental_type",
    "OpDef.ArgDef.description",
    "OpDef.ArgDef.experimental_full_type",
    "OpDef.ArgDef.handle_data",
    "OpDef.ArgDef.is_ref",
    "OpDef.allows_uninitialized_input",
    "OpDef.attr",
    "OpDef.control_output",
    "OpDef.deprecation",
    "OpDef.description",
    "OpDef.is_aggregate",
    "OpDef.is_commutative",
    "OpDef.is_distributed_communication",
    "OpDef.is_stateful",
    "OpDef.summary",
    "SaverDef.keep_checkpoint_every_n_hours",
    "SaverDef.max_to_keep",
    "SaverDef.sharded",
    "SaverDef.version",
    "SignatureDef.defaults",
    "TensorInfo.composite_tensor",
    "TensorInfo.coo_sparse",
    "TensorProto.float8_val",
    "TensorProto.resource_handle_val",
    "TensorProto.variant_val",
    "VersionDef.bad_consumers",
};

// Returns the text between the first two quotes from `at` on, and moves `at` behind them; "": there is none.
std::string_view NextQuoted(std::string_view text, size_t& at) {
  const size_t begin = text.find('"', at);
  const size_t end = begin == std::string_view::npos ? begin : text.find('"', begin + 1);
  if (end == std::string_view::npos) return "";
  at = end + 1;
  return text.substr(begin + 1, end - begin - 1);
}

// Protobuf's parser warns of a field that the message doesn't declare: Message type "a.B" has no field named "c".
class FieldErrors : public importer::FirstTextError {
 public:
  explicit FieldErrors(const google::protobuf::DescriptorPool& pool) : pool_(pool) {}

  void AddWarning(int line, int column, const std::string& warning) override {
    size_t at = 0;
    const std::string type(NextQuoted(warning, at));
    const std::string field(NextQuoted(warning, at));
    const google::protobuf::Descriptor* const descriptor = pool_.FindMessageTypeByName(type);
    if (descriptor == nullptr || !type.starts_with(kPackage)) return AddError(line, column, warning);
    const std::string name = type.substr(kPackage.size());
    const std::string whole = fmt::format("{}.{}", name, field);
    if (std::find(std::begin(kUnread), std::end(kUnread), whole) != std::end(kUnread)) return;
    std::vector<std::string> known;
    known.reserve(static_cast<size_t>(descriptor->field_count()));
    for (int i = 0; i < descriptor->field_count(); ++i) known.push_back(descriptor->field(i)->name());
    const std::string near = Nearest(field, known);
    const std::string meant = near.empty() ? "" : fmt::format("; did you mean '{}'?", near);
    AddError(line, column, fmt::format("TensorFlow's {} has no field '{}'{}", name, field, meant));
  }

 private:
  const google::protobuf::DescriptorPool& pool_;
};

}  // namespace

Status ParseText(const std::string& text, const char* what, google::protobuf::Message& message) {
  FieldErrors errors(*message.GetDescriptor()->file()->pool());
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&errors);
  parser.AllowUnknownField(true);
  parser.SetRecursionLimit(100);
  if (parser.ParseFromString(text, &message) && errors.text().empty()) return {};
  return Status(ErrorCode::kModelInvalid, fmt::format("not a {} in text form: {}", what, errors.text()))
      .Hint("correct the line; a field of a newer TensorFlow is passed over in the binary form (.pb)");
}

}  // namespace opdk::tensorflow_plugin
