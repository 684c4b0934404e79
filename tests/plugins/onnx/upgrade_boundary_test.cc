// Every upgrade of an operator at both sides of each boundary. upgrades.yaml gives the graphs, ONNX's own definitions
// the boundaries. The sources give the operators that are upgraded, so that none is left out.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <onnx/defs/schema.h>
#include <yaml-cpp/yaml.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "tests/plugins/onnx/parse_fixture.h"

namespace opdk {
namespace {

std::string ValuesOf(const ge::Tensor& tensor) {
  std::vector<std::string> values;
  const auto add = [&](auto example) {
    std::vector<decltype(example)> held(tensor.GetSize() / sizeof(example));
    if (!held.empty()) std::memcpy(held.data(), tensor.GetData(), tensor.GetSize());
    for (const auto value : held) values.push_back(fmt::format("{}", value));
  };
  if (tensor.GetDataType() == ge::DT_INT64) add(int64_t{});
  if (tensor.GetDataType() == ge::DT_FLOAT) add(float{});
  return fmt::format("[{}]", fmt::join(values, ","));
}

std::string AttrsOf(const OpDesc& op) {
  std::string text;
  for (const IrAttr& declared : op.ir_attrs) {
    const auto* number = op.GetAttr<int64_t>(declared.name);
    const auto* otherwise = std::get_if<int64_t>(&declared.default_value);
    if (number != nullptr && (otherwise == nullptr || *number != *otherwise)) {
      text += fmt::format(" {}={}", declared.name, *number);
    }
    if (const auto* type = op.GetAttr<ge::DataType>(declared.name)) {
      text += fmt::format(" {}=dtype{}", declared.name, static_cast<int>(*type));
    }
  }
  return text;
}

// Describes a graph: "Flatten(x) axis=2; Softmax(Flatten)". Operators stand in order, each called by its type.
// Constants are called by their values. Integer attributes are listed if they aren't at their default.
std::string Described(const Graph& graph) {
  const auto order = graph.TopologicalOrder();
  if (!order.ok()) return order.status().ToString();
  std::vector<std::string> lines;
  for (const Node* node : *order) {
    if (node->type() == "Data" || node->type() == "Const" || node->type() == "NetOutput") continue;
    std::vector<std::string> inputs;
    for (const Endpoint& from : node->inputs()) {
      if (from.node == nullptr) {
        inputs.emplace_back("_");
      } else if (const ge::Tensor* value = from.node->ConstValue(); value != nullptr) {
        inputs.push_back(ValuesOf(*value));
      } else {
        inputs.push_back(from.node->type() == "Data" ? from.node->name() : from.node->type());
      }
    }
    lines.push_back(fmt::format("{}({}){}", node->type(), fmt::join(inputs, ", "), AttrsOf(node->op())));
  }
  return fmt::format("{}", fmt::join(lines, "; "));
}

std::string With(std::string text, const std::string& type) {
  for (size_t at = text.find("{op}"); at != std::string::npos; at = text.find("{op}")) text.replace(at, 4, type);
  return text;
}

YAML::Node Cases() { return YAML::LoadFile(OPDK_SOURCE_DIR "/tests/plugins/onnx/upgrades.yaml"); }

TEST_F(OnnxParse, UpgradesGiveTheNodesOfTheirCases) {
  for (const YAML::Node& entry : Cases()) {
    for (const YAML::Node& type : entry["operators"]) {
      const std::string model = With(entry["model"].as<std::string>(), type.as<std::string>());
      const int opset = entry["opset"].as<int>();
      const std::string empty = entry["empty"] ? entry["empty"].as<std::string>() : "";
      const auto graph = Parse(WithEmptyList(Text(model, opset), empty));
      const std::string text = graph.ok() ? Described(*graph) : graph.status().ToString();
      const std::string expected = With(entry["gives"].as<std::string>(), type.as<std::string>());
      if (entry["refused"] && entry["refused"].as<bool>()) {
        EXPECT_FALSE(graph.ok());
        EXPECT_THAT(text, testing::HasSubstr(expected));
      } else {
        EXPECT_EQ(text, expected) << "opset " << opset << ": " << model;
      }
    }
  }
}

// Returns the operators that the sources register an upgrade for.
std::set<std::string> UpgradedOperators() {
  std::set<std::string> types;
  const std::regex registration(R"rx(OPDK_UPGRADE_ONNX\(\s*\w+((?:,\s*"[\w.:]+")+)\s*\))rx");
  const std::regex name(R"rx("([\w.:]+)")rx");
  for (const auto& file : std::filesystem::recursive_directory_iterator(OPDK_SOURCE_DIR "/plugins/onnx")) {
    if (file.path().extension() != ".cc") continue;
    std::stringstream text;
    text << std::ifstream(file.path()).rdbuf();
    const std::string source = text.str();
    for (std::sregex_iterator it(source.begin(), source.end(), registration), end; it != end; ++it) {
      const std::string names = (*it)[1];
      for (std::sregex_iterator each(names.begin(), names.end(), name); each != end; ++each) {
        // ONNX's text form has a dot behind the domain.
        types.insert(std::regex_replace((*each)[1].str(), std::regex("::"), "."));
      }
    }
  }
  return types;
}

// Describes the form of a node of an operator's version. Changes of documentation and of types alone are no new form.
std::string FormOf(const onnx::OpSchema& schema) {
  std::string form;
  for (const auto& [name, attribute] : std::map(schema.attributes().begin(), schema.attributes().end())) {
    if (name == "consumed_inputs") continue;
    form +=
        fmt::format("{}:{}={};", name, static_cast<int>(attribute.type), attribute.default_value.ShortDebugString());
  }
  for (const auto& input : schema.inputs()) form += fmt::format("in {};", input.GetName());
  for (const auto& output : schema.outputs()) form += fmt::format("out {};", output.GetName());
  return form;
}

// Returns the opsets that gave each operator a new form.
std::map<std::string, std::set<int>> Boundaries() {
  std::map<std::string, std::map<int, std::string>> forms;
  for (const onnx::OpSchema& schema : onnx::OpSchemaRegistry::get_all_schemas_with_history()) {
    if (schema.domain().empty() && schema.SinceVersion() <= 17)
      forms[schema.Name()][schema.SinceVersion()] = FormOf(schema);
  }
  std::map<std::string, std::set<int>> boundaries;
  for (const auto& [type, versions] : forms) {
    for (auto it = std::next(versions.begin()); it != versions.end(); ++it) {
      if (it->second != std::prev(it)->second) boundaries[type].insert(it->first);
    }
  }
  return boundaries;
}

// Returns whether a model of values/*.yaml, whose outputs are compared, has a node of that type.
bool HasValues(const std::string& type) {
  static const std::string models = [] {
    std::stringstream text;
    for (const auto& file : std::filesystem::directory_iterator(OPDK_SOURCE_DIR "/tests/plugins/onnx/values")) {
      text << std::ifstream(file.path()).rdbuf();
    }
    return text.str();
  }();
  for (size_t at = models.find(" " + type); at != std::string::npos; at = models.find(" " + type, at + 1)) {
    if (std::string("( \n").find(models[at + 1 + type.size()]) != std::string::npos) return true;
  }
  return false;
}

TEST(OnnxUpgrades, EachHasCasesAtBothSidesOfEachBoundary) {
  std::map<std::string, std::set<int>> tried;
  for (const YAML::Node& entry : Cases()) {
    for (const YAML::Node& type : entry["operators"]) tried[type.as<std::string>()].insert(entry["opset"].as<int>());
  }
  const std::set<std::string> upgraded = UpgradedOperators();
  EXPECT_GT(upgraded.size(), 30u);
  const auto boundaries = Boundaries();
  for (const std::string& type : upgraded) {
    EXPECT_TRUE(tried.contains(type) || HasValues(type))
        << type << " has an upgrade and no case in upgrades.yaml or values/*.yaml";
    const auto found = boundaries.find(type);
    if (found == boundaries.end()) continue;
    for (const int opset : found->second) {
      EXPECT_TRUE(tried[type].contains(opset - 1)) << type << " lacks a case at opset " << opset - 1;
      EXPECT_TRUE(tried[type].contains(opset)) << type << " lacks a case at opset " << opset;
    }
  }
}

}  // namespace
}  // namespace opdk
