// A request for more of the machine than is allowed is refused by name, at once.
#include <gmock/gmock.h>
#include <onnx/onnx_pb.h>

#include <cstring>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

using testing::HasSubstr;

class Limits : public Command {
 protected:
  static void DeclareFloats(onnx::ValueInfoProto& value, const std::string& name, int64_t extent) {
    value.set_name(name);
    auto* type = value.mutable_type()->mutable_tensor_type();
    type->set_elem_type(onnx::TensorProto::FLOAT);
    type->mutable_shape()->add_dim()->set_dim_value(extent);
  }

  static onnx::ModelProto Empty() {
    onnx::ModelProto model;
    model.set_ir_version(8);
    for (const char* domain : {"", "f"}) {
      auto* import = model.add_opset_import();
      import->set_domain(domain);
      import->set_version(domain == std::string() ? 17 : 1);
    }
    DeclareFloats(*model.mutable_graph()->add_input(), "x", 4);
    DeclareFloats(*model.mutable_graph()->add_output(), "y", 4);
    return model;
  }

  static void AddCall(google::protobuf::RepeatedPtrField<onnx::NodeProto>& nodes, const std::string& type,
                      const std::string& from, const std::string& to) {
    auto* node = nodes.Add();
    node->set_op_type(type);
    if (type.front() == 'f') node->set_domain("f");
    node->add_input(from);
    node->add_output(to);
  }

  // Makes functions f<levels> that call the function below twice, and so on: 2^levels nodes from a few bytes.
  std::string Doubling(int levels) {
    onnx::ModelProto model = Empty();
    for (int level = 0; level <= levels; ++level) {
      auto* function = model.add_functions();
      function->set_domain("f");
      function->set_name("f" + std::to_string(level));
      function->add_input("a");
      function->add_output("c");
      function->add_opset_import()->set_version(17);
      auto* own = function->add_opset_import();
      own->set_domain("f");
      own->set_version(1);
      const std::string below = level == 0 ? "Relu" : "f" + std::to_string(level - 1);
      AddCall(*function->mutable_node(), below, "a", "b");
      AddCall(*function->mutable_node(), below, "b", "c");
    }
    AddCall(*model.mutable_graph()->mutable_node(), "f" + std::to_string(levels), "x", "y");
    Write("doubling.onnx", model.SerializeAsString());
    return Path("doubling.onnx");
  }
};

TEST_F(Limits, FunctionsThatWriteOutToTooManyNodesAreRefused) {
  const std::string model = Doubling(6);
  EXPECT_EQ(Run("dump " + model).code, 0);
  for (const std::string& arguments :
       {"dump " + model + " --max-nodes 100", "dump " + Doubling(60) + " --max-nodes 20000"}) {
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.code, 3) << outcome.out;
    EXPECT_THAT(outcome.err, HasSubstr("error E2001: the model has more than "));
    EXPECT_THAT(outcome.err, HasSubstr("--max-nodes"));
  }
}

// Were they written out first, 60 levels would take longer than the machine lives, and 20 levels 26 s.
TEST_F(Limits, NodesOfFunctionsAreCountedBeforeTheyAreWrittenOut) {
  before_ = "timeout 20 ";
  for (const int levels : {21, 60}) {
    for (const char* arguments : {"", " --fallback onnxruntime"}) {
      const Outcome outcome = Run("dump " + Doubling(levels) + arguments);
      EXPECT_EQ(outcome.code, 3) << levels << arguments << outcome.err;
      EXPECT_THAT(outcome.err, HasSubstr("the model has more than 2000000 nodes when its functions are written out"));
    }
  }
  const Outcome tensorflow =
      Run("dump " OPDK_SOURCE_DIR "/tests/fuzz/corpus/tensorflow/functions_that_double_30_times.pb");
  EXPECT_EQ(tensorflow.code, 3) << tensorflow.err;
  EXPECT_THAT(tensorflow.err, HasSubstr("the model has more than 2000000 nodes when its functions are written out"));
}

TEST_F(Limits, ALoopThatGoesRoundTooOftenIsNamed) {
  onnx::ModelProto model = Empty();
  auto* loop = model.mutable_graph()->add_node();
  loop->set_name("round");
  loop->set_op_type("Loop");
  for (const char* input : {"", "", "x"}) loop->add_input(input);
  loop->add_output("y");
  auto* body = loop->add_attribute();
  body->set_name("body");
  body->set_type(onnx::AttributeProto::GRAPH);
  auto& graph = *body->mutable_g();
  graph.set_name("body");
  const auto declare = [](onnx::ValueInfoProto& value, const char* name, int type) {
    value.set_name(name);
    value.mutable_type()->mutable_tensor_type()->set_elem_type(type);
    value.mutable_type()->mutable_tensor_type()->mutable_shape();
  };
  declare(*graph.add_input(), "i", onnx::TensorProto::INT64);
  declare(*graph.add_input(), "on", onnx::TensorProto::BOOL);
  DeclareFloats(*graph.add_input(), "v", 4);
  AddCall(*graph.mutable_node(), "Identity", "on", "still_on");
  AddCall(*graph.mutable_node(), "Neg", "v", "w");
  declare(*graph.add_output(), "still_on", onnx::TensorProto::BOOL);
  DeclareFloats(*graph.add_output(), "w", 4);
  Write("endless.onnx", model.SerializeAsString());
  const Outcome outcome = Run("run " + Path("endless.onnx") + " --max-iterations 1000");
  EXPECT_EQ(outcome.code, 7) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("error E6001"));
  EXPECT_THAT(outcome.err, HasSubstr("the loop went round 1000 times, and has not ended"));
  EXPECT_THAT(outcome.err, HasSubstr("round (Loop)"));
  before_ = "timeout 8 ";
  EXPECT_THAT(Run("run " + Path("endless.onnx")).err,
              testing::ContainsRegex("node round \\(Loop\\) has gone round [0-9]+ times in [567] s and goes on"));
  before_ = "timeout 60 ";
  const Outcome late = Run("run " + Path("endless.onnx") + " --timeout 1");
  EXPECT_EQ(late.code, 7) << late.err;
  EXPECT_THAT(late.err, testing::ContainsRegex("error E6004: the loop went round [0-9]+ times in [01] s, and the time "
                                               "is up\n  at: node round \\(Loop\\)"));
  before_.clear();
  const Outcome old = Run("run " OPDK_SOURCE_DIR "/tests/fuzz/corpus/tensorflow/loop_v1.pb --max-iterations 1");
  EXPECT_EQ(old.code, 7) << old.err;
  EXPECT_THAT(old.err, HasSubstr("the loop went round 1 times, and has not ended"));
}

TEST_F(Limits, TensorsThatTakeTooMuchMemoryAreRefused) {
  onnx::ModelProto model = Empty();
  model.mutable_graph()
      ->mutable_input(0)
      ->mutable_type()
      ->mutable_tensor_type()
      ->mutable_shape()
      ->mutable_dim(0)
      ->set_dim_value(int64_t{1} << 24);
  AddCall(*model.mutable_graph()->mutable_node(), "Relu", "x", "y");
  Write("large.onnx", model.SerializeAsString());
  const Outcome outcome = Run("run " + Path("large.onnx") + " --max-memory 10M");
  EXPECT_EQ(outcome.code, 3) << outcome.out;
  EXPECT_THAT(outcome.err,
              HasSubstr("E2007: float[16777216] takes 64.0 MiB of memory, and this process may take 10.0 MiB"));
  EXPECT_EQ(Run("run " + Path("large.onnx") + " --max-memory 1G").code, 0);
}

// The control group's own limit, in a mount namespace where the test sets it.
TEST_F(Limits, TheControlGroupsMemoryIsTheLimitWhenItIsAFile) {
  const auto in_group = [this](const std::string& made_by) {
    before_ = "timeout 60 unshare -rm sh -c 'mount -t tmpfs none /sys/fs/cgroup && cd /sys/fs/cgroup && " + made_by +
              " && exec \"$@\"' sh ";
    return Run("run --op Relu --input x=zeros:1000000");
  };
  if (std::system("unshare -rm mount -t tmpfs none /sys/fs/cgroup") != 0) GTEST_SKIP() << "no namespaces here";
  const Outcome small = in_group("echo 1048576 >memory.max");
  EXPECT_EQ(small.code, 2) << small.out;
  EXPECT_THAT(small.err, HasSubstr("this process may take 1.0 MiB"));
  EXPECT_EQ(in_group("echo max >memory.max").code, 0);
  EXPECT_EQ(in_group("mkfifo memory.max").code, 0) << "nothing waits for a pipe";
}

TEST_F(Limits, ThatAreNoNumbersAreRefused) {
  for (const char* arguments :
       {"--max-memory lots", "--max-memory 0", "--max-nodes -1", "--max-nodes many", "--max-iterations 0"}) {
    const Outcome outcome = Run(std::string("dump ") + kAddModel + " " + arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_THAT(outcome.err,
                HasSubstr("error E1001: " + std::string(arguments, std::strchr(arguments, ' ')) + " (OPDK_MAX_"))
        << arguments;
  }
}

}  // namespace
}  // namespace opdk::cli
