#include "plugins/onnx/parser/value_types.h"

#include "plugins/onnx/parser/type_rules.h"

namespace opdk::onnx_plugin {

void ValueTypes::Set(const std::string& value, const onnx::TypeProto& type) {
  if (value.empty()) return;
  storage_.push_back(type);
  types_[value] = &storage_.back();
}

void ValueTypes::SetConstant(const std::string& value, const onnx::TensorProto& tensor) {
  onnx::TypeProto type;
  type.mutable_tensor_type()->set_elem_type(tensor.data_type());
  auto* shape = type.mutable_tensor_type()->mutable_shape();
  for (int64_t dim : tensor.dims()) shape->add_dim()->set_dim_value(dim);
  Set(value, type);
  // Only small integer tensors (shapes, axes) are looked into, never external files.
  if (tensor.data_location() != onnx::TensorProto::EXTERNAL) constants_[value] = &tensor;
}

void ValueTypes::InferOutputs(const onnx::NodeProto& node) {
  for (int i = 0; i < node.output_size(); ++i) {
    if (node.output(i).empty() || types_.contains(node.output(i))) continue;
    const int32_t element = OutputElementType(node, i, *this);
    if (element == onnx::TensorProto::UNDEFINED) continue;
    onnx::TypeProto type;
    type.mutable_tensor_type()->set_elem_type(element);
    if (const auto rank = OutputRank(node, *this)) {
      auto* shape = type.mutable_tensor_type()->mutable_shape();
      for (int d = 0; d < *rank; ++d) shape->add_dim();
    }
    Set(node.output(i), type);
  }
}

const onnx::TypeProto* ValueTypes::Find(const std::string& value) const {
  auto found = types_.find(value);
  return found == types_.end() ? nullptr : found->second;
}

const onnx::TensorProto* ValueTypes::FindConstant(const std::string& value) const {
  auto found = constants_.find(value);
  return found == constants_.end() ? nullptr : found->second;
}

std::optional<int> ValueTypes::Rank(const std::string& value) const {
  const auto* type = Find(value);
  if (type == nullptr || !type->has_tensor_type() || !type->tensor_type().has_shape()) return std::nullopt;
  return type->tensor_type().shape().dim_size();
}

std::optional<int64_t> ValueTypes::Dim(const std::string& value, int axis) const {
  const auto rank = Rank(value);
  if (!rank) return std::nullopt;
  if (axis < 0) axis += *rank;
  if (axis < 0 || axis >= *rank) return std::nullopt;
  const auto& dim = Find(value)->tensor_type().shape().dim(axis);
  if (!dim.has_dim_value()) return std::nullopt;
  return dim.dim_value();
}

int32_t ValueTypes::ElementType(const std::string& value) const {
  const auto* type = Find(value);
  if (type == nullptr || !type->has_tensor_type()) return onnx::TensorProto::UNDEFINED;
  return type->tensor_type().elem_type();
}

}  // namespace opdk::onnx_plugin
