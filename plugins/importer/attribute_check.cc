#include "plugins/importer/attribute_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "opdk/op_desc.h"
#include "register/register.h"

namespace opdk::importer {
namespace {

using ByOperator = domi::Status (*)(const ge::Operator&, ge::Operator&);
using ByMessage = domi::Status (*)(const google::protobuf::Message*, ge::Operator&);

// Returns whether the mapping only copies attributes of the same name.
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

// Returns whether two results of a mapping differ, apart from copies of the attribute itself.
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

// Returns another value of the same type. Empty for types without an obvious other value.
std::optional<Attr> Another(const Attr& value) {
  if (const auto* real = std::get_if<float>(&value)) return *real + 1;
  if (const auto* number = std::get_if<int64_t>(&value)) return *number == 0 ? int64_t{1} : *number - 1;
  if (const auto* flag = std::get_if<bool>(&value)) return !*flag;
  if (const auto* text = std::get_if<std::string>(&value)) return *text + "?";
  if (const auto* reals = std::get_if<std::vector<float>>(&value)) {
    std::vector<float> longer = *reals;
    longer.push_back(1);
    return longer;
  }
  if (const auto* numbers = std::get_if<std::vector<int64_t>>(&value)) {
    std::vector<int64_t> longer = *numbers;
    longer.push_back(1);
    return longer;
  }
  return std::nullopt;
}

bool DependsOn(const SourceNode& node, const std::string& name, const Framework& framework,
               const MapAgainFn& map_again) {
  const Result<ge::Operator> as_it_is = map_again(node);
  SourceNode changed = node;
  const auto differs = [&] {
    const auto message = framework.MessageWith(changed);
    changed.message = message.get();
    const bool result = Differ(as_it_is, map_again(changed), name);
    changed.message = node.message;
    return result;
  };
  changed.attributes.erase(name);
  if (differs()) return true;
  auto another = Another(node.attributes.at(name));
  if (!another) return false;
  changed.attributes[name] = *std::move(another);
  return differs();
}

}  // namespace

Status UnknownAttribute(const std::string& node_title, const std::string& attribute, const std::string& to_whom,
                        const std::vector<std::string>& known) {
  const std::string near = Nearest(attribute, known);
  return Status(ErrorCode::kAttrInvalid,
                fmt::format("{}: its attribute '{}' is unknown: {} has {}{}", node_title, attribute, to_whom,
                            known.empty() ? "no attributes" : fmt::format("{}", fmt::join(known, ", ")),
                            near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

Status CheckAttributes(const SourceNode& node, const Mapping& mapping, const Framework& framework,
                       const ge::Operator& op, const std::set<std::string, std::less<>>& read,
                       const MapAgainFn& map_again) {
  if (node.attributes.empty()) return {};
  const std::set<std::string> ignored = mapping.data->GetIgnoredAttrs();
  std::vector<std::string> declared;
  for (const IrAttr& attr : DescOf(op).ir_attrs) declared.push_back(attr.name);
  const bool by_hand = !CopiesOnly(*mapping.data);
  const bool reads_all = mapping.data->GetParseParamByOperatorFn() == nullptr || read.contains(kAttributeText);
  for (const auto& [name, value] : node.attributes) {
    if (std::find(declared.begin(), declared.end(), name) != declared.end()) continue;
    if (ignored.contains(name) || read.contains(name) || framework.Implies(name, value)) continue;
    if (by_hand && node.checked && !mapping.own) continue;
    if (by_hand && reads_all && DependsOn(node, name, framework, map_again)) continue;
    std::vector<std::string> known = declared;
    known.insert(known.end(), ignored.begin(), ignored.end());
    return UnknownAttribute(NodeTitle(node), name,
                            fmt::format("{}, to which {} maps it,", mapping.data->GetOmOptype(), mapping.origin_type),
                            known)
        .Hint("correct the model, or let the mapping read the attribute or name it in IgnoreAttrs({…})");
  }
  return {};
}

}  // namespace opdk::importer
