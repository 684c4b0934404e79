#include "sdk/tools/author/cann/ini_section_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "graph/utils/type_utils.h"
#include "graph_core/base/type_names.h"

namespace opdk::author {
namespace {

std::string Lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

}  // namespace

int NumberAfter(const std::string& subject, const std::string& stem) {
  if (!subject.starts_with(stem) || subject.size() == stem.size() || subject.size() > stem.size() + 4) return -1;
  int number = 0;
  for (size_t i = stem.size(); i < subject.size(); ++i) {
    if (std::isdigit(static_cast<unsigned char>(subject[i])) == 0) return -1;
    number = number * 10 + (subject[i] - '0');
  }
  return number;
}

std::string AiCpuDtype(const std::string& name) {
  const std::string spelling = name == "DT_BFLOAT16" ? "DT_BF16" : name;
  const ge::DataType dtype = ge::TypeUtils::SerialStringToDataType(spelling);
  return dtype == ge::DT_UNDEFINED ? "" : DtypeName(dtype);
}

std::vector<std::string> AiCpuDtypes() {
  std::vector<std::string> names;
  for (int i = 0; i < ge::DT_MAX; ++i) {
    const std::string name = ge::TypeUtils::DataTypeToSerialString(static_cast<ge::DataType>(i));
    if (!AiCpuDtype(name).empty()) names.push_back(name);
  }
  return names;
}

std::string AiCoreDtype(const std::string& name) {
  const std::string spelling = name == "float32" ? "float" : name == "bf16" ? "bfloat16" : name;
  ge::DataType dtype = ge::DT_UNDEFINED;
  return ParseDtypeName(spelling, dtype) && dtype != ge::DT_UNDEFINED ? DtypeName(dtype) : "";
}

std::vector<std::string> AiCoreDtypes() {
  std::vector<std::string> names = {"float32"};
  for (int i = 0; i < ge::DT_MAX; ++i) {
    const std::string name = DtypeName(static_cast<ge::DataType>(i));
    if (!AiCoreDtype(name).empty()) names.push_back(name);
  }
  return names;
}

bool IsFormat(const std::string& name) { return ge::TypeUtils::SerialStringToFormat(name) != ge::FORMAT_RESERVED; }

std::vector<std::string> FormatNames() {
  std::vector<std::string> names;
  for (int i = 0; i < ge::FORMAT_END; ++i) {
    if (i != ge::FORMAT_RESERVED) names.push_back(ge::TypeUtils::FormatToSerialString(static_cast<ge::Format>(i)));
  }
  return names;
}

void NoteKeys(const IniSection& section, const std::vector<std::string>& keys, std::vector<ImportNote>& notes) {
  if (keys.empty()) return;
  notes.push_back({section.place,
                   fmt::format("[{}]: without a meaning on a CPU, left out: {}", section.name, fmt::join(keys, ", "))});
}

Status IniSectionReader::Error(std::string message, const std::string& place) const {
  return Status(ErrorCode::kDefinitionInvalid, fmt::format("[{}]: {}", section_.name, message)).At(place);
}

Status IniSectionReader::Unknown(const std::string& what, const std::string& name,
                                 const std::vector<std::string>& known, const std::string& place) const {
  const std::string near = Nearest(name, known);
  if (!near.empty()) return Error(fmt::format("unknown {} '{}'; did you mean '{}'?", what, name, near), place);
  return Error(fmt::format("unknown {} '{}'; known: {}", what, name, fmt::join(known, ", ")), place);
}

Status IniSectionReader::CheckPort(const IniPort& port) const {
  if (prototype_ == nullptr) return Status();
  const std::vector<SourcePort>& declared = port.input ? prototype_->inputs : prototype_->outputs;
  std::vector<std::string> names;
  for (const SourcePort& one : declared) names.push_back(one.name);
  if (std::find(names.begin(), names.end(), port.name) != names.end()) return Status();
  return Unknown(fmt::format("{} of the prototype", port.input ? "input" : "output"), port.name, names, port.place);
}

Result<std::vector<IniPort>> IniSectionReader::Ports() const {
  std::map<std::pair<bool, int>, IniPort> ports;
  for (const IniEntry& entry : section_.entries) {
    for (const char* stem : {"input", "output", "dynamic_input", "dynamic_output"}) {
      const int number = NumberAfter(entry.subject, stem);
      if (number < 0) continue;
      const bool input = std::string(stem).ends_with("input");
      IniPort& port = ports[{!input, number}];
      if (port.subject.empty()) port = {entry.subject, "", input, entry.place};
      if (entry.key == "name") {
        port.name = entry.value;
        port.place = entry.place;
      }
    }
  }
  std::vector<IniPort> result;
  for (auto& [key, port] : ports) {
    const auto number = static_cast<size_t>(key.second);
    if (port.name.empty()) {
      const std::vector<SourcePort> none;
      const auto& declared = prototype_ == nullptr ? none : port.input ? prototype_->inputs : prototype_->outputs;
      if (number >= declared.size()) {
        return Error(fmt::format("{} has no name, and the prototype has no {} {}", port.subject,
                                 port.input ? "input" : "output", number),
                     port.place);
      }
      port.name = declared[number].name;
    }
    OPDK_TRY(CheckPort(port));
    result.push_back(std::move(port));
  }
  return result;
}

Result<bool> IniSectionReader::Flag(const std::string& subject, const std::string& key, bool otherwise) const {
  const IniEntry* entry = section_.Find(subject, key);
  if (entry == nullptr) return otherwise;
  const std::string value = Lower(entry->value);
  if (value != "true" && value != "false") {
    return Error(fmt::format("{}.{} must be True or False, not '{}'", subject, key, entry->value), entry->place);
  }
  return value == "true";
}

}  // namespace opdk::author
