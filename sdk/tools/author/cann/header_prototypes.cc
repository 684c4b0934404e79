#include "sdk/tools/author/cann/header_prototypes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "sdk/tools/author/operator_name.h"

namespace opdk::author {
namespace {

namespace fs = std::filesystem;

std::string NameOf(const std::string& path) { return fs::path(path).filename(); }

// Returns names of the files that some source includes, directly or through a header.
std::set<std::string> Included(const CannProject& project) {
  std::set<std::string> names;
  std::vector<const CannSource*> next;
  for (const CannPart& part : project.parts) {
    for (const CannSource& source : part.sources) next.push_back(&source);
  }
  while (!next.empty()) {
    const CannSource* file = next.back();
    next.pop_back();
    for (const std::string& include : file->includes) {
      if (!names.insert(NameOf(include)).second) continue;
      for (const CannPart& part : project.parts) {
        for (const CannSource& header : part.headers) {
          if (NameOf(header.path) == NameOf(include)) next.push_back(&header);
        }
      }
    }
  }
  return names;
}

bool IsReference(const SourcePrototype& prototype, const SourcePort& output) {
  return std::any_of(prototype.inputs.begin(), prototype.inputs.end(), [&](const SourcePort& input) {
    return input.name == output.name && input.kind == SourcePort::Kind::kRequired;
  });
}

// Returns the source of shape inference; "" if only the author can know it.
std::string InferenceOf(const CannOperator& op) {
  const SourcePrototype& prototype = *op.prototype;
  const auto is_reference = [&](const SourcePort& output) { return IsReference(prototype, output); };
  if (op.infer_shape || op.op_compute || prototype.outputs.empty() ||
      !std::all_of(prototype.outputs.begin(), prototype.outputs.end(), is_reference)) {
    return "";
  }
  std::string text = fmt::format(
      "// A reference has shape and dtype of its input.\nIMPLEMT_COMMON_INFERFUNC({}Infer) {{\n", prototype.type);
  for (const SourcePort& output : prototype.outputs) {
    text += fmt::format("  op.UpdateOutputDesc(\"{0}\", op.GetInputDescByName(\"{0}\"));\n", output.name);
  }
  return text + fmt::format("  return GRAPH_SUCCESS;\n}}\nCOMMON_INFER_FUNC_REG({0}, {0}Infer);\n", prototype.type);
}

std::string TextFor(const CannSource& header, const CannProject& project) {
  std::string inference;
  for (const SourcePrototype& prototype : header.scan.prototypes) {
    const CannOperator& op = project.operators.at(prototype.type);
    if (op.prototype == &prototype) inference += InferenceOf(op);
  }
  return fmt::format(
      "// Registers the prototypes of {0}, which no source of the CANN project includes.\n#include \"{0}\"\n{1}",
      NameOf(header.path),
      inference.empty() ? "" : fmt::format("\nnamespace ge {{\n\n{}\n}}  // namespace ge\n", inference));
}

// Returns whether the header declares anything that the built-in package doesn't.
bool IsNeeded(const CannSource& header, const CannProject& project) {
  return std::any_of(header.scan.prototypes.begin(), header.scan.prototypes.end(), [&](const SourcePrototype& one) {
    const CannOperator& op = project.operators.at(one.type);
    return op.prototype == &one && (!op.built_in || op.cpu_kernel || op.op_compute);
  });
}

// Returns whether all texts that are written into a source unchanged are names.
bool HasPlainNames(const CannSource& header) {
  const auto plain = [](const std::string& name) { return CheckPortName(name, "name").ok(); };
  const auto ports = [&](const std::vector<SourcePort>& all) {
    return std::all_of(all.begin(), all.end(), [&](const SourcePort& port) { return plain(port.name); });
  };
  return NameOf(header.path).find_first_of("\"\\\n\r") == std::string::npos &&
         std::all_of(header.scan.prototypes.begin(), header.scan.prototypes.end(),
                     [&](const SourcePrototype& one) { return plain(one.type) && ports(one.outputs); });
}

}  // namespace

std::vector<AddedSource> SourcesForHeaders(CannProject& project) {
  const std::set<std::string> included = Included(project);
  std::vector<AddedSource> added;
  for (const CannPart& part : project.parts) {
    if (part.directory != "op_proto") continue;
    for (const CannSource& header : part.headers) {
      if (included.contains(NameOf(header.path)) || !IsNeeded(header, project) || !HasPlainNames(header)) continue;
      fs::path path = fs::path(header.path).replace_extension(".cc");
      const bool taken = std::any_of(part.sources.begin(), part.sources.end(),
                                     [&](const CannSource& source) { return source.path == path; });
      if (taken) path.replace_filename(path.stem().string() + "_prototypes.cc");
      added.push_back({path, TextFor(header, project)});
      std::vector<std::string> types;
      for (const SourcePrototype& prototype : header.scan.prototypes) types.push_back(prototype.type);
      project.notes.push_back({header.path, fmt::format("no source includes it: {} is added, which registers {}",
                                                        path.string(), fmt::join(types, ", "))});
    }
  }
  return added;
}

}  // namespace opdk::author
