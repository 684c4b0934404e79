// Names that would move the cursor or look like a line of ours.
#include <gmock/gmock.h>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kForged = "x\x1b[2J\nerror E9999: forged\xc2\x9b\xe2\x80\xae\xff";
constexpr const char* kShown = "x\\x1b[2J\\nerror E9999: forged\\u009b\\u202e\\xff";

class ForgedNames : public Command {
 protected:
  // Expects that no line of opdk's is forged, and that no control byte of a name reaches the terminal.
  static void ExpectSafe(const std::string& text) {
    EXPECT_THAT(text, Not(HasSubstr("\nerror E9999")));
    EXPECT_FALSE(text.starts_with("error E9999"));
    for (const char* bad : {"\x1b", "\xc2\x9b", "\xe2\x80\xae", "\xff"}) EXPECT_THAT(text, Not(HasSubstr(bad)));
  }
  // Writes a model with another text of equal length in the place of a name, so that it stays a model.
  void WriteModel(const std::string& name, const std::string& from, const std::string& to) {
    std::string bytes = ReadFile(kAddModel);
    for (size_t at = 0; (at = bytes.find(from, at)) != std::string::npos; at += to.size()) {
      bytes.replace(at, from.size(), to);
    }
    Write(name, bytes);
  }
};

TEST_F(ForgedNames, OfFiles) {
  const Outcome outcome = Run(fmt::format("run '{}'", Path(kForged)));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr(kShown));
  ExpectSafe(outcome.err);
}

TEST_F(ForgedNames, OfNodesAndOperators) {
  WriteModel("m.onnx", "sum", "s\x1b\n");
  for (const char* command : {"run", "explain"}) {
    const Outcome outcome = Run(fmt::format("{} {}", command, Path("m.onnx")));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    ExpectSafe(outcome.out + outcome.err);
  }
  WriteModel("op.onnx", "Add", "A\x1b\n");
  const Outcome unknown = Run("run " + Path("op.onnx"));
  EXPECT_EQ(unknown.code, 3) << unknown.out << unknown.err;
  EXPECT_THAT(unknown.err, HasSubstr("A\\x1b\\n"));
  ExpectSafe(unknown.err);
}

TEST_F(ForgedNames, OfPackagesAndArguments) {
  std::filesystem::create_directory(Path("plugins"));
  Write(std::string("plugins/") + kForged + ".so", "x");
  for (const char* command : {"list", "doctor"}) {
    const Outcome outcome = Run(fmt::format("{} --plugins {}", command, Path("plugins")));
    EXPECT_THAT(outcome.out, HasSubstr(kShown)) << command;
    ExpectSafe(outcome.out);
    ExpectSafe(outcome.err);
  }
  const Outcome unknown = Run(fmt::format("run --op '{}'", kForged));
  EXPECT_THAT(unknown.err, HasSubstr(kShown));
  ExpectSafe(unknown.err);
}

TEST_F(ForgedNames, OfKeptFailures) {
  Write("failure.yaml", R"yaml(
{id: "00000001", op: Relu, engine: "x\x1b[2J\nerror E9999: forged\u202e", dtype: float, standard: "", checks: [], found_by: "",
 kind: "", reason: "", file: found, case: {name: x, inputs: {x: {shape: [2]}}}})yaml");
  const Outcome outcome = Run("repro " + Path("failure.yaml"));
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Relu on x\\x1b[2J\\nerror E9999: forged\\u202e with float"));
  ExpectSafe(outcome.out);
  ExpectSafe(outcome.err);
}

TEST_F(ForgedNames, OfOperatorsInCheckedPackages) {
  std::filesystem::create_directories(Path("op_info"));
  Write("CMakeLists.txt", "opdk_add_operator_package(mine VENDOR tests VERSION 1.0.0)\n");
  Write("op_info/x.yaml", "\"x\\x1b[2J\\nerror E9999: forged\\u009b\\u202e\":\n  inputs: 1\n");
  Write(std::string("op_info/") + kForged + ".yaml", "Other: {inputs: 1}\n");
  const Outcome outcome = Run("check " + work_.string());
  EXPECT_THAT(outcome.out, HasSubstr(std::string(kShown) + ".yaml"));
  ExpectSafe(outcome.out);
  ExpectSafe(outcome.err);
}

TEST_F(ForgedNames, OfFilesOfImportedProjects) {
  namespace fs = std::filesystem;
  fs::create_directories(Path("project"));
  fs::copy(OPDK_SOURCE_DIR "/tests/sdk/cann_project/op_proto", Path("project/op_proto"), fs::copy_options::recursive);
  fs::create_directories(Path("project/tbe/impl"));
  Write(std::string("project/tbe/impl/") + kForged + ".py", "x");
  const Outcome outcome = Run(fmt::format("new {} --from-cann {}", Path("made"), Path("project")));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr(std::string("not brought: tbe/impl/") + kShown + ".py"));
  ExpectSafe(outcome.err);
  ExpectSafe(outcome.out);
}

TEST_F(ForgedNames, OfAnswers) {
  before_ = "printf 'x\\033[2J\\302\\233\\n' | ";
  const Outcome outcome = Run("new -i " + Path("made"));
  EXPECT_EQ(outcome.code, 2) << "the input ends";
  EXPECT_THAT(outcome.err, HasSubstr("x\\x1b[2J\\u009b"));
  ExpectSafe(outcome.err);
}

}  // namespace
}  // namespace opdk::cli
