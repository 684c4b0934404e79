#include "plugins/onnx/parser/value_types.h"

#include <onnx/shape_inference/implementation.h>

#include <exception>

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
  // Inference only looks into small integer tensors (shapes, axes) and never into external files.
  if (tensor.data_location() != onnx::TensorProto::EXTERNAL) constants_[value] = &tensor;
}

void ValueTypes::InferOutputs(const onnx::NodeProto& node, const onnx::OpSchema& schema) {
  static const std::unordered_map<std::string, const onnx::SparseTensorProto*> no_sparse;
  onnx::NodeProto copy = node;
  try {
    onnx::shape_inference::InferenceContextImpl context(copy, types_, constants_, no_sparse);
    schema.GetTypeAndShapeInferenceFunction()(context);
    for (int i = 0; i < node.output_size(); ++i) {
      const auto& type = context.allOutputTypes_[static_cast<size_t>(i)];
      if (!node.output(i).empty() && type.value_case() != onnx::TypeProto::VALUE_NOT_SET &&
          !types_.contains(node.output(i))) {
        Set(node.output(i), type);
      }
    }
  } catch (const std::exception&) {
    // Not known then; see the class comment.
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
