// `opdk build` and `opdk test` as an author runs them, on a copy of the digits sample's package.
#include <gmock/gmock.h>

#include "graph_core/base/text.h"
#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kCases = R"(Mish:
  - name: is x tanh softplus x
    inputs: {x: {data: [0, 1, -1, nan]}}
    expect: {y: {data: [0, 0.86509839, -0.30340146, nan]}}
)";

class AuthorCommands : public Command {
 protected:
  static void SetUpTestSuite() {
    std::string pattern = (fs::temp_directory_path() / "opdk_author_XXXXXX").string();
    shared_ = ::mkdtemp(pattern.data());
    for (const char* folder : {"op_proto", "op_info", "op_impl", "plugins"}) {
      fs::copy(fs::path(OPDK_SOURCE_DIR "/samples/digits") / folder, shared_ / folder, fs::copy_options::recursive);
    }
    std::ofstream(shared_ / "CMakeLists.txt") << "cmake_minimum_required(VERSION 3.25)\nproject(mine LANGUAGES CXX)\n"
                                                 "find_package(opdk REQUIRED)\n"
                                                 "opdk_add_operator_package(mine VENDOR tests VERSION 1.2.3)\n";
    fs::create_directories(shared_ / "tests/op");
  }
  static void TearDownTestSuite() { fs::remove_all(shared_); }
  void SetUp() override {
    Command::SetUp();
    WriteCases(kCases);
  }
  static void WriteCases(const std::string& text) { std::ofstream(shared_ / "tests/op/mish.yaml") << text; }
  static std::string Shared(const std::string& below) { return (shared_ / below).string(); }

  static fs::path shared_;
};
fs::path AuthorCommands::shared_;

TEST_F(AuthorCommands, BuildWorksFromAnySubdirectoryAndNamesTheLibrary) {
  const Outcome built = Run("build " + Shared("op_proto/activation"));
  ASSERT_EQ(built.code, 0) << built.err;
  EXPECT_THAT(built.out, HasSubstr("mine 1.2.3 ("));
  EXPECT_THAT(built.out, HasSubstr("build/libmine.so"));
  const Outcome listed = Run("list --plugins " + Shared("build/libmine.so"));
  EXPECT_THAT(listed.out, HasSubstr("Mish"));
}

TEST_F(AuthorCommands, InsideThePackageEveryCommandFindsItsBuiltLibrary) {
  ASSERT_EQ(Run("build " + shared_.string()).code, 0);
  before_ = fmt::format("cd '{}' && ", Shared("op_proto"));
  for (const char* command : {"list Mish", "docs Mish --format md", "doctor", "run --op Mish --input x=list:1",
                              "explain '" OPDK_SOURCE_DIR "/samples/digits/model/digits.onnx'",
                              "dump '" OPDK_SOURCE_DIR "/samples/digits/model/digits.onnx'"}) {
    const Outcome found = Run(command);
    EXPECT_EQ(found.code, 0) << command << ": " << found.err;
    EXPECT_THAT(found.err, HasSubstr("note: with this folder's package, " + Shared("build/libmine.so"))) << command;
  }
  const Outcome described = Run("info mine");
  EXPECT_EQ(described.code, 0) << described.err;
  EXPECT_THAT(described.out, HasSubstr(Shared("build/libmine.so")));
  // Named directories and folders count alone.
  fs::create_directory(work_ / "none");
  const auto is_quiet = testing::Not(HasSubstr("with this folder's package"));
  EXPECT_THAT(Run("run --op Mish --input x=list:1 --plugins " + Path("none")).err, is_quiet);
  before_ = fmt::format("cd '{}' && ", work_.string());
  EXPECT_THAT(Run("run --op Mish --input x=list:1").err, is_quiet);
}

TEST_F(AuthorCommands, APackageIsListedByItsName) {
  ASSERT_EQ(Run("build " + shared_.string()).code, 0);
  const std::string plugins = " --plugins " + Shared("build/libmine.so");
  for (const char* name : {"mine", "tests/mine"}) {
    const Outcome listed = Run("list " + std::string(name) + plugins);
    EXPECT_EQ(listed.code, 0) << listed.err;
    EXPECT_THAT(listed.out, testing::AllOf(HasSubstr("mine"), HasSubstr("1.2.3"), HasSubstr("Mish"),
                                           testing::Not(HasSubstr("SoftmaxV2"))));
  }
  EXPECT_EQ(Run("list mien" + plugins).code, 3);
}

TEST_F(AuthorCommands, ARefusedLibraryThatHasAnUnknownOperatorIsNamed) {
  ASSERT_EQ(Run("build " + shared_.string()).code, 0);
  fs::create_directory(work_ / "plugins");
  fs::copy(Shared("build/libmine.so"), work_ / "plugins");
  fs::permissions(work_ / "plugins/libmine.so", fs::perms::others_write, fs::perm_options::add);
  Write("net.prototxt", "input: 'x' input_shape { dim: 1 }\nlayer { name: 'a' type: 'Mish' bottom: 'x' top: 'y' }\n");
  Write("graph.pbtxt",
        "node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } } }\n"
        "node { name: 'y' op: 'Mish' input: 'x' attr { key: 'T' value { type: DT_FLOAT } } }\n");
  // Mish is a built-in prototype too, but the package doesn't map its own operator to it.
  for (const std::string& command :
       {std::string("list onnx:samples.digits::Mish"), fmt::format("run '{}'", kDigitsModel),
        fmt::format("explain '{}'", kDigitsModel), "run " + Path("net.prototxt"), "run " + Path("graph.pbtxt")}) {
    const Outcome refused = Run(command + " --plugins " + Path("plugins"));
    EXPECT_EQ(refused.code, 3) << command << refused.out;
    EXPECT_THAT(refused.err, testing::AllOf(HasSubstr("error E2002: "),
                                            HasSubstr("plugins/libmine.so has Mish and was refused: E5009")))
        << command;
  }
  EXPECT_THAT(Run("list Mush --plugins " + Path("plugins")).err, testing::Not(HasSubstr("was refused: E5009")));
}

TEST_F(AuthorCommands, CompilerErrorsAreShownAndBuildingEndsWithFive) {
  const fs::path broken = shared_ / "op_proto/activation/broken.cc";
  std::ofstream(broken) << "int f() { return no_such_name; }\n";
  const Outcome built = Run("build " + shared_.string());
  fs::remove(broken);
  EXPECT_EQ(built.code, 5);
  EXPECT_THAT(built.err, HasSubstr("broken.cc:1:18: error: "));
  EXPECT_THAT(built.err, HasSubstr("error E4002: the package doesn't build"));
}

TEST_F(AuthorCommands, ACharacterOfThePathThatCMakeCantWriteIsNamedBeforeAnythingIsMade) {
  const std::pair<std::string, const char*> unfit[] = {{"a\"b", "\""},  {"a;b", ";"}, {"a#b", "#"},  {"a\\b", "\\"},
                                                       {"a\nb", "\\n"}, {"a[b", "["}, {"a$(b", "$("}};
  for (const auto& [name, said] : unfit) {
    const fs::path folder = fs::path(Path(name));
    fs::create_directories(folder);
    fs::copy(shared_ / "op_proto", folder / "op_proto", fs::copy_options::recursive);
    before_ = fmt::format("cd {} && ", ShellQuoted(folder.string()));
    const Outcome built = Run("build");
    EXPECT_EQ(built.code, 5) << name << built.err;
    EXPECT_THAT(built.err,
                HasSubstr(fmt::format("error E4002: CMake can't build in a directory whose path has '{}'\n", said)));
    EXPECT_FALSE(fs::exists(folder / "build")) << name;
  }
}

TEST_F(AuthorCommands, OutsideAPackageBuildIsRefused) {
  const Outcome built = Run("build " + Path("."));
  EXPECT_EQ(built.code, 2);
  EXPECT_THAT(built.err, HasSubstr("E1002"));
  EXPECT_THAT(built.err, HasSubstr("opdk new makes one"));
}

TEST_F(AuthorCommands, TestRunsTheCasesOnBothEngines) {
  const Outcome tested = Run("test --no-derive --package " + shared_.string());
  EXPECT_EQ(tested.code, 0) << tested.out << tested.err;
  EXPECT_EQ(tested.out, "2 passed, 0 failed\n");
}

TEST_F(AuthorCommands, WrongExpectationFailsAndSaysWhere) {
  WriteCases("Mish:\n  - name: is wrong\n    inputs: {x: {data: [1]}}\n    expect: {y: {data: [2]}}\n");
  const Outcome tested = Run("test --no-derive --engine ai_cpu --package " + shared_.string());
  EXPECT_EQ(tested.code, 1);
  EXPECT_THAT(tested.out, HasSubstr("FAILED Mish/is wrong/float/ai_cpu"));
  EXPECT_THAT(tested.out, HasSubstr("tests/op/mish.yaml:2"));
  EXPECT_THAT(tested.out, HasSubstr("[0] is 0.86509"));
  EXPECT_THAT(tested.out, HasSubstr("0 passed, 1 failed"));
  EXPECT_THAT(tested.err, HasSubstr("error E7001"));
}

TEST_F(AuthorCommands, SelectingNothingIsAnErrorOfItsOwn) {
  const Outcome tested = Run("test --no-derive Mihs --package " + shared_.string());
  EXPECT_EQ(tested.code, 4);
  EXPECT_THAT(tested.err, HasSubstr("no case is named Mihs"));
}

TEST_F(AuthorCommands, ListPrintsTheCasesThatWouldRun) {
  const Outcome listed = Run("test --no-derive --list --package " + shared_.string());
  EXPECT_EQ(listed.out, "Mish/is x tanh softplus x/float/ai_core\nMish/is x tanh softplus x/float/ai_cpu\n");
}

TEST_F(AuthorCommands, BadCaseFileIsRefusedWithItsPlace) {
  WriteCases("Mish:\n  - {name: a, input: {}}\n");
  const Outcome tested = Run("test --no-derive --package " + shared_.string());
  EXPECT_EQ(tested.code, 3);
  EXPECT_THAT(tested.err, HasSubstr("did you mean inputs?"));
  EXPECT_THAT(tested.err, HasSubstr("mish.yaml:2:15"));
}

TEST_F(AuthorCommands, FailuresAreKeptUntilTheyPass) {
  WriteCases("Mish:\n  - name: is 2\n    inputs: {x: {data: [0]}}\n    expect: {y: {data: [2]}}\n");
  const Outcome failed = Run(fmt::format("test --no-derive --package '{}' --engine ai_cpu", shared_.string()));
  EXPECT_EQ(failed.code, 1) << failed.err;
  const size_t at = failed.out.find("again: opdk repro ");
  ASSERT_NE(at, std::string::npos) << failed.out;
  const std::string id = failed.out.substr(at + 18, 8);
  const std::string repro = fmt::format("repro {} --no-build --package '{}'", id, shared_.string());
  const Outcome again = Run(repro);
  EXPECT_EQ(again.code, 1) << again.err;
  EXPECT_THAT(again.out, HasSubstr("[0] is 0 (0x00000000), expected 2"));
  // Works from any directory, with the packages that were loaded then.
  const Outcome elsewhere = Run(fmt::format("repro '{}'", Shared(fmt::format(".opdk/failures/{}.yaml", id))));
  EXPECT_EQ(elsewhere.out, again.out) << elsewhere.err;
  EXPECT_EQ(Run(fmt::format("repro --forget {} --package '{}'", id, shared_.string())).code, 0);
  EXPECT_EQ(Run(repro).code, 4);
}

// A correct kernel that reads the environment: the cases pass, and one warning is given.
TEST_F(AuthorCommands, BuildAndTestWarnOfCallsBeyondTheKernelsInputs) {
  const fs::path kernel = shared_ / "op_impl/ai_cpu/activation/mish.cc";
  const std::string before = ReadFile(kernel);
  const size_t at = before.find("MishCompute(const aicpu::CpuKernelContext& context) {");
  ASSERT_NE(at, std::string::npos);
  const size_t body = before.find('{', at) + 1;
  std::ofstream(kernel) << "#include <cstdlib>\n"
                        << before.substr(0, body)
                        << "\n    static int calls = 0;\n    if (std::getenv(\"MISH\") != nullptr) ++calls;\n"
                        << "    if (calls > 9) return 1;\n"
                        << before.substr(body);
  const Outcome built = Run("build " + shared_.string());
  const Outcome tested = Run("test --no-derive --package " + shared_.string());
  std::ofstream(kernel) << before;
  EXPECT_EQ(built.code, 0) << built.err;
  EXPECT_EQ(tested.code, 0) << tested.err;
  EXPECT_EQ(tested.out, "2 passed, 0 failed\n");
  for (const Outcome& outcome : {built, tested}) {
    const size_t warned = outcome.err.find("warning: op_impl/ai_cpu/activation/mish.cc:");
    EXPECT_NE(warned, std::string::npos) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(": C308: getenv reads an environment variable"));
    EXPECT_THAT(outcome.err, HasSubstr(": C309: calls keeps its state from an earlier call"));
    const size_t first = outcome.err.find("C308");
    EXPECT_EQ(outcome.err.find("C308", first + 1), std::string::npos) << outcome.err;
  }
}

TEST_F(AuthorCommands, APackageCopiedWithItsBuildDirectoryIsTestedAsTheCopy) {
  ASSERT_EQ(Run("build " + shared_.string()).code, 0);
  const std::string copy = Path("copy");
  ASSERT_EQ(std::system(fmt::format("cp -a '{}' '{}'", shared_.string(), copy).c_str()), 0);
  const Outcome unbuilt = Run("test --no-derive --no-build --package " + copy);
  EXPECT_EQ(unbuilt.code, 5);
  EXPECT_THAT(unbuilt.err, HasSubstr("the build directory was copied or moved"));

  const fs::path kernel = fs::path(copy) / "op_impl/ai_cpu/activation/mish.cc";
  std::string text = ReadFile(kernel);
  const std::string right = "y[i] = x[i] * std::tanh(softplus);";
  ASSERT_NE(text.find(right), std::string::npos);
  text.replace(text.find(right), right.size(), "y[i] = softplus;");
  std::ofstream(kernel) << text;
  const Outcome copied = Run("test --no-derive --engine ai_cpu --package " + copy);
  EXPECT_EQ(copied.code, 1) << copied.out << copied.err;
  EXPECT_THAT(copied.out, HasSubstr("FAILED Mish/is x tanh softplus x"));
  EXPECT_THAT(copied.out, HasSubstr(copy + "/tests/op/mish.yaml"));
  const Outcome original = Run("test --no-derive --engine ai_cpu --package " + shared_.string());
  EXPECT_EQ(original.out, "1 passed, 0 failed\n") << original.err;
}

}  // namespace
}  // namespace opdk::cli
