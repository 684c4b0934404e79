#include "plugins/onnx/parser/constant_node.h"

#include <fmt/format.h>

#include "plugins/onnx/parser/onnx_framework.h"

namespace opdk::onnx_plugin {

using onnx::TensorProto;

Result<TensorProto> ConstantOfNode(const onnx::NodeProto& node) {
  if (node.attribute_size() != 1 || node.output_size() != 1) {
    return Status(ErrorCode::kModelInvalid, fmt::format("{}: has {} value attributes and {} outputs, must have one",
                                                        NodeTitle(node), node.attribute_size(), node.output_size()));
  }
  const auto& attribute = node.attribute(0);
  const std::string& form = attribute.name();
  TensorProto tensor;
  if (form == "value") {
    tensor = attribute.t();
  } else if (form == "value_float") {
    tensor.set_data_type(TensorProto::FLOAT);
    tensor.add_float_data(attribute.f());
  } else if (form == "value_floats") {
    tensor.set_data_type(TensorProto::FLOAT);
    tensor.add_dims(attribute.floats_size());
    *tensor.mutable_float_data() = attribute.floats();
  } else if (form == "value_int") {
    tensor.set_data_type(TensorProto::INT64);
    tensor.add_int64_data(attribute.i());
  } else if (form == "value_ints") {
    tensor.set_data_type(TensorProto::INT64);
    tensor.add_dims(attribute.ints_size());
    *tensor.mutable_int64_data() = attribute.ints();
  } else if (form == "value_string") {
    tensor.set_data_type(TensorProto::STRING);
    tensor.add_string_data(attribute.s());
  } else if (form == "value_strings") {
    tensor.set_data_type(TensorProto::STRING);
    tensor.add_dims(attribute.strings_size());
    *tensor.mutable_string_data() = attribute.strings();
  } else {
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("{}: its value stands in '{}', which is not supported", NodeTitle(node), form));
  }
  if (tensor.name().empty()) tensor.set_name(node.output(0));
  return tensor;
}

}  // namespace opdk::onnx_plugin
