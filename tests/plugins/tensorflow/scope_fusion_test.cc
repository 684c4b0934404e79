// Scope fusion passes of a package on graphs of TensorFlow (scope_fusion.yaml): what they become, that they compute the
// same as without, and how wrong answers are refused.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "graph_core/ir/from_operators.h"
#include "graph_core/package/package_registry.h"
#include "opdk/model.h"
#include "opdk/packages.h"
#include "tests/plugins/graph_summary.h"

namespace opdk {
namespace {

using Texts = std::vector<std::string>;

struct Case {
  std::string name, graph;
  std::map<std::string, std::string> options;
  Texts gives, reports, warns, says;
};

void PrintTo(const Case& each, std::ostream* out) { *out << each.name; }

// Returns "scale/mul Mul x scale/factor _kind=plain" in TensorFlow's text form. A Const has its number, a Placeholder
// is float [2, 3]; inputs "^node" come before.
std::string NodeText(const std::string& line) {
  std::istringstream words(line);
  std::string name, type, text;
  words >> name >> type;
  const auto attribute = [&text](const std::string& key, const std::string& value) {
    text += fmt::format(" attr {{ key: \"{}\" value {{ {} }} }}", key, value);
  };
  attribute(type == "Const" || type == "Placeholder" ? "dtype" : "T", "type: DT_FLOAT");
  if (type == "Placeholder") attribute("shape", "shape { dim { size: 2 } dim { size: 3 } }");
  for (std::string word; words >> word;) {
    const size_t equals = word.find('=');
    if (type == "Const" && word[0] != '^') {
      attribute("value", fmt::format("tensor {{ dtype: DT_FLOAT tensor_shape {{ }} float_val: {} }}", word));
    } else if (equals != std::string::npos) {
      attribute(word.substr(0, equals), fmt::format("s: \"{}\"", word.substr(equals + 1)));
    } else {
      text += fmt::format(" input: \"{}\"", word);
    }
  }
  return fmt::format("node {{ name: \"{}\" op: \"{}\"{} }}\n", name, type, text);
}

std::vector<Case> ReadCases() {
  std::vector<Case> cases;
  for (const YAML::Node& node :
       YAML::LoadFile(std::string(OPDK_SOURCE_DIR) + "/tests/plugins/tensorflow/scope_fusion.yaml")) {
    const auto texts = [&node](const char* key) { return node[key] ? node[key].as<Texts>() : Texts(); };
    Case each{node["name"].as<std::string>(), node["text"] ? node["text"].as<std::string>() : "", {}, {}, {}, {}, {}};
    for (const std::string& line : texts("nodes")) each.graph += NodeText(line);
    if (node["passes"]) each.options["enable_scope_fusion_passes"] = node["passes"].as<std::string>();
    if (node["outputs"]) each.options["out_nodes"] = node["outputs"].as<std::string>();
    each.gives = texts("gives");
    each.reports = texts("reports");
    each.warns = texts("warns");
    each.says = texts("says");
    cases.push_back(std::move(each));
  }
  return cases;
}

Packages Load(const Texts& plugin_dirs) {
  PackageOptions options;
  options.use_environment = false;
  options.plugin_dirs = plugin_dirs;
  auto packages = Packages::Load(options);
  EXPECT_TRUE(packages.ok()) << packages.status().ToString();
  PackageRegistry::SetCurrent(packages->registry());
  return *packages;
}

// Expects the parts in order.
void ExpectParts(const std::string& text, const Texts& parts) {
  size_t from = 0;
  for (const std::string& part : parts) {
    const size_t at = text.find(part, from);
    EXPECT_NE(at, std::string::npos) << "no '" << part << "' in order in\n" << text;
    if (at != std::string::npos) from = at + part.size();
  }
}

// Returns the graph's outputs for inputs that are all different.
std::vector<std::vector<float>> Compute(const Packages& packages, const ge::Graph& graph) {
  const auto model = Model::Compile(packages, graph);
  EXPECT_TRUE(model.ok()) << model.status().ToString();
  if (!model.ok()) return {};
  std::vector<ge::Tensor> inputs;
  float next = -2.0f;
  for (size_t i = 0; i < model->inputs().size(); ++i) {
    std::vector<float> values(6);
    for (float& value : values) value = next += 0.75f;
    const ge::TensorDesc desc(ge::Shape({2, 3}), ge::FORMAT_ND, ge::DT_FLOAT);
    inputs.emplace_back(desc, reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(float));
  }
  const auto outputs = model->Run(inputs);
  EXPECT_TRUE(outputs.ok()) << outputs.status().ToString();
  std::vector<std::vector<float>> numbers;
  for (const ge::Tensor& output : outputs.ok() ? *outputs : std::vector<ge::Tensor>()) {
    const auto* data = reinterpret_cast<const float*>(output.GetData());
    numbers.emplace_back(data, data + output.GetSize() / sizeof(float));
  }
  return numbers;
}

class ScopeFusion : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    directory_ = testing::TempDir() + "opdk_scopes_XXXXXX";
    ASSERT_NE(mkdtemp(directory_.data()), nullptr);
    path_ = directory_ + "/graph.pbtxt";
    std::ofstream(path_) << GetParam().graph;
  }
  void TearDown() override {
    std::filesystem::remove_all(directory_);
    PackageRegistry::SetCurrent(nullptr);
  }

  std::string directory_, path_;
};

// The boundary of a package has no std::string.
TEST_P(ScopeFusion, IsTheSameForAPackageOfTheOtherStrings) {
  const auto read = [this](const std::string& directory) {
    const Packages packages = Load({OPDK_TEST_SCOPES + directory});
    const auto parsed = packages.ParseModel({{path_}, GetParam().options, {}});
    std::string text = parsed.status().ToString();
    if (parsed.ok()) {
      const auto graph = FromOperators(parsed->graph);
      text = fmt::format("{}{}{}", parsed->report, fmt::join(parsed->warnings, "\n"),
                         graph.ok() ? Summary(*graph) : graph.status().ToString());
    }
    return std::regex_replace(text, std::regex("scopes_old_string"), "scopes");
  };
  const std::string with_new = read("");
  EXPECT_EQ(read("_old_string"), with_new);
}

TEST_P(ScopeFusion, GivesTheSameNumbersOrIsRefused) {
  const Case& each = GetParam();
  const Packages packages = Load({OPDK_TEST_SCOPES});
  const auto parsed = packages.ParseModel({{path_}, each.options, {}});
  EXPECT_EQ(parsed.ok(), each.says.empty()) << parsed.status().ToString();
  if (!parsed.ok()) {
    ExpectParts(parsed.status().ToString(), each.says);
    return;
  }
  const auto graph = FromOperators(parsed->graph);
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  ExpectParts(Summary(*graph), each.gives);
  ExpectParts(parsed->report, each.reports);
  EXPECT_EQ(std::count(parsed->report.begin(), parsed->report.end(), '\n'), std::ssize(each.reports)) << parsed->report;
  ExpectParts(fmt::format("{}", fmt::join(parsed->warnings, "\n")), each.warns);
  EXPECT_EQ(parsed->warnings.size(), each.warns.size()) << fmt::format("{}", fmt::join(parsed->warnings, "\n"));
  const auto fused = Compute(packages, parsed->graph);

  const Packages without = Load({});
  auto options = each.options;
  options.erase("enable_scope_fusion_passes");
  const auto plain = without.ParseModel({{path_}, options, {}});
  ASSERT_TRUE(plain.ok()) << plain.status().ToString();
  const auto expected = Compute(without, plain->graph);
  ASSERT_EQ(fused.size(), expected.size());
  for (size_t i = 0; i < fused.size(); ++i) {
    EXPECT_THAT(fused[i], testing::Pointwise(testing::FloatNear(1e-5f), expected[i])) << "output " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ScopeFusion, testing::ValuesIn(ReadCases()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace opdk
