#include "plugins/onnx/parser/tensor_data.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <vector>

#include "opdk/input_file.h"
#include "opdk/tensor_memory.h"
#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/narrow_numbers.h"

namespace opdk::onnx_plugin {
namespace {

using onnx::TensorProto;
namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little, "raw_data is little-endian");

// Largest external file, in bytes: larger than any disk holds for a model, so that an offset can't overflow.
constexpr uint64_t kMaxExternalData = uint64_t{1} << 46;

Status Invalid(const TensorProto& tensor, const std::string& why) {
  return Status(ErrorCode::kModelInvalid, fmt::format("tensor '{}': {}", tensor.name(), why));
}

Result<int64_t> ElementCount(const TensorProto& tensor) {
  int64_t count = 1;
  for (int64_t dim : tensor.dims()) {
    if (dim < 0) return Invalid(tensor, fmt::format("dimension {} is negative", dim));
    if (__builtin_mul_overflow(count, dim, &count)) {
      return Status(ErrorCode::kShapeOverflow, fmt::format("tensor '{}': the product of its dimensions [{}] overflows",
                                                           tensor.name(), fmt::join(tensor.dims(), ", ")));
    }
  }
  return count;
}

struct ExternalPlace {
  std::string location;
  uint64_t offset = 0;
  std::optional<uint64_t> length;
};

Result<ExternalPlace> ReadExternalPlace(const TensorProto& tensor) {
  ExternalPlace place;
  for (const auto& entry : tensor.external_data()) {
    if (entry.key() == "location") {
      place.location = entry.value();
    } else if (entry.key() == "offset" || entry.key() == "length") {
      uint64_t number = 0;
      const char* end = entry.value().data() + entry.value().size();
      auto [stop, error] = std::from_chars(entry.value().data(), end, number);
      if (error != std::errc() || stop != end) {
        return Invalid(tensor, fmt::format("external data: {} '{}' is not a number", entry.key(), entry.value()));
      }
      if (entry.key() == "offset") {
        place.offset = number;
      } else {
        place.length = number;
      }
    }
  }
  if (place.location.empty()) return Invalid(tensor, "external data without a location");
  return place;
}

// Resolves the location of external data, which must be in the model's own directory or below. A model from a stranger
// must not read other files.
Result<fs::path> ResolveExternal(const TensorProto& tensor, const std::string& location, const fs::path& directory) {
  const fs::path relative(location);
  bool leaves = relative.is_absolute();
  for (const auto& part : relative) leaves = leaves || part == "..";
  std::error_code error;
  const fs::path base = fs::weakly_canonical(directory.empty() ? fs::path(".") : directory, error);
  const fs::path path = fs::weakly_canonical(base / relative, error);
  const auto [in_base, in_path] = std::mismatch(base.begin(), base.end(), path.begin(), path.end());
  if (leaves || error || in_base != base.end()) {
    return Invalid(tensor, fmt::format("external data location '{}' is outside of the model's directory", location))
        .Hint("external data must lie beside the model or below");
  }
  return path;
}

// Reads a part of the file straight into the tensor's memory.
Result<ge::Tensor> ReadPart(const ge::TensorDesc& desc, const FilePart& part) {
  ge::Tensor result(desc);
  if (part.bytes == 0) return result;
  auto* data = static_cast<uint8_t*>(AllocateTensorMemory(part.bytes));
  if (data == nullptr) {
    return Status(ErrorCode::kShapeOverflow,
                  fmt::format("the system has no {} bytes of memory left for a tensor", part.bytes));
  }
  static_cast<void>(result.SetData(data, part.bytes, [](uint8_t* given) { std::free(given); }));
  OPDK_TRY(part.file->ReadAt(part.offset, data, part.bytes));
  return result;
}

Result<ge::Tensor> ReadExternal(const TensorProto& tensor, const ge::TensorDesc& desc, size_t bytes,
                                const std::string& directory) {
  OPDK_TRY(ExternalPlace place, ReadExternalPlace(tensor));
  OPDK_TRY(fs::path path, ResolveExternal(tensor, place.location, directory));
  const std::string kind = fmt::format("tensor '{}': its external data", tensor.name());
  auto opened = InputFile::Open(path.string(), {kind.c_str(), kMaxExternalData});
  if (!opened.ok()) return std::move(opened).status().Hint("external data is a regular file in the model's directory");
  const InputFile file = *std::move(opened);
  if (place.length && *place.length != bytes) {
    return Invalid(tensor, fmt::format("external data length {} does not match its shape and type ({} bytes)",
                                       *place.length, bytes));
  }
  if (place.offset > file.size() || bytes > file.size() - place.offset) {
    return Invalid(tensor, fmt::format("external data needs bytes {} to {} of '{}', which has {}", place.offset,
                                       place.offset + bytes, path.string(), file.size()));
  }
  return ReadPart(desc, {&file, place.offset, bytes});
}

// Converts a typed field, which holds small types widened: each entry is narrowed to T (a bit pattern for the 16-bit
// floats).
template <typename T, typename Field>
Result<std::vector<uint8_t>> Narrow(const TensorProto& tensor, const Field& field, int64_t count) {
  if (field.size() != count) {
    return Invalid(tensor, fmt::format("{} values for a shape of {} elements", field.size(), count));
  }
  std::vector<uint8_t> data(static_cast<size_t>(count) * sizeof(T));
  auto* out = data.data();
  for (const auto& value : field) {
    const T narrow = static_cast<T>(value);
    std::memcpy(out, &narrow, sizeof(T));
    out += sizeof(T);
  }
  return data;
}

Result<std::vector<uint8_t>> TypedData(const TensorProto& tensor, int64_t count) {
  switch (tensor.data_type()) {
    case TensorProto::FLOAT:
      return Narrow<float>(tensor, tensor.float_data(), count);
    case TensorProto::COMPLEX64:
      return Narrow<float>(tensor, tensor.float_data(), count * 2);
    case TensorProto::DOUBLE:
      return Narrow<double>(tensor, tensor.double_data(), count);
    case TensorProto::COMPLEX128:
      return Narrow<double>(tensor, tensor.double_data(), count * 2);
    case TensorProto::INT64:
      return Narrow<int64_t>(tensor, tensor.int64_data(), count);
    case TensorProto::UINT32:
      return Narrow<uint32_t>(tensor, tensor.uint64_data(), count);
    case TensorProto::UINT64:
      return Narrow<uint64_t>(tensor, tensor.uint64_data(), count);
    case TensorProto::INT32:
      return Narrow<int32_t>(tensor, tensor.int32_data(), count);
    case TensorProto::INT16:
      return Narrow<int16_t>(tensor, tensor.int32_data(), count);
    case TensorProto::UINT16:
    case TensorProto::FLOAT16:
    case TensorProto::BFLOAT16:
      return Narrow<uint16_t>(tensor, tensor.int32_data(), count);
    case TensorProto::INT8:
      return Narrow<int8_t>(tensor, tensor.int32_data(), count);
    case TensorProto::UINT8:
      return Narrow<uint8_t>(tensor, tensor.int32_data(), count);
    case TensorProto::BOOL:
      return Narrow<bool>(tensor, tensor.int32_data(), count);
    default:
      return Invalid(tensor, fmt::format("element type {} is not supported", OnnxTypeName(tensor.data_type())));
  }
}

Result<ge::Tensor> DecodeStrings(const TensorProto& tensor, const ge::TensorDesc& desc, int64_t count) {
  if (tensor.string_data_size() != count) {
    return Invalid(tensor, fmt::format("{} strings for a shape of {} elements", tensor.string_data_size(), count));
  }
  ge::Tensor result(desc);
  if (result.SetData(std::vector<std::string>(tensor.string_data().begin(), tensor.string_data().end())) !=
      ge::GRAPH_SUCCESS) {
    return Invalid(tensor, "its strings can't be stored");
  }
  return result;
}

// Decodes elements of narrow types. Elements that lie packed are read as bytes first.
Result<ge::Tensor> DecodeNarrow(const TensorProto& tensor, const NarrowType& type, const std::string& model_directory,
                                const FilePart* raw_data) {
  OPDK_TRY(const int64_t count, ElementCount(tensor));
  const int64_t per_byte = 8 / type.bits;
  TensorProto packed = tensor;
  packed.set_data_type(TensorProto::UINT8);
  packed.clear_dims();
  packed.add_dims(count / per_byte + (count % per_byte != 0 ? 1 : 0));
  OPDK_TRY(const ge::Tensor bytes, DecodeTensor(packed, model_directory, raw_data));
  const ge::TensorDesc desc(ge::Shape({tensor.dims().begin(), tensor.dims().end()}), ge::FORMAT_ND, type.carrier);
  return ge::Tensor(ge::TensorDesc(desc), UnpackNarrow(type, bytes.GetData(), count));
}

}  // namespace

Result<ge::Tensor> DecodeTensor(const TensorProto& tensor, const std::string& model_directory,
                                const FilePart* raw_data) {
  if (tensor.has_segment()) return Invalid(tensor, "segmented tensors are not supported");
  if (const NarrowType* narrow = FindNarrowType(tensor.data_type()); narrow != nullptr) {
    return DecodeNarrow(tensor, *narrow, model_directory, raw_data);
  }
  const ge::DataType type = FromOnnxType(tensor.data_type());
  if (type == ge::DT_UNDEFINED) {
    return Invalid(tensor, fmt::format("element type {} is not supported", OnnxTypeName(tensor.data_type())));
  }
  OPDK_TRY(const int64_t count, ElementCount(tensor));
  const ge::TensorDesc desc(ge::Shape({tensor.dims().begin(), tensor.dims().end()}), ge::FORMAT_ND, type);
  if (type == ge::DT_STRING) return DecodeStrings(tensor, desc, count);

  int64_t bytes = 0;
  if (__builtin_mul_overflow(count, static_cast<int64_t>(ge::GetSizeByDataType(type)), &bytes)) {
    return Status(ErrorCode::kShapeOverflow, fmt::format("tensor '{}': the size of shape [{}] in bytes overflows",
                                                         tensor.name(), fmt::join(tensor.dims(), ", ")));
  }
  if (tensor.data_location() == TensorProto::EXTERNAL) {
    return ReadExternal(tensor, desc, static_cast<size_t>(bytes), model_directory);
  }
  if (raw_data != nullptr || tensor.has_raw_data()) {
    const size_t given = raw_data != nullptr ? raw_data->bytes : tensor.raw_data().size();
    if (given != static_cast<size_t>(bytes)) {
      return Invalid(tensor, fmt::format("{} bytes of raw data, but shape [{}] of {} needs {}", given,
                                         fmt::join(tensor.dims(), ", "), OnnxTypeName(tensor.data_type()), bytes));
    }
    if (raw_data != nullptr) return ReadPart(desc, *raw_data);
    const auto* raw = reinterpret_cast<const uint8_t*>(tensor.raw_data().data());
    return ge::Tensor(desc, raw, static_cast<size_t>(bytes));
  }
  OPDK_TRY(std::vector<uint8_t> data, TypedData(tensor, count));
  return ge::Tensor(ge::TensorDesc(desc), std::move(data));
}

}  // namespace opdk::onnx_plugin
