#include "plugins/onnx/parser/onnx_framework.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "plugins/onnx/parser/attribute_json.h"
#include "plugins/onnx/parser/tensor_data.h"

namespace opdk::onnx_plugin {
namespace {

using onnx::AttributeProto;

const onnx::NodeProto& MessageOf(const importer::SourceNode& node) {
  return static_cast<const onnx::NodeProto&>(*node.message);
}

// Sets an attribute's value. Other types keep their value, because nothing changes them.
void SetValue(AttributeProto& attribute, const Attr& value) {
  if (const auto* real = std::get_if<float>(&value)) attribute.set_f(*real);
  if (const auto* number = std::get_if<int64_t>(&value)) attribute.set_i(*number);
  if (const auto* text = std::get_if<std::string>(&value)) attribute.set_s(*text);
  if (const auto* reals = std::get_if<std::vector<float>>(&value)) {
    attribute.mutable_floats()->Assign(reals->begin(), reals->end());
  }
  if (const auto* numbers = std::get_if<std::vector<int64_t>>(&value)) {
    attribute.mutable_ints()->Assign(numbers->begin(), numbers->end());
  }
}

class Onnx : public importer::Framework {
 public:
  domi::FrameworkType type() const override { return domi::ONNX; }
  std::string StandardDomain() const override { return kStandardDomain; }
  int64_t TargetVersion() const override { return kTargetOpset; }
  std::string VersionWord() const override { return "opset"; }

  std::unique_ptr<google::protobuf::Message> MessageWith(const importer::SourceNode& node) const override {
    if (node.message == nullptr) return nullptr;
    auto copy = std::make_unique<onnx::NodeProto>(MessageOf(node));
    google::protobuf::RepeatedPtrField<AttributeProto> kept;
    for (auto& attribute : *copy->mutable_attribute()) {
      const auto found = node.attributes.find(attribute.name());
      if (found == node.attributes.end()) continue;
      SetValue(attribute, found->second);
      kept.Add(std::move(attribute));
    }
    copy->mutable_attribute()->Swap(&kept);
    return copy;
  }

  std::string AttributeText(const importer::SourceNode& node) const override {
    return node.message == nullptr ? "" : AttributeJson(MessageOf(node));
  }
};

Result<Attr> ReadAttribute(const onnx::NodeProto& node, const AttributeProto& attribute,
                           const std::string& model_directory) {
  switch (attribute.type()) {
    case AttributeProto::FLOAT:
      return Attr(attribute.f());
    case AttributeProto::INT:
      return Attr(static_cast<int64_t>(attribute.i()));
    case AttributeProto::STRING:
      return Attr(attribute.s());
    case AttributeProto::FLOATS:
      return Attr(std::vector<float>(attribute.floats().begin(), attribute.floats().end()));
    case AttributeProto::INTS:
      return Attr(std::vector<int64_t>(attribute.ints().begin(), attribute.ints().end()));
    case AttributeProto::STRINGS:
      return Attr(std::vector<std::string>(attribute.strings().begin(), attribute.strings().end()));
    case AttributeProto::TENSOR: {
      OPDK_TRY(const ge::Tensor tensor, DecodeTensor(attribute.t(), model_directory));
      return Attr(tensor);
    }
    case AttributeProto::TENSORS: {
      std::vector<ge::Tensor> tensors;
      for (const auto& proto : attribute.tensors()) {
        OPDK_TRY(tensors.emplace_back(), DecodeTensor(proto, model_directory));
      }
      return Attr(std::move(tensors));
    }
    default:
      return Status(ErrorCode::kModelInvalid,
                    fmt::format("{}: attribute '{}' is of type {}, which is not supported", NodeTitle(node),
                                attribute.name(), AttributeProto::AttributeType_Name(attribute.type())));
  }
}

}  // namespace

const importer::Framework& OnnxFramework() {
  static const Onnx framework;
  return framework;
}

std::string NodeTitle(const onnx::NodeProto& node) {
  return importer::NodeTitle(node.name(), node.op_type(), node.output_size() == 0 ? "" : node.output(0));
}

importer::SourceNode WithoutAttributes(const onnx::NodeProto& node, const std::string& domain, int64_t opset) {
  importer::SourceNode source;
  source.name = node.name();
  source.domain = domain;
  source.type = node.op_type();
  source.version = opset;
  source.inputs.assign(node.input().begin(), node.input().end());
  source.outputs.assign(node.output().begin(), node.output().end());
  for (const auto& attribute : node.attribute()) {
    if (attribute.type() != AttributeProto::GRAPH && attribute.type() != AttributeProto::GRAPHS) continue;
    source.regions.push_back(attribute.name());
  }
  source.message = &node;
  return source;
}

Result<AttrMap> ReadAttributes(const onnx::NodeProto& node, const std::string& model_directory) {
  AttrMap attributes;
  for (const auto& attribute : node.attribute()) {
    OPDK_TRY(Attr value, ReadAttribute(node, attribute, model_directory));
    attributes.insert_or_assign(attribute.name(), std::move(value));
  }
  return attributes;
}

}  // namespace opdk::onnx_plugin
