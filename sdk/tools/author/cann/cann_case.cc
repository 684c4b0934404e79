#include "sdk/tools/author/cann/cann_case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "graph_core/base/type_names.h"
#include "sdk/tools/author/definition_types.h"
#include "sdk/tools/author/trial_shapes.h"

namespace opdk::author {
namespace {

// Returns a dtype that the port accepts: float if possible. Only the text of the port's types is there, because the
// project isn't compiled yet.
std::string DtypeFor(const SourcePort& port) {
  constexpr std::string_view kWord = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  std::set<ge::DataType> allowed;
  for (size_t begin = 0, end = 0; (begin = port.types.find_first_of(kWord, end)) != std::string::npos;) {
    end = std::min(port.types.find_first_not_of(kWord, begin), port.types.size());
    const std::vector<ge::DataType> types = TypesNamed(port.types.substr(begin, end - begin));
    allowed.insert(types.begin(), types.end());
  }
  return allowed.empty() || allowed.contains(ge::DT_FLOAT) ? "float" : DtypeName(*allowed.begin());
}

std::string TensorFor(const SourcePort& port, const std::vector<int64_t>& shape) {
  const std::string dtype = DtypeFor(port);
  int64_t count = 1;
  for (const int64_t extent : shape) count *= extent;
  std::vector<std::string> data;
  for (int64_t i = 1; i <= count; ++i) {
    data.push_back(dtype != "bool" ? std::to_string(i) : i % 2 != 0 ? "true" : "false");
  }
  return fmt::format("{{shape: [{}], dtype: {}, data: [{}]}}", fmt::join(shape, ", "), dtype, fmt::join(data, ", "));
}

// Returns the value of a required attribute; lists have `length` entries.
std::string ValueFor(const std::string& type, size_t length) {
  static const std::map<std::string, std::string> kValues = {
      {"Int", "1"}, {"Float", "1.0"}, {"Bool", "true"}, {"String", "\"text\""}, {"Type", "float"}};
  static const std::map<std::string, std::string> kEntries = {
      {"ListInt", "1"}, {"ListFloat", "1.0"}, {"ListBool", "true"}, {"ListString", "text"}, {"ListListInt", "[1]"}};
  if (const auto found = kValues.find(type); found != kValues.end()) return found->second;
  const auto entry = kEntries.find(type);
  if (entry == kEntries.end()) return "";
  return fmt::format("[{}]", fmt::join(std::vector<std::string>(length, entry->second), ", "));
}

bool HasRequiredList(const SourcePrototype& prototype) {
  return std::any_of(prototype.attrs.begin(), prototype.attrs.end(),
                     [](const SourceAttr& attr) { return attr.required && attr.type.starts_with("List"); });
}

bool HasOptionalInput(const SourcePrototype& prototype) {
  return std::any_of(prototype.inputs.begin(), prototype.inputs.end(),
                     [](const SourcePort& port) { return port.kind == SourcePort::Kind::kOptional; });
}

}  // namespace

std::vector<CaseForm> FormsFor(const SourcePrototype& prototype) {
  std::vector<size_t> lengths = {CaseForm().list_length};
  if (HasRequiredList(prototype)) lengths.insert(lengths.end(), {4, 1, 3, 6});
  std::vector<CaseForm> forms;
  for (const bool optional : {false, true}) {
    if (optional && !HasOptionalInput(prototype)) continue;
    for (const size_t length : lengths) {
      CaseForm form;
      form.optional = optional;
      form.list_length = length;
      forms.push_back(form);
      for (const TriedRanks& ranks : RanksToTry()) {
        form.first.assign(static_cast<size_t>(ranks.first), 2);
        form.others.assign(static_cast<size_t>(ranks.others), 2);
        forms.push_back(form);
      }
    }
  }
  return forms;
}

std::string CaseSkeleton(const SourcePrototype& prototype, const std::string& path, const CaseForm& form,
                         const std::string& remark) {
  std::string text = remark.empty() ? "" : fmt::format("# {}\n", remark);
  text += fmt::format("{}:\n  - name: what {} gives is to be written into {}\n", prototype.type, prototype.type, path);
  std::string inputs;
  for (size_t i = 0; i < prototype.inputs.size(); ++i) {
    const SourcePort& port = prototype.inputs[i];
    if (port.kind == SourcePort::Kind::kOptional && !form.optional) continue;
    const bool dynamic = port.kind == SourcePort::Kind::kDynamic;
    const std::string tensor = TensorFor(port, i == 0 ? form.first : form.others);
    inputs += fmt::format("      {}: {}\n", port.name, dynamic ? fmt::format("[{}, {}]", tensor, tensor) : tensor);
  }
  text += inputs.empty() ? "    inputs: {}\n" : "    inputs:\n" + inputs;
  std::string attrs;
  for (const SourceAttr& attr : prototype.attrs) {
    const std::string value = attr.required ? ValueFor(attr.type, form.list_length) : "";
    if (!value.empty()) attrs += fmt::format("{}{}: {}", attrs.empty() ? "" : ", ", attr.name, value);
  }
  if (!attrs.empty()) text += fmt::format("    attrs: {{{}}}\n", attrs);
  text += "    expect:\n";
  for (const SourcePort& port : prototype.outputs) {
    const bool dynamic = port.kind == SourcePort::Kind::kDynamic;
    const char* tensor = "{shape: [0], data: []}";
    text += fmt::format("      {}: {}  # the shape and the values\n", port.name,
                        dynamic ? fmt::format("[{0}, {0}]", tensor) : tensor);
  }
  return text;
}

}  // namespace opdk::author
