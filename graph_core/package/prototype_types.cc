// Columns from a prototype. INPUT(x, T), INPUT(index, TensorType::IndexNumberType()), OUTPUT(y, T) with T = {float,
// int8} has two groups, {x, y} and {index}, and so four columns of (x, index, y): (float, int32, float), (float, int64,
// float), (int8, int32, int8), (int8, int64, int8).
#include "graph_core/package/prototype_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <string>
#include <utility>

#include "graph/utils/type_utils.h"
#include "graph_core/package/engine_info.h"
#include "opdk/declaration.h"

namespace opdk {
namespace {

using Types = std::set<ge::DataType>;

Types Join(std::initializer_list<Types> parts) {
  Types all;
  for (const Types& part : parts) all.insert(part.begin(), part.end());
  return all;
}

// Returns a group of CANN's TensorType, with the members that later versions added (bfloat16, complex32). nullopt: no
// group.
std::optional<Types> NamedGroup(std::string_view name) {
  static const Types signed_ints = {ge::DT_INT8, ge::DT_INT16, ge::DT_INT32, ge::DT_INT64};
  static const Types unsigned_ints = {ge::DT_UINT8, ge::DT_UINT16, ge::DT_UINT32, ge::DT_UINT64};
  static const Types floats = {ge::DT_DOUBLE, ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_BF16};
  static const Types complex = {ge::DT_COMPLEX32, ge::DT_COMPLEX64, ge::DT_COMPLEX128};
  static const Types quantified = {ge::DT_QINT8, ge::DT_QINT16, ge::DT_QINT32, ge::DT_QUINT8, ge::DT_QUINT16};
  static const Types ordinary = Join({signed_ints, unsigned_ints, floats, complex, {ge::DT_BOOL}});
  static const std::array<std::pair<std::string_view, Types>, 14> groups = {{
      {"ALL", Join({ordinary, quantified, {ge::DT_RESOURCE, ge::DT_STRING}})},
      {"QuantifiedType", quantified},
      {"OrdinaryType", ordinary},
      {"BasicType", Join({signed_ints, unsigned_ints, floats, complex, quantified})},
      {"NumberType", Join({signed_ints, unsigned_ints, floats, complex, {ge::DT_QINT32, ge::DT_QINT8, ge::DT_QUINT8}})},
      {"RealNumberType", Join({signed_ints, unsigned_ints, floats})},
      {"ComplexDataType", complex},
      {"IntegerDataType", Join({signed_ints, unsigned_ints})},
      {"SignedDataType", signed_ints},
      {"UnsignedDataType", unsigned_ints},
      {"FloatingDataType", {ge::DT_DOUBLE, ge::DT_FLOAT, ge::DT_FLOAT16}},
      {"IndexNumberType", {ge::DT_INT32, ge::DT_INT64}},
      {"UnaryDataType", Join({floats, complex})},
      {"FLOAT", {ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_BF16}},
  }};
  for (const auto& [group, types] : groups) {
    if (group == name) return types;
  }
  return std::nullopt;
}

bool IsIdentifier(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

std::optional<Types> TypesOfPort(std::string_view constraint) {
  Types types;
  bool understood = false;
  for (size_t i = 0; i < constraint.size();) {
    if (!IsIdentifier(constraint[i])) {
      ++i;
      continue;
    }
    size_t end = i;
    while (end < constraint.size() && IsIdentifier(constraint[end])) ++end;
    const std::string_view word = constraint.substr(i, end - i);
    i = end;
    if (word == "TensorType" || word == "ge") continue;
    const ge::DataType dtype = ge::TypeUtils::SerialStringToDataType(std::string(word));
    if (dtype != ge::DT_UNDEFINED) {
      types.insert(dtype);
    } else if (const auto group = NamedGroup(word)) {
      types.insert(group->begin(), group->end());
    } else {
      return std::nullopt;
    }
    understood = true;
  }
  if (!understood) return std::nullopt;
  return types;
}

std::optional<Types> TypesOfPort(const OpDesc& prototype, const IrPort& port) {
  return TypesOfPort(TypesText(prototype, port));
}

namespace {

// More combinations are no table for a kernel: its author lists the types under dtype.
constexpr size_t kMostColumns = 1024;

// Ports that have the same type in every column.
struct PortGroup {
  const IrSymbol* symbol;  // nullptr: one port without a symbol
  std::vector<std::string> ports;
  std::vector<ge::DataType> types;
};

// Adds the ports to their groups. A port that is an input and an output (a reference) is added once.
Status AddPorts(const OpDesc& prototype, const std::vector<IrPort>& ports, const std::string& place,
                std::vector<PortGroup>& groups) {
  for (const IrPort& port : ports) {
    const auto holds = [&port](const PortGroup& group) {
      return std::find(group.ports.begin(), group.ports.end(), port.name) != group.ports.end();
    };
    if (std::any_of(groups.begin(), groups.end(), holds)) continue;
    const IrSymbol* symbol = SymbolOfPort(prototype, port);
    const auto known = std::find_if(groups.begin(), groups.end(), [symbol](const PortGroup& group) {
      return symbol != nullptr && group.symbol == symbol;
    });
    if (known != groups.end()) {
      known->ports.push_back(port.name);
      continue;
    }
    const auto types = TypesOfPort(prototype, port);
    if (!types) {
      return Status(ErrorCode::kOpInfoInvalid,
                    fmt::format("the prototype of {} gives port '{}' no list of types ({}): dtype must list them",
                                prototype.type, port.name, port.types))
          .At(place);
    }
    groups.push_back({symbol, {port.name}, {types->begin(), types->end()}});
  }
  return Status();
}

// Returns whether the combinations of the types are columns that the author means. Free lists of several ports say
// nothing about which types go together.
bool AreColumns(const std::vector<PortGroup>& groups) {
  const auto is_tied = [](const PortGroup& group) { return group.ports.size() > 1; };
  const auto varies = [](const PortGroup& group) { return group.types.size() > 1; };
  return std::any_of(groups.begin(), groups.end(), is_tied) || std::count_if(groups.begin(), groups.end(), varies) <= 1;
}

// Sets the columns to all combinations of the groups' types, the last group's type changing fastest.
void SetColumns(const std::vector<PortGroup>& groups, size_t columns, EngineOpInfo& section) {
  section.columns = columns;
  size_t stretch = columns;
  for (const PortGroup& group : groups) {
    stretch /= group.types.size();
    std::vector<ge::DataType> types(columns);
    for (size_t k = 0; k < columns; ++k) types[k] = group.types[k / stretch % group.types.size()];
    for (const std::string& port : group.ports) {
      section.ports.push_back({port, types, std::vector<ge::Format>(columns, ge::FORMAT_ND)});
    }
  }
}

Status CompleteSection(EngineOpInfo& section, const OpDesc& prototype) {
  const bool needs_columns = FindEngine(section.engine)->has_expressions;
  std::vector<PortGroup> groups;
  Status status = AddPorts(prototype, prototype.ir_inputs, section.place, groups);
  if (status.ok()) status = AddPorts(prototype, prototype.ir_outputs, section.place, groups);
  if (!status.ok()) return needs_columns ? status : Status();
  if (!needs_columns && !AreColumns(groups)) return Status();
  size_t columns = 1;
  for (const PortGroup& group : groups) columns = std::min(columns * group.types.size(), kMostColumns + 1);
  if (columns <= kMostColumns) {
    SetColumns(groups, columns, section);
    return Status();
  }
  if (!needs_columns) return Status();
  return Status(ErrorCode::kOpInfoInvalid,
                fmt::format("the prototype of {} admits more than {} combinations of types: dtype must list those of "
                            "the kernel",
                            prototype.type, kMostColumns))
      .At(section.place)
      .Hint("ports that have the same type share a symbol: DATATYPE(T, TensorType({…})), INPUT(x, T)");
}

}  // namespace

Status CompleteOpInfo(OpInfo& info, const OpDesc& prototype) {
  for (EngineOpInfo& section : info.engines) {
    if (section.columns == 0 && section.allow.empty()) OPDK_TRY(CompleteSection(section, prototype));
  }
  return Status();
}

}  // namespace opdk
