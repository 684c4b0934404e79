// Tests the outputs of commands: the standard output, and the files that they are asked for.
#include <gmock/gmock.h>
#include <onnx/onnx_pb.h>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class OutputOf : public Command {
 protected:
  // Runs each command with its standard output as the shell's text says.
  void SetOutput(const std::string& redirection) { before_ = "sh -c '\"$@\" " + redirection + "' sh "; }
  std::vector<std::string> Commands() const {
    return {"explain " + std::string(kAddModel),
            "run " + std::string(kAddModel) + " --seed 1",
            "dump " + std::string(kAddModel),
            "list",
            "list Add",
            "errors",
            "errors --format md",
            "doctor",
            "cache list",
            "completion bash",
            "--help",
            "run --help",
            "--version"};
  }
  static void Declare(onnx::ValueInfoProto& value, const std::string& name, onnx::TensorProto::DataType type_of) {
    value.set_name(name);
    auto* type = value.mutable_type()->mutable_tensor_type();
    type->set_elem_type(type_of);
    type->mutable_shape()->add_dim()->set_dim_value(2);
  }
  // Makes a model with one output for each name: x, 2 x, 3 x …
  std::string ModelWithOutputs(const std::vector<std::string>& names,
                               onnx::TensorProto::DataType type = onnx::TensorProto::FLOAT) {
    onnx::ModelProto model;
    model.set_ir_version(8);
    model.add_opset_import()->set_version(17);
    Declare(*model.mutable_graph()->add_input(), "x", type);
    std::string last = "x";
    for (const std::string& name : names) {
      auto* node = model.mutable_graph()->add_node();
      node->set_op_type("Add");
      node->add_input(last);
      node->add_input("x");
      node->add_output(name);
      Declare(*model.mutable_graph()->add_output(), name, type);
      last = name;
    }
    Write("outputs.onnx", model.SerializeAsString());
    return Path("outputs.onnx");
  }
  float FirstOf(const std::string& file) const {
    const auto tensor = ParseNpy(ReadFile(Path(file)));
    return tensor.ok() ? *reinterpret_cast<const float*>(tensor->GetData()) : -1;
  }
};

TEST_F(OutputOf, ARunOfBfloat16IsTheInputOfTheNext) {
  const std::string run = "run " + ModelWithOutputs({"y"}, onnx::TensorProto::BFLOAT16) + " --output " + Path("out");
  ASSERT_EQ(Run(run + " --input x=list:1.5,-3:2:bfloat16").code, 0);
  const Outcome next = Run(run + " --input x=" + Path("out/y.npy"));
  EXPECT_EQ(next.code, 0) << next.err;
  EXPECT_THAT(next.out, HasSubstr("y = [6, -12]"));
  ASSERT_EQ(Run("run --op Muls --input x=list:1,1:2:float --attr value=0.1 --output " + Path("tenth")).code, 0);
  const Outcome inexact = Run(run + " --input x=" + Path("tenth/y.npy"));
  EXPECT_EQ(inexact.code, 2);
  EXPECT_THAT(inexact.err,
              HasSubstr("error E1004: input 'x' is bfloat16[2] in the model, but the file holds float[2]"));
}

TEST_F(OutputOf, ACommandThatCannotBeWrittenIsOneErrorAtTheEnd) {
  SetOutput(">/dev/full");
  for (const std::string& command : Commands()) {
    const Outcome outcome = Run(command);
    EXPECT_EQ(outcome.code, 2) << command << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("error E1006: the output can't be written: No space left on device\n"
                                       "  at: the standard output, /dev/full"))
        << command;
    EXPECT_EQ(outcome.err.find("error E"), outcome.err.rfind("error E")) << command << outcome.err;
  }
  const Outcome atc = RunProgram("atc", "--help");
  EXPECT_EQ(atc.code, 2) << atc.err;
  EXPECT_THAT(atc.err, HasSubstr("error E1006"));
}

TEST_F(OutputOf, ACommandWithoutAStandardOutputIsAnErrorAndWritesToNoOtherFile) {
  SetOutput(">&-");
  const std::string model = ModelWithOutputs({"y"});
  const Outcome outcome = Run("run " + model + " --input x=ones:2 --output " + Path("out"));
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("error E1006: the output can't be written: Bad file descriptor\n"
                                     "  at: the standard output, which is closed"));
  EXPECT_EQ(FirstOf("out/y.npy"), 2);
}

TEST_F(OutputOf, ACommandWithoutAReaderEndsQuietly) {
  for (const char* ignores : {"", "trap \"\" PIPE; "}) {
    before_ = std::string("sh -c '(") + ignores + "sleep 0.3; exec \"$@\") | exec true' sh ";
    for (const std::string& command : Commands()) EXPECT_EQ(Run(command).err, "") << ignores << command;
  }
}

TEST_F(OutputOf, ACommandThatFailsKeepsItsOwnError) {
  SetOutput(">/dev/full");
  const Outcome outcome = Run("run " + Path("missing.onnx"));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("error E1002"));
  Write("broken.onnx", "broken");
  EXPECT_EQ(Run("dump " + Path("broken.onnx")).code, 3);
}

TEST_F(OutputOf, WithoutAStandardErrorTheExitCodeStays) {
  SetOutput("2>/dev/full");
  Write("broken.onnx", "broken");
  EXPECT_EQ(Run("dump " + Path("broken.onnx")).code, 3);
  EXPECT_EQ(Run("no_such_command").code, 2);
}

TEST_F(OutputOf, TwoOutputsOfAModelAreTwoFiles) {
  const std::string model = ModelWithOutputs({"a/b", "a_b", "a:b", "a_b.1"});
  const Outcome outcome = Run("run " + model + " --input x=ones:2 --output " + Path("out"));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(FirstOf("out/a_b.npy"), 3) << "it is the name of that output";
  EXPECT_EQ(FirstOf("out/a_b.1.npy"), 5);
  EXPECT_EQ(FirstOf("out/a_b.2.npy"), 2);
  EXPECT_EQ(FirstOf("out/a_b.3.npy"), 4);
  EXPECT_THAT(outcome.out, HasSubstr("out/a_b.2.npy: a/b\n"));
  EXPECT_THAT(outcome.out, HasSubstr("out/a_b.3.npy: a:b\n"));
  EXPECT_THAT(outcome.out, HasSubstr("out/a_b.npy\n"));
}

TEST_F(OutputOf, AFileBeyondTheLimitIsAnErrorThatLeavesTheOlderOne) {
  Write("m.json", "the older one");
  before_ = "sh -c 'ulimit -f 1; exec \"$@\"' sh ";
  const Outcome outcome =
      RunProgram("atc", fmt::format("--mode=1 --framework=5 --model={} --json={}", kLogSoftmaxModel, Path("m.json")));
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("m.json: File too large"));
  EXPECT_EQ(ReadFile(Path("m.json")), "the older one");
  EXPECT_EQ(std::distance(fs::directory_iterator(work_), fs::directory_iterator()), 3) << "stdout, stderr, m.json";
}

TEST_F(OutputOf, ADeviceIsWrittenToAndLeft) {
  const std::string convert = fmt::format("--mode=1 --framework=5 --model={} --json=", kAddModel);
  const Outcome full = RunProgram("atc", convert + "/dev/full");
  EXPECT_EQ(full.code, 2) << full.err;
  EXPECT_THAT(full.err, HasSubstr("can't write /dev/full: No space left on device"));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
  const Outcome shown = RunProgram("atc", convert + "/dev/stdout");
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("\"graph\""));
}

}  // namespace
}  // namespace opdk::cli
