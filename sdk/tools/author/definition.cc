#include "sdk/tools/author/definition.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "graph_core/base/file.h"
#include "graph_core/package/engine_info.h"
#include "sdk/tools/author/definition_parts.h"
#include "sdk/tools/author/operator_name.h"

namespace opdk::author {
namespace {

Status CheckPortNames(const YamlReader& reader, const std::vector<WrittenPort>& ports, const std::string& side) {
  std::set<std::string> seen;
  for (const WrittenPort& written : ports) {
    const std::string& name = written.port->name;
    if (Status status = CheckPortName(name, side); !status.ok()) {
      return Located(reader, written.node, std::move(status));
    }
    if (!seen.insert(name).second) {
      return reader.Error(written.node, fmt::format("{} '{}' stands twice", side, name));
    }
  }
  return {};
}

Status ReadPackage(const YamlReader& reader, const YAML::Node& node, PackageDefinition& package) {
  OPDK_TRY(const auto entries, reader.Map(node, "package", {"name", "vendor", "version"}));
  for (const auto& [key, value] : entries) {
    const std::string& name = key.Scalar();
    OPDK_TRY(const std::string text, reader.Text(value, name));
    Status status = name == "version" ? CheckVersion(text) : CheckLowerName(text, "package " + name);
    if (!status.ok()) return Located(reader, value, std::move(status));
    (name == "name" ? package.name : name == "vendor" ? package.vendor : package.version) = text;
  }
  return {};
}

Result<PackageDefinition> ParseOurs(const YamlReader& reader, const YAML::Node& root,
                                    const std::vector<std::string>& kinds) {
  PackageDefinition package;
  OPDK_TRY(const auto entries, reader.Map(root, "the definition", {"package", "operators"}));
  for (const auto& [key, value] : entries) {
    if (key.Scalar() == "package") {
      OPDK_TRY(ReadPackage(reader, value, package));
      continue;
    }
    if (!value.IsSequence()) return reader.Error(value, "operators must be a list, each entry with a key 'op'");
    for (const YAML::Node& node : value) {
      OPDK_TRY(OperatorDefinition op, ReadOperator(reader, node, kinds));
      package.operators.push_back(std::move(op));
    }
  }
  return package;
}

Result<PackageDefinition> ParseMsOpGen(const YamlReader& reader, const YAML::Node& root) {
  PackageDefinition package;
  std::vector<YAML::Node> nodes;
  if (root.IsMap()) nodes.push_back(root);
  for (size_t i = 0; root.IsSequence() && i < root.size(); ++i) nodes.push_back(root[i]);
  for (const YAML::Node& node : nodes) {
    OPDK_TRY(OperatorDefinition op, ReadMsOpGenOperator(reader, node, package.notes));
    package.operators.push_back(std::move(op));
  }
  return package;
}

}  // namespace

const std::vector<std::string>& FrameworkNames() {
  static const std::vector<std::string> names = {"onnx", "tensorflow", "caffe"};
  return names;
}

Status Located(const YamlReader& reader, const YAML::Node& node, Status status) {
  return std::move(status).At(reader.Place(node.Mark()));
}

Result<PortKind> ReadParamType(const YamlReader& reader, const YAML::Node& node) {
  OPDK_TRY(const std::string text, reader.Text(node, "param_type"));
  if (text == "required") return PortKind::kRequired;
  if (text == "optional") return PortKind::kOptional;
  if (text == "dynamic") return PortKind::kDynamic;
  return reader.Unknown(node, "param_type", text, {"required", "optional", "dynamic"});
}

Status FinishPorts(const YamlReader& reader, std::vector<WrittenPort>& inputs, std::vector<WrittenPort>& outputs) {
  OPDK_TRY(CheckPortNames(reader, inputs, "input"));
  OPDK_TRY(CheckPortNames(reader, outputs, "output"));
  for (const WrittenPort& output : outputs) {
    if (output.port->param_type == PortKind::kOptional) {
      return reader.Error(output.node,
                          fmt::format("{} can't be optional: an output is required or dynamic", output.what));
    }
  }
  std::vector<WrittenPort> all = inputs;
  all.insert(all.end(), outputs.begin(), outputs.end());
  return FillColumns(reader, all);
}

Status CheckAttrNames(const YamlReader& reader, const std::vector<AttrDefinition>& attrs,
                      const std::vector<YAML::Node>& nodes) {
  std::set<std::string> seen;
  for (size_t i = 0; i < attrs.size(); ++i) {
    if (Status status = CheckPortName(attrs[i].name, "attribute"); !status.ok()) {
      return Located(reader, nodes[i], std::move(status));
    }
    if (!seen.insert(attrs[i].name).second) {
      return reader.Error(nodes[i], fmt::format("attribute '{}' stands twice", attrs[i].name));
    }
  }
  return {};
}

Status CheckOperatorNames(const std::vector<OperatorDefinition>& operators) {
  std::map<std::string, const OperatorDefinition*> by_stem;
  for (const OperatorDefinition& op : operators) {
    const auto [found, fresh] = by_stem.emplace(StemOf(op.op), &op);
    if (fresh) continue;
    const OperatorDefinition& first = *found->second;
    const std::string message =
        first.op == op.op
            ? fmt::format("operator {} stands twice, first at {}", op.op, first.place)
            : fmt::format("{} and {} (at {}) would both have the files {}", op.op, first.op, first.place, found->first);
    return Status(ErrorCode::kDefinitionInvalid, message).At(op.place);
  }
  return {};
}

Result<PackageDefinition> ParseDefinition(std::string_view text, const std::string& path,
                                          const std::vector<std::string>& kinds) {
  const YamlReader reader(path, ErrorCode::kDefinitionInvalid);
  OPDK_TRY(const YAML::Node root, reader.Parse(text));
  const bool msopgen = root.IsSequence() || (root.IsMap() && (root["input_desc"] || root["output_desc"]));
  auto package = msopgen ? ParseMsOpGen(reader, root) : ParseOurs(reader, root, kinds);
  OPDK_TRY(auto result, std::move(package));
  if (result.operators.empty()) {
    return Status(ErrorCode::kDefinitionInvalid, "no operator is defined here")
        .At(path)
        .Hint(
            "list them under 'operators:'; definition_files.md in sdk/docs (installed: share/doc/opdk) shows the form");
  }
  OPDK_TRY(CheckOperatorNames(result.operators));
  return result;
}

Result<PackageDefinition> ReadDefinitionFile(const std::string& path, const std::vector<std::string>& kinds) {
  auto text = ReadFile(path, {"the definition", kMaxText});
  if (text.ok() && !text->empty()) return ParseDefinition(*text, path, kinds);
  Status status = text.ok() ? Status(ErrorCode::kFileNotFound, "the definition is empty").At(path) : text.status();
  return std::move(status).Hint("give --from a YAML file, or the JSON that CANN's msopgen takes");
}

}  // namespace opdk::author
