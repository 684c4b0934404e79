#include "tests/conformance/boundary_values.h"

#include <onnx/onnx-data.pb.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "plugins/onnx/parser/narrow_numbers.h"
#include "plugins/onnx/parser/tensor_data.h"

namespace opdk::conformance {
namespace {

// A value as a data set has it.
struct Value {
  bool present = true;
  std::vector<onnx::TensorProto> tensors;
};

// Parses a value. One that may be absent is an OptionalProto, or the tensor or sequence itself where it is there.
Result<Value> ParseValue(const BoundaryType& type, const std::string& bytes) {
  Value value;
  onnx::OptionalProto optional;
  std::string content = bytes;
  if (type.optional && optional.ParseFromString(bytes)) {
    if (optional.elem_type() == onnx::OptionalProto::UNDEFINED) return Value{false, {}};
    if (optional.has_sequence_value()) content = optional.sequence_value().SerializeAsString();
    if (!type.sequence && optional.has_tensor_value()) content = optional.tensor_value().SerializeAsString();
  }
  onnx::SequenceProto sequence;
  onnx::TensorProto tensor;
  if (type.sequence && sequence.ParseFromString(content)) {
    value.tensors.assign(sequence.tensor_values().begin(), sequence.tensor_values().end());
    return value;
  }
  if (!type.sequence && tensor.ParseFromString(content)) {
    value.tensors.push_back(std::move(tensor));
    return value;
  }
  return Status(ErrorCode::kInputFormat, "a file of the data set is no value of the declared type");
}

ge::Tensor Int64s(const std::vector<int64_t>& shape, const std::vector<int64_t>& numbers) {
  return ge::Tensor(ge::TensorDesc(ge::Shape(shape), ge::FORMAT_ND, ge::DT_INT64),
                    reinterpret_cast<const uint8_t*>(numbers.data()), numbers.size() * sizeof(int64_t));
}

// Packs the tensors of a sequence into two. `rank` counts where there are none. -1 fills the rows of tensors with fewer
// axes than others.
std::vector<ge::Tensor> Pack(const std::vector<ge::Tensor>& tensors, ge::DataType dtype, size_t rank) {
  if (!tensors.empty()) rank = 0;
  for (const ge::Tensor& tensor : tensors) rank = std::max(rank, tensor.GetTensorDesc().GetShape().GetDimNum());
  std::vector<uint8_t> data;
  std::vector<int64_t> rows;
  int64_t count = 0;
  for (const ge::Tensor& tensor : tensors) {
    const ge::Shape shape = tensor.GetTensorDesc().GetShape();
    data.insert(data.end(), tensor.GetData(), tensor.GetData() + tensor.GetSize());
    const std::vector<int64_t> dims = shape.GetDims();
    rows.insert(rows.end(), dims.begin(), dims.end());
    rows.insert(rows.end(), rank - dims.size(), -1);
    int64_t elements = 1;
    for (const int64_t dim : dims) elements *= dim;
    count += elements;
  }
  const ge::TensorDesc desc(ge::Shape({count}), ge::FORMAT_ND, dtype);
  return {ge::Tensor(desc, data.data(), data.size()),
          Int64s({static_cast<int64_t>(tensors.size()), static_cast<int64_t>(rank)}, rows)};
}

}  // namespace

BoundaryType BoundaryTypeOf(const onnx::TypeProto& type) {
  BoundaryType result{&type};
  if (result.tensor->has_optional_type()) {
    result.optional = true;
    result.tensor = &result.tensor->optional_type().elem_type();
  }
  if (result.tensor->has_sequence_type()) {
    result.sequence = true;
    result.tensor = &result.tensor->sequence_type().elem_type();
  }
  if (!result.tensor->has_tensor_type()) result.tensor = nullptr;
  return result;
}

Result<std::vector<ge::Tensor>> DecodeBoundary(const onnx::TypeProto& type, const std::string& bytes,
                                               const std::string& directory) {
  const BoundaryType declared = BoundaryTypeOf(type);
  OPDK_TRY(const Value value, ParseValue(declared, bytes));
  std::vector<ge::Tensor> tensors;
  for (const onnx::TensorProto& tensor : value.tensors) {
    OPDK_TRY(tensors.emplace_back(), onnx_plugin::DecodeTensor(tensor, directory));
  }
  if (declared.tensor == nullptr) return tensors;
  const auto& element = declared.tensor->tensor_type();
  const ge::DataType dtype = onnx_plugin::GraphType(element.elem_type());
  if (declared.sequence) {
    tensors = Pack(tensors, dtype, static_cast<size_t>(element.shape().dim_size()));
  } else if (tensors.empty()) {
    // An absent tensor has any value of the declared shape.
    std::vector<int64_t> dims;
    for (const auto& dim : element.shape().dim()) dims.push_back(std::max<int64_t>(dim.dim_value(), 1));
    int64_t count = 1;
    for (const int64_t dim : dims) count *= dim;
    const std::vector<uint8_t> zeros(static_cast<size_t>(count) * ge::GetSizeByDataType(dtype));
    tensors.emplace_back(ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, dtype), zeros.data(), zeros.size());
  }
  if (declared.optional) {
    const auto present = static_cast<uint8_t>(value.present);
    tensors.emplace_back(ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, ge::DT_BOOL), &present, 1);
  }
  return tensors;
}

}  // namespace opdk::conformance
