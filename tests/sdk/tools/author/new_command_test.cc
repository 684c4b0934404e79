// `opdk new` and `opdk add` as an author runs them: the files they write, their questions and refusals.
#include <gmock/gmock.h>

#include <sstream>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class NewCommand : public Command {
 protected:
  Outcome New(const std::string& arguments, const std::string& input = "") {
    Write("answers", input);
    return Run(fmt::format("new {} <'{}'", arguments, Path("answers")));
  }
  // Returns every file below a folder with its text.
  std::string Everything(const std::string& folder) {
    std::vector<std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(work_ / folder)) {
      all.push_back(entry.path().string() + "\n" + (entry.is_regular_file() ? ReadFile(entry.path()) : ""));
    }
    std::sort(all.begin(), all.end());
    return fmt::format("{}", fmt::join(all, "\n"));
  }
};

TEST_F(NewCommand, QuotesAPathThatAShellWouldSplit) {
  const Outcome made = New("'" + Path("my ops") + "' --kind elementwise --op Twice --vendor me");
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("Next:\n  cd '" + Path("my ops") + "'\n"));
}

TEST_F(NewCommand, MakesTheFoldersOfAPackageAndNamesTheNextStep) {
  const Outcome made = New(Path("my_ops") + " --kind reduction --op RowSum --frameworks onnx,caffe --vendor me");
  ASSERT_EQ(made.code, 0) << made.err;
  for (const char* file :
       {"CMakeLists.txt", "README.md", ".gitignore", ".clang-format", "op_proto/reduce/row_sum.h",
        "op_proto/reduce/row_sum.cc", "op_info/reduce/row_sum.yaml", "op_impl/ai_core/reduce/row_sum.cc",
        "op_impl/ai_cpu/reduce/row_sum.cc", "plugins/onnx/reduce/row_sum.cc", "plugins/caffe/reduce/row_sum.cc",
        "tests/op/reduce/row_sum.yaml", ".opdk/template.yaml", ".opdk/operators/row_sum.yaml"}) {
    EXPECT_TRUE(fs::exists(work_ / "my_ops" / file)) << file;
  }
  EXPECT_FALSE(fs::exists(work_ / "my_ops/plugins/tensorflow"));
  EXPECT_THAT(made.out, HasSubstr("      reduce/\n        row_sum.cc\n"));
  EXPECT_THAT(made.out, HasSubstr("Next:\n  cd " + Path("my_ops") + "\n  opdk build\n  opdk test\n"));
  EXPECT_THAT(ReadFile(work_ / "my_ops/CMakeLists.txt"),
              HasSubstr("opdk_add_operator_package(my_ops VENDOR me VERSION"));
  EXPECT_THAT(ReadFile(work_ / "my_ops/plugins/onnx/reduce/row_sum.cc"), HasSubstr("\"my_ops::1::RowSum\""));
  EXPECT_THAT(Everything("my_ops"), Not(testing::AnyOf(HasSubstr("{{"), HasSubstr("}}}"))));
}

TEST_F(NewCommand, WritesEachTypeOnce) {
  ASSERT_EQ(New(Path("brief") + " --kind elementwise --op Scaled").code, 0);
  EXPECT_EQ(ReadFile(work_ / "brief/op_info/elementwise/scaled.yaml"),
            "Scaled:\n  in_place: { y: x }\n  engines: [ai_core, ai_cpu]\n");
  const std::string prototype = ReadFile(work_ / "brief/op_proto/elementwise/scaled.h");
  EXPECT_THAT(prototype, HasSubstr("    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT, DT_DOUBLE}))\n"
                                   "    .INPUT(x, T)\n    .OUTPUT(y, T)\n"));
}

TEST_F(NewCommand, ListsTheColumnsThatThePrototypeCantSay) {
  Write("columns.yaml",
        "package: {name: mixed}\noperators:\n  - op: Mixed\n    group: custom\n    doc: x and z change together.\n"
        "    inputs:\n      - {name: x, types: [float, int32]}\n      - {name: z, types: [int32, float]}\n"
        "    outputs:\n      - {name: y, types: [float, int32]}\n    engines: [ai_cpu]\n");
  const Outcome made = New(Path("mixed") + " --from " + Path("columns.yaml"));
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(ReadFile(work_ / "mixed/op_info/custom/mixed.yaml"),
            "Mixed:\n  dtype:\n    x, y: [float, int32]\n    z: [int32, float]\n  engines: [ai_cpu]\n");
  EXPECT_THAT(ReadFile(work_ / "mixed/op_proto/custom/mixed.h"),
              HasSubstr("    .INPUT(x, T)\n    .INPUT(z, TensorType({DT_INT32, DT_FLOAT}))\n    .OUTPUT(y, T)\n"));
}

TEST_F(NewCommand, RefusesAFolderThatHoldsSomethingAndLeavesItAlone) {
  fs::create_directory(work_ / "mine");
  Write("mine/notes", "precious");
  const Outcome refused = New(Path("mine") + " --kind matmul");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("error E1007: "));
  EXPECT_THAT(refused.err, HasSubstr("is not empty"));
  EXPECT_EQ(std::distance(fs::directory_iterator(work_ / "mine"), fs::directory_iterator()), 1);
  fs::create_directory(work_ / "empty");
  EXPECT_EQ(New(Path("empty") + " --kind matmul").code, 0);
}

TEST_F(NewCommand, LeavesNothingBehindWhenItCantWrite) {
  Write("file", "not a folder");
  const Outcome refused = New(Path("file/below/my_ops") + " --kind matmul");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("error E1006: "));
}

TEST_F(NewCommand, WithoutANameAndATerminalIsAUsageError) {
  for (const char* arguments : {"", "my_ops"}) {
    const Outcome outcome = New(arguments);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("error E1001: "));
    EXPECT_THAT(outcome.err, HasSubstr("--kind"));
  }
}

TEST_F(NewCommand, SuggestsSimilarNames) {
  EXPECT_THAT(New(Path("a") + " --kind reducton").err, HasSubstr("did you mean reduction?"));
  EXPECT_THAT(New(Path("a") + " --kind reduction --engines ai_cor").err, HasSubstr("did you mean ai_core"));
  EXPECT_THAT(New(Path("a") + " --kind reduction --frameworks onx").err, HasSubstr("did you mean onnx?"));
  EXPECT_THAT(New(Path("a") + " --kind reduction --op row_sum").err, HasSubstr("call it RowSum"));
  EXPECT_THAT(New(Path("a") + " --kind ai_cpu_only --engines ai_core").err,
              HasSubstr("the kind has no kernel for ai_core"));
  EXPECT_FALSE(fs::exists(work_ / "a"));
}

TEST_F(NewCommand, AsksAFewQuestionsAndAsksAgainAfterAWrongAnswer) {
  const Outcome made = New("-i", Path("asked") + "\nreducton\n7\nrow sum\nRowSum\n\nonnx\n\n");
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.err, HasSubstr("did you mean reduction?"));
  EXPECT_THAT(made.err, HasSubstr("call it RowSum"));
  EXPECT_TRUE(fs::exists(work_ / "asked/op_impl/ai_core/reduce/row_sum.cc"));
  EXPECT_TRUE(fs::exists(work_ / "asked/plugins/onnx/reduce/row_sum.cc"));
  const Outcome ended = New("-i", Path("never") + "\n");
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.err, HasSubstr("the input ended at the question"));
  EXPECT_FALSE(fs::exists(work_ / "never"));
}

TEST_F(NewCommand, ADefinitionWithoutAKindSaysWhereItsAuthorMustWrite) {
  const std::string file = "'" OPDK_SOURCE_DIR "/tests/sdk/tools/author/definitions/valid/msopgen.json'";
  const Outcome made = New(Path("cann") + " --from " + file + " --op LeakyReluCustom");
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_FALSE(fs::exists(work_ / "cann/op_proto/custom/any_number.h"));
  const std::string rule = ReadFile(work_ / "cann/op_proto/custom/leaky_relu_custom.cc");
  const auto line = 1 + std::count(rule.begin(), rule.begin() + static_cast<ptrdiff_t>(rule.find("__LINE__")), '\n');
  EXPECT_THAT(made.err, HasSubstr(fmt::format("op_proto/custom/leaky_relu_custom.cc:{}\n", line)));
  EXPECT_THAT(made.err, HasSubstr("op_impl/ai_core/custom/leaky_relu_custom.cc:"));
  EXPECT_THAT(made.err, HasSubstr("op_impl/ai_cpu/custom/leaky_relu_custom.cc:"));
  EXPECT_THAT(New(Path("b") + " --from " + file + " --op LeakyReluCustm").err,
              HasSubstr("did you mean LeakyReluCustom?"));
}

TEST_F(NewCommand, MistakesInADefinitionEndWithThreeAndTheirPlace) {
  Write("bad.yaml", "operators:\n  - op: Foo\n    kind: reducton\n");
  const Outcome outcome = New(Path("a") + " --from " + Path("bad.yaml"));
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr(Path("bad.yaml") + ":3:11"));
}

TEST_F(NewCommand, AddPutsAnOperatorInFromAnySubdirectoryAndEditsNothing) {
  ASSERT_EQ(New(Path("my_ops") + " --kind elementwise --op Affine").code, 0);
  const std::string before = Everything("my_ops/op_proto") + ReadFile(work_ / "my_ops/CMakeLists.txt") +
                             ReadFile(work_ / "my_ops/.opdk/template.yaml") +
                             ReadFile(work_ / "my_ops/.opdk/operators/affine.yaml");
  const Outcome added =
      Run("add --kind matmul --op Project --frameworks onnx -C " + Path("my_ops/op_proto/elementwise"));
  ASSERT_EQ(added.code, 0) << added.err;
  EXPECT_TRUE(fs::exists(work_ / "my_ops/op_impl/ai_cpu/matmul/project.cc"));
  EXPECT_THAT(ReadFile(work_ / "my_ops/plugins/onnx/matmul/project.cc"), HasSubstr("my_ops::1::Project"));
  fs::remove_all(work_ / "my_ops/op_proto/matmul");
  EXPECT_EQ(before, Everything("my_ops/op_proto") + ReadFile(work_ / "my_ops/CMakeLists.txt") +
                        ReadFile(work_ / "my_ops/.opdk/template.yaml") +
                        ReadFile(work_ / "my_ops/.opdk/operators/affine.yaml"));
}

TEST_F(NewCommand, AddRefusesAnOperatorThatExistsAndAFolderThatIsNoPackage) {
  ASSERT_EQ(New(Path("my_ops") + " --kind elementwise --op Affine").code, 0);
  const std::string before = Everything("my_ops");
  const Outcome twice = Run("add --kind reduction --op Affine -C " + Path("my_ops"));
  EXPECT_EQ(twice.code, 2);
  EXPECT_THAT(twice.err, HasSubstr("has an operator Affine already"));
  EXPECT_EQ(Everything("my_ops"), before);
  const Outcome nowhere = Run("add --kind reduction -C " + work_.string());
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_THAT(nowhere.err, HasSubstr("error E1002: "));
  EXPECT_EQ(Run("add -C " + Path("my_ops")).code, 2);
}

}  // namespace
}  // namespace opdk::cli
