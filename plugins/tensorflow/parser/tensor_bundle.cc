#include "plugins/tensorflow/parser/tensor_bundle.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <functional>
#include <string_view>
#include <utility>

#include "opdk/crc32c.h"
#include "opdk/message_attrs.h"
#include "opdk/tensor_memory.h"

namespace opdk::tensorflow_plugin {
namespace {

using tensorflow::BundleEntryProto;
using tensorflow::BundleHeaderProto;

constexpr uint64_t kMaxIndexBytes = uint64_t{1} << 30;
constexpr uint64_t kMaxShardBytes = uint64_t{1} << 46;
constexpr int kMaxShards = 4096;
constexpr size_t kFooterBytes = 48;
constexpr size_t kBlockTrailerBytes = 5;  // the kind of compression, and the CRC
constexpr uint64_t kTableMagic = 0xdb4775248b80fb57;

Status Damaged(const std::string& what) {
  return Status(ErrorCode::kModelInvalid, "the checkpoint's index is damaged: " + what);
}

uint32_t Unmasked(uint32_t masked) {
  const uint32_t rotated = masked - 0xa282ead8U;
  return rotated >> 17 | rotated << 15;
}

template <typename T>
T Fixed(std::string_view bytes) {
  T value = 0;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

// Takes a number from the front of `bytes`; false: there is none.
bool TakeVarint(std::string_view& bytes, uint64_t& value) {
  value = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    value |= uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

// Returns a block of the table, after a check of its checksum.
Result<std::string_view> Block(std::string_view file, std::string_view& handle) {
  uint64_t offset = 0, size = 0;
  if (!TakeVarint(handle, offset) || !TakeVarint(handle, size)) return Damaged("a block's place is cut off");
  if (offset > file.size() || size > file.size() - offset || file.size() - offset - size < kBlockTrailerBytes) {
    return Damaged("a block lies outside of the file");
  }
  const std::string_view with_kind = file.substr(offset, size + 1);
  if (with_kind.back() != 0) {
    return Status(ErrorCode::kModelInvalid, "the checkpoint's index is compressed, which is not supported");
  }
  if (Crc32c(with_kind) != Unmasked(Fixed<uint32_t>(file.substr(offset + size + 1, 4)))) {
    return Damaged("a block's checksum is wrong");
  }
  return with_kind.substr(0, size);
}

// Calls `take` for the keys and values of a block. A key leaves out the prefix that it shares with the key before.
Status ForEach(std::string_view block,
               const std::function<Status(const std::string& key, std::string_view value)>& take) {
  if (block.size() < 4) return Damaged("a block is too short");
  const uint64_t restarts = Fixed<uint32_t>(block.substr(block.size() - 4));
  if ((restarts + 1) * 4 > block.size()) return Damaged("a block's list of restarts is cut off");
  std::string_view entries = block.substr(0, block.size() - (restarts + 1) * 4);
  std::string key;
  while (!entries.empty()) {
    uint64_t shared = 0, rest = 0, bytes = 0;
    if (!TakeVarint(entries, shared) || !TakeVarint(entries, rest) || !TakeVarint(entries, bytes)) {
      return Damaged("an entry is cut off");
    }
    if (shared > key.size() || rest > entries.size() || bytes > entries.size() - rest) {
      return Damaged("an entry is longer than its block");
    }
    key.resize(shared);
    key.append(entries.substr(0, rest));
    OPDK_TRY(take(key, entries.substr(rest, bytes)));
    entries.remove_prefix(rest + bytes);
  }
  return {};
}

std::vector<int64_t> DimsOf(const tensorflow::TensorShapeProto& shape) {
  std::vector<int64_t> dims;
  for (const auto& dim : shape.dim()) dims.push_back(dim.size());
  return dims;
}

Result<BundleHeaderProto> ReadTable(const std::string& bytes, std::map<std::string, BundleEntryProto>& entries) {
  const std::string_view file(bytes);
  if (file.size() < kFooterBytes || Fixed<uint64_t>(file.substr(file.size() - 8)) != kTableMagic) {
    return Status(ErrorCode::kModelInvalid, "this is no index of a checkpoint, or a truncated one");
  }
  std::string_view handles = file.substr(file.size() - kFooterBytes, kFooterBytes - 8);
  uint64_t unused = 0;
  if (!TakeVarint(handles, unused) || !TakeVarint(handles, unused)) return Damaged("its footer is wrong");
  OPDK_TRY(const std::string_view index, Block(file, handles));
  BundleHeaderProto header;
  bool has_header = false;
  const auto entry = [&](const std::string& key, std::string_view value) -> Status {
    const int size = static_cast<int>(value.size());
    if (key.empty()) {
      has_header = header.ParseFromArray(value.data(), size);
      return has_header ? Status() : Damaged("its header can't be read");
    }
    if (!entries[key].ParseFromArray(value.data(), size)) return Damaged(fmt::format("'{}' can't be read", key));
    return {};
  };
  OPDK_TRY(ForEach(index, [&](const std::string&, std::string_view handle) -> Status {
    OPDK_TRY(const std::string_view block, Block(file, handle));
    return ForEach(block, entry);
  }));
  if (!has_header) return Damaged("it has no header");
  return header;
}

}  // namespace

Result<std::shared_ptr<const TensorBundle>> TensorBundle::Open(const std::string& prefix) {
  const std::string index = prefix + ".index";
  auto bundle = std::make_shared<TensorBundle>();
  OPDK_TRY(const std::string bytes, ReadFile(index, {"the checkpoint's index", kMaxIndexBytes}));
  auto header = ReadTable(bytes, bundle->entries_);
  if (!header.ok()) return std::move(header).status().At(index);
  if (header->endianness() != BundleHeaderProto::LITTLE) {
    return Status(ErrorCode::kModelInvalid, "the checkpoint is big-endian, which is not supported").At(index);
  }
  if (header->num_shards() < 1 || header->num_shards() > kMaxShards) {
    return Damaged(fmt::format("it has {} data files", header->num_shards())).At(index);
  }
  for (int i = 0; i < header->num_shards(); ++i) {
    OPDK_TRY(InputFile shard, InputFile::Open(fmt::format("{}.data-{:05}-of-{:05}", prefix, i, header->num_shards()),
                                              {"the checkpoint's data", kMaxShardBytes}));
    bundle->shards_.push_back(std::move(shard));
  }
  return std::shared_ptr<const TensorBundle>(std::move(bundle));
}

ge::TensorDesc TensorBundle::DescOf(const std::string& name) const {
  const BundleEntryProto& entry = entries_.at(name);
  return ge::TensorDesc(ge::Shape(DimsOf(entry.shape())), ge::FORMAT_ND,
                        TensorFlowDtype(tensorflow::DataType_Name(entry.dtype())));
}

Result<ge::Tensor> TensorBundle::Read(const std::string& name) const {
  const BundleEntryProto& entry = entries_.at(name);
  const auto refuse = [&name](const std::string& what) {
    return Status(ErrorCode::kModelInvalid, fmt::format("the checkpoint's tensor '{}' {}", name, what));
  };
  const ge::TensorDesc desc = DescOf(name);
  const ge::DataType dtype = desc.GetDataType();
  if (dtype == ge::DT_UNDEFINED || dtype == ge::DT_STRING) {
    return refuse(fmt::format("is of {}, which is not supported", tensorflow::DataType_Name(entry.dtype())));
  }
  if (entry.slices_size() > 0) return refuse("is kept in slices, which is not supported");
  int64_t bytes = ge::GetSizeByDataType(dtype);
  for (const int64_t dim : desc.GetShape().GetDims()) {
    if (dim < 0 || __builtin_mul_overflow(bytes, dim, &bytes)) return refuse("has a shape that is none");
  }
  if (entry.size() != bytes || entry.offset() < 0) {
    return refuse(fmt::format("has {} bytes, but its shape and type say {}", entry.size(), bytes));
  }
  if (entry.shard_id() < 0 || static_cast<size_t>(entry.shard_id()) >= shards_.size()) {
    return refuse("lies in a file that there is not");
  }
  const InputFile& shard = shards_[static_cast<size_t>(entry.shard_id())];
  const auto size = static_cast<size_t>(bytes), offset = static_cast<size_t>(entry.offset());
  if (offset > shard.size() || size > shard.size() - offset) return refuse("lies behind the end of " + shard.path());
  ge::Tensor tensor(desc);
  if (size == 0) return tensor;
  auto* data = static_cast<uint8_t*>(AllocateTensorMemory(size));
  if (data == nullptr) return refuse(fmt::format("needs {} bytes of memory, which the system hasn't left", size));
  static_cast<void>(tensor.SetData(data, size, [](uint8_t* given) { std::free(given); }));
  OPDK_TRY(shard.ReadAt(offset, data, size));
  if (Crc32c({reinterpret_cast<const char*>(data), size}) != Unmasked(entry.crc32c())) {
    return refuse("is damaged: its checksum is wrong");
  }
  return tensor;
}

}  // namespace opdk::tensorflow_plugin
