#include "sdk/tools/author/definition_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "graph/utils/type_utils.h"
#include "sdk/tools/author/definition_types.h"

namespace opdk::author {
namespace {

std::string Upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

Result<ge::Format> ReadFormat(const YamlReader& reader, const YAML::Node& node) {
  OPDK_TRY(const std::string written, reader.Text(node, "a format"));
  std::vector<std::string> known;
  for (int i = 0; i < ge::FORMAT_END; ++i) {
    if (i == ge::FORMAT_RESERVED) continue;
    const auto format = static_cast<ge::Format>(i);
    known.push_back(ge::TypeUtils::FormatToSerialString(format));
    if (Upper(known.back()) == Upper(written)) return format;
  }
  return reader.Unknown(node, "format", written, known);
}

Status ReadPort(const YamlReader& reader, WrittenPort& written) {
  PortDefinition& port = *written.port;
  if (written.types.empty()) return reader.Error(written.node, fmt::format("{} has no types", written.what));
  std::vector<size_t> members;
  for (const YAML::Node& node : written.types) {
    OPDK_TRY(const auto types, ReadTypeNames(reader, node));
    port.types.insert(port.types.end(), types.begin(), types.end());
    members.push_back(types.size());
  }
  // A list with one format per type is repeated with the members of a group.
  const bool per_type = written.formats.size() > 1 && written.formats.size() == written.types.size();
  for (size_t i = 0; i < written.formats.size(); ++i) {
    OPDK_TRY(const ge::Format format, ReadFormat(reader, written.formats[i]));
    port.formats.insert(port.formats.end(), per_type ? members[i] : 1, format);
  }
  if (port.formats.empty()) port.formats = {ge::FORMAT_ND};
  return {};
}

template <typename T>
bool Widen(std::vector<T>& column, size_t columns) {
  if (column.size() == 1) column.resize(columns, column.front());
  return column.size() == columns;
}

}  // namespace

Status FillColumns(const YamlReader& reader, std::vector<WrittenPort>& ports) {
  size_t columns = 1;
  std::string widest;
  for (WrittenPort& written : ports) {
    OPDK_TRY(ReadPort(reader, written));
    const size_t own = std::max(written.port->types.size(), written.port->formats.size());
    if (own > columns) widest = written.what;
    columns = std::max(columns, own);
  }
  for (WrittenPort& written : ports) {
    const size_t types = written.port->types.size();
    const size_t formats = written.port->formats.size();
    if (Widen(written.port->types, columns) && Widen(written.port->formats, columns)) continue;
    const bool of_types = types != 1 && types != columns;
    return Status(ErrorCode::kDefinitionInvalid,
                  fmt::format("{} has {} {}, but {} has {}: entry k of all ports is one signature", written.what,
                              of_types ? types : formats, of_types ? "types" : "formats", widest, columns))
        .At(reader.Place((of_types ? written.types : written.formats).front().Mark()))
        .Hint(fmt::format("write {} entries, or one that holds for all", columns));
  }
  return {};
}

}  // namespace opdk::author
