#include "plugins/onnx/parser/attribute_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "opdk/op_desc.h"
#include "plugins/onnx/parser/node_order.h"
#include "register/register.h"

namespace opdk::onnx_plugin {
namespace {

// CANN's text of all attributes, which parsers of ONNX give to mappings.
constexpr const char* kAttributeText = "attribute";

using ByOperator = domi::Status (*)(const ge::Operator&, ge::Operator&);
using ByMessage = domi::Status (*)(const google::protobuf::Message*, ge::Operator&);

// Whether the mapping only copies attributes of the same name.
bool CopiesOnly(const domi::OpRegistrationData& mapping) {
  if (const auto by_operator = mapping.GetParseParamByOperatorFn(); by_operator != nullptr) {
    const ByOperator* plain = by_operator.target<ByOperator>();
    return plain != nullptr && *plain == &domi::AutoMappingByOpFn;
  }
  const auto by_message = mapping.GetParseParamFn();
  const ByMessage* plain = by_message.target<ByMessage>();
  return plain != nullptr && *plain == &domi::AutoMappingFn;
}

bool SameTensor(const ge::Tensor& a, const ge::Tensor& b) {
  return a.GetDataType() == b.GetDataType() &&
         a.GetTensorDesc().GetShape().GetDims() == b.GetTensorDesc().GetShape().GetDims() &&
         a.GetSize() == b.GetSize() && (a.GetSize() == 0 || std::memcmp(a.GetData(), b.GetData(), a.GetSize()) == 0);
}

bool SameAttr(const Attr& a, const Attr& b) {
  if (a.index() != b.index()) return false;
  if (const auto* tensor = std::get_if<ge::Tensor>(&a)) return SameTensor(*tensor, std::get<ge::Tensor>(b));
  if (const auto* tensors = std::get_if<std::vector<ge::Tensor>>(&a)) {
    const auto& others = std::get<std::vector<ge::Tensor>>(b);
    return std::equal(tensors->begin(), tensors->end(), others.begin(), others.end(), SameTensor);
  }
  return std::visit(
      [&b](const auto& value) {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, ge::Tensor> || std::is_same_v<T, std::vector<ge::Tensor>>) {
          return false;
        } else {
          return value == std::get<T>(b);
        }
      },
      a);
}

// Whether two results of a mapping differ, apart from copies of the attribute itself.
bool Differ(const Result<ge::Operator>& a, const Result<ge::Operator>& b, const std::string& attribute) {
  if (a.ok() != b.ok()) return true;
  if (!a.ok()) return a.status().message() != b.status().message();
  const OpDesc& left = DescOf(*a);
  const OpDesc& right = DescOf(*b);
  const auto same_port = [](const Port& x, const Port& y) { return x.name == y.name; };
  if (!std::equal(left.inputs.begin(), left.inputs.end(), right.inputs.begin(), right.inputs.end(), same_port) ||
      !std::equal(left.outputs.begin(), left.outputs.end(), right.outputs.begin(), right.outputs.end(), same_port)) {
    return true;
  }
  const auto without = [&attribute](AttrMap attrs) {
    attrs.erase(attribute);
    attrs.erase(kAttributeText);
    return attrs;
  };
  const AttrMap left_attrs = without(left.attrs);
  const AttrMap right_attrs = without(right.attrs);
  return !std::equal(left_attrs.begin(), left_attrs.end(), right_attrs.begin(), right_attrs.end(),
                     [](const auto& x, const auto& y) { return x.first == y.first && SameAttr(x.second, y.second); });
}

onnx::NodeProto Without(const onnx::NodeProto& node, const std::string& name) {
  onnx::NodeProto result = node;
  auto* attributes = result.mutable_attribute();
  attributes->erase(std::remove_if(attributes->begin(), attributes->end(),
                                   [&name](const onnx::AttributeProto& attribute) { return attribute.name() == name; }),
                    attributes->end());
  return result;
}

// The node with another value of the attribute; nothing for types without an obvious one.
std::optional<onnx::NodeProto> WithAnother(const onnx::NodeProto& node, const std::string& name) {
  onnx::NodeProto result = node;
  for (auto& attribute : *result.mutable_attribute()) {
    if (attribute.name() != name) continue;
    if (attribute.type() == onnx::AttributeProto::FLOAT) {
      attribute.set_f(attribute.f() + 1);
    } else if (attribute.type() == onnx::AttributeProto::INT) {
      attribute.set_i(attribute.i() == 0 ? 1 : attribute.i() - 1);
    } else if (attribute.type() == onnx::AttributeProto::STRING) {
      attribute.set_s(attribute.s() + "?");
    } else if (attribute.type() == onnx::AttributeProto::FLOATS) {
      attribute.add_floats(1);
    } else if (attribute.type() == onnx::AttributeProto::INTS) {
      attribute.add_ints(1);
    } else {
      return std::nullopt;
    }
    return result;
  }
  return std::nullopt;
}

bool DependsOn(const onnx::NodeProto& node, const std::string& name, const MapAgainFn& map_again) {
  const Result<ge::Operator> as_it_is = map_again(node);
  if (Differ(as_it_is, map_again(Without(node, name)), name)) return true;
  const auto another = WithAnother(node, name);
  return another && Differ(as_it_is, map_again(*another), name);
}

Status Unknown(const onnx::NodeProto& node, const std::string& attribute, const std::string& to_whom,
               const std::vector<std::string>& known) {
  const std::string near = Nearest(attribute, known);
  return Status(ErrorCode::kAttrInvalid,
                fmt::format("{}: nobody knows its attribute '{}': {} has {}{}", NodeTitle(node), attribute, to_whom,
                            known.empty() ? "no attributes" : fmt::format("{}", fmt::join(known, ", ")),
                            near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

}  // namespace

Status CheckAttributes(const MappedNode& node, const ge::Operator& op, const std::set<std::string, std::less<>>& read,
                       const MapAgainFn& map_again) {
  if (node.proto.attribute_size() == 0) return {};
  const domi::OpRegistrationData& mapping = *node.mapping.data;
  const std::set<std::string> ignored = mapping.GetIgnoredAttrs();
  std::vector<std::string> declared;
  for (const IrAttr& attr : DescOf(op).ir_attrs) declared.push_back(attr.name);
  const bool by_hand = !CopiesOnly(mapping);
  const bool reads_all = mapping.GetParseParamByOperatorFn() == nullptr || read.contains(kAttributeText);
  for (const auto& attribute : node.proto.attribute()) {
    const std::string& name = attribute.name();
    if (std::find(declared.begin(), declared.end(), name) != declared.end()) continue;
    if (ignored.contains(name) || read.contains(name)) continue;
    if (by_hand && node.verified && !node.mapping.own) continue;
    if (by_hand && reads_all && DependsOn(node.proto, name, map_again)) continue;
    std::vector<std::string> known = declared;
    known.insert(known.end(), ignored.begin(), ignored.end());
    const std::string to_whom =
        fmt::format("{}, to which {} maps it,", mapping.GetOmOptype(), node.mapping.origin_type);
    return Unknown(node.proto, name, to_whom, known)
        .Hint("correct the model, or let the mapping read the attribute or name it in IgnoreAttrs({…})");
  }
  return {};
}

Status CheckCallAttributes(const onnx::NodeProto& call, const onnx::FunctionProto& function) {
  std::set<std::string> known(function.attribute().begin(), function.attribute().end());
  for (const auto& node : function.node()) {
    for (const auto& attribute : node.attribute()) {
      if (!attribute.ref_attr_name().empty()) known.insert(attribute.ref_attr_name());
    }
  }
  for (const auto& attribute : call.attribute()) {
    if (known.contains(attribute.name())) continue;
    return Unknown(call, attribute.name(), fmt::format("the model's function '{}'", function.name()),
                   {known.begin(), known.end()});
  }
  return {};
}

}  // namespace opdk::onnx_plugin
