// Compares an operator's instance with one engine's operator information, and explains why it doesn't fit.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "graph/utils/type_utils.h"
#include "graph_core/base/ports.h"
#include "graph_core/base/type_names.h"
#include "graph_core/package/op_info.h"
#include "opdk/declaration.h"

namespace opdk {
namespace {

constexpr size_t kColumnsShown = 8;

// A port of the instance with its operator information.
struct Entry {
  const Port* port = nullptr;
  const PortInfo* info = nullptr;
};

ge::Format Primary(ge::Format format) { return static_cast<ge::Format>(static_cast<uint32_t>(format) & 0xffU); }

// Returns whether the format is a plain order of axes, in which the same bytes may stand for dimensions without names.
bool IsPlain(ge::Format format) {
  return format == ge::FORMAT_ND || format == ge::FORMAT_NCHW || format == ge::FORMAT_NCDHW;
}

bool FormatFits(ge::Format wanted, ge::Format actual) {
  if (wanted == ge::FORMAT_ND) return true;
  return wanted == actual || (actual == ge::FORMAT_ND && IsPlain(wanted));
}

bool ColumnFits(const std::vector<Entry>& entries, size_t column) {
  return std::all_of(entries.begin(), entries.end(), [column](const Entry& entry) {
    const ge::DataType dtype = entry.port->desc.GetDataType();
    return (dtype == ge::DT_UNDEFINED || dtype == entry.info->dtypes[column]) &&
           FormatFits(entry.info->formats[column], Primary(entry.port->desc.GetFormat()));
  });
}

bool UsesFormats(const EngineOpInfo& info) {
  return std::any_of(info.ports.begin(), info.ports.end(), [](const PortInfo& port) {
    return std::any_of(port.formats.begin(), port.formats.end(), [](ge::Format f) { return f != ge::FORMAT_ND; });
  });
}

std::string Describe(ge::DataType dtype, ge::Format format, bool with_format) {
  std::string text = DtypeName(dtype);
  if (with_format) text += fmt::format(" {}", ge::TypeUtils::FormatToSerialString(format));
  return text;
}

Status NoColumn(const EngineOpInfo& info, const std::vector<Entry>& entries) {
  const bool with_format = UsesFormats(info);
  std::vector<std::string> actual;
  actual.reserve(entries.size());
  for (const Entry& entry : entries) {
    actual.push_back(
        fmt::format("{}: {}", entry.port->name,
                    Describe(entry.port->desc.GetDataType(), Primary(entry.port->desc.GetFormat()), with_format)));
  }
  std::vector<std::string> columns;
  for (size_t k = 0; k < std::min(info.columns, kColumnsShown); ++k) {
    std::vector<std::string> cells;
    cells.reserve(entries.size());
    for (const Entry& entry : entries) {
      cells.push_back(Describe(entry.info->dtypes[k], entry.info->formats[k], with_format));
    }
    std::string column = fmt::format("({})", fmt::join(cells, ", "));
    // Columns that differ only in absent ports have the same text.
    if (std::find(columns.begin(), columns.end(), column) == columns.end()) columns.push_back(std::move(column));
  }
  if (info.columns > kColumnsShown) columns.push_back(fmt::format("and {} more", info.columns - kColumnsShown));
  return Status(ErrorCode::kNoEngine,
                fmt::format("no column accepts ({}); columns: {}", fmt::join(actual, ", "), fmt::join(columns, ", ")));
}

Status CheckLimit(const std::string& port, const std::vector<int64_t>& dims, const ShapeLimit& limit) {
  const auto rank = static_cast<int64_t>(dims.size());
  if (rank < limit.min_rank.value_or(rank) || rank > limit.max_rank.value_or(rank)) {
    return Status(ErrorCode::kNoEngine, fmt::format("{} has rank {}, the kernel takes {} to {}", port, rank,
                                                    *limit.min_rank, *limit.max_rank));
  }
  for (const auto& [axis, range] : limit.dims) {
    const int64_t index = axis < 0 ? axis + rank : axis;
    if (index < 0 || index >= rank) continue;
    const int64_t dim = dims[static_cast<size_t>(index)];
    if (dim >= 0 && (dim < range.first || dim > range.second)) {
      return Status(ErrorCode::kNoEngine, fmt::format("axis {} of {} is {}, the kernel takes {} to {}", axis, port, dim,
                                                      range.first, range.second));
    }
  }
  return Status();
}

Status CheckShapes(const EngineOpInfo& info, const std::vector<Entry>& entries) {
  for (const Entry& entry : entries) {
    const std::vector<int64_t> dims = entry.port->desc.GetShape().GetDims();
    if (!info.dynamic_shape && std::any_of(dims.begin(), dims.end(), [](int64_t d) { return d < 0; })) {
      return Status(ErrorCode::kNoEngine,
                    fmt::format("{} has the dynamic shape [{}], the kernel takes static shapes only", entry.port->name,
                                fmt::join(dims, ",")));
    }
    if (entry.info == nullptr) continue;
    const auto limit = info.limits.find(entry.info->name);
    const bool unknown_rank = dims.size() == 1 && dims[0] == -2;
    if (limit != info.limits.end() && !unknown_rank) OPDK_TRY(CheckLimit(entry.port->name, dims, limit->second));
  }
  return Status();
}

Status Collect(const EngineOpInfo& info, const std::vector<Port>& ports, const std::vector<IrPort>& declared,
               std::vector<Entry>& entries) {
  for (const Port& port : ports) {
    if (IsAbsent(port) || port.ir_index < 0) continue;
    const std::string& name = declared.at(static_cast<size_t>(port.ir_index)).name;
    const PortInfo* found = info.FindPort(name);
    if (found == nullptr)
      return Status(ErrorCode::kNoEngine, fmt::format("port {} is not listed in {}", name, info.place));
    entries.push_back({&port, found});
  }
  return Status();
}

// Compares each port with its entry in `allow`.
Status CheckAllowed(const EngineOpInfo& info, const std::vector<Port>& ports, const std::vector<IrPort>& declared) {
  for (const Port& port : ports) {
    if (IsAbsent(port) || port.ir_index < 0) continue;
    const auto found = info.allow.find(declared.at(static_cast<size_t>(port.ir_index)).name);
    if (found == info.allow.end()) continue;
    const auto& [dtypes, formats] = found->second;
    const ge::DataType dtype = port.desc.GetDataType();
    if (!dtypes.empty() && dtype != ge::DT_UNDEFINED &&
        std::find(dtypes.begin(), dtypes.end(), dtype) == dtypes.end()) {
      std::vector<std::string> names;
      names.reserve(dtypes.size());
      for (const ge::DataType one : dtypes) names.push_back(DtypeName(one));
      return Status(ErrorCode::kNoEngine,
                    fmt::format("{} is {}, the kernel takes {}", port.name, DtypeName(dtype), fmt::join(names, ", ")));
    }
    const ge::Format format = Primary(port.desc.GetFormat());
    if (!formats.empty() &&
        std::none_of(formats.begin(), formats.end(), [format](ge::Format one) { return FormatFits(one, format); })) {
      std::vector<std::string> names;
      names.reserve(formats.size());
      for (const ge::Format one : formats) names.push_back(ge::TypeUtils::FormatToSerialString(one));
      return Status(ErrorCode::kNoEngine,
                    fmt::format("{} has format {}, the kernel takes {}", port.name,
                                ge::TypeUtils::FormatToSerialString(format), fmt::join(names, ", ")));
    }
  }
  return Status();
}

// Refuses a dtype that the prototype of a port doesn't admit. ALL() admits types that CANN adds later, too.
Status CheckDeclared(const OpDesc& op, const std::vector<Port>& ports, const std::vector<IrPort>& declared) {
  static const DtypeSet kAll = ge::TensorType::ALL();
  for (const Port& port : ports) {
    const ge::DataType dtype = port.desc.GetDataType();
    if (IsAbsent(port) || port.ir_index < 0 || dtype == ge::DT_UNDEFINED) continue;
    const DtypeSet& admitted = AdmittedTypes(op, declared.at(static_cast<size_t>(port.ir_index)));
    if (admitted.empty() || admitted == kAll || admitted.Has(dtype)) continue;
    std::vector<std::string> names;
    for (const ge::DataType one : admitted.List()) names.push_back(DtypeName(one));
    return Status(ErrorCode::kNoEngine, fmt::format("{} is {}, the prototype admits {}", port.name, DtypeName(dtype),
                                                    fmt::join(names, ", ")));
  }
  return Status();
}

}  // namespace

const PortInfo* EngineOpInfo::FindPort(std::string_view port) const {
  const auto found = std::find_if(ports.begin(), ports.end(), [port](const PortInfo& p) { return p.name == port; });
  return found == ports.end() ? nullptr : &*found;
}

Result<size_t> EngineOpInfo::MatchColumn(const OpDesc& op) const {
  std::vector<Entry> entries;
  if (columns == 0) {
    OPDK_TRY(CheckDeclared(op, op.inputs, op.ir_inputs));
    OPDK_TRY(CheckDeclared(op, op.outputs, op.ir_outputs));
    OPDK_TRY(CheckAllowed(*this, op.inputs, op.ir_inputs));
    OPDK_TRY(CheckAllowed(*this, op.outputs, op.ir_outputs));
    for (const Port& port : op.inputs) entries.push_back({&port, nullptr});
    OPDK_TRY(CheckShapes(*this, entries));
    return size_t{0};
  }
  OPDK_TRY(Collect(*this, op.inputs, op.ir_inputs, entries));
  OPDK_TRY(Collect(*this, op.outputs, op.ir_outputs, entries));
  for (size_t k = 0; k < columns; ++k) {
    if (!ColumnFits(entries, k)) continue;
    OPDK_TRY(CheckShapes(*this, entries));
    return k;
  }
  return NoColumn(*this, entries);
}

const EngineOpInfo* OpInfo::Find(std::string_view engine) const {
  const auto found = std::find_if(engines.begin(), engines.end(),
                                  [engine](const EngineOpInfo& info) { return info.engine == engine; });
  return found == engines.end() ? nullptr : &*found;
}

}  // namespace opdk
