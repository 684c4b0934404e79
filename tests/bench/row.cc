#include "tests/bench/row.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace opdk::bench {
namespace {

using Variables = std::map<std::string, std::string>;

// Replaces $name by its value, the longest name first.
std::string Substitute(std::string text, const Variables& variables) {
  std::vector<std::string> names;
  for (const auto& [name, value] : variables) names.push_back(name);
  std::stable_sort(names.begin(), names.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
  for (const std::string& name : names) {
    const std::string& value = variables.at(name);
    for (size_t at = text.find("$" + name); at != std::string::npos; at = text.find("$" + name, at + value.size()))
      text.replace(at, name.size() + 1, value);
  }
  return text;
}

Status Invalid(const std::string& path, const YAML::Mark& mark, const std::string& what) {
  return Status(ErrorCode::kUsage, what).At(fmt::format("{}:{}:{}", path, mark.line + 1, mark.column + 1));
}

Result<Row> RowOfCase(const std::string& path, const YAML::Node& entry, const YAML::Node& values) {
  Variables variables;
  for (const auto& pair : values) variables[pair.first.as<std::string>()] = pair.second.as<std::string>();
  const auto text = [&](const char* key) {
    return entry[key] ? Substitute(entry[key].as<std::string>(), variables) : std::string();
  };
  Row row;
  row.name = text("name");
  row.graph = text("graph");
  row.file = text("file");
  row.single_op = text("single_op");
  for (const YAML::Node& port : entry["single_op_inputs"]) row.single_op_inputs.push_back(port.as<std::string>());
  row.measure = entry["measure"] ? text("measure") : "run";
  row.ir_graph = text("ir_graph");
  row.ort_graph = text("ort_graph");
  row.ours_graph = text("ours_graph");
  const std::string required = text("required");
  row.required = required.empty() ? 0 : std::stod(required);
  if (variables.contains("required")) row.required = std::stod(variables.at("required"));
  row.opsets = {{"", 17}};
  for (const auto& pair : entry["opsets"]) row.opsets[pair.first.as<std::string>()] = pair.second.as<int>();
  for (const YAML::Node& name : entry["constants"]) row.constants.push_back(name.as<std::string>());
  for (const auto& pair : entry["ranges"])
    row.ranges[pair.first.as<std::string>()] = {pair.second[0].as<double>(), pair.second[1].as<double>()};
  for (const auto& pair : entry["dimensions"])
    row.dimensions[pair.first.as<std::string>()] = std::stoll(Substitute(pair.second.as<std::string>(), variables));
  if (row.measure != "run" && row.measure != "cold creation" && row.measure != "warm creation")
    return Invalid(path, entry.Mark(), "'measure' is run, cold creation or warm creation");
  for (const std::string& part : {row.name, row.graph, row.ir_graph, row.ort_graph, row.ours_graph}) {
    if (part.find('$') != std::string::npos)
      return Invalid(path, entry.Mark(), fmt::format("a variable of '{}' has no value in its case", row.name));
  }
  return row;
}

Status AppendRows(const std::string& path, std::vector<Row>& rows) {
  static const std::set<std::string> kKeys = {
      "name",      "measure", "file",       "graph", "ort_graph", "ours_graph",       "required", "opsets",
      "constants", "ranges",  "dimensions", "cases", "single_op", "single_op_inputs", "ir_graph"};
  for (const YAML::Node& entry : YAML::LoadFile(path)) {
    for (const auto& pair : entry) {
      const auto key = pair.first.as<std::string>();
      if (!kKeys.contains(key)) return Invalid(path, pair.first.Mark(), fmt::format("unknown key '{}'", key));
    }
    if (!entry["name"] || (!entry["graph"] && !entry["file"]))
      return Invalid(path, entry.Mark(), "a row needs 'name' and one of 'graph' and 'file'");
    if (!entry["cases"]) {
      OPDK_TRY(rows.emplace_back(), RowOfCase(path, entry, YAML::Node(YAML::NodeType::Map)));
    }
    for (const YAML::Node& values : entry["cases"]) {
      OPDK_TRY(rows.emplace_back(), RowOfCase(path, entry, values));
    }
  }
  return Status();
}

}  // namespace

Result<std::vector<Row>> ReadRows(const std::string& directory) {
  std::vector<std::string> paths;
  std::error_code ignored;
  for (const auto& file : std::filesystem::directory_iterator(directory, ignored)) {
    if (file.path().extension() == ".yaml") paths.push_back(file.path());
  }
  if (paths.empty()) return Status(ErrorCode::kFileNotFound, fmt::format("no *.yaml in '{}'", directory));
  std::sort(paths.begin(), paths.end());
  std::vector<Row> rows;
  for (const std::string& path : paths) {
    try {
      OPDK_TRY(AppendRows(path, rows));
    } catch (const YAML::Exception& error) {
      return Status(ErrorCode::kUsage, error.what()).At(path);
    }
  }
  return rows;
}

}  // namespace opdk::bench
