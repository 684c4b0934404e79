#include "graph_core/base/yaml_reading.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "graph_core/base/yaml_aliases.h"

namespace opdk {
namespace {

std::string KindOf(const YAML::Node& node) {
  if (node.IsMap()) return "a mapping";
  if (node.IsSequence()) return "a list";
  if (node.IsScalar()) return fmt::format("'{}'", node.Scalar());
  return "nothing";
}

}  // namespace

Result<YAML::Node> YamlReader::Parse(std::string_view text) const {
  if (text.find('\0') != std::string_view::npos) return Status(code_, "a byte 0 stands in the text").At(path_);
  try {
    if (const auto excess = FindYamlExcess(text)) return Status(code_, excess->what).At(Place(excess->mark));
    const std::vector<YAML::Node> documents = YAML::LoadAll(std::string(text));
    if (documents.size() > 1) return Error(documents[1], "a second document begins here; only one is read");
    return documents.empty() ? YAML::Node() : documents[0];
  } catch (const YAML::Exception& error) {
    return Status(code_, fmt::format("not valid YAML: {}", error.msg)).At(Place(error.mark));
  }
}

std::string YamlReader::Place(const YAML::Mark& mark) const {
  const YAML::Mark& known = mark.is_null() ? fallback_ : mark;
  if (known.is_null()) return path_;
  return fmt::format("{}:{}:{}", path_, known.line + 1, known.column + 1);
}

Status YamlReader::Error(const YAML::Node& node, std::string message) const {
  return Status(code_, std::move(message)).At(Place(node.Mark()));
}

Status YamlReader::Unknown(const YAML::Node& node, std::string_view what, const std::string& name,
                           const std::vector<std::string>& known) const {
  const std::string near = Nearest(name, known);
  if (!near.empty()) return Error(node, fmt::format("unknown {} '{}'; did you mean {}?", what, name, near));
  return Error(node, fmt::format("unknown {} '{}'; known: {}", what, name, fmt::join(known, ", ")));
}

Result<YamlReader::Entries> YamlReader::Map(const YAML::Node& node, std::string_view what,
                                            const std::vector<std::string>& known) const {
  if (!node.IsMap()) return Error(node, fmt::format("{} must be a mapping (key: value), not {}", what, KindOf(node)));
  Entries entries;
  std::set<std::string> seen;
  for (const auto& entry : node) {
    if (!entry.first.IsScalar()) return Error(entry.first, fmt::format("a key of {} must be a name", what));
    const std::string& key = entry.first.Scalar();
    if (!seen.insert(key).second) return Error(entry.first, fmt::format("key '{}' stands twice in {}", key, what));
    if (!known.empty() && std::find(known.begin(), known.end(), key) == known.end()) {
      return Unknown(entry.first, fmt::format("key in {}:", what), key, known);
    }
    entries.emplace_back(entry.first, entry.second);
  }
  return entries;
}

Result<std::string> YamlReader::Text(const YAML::Node& node, std::string_view what) const {
  if (!node.IsScalar()) return Error(node, fmt::format("{} must be a name, not {}", what, KindOf(node)));
  return node.Scalar();
}

Result<bool> YamlReader::Bool(const YAML::Node& node, std::string_view what) const {
  bool value = false;
  if (node.IsScalar() && YAML::convert<bool>::decode(node, value)) return value;
  return Error(node, fmt::format("{} must be true or false, not {}", what, KindOf(node)));
}

Result<int64_t> YamlReader::Int(const YAML::Node& node, std::string_view what) const {
  int64_t value = 0;
  if (node.IsScalar() && YAML::convert<int64_t>::decode(node, value)) return value;
  return Error(node, fmt::format("{} must be an integer, not {}", what, KindOf(node)));
}

Result<double> YamlReader::Float(const YAML::Node& node, std::string_view what) const {
  double value = 0;
  if (node.IsScalar() && YAML::convert<double>::decode(node, value)) return value;
  return Error(node, fmt::format("{} must be a number, not {}", what, KindOf(node)));
}

Result<std::vector<YAML::Node>> YamlReader::List(const YAML::Node& node, std::string_view what) const {
  std::vector<YAML::Node> items;
  if (node.IsScalar()) {
    items.push_back(node);
  } else if (node.IsSequence()) {
    for (const auto& item : node) items.push_back(item);
  } else {
    return Error(node, fmt::format("{} must be a value or a list, not {}", what, KindOf(node)));
  }
  return items;
}

}  // namespace opdk
