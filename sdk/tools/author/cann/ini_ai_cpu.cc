// AI CPU sections: a section lists the kernel's types for every port, or for none.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "sdk/tools/author/cann/ini_section_reader.h"

namespace opdk::author {
namespace {

// Keys of opInfo. Their facts come from the prototype's inference here, or concern the device alone.
const std::vector<std::string> kKnown = {"engine",
                                         "computeCost",
                                         "flagAsync",
                                         "flagPartial",
                                         "opKernelLib",
                                         "kernelSo",
                                         "functionName",
                                         "workspaceSize",
                                         "subTypeOfInferShape",
                                         "flagSupportBlockDim",
                                         "blockDimByIndex",
                                         "formatAgnostic",
                                         "noTiling",
                                         "optionalInputPlaceholder",
                                         "opsFlag",
                                         "topicType",
                                         "implementType",
                                         "slicePattern",
                                         "resource",
                                         "userDefined"};
const std::vector<std::string> kAiCpuPortKeys = {"name", "type", "format"};
// Keys whose meaning is taken over, or is the behaviour here anyway.
const std::vector<std::string> kUnderstood = {"engine",
                                              "opKernelLib",
                                              "kernelSo",
                                              "functionName",
                                              "userDefined",
                                              "subTypeOfInferShape",
                                              "flagSupportBlockDim",
                                              "blockDimByIndex",
                                              "formatAgnostic"};

Status OneOf(const IniSectionReader& reader, const IniSection& section, const std::string& key,
             const std::vector<std::string>& allowed) {
  const IniEntry* entry = section.Find("opInfo", key);
  if (entry == nullptr || std::find(allowed.begin(), allowed.end(), entry->value) != allowed.end()) return Status();
  return reader.Unknown("opInfo." + key, entry->value, allowed, entry->place);
}

Result<int> Number(const IniSectionReader& reader, const IniEntry& entry, int low, int high) {
  int value = 0;
  const char* end = entry.value.data() + entry.value.size();
  const auto [stopped, error] = std::from_chars(entry.value.data(), end, value);
  if (error != std::errc() || stopped != end || value < low || value > high) {
    return reader.Error(
        fmt::format("{}.{} must be a number from {} to {}, not '{}'", entry.subject, entry.key, low, high, entry.value),
        entry.place);
  }
  return value;
}

Status CheckAiCpuKeys(const IniSectionReader& reader, const IniSection& section) {
  for (const IniEntry& entry : section.entries) {
    if (entry.subject == "opInfo") {
      if (std::find(kKnown.begin(), kKnown.end(), entry.key) == kKnown.end()) {
        return reader.Unknown("key of opInfo", entry.key, kKnown, entry.place);
      }
      continue;
    }
    const bool port = NumberAfter(entry.subject, "input") >= 0 || NumberAfter(entry.subject, "output") >= 0 ||
                      NumberAfter(entry.subject, "dynamic_input") >= 0 ||
                      NumberAfter(entry.subject, "dynamic_output") >= 0;
    if (!port) {
      return reader.Unknown("name", entry.subject, {"opInfo", "input0", "output0", "dynamic_input0", "dynamic_output0"},
                            entry.place);
    }
    if (std::find(kAiCpuPortKeys.begin(), kAiCpuPortKeys.end(), entry.key) == kAiCpuPortKeys.end()) {
      return reader.Unknown("key of " + entry.subject, entry.key, kAiCpuPortKeys, entry.place);
    }
  }
  if (section.Find("opInfo", "engine") == nullptr) return reader.Error("opInfo.engine is missing", section.place);
  OPDK_TRY(OneOf(reader, section, "engine", {"DNN_VM_AICPU"}));
  OPDK_TRY(OneOf(reader, section, "opKernelLib", {"CUSTAICPUKernel", "AICPUKernel"}));
  OPDK_TRY(OneOf(reader, section, "functionName", {"RunCpuKernel", "RunCpuKernelWithBlock"}));
  OPDK_TRY(OneOf(reader, section, "opsFlag", {"OPS_FLAG_OPEN", "OPS_FLAG_CLOSE"}));
  OPDK_TRY(OneOf(reader, section, "topicType", {"DEVICE_ONLY", "DEVICE_FIRST", "HOST_ONLY", "HOST_FIRST"}));
  for (const char* flag : {"flagAsync", "flagPartial", "formatAgnostic", "noTiling", "optionalInputPlaceholder"}) {
    OPDK_TRY(reader.Flag("opInfo", flag, false));
  }
  if (const IniEntry* subtype = section.Find("opInfo", "subTypeOfInferShape")) {
    OPDK_TRY(Number(reader, *subtype, 1, 4));
  }
  return Status();
}

Result<std::string> AllowOf(const IniSectionReader& reader, const IniSection& section, const IniPort& port) {
  std::vector<std::string> dtypes;
  std::vector<std::string> formats;
  if (const IniEntry* types = section.Find(port.subject, "type")) {
    for (const std::string& name : SplitList(types->value)) {
      const std::string dtype = AiCpuDtype(name);
      if (dtype.empty()) return reader.Unknown("data type", name, AiCpuDtypes(), types->place);
      if (std::find(dtypes.begin(), dtypes.end(), dtype) == dtypes.end()) dtypes.push_back(dtype);
    }
  }
  if (const IniEntry* listed = section.Find(port.subject, "format")) {
    for (const std::string& name : SplitList(listed->value)) {
      if (!IsFormat(name)) return reader.Unknown("format", name, FormatNames(), listed->place);
      formats.push_back(name);
    }
  }
  if (dtypes.empty() && formats.empty()) return std::string();
  if (formats.empty()) return fmt::format("      {}: [{}]\n", port.name, fmt::join(dtypes, ", "));
  if (dtypes.empty()) return fmt::format("      {}: {{format: [{}]}}\n", port.name, fmt::join(formats, ", "));
  return fmt::format("      {}: {{dtype: [{}], format: [{}]}}\n", port.name, fmt::join(dtypes, ", "),
                     fmt::join(formats, ", "));
}

}  // namespace

Result<ConvertedInfo> ConvertAiCpu(const IniSection& section, const SourcePrototype* prototype,
                                   std::vector<ImportNote>& notes) {
  const IniSectionReader reader(section, prototype);
  OPDK_TRY(CheckAiCpuKeys(reader, section));
  ConvertedInfo info{section.name, "ai_cpu", section.place, "", "", "", ""};
  OPDK_TRY(const std::vector<IniPort> ports, reader.Ports());
  std::string allow;
  std::vector<std::string> seen;
  for (const IniPort& port : ports) {
    // An output with an input's name is the same tensor.
    if (std::find(seen.begin(), seen.end(), port.name) != seen.end()) continue;
    OPDK_TRY(const std::string line, AllowOf(reader, section, port));
    if (!line.empty()) seen.push_back(port.name);
    allow += line;
  }
  OPDK_TRY(const bool blocks, reader.Flag("opInfo", "flagSupportBlockDim", false));
  int axis = -1;
  if (const IniEntry* entry = section.Find("opInfo", "blockDimByIndex")) {
    OPDK_TRY(axis, Number(reader, *entry, -1, 31));
  }
  if (allow.empty() && !blocks) {
    info.yaml = "  ai_cpu: {}\n";
  } else {
    info.yaml = "  ai_cpu:\n";
    if (!allow.empty()) info.yaml += "    allow:\n" + allow;
    if (blocks) info.yaml += fmt::format("    block_dim: {}\n", axis);
  }
  OPDK_TRY(const bool placeholder, reader.Flag("opInfo", "optionalInputPlaceholder", false));
  const bool has_optional = prototype != nullptr &&
                            std::any_of(prototype->inputs.begin(), prototype->inputs.end(), [](const SourcePort& port) {
                              return port.kind == SourcePort::Kind::kOptional;
                            });
  if (has_optional && !placeholder) {
    notes.push_back({section.place, fmt::format("[{}]: optionalInputPlaceholder is not set, so CANN leaves absent "
                                                "optional inputs out and later ones move up; here they keep a slot "
                                                "without data (GetData() is nullptr)",
                                                section.name)});
  }
  std::vector<std::string> dropped;
  for (const IniEntry& entry : section.entries) {
    const bool understood = entry.subject != "opInfo" || entry.key == "optionalInputPlaceholder" ||
                            std::find(kUnderstood.begin(), kUnderstood.end(), entry.key) != kUnderstood.end();
    if (!understood) dropped.push_back(entry.subject + "." + entry.key);
  }
  NoteKeys(section, dropped, notes);
  return info;
}

}  // namespace opdk::author
