#include "sdk/tools/verify/cases/expand.h"

#include <fmt/format.h>

#include <utility>

namespace opdk::verify {
namespace {

struct Axis {
  YAML::Node key;
  std::vector<YAML::Node> values;
};

// Copies a mapping. The values are shared; entries of the copy can be set without changing the original.
YAML::Node Shallow(const YAML::Node& node) {
  YAML::Node copy(YAML::NodeType::Map);
  if (node.IsMap()) {
    for (const auto& entry : node) copy[entry.first.Scalar()] = entry.second;
  }
  return copy;
}

Status SetOfInput(const YamlReader& reader, const Axis& axis, const YAML::Node& value, YAML::Node& node) {
  const std::string& path = axis.key.Scalar();
  const std::string port = path.substr(0, path.find('.')), key = path.substr(path.find('.') + 1);
  if (!node["inputs"] || !node["inputs"].IsMap() || !node["inputs"][port]) {
    return reader.Error(axis.key, fmt::format("each: the case has no input '{}'", port));
  }
  YAML::Node inputs = Shallow(node["inputs"]);
  const YAML::Node given = inputs[port];
  if (given.IsSequence()) {
    YAML::Node tensors(YAML::NodeType::Sequence);
    for (const YAML::Node& entry : given) {
      YAML::Node tensor = Shallow(entry);
      tensor[key] = value;
      tensors.push_back(tensor);
    }
    inputs[port] = tensors;
  } else {
    YAML::Node tensor = Shallow(given);
    tensor[key] = value;
    inputs[port] = tensor;
  }
  node["inputs"] = inputs;
  return Status();
}

Status Set(const YamlReader& reader, const Axis& axis, const YAML::Node& value, YAML::Node& node) {
  const std::string& path = axis.key.Scalar();
  if (path.find('.') != std::string::npos) return SetOfInput(reader, axis, value, node);
  if (path == "dtype") {
    YAML::Node dtypes(YAML::NodeType::Sequence);
    dtypes.push_back(value);
    node["dtypes"] = dtypes;
    return Status();
  }
  YAML::Node attrs = Shallow(node["attrs"]);
  attrs[path] = value;
  node["attrs"] = attrs;
  return Status();
}

Result<std::vector<Axis>> ReadAxes(const YamlReader& reader, const YAML::Node& each) {
  OPDK_TRY(const auto entries, reader.Map(each, "each"));
  std::vector<Axis> axes;
  size_t combinations = 1;
  for (const auto& [key, values] : entries) {
    if (!values.IsSequence() || values.size() == 0) {
      return reader.Error(values, fmt::format("each: {} must have a list of values", key.Scalar()));
    }
    Axis axis{key, {}};
    for (const YAML::Node& value : values) axis.values.push_back(value);
    combinations *= axis.values.size();
    if (combinations > kMostCombinations) {
      return reader.Error(each, fmt::format("each: more than {} combinations", kMostCombinations));
    }
    axes.push_back(std::move(axis));
  }
  return axes;
}

// Returns a value in few characters, for names: "2x3", "-1", "uniform".
std::string ShortText(const YAML::Node& node) {
  if (node.IsScalar()) return node.Scalar();
  if (node.IsSequence()) {
    if (node.size() == 0) return "[]";
    std::string text;
    for (const YAML::Node& item : node) text += (text.empty() ? "" : "x") + ShortText(item);
    return text;
  }
  std::string text;
  if (node.IsMap()) {
    for (const auto& entry : node) {
      text += (text.empty() ? "" : " ") + entry.first.Scalar() + " " + ShortText(entry.second);
    }
  }
  return text;
}

}  // namespace

Result<std::vector<YAML::Node>> ExpandEach(const YamlReader& reader, const YAML::Node& op_case) {
  const YAML::Node each = op_case["each"];
  if (!each) return std::vector<YAML::Node>{op_case};
  OPDK_TRY(const std::vector<Axis> axes, ReadAxes(reader, each));
  OPDK_TRY(const std::string name, reader.Text(op_case["name"], "name"));
  std::vector<YAML::Node> cases;
  std::vector<size_t> index(axes.size(), 0);
  while (true) {
    YAML::Node one = Shallow(op_case);
    one.remove("each");
    std::string label;
    for (size_t i = 0; i < axes.size(); ++i) {
      const YAML::Node& value = axes[i].values[index[i]];
      OPDK_TRY(Set(reader, axes[i], value, one));
      label += fmt::format("{}{}={}", label.empty() ? "" : ", ", axes[i].key.Scalar(), ShortText(value));
    }
    // A node of its own: a text would be written into the node that all cases share.
    one["name"] = YAML::Node(fmt::format("{} [{}]", name, label));
    cases.push_back(one);
    size_t axis = axes.size();
    while (axis > 0 && ++index[axis - 1] == axes[axis - 1].values.size()) index[--axis] = 0;
    if (axis == 0) return cases;
  }
}

}  // namespace opdk::verify
