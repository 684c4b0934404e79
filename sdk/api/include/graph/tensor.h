// ge::Shape, ge::TensorDesc and ge::Tensor.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/types.h"
#include "opdk/neutral_text.h"
#include "opdk/visibility.h"

namespace ge {

// Extents of a tensor. -1 (UNKNOWN_DIM): the extent is not known yet; {-2} (UNKNOWN_RANK): the rank isn't. {} is a
// scalar.
class OPDK_API Shape {
 public:
  Shape() = default;
  explicit Shape(const std::vector<int64_t>& dims);

  // Returns the rank; 0 for a scalar and for an unknown rank.
  size_t GetDimNum() const;
  // Returns an extent; 0 when the index is out of range.
  int64_t GetDim(size_t idx) const;
  graphStatus SetDim(size_t idx, int64_t value);
  std::vector<int64_t> GetDims() const;
  // Returns the product of the extents: 0 for a scalar and on overflow, -1 when any extent is unknown.
  int64_t GetShapeSize() const;

 private:
  std::vector<int64_t> dims_;
};

// Everything that is known of a tensor but its values. A value type.
class OPDK_API TensorDesc {
 public:
  TensorDesc() = default;
  explicit TensorDesc(Shape shape, Format format = FORMAT_ND, DataType dt = DT_FLOAT);

  void Update(const Shape& shape, Format format = FORMAT_ND, DataType dt = DT_FLOAT);
  Shape GetShape() const;
  // Sets the shape. A shape that contains -2 becomes {-2}.
  void SetShape(const Shape& shape);
  // Sets the shape {-2}.
  graphStatus SetUnknownDimNumShape();
  // Sets (smallest, largest) of each extent; largest -1: no bound.
  graphStatus SetShapeRange(const std::vector<std::pair<int64_t, int64_t>>& range);
  graphStatus GetShapeRange(std::vector<std::pair<int64_t, int64_t>>& range) const;

  // Sets (smallest, largest) value of each element of an integer tensor, row-major; largest -1: no bound. Empty: not
  // known.
  graphStatus SetValueRange(const std::vector<std::pair<int64_t, int64_t>>& range);
  graphStatus GetValueRange(std::vector<std::pair<int64_t, int64_t>>& range) const;

  Format GetFormat() const;
  void SetFormat(Format format);
  // Returns the shape that the framework's model gave the tensor; GetOriginFormat returns the format likewise.
  Shape GetOriginShape() const;
  void SetOriginShape(const Shape& origin_shape);
  Format GetOriginFormat() const;
  void SetOriginFormat(Format origin_format);

  DataType GetDataType() const;
  void SetDataType(DataType dt);

  std::string GetName() const {
    return opdk::ReadText([this](AscendString& name) { return GetName(name); });
  }
  graphStatus GetName(AscendString& name) const;
  void SetName(const std::string& name) { SetName(name.c_str()); }
  void SetName(const char* name);

  // Returns the size in bytes; 0 until it is set.
  int64_t GetSize() const;
  void SetSize(int64_t size);
  int64_t GetRealDimCnt() const;
  void SetRealDimCnt(int64_t real_dim_cnt);

  void SetPlacement(Placement placement);
  Placement GetPlacement() const;
  // Attaches a constant's bytes to its description; copies share them.
  void SetConstData(std::unique_ptr<uint8_t[]> const_data_buffer, const size_t& const_data_len);
  bool GetConstData(uint8_t** const_data_buffer, size_t& const_data_len) const;
  void SetExpandDimsRule(const AscendString& expand_dims_rule);
  graphStatus GetExpandDimsRule(AscendString& expand_dims_rule) const;
  // Makes the output with this description reuse the memory of input `idx`.
  void SetReuseInputIndex(uint32_t idx);
  // Reads the input whose memory the output reuses; false when no input was set.
  bool GetReuseInputIndex(uint32_t& idx) const;

 private:
  Shape shape_;
  Shape origin_shape_;
  Format format_ = FORMAT_ND;
  Format origin_format_ = FORMAT_ND;
  DataType data_type_ = DT_FLOAT;
  Placement placement_ = kPlacementHost;
  int64_t size_ = 0;
  int64_t real_dim_cnt_ = 0;
  int64_t reuse_input_ = -1;
  std::vector<std::pair<int64_t, int64_t>> range_;
  std::vector<std::pair<int64_t, int64_t>> value_range_;
  AscendString name_;
  AscendString expand_dims_rule_;
  std::shared_ptr<uint8_t> const_data_;
  size_t const_data_size_ = 0;
};

// A description and bytes. Copies share the bytes (SetData on one shows in the others) and have their own
// description; Clone() copies the bytes too. Bytes copied from a pointer or a Clone start at a multiple of 64.
class OPDK_API Tensor {
 public:
  using DeleteFunc = std::function<void(uint8_t*)>;

  Tensor();
  explicit Tensor(const TensorDesc& tensor_desc);
  Tensor(const TensorDesc& tensor_desc, const std::vector<uint8_t>& data);
  Tensor(const TensorDesc& tensor_desc, const uint8_t* data, size_t size);
  Tensor(TensorDesc&& tensor_desc, std::vector<uint8_t>&& data);

  TensorDesc GetTensorDesc() const;
  graphStatus SetTensorDesc(const TensorDesc& tensor_desc);

  // Returns the bytes; nullptr when there are none. The tensor owns them.
  const uint8_t* GetData() const;
  uint8_t* GetData();
  // Returns the number of bytes.
  size_t GetSize() const;

  // Stores bytes, moved or copied. GRAPH_FAILED for a nullptr with a size.
  graphStatus SetData(std::vector<uint8_t>&& data);
  graphStatus SetData(const std::vector<uint8_t>& data);
  graphStatus SetData(const uint8_t* data, size_t size);
  // Stores strings: one StringHead per element, then the bytes of each string with a closing NUL.
  graphStatus SetData(const std::string& data) { return SetData(std::vector<std::string>{data}); }
  graphStatus SetData(const char* data);
  graphStatus SetData(const std::vector<std::string>& data) { return SetData(opdk::Neutral(data)); }
  graphStatus SetData(const std::vector<AscendString>& data);
  // Takes the memory over; `deleter` frees it with the last copy.
  graphStatus SetData(uint8_t* data, size_t size, const DeleteFunc& deleter);
  graphStatus ResetData(uint8_t* data, size_t size, const DeleteFunc& deleter);
  // Gives the memory away; the tensor is left without bytes.
  std::unique_ptr<uint8_t[], DeleteFunc> ResetData();

  // Checks that there are as many bytes as shape and data type need; GRAPH_FAILED otherwise.
  graphStatus IsValid();
  Tensor Clone() const;

  graphStatus SetShapeDimNum(size_t dim_num);
  size_t GetShapeDimNum() const;
  graphStatus SetShapeDim(size_t idx, int64_t dim_value);
  int64_t GetShapeDim(size_t idx) const;
  graphStatus SetOriginShapeDimNum(size_t dim_num);
  size_t GetOriginShapeDimNum() const;
  graphStatus SetOriginShapeDim(size_t idx, int64_t dim_value);
  int64_t GetOriginShapeDim(size_t idx) const;
  graphStatus SetFormat(Format format);
  Format GetFormat() const;
  graphStatus SetOriginFormat(Format format);
  Format GetOriginFormat() const;
  graphStatus SetDataType(DataType data_type);
  DataType GetDataType() const;
  graphStatus SetPlacement(Placement placement);
  Placement GetPlacement() const;
  graphStatus SetExpandDimsRule(const AscendString& rule);
  graphStatus GetExpandDimsRule(AscendString& rule) const;

 private:
  struct Storage;
  TensorDesc desc_;
  std::shared_ptr<Storage> storage_;
};

}  // namespace ge
