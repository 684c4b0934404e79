// The JSON of CANN's msopgen: one operator of its list. JSON is a part of YAML, and is read as YAML.
#include <fmt/format.h>

#include "graph_core/package/yaml_attr.h"
#include "sdk/tools/author/definition_parts.h"
#include "sdk/tools/author/definition_types.h"
#include "sdk/tools/author/operator_name.h"

namespace opdk::author {
namespace {

Status ReadMsopgenPorts(const YamlReader& reader, const YAML::Node& node, const std::string& side,
                        std::vector<PortDefinition>& ports, std::vector<WrittenPort>& written) {
  if (!node.IsSequence()) return reader.Error(node, side + "_desc must be a list");
  ports.resize(node.size());
  size_t i = 0;
  for (const YAML::Node& item : node) {
    PortDefinition& port = ports[i++];
    WrittenPort one{&port, side, item, {}, {}};
    OPDK_TRY(const auto entries, reader.Map(item, side + "_desc", {"name", "param_type", "type", "format"}));
    for (const auto& [key, value] : entries) {
      const std::string& name = key.Scalar();
      if (name == "name") {
        OPDK_TRY(port.name, reader.Text(value, "name"));
        one.what = side + " " + port.name;
      } else if (name == "param_type") {
        OPDK_TRY(port.param_type, ReadParamType(reader, value));
      } else {
        OPDK_TRY((name == "type" ? one.types : one.formats), reader.List(value, name));
      }
    }
    if (port.name.empty()) return reader.Error(item, fmt::format("an {} has no name", side));
    written.push_back(std::move(one));
  }
  return {};
}

// Reads a list, which may also be written as text: "[1, 2]", "{1, 2}".
YAML::Node ListOf(const YamlReader& reader, const YAML::Node& node) {
  if (!node.IsScalar()) return node;
  std::string text = node.Scalar();
  for (char& c : text) {
    if (c == '{') c = '[';
    if (c == '}') c = ']';
  }
  // If the text is no list, the message about the text itself is the better one.
  const auto list = reader.Parse(text);
  return list.ok() && list->IsSequence() ? *list : node;
}

Status ReadMsopgenAttr(const YamlReader& reader, const YAML::Node& node, const std::string& op, AttrDefinition& attr,
                       std::vector<std::string>& notes) {
  OPDK_TRY(const auto entries, reader.Map(node, "attr", {"name", "param_type", "type", "default_value"}));
  PortKind param_type = PortKind::kRequired;
  YAML::Node value(YAML::NodeType::Undefined);
  for (const auto& [key, entry] : entries) {
    const std::string& name = key.Scalar();
    if (name == "name") {
      OPDK_TRY(attr.name, reader.Text(entry, "name"));
    } else if (name == "type") {
      OPDK_TRY(attr.type, ReadAttrType(reader, entry));
    } else if (name == "param_type") {
      OPDK_TRY(param_type, ReadParamType(reader, entry));
      if (param_type == PortKind::kDynamic) return reader.Error(entry, "an attribute can't be dynamic");
    } else {
      value.reset(entry);
    }
  }
  if (attr.name.empty()) return reader.Error(node, "an attribute has no name");
  if (attr.type.empty()) return reader.Error(node, fmt::format("attribute {} has no type", attr.name));
  const bool given = value.IsDefined() && !value.IsNull() && !(value.IsScalar() && value.Scalar().empty());
  if (param_type == PortKind::kRequired) {
    if (given)
      notes.push_back(fmt::format("{}: attribute {} is required; its default_value is left out", op, attr.name));
    return {};
  }
  if (!given) {
    return reader.Error(node, fmt::format("attribute {} is optional but has no default_value; give one, or make it "
                                          "required",
                                          attr.name));
  }
  const YAML::Node whole = attr.type.starts_with("List") ? ListOf(reader, value) : value;
  auto read = ReadYamlAttr(reader, whole, attr.type, "default_value");
  if (!read.ok()) return whole.is(value) ? read.status() : Status(read.status()).At(reader.Place(value.Mark()));
  attr.default_value = std::move(read).value();
  return {};
}

}  // namespace

Result<OperatorDefinition> ReadMsOpGenOperator(const YamlReader& reader, const YAML::Node& node,
                                               std::vector<std::string>& notes) {
  OperatorDefinition op;
  std::vector<WrittenPort> inputs, outputs;
  OPDK_TRY(const auto entries,
           reader.Map(node, "an operator", {"op", "language", "input_desc", "output_desc", "attr"}));
  op.place = reader.Place(node.Mark());
  for (const auto& [key, value] : entries) {
    if (key.Scalar() != "op") continue;
    OPDK_TRY(op.op, reader.Text(value, "op"));
    if (Status status = CheckOperatorName(op.op); !status.ok()) return Located(reader, value, std::move(status));
  }
  if (op.op.empty()) return reader.Error(node, "an operator has no name: key 'op'");
  for (const auto& [key, value] : entries) {
    const std::string& name = key.Scalar();
    if (name == "input_desc") {
      OPDK_TRY(ReadMsopgenPorts(reader, value, "input", op.inputs, inputs));
    } else if (name == "output_desc") {
      OPDK_TRY(ReadMsopgenPorts(reader, value, "output", op.outputs, outputs));
    } else if (name == "attr") {
      if (!value.IsSequence()) return reader.Error(value, "attr must be a list");
      const std::vector<YAML::Node> items(value.begin(), value.end());
      op.attrs.resize(items.size());
      for (size_t i = 0; i < items.size(); ++i) OPDK_TRY(ReadMsopgenAttr(reader, items[i], op.op, op.attrs[i], notes));
      OPDK_TRY(CheckAttrNames(reader, op.attrs, items));
    }
  }
  if (op.outputs.empty()) return reader.Error(node, fmt::format("operator {} has no output_desc", op.op));
  OPDK_TRY(FinishPorts(reader, inputs, outputs));
  return op;
}

}  // namespace opdk::author
