// Definition files: the contents of good files, and the errors of bad ones. The files lie in definitions/.
#include "sdk/tools/author/definition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "sdk/tools/author/operator_name.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<std::string> kKinds = {"elementwise", "matmul", "multi_output", "reduction"};

std::string Folder(const std::string& name) { return OPDK_SOURCE_DIR "/tests/sdk/tools/author/definitions/" + name; }

author::PackageDefinition Read(const std::string& name) {
  auto read = author::ReadDefinitionFile(Folder("valid/" + name), kKinds);
  EXPECT_TRUE(read.ok()) << read.status().ToString();
  return read.ok() ? *read : author::PackageDefinition();
}

TEST(Definition, IsReadWithItsPackagePortsAttributesEnginesAndFrameworks) {
  const author::PackageDefinition package = Read("full.yaml");
  EXPECT_EQ(package.name, "row_ops");
  EXPECT_EQ(package.vendor, "me");
  EXPECT_EQ(package.version, "1.2.3");
  ASSERT_EQ(package.operators.size(), 2u);
  const author::OperatorDefinition& sum = package.operators[0];
  EXPECT_EQ(sum.kind, "reduction");
  EXPECT_THAT(sum.inputs.at(0).types, ElementsAre(ge::DT_FLOAT16, ge::DT_FLOAT, ge::DT_DOUBLE));
  EXPECT_EQ(sum.outputs.at(0).types, sum.inputs[0].types);
  EXPECT_EQ(std::get<std::vector<int64_t>>(sum.attrs.at(0).default_value), std::vector<int64_t>{-1});
  EXPECT_THAT(sum.engines, ElementsAre("ai_cpu"));
  EXPECT_THAT(sum.frameworks.at("onnx"), ElementsAre("me.ops::2::RowSum"));
  EXPECT_TRUE(sum.frameworks.at("caffe").empty());

  const author::OperatorDefinition& blend = package.operators[1];
  EXPECT_EQ(blend.inputs.at(1).param_type, PortKind::kOptional);
  EXPECT_THAT(blend.inputs[1].types, ElementsAre(ge::DT_BOOL, ge::DT_BOOL)) << "one entry holds for every column";
  EXPECT_EQ(blend.inputs.at(2).param_type, PortKind::kDynamic);
  EXPECT_THAT(blend.inputs[0].formats, ElementsAre(ge::FORMAT_NCHW, ge::FORMAT_ND));
  EXPECT_EQ(blend.attrs.at(0).max, 1.0);
  EXPECT_THAT(blend.attrs.at(1).one_of, ElementsAre("linear", "cubic"));
  EXPECT_TRUE(blend.attrs.at(2).required());
  EXPECT_EQ(blend.attrs[2].type, "ListInt");
}

TEST(Definition, OfMsOpGenIsReadWithAliasesGroupsAndListsInText) {
  const author::PackageDefinition package = Read("msopgen.json");
  ASSERT_EQ(package.operators.size(), 2u);
  const author::OperatorDefinition& relu = package.operators[0];
  EXPECT_THAT(relu.inputs.at(0).types, ElementsAre(ge::DT_FLOAT16, ge::DT_FLOAT));
  EXPECT_THAT(relu.inputs.at(0).formats, ElementsAre(ge::FORMAT_ND, ge::FORMAT_NCHW));
  EXPECT_THAT(relu.inputs.at(1).types, ElementsAre(ge::DT_INT32, ge::DT_INT32));
  EXPECT_EQ(relu.outputs.at(0).types, relu.inputs[0].types);
  EXPECT_FLOAT_EQ(std::get<float>(relu.attrs.at(0).default_value), 0.01f);
  EXPECT_EQ(std::get<std::vector<int64_t>>(relu.attrs.at(1).default_value), (std::vector<int64_t>{1, 2}));
  EXPECT_TRUE(relu.attrs.at(2).required());
  EXPECT_THAT(package.notes, ElementsAre(HasSubstr("attribute count is required; its default_value is left out")));

  const author::OperatorDefinition& any = package.operators[1];
  EXPECT_EQ(any.inputs.at(0).types, ge::TensorType::RealNumberType().Types());
  EXPECT_EQ(any.outputs.at(1).types, std::vector<ge::DataType>(any.inputs[0].types.size(), ge::DT_INT64));
}

TEST(Definition, ThatIsWrittenIsReadBackTheSame) {
  for (const author::OperatorDefinition& op : Read("full.yaml").operators) {
    const YAML::Node written = author::WriteOperator(op);
    const auto again = author::ReadOperator(YamlReader("again"), YAML::Load(YAML::Dump(written)), kKinds);
    ASSERT_TRUE(again.ok()) << again.status().ToString();
    EXPECT_EQ(YAML::Dump(author::WriteOperator(*again)), YAML::Dump(written));
  }
}

TEST(Definition, ThatIsWrongIsRefusedAtItsLineAndColumn) {
  size_t files = 0;
  for (const auto& entry : fs::directory_iterator(Folder("invalid"))) {
    ++files;
    // Reads the first line, which is a comment: "# 4:9 text", or "# text" for an error without a line.
    std::ifstream file(entry.path());
    std::string expected;
    std::getline(file, expected);
    expected = expected.substr(2);
    std::string place = entry.path().string();
    if (expected.find_first_of("0123456789") == 0) {
      place += ":" + expected.substr(0, expected.find(' '));
      expected = expected.substr(expected.find(' ') + 1);
    }
    const auto read = author::ReadDefinitionFile(entry.path().string(), kKinds);
    ASSERT_FALSE(read.ok()) << entry.path() << " is accepted";
    EXPECT_EQ(read.status().code(), ErrorCode::kDefinitionInvalid) << read.status().ToString();
    EXPECT_THAT(read.status().message(), HasSubstr(expected)) << entry.path();
    EXPECT_THAT(read.status().places(), testing::Contains(place)) << read.status().ToString();
  }
  EXPECT_GE(files, 25u);
}

TEST(Definition, ThatIsMissingIsNamed) {
  const auto read = author::ReadDefinitionFile("/no/such/file.yaml", kKinds);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.status().code(), ErrorCode::kFileNotFound);
  EXPECT_THAT(read.status().ToString(), HasSubstr("/no/such/file.yaml"));
}

TEST(OperatorName, GivesTheStemThatItsFilesHave) {
  EXPECT_EQ(author::StemOf("MatMul"), "mat_mul");
  EXPECT_EQ(author::StemOf("ReduceL1"), "reduce_l1");
  EXPECT_EQ(author::StemOf("PRelu"), "p_relu");
  EXPECT_EQ(author::StemOf("GatherND"), "gather_nd");
  EXPECT_EQ(author::StemOf("BNInfer"), "bn_infer");
  EXPECT_EQ(author::StemOf("Conv2D"), "conv2d");
  EXPECT_EQ(author::StemOf("Conv2DTik"), "conv2d_tik");
  EXPECT_EQ(author::StemOf("AddBlockCust"), "add_block_cust");
  EXPECT_EQ(author::StemOf("Conv2DBackprop"), "conv2d_backprop");
  EXPECT_EQ(author::StemOf("LSTM"), "lstm");
}

TEST(OperatorName, OfOtherFormsIsRefusedWithABetterOne) {
  for (const char* name : {"", "row_sum", "rowSum", "Row Sum", "2Rows", "Röw"}) {
    EXPECT_FALSE(author::CheckOperatorName(name).ok()) << name;
  }
  EXPECT_THAT(author::CheckOperatorName("row_sum").hint(), HasSubstr("RowSum"));
}

TEST(PackageName, IsMadeOfAFoldersName) {
  EXPECT_EQ(author::PackageNameOf("My-Ops"), "my_ops");
  EXPECT_EQ(author::PackageNameOf("3d"), "ops_3d");
}

}  // namespace
}  // namespace opdk::cli
