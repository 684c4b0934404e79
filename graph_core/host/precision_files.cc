// CANN's names of precision modes, and the files that refine them.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "graph_core/base/file.h"
#include "graph_core/base/json_reading.h"
#include "opdk/dtype_name.h"
#include "opdk/precision.h"

namespace opdk {
namespace {

constexpr std::pair<std::string_view, PrecisionMode> kModes[] = {
    {"must_keep_origin_dtype", PrecisionMode::kOrigin},
    {"origin", PrecisionMode::kOrigin},
    {"force_fp16", PrecisionMode::kForceFp16},
    {"fp16", PrecisionMode::kForceFp16},
    {"force_fp32", PrecisionMode::kForceFp32},
    {"cube_fp16in_fp32out", PrecisionMode::kForceFp32},
    {"allow_fp32_to_fp16", PrecisionMode::kAllowFp32ToFp16},
    {"allow_fp32_to_bf16", PrecisionMode::kAllowFp32ToBf16},
    {"allow_mix_precision", PrecisionMode::kMixedFp16},
    {"allow_mix_precision_fp16", PrecisionMode::kMixedFp16},
    {"mixed_float16", PrecisionMode::kMixedFp16},
    {"allow_mix_precision_bf16", PrecisionMode::kMixedBf16},
    {"mixed_bfloat16", PrecisionMode::kMixedBf16},
};

constexpr std::pair<std::string_view, PrecisionReduce> kLists[] = {{"black-list", PrecisionReduce::kBlack},
                                                                   {"white-list", PrecisionReduce::kWhite},
                                                                   {"gray-list", PrecisionReduce::kGray}};

constexpr std::string_view kByType = "OpType::";

Status NotUnderstood(std::string_view message, std::string_view form) {
  return Status(ErrorCode::kUsage, message).Hint(std::string(form));
}

// Calls `read` for each line that isn't empty and no comment, without surrounding blanks. Errors are located
// "file:line".
Status ForEachLine(const std::string& path,
                   const std::function<Status(const std::string& line, const std::string& place)>& read) {
  OPDK_TRY(const std::string text, ReadFile(path, kTextFile));
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string::npos || line[begin] == '#') continue;
    line = line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
    const std::string place = fmt::format("{}:{}", path, number);
    if (Status status = read(line, place); !status.ok()) return std::move(status).At(place);
  }
  return Status();
}

constexpr std::string_view kMixlistForm =
    R"(it has {"black-list": {"to-add": ["Exp"], "to-remove": ["Add"]}, "white-list": …})";

Status ReadMixlistPart(const nlohmann::json& part, PrecisionReduce list, std::map<std::string, PrecisionReduce>& added,
                       std::vector<std::string>& removed) {
  if (!part.is_object()) return NotUnderstood("it is no object", kMixlistForm);
  for (const auto& [change, types] : part.items()) {
    if (change != "to-add" && change != "to-remove") {
      return NotUnderstood(fmt::format("'{}' is neither to-add nor to-remove", change), kMixlistForm);
    }
    if (!types.is_array()) return NotUnderstood(fmt::format("{} is no list", change), kMixlistForm);
    for (const auto& type : types) {
      if (!type.is_string()) return NotUnderstood(fmt::format("{} is no operator", type.dump()), kMixlistForm);
      if (change == "to-remove") {
        removed.push_back(type);
      } else if (const auto [known, is_new] = added.emplace(type, list); !is_new && known->second != list) {
        return NotUnderstood(fmt::format("{} is added to two lists", known->first), kMixlistForm);
      }
    }
  }
  return Status();
}

// Returns the location "file:line" of a string in the JSON. Only the file, if the string is written with escapes.
std::string PlaceOf(const std::string& path, const std::string& text, const std::string& string) {
  const size_t at = text.find('"' + string + '"');
  if (at == std::string::npos) return path;
  return fmt::format("{}:{}", path, 1 + std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(at), '\n'));
}

constexpr std::string_view kTypesForm =
    "a line is 'name::InputDtype:float16,float,OutputDtype:float', or begins with 'OpType::Add:'";

// Reads "float16,,float": one type for each port. An empty entry is DT_UNDEFINED.
Status ReadTypes(std::string_view list, std::vector<ge::DataType>& types) {
  while (!list.empty()) {
    const size_t end = list.find(',');
    const std::string_view name = list.substr(0, end);
    types.push_back(ge::DT_UNDEFINED);
    if (!name.empty() && (!ParseDtypeName(name, types.back()) || types.back() == ge::DT_UNDEFINED)) {
      return NotUnderstood(fmt::format("'{}' is no data type", name), kTypesForm);
    }
    if (end == std::string_view::npos) break;
    list.remove_prefix(end + 1);
  }
  return Status();
}

Status ReadTypesLine(std::string_view line, const std::string& place, PrecisionOptions& options) {
  constexpr std::string_view kInputs = "InputDtype:", kOutputs = "OutputDtype:";
  const size_t inputs = line.find(kInputs), outputs = line.find(kOutputs);
  const size_t head = std::min(inputs, outputs);
  if (head == std::string_view::npos || (inputs != std::string_view::npos && outputs < inputs)) {
    return NotUnderstood(fmt::format("'{}' gives no types", line), kTypesForm);
  }
  const bool by_type = line.starts_with(kByType);
  std::string_view name = line.substr(0, head);
  if (by_type) name.remove_prefix(kByType.size());
  const std::string_view separator = by_type ? ":" : "::";
  if (!name.ends_with(separator) || name == separator) {
    return NotUnderstood(fmt::format("'{}' names neither a node nor a type of operator", line), kTypesForm);
  }
  name.remove_suffix(separator.size());
  PortTypes types;
  if (inputs != std::string_view::npos) {
    std::string_view list =
        line.substr(inputs + kInputs.size(),
                    outputs == std::string_view::npos ? std::string_view::npos : outputs - inputs - kInputs.size());
    // The comma in front of OutputDtype separates the two lists.
    if (outputs != std::string_view::npos && list.ends_with(',')) list.remove_suffix(1);
    OPDK_TRY(ReadTypes(list, types.inputs));
  }
  if (outputs != std::string_view::npos) OPDK_TRY(ReadTypes(line.substr(outputs + kOutputs.size()), types.outputs));
  (by_type ? options.operator_types : options.node_types)[std::string(name)] = std::move(types);
  (by_type ? options.type_places : options.node_places).emplace(name, place);
  return Status();
}

Result<PrecisionReduce> ReadOperatorMode(std::string_view mode) {
  if (mode == "high_precision" || mode == "enable_float_32_execution") return PrecisionReduce::kBlack;
  if (mode == "high_performance") return PrecisionReduce::kWhite;
  return NotUnderstood(fmt::format("'{}' is no precision that an operator has here", mode),
                       "there are high_precision, enable_float_32_execution and high_performance");
}

}  // namespace

Status ReadPrecisionMode(std::string_view name, PrecisionOptions& options) {
  std::string known;
  for (const auto& [mode, value] : kModes) {
    if (mode == name) {
      options.mode = value;
      return Status();
    }
    known += (known.empty() ? "" : ", ") + std::string(mode);
  }
  return Status(ErrorCode::kUsage, fmt::format("'{}' is no precision mode", name)).Hint("there are " + known);
}

Status ReadModifyMixlist(const std::string& path, PrecisionOptions& options) {
  OPDK_TRY(const std::string text, ReadFile(path, kTextFile));
  const auto json = ParseJson(text);
  if (json.is_discarded() || !json.is_object()) return NotUnderstood("it isn't a JSON object", kMixlistForm).At(path);
  std::map<std::string, PrecisionReduce> added;
  std::vector<std::string> removed;
  for (const auto& [name, part] : json.items()) {
    const auto* list = std::find_if(std::begin(kLists), std::end(kLists),
                                    [&name = name](const auto& each) { return each.first == name; });
    if (list == std::end(kLists)) {
      return NotUnderstood(fmt::format("'{}' is no list", name), kMixlistForm).At(path);
    }
    Status read = ReadMixlistPart(part, list->second, added, removed);
    if (!read.ok()) return std::move(read).At(name).At(path);
  }
  // A type that is only removed from a list counts as gray.
  for (const std::string& type : removed) options.lists[type] = PrecisionReduce::kGray;
  for (const auto& [type, list] : added) options.lists[type] = list;
  for (const std::string& type : removed) options.type_places.emplace(type, PlaceOf(path, text, type));
  for (const auto& [type, list] : added) options.type_places.emplace(type, PlaceOf(path, text, type));
  return Status();
}

Status ReadCustomizeDtypes(const std::string& path, PrecisionOptions& options) {
  return ForEachLine(
      path, [&](const std::string& line, const std::string& place) { return ReadTypesLine(line, place, options); });
}

Status ReadKeepDtype(const std::string& path, PrecisionOptions& options) {
  return ForEachLine(path, [&](const std::string& line, const std::string& place) {
    const bool by_type = line.starts_with(kByType);
    const std::string name = by_type ? line.substr(kByType.size()) : line;
    if (name.empty()) return NotUnderstood("it names no type of operator", "write OpType::Softmax");
    (by_type ? options.kept_types : options.kept_nodes).insert(name);
    (by_type ? options.type_places : options.node_places).emplace(name, place);
    return Status();
  });
}

Status ReadOpPrecisionMode(const std::string& path, PrecisionOptions& options) {
  constexpr std::string_view kForm =
      "it has the sections [ByOpType] and [ByNodeName] with lines 'Softmax=high_precision'";
  std::map<std::string, PrecisionReduce>* section = nullptr;
  return ForEachLine(path, [&](const std::string& line, const std::string& place) -> Status {
    if (line.front() == '[') {
      section = line == "[ByOpType]" ? &options.lists : line == "[ByNodeName]" ? &options.node_lists : nullptr;
      return section != nullptr ? Status() : NotUnderstood(fmt::format("'{}' is no section", line), kForm);
    }
    const size_t equals = line.rfind('=');
    if (section == nullptr || equals == std::string::npos || equals == 0) {
      return NotUnderstood(fmt::format("'{}' gives no operator a precision", line), kForm);
    }
    const std::string name = line.substr(0, equals);
    OPDK_TRY((*section)[name], ReadOperatorMode(std::string_view(line).substr(equals + 1)));
    (section == &options.lists ? options.type_places : options.node_places).emplace(name, place);
    return Status();
  });
}

}  // namespace opdk
