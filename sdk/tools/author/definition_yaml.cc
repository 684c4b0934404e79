// opdk's own form of a definition: one operator of its list.
#include <fmt/format.h>

#include <algorithm>

#include "graph/utils/type_utils.h"
#include "graph_core/base/type_names.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/yaml_attr.h"
#include "sdk/tools/author/cpp_text.h"
#include "sdk/tools/author/definition_parts.h"
#include "sdk/tools/author/definition_types.h"
#include "sdk/tools/author/operator_name.h"

namespace opdk::author {
namespace {

const std::vector<std::string> kOperatorKeys = {"op",      "group", "kind",    "doc",       "inputs",
                                                "outputs", "attrs", "engines", "frameworks"};

Result<std::vector<YAML::Node>> Items(const YamlReader& reader, const YAML::Node& node, const std::string& what) {
  if (!node.IsSequence()) return reader.Error(node, fmt::format("{} must be a list of mappings", what));
  return std::vector<YAML::Node>(node.begin(), node.end());
}

Status ReadPorts(const YamlReader& reader, const YAML::Node& node, const std::string& side,
                 std::vector<PortDefinition>& ports, std::vector<WrittenPort>& written) {
  OPDK_TRY(const auto items, Items(reader, node, side + "s"));
  ports.resize(items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    WrittenPort port{&ports[i], side, items[i], {}, {}};
    OPDK_TRY(const auto entries, reader.Map(items[i], side, {"name", "param_type", "types", "formats", "doc"}));
    for (const auto& [key, value] : entries) {
      const std::string& name = key.Scalar();
      if (name == "name") {
        OPDK_TRY(ports[i].name, reader.Text(value, "name"));
        port.what = side + " " + ports[i].name;
      } else if (name == "param_type") {
        OPDK_TRY(ports[i].param_type, ReadParamType(reader, value));
      } else if (name == "doc") {
        OPDK_TRY(ports[i].doc, reader.Text(value, "doc"));
      } else {
        OPDK_TRY((name == "types" ? port.types : port.formats), reader.List(value, name));
      }
    }
    if (ports[i].name.empty()) return reader.Error(items[i], fmt::format("an {} has no name", side));
    written.push_back(std::move(port));
  }
  return {};
}

// Returns the numbers of an attribute's value, to check the range.
std::vector<double> NumbersOf(const Attr& value) {
  if (const auto* number = std::get_if<int64_t>(&value)) return {static_cast<double>(*number)};
  if (const auto* number = std::get_if<float>(&value)) return {*number};
  if (const auto* list = std::get_if<std::vector<int64_t>>(&value)) return {list->begin(), list->end()};
  if (const auto* list = std::get_if<std::vector<float>>(&value)) return {list->begin(), list->end()};
  return {};
}

Status ReadRange(const YamlReader& reader, const YAML::Node& node, AttrDefinition& attr) {
  if (attr.type != "Int" && attr.type != "Float" && attr.type != "ListInt" && attr.type != "ListFloat") {
    return reader.Error(node, fmt::format("a {} has no range", AttrTypeName(attr.type)));
  }
  OPDK_TRY(const auto ends, reader.List(node, "range"));
  if (ends.size() != 2) return reader.Error(node, "range has two ends: [0, 1], [0, .inf]");
  OPDK_TRY(const double low, reader.Float(ends[0], "range"));
  OPDK_TRY(const double high, reader.Float(ends[1], "range"));
  if (!(low <= high)) return reader.Error(node, "nothing lies in this range");
  attr.min = low;
  attr.max = high;
  for (const double number : NumbersOf(attr.default_value)) {
    if (number < low || number > high) {
      return reader.Error(node, fmt::format("the default {} lies outside the range", number));
    }
  }
  return {};
}

Status ReadOneOf(const YamlReader& reader, const YAML::Node& node, AttrDefinition& attr) {
  if (attr.type != "Int" && attr.type != "String") {
    return reader.Error(node, "one_of goes with attributes of type int and string");
  }
  OPDK_TRY(const auto values, reader.List(node, "one_of"));
  bool listed = attr.required();
  for (const YAML::Node& value : values) {
    OPDK_TRY(const Attr one, ReadYamlAttr(reader, value, attr.type, "one_of"));
    listed = listed || CppValue(one) == CppValue(attr.default_value);
    attr.one_of.push_back(value.Scalar());
  }
  if (!listed) return reader.Error(node, "the default isn't one of the values");
  return {};
}

Status ReadAttr(const YamlReader& reader, const YAML::Node& node, AttrDefinition& attr) {
  OPDK_TRY(const auto entries, reader.Map(node, "attribute", {"name", "type", "default", "doc", "range", "one_of"}));
  const auto find = [&entries = entries](const char* name) {
    for (const auto& [key, value] : entries) {
      if (key.Scalar() == name) return value;
    }
    return YAML::Node(YAML::NodeType::Undefined);
  };
  if (!find("name").IsDefined()) return reader.Error(node, "an attribute has no name");
  OPDK_TRY(attr.name, reader.Text(find("name"), "name"));
  if (!find("type").IsDefined()) return reader.Error(node, fmt::format("attribute {} has no type", attr.name));
  OPDK_TRY(attr.type, ReadAttrType(reader, find("type")));
  if (find("default").IsDefined()) {
    OPDK_TRY(attr.default_value, ReadYamlAttr(reader, find("default"), attr.type, "default"));
  }
  if (find("doc").IsDefined()) {
    OPDK_TRY(attr.doc, reader.Text(find("doc"), "doc"));
  }
  if (find("range").IsDefined()) OPDK_TRY(ReadRange(reader, find("range"), attr));
  if (find("one_of").IsDefined()) OPDK_TRY(ReadOneOf(reader, find("one_of"), attr));
  return {};
}

Status ReadAttrs(const YamlReader& reader, const YAML::Node& node, std::vector<AttrDefinition>& attrs) {
  OPDK_TRY(const auto items, Items(reader, node, "attrs"));
  attrs.resize(items.size());
  for (size_t i = 0; i < items.size(); ++i) OPDK_TRY(ReadAttr(reader, items[i], attrs[i]));
  return CheckAttrNames(reader, attrs, items);
}

Status ReadFrameworks(const YamlReader& reader, const YAML::Node& node, OperatorDefinition& op) {
  if (node.IsSequence() || node.IsScalar()) {
    OPDK_TRY(const auto names, reader.List(node, "frameworks"));
    for (const YAML::Node& name : names) {
      OPDK_TRY(const std::string text, reader.Text(name, "framework"));
      if (std::find(FrameworkNames().begin(), FrameworkNames().end(), text) == FrameworkNames().end()) {
        return reader.Unknown(name, "framework", text, FrameworkNames());
      }
      op.frameworks[text];
    }
    return {};
  }
  OPDK_TRY(const auto entries, reader.Map(node, "frameworks", FrameworkNames()));
  for (const auto& [key, value] : entries) {
    op.frameworks[key.Scalar()];
    OPDK_TRY(const auto names, reader.List(value, "the operator's names"));
    for (const YAML::Node& name : names) {
      OPDK_TRY(const std::string text, reader.Text(name, "the operator's name"));
      if (text.empty() || text.find_first_of("\"\\ \n") != std::string::npos) {
        return reader.Error(name, fmt::format("'{}' is no operator of {}", text, key.Scalar()));
      }
      op.frameworks[key.Scalar()].push_back(text);
    }
  }
  return {};
}

Status ReadEngines(const YamlReader& reader, const YAML::Node& node, OperatorDefinition& op) {
  OPDK_TRY(const auto names, reader.List(node, "engines"));
  for (const YAML::Node& name : names) {
    OPDK_TRY(const std::string text, reader.Text(name, "engine"));
    if (std::find(EngineNames().begin(), EngineNames().end(), text) == EngineNames().end()) {
      return reader.Unknown(name, "engine", text, EngineNames());
    }
    if (std::find(op.engines.begin(), op.engines.end(), text) == op.engines.end()) op.engines.push_back(text);
  }
  if (op.engines.empty()) return reader.Error(node, "an operator needs an engine: ai_core, ai_cpu or both");
  return {};
}

Status ReadNames(const YamlReader& reader, const YAML::Node& key, const YAML::Node& value,
                 const std::vector<std::string>& kinds, OperatorDefinition& op) {
  const std::string& name = key.Scalar();
  OPDK_TRY(const std::string text, reader.Text(value, name));
  Status status;
  if (name == "op") {
    op.op = text;
    status = CheckOperatorName(text);
  } else if (name == "group") {
    op.group = text;
    status = CheckLowerName(text, "group");
  } else if (name == "kind") {
    op.kind = text;
    if (std::find(kinds.begin(), kinds.end(), text) == kinds.end()) return reader.Unknown(value, "kind", text, kinds);
  } else {
    op.doc = text;
  }
  if (!status.ok()) return Located(reader, value, std::move(status));
  return {};
}

template <typename T>
YAML::Node FlowList(const std::vector<T>& values) {
  YAML::Node node(YAML::NodeType::Sequence);
  node.SetStyle(YAML::EmitterStyle::Flow);
  for (const auto& value : values) node.push_back(value);
  return node;
}

YAML::Node AttrValueNode(const Attr& attr) {
  if (const auto* v = std::get_if<int64_t>(&attr)) return YAML::Node(*v);
  if (const auto* v = std::get_if<float>(&attr)) return YAML::Node(fmt::format("{}", *v));
  if (const auto* v = std::get_if<bool>(&attr)) return YAML::Node(*v);
  if (const auto* v = std::get_if<std::string>(&attr)) return YAML::Node(*v);
  if (const auto* v = std::get_if<ge::DataType>(&attr)) return YAML::Node(DtypeName(*v));
  if (const auto* v = std::get_if<std::vector<int64_t>>(&attr)) return FlowList(*v);
  if (const auto* v = std::get_if<std::vector<std::string>>(&attr)) return FlowList(*v);
  YAML::Node list(YAML::NodeType::Sequence);
  list.SetStyle(YAML::EmitterStyle::Flow);
  if (const auto* v = std::get_if<std::vector<float>>(&attr)) {
    for (const float each : *v) list.push_back(fmt::format("{}", each));
  } else if (const auto* bools = std::get_if<std::vector<bool>>(&attr)) {
    for (const bool each : *bools) list.push_back(each);
  } else if (const auto* lists = std::get_if<std::vector<std::vector<int64_t>>>(&attr)) {
    for (const auto& each : *lists) list.push_back(FlowList(each));
  }
  return list;
}

YAML::Node PortsNode(const std::vector<PortDefinition>& ports) {
  YAML::Node list(YAML::NodeType::Sequence);
  for (const PortDefinition& port : ports) {
    YAML::Node node;
    node["name"] = port.name;
    if (port.param_type != PortKind::kRequired) {
      node["param_type"] = port.param_type == PortKind::kOptional ? "optional" : "dynamic";
    }
    std::vector<std::string> types, formats;
    for (const ge::DataType type : port.types) types.push_back(DtypeName(type));
    for (const ge::Format format : port.formats) formats.push_back(ge::TypeUtils::FormatToSerialString(format));
    node["types"] = FlowList(types);
    if (std::any_of(port.formats.begin(), port.formats.end(), [](ge::Format f) { return f != ge::FORMAT_ND; })) {
      node["formats"] = FlowList(formats);
    }
    if (!port.doc.empty()) node["doc"] = port.doc;
    list.push_back(node);
  }
  return list;
}

}  // namespace

Result<OperatorDefinition> ReadOperator(const YamlReader& reader, const YAML::Node& node,
                                        const std::vector<std::string>& kinds) {
  OperatorDefinition op;
  std::vector<WrittenPort> inputs, outputs;
  OPDK_TRY(const auto entries, reader.Map(node, "an operator", kOperatorKeys));
  op.place = reader.Place(node.Mark());
  for (const auto& [key, value] : entries) {
    const std::string& name = key.Scalar();
    if (name == "inputs") {
      OPDK_TRY(ReadPorts(reader, value, "input", op.inputs, inputs));
    } else if (name == "outputs") {
      OPDK_TRY(ReadPorts(reader, value, "output", op.outputs, outputs));
    } else if (name == "attrs") {
      OPDK_TRY(ReadAttrs(reader, value, op.attrs));
    } else if (name == "engines") {
      OPDK_TRY(ReadEngines(reader, value, op));
    } else if (name == "frameworks") {
      OPDK_TRY(ReadFrameworks(reader, value, op));
    } else {
      OPDK_TRY(ReadNames(reader, key, value, kinds, op));
    }
  }
  if (op.op.empty()) return reader.Error(node, "an operator has no name: key 'op'");
  const bool ports = !op.inputs.empty() || !op.outputs.empty();
  if (op.outputs.empty() && (op.kind.empty() || ports)) {
    return reader.Error(node, fmt::format("operator {} has no outputs", op.op));
  }
  OPDK_TRY(FinishPorts(reader, inputs, outputs));
  return op;
}

YAML::Node WriteOperator(const OperatorDefinition& op) {
  YAML::Node node;
  node["op"] = op.op;
  if (!op.group.empty()) node["group"] = op.group;
  if (!op.kind.empty()) node["kind"] = op.kind;
  if (!op.doc.empty()) node["doc"] = op.doc;
  if (!op.inputs.empty()) node["inputs"] = PortsNode(op.inputs);
  node["outputs"] = PortsNode(op.outputs);
  for (const AttrDefinition& attr : op.attrs) {
    YAML::Node entry;
    entry["name"] = attr.name;
    entry["type"] = AttrTypeName(attr.type);
    if (!attr.required()) entry["default"] = AttrValueNode(attr.default_value);
    if (!attr.doc.empty()) entry["doc"] = attr.doc;
    if (attr.min) {
      const std::vector<double> range = {*attr.min, *attr.max};
      entry["range"] = FlowList(range);
    }
    if (!attr.one_of.empty()) entry["one_of"] = FlowList(attr.one_of);
    node["attrs"].push_back(entry);
  }
  if (!op.engines.empty()) node["engines"] = FlowList(op.engines);
  for (const auto& [framework, names] : op.frameworks) node["frameworks"][framework] = FlowList(names);
  return node;
}

}  // namespace opdk::author
