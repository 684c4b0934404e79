// aicpu::Tensor: a view of memory that somebody else owns.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "cpu_tensor_shape.h"
#include "graph/ascend_string.h"

namespace aicpu {

class AskingTensor;

class AICPU_VISIBILITY Tensor {
 public:
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;
  ~Tensor() = default;

  // Copies dimensions, format and unknown rank; false for nullptr.
  bool SetTensorShape(const TensorShape* shape);
  // The tensor's own shape: what is set on it is set on the tensor.
  std::shared_ptr<TensorShape> GetTensorShape() const;
  void SetDataType(DataType type);
  DataType GetDataType() const;
  void SetData(void* address);
  // nullptr for an absent optional input. An output that inference says no size of is given its memory by the first
  // call, from any thread: as many bytes as its shape needs, or as SetDataSize said where that is more. Before either
  // is known it throws an exception, which is an error of the node that says so.
  void* GetData() const;
  // Of an output that is still without memory: how much GetData is to give.
  void SetDataSize(uint64_t size);
  // Bytes.
  uint64_t GetDataSize() const;
  // -1 when a dimension is negative or the type has no size.
  int64_t CalcDataSizeByShape() const;
  // 1 for a scalar, -1 when a dimension is negative.
  int64_t NumElements() const;

 private:
  friend class CpuKernelUtils;
  friend class AttrValue;
  friend class AskingTensor;
  friend class ::opdk::CpuNode;
  Tensor();

  std::shared_ptr<TensorShape> shape_;
  DataType data_type_ = DT_UNDEFINED;
  bool asks_ = false;  // an AskingTensor whose memory is asked for
  void* data_ = nullptr;
  uint64_t data_size_ = 0;
  ge::AscendString name_;
};

}  // namespace aicpu
