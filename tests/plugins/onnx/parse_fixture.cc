#include "tests/plugins/onnx/parse_fixture.h"

#include <fmt/format.h>
#include <onnx/defs/parser.h>

#include <filesystem>
#include <fstream>

#include "graph_core/ir/from_operators.h"

namespace opdk {

void OnnxParse::SetUp() {
  std::string path = testing::TempDir() + "opdk_onnx_XXXXXX";
  directory_ = mkdtemp(path.data());
  PackageOptions options;
  options.use_environment = false;
  options.plugin_dirs = {OPDK_TEST_MAPPINGS};
  auto loaded = PackageRegistry::Load(options);
  ASSERT_TRUE(loaded.ok()) << loaded.status().ToString();
  packages_ = *loaded;
  PackageRegistry::SetCurrent(packages_);
}

void OnnxParse::TearDown() { std::filesystem::remove_all(directory_); }

onnx::ModelProto OnnxParse::Text(const std::string& graph, int opset) {
  const std::string text = fmt::format(
      R"(<ir_version: 8, opset_import: ["" : {}, "test.domain" : 2, "com.microsoft" : 1]> g {})", opset, graph);
  onnx::ModelProto model;
  const auto status = onnx::OnnxParser::Parse(model, text.c_str());
  EXPECT_TRUE(status.IsOK()) << status.ErrorMessage();
  return model;
}

onnx::ModelProto OnnxParse::WithEmptyList(onnx::ModelProto model, const std::string& attribute) {
  for (auto& node : *model.mutable_graph()->mutable_node()) {
    for (auto& given : *node.mutable_attribute()) {
      if (given.name() != attribute) continue;
      given.clear_ints();
      given.clear_floats();
      given.clear_strings();
    }
  }
  return model;
}

Result<Graph> OnnxParse::Parse(const onnx::ModelProto& model) const { return ParseBytes(model.SerializeAsString()); }

Result<Graph> OnnxParse::ParseBytes(const std::string& bytes) const {
  const std::string path = directory_ + "/model.onnx";
  std::ofstream(path, std::ios::binary) << bytes;
  OPDK_TRY(const ParseResult parsed, packages_->ParseModel({{path}, {}, {}}));
  return FromOperators(parsed.graph);
}

std::string OnnxParse::Parsed(const onnx::ModelProto& model) const {
  const auto graph = Parse(model);
  return graph.ok() ? Summary(*graph) : graph.status().ToString();
}

}  // namespace opdk
