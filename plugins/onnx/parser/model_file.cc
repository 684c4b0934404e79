#include "plugins/onnx/parser/model_file.h"

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>
#include <google/protobuf/wire_format_lite.h>
#include <unistd.h>

#include <filesystem>
#include <limits>
#include <memory>
#include <utility>

#include "plugins/onnx/parser/sparse_tensor.h"

namespace opdk::onnx_plugin {
namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;
using google::protobuf::io::CodedOutputStream;
using google::protobuf::io::FileInputStream;
using google::protobuf::io::StringOutputStream;

// Smallest raw data that are skipped, in bytes. Smaller data are read faster than skipped.
constexpr int kLargeData = 1 << 16;

constexpr uint32_t TagOf(int field) {
  return WireFormatLite::MakeTag(field, WireFormatLite::WIRETYPE_LENGTH_DELIMITED);
}
constexpr uint32_t kGraph = TagOf(onnx::ModelProto::kGraphFieldNumber);
constexpr uint32_t kInitializer = TagOf(onnx::GraphProto::kInitializerFieldNumber);
constexpr uint32_t kRawData = TagOf(onnx::TensorProto::kRawDataFieldNumber);

// Reads a model's fields and skips the raw data of large initializers. Fails where it doesn't understand a field; then
// protobuf reads the file, or reports the error.
class Outline {
 public:
  Outline(const InputFile& file, onnx::ModelProto& model, std::map<int, FilePart>& raw_data)
      : file_(file), model_(model), raw_data_(raw_data), stream_(file.descriptor()), in_(&stream_) {
    in_.SetTotalBytesLimit(std::numeric_limits<int>::max());
  }

  bool Read() {
    const auto graph = [&](uint32_t tag, CodedOutputStream&) { return tag == kGraph ? Graph() : Taken::kNo; };
    return Fields(model_, graph) && in_.ConsumedEntireMessage() &&
           static_cast<uint64_t>(in_.CurrentPosition()) == file_.size();
  }

 private:
  enum class Taken { kNo, kYes, kFailed };

  // Reads the fields of a message. `take(tag, rest)` may read the next field itself; all other fields are merged into
  // the message.
  template <typename Message, typename Take>
  bool Fields(Message& message, const Take& take) {
    std::string bytes;
    {
      StringOutputStream stream(&bytes);
      CodedOutputStream rest(&stream);
      while (const uint32_t tag = in_.ReadTag()) {
        const Taken taken = take(tag, rest);
        if (taken == Taken::kFailed || (taken == Taken::kNo && !Copy(tag, rest))) return false;
      }
    }
    CodedInputStream merged(reinterpret_cast<const uint8_t*>(bytes.data()), static_cast<int>(bytes.size()));
    return message.MergePartialFromCodedStream(&merged) && merged.ConsumedEntireMessage();
  }

  bool Copy(uint32_t tag, CodedOutputStream& rest) {
    // A group, which no model has, would be gone through deeper and deeper.
    if (WireFormatLite::GetTagWireType(tag) == WireFormatLite::WIRETYPE_START_GROUP) return false;
    return WireFormatLite::SkipField(&in_, tag, &rest) && !rest.HadError();
  }

  // Reads a message that begins here with its length.
  template <typename Message, typename Take>
  bool Inside(Message& message, const Take& take) {
    int length = 0;
    if (!in_.ReadVarintSizeAsInt(&length)) return false;
    const int64_t end = int64_t{in_.CurrentPosition()} + length;
    const CodedInputStream::Limit limit = in_.PushLimit(length);
    const bool read = Fields(message, take) && in_.ConsumedEntireMessage() && in_.CurrentPosition() == end;
    in_.PopLimit(limit);
    return read;
  }

  Taken Graph() {
    onnx::GraphProto& graph = *model_.mutable_graph();
    const auto initializer = [&](uint32_t tag, CodedOutputStream&) {
      if (tag != kInitializer) return Taken::kNo;
      const int number = graph.initializer_size();
      onnx::TensorProto& tensor = *graph.add_initializer();
      int count = 0;
      const auto raw_data = [&](uint32_t field, CodedOutputStream& rest) {
        if (field != kRawData) return Taken::kNo;
        ++count;
        return RawData(number, rest);
      };
      // The last of several raw_data fields counts; such a model is read whole.
      return Inside(tensor, raw_data) && count <= 1 ? Taken::kYes : Taken::kFailed;
    };
    return Inside(graph, initializer) ? Taken::kYes : Taken::kFailed;
  }

  Taken RawData(int initializer, CodedOutputStream& rest) {
    int length = 0;
    if (!in_.ReadVarintSizeAsInt(&length)) return Taken::kFailed;
    if (length < kLargeData) {
      std::string bytes;
      if (!in_.ReadString(&bytes, length)) return Taken::kFailed;
      rest.WriteVarint32(kRawData);
      rest.WriteVarint32(static_cast<uint32_t>(length));
      rest.WriteString(bytes);
      return Taken::kYes;
    }
    const auto offset = static_cast<uint64_t>(in_.CurrentPosition());
    if (offset + static_cast<uint64_t>(length) > file_.size() || !in_.Skip(length)) return Taken::kFailed;
    raw_data_[initializer] = {&file_, offset, static_cast<size_t>(length)};
    return Taken::kYes;
  }

  const InputFile& file_;
  onnx::ModelProto& model_;
  std::map<int, FilePart>& raw_data_;
  FileInputStream stream_;
  CodedInputStream in_;
};

}  // namespace

Status ModelFile::ReadWhole() {
  lseek(file_->descriptor(), 0, SEEK_SET);
  FileInputStream stream(file_->descriptor());
  CodedInputStream coded(&stream);
  coded.SetTotalBytesLimit(std::numeric_limits<int>::max());
  if (model_.ParseFromCodedStream(&coded) && coded.ConsumedEntireMessage()) return Status();
  return Status(ErrorCode::kModelInvalid,
                fmt::format("not an ONNX model, or a truncated one: its bytes can't be read as a ModelProto "
                            "(stopped at byte {})",
                            coded.CurrentPosition()))
      .Hint("compare its size with the original; models above 2 GiB need external data");
}

Result<ModelFile> ModelFile::Read(const std::string& path) {
  OPDK_TRY(InputFile opened, InputFile::Open(path, {"the model", std::numeric_limits<int>::max()}));
  ModelFile file(std::make_unique<InputFile>(std::move(opened)));
  onnx::ModelProto& model = file.model_;
  if (!Outline(*file.file_, model, file.raw_data_).Read()) {
    model.Clear();
    file.raw_data_.clear();
    OPDK_TRY(file.ReadWhole());
  }
  if (!model.has_graph()) return Status(ErrorCode::kModelInvalid, "not an ONNX model: it holds no graph");
  if (model.opset_import_size() == 0) {
    if (model.ir_version() >= 3) {
      return Status(ErrorCode::kModelInvalid, "the model imports no opset: it is damaged or truncated");
    }
    model.add_opset_import()->set_version(1);
  }
  OPDK_TRY(MakeDense(model, std::filesystem::path(path).parent_path().string()));
  return file;
}

void ModelFile::DropDefaults(const std::set<std::string>& names) {
  std::set<std::string> defaults;
  for (const auto& input : model_.graph().input()) {
    if (names.contains(input.name())) defaults.insert(input.name());
  }
  if (defaults.empty()) return;
  auto& initializers = *model_.mutable_graph()->mutable_initializer();
  std::map<int, FilePart> raw_data;
  int kept = 0;
  for (int i = 0; i < initializers.size(); ++i) {
    if (defaults.contains(initializers[i].name())) continue;
    if (const auto part = raw_data_.find(i); part != raw_data_.end()) raw_data.emplace(kept, part->second);
    initializers.SwapElements(i, kept++);
  }
  initializers.DeleteSubrange(kept, initializers.size() - kept);
  raw_data_ = std::move(raw_data);
}

const FilePart* ModelFile::RawDataOf(int initializer) const {
  const auto found = raw_data_.find(initializer);
  return found == raw_data_.end() ? nullptr : &found->second;
}

}  // namespace opdk::onnx_plugin
