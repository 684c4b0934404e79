// Compares operator information with the prototype, which defines names, attributes and types.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "graph_core/base/type_names.h"
#include "graph_core/package/layout_reading.h"
#include "graph_core/package/op_info.h"
#include "graph_core/package/prototype_types.h"
#include "opdk/declaration.h"

namespace opdk {
namespace {

Status Invalid(const std::string& place, std::string message) {
  return Status(ErrorCode::kOpInfoInvalid, std::move(message)).At(place);
}

std::vector<std::string> Names(const std::vector<IrPort>& ports) {
  std::vector<std::string> names;
  for (const IrPort& port : ports) names.push_back(port.name);
  return names;
}

std::string DidYouMean(const std::string& name, const std::vector<std::string>& known) {
  const std::string near = Nearest(name, known);
  if (!near.empty()) return fmt::format("; did you mean {}?", near);
  return known.empty() ? "; it has none" : fmt::format("; it has {}", fmt::join(known, ", "));
}

bool Contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Status CheckDtypes(const PortInfo& info, const IrPort& port, const EngineOpInfo& section, const OpDesc& prototype) {
  const DtypeSet& admitted = AdmittedTypes(prototype, port);
  if (admitted.empty()) return Status();
  for (const ge::DataType dtype : info.dtypes) {
    if (admitted.Has(dtype)) continue;
    return Invalid(section.place, fmt::format("port '{}' of {} lists {}, which the prototype does not admit ({})",
                                              port.name, prototype.type, DtypeName(dtype), TypesText(prototype, port)));
  }
  return Status();
}

Status CheckPorts(const EngineOpInfo& section, const std::vector<IrPort>& ports, const OpDesc& prototype) {
  for (const IrPort& port : ports) {
    const PortInfo* info = section.FindPort(port.name);
    if (info == nullptr) {
      return Invalid(section.place, fmt::format("{} does not list port '{}' of {} under dtype", section.engine,
                                                port.name, prototype.type));
    }
    OPDK_TRY(CheckDtypes(*info, port, section, prototype));
  }
  return Status();
}

Status CheckPairs(const EngineOpInfo& section, const std::string& key,
                  const std::vector<std::pair<std::string, std::string>>& pairs, const std::vector<std::string>& inputs,
                  const std::vector<std::string>& outputs) {
  for (const auto& [output, input] : pairs) {
    if (!Contains(outputs, output) || !Contains(inputs, input)) {
      return Invalid(section.place, fmt::format("{}: {{{}: {}}} must name an output and then an input; outputs: {}; "
                                                "inputs: {}",
                                                key, output, input, fmt::join(outputs, ", "), fmt::join(inputs, ", ")));
    }
  }
  return Status();
}

// Checks joins or splits. `whole`, `parts`: the ports that may be the whole or the parts.
Status CheckParts(const EngineOpInfo& section, const std::string& key, const std::optional<PartsInfo>& info,
                  const std::vector<std::string>& whole, const std::vector<std::string>& parts,
                  const OpDesc& prototype) {
  if (!info) return Status();
  const bool names_ports = Contains(whole, info->whole) && Contains(parts, info->parts);
  if (!names_ports) {
    return Invalid(section.place,
                   fmt::format("{}: whole is one of {}, parts one of {}, not '{}' and '{}'", key,
                               fmt::join(whole, ", "), fmt::join(parts, ", "), info->whole, info->parts));
  }
  const bool is_attr = std::any_of(prototype.ir_attrs.begin(), prototype.ir_attrs.end(),
                                   [&](const IrAttr& attr) { return attr.name == info->axis && attr.type == "Int"; });
  if (is_attr || Contains(Names(prototype.ir_inputs), info->axis)) return Status();
  return Invalid(section.place, fmt::format("{}: {} has no attribute (Int) and no input '{}' that could be the axis",
                                            key, prototype.type, info->axis));
}

Status CheckSection(const EngineOpInfo& section, const OpDesc& prototype) {
  const std::vector<std::string> inputs = Names(prototype.ir_inputs);
  const std::vector<std::string> outputs = Names(prototype.ir_outputs);
  std::vector<std::string> all = inputs;
  all.insert(all.end(), outputs.begin(), outputs.end());
  for (const PortInfo& port : section.ports) {
    if (!Contains(all, port.name)) {
      return Invalid(section.place,
                     fmt::format("{} has no port '{}'{}", prototype.type, port.name, DidYouMean(port.name, all)));
    }
  }
  for (const auto& [port, allowed] : section.allow) {
    if (!Contains(all, port)) {
      return Invalid(section.place, fmt::format("{} has no port '{}'{}", prototype.type, port, DidYouMean(port, all)));
    }
    for (const auto& declared : {prototype.ir_inputs, prototype.ir_outputs}) {
      for (const IrPort& ir : declared) {
        if (ir.name == port) OPDK_TRY(CheckDtypes({port, allowed.dtypes, {}}, ir, section, prototype));
      }
    }
  }
  if (section.columns != 0) {
    OPDK_TRY(CheckPorts(section, prototype.ir_inputs, prototype));
    OPDK_TRY(CheckPorts(section, prototype.ir_outputs, prototype));
  }
  for (const auto& [port, limit] : section.limits) {
    if (Contains(all, port)) continue;
    return Invalid(section.place,
                   fmt::format("limits: {} has no port '{}'{}", prototype.type, port, DidYouMean(port, all)));
  }
  OPDK_TRY(CheckPairs(section, "in_place", section.in_place, inputs, outputs));
  OPDK_TRY(CheckPairs(section, "view", section.view, inputs, outputs));
  OPDK_TRY(CheckParts(section, "joins", section.joins, outputs, inputs, prototype));
  OPDK_TRY(CheckParts(section, "splits", section.splits, inputs, outputs, prototype));
  for (const std::string& port : section.value_depend) {
    if (!Contains(inputs, port)) {
      return Invalid(section.place, fmt::format("value_depend lists '{}', which is no input of {}{}", port,
                                                prototype.type, DidYouMean(port, inputs)));
    }
  }
  return Status();
}

// Compares defaults of the kinds that YAML can hold. A float of the prototype is its text, rounded.
bool SameDefault(const Attr& a, const Attr& b) {
  return std::visit(
      [&b](const auto& left) {
        using T = std::decay_t<decltype(left)>;
        if constexpr (std::is_same_v<T, int64_t> || std::is_same_v<T, float> || std::is_same_v<T, bool> ||
                      std::is_same_v<T, std::string> || std::is_same_v<T, ge::DataType> ||
                      std::is_same_v<T, std::vector<int64_t>> || std::is_same_v<T, std::vector<float>> ||
                      std::is_same_v<T, std::vector<bool>> || std::is_same_v<T, std::vector<std::string>> ||
                      std::is_same_v<T, std::vector<std::vector<int64_t>>>) {
          const T* right = std::get_if<T>(&b);
          return right != nullptr && *right == left;
        } else {
          return false;
        }
      },
      a);
}

Status CheckAttr(const AttrInfo& attr, const OpDesc& prototype) {
  const auto declared = std::find_if(prototype.ir_attrs.begin(), prototype.ir_attrs.end(),
                                     [&](const IrAttr& ir) { return ir.name == attr.name; });
  if (declared == prototype.ir_attrs.end()) {
    std::vector<std::string> known;
    for (const IrAttr& ir : prototype.ir_attrs) known.push_back(ir.name);
    return Invalid(attr.place,
                   fmt::format("{} has no attribute '{}'{}", prototype.type, attr.name, DidYouMean(attr.name, known)));
  }
  if (declared->type != attr.type) {
    return Invalid(attr.place, fmt::format("attribute '{}' is {} here but {} in the prototype of {}", attr.name,
                                           attr.type, declared->type, prototype.type));
  }
  if (std::holds_alternative<std::monostate>(attr.default_value)) return Status();
  if (declared->required) {
    return Invalid(attr.place, fmt::format("attribute '{}' has a default here but is required in the prototype of {}",
                                           attr.name, prototype.type));
  }
  if (!SameDefault(attr.default_value, declared->default_value)) {
    return Invalid(attr.place, fmt::format("the default of attribute '{}' is not the one in the prototype of {}",
                                           attr.name, prototype.type));
  }
  return Status();
}

}  // namespace

Status ValidateOpInfo(const OpInfo& info, const OpDesc& prototype) {
  OpInfo complete = info;
  OPDK_TRY(CompleteOpInfo(complete, prototype));
  for (const EngineOpInfo& section : complete.engines) OPDK_TRY(CheckSection(section, prototype));
  if (info.layout) OPDK_TRY(CheckLayout(*info.layout, info.place, prototype));
  for (const AttrInfo& attr : info.attrs) OPDK_TRY(CheckAttr(attr, prototype));
  return Status();
}

}  // namespace opdk
