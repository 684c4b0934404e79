// The `opdk` command as a user runs it: output, messages and exit codes.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <tuple>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

TEST_F(Command, HelpListsCommandsInGroupsAndEveryExitCode) {
  const std::string help = Run("--help").out;
  size_t at = 0;
  for (const char* part : {"Write operators:", "  new ", "  add ", "  build ", "  test ", "  upgrade ",
                           "Use models:", "  run ", "  explain ", "  dump ", "Pack and install:", "  pack ",
                           "  install ", "  info ", "Look after this machine:", "  list ", "  doctor ", "  cache "}) {
    const size_t found = help.find(part, at);
    ASSERT_NE(found, std::string::npos) << part << " isn't where it belongs in\n" << help;
    at = found;
  }
  EXPECT_THAT(help, Not(HasSubstr("Subcommands:")));  // CLI11's own group: a command that is in none of ours
  for (const char* code : {"0 ok", "1 a check", "2 usage", "3 model", "4 nothing", "5 build", "6 load", "7 kernel",
                           "8 performance", "9 nothing verified", "70 internal"}) {
    EXPECT_THAT(help, HasSubstr(code));
  }
}

TEST_F(Command, HelpShowsExamplesEverywhere) {
  EXPECT_THAT(Run("--version").out, HasSubstr("opdk 0."));
  for (const char* command : {"", "run ", "list ", "explain ", "dump ", "cache ", "cache list ", "cache clear ",
                              "cache path ", "new ", "add ", "upgrade "}) {
    const Outcome help = Run(fmt::format("{}--help", command));
    EXPECT_EQ(help.code, 0) << command;
    EXPECT_THAT(help.out, HasSubstr("Examples:")) << command;
  }
}

TEST_F(Command, UsageErrorsExitWithTwoAndNameTheHelp) {
  for (const char* arguments : {"", "run", "run m.onnx --no-such-option", "run m.onnx --repeat 0", "lst",
                                "list --format xml", "run m.onnx --threads many"}) {
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("error E1001: ")) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr("--help")) << arguments;
  }
  EXPECT_THAT(Run("lst").err, HasSubstr("did you mean list?"));
}

TEST_F(Command, UnknownWordsAndOptionsAreNamedWithTheNearestKnownOnes) {
  for (const auto& [arguments, message] : {
           std::pair("verison", "unknown command 'verison'; did you mean opdk --version?"),
           std::pair("om dmup m.om", "unknown command 'dmup'; did you mean dump?"),
           std::pair("cache lst", "unknown command 'lst'; did you mean list?"),
           std::pair("keys x", "unknown command 'x'"),
           std::pair("--verison", "unknown option '--verison'; did you mean --version?"),
           std::pair("run --thread 2 x.onnx", "unknown option '--thread'; did you mean --threads?"),
           std::pair("run x.onnx --enigne=ai_cpu", "unknown option '--enigne'; did you mean --engine?"),
           std::pair("atc --input_shap=x:1 --model=x.onnx",
                     "unknown option '--input_shap'; did you mean --input_shape?"),
       }) {
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << arguments;
  }
  EXPECT_THAT(Run("om dmup m.om").err, HasSubstr("opdk om --help"));
}

TEST_F(Command, WordsOfOtherToolsNameTheCommandThatIsMeant) {
  for (const auto& [word, meant] : {std::pair("version", "opdk --version"), std::pair("help", "opdk --help"),
                                    std::pair("help run", "opdk run --help"), std::pair("compare", "opdk om diff"),
                                    std::pair("convert", "opdk atc"), std::pair("remove", "opdk uninstall")}) {
    const Outcome outcome = Run(word);
    EXPECT_EQ(outcome.code, 2) << word;
    EXPECT_THAT(outcome.err, HasSubstr(fmt::format("did you mean {}", meant))) << word;
  }
}

TEST_F(Command, InfoOfAModelNamesTheCommandsForModels) {
  const Outcome outcome = Run(fmt::format("info '{}'", kDigitsModel));
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("is a model, and info tells about packages; did you mean opdk explain"));
  EXPECT_THAT(Run("info net.om").err, HasSubstr("did you mean opdk om dump net.om?"));
}

TEST_F(Command, ListShowsPackagesOperatorsAndRejectedLibrariesAndExitsWithTheirCode) {
  fs::create_directory(work_ / "plugins");
  Write("plugins/libnotes.so", "my notes");
  const Outcome text = Run("list --plugins " + Path("plugins"));
  EXPECT_EQ(text.code, 6) << text.err;
  EXPECT_THAT(text.out, HasSubstr("opdk_builtin"));
  EXPECT_THAT(text.out, HasSubstr("libnotes.so: E5001 it is a text file"));
  const Outcome printed = Run("list --format json --plugins " + Path("plugins"));
  const auto listed = nlohmann::json::parse(printed.out);
  EXPECT_EQ(listed["packages"][0]["name"], "opdk_builtin");
  EXPECT_EQ(listed["rejected"][0]["code"], "E5001");
  EXPECT_GT(listed["operators"].size(), 60u);
  for (const auto& note : listed["notes"]) ADD_FAILURE() << "built-in package: " << note.dump();
}

TEST_F(Command, ListOfAnOperatorNamesItsMappings) {
  EXPECT_THAT(Run("list LeakyRelu").out,
              HasSubstr("mapped from mindspore:LeakyReLU, onnx:LeakyRelu, tensorflow:LeakyRelu\n"));
}

TEST_F(Command, NoPackageAtAllExitsWithSix) {
  ::setenv("OPDK_BUILTIN_DIR", Path("nowhere").c_str(), 1);
  const Outcome outcome = Run("list");
  EXPECT_EQ(outcome.code, 6);
  EXPECT_THAT(outcome.err, HasSubstr("error E5007: "));
}

TEST_F(Command, AMissingPluginDirectoryIsAUsageError) {
  const Outcome outcome = Run("list --plugins " + Path("nowhere"));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("error E1002: plugin directory"));
}

TEST_F(Command, ModelsThatCantBeReadAreExplained) {
  EXPECT_EQ(Run("run " + Path("nowhere.onnx")).code, 2);
  std::string noise;
  for (int i = 0; i < 5000; ++i) noise += static_cast<char>(i * 7919 >> 3);
  Write("noise.onnx", noise);
  const Outcome random = Run("run " + Path("noise.onnx"));
  EXPECT_EQ(random.code, 3) << random.err;
  EXPECT_THAT(random.err, HasSubstr("error E2001: "));
  EXPECT_THAT(random.err, HasSubstr(Path("noise.onnx")));
  const std::string model = ReadFile(kDigitsModel);
  Write("cut.onnx", model.substr(0, model.size() / 2));
  const Outcome cut = Run("run " + Path("cut.onnx"));
  EXPECT_EQ(cut.code, 3) << cut.err;
  EXPECT_THAT(cut.err, HasSubstr("error E2001: "));
}

TEST_F(Command, AnUnknownOperatorIsNamedWithNodeAndPlacesThatWereSearched) {
  const Outcome outcome = Run(fmt::format("run '{}'", kDigitsModel));
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("error E2002: "));
  EXPECT_THAT(outcome.err, HasSubstr("Mish"));
  EXPECT_THAT(outcome.err, HasSubstr("opdk_builtin"));
  EXPECT_THAT(outcome.err, HasSubstr("searched"));
}

TEST_F(Command, RunComputesWhatTheInputsSay) {
  std::vector<float> x(60);
  std::vector<float> y(60);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<float>(i);
    y[i] = 100;
  }
  WriteFloats("x.npy", {3, 4, 5}, x);
  WriteFloats("y.npy", {3, 4, 5}, y);
  for (const char* engine : {"ai_core", "ai_cpu"}) {
    const Outcome outcome = Run(fmt::format("run {} --input x={} --input y={} --output {} --engine {} --repeat 3",
                                            kAddModel, Path("x.npy"), Path("y.npy"), Path("out"), engine));
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("median"));
    EXPECT_THAT(outcome.out, HasSubstr("sum     float  [3,4,5]  100  159  129.5  0"));
    const auto sum = ParseNpy(ReadFile(Path("out/sum.npy")));
    ASSERT_TRUE(sum.ok()) << sum.status().ToString();
    EXPECT_EQ(reinterpret_cast<const float*>(sum->GetData())[59], 159.0F);
  }
}

TEST_F(Command, RunReadsOnnxTensorsAndWritesAProfile) {
  const std::string data = "/usr/share/libonnx-testdata/data/node/test_add/test_data_set_0/";
  const Outcome outcome = Run(fmt::format("run {} --input x={}input_0.pb --input y={}input_1.pb --profile {}",
                                          kAddModel, data, data, Path("trace.json")));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_FALSE(nlohmann::json::parse(ReadFile(Path("trace.json"))).empty());
}

TEST_F(Command, RandomInputsFollowThePrintedSeed) {
  const Outcome first = Run(fmt::format("run {} --output {}", kAddModel, Path("first")));
  ASSERT_EQ(first.code, 0) << first.err;
  const size_t at = first.out.find("--seed ");
  ASSERT_NE(at, std::string::npos) << first.out;
  const std::string seed = first.out.substr(at, first.out.find(':', at) - at);
  ASSERT_EQ(Run(fmt::format("run {} --output {} {}", kAddModel, Path("second"), seed)).code, 0);
  EXPECT_EQ(ReadFile(Path("first/sum.npy")), ReadFile(Path("second/sum.npy")));
}

TEST_F(Command, WrongInputsAreExplained) {
  WriteFloats("x.npy", {3, 4, 5}, std::vector<float>(60));
  WriteFloats("flat.npy", {60}, std::vector<float>(60));
  Write("text.npy", "1 2 3");
  const auto run = [&](const std::string& inputs) { return Run(fmt::format("run {} {}", kAddModel, inputs)); };
  const Outcome missing = run("--input x=" + Path("x.npy"));
  EXPECT_EQ(missing.code, 2);
  EXPECT_THAT(missing.err, HasSubstr("error E1003: input 'y' (float[3,4,5]) is missing"));
  const Outcome rank = run(fmt::format("--input x={} --input y={}", Path("x.npy"), Path("flat.npy")));
  EXPECT_EQ(rank.code, 2);
  EXPECT_THAT(rank.err, HasSubstr("error E1004: input 'y' is float[3,4,5] in the model, but the file holds float[60]"));
  const Outcome text = run("--input x=" + Path("text.npy"));
  EXPECT_EQ(text.code, 2);
  EXPECT_THAT(text.err, HasSubstr("error E1005: "));
  const Outcome name = run("--input z=" + Path("x.npy"));
  EXPECT_EQ(name.code, 2);
  EXPECT_THAT(name.err, HasSubstr("the model has no input 'z'"));
}

TEST_F(Command, UnknownEnginesAndPassesAreUsageErrors) {
  const Outcome engine = Run(fmt::format("run {} --engine ai_cup", kAddModel));
  EXPECT_EQ(engine.code, 2) << engine.err;
  const Outcome pass = Run(fmt::format("run {} --disable-pass no_such_pass", kAddModel));
  EXPECT_EQ(pass.code, 2) << pass.err;
  const Outcome required = Run(fmt::format("run {} --disable-pass number_kernels", kAddModel));
  EXPECT_EQ(required.code, 2) << required.err;
  EXPECT_THAT(required.err, HasSubstr("can't be disabled"));
}

TEST_F(Command, ExplainNamesEngineKernelAndPackage) {
  const Outcome both = Run(fmt::format("explain {}", kAddModel));
  ASSERT_EQ(both.code, 0) << both.err;
  EXPECT_THAT(both.out, HasSubstr("ai_core"));
  EXPECT_THAT(both.out, HasSubstr("opdk_builtin"));
  const Outcome cpu = Run(fmt::format("explain {} --engine ai_cpu", kAddModel));
  ASSERT_EQ(cpu.code, 0) << cpu.err;
  EXPECT_THAT(cpu.out, Not(HasSubstr("ai_core")));
}

TEST_F(Command, ExplainTimesPassesOfGraphsAndOfExpressions) {
  const Outcome passes = Run(fmt::format("explain {} --passes", kAddModel));
  ASSERT_EQ(passes.code, 0) << passes.err;
  for (const char* name : {"infer_shapes", "fuse_vector", "ai_core_expression  merge_axes"}) {
    EXPECT_THAT(passes.out, HasSubstr(name));
  }
}

TEST_F(Command, ExplainWritesHowOftenPassesMatched) {
  const std::string path = ::testing::TempDir() + "opdk_explained_fusion.json";
  const Outcome written = Run(fmt::format("explain {} --fusion-result {}", kLogSoftmaxModel, path));
  ASSERT_EQ(written.code, 0) << written.err;
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_THAT(text.str(), HasSubstr("session_and_graph_id_0_0"));
  EXPECT_THAT(text.str(), HasSubstr("fuse_vector"));
  std::filesystem::remove(path);
  const Outcome refused = Run(fmt::format("explain {} --fusion-result /proc/no/such/file", kAddModel));
  EXPECT_NE(refused.code, 0);
  EXPECT_THAT(refused.err, HasSubstr("E1006"));
}

TEST_F(Command, ExplainShowsFusedGroups) {
  const Outcome fused = Run(fmt::format("explain {}", kLogSoftmaxModel));
  ASSERT_EQ(fused.code, 0) << fused.err;
  EXPECT_THAT(fused.out, HasSubstr("fused: "));
  const Outcome apart =
      Run(fmt::format("explain {} --disable-pass fuse_vector --disable-pass fuse_cube_epilogue", kLogSoftmaxModel));
  ASSERT_EQ(apart.code, 0) << apart.err;
  EXPECT_THAT(apart.out, Not(HasSubstr("fused: ")));
}

TEST_F(Command, ExplainPrintsAKernelByTheNameOfANodeOrItsOwn) {
  const Outcome table = Run(fmt::format("explain {}", kAddModel));
  ASSERT_EQ(table.code, 0) << table.err;
  const size_t begin = table.out.find("add_");
  ASSERT_NE(begin, std::string::npos) << table.out;
  const std::string kernel = table.out.substr(begin, table.out.find(' ', begin) - begin);
  const Outcome by_name = Run(fmt::format("explain {} --kernel {}", kAddModel, kernel));
  ASSERT_EQ(by_name.code, 0) << by_name.err;
  for (const char* part : {"expression\n%0 = input 0", "canonical kernel\nkernel inputs=2", "loop nest\n", "produce",
                           "\"kernelName\": \"add_"}) {
    EXPECT_THAT(by_name.out, HasSubstr(part));
  }
  const Outcome mistyped = Run(fmt::format("explain {} --kernel {}x", kAddModel, kernel));
  EXPECT_EQ(mistyped.code, 2);
  EXPECT_THAT(mistyped.err, HasSubstr(fmt::format("did you mean '{}'?", kernel)));
}

TEST_F(Command, CompilationShowsItsProgressAtATerminalOnly) {
  ::setenv("OPDK_CACHE_DIR", Path("cache").c_str(), 1);
  const Outcome cold = RunAtTerminal(fmt::format("run {}", kLogSoftmaxModel));
  const Outcome warm = RunAtTerminal(fmt::format("run {}", kLogSoftmaxModel));
  ::setenv("OPDK_CACHE_DIR", Path("another_cache").c_str(), 1);
  const Outcome piped = Run(fmt::format("run {}", kLogSoftmaxModel));
  ::unsetenv("OPDK_CACHE_DIR");
  ASSERT_EQ(cold.code, 0) << cold.out;
  // One line that is written over, and left when all is done.
  EXPECT_THAT(cold.out, HasSubstr("\rai_core: compiled 0 of 1 kernel\rai_core: compiled 1 of 1 kernel\r\n"));
  ASSERT_EQ(warm.code, 0) << warm.out;
  EXPECT_THAT(warm.out, Not(HasSubstr("kernel")));
  ASSERT_EQ(piped.code, 0) << piped.err;
  EXPECT_THAT(piped.out + piped.err, Not(HasSubstr(" of 1 kernel")));
}

TEST_F(Command, DumpPrintsTextAndGraphviz) {
  const Outcome text = Run(fmt::format("dump {}", kAddModel));
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("Add"));
  EXPECT_THAT(Run(fmt::format("dump {} --dot", kAddModel)).out, HasSubstr("digraph"));
  const Outcome prepared = Run(fmt::format("dump {} --prepared --dump-graph {}", kAddModel, Path("passes")));
  ASSERT_EQ(prepared.code, 0) << prepared.err;
  EXPECT_THAT(prepared.out, HasSubstr("ai_core"));
}

// A pair of options of which one has no effect beside the other, and the command that has both.
TEST_F(Command, AnOptionThatHasNoEffectBesideAnotherIsRefusedWithBothNames) {
  const std::tuple<std::string, const char*, const char*> pairs[] = {
      {"run --op Mish --input x=list:1 --disable-pass fuse_vector", "--op", "--disable-pass"},
      {"run --op Mish --input x=list:1 --weight w", "--op", "--weight"},
      {"run --op Mish --input x=list:1 --precision-mode force_fp16", "--op", "--precision-mode"},
      {"run --op Mish --input x=list:1 --dump-graph d", "--op", "--dump-graph"},
      {fmt::format("run {} --attr a=1", kAddModel), "--op", "--attr"},
      {fmt::format("dump {} --disable-pass fuse_vector", kAddModel), "--prepared", "--disable-pass"},
      {fmt::format("dump {} --dot --air f", kAddModel), "--dot", "--air"},
      {fmt::format("explain {} --kernel k --passes", kAddModel), "--kernel", "--passes"},
      {"bench Mish --threshold 5", "--against", "--threshold"},
      {"bench Mish --time-only --measure-machine", "--time-only", "--measure-machine"},
      {"bench Mish --plugins . --no-build", "--plugins", "--no-build"},
      {"test --plugins . --build-dir b", "--plugins", "--build-dir"},
      {"test --no-checks --skip-check determinism", "--no-checks", "--skip-check"},
      {"test --no-derive --derive", "--no-derive", "--derive"},
      {"test --mutate --report json=f", "--mutate", "--report"},
      {"build --cann . --no-check", "--cann", "--no-check"},
      {"build here --cann .", "--cann", "directory"},
      {fmt::format("check --library {} --build", kAddModel), "--library", "--build"},
      {"doctor --building --plugins .", "--building", "--plugins"},
      {"docs Mish --all", "operator", "--all"},
      {"repro --list --bundle d", "--list", "--bundle"},
      {"upgrade --dry-run --yes", "--dry-run", "--yes"}};
  for (const auto& [arguments, one, other] : pairs) {
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr("error E1001: ")) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(one)) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(other)) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
  }
}

TEST_F(Command, AModelThatBreaksItsFrameworksRulesIsToBeCheckedWithThatFramework) {
  Write("bad.prototxt", "not a network");
  Write("bad.pbtxt", "node { name: 'y' op: 'Relu' input: 'x' }");
  Write("bad.mindir", std::string("\x3a\x02\x2a\x00", 4));  // a graph with an input that is nothing
  const std::string model = ReadFile(kAddModel);
  std::string unfed = model;
  unfed.replace(unfed.find("\x0a\x01x"), 3, "\x0a\x01q");
  Write("bad.onnx", unfed);
  const std::pair<const char*, const char*> checkers[] = {{"bad.prototxt", "caffe.Net"},
                                                          {"bad.pbtxt", "tf.import_graph_def"},
                                                          {"bad.mindir", "mindspore.load"},
                                                          {"bad.onnx", "onnx.checker"}};
  for (const auto& [file, checker] : checkers) {
    const Outcome outcome = Run("run " + Path(file));
    EXPECT_EQ(outcome.code, 3) << file;
    EXPECT_THAT(outcome.err, HasSubstr(checker)) << file;
  }
}

}  // namespace
}  // namespace opdk::cli
