// A tensor of a run, as Session::ExecuteGraphWithStreamAsync takes and gives it. It is moved, never copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include "exe_graph/runtime/storage_format.h"
#include "exe_graph/runtime/storage_shape.h"
#include "exe_graph/runtime/tensor_data.h"

namespace gert {

// A tensor of a run. Frees its bytes through its manager, if it has one.
class Tensor {
 public:
  Tensor() = default;
  Tensor(const StorageShape& storage_shape, const StorageFormat& storage_format, ge::DataType data_type)
      : storage_shape_(storage_shape), storage_format_(storage_format), data_type_(data_type) {}
  // Makes a tensor whose size in bytes follows from shape and data type.
  Tensor(const StorageShape& storage_shape, const StorageFormat& storage_format, TensorPlacement placement,
         ge::DataType data_type, TensorAddress addr, TensorAddrManager manager = nullptr)
      : storage_shape_(storage_shape),
        storage_format_(storage_format),
        data_type_(data_type),
        tensor_data_(addr, manager, static_cast<size_t>(ge::GetSizeInBytes(GetShapeSize(), data_type)), placement) {}

  // Returns the number of elements of the storage shape.
  int64_t GetShapeSize() const { return storage_shape_.GetStorageShape().GetShapeSize(); }
  const Shape& GetStorageShape() const { return storage_shape_.GetStorageShape(); }
  Shape& MutableStorageShape() { return storage_shape_.MutableStorageShape(); }
  const Shape& GetOriginShape() const { return storage_shape_.GetOriginShape(); }
  Shape& MutableOriginShape() { return storage_shape_.MutableOriginShape(); }
  const StorageShape& GetShape() const { return storage_shape_; }
  StorageShape& GetShape() { return storage_shape_; }

  ge::Format GetStorageFormat() const { return storage_format_.GetStorageFormat(); }
  void SetStorageFormat(ge::Format storage_format) { storage_format_.SetStorageFormat(storage_format); }
  ge::Format GetOriginFormat() const { return storage_format_.GetOriginFormat(); }
  void SetOriginFormat(ge::Format origin_format) { storage_format_.SetOriginFormat(origin_format); }
  const StorageFormat& GetFormat() const { return storage_format_; }
  StorageFormat& MutableFormat() { return storage_format_; }
  ExpandDimsType GetExpandDimsType() const { return storage_format_.GetExpandDimsType(); }
  void SetExpandDimsType(const ExpandDimsType& expand_dims_type) {
    storage_format_.SetExpandDimsType(expand_dims_type);
  }

  ge::DataType GetDataType() const { return data_type_; }
  void SetDataType(ge::DataType data_type) { data_type_ = data_type; }

  // Returns the address of the bytes; nullptr when there are none.
  const void* GetAddr() const { return IsFollowing() ? this + 1 : tensor_data_.GetAddr(); }
  void* GetAddr() { return IsFollowing() ? this + 1 : tensor_data_.GetAddr(); }
  template <class T>
  const T* GetData() const {
    return static_cast<const T*>(GetAddr());
  }
  template <class T>
  T* GetData() {
    return static_cast<T*>(GetAddr());
  }
  void SetData(TensorData&& data) { tensor_data_ = std::move(data); }
  // Returns the size in bytes.
  size_t GetSize() const { return tensor_data_.GetSize(); }
  void SetSize(size_t size) { tensor_data_.SetSize(size); }
  TensorPlacement GetPlacement() const { return tensor_data_.GetPlacement(); }
  void SetPlacement(TensorPlacement placement) { tensor_data_.SetPlacement(placement); }
  const TensorData& GetTensorData() const { return tensor_data_; }
  TensorData& MutableTensorData() { return tensor_data_; }

  // Makes a tensor with its bytes behind it, `total_size` bytes in all; the returned memory holds both. nullptr: no
  // memory.
  static std::unique_ptr<uint8_t[]> CreateFollowing(int64_t shape_size, ge::DataType dt, size_t& total_size) {
    const int64_t bytes = ge::GetSizeInBytes(shape_size, dt);
    return bytes < 0 ? nullptr : CreateFollowing(dt, static_cast<size_t>(bytes), total_size);
  }
  static std::unique_ptr<uint8_t[]> CreateFollowing(ge::DataType dt, size_t tensor_size, size_t& total_size) {
    if (__builtin_add_overflow(tensor_size, sizeof(Tensor), &total_size)) return nullptr;
    std::unique_ptr<uint8_t[]> memory(new (std::nothrow) uint8_t[total_size]);
    if (memory == nullptr) return nullptr;
    auto* tensor = new (memory.get()) Tensor({}, {}, dt);
    tensor->tensor_data_ = TensorData(nullptr, nullptr, tensor_size, kFollowing);
    return memory;
  }

 private:
  bool IsFollowing() const { return tensor_data_.GetPlacement() == kFollowing; }

  StorageShape storage_shape_;
  StorageFormat storage_format_;
  ge::DataType data_type_ = ge::DT_FLOAT;
  TensorData tensor_data_;
};

}  // namespace gert
