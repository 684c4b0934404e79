#include "graph/tensor.h"

#include <cstdlib>
#include <cstring>
#include <new>

#include "opdk/log.h"
#include "opdk/tensor_memory.h"

namespace ge {

namespace {

// Throws std::bad_alloc, as `new` does.
uint8_t* NewBytes(size_t count) {
  void* bytes = opdk::AllocateTensorMemory(count);
  if (bytes == nullptr) throw std::bad_alloc();
  return static_cast<uint8_t*>(bytes);
}

void FreeBytes(uint8_t* data) { std::free(data); }

}  // namespace

// The bytes that copies of a tensor share. Owned by a vector that was moved in, or through `deleter`.
struct Tensor::Storage {
  Storage() = default;
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  ~Storage() { Clear(); }

  void Clear() {
    if (deleter && data != nullptr) deleter(data);
    moved_in = {};
    deleter = nullptr;
    data = nullptr;
    size = 0;
  }
  void Own(uint8_t* bytes, size_t count, DeleteFunc free) {
    if (bytes == data) {  // the same memory under another deleter
      deleter = std::move(free);
      size = count;
      return;
    }
    Clear();
    data = bytes;
    size = count;
    deleter = std::move(free);
  }
  // Allocates uninitialized memory.
  uint8_t* Allocate(size_t count) {
    uint8_t* bytes = NewBytes(count);
    Own(bytes, count, FreeBytes);
    return bytes;
  }

  uint8_t* data = nullptr;
  size_t size = 0;
  DeleteFunc deleter;
  std::vector<uint8_t> moved_in;
};

Tensor::Tensor() : storage_(std::make_shared<Storage>()) {}

Tensor::Tensor(const TensorDesc& tensor_desc) : desc_(tensor_desc), storage_(std::make_shared<Storage>()) {}

Tensor::Tensor(const TensorDesc& tensor_desc, const std::vector<uint8_t>& data) : Tensor(tensor_desc) {
  (void)SetData(data);
}

Tensor::Tensor(const TensorDesc& tensor_desc, const uint8_t* data, size_t size) : Tensor(tensor_desc) {
  (void)SetData(data, size);
}

Tensor::Tensor(TensorDesc&& tensor_desc, std::vector<uint8_t>&& data)
    : desc_(std::move(tensor_desc)), storage_(std::make_shared<Storage>()) {
  (void)SetData(std::move(data));
}

TensorDesc Tensor::GetTensorDesc() const { return desc_; }

graphStatus Tensor::SetTensorDesc(const TensorDesc& tensor_desc) {
  desc_ = tensor_desc;
  return GRAPH_SUCCESS;
}

const uint8_t* Tensor::GetData() const { return storage_ == nullptr ? nullptr : storage_->data; }
uint8_t* Tensor::GetData() { return storage_ == nullptr ? nullptr : storage_->data; }
size_t Tensor::GetSize() const { return storage_ == nullptr ? 0 : storage_->size; }

graphStatus Tensor::SetData(std::vector<uint8_t>&& data) {
  if (storage_ == nullptr) storage_ = std::make_shared<Storage>();
  storage_->Clear();
  storage_->moved_in = std::move(data);
  storage_->data = storage_->moved_in.empty() ? nullptr : storage_->moved_in.data();
  storage_->size = storage_->moved_in.size();
  return GRAPH_SUCCESS;
}

graphStatus Tensor::SetData(const std::vector<uint8_t>& data) { return SetData(data.data(), data.size()); }

graphStatus Tensor::SetData(const uint8_t* data, size_t size) {
  if (data == nullptr && size > 0) return GRAPH_FAILED;
  if (storage_ == nullptr) storage_ = std::make_shared<Storage>();
  if (size == 0) {
    storage_->Clear();
    return GRAPH_SUCCESS;
  }
  // `data` may be this tensor's own memory: the old bytes go only after the copy.
  uint8_t* bytes = NewBytes(size);
  std::memcpy(bytes, data, size);
  storage_->Own(bytes, size, FreeBytes);
  return GRAPH_SUCCESS;
}

graphStatus Tensor::SetData(const char* data) {
  return data == nullptr ? GRAPH_FAILED : SetData(std::vector<AscendString>{data});
}

graphStatus Tensor::SetData(const std::vector<AscendString>& data) {
  for (const AscendString& text : data) {
    if (text.GetString() == nullptr) return GRAPH_FAILED;
  }
  if (storage_ == nullptr) storage_ = std::make_shared<Storage>();
  size_t total = data.size() * sizeof(StringHead);
  for (const AscendString& text : data) total += text.GetLength() + 1;
  if (total == 0) {
    storage_->Clear();
    return GRAPH_SUCCESS;
  }
  uint8_t* bytes = storage_->Allocate(total);
  size_t at = data.size() * sizeof(StringHead);
  for (size_t i = 0; i < data.size(); ++i) {
    const StringHead head{static_cast<int64_t>(at), static_cast<int64_t>(data[i].GetLength())};
    std::memcpy(bytes + i * sizeof(StringHead), &head, sizeof(head));
    std::memcpy(bytes + at, data[i].GetString(), data[i].GetLength() + 1);
    at += data[i].GetLength() + 1;
  }
  return GRAPH_SUCCESS;
}

graphStatus Tensor::SetData(uint8_t* data, size_t size, const DeleteFunc& deleter) {
  if (data == nullptr && size > 0) return GRAPH_FAILED;
  if (storage_ == nullptr) storage_ = std::make_shared<Storage>();
  storage_->Own(data, size, deleter);
  return GRAPH_SUCCESS;
}

graphStatus Tensor::ResetData(uint8_t* data, size_t size, const DeleteFunc& deleter) {
  return SetData(data, size, deleter);
}

std::unique_ptr<uint8_t[], Tensor::DeleteFunc> Tensor::ResetData() {
  if (storage_ == nullptr || storage_->data == nullptr) return {nullptr, [](uint8_t*) {}};
  if (storage_->data == storage_->moved_in.data()) {
    auto kept = std::make_shared<std::vector<uint8_t>>(std::move(storage_->moved_in));
    uint8_t* bytes = kept->data();
    storage_->data = nullptr;
    storage_->size = 0;
    return {bytes, [kept](uint8_t*) {}};
  }
  uint8_t* bytes = storage_->data;
  DeleteFunc deleter = storage_->deleter ? storage_->deleter : [](uint8_t*) {};
  storage_->deleter = nullptr;
  storage_->Clear();
  return {bytes, std::move(deleter)};
}

graphStatus Tensor::IsValid() {
  const int64_t elements = desc_.GetShape().GetDims().empty() ? 1 : desc_.GetShape().GetShapeSize();
  if (desc_.GetDataType() == DT_STRING || elements < 0) return GRAPH_SUCCESS;
  const int64_t expected = GetSizeInBytes(elements, desc_.GetDataType());
  if (expected >= 0 && static_cast<uint64_t>(expected) == GetSize()) return GRAPH_SUCCESS;
  opdk::Log(opdk::LogLevel::kWarning, "graph", "a tensor of %lld elements, %lld bytes, holds %zu bytes",
            static_cast<long long>(elements), static_cast<long long>(expected), GetSize());
  return GRAPH_FAILED;
}

Tensor Tensor::Clone() const {
  Tensor copy(desc_);
  (void)copy.SetData(GetData(), GetSize());
  return copy;
}

namespace {

Shape Resized(const Shape& shape, size_t dim_num) {
  std::vector<int64_t> dims = shape.GetDims();
  dims.resize(dim_num, 0);
  return Shape(dims);
}

}  // namespace

graphStatus Tensor::SetShapeDimNum(size_t dim_num) {
  desc_.SetShape(Resized(desc_.GetShape(), dim_num));
  return GRAPH_SUCCESS;
}

size_t Tensor::GetShapeDimNum() const { return desc_.GetShape().GetDimNum(); }

graphStatus Tensor::SetShapeDim(size_t idx, int64_t dim_value) {
  Shape shape = desc_.GetShape();
  const graphStatus status = shape.SetDim(idx, dim_value);
  desc_.SetShape(shape);
  return status;
}

int64_t Tensor::GetShapeDim(size_t idx) const { return desc_.GetShape().GetDim(idx); }

graphStatus Tensor::SetOriginShapeDimNum(size_t dim_num) {
  desc_.SetOriginShape(Resized(desc_.GetOriginShape(), dim_num));
  return GRAPH_SUCCESS;
}

size_t Tensor::GetOriginShapeDimNum() const { return desc_.GetOriginShape().GetDimNum(); }

graphStatus Tensor::SetOriginShapeDim(size_t idx, int64_t dim_value) {
  Shape shape = desc_.GetOriginShape();
  const graphStatus status = shape.SetDim(idx, dim_value);
  desc_.SetOriginShape(shape);
  return status;
}

int64_t Tensor::GetOriginShapeDim(size_t idx) const { return desc_.GetOriginShape().GetDim(idx); }

graphStatus Tensor::SetFormat(Format format) {
  desc_.SetFormat(format);
  return GRAPH_SUCCESS;
}
Format Tensor::GetFormat() const { return desc_.GetFormat(); }

graphStatus Tensor::SetOriginFormat(Format format) {
  desc_.SetOriginFormat(format);
  return GRAPH_SUCCESS;
}
Format Tensor::GetOriginFormat() const { return desc_.GetOriginFormat(); }

graphStatus Tensor::SetDataType(DataType data_type) {
  desc_.SetDataType(data_type);
  return GRAPH_SUCCESS;
}
DataType Tensor::GetDataType() const { return desc_.GetDataType(); }

graphStatus Tensor::SetPlacement(Placement placement) {
  desc_.SetPlacement(placement);
  return GRAPH_SUCCESS;
}
Placement Tensor::GetPlacement() const { return desc_.GetPlacement(); }

graphStatus Tensor::SetExpandDimsRule(const AscendString& rule) {
  desc_.SetExpandDimsRule(rule);
  return GRAPH_SUCCESS;
}
graphStatus Tensor::GetExpandDimsRule(AscendString& rule) const { return desc_.GetExpandDimsRule(rule); }

}  // namespace ge
