#include "tests/plugins/onnx/parse_fixture.h"

#include <fmt/format.h>
#include <onnx/defs/parser.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>

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

namespace {

// Gives the values of these names, in all graphs, a type that holds the type they have.
void Wrap(onnx::GraphProto& graph, const std::map<std::string, std::string>& kinds) {
  const auto wrap = [&](onnx::ValueInfoProto& value) {
    const auto kind = kinds.find(value.name());
    if (kind == kinds.end()) return;
    const onnx::TypeProto held = value.type();
    value.clear_type();
    onnx::TypeProto* around = value.mutable_type();
    if (kind->second.starts_with("optional")) around = around->mutable_optional_type()->mutable_elem_type();
    if (kind->second.ends_with("seq")) around = around->mutable_sequence_type()->mutable_elem_type();
    *around = held;
  };
  for (auto& input : *graph.mutable_input()) wrap(input);
  for (auto& output : *graph.mutable_output()) wrap(output);
  for (auto& node : *graph.mutable_node()) {
    for (auto& attribute : *node.mutable_attribute()) {
      if (attribute.has_g()) Wrap(*attribute.mutable_g(), kinds);
    }
  }
}

}  // namespace

// Rewrites the text for libonnx 1.12, which writes an absent input as nothing between commas, and knows neither seq(T)
// nor optional(T). An optional sequence is optional_seq(T) here.
onnx::ModelProto OnnxParse::Text(const std::string& given, int opset) {
  std::string graph = std::regex_replace(given, std::regex("\"\"(?=[,)])"), "");
  const std::regex holder(R"((seq|optional|optional_seq)\(([^()]*)\)\s+(\w+))");
  std::map<std::string, std::string> kinds;
  for (std::sregex_iterator it(graph.begin(), graph.end(), holder), end; it != end; ++it) kinds[(*it)[3]] = (*it)[1];
  graph = std::regex_replace(graph, holder, "$2 $3");
  const std::string text = fmt::format(
      R"(<ir_version: 8, opset_import: ["" : {}, "test.domain" : 2, "com.microsoft" : 1]> g {})", opset, graph);
  onnx::ModelProto model;
  const auto status = onnx::OnnxParser::Parse(model, text.c_str());
  EXPECT_TRUE(status.IsOK()) << status.ErrorMessage();
  Wrap(*model.mutable_graph(), kinds);
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
