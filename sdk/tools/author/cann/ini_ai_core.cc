// AI Core sections: column i of every port's lists is one combination.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sdk/tools/author/cann/ini_section_reader.h"

namespace opdk::author {
namespace {

const std::vector<std::string> kPortKeys = {
    "name",  "dtype",       "format",      "paramType",   "unknownshape_format", "sub_format",
    "shape", "needCompile", "reshapeType", "valueDepend", "tuneformatSwitch"};
const std::vector<std::string> kAttrKeys = {"type", "value", "paramType", "defaultValue"};
const std::vector<std::string> kAttrTypes = {"int",       "float",    "bool",    "str",        "listInt",
                                             "listFloat", "listBool", "listStr", "listListInt"};
// subject -> keys, besides ports and attributes.
const std::vector<std::pair<std::string, std::vector<std::string>>> kOthers = {
    {"attr", {"list"}},
    {"opFile", {"value"}},
    {"opInterface", {"value"}},
    {"op", {"pattern"}},
    {"slicePattern", {"value"}},
    {"needCheckSupport", {"flag"}},
    {"dynamicFormat", {"flag"}},
    {"dynamicShapeSupport", {"flag"}},
    {"dynamicRankSupport", {"flag"}},
    {"dynamicCompileStatic", {"flag"}},
    {"precision_reduce", {"flag"}},
    {"heavyOp", {"flag"}},
    {"softsync", {"flag"}},
    {"inputMemContinues", {"flag"}},
    {"outputMemContinues", {"flag"}},
    {"enableVectorCore", {"flag"}},
    {"outputInplaceAbility", {"flag"}},
    {"jitCompile", {"flag"}},
    {"rangeLimit", {"value"}},
    {"coreType", {"value"}},
    {"opImplSwitch", {"value"}},
    {"aclnnSupport", {"value"}},
    {"multiKernelSupportDynamicGraph", {"value"}},
    {"prebuildPattern", {"value"}},
    {"promoteType", {"value"}},
    {"imp_path", {"path"}},
    {"fallback", {"enable", "unknownshape_enable"}},
    {"compute", {"cost"}},
    {"partial", {"flag"}},
    {"async", {"flag"}},
    {"binfile", {"name"}},
    {"kernel", {"name"}}};
const std::vector<std::string> kPatterns = {"formatAgnostic", "broadcast",     "reduce",
                                            "dynamic",        "rangeAgnostic", "broadcastEnhanced"};

bool Contains(const std::vector<std::string>& list, const std::string& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

bool IsPort(const std::string& subject) {
  return NumberAfter(subject, "input") >= 0 || NumberAfter(subject, "output") >= 0;
}

Status CheckKeys(const IniSectionReader& reader, const IniSection& section) {
  std::vector<std::string> subjects = {"input0", "output0"};
  for (const auto& [subject, keys] : kOthers) subjects.push_back(subject);
  for (const IniEntry& entry : section.entries) {
    const std::vector<std::string>* keys = nullptr;
    if (IsPort(entry.subject)) keys = &kPortKeys;
    if (entry.subject.starts_with("attr_")) keys = &kAttrKeys;
    for (const auto& [subject, known] : kOthers) {
      if (subject == entry.subject) keys = &known;
    }
    if (keys == nullptr) return reader.Unknown("name", entry.subject, subjects, entry.place);
    if (!Contains(*keys, entry.key)) {
      return reader.Unknown("key of " + entry.subject, entry.key, *keys, entry.place);
    }
  }
  if (const IniEntry* pattern = section.Find("op", "pattern");
      pattern != nullptr && !Contains(kPatterns, pattern->value)) {
    return reader.Unknown("op.pattern", pattern->value, kPatterns, pattern->place);
  }
  return Status();
}

Status CheckParamType(const IniSectionReader& reader, const IniSection& section, const IniPort& port,
                      const SourcePrototype* prototype) {
  const IniEntry* entry = section.Find(port.subject, "paramType");
  if (entry == nullptr) return reader.Error(fmt::format("{}.paramType is missing", port.subject), port.place);
  const std::vector<std::string> kinds = {"required", "optional", "dynamic"};
  if (!Contains(kinds, entry->value)) return reader.Unknown("paramType", entry->value, kinds, entry->place);
  if (prototype == nullptr) return Status();
  for (const SourcePort& declared : port.input ? prototype->inputs : prototype->outputs) {
    const std::string& kind = kinds[static_cast<size_t>(declared.kind)];
    if (declared.name != port.name || kind == entry->value) continue;
    return reader.Error(fmt::format("{} is {} here but {} in the prototype", port.name, entry->value, kind),
                        entry->place);
  }
  return Status();
}

// Returns the list of a port's key, each item converted by `convert`. `columns` is the length of the first list.
template <typename Convert>
Result<std::vector<std::string>> Columns(const IniSectionReader& reader, const IniEntry& entry, size_t& columns,
                                         std::string& first, const Convert& convert) {
  std::vector<std::string> items;
  for (const std::string& item : SplitList(entry.value)) {
    OPDK_TRY(std::string converted, convert(item));
    items.push_back(std::move(converted));
  }
  const std::string what = entry.subject + "." + entry.key;
  if (columns == 0) {
    columns = items.size();
    first = what;
  }
  if (items.size() != columns) {
    return reader.Error(fmt::format("{} has {} entries but {} has {}: entry k of all lists is one combination", what,
                                    items.size(), first, columns),
                        entry.place);
  }
  return items;
}

struct Tables {
  std::string dtype;
  std::string format;
  std::string in_place;
  std::string value_depend;
};

Result<Tables> ReadPorts(const IniSectionReader& reader, const IniSection& section, const SourcePrototype* prototype) {
  Tables tables;
  OPDK_TRY(const std::vector<IniPort> ports, reader.Ports());
  size_t columns = 0;
  std::string first;
  std::vector<std::string> seen;
  for (const IniPort& port : ports) {
    OPDK_TRY(CheckParamType(reader, section, port, prototype));
    if (Contains(seen, port.name)) {
      tables.in_place += fmt::format("{}{}: {}", tables.in_place.empty() ? "" : ", ", port.name, port.name);
      continue;
    }
    seen.push_back(port.name);
    const IniEntry* dtype = section.Find(port.subject, "dtype");
    if (dtype == nullptr) return reader.Error(fmt::format("{}.dtype is missing", port.subject), port.place);
    OPDK_TRY(const auto dtypes,
             Columns(reader, *dtype, columns, first, [&](const std::string& name) -> Result<std::string> {
               std::string spelt = AiCoreDtype(name);
               if (spelt.empty()) return reader.Unknown("data type", name, AiCoreDtypes(), dtype->place);
               return spelt;
             }));
    tables.dtype += fmt::format("      {}: [{}]\n", port.name, fmt::join(dtypes, ", "));
    if (const IniEntry* depend = section.Find(port.subject, "valueDepend")) {
      if (depend->value != "required" && depend->value != "optional") {
        return reader.Unknown("valueDepend", depend->value, {"required", "optional"}, depend->place);
      }
      if (depend->value == "required") {
        tables.value_depend += fmt::format("{}{}", tables.value_depend.empty() ? "" : ", ", port.name);
      }
    }
    const IniEntry* format = section.Find(port.subject, "format");
    if (format == nullptr) continue;
    OPDK_TRY(const auto formats,
             Columns(reader, *format, columns, first, [&](const std::string& name) -> Result<std::string> {
               if (!IsFormat(name)) return reader.Unknown("format", name, FormatNames(), format->place);
               return name;
             }));
    if (std::any_of(formats.begin(), formats.end(), [](const std::string& name) { return name != "ND"; })) {
      tables.format += fmt::format("      {}: [{}]\n", port.name, fmt::join(formats, ", "));
    }
  }
  return tables;
}

// Returns the default as YAML: texts are quoted, all other values stay as they are.
std::string DefaultOf(const std::string& type, const std::string& value) {
  if (type != "str") return value;
  std::string quoted = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

Result<std::string> ReadAttrs(const IniSectionReader& reader, const IniSection& section,
                              const SourcePrototype* prototype) {
  std::string yaml;
  const IniEntry* list = section.Find("attr", "list");
  const std::vector<std::string> names = list == nullptr ? std::vector<std::string>() : SplitList(list->value);
  for (const std::string& name : names) {
    const std::string subject = "attr_" + name;
    const IniEntry* type = section.Find(subject, "type");
    if (type == nullptr)
      return reader.Error(fmt::format("attr.list names '{}' but {}.type is missing", name, subject), list->place);
    if (!Contains(kAttrTypes, type->value))
      return reader.Unknown("attribute type", type->value, kAttrTypes, type->place);
    if (prototype != nullptr) {
      std::vector<std::string> declared;
      for (const SourceAttr& attr : prototype->attrs) declared.push_back(attr.name);
      if (!Contains(declared, name)) return reader.Unknown("attribute of the prototype", name, declared, type->place);
    }
    const IniEntry* value = section.Find(subject, "defaultValue");
    const bool required = section.Value(subject, "paramType") == "required";
    if (value == nullptr || value->value.empty() || required) {
      yaml += fmt::format("    {}: {}\n", name, type->value);
    } else {
      yaml +=
          fmt::format("    {}: {{type: {}, default: {}}}\n", name, type->value, DefaultOf(type->value, value->value));
    }
  }
  for (const IniEntry& entry : section.entries) {
    if (entry.subject.starts_with("attr_") && !Contains(names, entry.subject.substr(5))) {
      return reader.Error(fmt::format("{} is described but attr.list doesn't name it", entry.subject), entry.place);
    }
  }
  return yaml.empty() ? yaml : "  attrs:\n" + yaml;
}

}  // namespace

Result<ConvertedInfo> ConvertAiCore(const IniSection& section, const SourcePrototype* prototype,
                                    std::vector<ImportNote>& notes) {
  const IniSectionReader reader(section, prototype);
  OPDK_TRY(CheckKeys(reader, section));
  ConvertedInfo info{section.name,
                     "ai_core",
                     section.place,
                     "",
                     "",
                     section.Value("opFile", "value"),
                     section.Value("opInterface", "value")};
  OPDK_TRY(const bool selects, reader.Flag("dynamicFormat", "flag", false));
  OPDK_TRY(const bool checks, reader.Flag("needCheckSupport", "flag", false));
  OPDK_TRY(const bool dynamic, reader.Flag("dynamicShapeSupport", "flag", true));
  if (selects) {
    notes.push_back({section.Find("dynamicFormat", "flag")->place,
                     fmt::format("[{}]: op_select_format of the Python file gives the types and formats; write them "
                                 "into op_info instead",
                                 section.name)});
    // Without lists there is nothing to convert.
    if (std::none_of(section.entries.begin(), section.entries.end(),
                     [](const IniEntry& entry) { return entry.key == "dtype"; })) {
      return info;
    }
  }
  if (checks) {
    notes.push_back({section.Find("needCheckSupport", "flag")->place,
                     fmt::format("[{}]: check_supported of the Python file becomes REGISTER_CHECK_SUPPORT in the C++ "
                                 "kernel",
                                 section.name)});
  }
  OPDK_TRY(const Tables tables, ReadPorts(reader, section, prototype));
  if (tables.dtype.empty()) return reader.Error("it describes neither inputs nor outputs", section.place);
  info.yaml = "  ai_core:\n    dtype:\n" + tables.dtype;
  if (!tables.format.empty()) info.yaml += "    format:\n" + tables.format;
  if (!tables.in_place.empty()) info.yaml += fmt::format("    in_place: {{{}}}\n", tables.in_place);
  if (!tables.value_depend.empty()) info.yaml += fmt::format("    value_depend: [{}]\n", tables.value_depend);
  if (!dynamic) info.yaml += "    dynamic_shape: false\n";
  OPDK_TRY(info.attrs, ReadAttrs(reader, section, prototype));
  if (section.Find("precision_reduce", "flag") != nullptr) {
    OPDK_TRY(const bool reduces, reader.Flag("precision_reduce", "flag", true));
    info.attrs += fmt::format("  precision_reduce: {}\n", reduces);
  }
  std::vector<std::string> dropped;
  const std::vector<std::string> kept = {
      "attr", "opFile", "opInterface", "dynamicFormat", "needCheckSupport", "dynamicShapeSupport", "precision_reduce"};
  const std::vector<std::string> kept_keys = {"name", "dtype", "format", "paramType", "valueDepend"};
  for (const IniEntry& entry : section.entries) {
    if (entry.subject.starts_with("attr_") ? entry.key != "value" || entry.value == "all"
        : IsPort(entry.subject) ? Contains(kept_keys, entry.key) || (entry.key == "shape" && entry.value == "all")
                                : Contains(kept, entry.subject)) {
      continue;
    }
    dropped.push_back(entry.subject + "." + entry.key);
  }
  NoteKeys(section, dropped, notes);
  return info;
}

}  // namespace opdk::author
