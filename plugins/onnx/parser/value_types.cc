#include "plugins/onnx/parser/value_types.h"

#include <fmt/format.h>

#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/narrow_numbers.h"

namespace opdk::onnx_plugin {

ge::TensorDesc DescOfType(const onnx::TypeProto& type) {
  ge::TensorDesc desc;
  desc.SetDataType(GraphType(type.tensor_type().elem_type()));
  if (!type.tensor_type().has_shape()) {
    static_cast<void>(desc.SetUnknownDimNumShape());
    return desc;
  }
  std::vector<int64_t> dims;
  for (const auto& dim : type.tensor_type().shape().dim()) {
    dims.push_back(dim.has_dim_value() && dim.dim_value() >= 0 ? dim.dim_value() : -1);
  }
  desc.SetShape(ge::Shape(dims));
  desc.SetOriginShape(ge::Shape(dims));
  return desc;
}

onnx::TypeProto TypeOfDesc(const ge::TensorDesc* desc) {
  onnx::TypeProto type;
  if (desc == nullptr) return type;
  type.mutable_tensor_type()->set_elem_type(ToOnnxType(desc->GetDataType()));
  const std::vector<int64_t> dims = desc->GetShape().GetDims();
  if (dims == ge::UNKNOWN_RANK) return type;
  auto* shape = type.mutable_tensor_type()->mutable_shape();
  for (const int64_t dim : dims) {
    auto* added = shape->add_dim();
    if (dim >= 0) added->set_dim_value(dim);
  }
  return type;
}

ge::TensorDesc DescOfTensor(const onnx::TensorProto& tensor) {
  return ge::TensorDesc(ge::Shape({tensor.dims().begin(), tensor.dims().end()}), ge::FORMAT_ND,
                        GraphType(tensor.data_type()));
}

std::vector<std::string> DimNames(const onnx::TypeProto& type) {
  std::vector<std::string> names;
  for (const auto& dim : type.tensor_type().shape().dim()) names.push_back(dim.dim_param());
  return names;
}

Status RequireTensor(const onnx::ValueInfoProto& value, const std::string& role) {
  const auto kind = value.type().value_case();
  if (kind == onnx::TypeProto::kTensorType || kind == onnx::TypeProto::VALUE_NOT_SET) return {};
  const auto* field = onnx::TypeProto::descriptor()->FindFieldByNumber(kind);
  return Status(ErrorCode::kModelInvalid, fmt::format("{} '{}' is a {}; only tensors are supported", role, value.name(),
                                                      field == nullptr ? "?" : field->name()));
}

Status RequireInput(const onnx::ValueInfoProto& value, const std::string& role) {
  OPDK_TRY(RequireTensor(value, role));
  const int32_t type = value.type().tensor_type().elem_type();
  if (type == onnx::TensorProto::UNDEFINED || GraphType(type) != ge::DT_UNDEFINED) return {};
  return Status(ErrorCode::kModelInvalid, fmt::format("{} '{}' has elements of type {}, which is not supported", role,
                                                      value.name(), OnnxTypeName(type)));
}

}  // namespace opdk::onnx_plugin
