// Columns from a prototype. INPUT(x, T), INPUT(index, TensorType::IndexNumberType()), OUTPUT(y, T) with T = {float,
// int8} has two groups, {x, y} and {index}, and so four columns of (x, index, y): (float, int32, float), (float, int64,
// float), (int8, int32, int8), (int8, int64, int8).
#include "graph_core/package/prototype_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "graph_core/package/engine_info.h"
#include "opdk/declaration.h"

namespace opdk {
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
    const DtypeSet& types = AdmittedTypes(prototype, port);
    if (types.empty()) {
      return Status(ErrorCode::kOpInfoInvalid,
                    fmt::format("the prototype of {} gives port '{}' no list of types ({}): dtype must list them",
                                prototype.type, port.name, port.types))
          .At(place);
    }
    groups.push_back({symbol, {port.name}, types.List()});
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
