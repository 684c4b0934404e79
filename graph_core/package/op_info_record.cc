#include "graph_core/package/op_info_record.h"

#include <algorithm>
#include <map>
#include <utility>

#include "graph_core/base/archive.h"

namespace opdk {
namespace {

struct DtypeRecord {
  ge::DataType dtype = ge::DT_FLOAT;
};
struct FormatRecord {
  ge::Format format = ge::FORMAT_ND;
};
struct DimRecord {
  int axis = 0;
  int64_t least = 0, most = 0;
};

}  // namespace

// The fields of each type. The archives find these functions in the namespace of the type.

template <typename A>
void Fields(A& archive, DtypeRecord& record) {
  archive.Enum(record.dtype, ge::DT_MAX);
}

template <typename A>
void Fields(A& archive, FormatRecord& record) {
  archive.Enum(record.format, ge::FORMAT_END);
}

template <typename A>
void Fields(A& archive, DimRecord& record) {
  archive(record.axis, record.least, record.most);
}

template <typename A>
void Fields(A& archive, std::pair<std::string, std::string>& names) {
  archive(names.first, names.second);
}

namespace {

// Lists and maps of types without Fields go through records.
template <typename Record, typename A, typename T, typename Member>
void List(A& archive, std::vector<T>& values, Member Record::*member) {
  std::vector<Record> records;
  if constexpr (!A::kReads) {
    for (const T& value : values) records.emplace_back().*member = value;
  }
  archive(records);
  if constexpr (A::kReads) {
    for (const Record& record : records) values.push_back(record.*member);
  }
}

template <typename A, typename T>
void ByName(A& archive, std::map<std::string, T>& map);

}  // namespace

template <typename A>
void Fields(A& archive, PortInfo& port) {
  archive(port.name);
  List(archive, port.dtypes, &DtypeRecord::dtype);
  List(archive, port.formats, &FormatRecord::format);
}

template <typename A>
void Fields(A& archive, EngineOpInfo::Allowed& allowed) {
  List(archive, allowed.dtypes, &DtypeRecord::dtype);
  List(archive, allowed.formats, &FormatRecord::format);
}

template <typename A>
void Fields(A& archive, ShapeLimit& limit) {
  archive(limit.min_rank, limit.max_rank);
  std::vector<DimRecord> dims;
  if constexpr (!A::kReads) {
    for (const auto& [axis, range] : limit.dims) dims.push_back({axis, range.first, range.second});
  }
  archive(dims);
  if constexpr (A::kReads) {
    for (const DimRecord& dim : dims) limit.dims[dim.axis] = {dim.least, dim.most};
  }
}

template <typename A>
void Fields(A& archive, PartsInfo& info) {
  auto& [whole, parts, axis] = info;
  archive(whole, parts, axis);
}

template <typename A>
void Fields(A& archive, LayoutInfo& info) {
  auto& [data, filter, per_axis, contiguous, axes, order, unnamed, preferred] = info;
  archive(data, filter, per_axis, contiguous, axes, order);
  archive.Enum(unnamed, ge::FORMAT_END);
  archive.Enum(preferred, ge::FORMAT_END);
}

// The next two functions name every member, so that they don't compile when a member is added but not written.

template <typename A>
void Fields(A& archive, EngineOpInfo& info) {
  auto& [engine, place, ports, columns, allow, dynamic_shape, limits, in_place, view, joins, splits, block_dim,
         value_depend] = info;
  archive(engine, place, ports, columns);
  ByName(archive, allow);
  archive(dynamic_shape);
  ByName(archive, limits);
  archive(in_place, view, joins, splits, block_dim, value_depend);
}

template <typename A>
void Fields(A& archive, OpInfo& info) {
  auto& [type, place, engines, attrs, precision_reduce, layout] = info;
  static_cast<void>(attrs);  // WriteOpInfo
  archive(type, place, engines, precision_reduce, layout);
}

namespace {

template <typename A, typename T>
void ByName(A& archive, std::map<std::string, T>& map) {
  std::vector<std::string> names;
  std::vector<T> values;
  if constexpr (!A::kReads) {
    for (const auto& [name, value] : map) {
      names.push_back(name);
      values.push_back(value);
    }
  }
  archive(names, values);
  if constexpr (A::kReads) {
    if (names.size() != values.size()) return archive.Fail();
    for (size_t i = 0; i < names.size(); ++i) map.emplace(std::move(names[i]), std::move(values[i]));
  }
}

}  // namespace

std::optional<std::string> WriteOpInfo(std::vector<OpInfo> operators) {
  const auto has_attrs = [](const OpInfo& info) { return !info.attrs.empty(); };
  if (std::any_of(operators.begin(), operators.end(), has_attrs)) return std::nullopt;
  ArchiveWriter archive;
  archive(operators);
  return archive.Take();
}

std::optional<std::vector<OpInfo>> ReadOpInfo(std::string_view bytes) {
  std::vector<OpInfo> operators;
  ArchiveReader archive(bytes);
  archive(operators);
  if (!archive.Finish()) return std::nullopt;
  return operators;
}

}  // namespace opdk
