// aicpu::TensorShape and aicpu::Tensor.
#include "cpu_tensor.h"
#include "sdk/api/src/aicpu/asking_tensor.h"
#include "sdk/api/src/aicpu/kernel_faults.h"

namespace aicpu {

int GetSizeByDataType(DataType data_type) {
  switch (data_type) {
    case DT_BOOL:
    case DT_INT8:
    case DT_UINT8:
    case DT_QINT8:
    case DT_QUINT8:
    case DT_DUAL_SUB_INT8:
    case DT_DUAL_SUB_UINT8:
    case DT_UINT1:
      return 1;
    case DT_FLOAT16:
    case DT_BFLOAT16:
    case DT_INT16:
    case DT_UINT16:
    case DT_QINT16:
    case DT_QUINT16:
    case DT_INT2:
    case DT_UINT2:
      return 2;
    case DT_FLOAT:
    case DT_INT32:
    case DT_UINT32:
    case DT_QINT32:
    case DT_COMPLEX32:
    case DT_INT4:
      return 4;
    case DT_DUAL:
      return 5;
    case DT_INT64:
    case DT_UINT64:
    case DT_DOUBLE:
    case DT_COMPLEX64:
    case DT_RESOURCE:
      return 8;
    case DT_COMPLEX128:
      return 16;
    case DT_STRING:
    case DT_STRING_REF:
    case DT_UNDEFINED:
    case DT_MAX:
      return -1;
  }
  return -1;
}

void TensorShape::SetFormat(Format format) {
  RequireObject(this, "TensorShape::SetFormat");
  format_ = format;
}
Format TensorShape::GetFormat() const {
  RequireObject(this, "TensorShape::GetFormat");
  return format_;
}
bool TensorShape::GetUnknownRank() const {
  RequireObject(this, "TensorShape::GetUnknownRank");
  return unknown_rank_;
}
void TensorShape::SetUnknownRank(bool unknown_rank) {
  RequireObject(this, "TensorShape::SetUnknownRank");
  unknown_rank_ = unknown_rank;
}
void TensorShape::SetDimSizes(const std::vector<int64_t>& dim_sizes) {
  RequireObject(this, "TensorShape::SetDimSizes");
  dims_.assign(dim_sizes.begin(), dim_sizes.end());
}
std::vector<int64_t> TensorShape::GetDimSizes() const {
  RequireObject(this, "TensorShape::GetDimSizes");
  return dims_;
}

int64_t TensorShape::GetDimSize(int32_t index) const {
  RequireObject(this, "TensorShape::GetDimSize");
  return index >= 0 && index < GetDims() ? dims_[static_cast<size_t>(index)] : 0;
}

int32_t TensorShape::GetDims() const {
  RequireObject(this, "TensorShape::GetDims");
  return static_cast<int32_t>(dims_.size());
}

int64_t TensorShape::NumElements() const {
  RequireObject(this, "TensorShape::NumElements");
  int64_t count = 1;
  for (int64_t dim : dims_) {
    if (dim < 0 || __builtin_mul_overflow(count, dim, &count)) return -1;
  }
  return count;
}

Tensor::Tensor() : shape_(new TensorShape) {}

bool Tensor::SetTensorShape(const TensorShape* shape) {
  RequireObject(this, "Tensor::SetTensorShape");
  if (shape == nullptr) return false;
  if (shape == shape_.get()) return true;
  shape_->dims_ = shape->dims_;
  shape_->format_ = shape->format_;
  shape_->unknown_rank_ = shape->unknown_rank_;
  return true;
}

std::shared_ptr<TensorShape> Tensor::GetTensorShape() const {
  RequireObject(this, "Tensor::GetTensorShape");
  return shape_;
}
void Tensor::SetDataType(DataType type) {
  RequireObject(this, "Tensor::SetDataType");
  data_type_ = type;
}
DataType Tensor::GetDataType() const {
  RequireObject(this, "Tensor::GetDataType");
  return data_type_;
}
void Tensor::SetData(void* address) {
  RequireObject(this, "Tensor::SetData");
  data_ = address;
}
void* Tensor::GetData() const {
  RequireObject(this, "Tensor::GetData");
  // No output of a node is a const object.
  return asks_ ? const_cast<AskingTensor*>(static_cast<const AskingTensor*>(this))->Ask() : data_;
}
void Tensor::SetDataSize(uint64_t size) {
  RequireObject(this, "Tensor::SetDataSize");
  data_size_ = size;
}
uint64_t Tensor::GetDataSize() const {
  RequireObject(this, "Tensor::GetDataSize");
  return data_size_;
}

int64_t Tensor::CalcDataSizeByShape() const {
  RequireObject(this, "Tensor::CalcDataSizeByShape");
  const int64_t elements = NumElements();
  const int element_size = GetSizeByDataType(data_type_);
  int64_t bytes = 0;
  if (elements < 0 || element_size < 0 || __builtin_mul_overflow(elements, int64_t{element_size}, &bytes)) return -1;
  return bytes;
}

int64_t Tensor::NumElements() const {
  RequireObject(this, "Tensor::NumElements");
  return shape_->NumElements();
}

}  // namespace aicpu
