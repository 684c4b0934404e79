#include "plugins/importer/named_attributes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "opdk/prototype_origin.h"

namespace opdk::importer {
namespace {

constexpr const char* kHint =
    "correct the model, or let the package map the operator (REGISTER_CUSTOM_OP) and convert its attributes";

bool IsFlag(int64_t value) { return value == 0 || value == 1; }

template <typename T>
Attr Listed(const Attr& value) {
  return std::vector<T>{std::get<T>(value)};
}

// Returns a value of another type as the declared one where that says the same.
Attr Converted(const Attr& value, const std::string& type) {
  const auto* number = std::get_if<int64_t>(&value);
  if (number != nullptr && type == "Float") return static_cast<float>(*number);
  if (number != nullptr && type == "Bool" && IsFlag(*number)) return *number == 1;
  if (number != nullptr && type == "ListInt") return Listed<int64_t>(value);
  if (number != nullptr && type == "ListFloat") return std::vector<float>{static_cast<float>(*number)};
  if (number != nullptr && type == "ListBool" && IsFlag(*number)) return std::vector<bool>{*number == 1};
  if (std::holds_alternative<float>(value) && type == "ListFloat") return Listed<float>(value);
  if (std::holds_alternative<bool>(value) && type == "ListBool") return Listed<bool>(value);
  if (std::holds_alternative<std::string>(value) && type == "ListString") return Listed<std::string>(value);
  if (const auto* dtype = std::get_if<ge::DataType>(&value)) {
    if (type == "Int") return static_cast<int64_t>(*dtype);
    if (type == "ListType") return Listed<ge::DataType>(value);
  }
  const auto* numbers = std::get_if<std::vector<int64_t>>(&value);
  if (numbers != nullptr && type == "ListFloat") return std::vector<float>(numbers->begin(), numbers->end());
  if (numbers != nullptr && type == "ListBool" && std::all_of(numbers->begin(), numbers->end(), IsFlag)) {
    return std::vector<bool>(numbers->begin(), numbers->end());
  }
  return value;
}

// Returns whether the value has the declared type. A list without elements has any list's, as the graph core reads it.
bool Fits(const Attr& value, std::string type) {
  if (const size_t at = type.find("AscendString"); at != std::string::npos) type.replace(at, 12, "String");
  const auto* numbers = std::get_if<std::vector<int64_t>>(&value);
  return type == TypeToken(value) || (numbers != nullptr && numbers->empty() && type.starts_with("List"));
}

Status Refuse(const SourceNode& node, const ge::Operator& op, const std::string& why) {
  return Status(ErrorCode::kAttrInvalid, fmt::format("{}: package {} has a prototype {}; {}", NodeTitle(node),
                                                     PackageOf(op), DescOf(op).type, why))
      .Hint(kHint);
}

Status RefuseUndeclared(const SourceNode& node, const ge::Operator& op, const std::string& name) {
  std::vector<std::string> known, names;
  for (const IrAttr& declared : DescOf(op).ir_attrs) {
    names.push_back(declared.name);
    known.push_back(fmt::format("{} ({})", declared.name, declared.type));
  }
  const std::string near = Nearest(name, names);
  return Refuse(node, op,
                fmt::format("it has no attribute '{}', {}{}", name,
                            known.empty() ? "and no other" : fmt::format("only {}", fmt::join(known, ", ")),
                            near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

}  // namespace

std::string TakenBy(const ge::Operator& op) {
  return fmt::format("package {} has a prototype {}, which takes the node by its name", PackageOf(op), DescOf(op).type);
}

Status FitNamedAttributes(const SourceNode& node, const Framework& framework, ge::Operator& op) {
  OpDesc& desc = DescOf(op);
  for (const auto& [name, value] : node.attributes) {
    const auto declared = std::find_if(desc.ir_attrs.begin(), desc.ir_attrs.end(),
                                       [&wanted = name](const IrAttr& attr) { return attr.name == wanted; });
    if (declared == desc.ir_attrs.end()) {
      if (!framework.Implies(name, value)) return RefuseUndeclared(node, op, name);
      desc.attrs.erase(name);
      continue;
    }
    Attr fitted = Converted(framework.Fitted(declared->type, value), declared->type);
    if (!Fits(fitted, declared->type)) {
      return Refuse(node, op,
                    fmt::format("its attribute '{}' is of type {}, the node's is of type {}", name, declared->type,
                                TypeToken(value)));
    }
    desc.attrs.insert_or_assign(name, std::move(fitted));
  }
  for (const IrAttr& declared : desc.ir_attrs) {
    if (!declared.required || node.attributes.contains(declared.name)) continue;
    return Refuse(
        node, op,
        fmt::format("its attribute '{}' ({}) is required, and the node lacks it", declared.name, declared.type));
  }
  return {};
}

}  // namespace opdk::importer
