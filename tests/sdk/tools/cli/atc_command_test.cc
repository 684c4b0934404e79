// Offline models from the command line: atc makes them, opdk runs and describes them.
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "graph_core/ir/proto.h"
#include "graph_core/ir/text.h"
#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kBatches = "--input_shape=\"x:-1,4,5;y:-1,4,5\" --dynamic_batch_size=\"1,3\"";

class Atc : public Command {
 protected:
  Outcome RunAtc(const std::string& arguments) { return RunProgram("atc", arguments); }
  // Makes an offline model of the sum of two tensors [3, 4, 5].
  std::string AddOm(const std::string& flags = "") {
    const Outcome made = RunAtc(fmt::format("--model={} --framework=5 --output={} {}", kAddModel, Path("add"), flags));
    EXPECT_EQ(made.code, 0) << made.err;
    return Path("add.om");
  }
  // Makes a model of one operator, of a package that doesn't come with opdk.
  Outcome MakeHinted(const std::string& flags) {
    Write("ops.json", R"([{"op": "HintedScale", "name": "scale",
      "input_desc": [{"format": "ND", "shape": [2, 4], "type": "float"}, {"format": "ND", "shape": [4], "type": "float"}],
      "output_desc": [{"format": "ND", "shape": [2, 4], "type": "float"}],
      "attr": [{"name": "hint", "type": "string", "value": ""}]}])");
    return RunAtc(fmt::format("--singleop={} --output={} --plugins {} {}", Path("ops.json"), work_.string(),
                              packages_.string(), flags));
  }
  // Makes a directory with a copy of the package, which a test may change.
  void CopyPackage() {
    packages_ = work_ / "packages";
    fs::create_directory(packages_);
    fs::copy_file(fs::path(OPDK_BINARY_DIR) / "test_packages/ai_core/libhinted_operators.so", Library());
  }
  std::string Library() const { return (packages_ / "libhinted_operators.so").string(); }

  fs::path packages_;
};

TEST_F(Atc, TheModelRunsWithTheResultsOfTheOneItWasMadeOf) {
  const std::string om = AddOm();
  const Outcome of_model = Run(fmt::format("run {} --seed 3 --output {}", kAddModel, Path("a")));
  const Outcome of_om = Run(fmt::format("run {} --seed 3 --output {}", om, Path("b")));
  ASSERT_EQ(of_model.code, 0) << of_model.err;
  ASSERT_EQ(of_om.code, 0) << of_om.err;
  EXPECT_EQ(ReadFile(Path("a/sum.npy")), ReadFile(Path("b/sum.npy")));
  const Outcome explained = Run("explain " + om);
  EXPECT_EQ(explained.code, 0) << explained.err;
  EXPECT_THAT(explained.out, HasSubstr("Add"));
}

TEST_F(Atc, SaysWhetherItSucceeded) {
  const Outcome made = RunAtc(fmt::format("--model={} --output={}", kAddModel, Path("net.om")));
  EXPECT_EQ(made.code, 0);
  EXPECT_THAT(made.out, HasSubstr("ATC run success\n"));
  EXPECT_TRUE(fs::exists(Path("net.om")));
  const Outcome failed = RunAtc(fmt::format("--model={} --output={}", Path("none.onnx"), Path("none")));
  EXPECT_NE(failed.code, 0);
  EXPECT_THAT(failed.out, HasSubstr("ATC run failed\n"));
  EXPECT_THAT(failed.err, HasSubstr("error E1002"));
  EXPECT_FALSE(fs::exists(Path("none.om")));
}

TEST_F(Atc, OpdkAtcIsTheSame) {
  const Outcome made = Run(fmt::format("atc --model={} --output={}", kAddModel, Path("net")));
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("ATC run success\n"));
}

TEST_F(Atc, AGraphInGesFormRunsAsTheModelThatItWasMadeOf) {
  const Outcome written = Run(fmt::format("dump {} --air {}", kAddModel, Path("add.air")));
  ASSERT_EQ(written.code, 0) << written.err;
  EXPECT_EQ(Run(fmt::format("dump {}", Path("add.air"))).out, Run(fmt::format("dump {}", kAddModel)).out);
  const Outcome of_model = Run(fmt::format("run {} --seed 3 --output {}", kAddModel, Path("a")));
  const Outcome of_air = Run(fmt::format("run {} --seed 3 --output {}", Path("add.air"), Path("b")));
  ASSERT_EQ(of_model.code, 0) << of_model.err;
  ASSERT_EQ(of_air.code, 0) << of_air.err;
  EXPECT_EQ(ReadFile(Path("a/sum.npy")), ReadFile(Path("b/sum.npy")));
  EXPECT_THAT(Run("explain " + Path("add.air")).out, HasSubstr("Add"));
  const Outcome made = RunAtc(fmt::format("--framework=1 --model={} --output={}", Path("add.air"), Path("net")));
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(RunAtc("--mode=6 --om=" + Path("net.om")).out, HasSubstr("framework_type[1]"));
  EXPECT_EQ(RunAtc(fmt::format("--mode=1 --model={} --json={}", Path("add.air"), Path("add.json"))).code, 0);
  EXPECT_THAT(ReadFile(Path("add.json")), HasSubstr("\"type\": \"Add\""));
}

TEST_F(Atc, AFileThatIsNoGraphOfGeIsRefused) {
  Write("net.air", "not one");
  const Outcome ran = Run("run " + Path("net.air"));
  EXPECT_EQ(ran.code, 3);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("error E2001"), HasSubstr("net.air"), HasSubstr("ge.proto.ModelDef")));
  EXPECT_THAT(Run("run " + Path("none.air")).err, HasSubstr("error E1002"));
  EXPECT_THAT(RunAtc(fmt::format("--framework=1 --model={} --output={}", kAddModel, Path("net"))).err,
              HasSubstr("ge.proto.ModelDef"));
  EXPECT_THAT(RunAtc(fmt::format("--framework=1 --model={0} --weight={0} --output={0}", Path("net.air"))).err,
              HasSubstr("2 files are given"));
}

TEST_F(Atc, TheReaderOfTheFrameworkIsAskedFor) {
  for (const char* framework :
       {"0 --weight=/usr/share/libonnx-testdata/data/node/test_add/model.onnx", "3 --input_format=NHWC"}) {
    const Outcome made =
        RunAtc(fmt::format("--model={} --output={} --framework={}", kAddModel, Path("net"), framework));
    EXPECT_EQ(made.code, 3) << framework;
    EXPECT_THAT(made.err, HasSubstr("error E2001")) << framework;
  }
}

TEST_F(Atc, TheReportOfACheckNamesEveryOperator) {
  const Outcome checked =
      RunAtc(fmt::format("--mode=3 --model={} --check_report={}", kLogSoftmaxModel, Path("report.json")));
  ASSERT_EQ(checked.code, 0) << checked.err;
  const auto report = nlohmann::json::parse(ReadFile(Path("report.json")));
  EXPECT_EQ(report["result"], "success");
  EXPECT_EQ(report["fail"], 0);
  EXPECT_EQ(report["pass"], report["total"]);
  ASSERT_EQ(report["op"].size(), report["total"].get<size_t>());
  EXPECT_GT(report["op"].size(), 2U);
  for (const auto& op : report["op"]) {
    EXPECT_EQ(op["result"], "success") << op;
    EXPECT_TRUE(op["cause"].empty()) << op;
  }
}

TEST_F(Atc, TheReportOfACheckSaysWhyAnOperatorCannotBeBuilt) {
  struct Case {
    const char *inputs, *node, *code, *name;
  };
  const Case cases[] = {
      {"float[2,3]", "%a = Nope(x: %x) : float[2,3]", "E2002", "a"},
      {"float[2,3]", "%c = Relu(x: %x)\n  %a = Add(x1: %c, x2: %w)", "E2003", "a"},
      {"string[2,3]", "%a = Relu(x: %x)", "E2008", "a"},
  };
  for (const auto& [inputs, node, code, name] : cases) {
    const auto graph =
        Parse(fmt::format("graph g {{\n  %x = Data {{index: 0}} : {}\n  %w = Data {{index: 1}} : "
                          "float[4]\n  {}\n  %fine = Relu(x: %w)\n  %out = NetOutput(x: [%a, %fine])\n}}\n",
                          inputs, node));
    ASSERT_TRUE(graph.ok()) << graph.status().ToString();
    Write("net.air", *Serialize(*graph));
    const Outcome checked =
        RunAtc(fmt::format("--mode=3 --model={} --check_report={}", Path("net.air"), Path("report.json")));
    EXPECT_EQ(checked.code, 1) << checked.err;
    EXPECT_THAT(checked.err, AllOf(HasSubstr("error E7002"), HasSubstr("report.json says which")));
    const auto report = nlohmann::json::parse(ReadFile(Path("report.json")));
    EXPECT_EQ(report["result"], "failed");
    EXPECT_EQ(report["fail"], 1) << report;
    for (const auto& op : report["op"]) {
      const bool failed = op["name"] == name;
      EXPECT_EQ(op["result"], failed ? "failed" : "success") << report;
      EXPECT_EQ(op["cause"].empty() ? std::string() : op["cause"][0]["code"].get<std::string>(), failed ? code : "")
          << report;
    }
  }
}

TEST_F(Atc, AModelThatCannotBeReadIsReportedAsAWhole) {
  Write("net.onnx", "not one");
  const Outcome checked =
      RunAtc(fmt::format("--mode=3 --model={} --check_report={}", Path("net.onnx"), Path("report.json")));
  EXPECT_EQ(checked.code, 3);
  EXPECT_EQ(nlohmann::json::parse(ReadFile(Path("report.json")))["op"][0]["cause"][0]["code"], "E2001");
}

class SignedModel : public Atc {
 protected:
  void SetUp() override {
    Atc::SetUp();
    ::setenv("XDG_CONFIG_HOME", Path("config").c_str(), 1);
    om_ = AddOm();
    ASSERT_EQ(Run("keys generate me").code, 0);
    const Outcome made = Run(fmt::format("om sign {} --key me", om_));
    ASSERT_EQ(made.code, 0) << made.err;
    key_ = ReadFile(Path("config/opdk/keys/me.key"));
  }
  void TearDown() override {
    ::unsetenv("XDG_CONFIG_HOME");
    ::unsetenv("OPDK_REQUIRE_SIGNATURE");
    Atc::TearDown();
  }
  void ExpectRefused(const char* why) {
    const Outcome ran = Run("run " + om_);
    EXPECT_EQ(ran.code, 6) << ran.out;
    EXPECT_THAT(ran.err, AllOf(HasSubstr("error E5011"), HasSubstr(why), HasSubstr("add.om")));
  }

  std::string om_, key_;
};

TEST_F(SignedModel, RunsWhereItsKeyIsTrusted) {
  EXPECT_EQ(Run("run " + om_).code, 0);
  EXPECT_THAT(Run("om info " + om_).out, HasSubstr("signature: signed with me, a key that isn't trusted"));
  ::setenv("OPDK_REQUIRE_SIGNATURE", "1", 1);
  ExpectRefused("a key that isn't trusted");
  ASSERT_EQ(Run("keys trust " + Path("config/opdk/keys/me.key.pub")).code, 0);
  const Outcome ran = Run("run " + om_);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(Run("om info " + om_).out, HasSubstr("signature: signed with me (trusted)"));
}

TEST_F(SignedModel, IsRefusedWhenItWasChangedOrAnothersSignatureLiesThere) {
  const std::string signature = ReadFile(om_ + ".sig");
  AddOm("--output_type=FP16");
  ExpectRefused("not that of the model");
  EXPECT_THAT(Run("om info " + om_).out, HasSubstr("not that of the model"));
  AddOm();
  Write("add.om.sig", "opdk-om-signature me AAAA AAAA\n");
  ExpectRefused("no ed25519 signature");
  Write("add.om.sig", "no signature");
  EXPECT_THAT(Run("run " + om_).err, AllOf(HasSubstr("error E1005"), HasSubstr("add.om.sig")));
  fs::remove(om_ + ".sig");
  EXPECT_EQ(Run("run " + om_).code, 0);
  ::setenv("OPDK_REQUIRE_SIGNATURE", "1", 1);
  ExpectRefused("not signed");
}

TEST_F(SignedModel, WeightsInAFileOfTheirOwnAreSignedToo) {
  const std::string model = fmt::format("--model={} --output={} --external_weight=1", kLogSoftmaxModel, Path("add"));
  ASSERT_EQ(RunAtc(model).code, 0);
  ASSERT_EQ(Run(fmt::format("om sign {} --key me", om_)).code, 0);
  EXPECT_EQ(Run("run " + om_).code, 0);
  for (const auto& weights : fs::directory_iterator(Path("weight"))) {
    std::ofstream(weights.path(), std::ios::app) << "more";
  }
  ExpectRefused("not that of the model");
}

TEST_F(SignedModel, OnlyModelsAreSignedAndWithKeysThatAreThere) {
  EXPECT_THAT(Run(fmt::format("om sign {} --key nobody", om_)).err, HasSubstr("there is no private key"));
  EXPECT_THAT(Run(fmt::format("om sign {} --key me", kAddModel)).err, HasSubstr("error E2001"));
  EXPECT_THAT(Run(fmt::format("om sign {} --key me", Path("none.om"))).err, HasSubstr("error E1002"));
  EXPECT_EQ(Run(fmt::format("om sign {}", om_)).code, 2);
  const std::string secret = key_.substr(key_.find(' ') + 1, 40);
  const Outcome said = Run(fmt::format("om sign {} --key me", om_));
  EXPECT_THAT(said.out + said.err + ReadFile(om_ + ".sig"), Not(HasSubstr(secret)));
}

TEST_F(Atc, WrongFlagsAreRefusedWithTheNextStep) {
  const std::string model = fmt::format("--model={} --output={} ", kAddModel, Path("net"));
  const std::pair<std::string, const char*> cases[] = {
      {model + "--no_such_flag=1", "no_such_flag"},
      {model + "--soc_version=cpu-none", "native, cpu-avx512"},
      {model + "--framework=9", "is no framework"},
      {model + "--input_format=NHWC", "transpose the inputs"},
      {model + "--mode=4", "none of 0, 1, 3, 5, 6"},
      {"--mode=3", "--model is missing"},
      {model + "--log=loud", "none of null"},
      {model + "--is_weight_clip=1", "clip them before"},
      {model + "--is_input_adjust_hw_layout=true", "convert them before"},
      {model + "--input_shape=\"q:1,4,5\"", "its inputs are x, y"},
      {model + "--dynamic_batch_size=1,2", "ge.dynamicBatchSize"},
      {model + "--out_nodes=\"Nothing:0\"", "no operator 'Nothing'"},
      {model + "--output_type=FP77", "FP77"},
      {model + "--input_fp16_nodes=z", "no operator 'z'"},
      {model + "--precision_mode=none", "none"},
      {fmt::format("--model={}", kAddModel), "--output is missing"},
      {fmt::format("--output={}", Path("net")), "--model is missing"},
      {"--mode=6", "--om is missing"},
      {fmt::format("--mode=1 --om={}", kAddModel), "--json is missing"},
      {fmt::format("--mode=1 --json={}", Path("x.json")), "one of --om and --model"},
  };
  for (const auto& [flags, says] : cases) {
    const Outcome outcome = RunAtc(flags);
    EXPECT_EQ(outcome.code, 2) << flags << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("ATC run failed")) << flags;
    EXPECT_THAT(outcome.err, HasSubstr(says)) << flags;
  }
}

TEST_F(Atc, FlagsWithoutEffectAreWarnedOf) {
  const Outcome made =
      RunAtc(fmt::format("--model={} --output={} --core_type=AiCore --is_weight_clip=0", kAddModel, Path("net")));
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.err, HasSubstr("warning: --core_type has no effect on a CPU"));
  EXPECT_THAT(made.err, Not(HasSubstr("is_weight_clip")));
}

TEST_F(Atc, DescribesAnOfflineModel) {
  const std::string om = AddOm("--soc_version=Ascend310P3");
  for (const Outcome& shown : {RunAtc("--mode=6 --om=" + om), Run("om info " + om)}) {
    EXPECT_EQ(shown.code, 0) << shown.err;
    for (const char* says :
         {"soc_version[Ascend310P3]", "framework_type[5]", "input: x float[3, 4, 5]", "output: sum float[3, 4, 5]",
          "memory_size[", "partition 0: graph", "package: opdk_builtin"}) {
      EXPECT_THAT(shown.out, HasSubstr(says));
    }
  }
  const Outcome made = RunAtc(fmt::format("--model={} --output={} --display_model_info=1", kAddModel, Path("net")));
  EXPECT_THAT(made.out, HasSubstr("partition 0: graph"));
}

TEST_F(Atc, WritesModelsAsJson) {
  const std::string om = AddOm();
  for (const std::string& source :
       {"--om=" + om, fmt::format("--model={}", kAddModel), fmt::format("--model={} --dump_mode=1", kAddModel)}) {
    const Outcome written = RunAtc(fmt::format("--mode=1 {} --json={}", source, Path("net.json")));
    ASSERT_EQ(written.code, 0) << written.err;
    const auto json = nlohmann::json::parse(ReadFile(Path("net.json")), nullptr, false);
    ASSERT_FALSE(json.is_discarded());
    EXPECT_THAT(json["graph"][0].dump(), HasSubstr("\"Add\""));
  }
  const Outcome dumped = Run("om dump --json " + om);
  EXPECT_EQ(dumped.code, 0);
  EXPECT_FALSE(nlohmann::json::parse(dumped.out, nullptr, false).is_discarded());
}

TEST_F(Atc, DumpsAndComparesGraphs) {
  const std::string om = AddOm();
  const Outcome dumped = Run("om dump " + om);
  EXPECT_EQ(dumped.code, 0);
  EXPECT_THAT(dumped.out, HasSubstr("Add"));
  EXPECT_EQ(Run(fmt::format("om diff {0} {0}", om)).code, 0);
  fs::copy_file(om, Path("before.om"));
  AddOm("--input_shape=\"x:3,4,5;y:1,4,5\"");
  const Outcome differ = Run(fmt::format("om diff {} {}", Path("before.om"), om));
  EXPECT_EQ(differ.code, 1);
  EXPECT_THAT(differ.out, HasSubstr("+ input: y float[1, 4, 5]"));
}

TEST_F(Atc, GearsAreListedAndHeld) {
  const std::string om = AddOm(kBatches);
  EXPECT_THAT(Run("om info " + om).out, HasSubstr("gear: [3,4,5], [3,4,5]"));
  EXPECT_EQ(Run(fmt::format("run {} --dim x:0=3 --dim y:0=3 --seed 3 --output {}", om, Path("a"))).code, 0);
  EXPECT_EQ(Run(fmt::format("run {} --seed 3 --output {}", kAddModel, Path("b"))).code, 0);
  EXPECT_EQ(ReadFile(Path("a/sum.npy")), ReadFile(Path("b/sum.npy")));
  const Outcome outside = Run(fmt::format("run {} --dim x:0=2 --dim y:0=2", om));
  EXPECT_EQ(outside.code, 2);
  EXPECT_THAT(outside.err, HasSubstr("error E1004"));
  EXPECT_THAT(outside.err, HasSubstr("[3,4,5], [3,4,5]"));
}

TEST_F(Atc, AModelIsReadForTheShapesItIsBuiltFor) {
  Write("net.prototxt",
        "layer { name: 'x' type: 'Input' top: 'x' input_param { shape { dim: 1 dim: 4 dim: 6 } } }\n"
        "layer { name: 'y' type: 'Reshape' bottom: 'x' top: 'y' reshape_param { shape { dim: 0 dim: -1 } } }\n");
  const std::string made = fmt::format("--framework=0 --model={} --output={} ", Path("net.prototxt"), Path("net"));
  const auto shape_of = [&](const std::string& flags) {
    const Outcome built = RunAtc(made + flags);
    EXPECT_EQ(built.code, 0) << built.err;
    const Outcome ran = Run(fmt::format("run {} --input x={} --output {}", Path("net.om"), Path("x.npy"), Path("out")));
    EXPECT_EQ(ran.code, 0) << ran.err;
    const auto y = ParseNpy(ReadFile(Path("out/y.npy")));
    return y.ok() ? y->GetTensorDesc().GetShape().GetDims() : std::vector<int64_t>();
  };
  WriteFloats("x.npy", {2, 4, 5}, std::vector<float>(40, 1.0F));
  EXPECT_EQ(shape_of("--input_shape=\"x:2,4,5\""), (std::vector<int64_t>{2, 20}));
  EXPECT_EQ(shape_of("--input_shape=\"x:-1,4,5\" --dynamic_batch_size=\"1,2\""), (std::vector<int64_t>{2, 20}));
  EXPECT_EQ(shape_of("--input_shape=\"x:1~4,-1,5\""), (std::vector<int64_t>{2, 20}));
}

TEST_F(Atc, OutputsAndTypesAreChosen) {
  const std::string om = AddOm("--output_type=FP16 --input_fp16_nodes=x");
  const Outcome shown = Run("om info " + om);
  EXPECT_THAT(shown.out, HasSubstr("input: x float16[3, 4, 5]"));
  EXPECT_THAT(shown.out, HasSubstr("input: y float[3, 4, 5]"));
  EXPECT_THAT(shown.out, HasSubstr("float16[3, 4, 5]"));
  EXPECT_EQ(Run("run " + om).code, 0);
}

TEST_F(Atc, AModelForOtherInstructionsIsRefusedHere) {
  before_ = "OPDK_ISA= ";
  const std::string om = AddOm("--soc_version=cpu-baseline");
  EXPECT_THAT(Run("om info " + om).out, HasSubstr("for baseline"));
  const Outcome refused = Run("run " + om);
  EXPECT_EQ(refused.code, 3) << refused.err;
  EXPECT_THAT(refused.err, HasSubstr("error E2001"));
  EXPECT_THAT(refused.err, HasSubstr("for baseline, and this is opdk"));
  EXPECT_THAT(refused.err, HasSubstr("compile the model again here"));
  before_ = "OPDK_ISA=baseline ";
  EXPECT_EQ(Run("run " + om).code, 0);
}

TEST_F(Atc, AChangedFileIsRefused) {
  const std::string om = AddOm();
  std::string bytes = ReadFile(om);
  bytes[bytes.size() / 2] ^= 1;
  Write("changed.om", bytes);
  Write("cut.om", bytes.substr(0, bytes.size() - 9));
  for (const char* name : {"changed.om", "cut.om"}) {
    const Outcome refused = Run("run " + Path(name));
    EXPECT_EQ(refused.code, 3) << refused.err;
    EXPECT_THAT(refused.err, HasSubstr("error E2001"));
  }
}

TEST_F(Atc, OptionsOfReadingAndCompilingHaveNoEffectOnAnOfflineModelAndAreRefused) {
  const std::string om = AddOm();
  for (const char* given : {"run --weight f", "run --parser a=b", "run --disable-pass fuse_vector", "run --streams 1",
                            "explain --passes", "explain --fusion-result f", "explain --precision-mode force_fp16"}) {
    const std::string command = given;
    const size_t blank = command.find(' ');
    const Outcome refused = Run(fmt::format("{} {} {}", command.substr(0, blank), om, command.substr(blank)));
    EXPECT_EQ(refused.code, 2) << given;
    const std::string option = command.substr(blank + 1, command.find(' ', blank + 1) - blank - 1);
    EXPECT_THAT(refused.err,
                HasSubstr(fmt::format("error E1001: {} has no effect on the offline model {}", option, om)));
  }
}

TEST_F(Atc, AFileThatOthersCanWriteToIsNotRun) {
  const std::string om = AddOm();
  fs::permissions(om, fs::perms::others_write, fs::perm_options::add);
  const Outcome refused = Run("run " + om);
  EXPECT_EQ(refused.code, 6);
  EXPECT_THAT(refused.err, HasSubstr("error E5009"));
  EXPECT_EQ(Run("om info " + om).code, 0);  // nothing of it runs
}

TEST_F(Atc, AnOperatorsPackageMustBeTheOneThatItWasMadeWith) {
  CopyPackage();
  const Outcome made = MakeHinted("");
  ASSERT_EQ(made.code, 0) << made.err;
  const std::string om = Path("scale.om");
  EXPECT_EQ(Run(fmt::format("run {} --plugins {}", om, packages_.string())).code, 0);
  const Outcome missing = Run("run " + om);
  EXPECT_EQ(missing.code, 6);
  EXPECT_THAT(missing.err, HasSubstr("error E5012"));
  EXPECT_THAT(missing.err, HasSubstr("needs the operator package hinted_operators 0.0.0, which is missing"));
  fs::permissions(Library(), fs::perms::others_write, fs::perm_options::add);
  const Outcome refused = Run(fmt::format("run {} --plugins {}", om, packages_.string()));
  EXPECT_EQ(refused.code, 6);
  EXPECT_THAT(refused.err, HasSubstr("needs the operator package hinted_operators 0.0.0, which was refused"));
  EXPECT_THAT(refused.err,
              HasSubstr(fmt::format("  help: {} holds it and was refused: E5009 not trusted: ", Library())));
  fs::permissions(Library(), fs::perms::others_write, fs::perm_options::remove);
  std::ofstream(Library(), std::ios::binary | std::ios::app) << "another";
  const Outcome other = Run(fmt::format("run {} --plugins {}", om, packages_.string()));
  EXPECT_EQ(other.code, 6);
  EXPECT_THAT(other.err, HasSubstr("error E5010"));
}

TEST_F(Atc, AnEmbeddedPackageNeedsNoOther) {
  CopyPackage();
  const Outcome made = MakeHinted("--embed_packages=1");
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(Run("om info " + Path("scale.om")).out, HasSubstr("hinted_operators 0.0.0, brought along"));
  const Outcome ran = Run("run " + Path("scale.om"));
  EXPECT_EQ(ran.code, 0) << ran.err;
}

TEST_F(Atc, NothingIsCompiledWhereItRuns) {
  const std::string om = AddOm();
  // A cache that is empty and stays so: compiled kernels would be kept there.
  before_ = fmt::format("OPDK_CACHE_DIR={} ", Path("cache"));
  ASSERT_EQ(Run("run " + om).code, 0);
  for (const auto& entry : fs::recursive_directory_iterator(Path("cache"))) {
    EXPECT_NE(entry.path().extension(), ".o") << entry.path();
    EXPECT_NE(entry.path().extension(), ".so") << entry.path();
  }
}

TEST_F(Atc, OperatorsAreNamedByWhatTheyTake) {
  const std::string desc = R"({"format": "ND", "shape": [8, 16], "type": "int32"})";
  Write("ops.json", fmt::format(R"([{{"op": "Add", "input_desc": [{0}, {0}], "output_desc": [{0}]}}])", desc));
  const Outcome made = RunAtc(fmt::format("--singleop={} --output={}", Path("ops.json"), work_.string()));
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(Run("run " + Path("0_Add_3_2_8_16_3_2_8_16_3_2_8_16.om")).code, 0);
}

TEST_F(Atc, OperatorsHaveAttributesOfTypes) {
  const auto make = [&](const std::string& types) {
    Write("ops.json",
          R"([{"op": "GetNext", "input_desc": [], "output_desc": [{"shape": [3], "type": "float"}], "attr": [
      {"name": "output_types", "type": "list_data_type", "value": )" +
              types + R"(},
      {"name": "output_shapes", "type": "list_list_int", "value": [[3]]},
      {"name": "channel_name", "type": "string", "value": "images"}]}])");
    return RunAtc(fmt::format("--singleop={} --output={}", Path("ops.json"), work_.string()));
  };
  const Outcome made = make(R"(["float"])");
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(make(R"(["flot"])").err, HasSubstr("'flot' is no type"));
  EXPECT_THAT(make("[1]").err, HasSubstr("its value is no list_data_type"));
}

}  // namespace
}  // namespace opdk::cli
