#include <algorithm>

#include "graph/tensor.h"

namespace ge {

namespace {

bool HasUnknownRank(const std::vector<int64_t>& dims) {
  return std::find(dims.begin(), dims.end(), UNKNOWN_DIM_NUM) != dims.end();
}

}  // namespace

Shape::Shape(const std::vector<int64_t>& dims) : dims_(dims) {}

size_t Shape::GetDimNum() const { return HasUnknownRank(dims_) ? 0 : dims_.size(); }

int64_t Shape::GetDim(size_t idx) const { return idx < dims_.size() ? dims_[idx] : 0; }

graphStatus Shape::SetDim(size_t idx, int64_t value) {
  if (idx >= dims_.size()) return GRAPH_FAILED;
  dims_[idx] = value;
  return GRAPH_SUCCESS;
}

std::vector<int64_t> Shape::GetDims() const { return dims_; }

int64_t Shape::GetShapeSize() const {
  if (dims_.empty()) return 0;
  if (std::any_of(dims_.begin(), dims_.end(), [](int64_t dim) { return dim < 0; })) return -1;
  // A zero makes the product zero, whatever the others would give.
  if (std::find(dims_.begin(), dims_.end(), 0) != dims_.end()) return 0;
  int64_t size = 1;
  for (int64_t dim : dims_) {
    if (__builtin_mul_overflow(size, dim, &size)) return 0;
  }
  return size;
}

TensorDesc::TensorDesc(Shape shape, Format format, DataType dt) { Update(shape, format, dt); }

void TensorDesc::Update(const Shape& shape, Format format, DataType dt) {
  SetShape(shape);
  format_ = format;
  data_type_ = dt;
}

Shape TensorDesc::GetShape() const { return shape_; }

void TensorDesc::SetShape(const Shape& shape) {
  shape_ = HasUnknownRank(shape.GetDims()) ? Shape({UNKNOWN_DIM_NUM}) : shape;
}

graphStatus TensorDesc::SetUnknownDimNumShape() {
  shape_ = Shape({UNKNOWN_DIM_NUM});
  return GRAPH_SUCCESS;
}

graphStatus TensorDesc::SetShapeRange(const std::vector<std::pair<int64_t, int64_t>>& range) {
  range_ = range;
  return GRAPH_SUCCESS;
}

graphStatus TensorDesc::GetShapeRange(std::vector<std::pair<int64_t, int64_t>>& range) const {
  range = range_;
  return GRAPH_SUCCESS;
}

graphStatus TensorDesc::SetValueRange(const std::vector<std::pair<int64_t, int64_t>>& range) {
  value_range_ = range;
  return GRAPH_SUCCESS;
}

graphStatus TensorDesc::GetValueRange(std::vector<std::pair<int64_t, int64_t>>& range) const {
  range = value_range_;
  return GRAPH_SUCCESS;
}

Format TensorDesc::GetFormat() const { return format_; }
void TensorDesc::SetFormat(Format format) { format_ = format; }
Shape TensorDesc::GetOriginShape() const { return origin_shape_; }
void TensorDesc::SetOriginShape(const Shape& origin_shape) { origin_shape_ = origin_shape; }
Format TensorDesc::GetOriginFormat() const { return origin_format_; }
void TensorDesc::SetOriginFormat(Format origin_format) { origin_format_ = origin_format; }
DataType TensorDesc::GetDataType() const { return data_type_; }
void TensorDesc::SetDataType(DataType dt) { data_type_ = dt; }

graphStatus TensorDesc::GetName(AscendString& name) const {
  name = name_.GetString() == nullptr ? AscendString("") : name_;
  return GRAPH_SUCCESS;
}

void TensorDesc::SetName(const char* name) {
  if (name != nullptr) name_ = name;
}

int64_t TensorDesc::GetSize() const { return size_; }
void TensorDesc::SetSize(int64_t size) { size_ = size; }
int64_t TensorDesc::GetRealDimCnt() const { return real_dim_cnt_; }
void TensorDesc::SetRealDimCnt(int64_t real_dim_cnt) { real_dim_cnt_ = real_dim_cnt; }
void TensorDesc::SetPlacement(Placement placement) { placement_ = placement; }
Placement TensorDesc::GetPlacement() const { return placement_; }

void TensorDesc::SetConstData(std::unique_ptr<uint8_t[]> const_data_buffer, const size_t& const_data_len) {
  const_data_ = std::shared_ptr<uint8_t>(const_data_buffer.release(), std::default_delete<uint8_t[]>());
  const_data_size_ = const_data_len;
}

bool TensorDesc::GetConstData(uint8_t** const_data_buffer, size_t& const_data_len) const {
  if (const_data_ == nullptr || const_data_buffer == nullptr) return false;
  *const_data_buffer = const_data_.get();
  const_data_len = const_data_size_;
  return true;
}

void TensorDesc::SetExpandDimsRule(const AscendString& expand_dims_rule) { expand_dims_rule_ = expand_dims_rule; }

graphStatus TensorDesc::GetExpandDimsRule(AscendString& expand_dims_rule) const {
  expand_dims_rule = expand_dims_rule_;
  return GRAPH_SUCCESS;
}

void TensorDesc::SetReuseInputIndex(uint32_t idx) { reuse_input_ = idx; }

bool TensorDesc::GetReuseInputIndex(uint32_t& idx) const {
  if (reuse_input_ < 0) return false;
  idx = static_cast<uint32_t>(reuse_input_);
  return true;
}

}  // namespace ge
