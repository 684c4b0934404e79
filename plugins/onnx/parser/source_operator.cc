#include "plugins/onnx/parser/source_operator.h"

#include <fmt/format.h>

#include "plugins/onnx/parser/attribute_json.h"
#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/node_order.h"
#include "plugins/onnx/parser/tensor_data.h"

namespace opdk::onnx_plugin {
namespace {

using onnx::AttributeProto;

// A handle to an operator through which ports may be declared.
class PortWriter : public ge::Operator {
 public:
  explicit PortWriter(const ge::Operator& op) : Operator(op) {}
  using Operator::DynamicInputRegister;
  using Operator::DynamicOutputRegister;
  using Operator::InputRegister;
  using Operator::OutputRegister;
};

Status SetAttribute(const onnx::NodeProto& node, const AttributeProto& attribute, const std::string& directory,
                    ge::Operator& op) {
  const std::string& name = attribute.name();
  switch (attribute.type()) {
    case AttributeProto::FLOAT:
      op.SetAttr(name, attribute.f());
      return {};
    case AttributeProto::INT:
      op.SetAttr(name, static_cast<int64_t>(attribute.i()));
      return {};
    case AttributeProto::STRING:
      op.SetAttr(name, attribute.s());
      return {};
    case AttributeProto::FLOATS:
      op.SetAttr(name, std::vector<float>(attribute.floats().begin(), attribute.floats().end()));
      return {};
    case AttributeProto::INTS:
      op.SetAttr(name, std::vector<int64_t>(attribute.ints().begin(), attribute.ints().end()));
      return {};
    case AttributeProto::STRINGS:
      op.SetAttr(name, std::vector<std::string>(attribute.strings().begin(), attribute.strings().end()));
      return {};
    case AttributeProto::TENSOR: {
      OPDK_TRY(const ge::Tensor tensor, DecodeTensor(attribute.t(), directory));
      op.SetAttr(name, tensor);
      return {};
    }
    case AttributeProto::TENSORS: {
      std::vector<ge::Tensor> tensors;
      for (const auto& proto : attribute.tensors()) {
        OPDK_TRY(tensors.emplace_back(), DecodeTensor(proto, directory));
      }
      op.SetAttr(name, tensors);
      return {};
    }
    default:
      return Status(ErrorCode::kModelInvalid,
                    fmt::format("{}: attribute '{}' is of type {}, which is not supported", NodeTitle(node), name,
                                AttributeProto::AttributeType_Name(attribute.type())));
  }
}

}  // namespace

void GrowDynamicInput(ge::Operator& op, const std::string& port, int count) {
  PortWriter(op).DynamicInputRegister(port, static_cast<uint32_t>(count));
}

void GrowDynamicOutput(ge::Operator& op, const std::string& port, int count) {
  PortWriter(op).DynamicOutputRegister(port, static_cast<uint32_t>(count));
}

ge::TensorDesc DescOfType(const onnx::TypeProto& type) {
  ge::TensorDesc desc;
  desc.SetDataType(FromOnnxType(type.tensor_type().elem_type()));
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

Result<ge::Operator> MakeSourceOperator(const onnx::NodeProto& node, const std::string& node_name,
                                        const ValueTypes& types, const std::string& model_directory, bool json) {
  ge::Operator op(node_name, node.op_type());
  PortWriter ports(op);
  for (int i = 0; i < node.input_size(); ++i) {
    const std::string port = fmt::format("x{}", i);
    ports.InputRegister(port);
    const auto* type = types.Find(node.input(i));
    if (type != nullptr) static_cast<void>(op.UpdateInputDesc(port, DescOfType(*type)));
  }
  for (int i = 0; i < node.output_size(); ++i) {
    const std::string port = fmt::format("y{}", i);
    ports.OutputRegister(port);
    const auto* type = types.Find(node.output(i));
    if (type != nullptr) static_cast<void>(op.UpdateOutputDesc(port, DescOfType(*type)));
  }
  for (const auto& attribute : node.attribute()) OPDK_TRY(SetAttribute(node, attribute, model_directory, op));
  if (json) op.SetAttr("attribute", AttributeJson(node));
  return op;
}

}  // namespace opdk::onnx_plugin
