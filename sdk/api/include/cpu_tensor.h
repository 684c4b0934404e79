// aicpu::Tensor: a view of memory that another object owns.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "cpu_tensor_shape.h"
#include "graph/ascend_string.h"

namespace aicpu {

class AskingTensor;

// A tensor of a kernel. It has its own shape and refers to its elements.
class AICPU_VISIBILITY Tensor {
 public:
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;
  ~Tensor() = default;

  // Copies the dimensions, the format and the unknown-rank flag. False for nullptr.
  bool SetTensorShape(const TensorShape* shape);
  // Returns the tensor's own shape: changing it changes the tensor.
  std::shared_ptr<TensorShape> GetTensorShape() const;
  void SetDataType(DataType type);
  DataType GetDataType() const;
  void SetData(void* address);
  // Returns the elements; nullptr for an absent optional input. The first call gives memory to an output whose size
  // shape inference doesn't know: the shape's bytes, or SetDataSize's bytes if those are more. Any thread may make that
  // call. Throws an exception, which fails the node with that reason, while neither the shape nor the size is known.
  void* GetData() const;
  // Sets the bytes that GetData is to give to an output that has no memory yet.
  void SetDataSize(uint64_t size);
  // Returns the size of the memory in bytes.
  uint64_t GetDataSize() const;
  // Returns the bytes that the shape and data type need; -1 when a dimension is negative or the type has no size.
  int64_t CalcDataSizeByShape() const;
  // Returns the number of elements: 1 for a scalar, -1 when a dimension is negative.
  int64_t NumElements() const;

 private:
  friend class CpuKernelUtils;
  friend class AttrValue;
  friend class AskingTensor;
  friend class ::opdk::CpuNode;
  Tensor();

  std::shared_ptr<TensorShape> shape_;
  DataType data_type_ = DT_UNDEFINED;
  bool asks_ = false;  // an AskingTensor whose memory is still to be requested
  void* data_ = nullptr;
  uint64_t data_size_ = 0;
  ge::AscendString name_;
};

}  // namespace aicpu
