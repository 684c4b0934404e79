#include "graph_core/package/yaml_attr.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "graph_core/base/type_names.h"

namespace opdk {
namespace {

template <typename T, typename ReadItem>
Result<Attr> ReadList(const std::vector<YAML::Node>& items, const ReadItem& read_item) {
  std::vector<T> values;
  for (const YAML::Node& item : items) {
    OPDK_TRY(auto value, read_item(item));
    values.push_back(static_cast<T>(std::move(value)));
  }
  return Attr(std::move(values));
}

Result<Attr> ReadScalar(const YamlReader& reader, const YAML::Node& node, const std::string& token,
                        const std::string& what) {
  if (token == "Int") {
    OPDK_TRY(const int64_t value, reader.Int(node, what));
    return Attr(value);
  }
  if (token == "Float") {
    OPDK_TRY(const double value, reader.Float(node, what));
    return Attr(static_cast<float>(value));
  }
  if (token == "Bool") {
    OPDK_TRY(const bool value, reader.Bool(node, what));
    return Attr(value);
  }
  if (token == "String" || token == "AscendString") {
    OPDK_TRY(std::string text, reader.Text(node, what));
    return Attr(std::move(text));
  }
  if (token == "Type") {
    OPDK_TRY(const ge::DataType dtype, ReadYamlDtype(reader, node));
    return Attr(dtype);
  }
  return reader.Error(node, fmt::format("{}: an attribute of type {} can't be written in YAML", what, token));
}

}  // namespace

Result<ge::DataType> ReadYamlDtype(const YamlReader& reader, const YAML::Node& node) {
  OPDK_TRY(const std::string name, reader.Text(node, "a dtype"));
  ge::DataType dtype = ge::DT_UNDEFINED;
  if (ParseDtypeName(name, dtype) && dtype != ge::DT_UNDEFINED) return dtype;
  std::vector<std::string> known;
  for (int i = 0; i < ge::DT_MAX; ++i) {
    const std::string one = DtypeName(static_cast<ge::DataType>(i));
    if (ParseDtypeName(one, dtype) && dtype != ge::DT_UNDEFINED) known.push_back(one);
  }
  return reader.Unknown(node, "dtype", name, known);
}

Result<Attr> ReadYamlAttr(const YamlReader& reader, const YAML::Node& node, const std::string& token,
                          const std::string& what) {
  if (token.rfind("List", 0) != 0) return ReadScalar(reader, node, token, what);
  if (!node.IsSequence()) return reader.Error(node, what + " must be a list");
  OPDK_TRY(const auto items, reader.List(node, what));
  const auto as_int = [&](const YAML::Node& item) { return reader.Int(item, what); };
  if (token == "ListInt") return ReadList<int64_t>(items, as_int);
  if (token == "ListFloat") {
    return ReadList<float>(items, [&](const YAML::Node& item) { return reader.Float(item, what); });
  }
  if (token == "ListBool") {
    return ReadList<bool>(items, [&](const YAML::Node& item) { return reader.Bool(item, what); });
  }
  if (token == "ListString" || token == "ListAscendString") {
    return ReadList<std::string>(items, [&](const YAML::Node& item) { return reader.Text(item, what); });
  }
  if (token == "ListType") {
    return ReadList<ge::DataType>(items, [&](const YAML::Node& item) { return ReadYamlDtype(reader, item); });
  }
  if (token != "ListListInt") {
    return reader.Error(node, fmt::format("{}: an attribute of type {} can't be written in YAML", what, token));
  }
  return ReadList<std::vector<int64_t>>(items, [&](const YAML::Node& item) -> Result<std::vector<int64_t>> {
    OPDK_TRY(const auto inner, reader.List(item, what));
    std::vector<int64_t> values;
    for (const YAML::Node& cell : inner) {
      OPDK_TRY(const int64_t value, as_int(cell));
      values.push_back(value);
    }
    return values;
  });
}

}  // namespace opdk
