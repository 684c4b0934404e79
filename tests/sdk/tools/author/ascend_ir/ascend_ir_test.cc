// The built-in operators beside CANN's vocabulary.
#include "sdk/tools/author/ascend_ir/ascend_ir.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>
#include <set>
#include <sstream>

#include "graph_core/package/package_registry.h"

namespace opdk::author {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

TEST(AscendIr, TheTableIsReadWhole) {
  EXPECT_GT(AscendIr().size(), 1590U);
  const AscendOperator* softmax = FindAscendOperator("SoftmaxV2");
  ASSERT_NE(softmax, nullptr);
  EXPECT_EQ(softmax->group, "nn_norm");
  EXPECT_THAT(softmax->inputs, SizeIs(1));
  EXPECT_EQ(softmax->inputs[0].types, "f64|f16|bf16|f32");
  ASSERT_THAT(softmax->attrs, SizeIs(2));
  EXPECT_EQ(softmax->attrs[0].type, "ListInt");
  EXPECT_EQ(softmax->attrs[0].default_text, "{-1}");
  const AscendOperator* split = FindAscendOperator("SplitD");
  ASSERT_NE(split, nullptr);
  EXPECT_EQ(split->outputs[0].kind, PortKind::kDynamic);
  EXPECT_TRUE(split->attrs[0].required);
  EXPECT_EQ(FindAscendOperator("Softmax"), nullptr);
}

TEST(AscendIr, DifferencesAreNamed) {
  OpDesc prototype;
  prototype.ir_inputs = {{"x", PortKind::kRequired, ""}, {"axis", PortKind::kRequired, ""}};
  prototype.ir_outputs = {{"y", PortKind::kRequired, ""}};
  prototype.ir_attrs = {{"exclusive", "Int", false, Attr(int64_t{0})}, {"reverse", "Bool", false, Attr(true)}};
  EXPECT_THAT(DifferencesFromAscendIr(prototype, *FindAscendOperator("Cumsum")),
              ElementsAre("attribute exclusive is of Int, in Ascend IR of Bool",
                          "attribute reverse is true by default, in Ascend IR false"));
}

// Differences from Ascend IR are listed in tests/op_proto/ascend_ir_differences.txt, one line each. An operator that
// Ascend IR lacks has its framework's name.
TEST(AscendIr, BuiltInOperatorsDifferFromItOnlyAsIsListed) {
  PackageOptions options;
  options.plugin_dirs = {OPDK_BINARY_DIR "/lib/opdk/builtin"};
  options.use_environment = false;
  options.use_builtin = false;
  const auto packages = PackageRegistry::Load(options);
  ASSERT_TRUE(packages.ok()) << packages.status().ToString();
  std::set<std::string> found;
  for (const std::string& type : (*packages)->OperatorTypes()) {
    const auto declared = (*packages)->Declared(type, type);
    ASSERT_TRUE(declared.ok()) << declared.status().ToString();
    const AscendOperator* table = FindAscendOperator(type);
    if (table == nullptr) {
      found.insert(fmt::format("{}: not in Ascend IR", type));
      continue;
    }
    for (const std::string& line : DifferencesFromAscendIr(**declared, *table)) {
      found.insert(fmt::format("{}: {}", type, line));
    }
  }
  std::set<std::string> listed;
  std::ifstream file(OPDK_SOURCE_DIR "/tests/op_proto/ascend_ir_differences.txt");
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') listed.insert(line);
  }
  for (const std::string& line : found) EXPECT_TRUE(listed.contains(line)) << "isn't listed: " << line;
  for (const std::string& line : listed) EXPECT_TRUE(found.contains(line)) << "isn't so any more: " << line;
}

}  // namespace
}  // namespace opdk::author
