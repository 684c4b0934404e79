#include "sdk/tools/author/cann/cann_case.h"

#include <fmt/format.h>

#include <map>

#include "graph_core/base/type_names.h"
#include "graph_core/package/type_constraint.h"

namespace opdk::cli {
namespace {

// A dtype that the port admits: float where it does.
std::string DtypeFor(const SourcePort& port) {
  const auto allowed = TypesOfPort(port.types);
  if (!allowed || allowed->empty() || allowed->count(ge::DT_FLOAT) > 0) return "float";
  return DtypeName(*allowed->begin());
}

std::string TensorFor(const SourcePort& port) {
  const std::string dtype = DtypeFor(port);
  const std::string data = dtype == "bool" ? "[true, false, true, false, true, false]" : "[1, 2, 3, 4, 5, 6]";
  return fmt::format("{{shape: [2, 3], dtype: {}, data: {}}}", dtype, data);
}

std::string ValueFor(const std::string& type) {
  static const std::map<std::string, std::string> kValues = {{"Int", "1"},
                                                             {"Float", "1.0"},
                                                             {"Bool", "true"},
                                                             {"String", "\"text\""},
                                                             {"Type", "float"},
                                                             {"ListInt", "[1, 1]"},
                                                             {"ListFloat", "[1.0]"},
                                                             {"ListBool", "[true]"},
                                                             {"ListString", "[text]"},
                                                             {"ListListInt", "[[1]]"}};
  const auto found = kValues.find(type);
  return found == kValues.end() ? "" : found->second;
}

}  // namespace

std::string CaseSkeleton(const SourcePrototype& prototype, const std::string& path) {
  std::string text =
      fmt::format("{}:\n  - name: what {} gives is to be written into {}\n", prototype.type, prototype.type, path);
  std::string inputs;
  for (const SourcePort& port : prototype.inputs) {
    if (port.kind == SourcePort::Kind::kOptional) continue;
    const bool dynamic = port.kind == SourcePort::Kind::kDynamic;
    const std::string tensor = TensorFor(port);
    inputs += fmt::format("      {}: {}\n", port.name, dynamic ? fmt::format("[{}, {}]", tensor, tensor) : tensor);
  }
  text += inputs.empty() ? "    inputs: {}\n" : "    inputs:\n" + inputs;
  std::string attrs;
  for (const SourceAttr& attr : prototype.attrs) {
    const std::string value = attr.required ? ValueFor(attr.type) : "";
    if (!value.empty()) attrs += fmt::format("{}{}: {}", attrs.empty() ? "" : ", ", attr.name, value);
  }
  if (!attrs.empty()) text += fmt::format("    attrs: {{{}}}\n", attrs);
  text += "    expect:\n";
  for (const SourcePort& port : prototype.outputs) {
    if (port.kind == SourcePort::Kind::kDynamic) continue;
    text += fmt::format("      {}: {{shape: [0], data: []}}  # the shape and the values\n", port.name);
  }
  return text;
}

}  // namespace opdk::cli
