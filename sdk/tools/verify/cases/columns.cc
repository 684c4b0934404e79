#include "sdk/tools/verify/cases/columns.h"

#include <fmt/format.h>

#include <set>

#include "graph/utils/type_utils.h"
#include "graph_core/base/type_names.h"

namespace opdk::verify {

std::string Column::Describe() const {
  std::string text;
  for (const auto& [port, dtype] : dtypes) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", port, DtypeName(dtype));
    const auto format = formats.find(port);
    if (format != formats.end()) text += " " + ge::TypeUtils::FormatToSerialString(format->second);
  }
  return text;
}

std::vector<Column> ColumnsOf(const OpInfo& info) {
  std::set<Column> seen;
  std::vector<Column> columns;
  for (const EngineOpInfo& engine : info.engines) {
    for (size_t k = 0; k < engine.columns; ++k) {
      Column column;
      for (const PortInfo& port : engine.ports) {
        column.dtypes[port.name] = port.dtypes[k];
        if (k < port.formats.size() && port.formats[k] != ge::FORMAT_ND) column.formats[port.name] = port.formats[k];
      }
      if (seen.insert(column).second) columns.push_back(std::move(column));
    }
  }
  return columns;
}

void Apply(const Column& column, OperatorUse& use) {
  for (UseInput& input : use.inputs) {
    const auto dtype = column.dtypes.find(input.port);
    if (dtype != column.dtypes.end()) input.dtype = dtype->second;
    const auto format = column.formats.find(input.port);
    if (format != column.formats.end() && input.layout.empty()) {
      input.layout.format = format->second;
    }
  }
}

}  // namespace opdk::verify
