// Models in text form (text_models.yaml, caffe/text_models.yaml): what they become, and how they are refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <vector>

#include "graph_core/ir/from_operators.h"
#include "graph_core/package/package_registry.h"
#include "tests/plugins/graph_summary.h"

namespace opdk {
namespace {

struct TextModel {
  std::string name, file, text;
  std::map<std::string, std::string> options;
  std::vector<std::string> gives, says;
};

void PrintTo(const TextModel& model, std::ostream* out) { *out << model.name; }

std::vector<TextModel> ReadModels() {
  std::vector<TextModel> models;
  std::vector<YAML::Node> nodes;
  for (const char* file : {"text_models.yaml", "caffe/text_models.yaml"}) {
    const YAML::Node list = YAML::LoadFile(std::string(OPDK_SOURCE_DIR) + "/tests/plugins/" + file);
    for (const YAML::Node& node : list) nodes.push_back(node);
  }
  for (const YAML::Node& node : nodes) {
    TextModel model{
        node["name"].as<std::string>(), node["file"].as<std::string>(), node["text"].as<std::string>(), {}, {}, {}};
    if (node["options"]) model.options = node["options"].as<std::map<std::string, std::string>>();
    if (node["gives"]) model.gives = node["gives"].as<std::vector<std::string>>();
    if (node["says"]) model.says = node["says"].as<std::vector<std::string>>();
    models.push_back(std::move(model));
  }
  return models;
}

class TextModels : public testing::TestWithParam<TextModel> {};

TEST_P(TextModels, BecomesOrIsRefused) {
  const TextModel& model = GetParam();
  PackageOptions package_options;
  package_options.use_environment = false;
  const auto packages = PackageRegistry::Load(package_options);
  ASSERT_TRUE(packages.ok()) << packages.status().ToString();
  PackageRegistry::SetCurrent(*packages);
  std::string directory = testing::TempDir() + "opdk_text_XXXXXX";
  ASSERT_NE(mkdtemp(directory.data()), nullptr);
  const std::string path = directory + "/" + model.file;
  std::ofstream(path) << model.text;

  const auto parsed = (*packages)->ParseModel({{path}, model.options, {}});
  std::string text = parsed.status().ToString();
  if (parsed.ok()) {
    const auto graph = FromOperators(parsed->graph);
    text = graph.ok() ? Summary(*graph) : graph.status().ToString();
  }
  std::filesystem::remove_all(directory);
  EXPECT_EQ(parsed.ok(), model.says.empty()) << text;
  for (const std::string& part : model.says) EXPECT_THAT(text, testing::HasSubstr(part));
  size_t from = 0;
  for (const std::string& line : model.gives) {
    const size_t at = text.find(line + "\n", from);
    EXPECT_NE(at, std::string::npos) << "no line '" << line << "' in order in\n" << text;
    if (at != std::string::npos) from = at;
  }
}

TEST(NetworksInTextForm, OfTooManyFieldsAreRefused) {
  PackageOptions options;
  options.use_environment = false;
  const auto packages = PackageRegistry::Load(options);
  ASSERT_TRUE(packages.ok()) << packages.status().ToString();
  const std::string path = testing::TempDir() + "opdk_fields.prototxt";
  for (const char* fields : {"input_dim: 1 ", "input_dim: [1, 1, 1, 1, 1, 1, 1, 1] "}) {
    std::ofstream text(path);
    for (int i = 0; i <= 1 << 20; ++i) text << fields;
    text.close();
    const auto parsed = (*packages)->ParseModel({{path}, {}, {}});
    EXPECT_THAT(parsed.status().ToString(), testing::HasSubstr("the network has more than 1048576 fields"));
  }
  std::filesystem::remove(path);
}

INSTANTIATE_TEST_SUITE_P(All, TextModels, testing::ValuesIn(ReadModels()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace opdk
