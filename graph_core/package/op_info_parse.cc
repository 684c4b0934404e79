// The YAML form of operator information. The grammar is documented in op_info/README.md.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "graph/utils/type_utils.h"
#include "graph_core/base/type_names.h"
#include "graph_core/base/yaml_reading.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/layout_reading.h"
#include "graph_core/package/op_info.h"
#include "graph_core/package/yaml_attr.h"

namespace opdk {
namespace {

const std::vector<std::string> kSectionKeys = {"dtype",         "times",     "format",   "allow",
                                               "dynamic_shape", "limits",    "in_place", "view",
                                               "value_depend",  "block_dim", "joins",    "splits"};

bool IsAmong(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Returns whether a section's key may stand beside the engines. allow and block_dim may not: only some engines have
// them.
bool IsSharedKey(const std::string& key) { return IsAmong(kSectionKeys, key) && key != "allow" && key != "block_dim"; }

const std::vector<std::string>& OperatorKeys() {
  static const std::vector<std::string> keys = [] {
    std::vector<std::string> names = EngineNames();
    for (const char* name : {"engines", "attrs", "precision_reduce", "layout"}) names.emplace_back(name);
    std::copy_if(kSectionKeys.begin(), kSectionKeys.end(), std::back_inserter(names), IsSharedKey);
    return names;
  }();
  return keys;
}

std::vector<std::string> FormatNames() {
  std::vector<std::string> names;
  for (int i = 0; i < ge::FORMAT_END; ++i) {
    if (i != ge::FORMAT_RESERVED) names.push_back(ge::TypeUtils::FormatToSerialString(static_cast<ge::Format>(i)));
  }
  return names;
}

// Splits "x, min, max" into {"x", "min", "max"}.
Result<std::vector<std::string>> PortNames(const YamlReader& reader, const YAML::Node& key) {
  std::vector<std::string> names;
  const std::string& text = key.Scalar();
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    std::string name = text.substr(begin, end - begin);
    name.erase(0, name.find_first_not_of(" \t"));
    name.erase(name.find_last_not_of(" \t") + 1);
    if (name.empty()) return reader.Error(key, fmt::format("'{}' has an empty port name", text));
    names.push_back(std::move(name));
    begin = end + 1;
  }
  return names;
}

std::vector<std::string> KnownPorts(const EngineOpInfo& info) {
  std::vector<std::string> names;
  for (const PortInfo& port : info.ports) names.push_back(port.name);
  return names;
}

Result<PortInfo*> KnownPort(const YamlReader& reader, const YAML::Node& node, const std::string& name,
                            EngineOpInfo& info) {
  for (PortInfo& port : info.ports) {
    if (port.name == name) return &port;
  }
  return reader.Unknown(node, "port", name, KnownPorts(info));
}

// Refuses a port that dtype doesn't list. Without dtype ValidateOpInfo compares the ports with the prototype.
Status CheckPort(const YamlReader& reader, const YAML::Node& node, const std::string& name, EngineOpInfo& info) {
  return info.columns == 0 ? Status() : KnownPort(reader, node, name, info).status();
}

// A row whose length is not checked yet: one value for all columns, or one value per column.
struct Row {
  YAML::Node key;
  YAML::Node node;
  std::vector<YAML::Node> cells;
  bool every_column = false;
  std::vector<std::string> ports;
};

Result<std::vector<Row>> ReadRows(const YamlReader& reader, const YAML::Node& node, const std::string& what) {
  OPDK_TRY(const auto entries, reader.Map(node, what));
  if (entries.empty()) return reader.Error(node, fmt::format("{} lists no port", what));
  std::vector<Row> rows;
  std::vector<std::string> seen;
  for (const auto& [key, value] : entries) {
    Row row;
    row.key = key;
    row.node = value;
    OPDK_TRY(row.ports, PortNames(reader, key));
    for (const std::string& port : row.ports) {
      if (std::find(seen.begin(), seen.end(), port) != seen.end()) {
        return reader.Error(key, fmt::format("port '{}' stands twice in {}", port, what));
      }
      seen.push_back(port);
    }
    OPDK_TRY(row.cells, reader.List(value, fmt::format("{} of '{}'", what, key.Scalar())));
    row.every_column = value.IsScalar();
    if (row.cells.empty()) return reader.Error(value, fmt::format("{} of '{}' is an empty list", what, key.Scalar()));
    rows.push_back(std::move(row));
  }
  return rows;
}

// Reads the rows of `node` into ports of `info`; `columns` becomes the length of their lists.
Status ReadDtypes(const YamlReader& reader, const YAML::Node& node, const std::string& what, EngineOpInfo& info) {
  OPDK_TRY(const std::vector<Row> rows, ReadRows(reader, node, what));
  const Row* widest = nullptr;
  for (const Row& row : rows) {
    if (!row.every_column && widest == nullptr) widest = &row;
  }
  info.columns = widest == nullptr ? 1 : widest->cells.size();
  for (const Row& row : rows) {
    if (!row.every_column && row.cells.size() != info.columns) {
      return reader.Error(row.node, fmt::format("port '{}' has {} dtypes but port '{}' has {}: entry k of all ports is "
                                                "one signature, so every port needs as many",
                                                row.ports[0], row.cells.size(), widest->ports[0], info.columns));
    }
    std::vector<ge::DataType> dtypes;
    for (const YAML::Node& cell : row.cells) {
      OPDK_TRY(const ge::DataType dtype, ReadYamlDtype(reader, cell));
      dtypes.push_back(dtype);
    }
    if (row.every_column) dtypes.assign(info.columns, dtypes[0]);
    for (const std::string& port : row.ports) {
      info.ports.push_back({port, dtypes, std::vector<ge::Format>(info.columns, ge::FORMAT_ND)});
    }
  }
  return Status();
}

// Combines every signature so far with each entry of the lists in `node`: columns a, b with [p, q] become ap, aq, bp,
// bq.
Status ReadTimes(const YamlReader& reader, const YAML::Node& node, EngineOpInfo& info) {
  EngineOpInfo factor;
  OPDK_TRY(ReadDtypes(reader, node, "times", factor));
  const size_t before = info.columns;
  for (PortInfo& port : info.ports) {
    PortInfo repeated{port.name, {}, {}};
    for (size_t k = 0; k < before; ++k) {
      repeated.dtypes.insert(repeated.dtypes.end(), factor.columns, port.dtypes[k]);
      repeated.formats.insert(repeated.formats.end(), factor.columns, port.formats[k]);
    }
    port = std::move(repeated);
  }
  for (const PortInfo& port : factor.ports) {
    if (KnownPort(reader, node, port.name, info).ok()) {
      return reader.Error(node, fmt::format("port '{}' stands both in dtype and in times", port.name));
    }
    PortInfo tiled{port.name, {}, {}};
    for (size_t k = 0; k < before; ++k) {
      tiled.dtypes.insert(tiled.dtypes.end(), port.dtypes.begin(), port.dtypes.end());
      tiled.formats.insert(tiled.formats.end(), port.formats.begin(), port.formats.end());
    }
    info.ports.push_back(std::move(tiled));
  }
  info.columns = before * factor.columns;
  return Status();
}

Result<std::vector<ge::Format>> ReadFormatList(const YamlReader& reader, const std::vector<YAML::Node>& cells) {
  std::vector<ge::Format> formats;
  for (const YAML::Node& cell : cells) {
    OPDK_TRY(const std::string name, reader.Text(cell, "a format"));
    const ge::Format format = ge::TypeUtils::SerialStringToFormat(name);
    if (format == ge::FORMAT_RESERVED) return reader.Unknown(cell, "format", name, FormatNames());
    formats.push_back(format);
  }
  return formats;
}

Status ReadFormats(const YamlReader& reader, const YAML::Node& node, EngineOpInfo& info) {
  OPDK_TRY(const std::vector<Row> rows, ReadRows(reader, node, "format"));
  for (const Row& row : rows) {
    if (!row.every_column && row.cells.size() != info.columns) {
      return reader.Error(row.node, fmt::format("port '{}' has {} formats but the dtypes have {} columns", row.ports[0],
                                                row.cells.size(), info.columns));
    }
    OPDK_TRY(std::vector<ge::Format> formats, ReadFormatList(reader, row.cells));
    if (row.every_column) formats.assign(info.columns, formats[0]);
    for (const std::string& name : row.ports) {
      OPDK_TRY(PortInfo * port, KnownPort(reader, row.key, name, info));
      port->formats = formats;
    }
  }
  return Status();
}

// Reads a range: [1, 8], or 4 for exactly 4.
Result<std::pair<int64_t, int64_t>> ReadRange(const YamlReader& reader, const YAML::Node& node,
                                              const std::string& what) {
  OPDK_TRY(const auto cells, reader.List(node, what));
  if (cells.empty() || cells.size() > 2) return reader.Error(node, what + " must be [lowest, highest] or one number");
  OPDK_TRY(const int64_t low, reader.Int(cells.front(), what));
  OPDK_TRY(const int64_t high, reader.Int(cells.back(), what));
  if (low < 0 || low > high) return reader.Error(node, fmt::format("{} [{}, {}] admits nothing", what, low, high));
  return std::pair(low, high);
}

Status ReadLimits(const YamlReader& reader, const YAML::Node& node, EngineOpInfo& info) {
  OPDK_TRY(const auto ports, reader.Map(node, "limits"));
  for (const auto& [port_key, port_value] : ports) {
    const std::string& port = port_key.Scalar();
    OPDK_TRY(CheckPort(reader, port_key, port, info));
    OPDK_TRY(const auto entries, reader.Map(port_value, fmt::format("limits of '{}'", port), {"rank", "dims"}));
    ShapeLimit& limit = info.limits[port];
    for (const auto& [key, value] : entries) {
      if (key.Scalar() == "rank") {
        OPDK_TRY(const auto range, ReadRange(reader, value, fmt::format("rank of '{}'", port)));
        limit.min_rank = range.first;
        limit.max_rank = range.second;
        continue;
      }
      OPDK_TRY(const auto dims, reader.Map(value, fmt::format("dims of '{}'", port)));
      for (const auto& [axis_key, range_value] : dims) {
        OPDK_TRY(const int64_t axis, reader.Int(axis_key, fmt::format("an axis of '{}'", port)));
        OPDK_TRY(limit.dims[static_cast<int>(axis)],
                 ReadRange(reader, range_value, fmt::format("axis {} of '{}'", axis, port)));
      }
    }
  }
  return Status();
}

Status ReadPortPairs(const YamlReader& reader, const YAML::Node& node, const std::string& what, EngineOpInfo& info,
                     std::vector<std::pair<std::string, std::string>>& pairs) {
  OPDK_TRY(const auto entries, reader.Map(node, what));
  for (const auto& [output, input_node] : entries) {
    OPDK_TRY(const std::string input, reader.Text(input_node, fmt::format("{} of '{}'", what, output.Scalar())));
    OPDK_TRY(CheckPort(reader, output, output.Scalar(), info));
    OPDK_TRY(CheckPort(reader, input_node, input, info));
    pairs.emplace_back(output.Scalar(), input);
  }
  return Status();
}

// Reads "joins: {whole: y, parts: x, axis: concat_dim}".
Result<PartsInfo> ReadParts(const YamlReader& reader, const YAML::Node& node, const std::string& what,
                            EngineOpInfo& info) {
  OPDK_TRY(const auto entries, reader.Map(node, what, {"whole", "parts", "axis"}));
  PartsInfo parts;
  for (const auto& [key, value] : entries) {
    OPDK_TRY(const std::string text, reader.Text(value, fmt::format("{} of {}", key.Scalar(), what)));
    if (key.Scalar() == "axis") {
      parts.axis = text;
      continue;
    }
    OPDK_TRY(CheckPort(reader, value, text, info));
    (key.Scalar() == "whole" ? parts.whole : parts.parts) = text;
  }
  if (!parts.whole.empty() && !parts.parts.empty() && !parts.axis.empty()) return parts;
  return reader.Error(node, fmt::format("{} needs whole, parts and axis", what));
}

Status ReadValueDepend(const YamlReader& reader, const YAML::Node& node, EngineOpInfo& info) {
  OPDK_TRY(const auto items, reader.List(node, "value_depend"));
  for (const YAML::Node& item : items) {
    OPDK_TRY(const std::string port, reader.Text(item, "a port of value_depend"));
    OPDK_TRY(CheckPort(reader, item, port, info));
    info.value_depend.push_back(port);
  }
  return Status();
}

// Reads "allow: {x: [float, int32], y: {dtype: [float], format: [ND]}}".
Status ReadAllow(const YamlReader& reader, const YAML::Node& node, EngineOpInfo& info) {
  OPDK_TRY(const auto ports, reader.Map(node, "allow"));
  for (const auto& [port, value] : ports) {
    EngineOpInfo::Allowed& allowed = info.allow[port.Scalar()];
    YamlReader::Entries lists{{port, value}};
    if (value.IsMap()) {
      OPDK_TRY(lists, reader.Map(value, fmt::format("allow of '{}'", port.Scalar()), {"dtype", "format"}));
    }
    for (const auto& [kind, list] : lists) {
      OPDK_TRY(const auto cells, reader.List(list, fmt::format("allow of '{}'", port.Scalar())));
      if (value.IsMap() && kind.Scalar() == "format") {
        OPDK_TRY(allowed.formats, ReadFormatList(reader, cells));
        continue;
      }
      for (const YAML::Node& cell : cells) {
        OPDK_TRY(const ge::DataType dtype, ReadYamlDtype(reader, cell));
        allowed.dtypes.push_back(dtype);
      }
    }
  }
  return Status();
}

// Reads "block_dim: 0".
Status ReadBlockDim(const YamlReader& reader, const YAML::Node& node, EngineOpInfo& info) {
  OPDK_TRY(const int64_t axis, reader.Int(node, "block_dim"));
  if (axis < -1) return reader.Error(node, "block_dim is an axis of the first input, or -1 for all its elements");
  info.block_dim = static_cast<int>(axis);
  return Status();
}

// Reads a key that gives no columns.
Status ReadTrait(const YamlReader& reader, const std::string& name, const YAML::Node& node, EngineOpInfo& info) {
  if (name == "dynamic_shape") {
    OPDK_TRY(info.dynamic_shape, reader.Bool(node, name));
  } else if (name == "limits") {
    OPDK_TRY(ReadLimits(reader, node, info));
  } else if (name == "in_place") {
    OPDK_TRY(ReadPortPairs(reader, node, name, info, info.in_place));
  } else if (name == "view") {
    OPDK_TRY(ReadPortPairs(reader, node, name, info, info.view));
  } else if (name == "value_depend") {
    OPDK_TRY(ReadValueDepend(reader, node, info));
  } else if (name == "joins") {
    OPDK_TRY(info.joins, ReadParts(reader, node, name, info));
  } else if (name == "splits") {
    OPDK_TRY(info.splits, ReadParts(reader, node, name, info));
  } else if (name == "allow") {
    OPDK_TRY(ReadAllow(reader, node, info));
  } else if (name == "block_dim") {
    OPDK_TRY(ReadBlockDim(reader, node, info));
  }
  return Status();
}

// Reads the section of the engine that `key` names. `entries`: its keys, and the keys beside the engines that hold for
// it. Without dtype it has no columns yet (CompleteOpInfo).
Result<EngineOpInfo> ReadSection(const YamlReader& reader, const YAML::Node& key, const YamlReader::Entries& entries) {
  EngineOpInfo info;
  info.engine = key.Scalar();
  info.place = reader.Place(key.Mark());
  // dtype, format and times are read first, in this order: they give the ports and the columns that other keys refer
  // to.
  const auto find = [&entries](const char* name) {
    return std::find_if(entries.begin(), entries.end(), [name](const auto& e) { return e.first.Scalar() == name; });
  };
  const bool has_dtype = find("dtype") != entries.end();
  for (const char* name : {"format", "times"}) {
    if (has_dtype || find(name) == entries.end()) continue;
    return reader.Error(find(name)->first, fmt::format("{} needs dtype in the same section", name));
  }
  for (const char* name : {"allow", "block_dim"}) {
    const bool has_columns = has_dtype || FindEngine(info.engine)->has_expressions;
    if (!has_columns || find(name) == entries.end()) continue;
    return reader.Error(find(name)->first, has_dtype ? fmt::format("{} is for sections without dtype", name)
                                                     : fmt::format("section {} can't have {}", info.engine, name));
  }
  if (has_dtype) OPDK_TRY(ReadDtypes(reader, find("dtype")->second, "dtype", info));
  if (find("format") != entries.end()) OPDK_TRY(ReadFormats(reader, find("format")->second, info));
  if (find("times") != entries.end()) OPDK_TRY(ReadTimes(reader, find("times")->second, info));
  for (const auto& [name, value] : entries) OPDK_TRY(ReadTrait(reader, name.Scalar(), value, info));
  return info;
}

struct AttrType {
  const char* yaml;
  const char* token;  // CANN's
};
constexpr AttrType kAttrTypes[] = {
    {"int", "Int"},           {"float", "Float"},        {"bool", "Bool"},
    {"str", "String"},        {"string", "String"},      {"type", "Type"},
    {"tensor", "Tensor"},     {"listInt", "ListInt"},    {"listFloat", "ListFloat"},
    {"listBool", "ListBool"}, {"listStr", "ListString"}, {"listListInt", "ListListInt"},
};

Result<AttrInfo> ReadAttr(const YamlReader& reader, const YAML::Node& key, const YAML::Node& node) {
  AttrInfo attr;
  attr.name = key.Scalar();
  attr.place = reader.Place(key.Mark());
  const std::string what = fmt::format("attribute '{}'", attr.name);
  YAML::Node type_node;
  YAML::Node default_node(YAML::NodeType::Undefined);
  if (node.IsScalar()) {
    type_node.reset(node);  // alpha: float
  } else {
    OPDK_TRY(const auto entries, reader.Map(node, what, {"type", "default"}));
    for (const auto& [entry, value] : entries) (entry.Scalar() == "type" ? type_node : default_node).reset(value);
  }
  if (!type_node.IsScalar()) return reader.Error(key, what + " has no type");
  for (const AttrType& type : kAttrTypes) {
    if (type_node.Scalar() == type.yaml) attr.type = type.token;
  }
  if (attr.type.empty()) {
    std::vector<std::string> known;
    for (const AttrType& type : kAttrTypes) known.emplace_back(type.yaml);
    return reader.Unknown(type_node, "attribute type", type_node.Scalar(), known);
  }
  if (default_node.IsDefined()) {
    OPDK_TRY(attr.default_value, ReadYamlAttr(reader, default_node, attr.type, "default"));
  }
  return attr;
}

// Returns a section's keys with the shared keys that it lacks. A section with types of its own takes no shared types.
YamlReader::Entries WithShared(const YamlReader::Entries& own, const YamlReader::Entries& shared) {
  const auto has = [&own](const std::string& name) {
    return std::any_of(own.begin(), own.end(), [&name](const auto& entry) { return entry.first.Scalar() == name; });
  };
  const bool has_types = has("dtype") || has("allow");
  YamlReader::Entries all = own;
  for (const auto& entry : shared) {
    const std::string& name = entry.first.Scalar();
    const bool gives_types = name == "dtype" || name == "times" || name == "format";
    if (!has(name) && !(has_types && gives_types)) all.push_back(entry);
  }
  return all;
}

// The engines of an operator as they are written: the key that names the engine, and the section's own keys.
using Sections = std::vector<std::pair<YAML::Node, YamlReader::Entries>>;

Status AddSection(const YamlReader& reader, const YAML::Node& key, YamlReader::Entries own, Sections& sections) {
  for (const auto& [known, entries] : sections) {
    if (known.Scalar() != key.Scalar()) continue;
    return reader.Error(
        key, fmt::format("{} stands both in engines and in a section of its own, or twice in engines", key.Scalar()));
  }
  sections.emplace_back(key, std::move(own));
  return Status();
}

// Reads "engines: [ai_core, ai_cpu]": engines without keys of their own.
Status ReadEngines(const YamlReader& reader, const YAML::Node& node, Sections& sections) {
  OPDK_TRY(const auto items, reader.List(node, "engines"));
  for (const YAML::Node& item : items) {
    OPDK_TRY(const std::string name, reader.Text(item, "an engine"));
    if (!IsAmong(EngineNames(), name)) return reader.Unknown(item, "engine", name, EngineNames());
    OPDK_TRY(AddSection(reader, item, {}, sections));
  }
  return Status();
}

Status ReadAttrs(const YamlReader& reader, const YAML::Node& node, OpInfo& info) {
  OPDK_TRY(const auto attrs, reader.Map(node, "attrs"));
  for (const auto& [key, value] : attrs) {
    OPDK_TRY(AttrInfo attr, ReadAttr(reader, key, value));
    info.attrs.push_back(std::move(attr));
  }
  return Status();
}

Result<OpInfo> ReadOperator(const YamlReader& reader, const YAML::Node& key, const YAML::Node& node) {
  OpInfo info;
  info.type = key.Scalar();
  info.place = reader.Place(key.Mark());
  OPDK_TRY(const auto entries, reader.Map(node, "operator " + info.type, OperatorKeys()));
  YamlReader::Entries shared;
  Sections sections;
  for (const auto& [entry, value] : entries) {
    const std::string& name = entry.Scalar();
    if (name == "precision_reduce") {
      OPDK_TRY(info.precision_reduce, reader.Bool(value, name));
    } else if (name == "layout") {
      OPDK_TRY(info.layout, ReadLayout(reader, value));
    } else if (name == "attrs") {
      OPDK_TRY(ReadAttrs(reader, value, info));
    } else if (name == "engines") {
      OPDK_TRY(ReadEngines(reader, value, sections));
    } else if (IsSharedKey(name)) {
      shared.emplace_back(entry, value);
    } else {
      OPDK_TRY(auto own, reader.Map(value, "section " + name, kSectionKeys));
      OPDK_TRY(AddSection(reader, entry, std::move(own), sections));
    }
  }
  for (const auto& [engine, own] : sections) {
    OPDK_TRY(EngineOpInfo section, ReadSection(reader, engine, WithShared(own, shared)));
    info.engines.push_back(std::move(section));
  }
  if (info.engines.empty()) {
    return reader.Error(key, fmt::format("operator {} names no engine: engines: [ai_core, ai_cpu]", info.type));
  }
  return info;
}

}  // namespace

Result<std::vector<OpInfo>> ParseOpInfo(std::string_view yaml, std::string_view path) {
  const YamlReader reader{std::string(path)};
  OPDK_TRY(const YAML::Node root, reader.Parse(yaml));
  if (!root.IsDefined() || root.IsNull()) {
    return Status(ErrorCode::kOpInfoInvalid, "the file describes no operator").At(std::string(path));
  }
  OPDK_TRY(const auto entries, reader.Map(root, "this file"));
  std::vector<OpInfo> operators;
  for (const auto& [key, value] : entries) {
    OPDK_TRY(OpInfo info, ReadOperator(reader, key, value));
    operators.push_back(std::move(info));
  }
  return operators;
}

}  // namespace opdk
