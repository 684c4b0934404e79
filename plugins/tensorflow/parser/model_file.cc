#include "plugins/tensorflow/parser/model_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "opdk/input_file.h"
#include "opdk/lookups.h"
#include "plugins/importer/text_errors.h"
#include "plugins/tensorflow/parser/graph_text.h"

namespace opdk::tensorflow_plugin {
namespace {

namespace fs = std::filesystem;
using tensorflow::MetaGraphDef;
using tensorflow::SavedModel;
using tensorflow::SignatureDef;

constexpr const char* kSavedModel = "saved_model.pb";
constexpr const char* kSavedModelText = "saved_model.pbtxt";

bool IsTextGraph(const std::string& path, const std::string& head) {
  if (fs::path(path).extension() == ".pbtxt") return true;
  const size_t first = head.find_first_not_of(" \t\r\n");
  return first != std::string::npos && (head.compare(first, 6, "node {") == 0 || head.compare(first, 5, "node{") == 0);
}

// Returns whether the file begins like a GraphDef: with its first node, whose name (field 1) comes first.
bool IsBinaryGraph(const std::string& head) {
  if (head.size() < 6 || head[0] != 0x0a) return false;
  size_t at = 1;
  while (at < head.size() && at < 6 && (head[at] & 0x80) != 0) ++at;
  return at + 1 < head.size() && head[at + 1] == 0x0a;
}

// Returns whether the file begins like a saved model: with schema version 1, then a graph of some length.
bool IsBinarySavedModel(const std::string& head) {
  return head.size() > 4 && head[0] == 0x08 && head[1] == 0x01 && head[2] == 0x12 && (head[3] & 0x80) != 0;
}

Status Parse(const std::string& bytes, bool text, const char* what, google::protobuf::Message& message) {
  if (text) return ParseText(bytes, what, message);
  if (message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return {};
  return Status(ErrorCode::kModelInvalid, fmt::format("not a {}, or a truncated one", what))
      .Hint("compare its size with the original");
}

constexpr FileKind kBinaryModel{"the model", std::numeric_limits<int>::max()};
constexpr FileKind kTextModel{"the model in text form", importer::kMaxModelText};
constexpr size_t kHeadBytes = 4096;

std::string Quoted(const std::vector<std::string>& names) {
  return names.empty() ? "none" : fmt::format("'{}'", fmt::join(names, "', '"));
}

Result<MetaGraphDef*> ChooseGraph(SavedModel& model, const std::optional<std::string>& tag) {
  std::vector<std::string> tags;
  for (MetaGraphDef& graph : *model.mutable_meta_graphs()) {
    const auto& own = graph.meta_info_def().tags();
    if (std::find(own.begin(), own.end(), tag.value_or("serve")) != own.end()) return &graph;
    tags.insert(tags.end(), own.begin(), own.end());
  }
  if (!tag && model.meta_graphs_size() == 1) return model.mutable_meta_graphs(0);
  return Status(ErrorCode::kModelInvalid, fmt::format("the saved model has no graph of the tag '{}': it has {}",
                                                      tag.value_or("serve"), Quoted(tags)));
}

Result<const SignatureDef*> ChooseSignature(const MetaGraphDef& graph, const std::optional<std::string>& name) {
  const auto& signatures = graph.signature_def();
  if (const auto found = signatures.find(name.value_or("serving_default")); found != signatures.end()) {
    return &found->second;
  }
  std::vector<std::string> names;
  const SignatureDef* only = nullptr;
  for (const auto& [key, signature] : signatures) {
    if (key == "__saved_model_init_op") continue;
    names.push_back(key);
    only = &signature;
  }
  if (!name && names.size() == 1) return only;
  std::sort(names.begin(), names.end());
  const std::string near = Nearest(name.value_or(""), names);
  return Status(ErrorCode::kModelInvalid,
                fmt::format("the saved model has no signature '{}': it has {}{}", name.value_or("serving_default"),
                            Quoted(names), near.empty() ? "" : fmt::format("; did you mean '{}'?", near)))
      .Hint("name one with the parser's option signature");
}

std::vector<NamedValue> ValuesOf(const google::protobuf::Map<std::string, tensorflow::TensorInfo>& infos) {
  std::vector<NamedValue> values;
  for (const auto& [name, info] : infos) values.push_back({name, info.name()});
  std::sort(values.begin(), values.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return values;
}

Result<ModelFile> ReadSavedModel(const fs::path& path, bool text, const std::optional<std::string>& signature,
                                 const std::optional<std::string>& tag) {
  OPDK_TRY(const std::string bytes, ReadFile(path.string(), text ? kTextModel : kBinaryModel));
  SavedModel model;
  OPDK_TRY(Parse(bytes, text, "saved model", model));
  OPDK_TRY(MetaGraphDef * graph, ChooseGraph(model, tag));
  OPDK_TRY(const SignatureDef* chosen, ChooseSignature(*graph, signature));
  ModelFile file;
  file.inputs = ValuesOf(chosen->inputs());
  file.outputs = ValuesOf(chosen->outputs());
  const std::string prefix = (path.parent_path() / "variables" / "variables").string();
  std::error_code error;
  if (fs::exists(prefix + ".index", error)) {
    OPDK_TRY(file.variables, TensorBundle::Open(prefix));
  }
  file.graph = std::move(*graph->mutable_graph_def());
  return file;
}

}  // namespace

bool LooksLikeModel(const std::string& path, const std::string& head) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    return fs::exists(fs::path(path) / kSavedModel, error) || fs::exists(fs::path(path) / kSavedModelText, error);
  }
  return fs::path(path).filename() == kSavedModel || IsTextGraph(path, head) || IsBinaryGraph(head) ||
         IsBinarySavedModel(head);
}

Result<ModelFile> ReadModelFile(const std::string& path, const std::optional<std::string>& signature,
                                const std::optional<std::string>& tag) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    const bool text = !fs::exists(fs::path(path) / kSavedModel, error);
    return ReadSavedModel(fs::path(path) / (text ? kSavedModelText : kSavedModel), text, signature, tag);
  }
  OPDK_TRY(const InputFile opened, InputFile::Open(path, kBinaryModel));
  OPDK_TRY(const std::string head, opened.ReadHead(kHeadBytes));
  if (fs::path(path).stem() == "saved_model" || IsBinarySavedModel(head)) {
    return ReadSavedModel(path, fs::path(path).extension() == ".pbtxt", signature, tag);
  }
  if (signature || tag) {
    return Status(ErrorCode::kUsage, "a graph has neither signatures nor tags: only a saved model has");
  }
  const bool text = IsTextGraph(path, head);
  OPDK_TRY(const std::string bytes, ReadFile(path, text ? kTextModel : kBinaryModel));
  ModelFile file;
  OPDK_TRY(Parse(bytes, text, "TensorFlow graph", file.graph));
  if (file.graph.node_size() == 0) return Status(ErrorCode::kModelInvalid, "the TensorFlow graph has no nodes");
  return file;
}

}  // namespace opdk::tensorflow_plugin
