// `opdk run --op` as a user runs it.
#include <gmock/gmock.h>

#include <cstring>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class RunOperatorCommand : public Command {
 protected:
  Outcome RunOp(const std::string& arguments) { return Run("run --op " + arguments); }
  template <typename T>
  std::vector<T> Values(const std::string& file) {
    const auto tensor = ParseNpy(ReadFile(Path(file)));
    EXPECT_TRUE(tensor.ok()) << tensor.status().ToString();
    std::vector<T> values(tensor->GetSize() / sizeof(T));
    std::memcpy(values.data(), tensor->GetData(), tensor->GetSize());
    return values;
  }
};

TEST_F(RunOperatorCommand, PrintsEngineKernelTimesAndOutputs) {
  for (const char* engine : {"ai_core", "ai_cpu"}) {
    const Outcome outcome = RunOp(fmt::format(
        "SoftmaxV2 --input x=random:4x1024 --attr axes=-1 --engine {} --repeat 5 --threads 1 --seed 3", engine));
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr(fmt::format("SoftmaxV2 on {}, package opdk_builtin, kernel ", engine)),
                                   HasSubstr("median"), HasSubstr("of 5 runs"), HasSubstr("x       float  [4,1024]"),
                                   HasSubstr("y       float  [4,1024]")));
  }
}

TEST_F(RunOperatorCommand, ARefusalOfAKernelGoesToTheNextEngineWithItsReason) {
  const std::string pool = "MaxPoolND --input x=ones:1x2x4x4x4x4 --attr kernel_shape=1,1,1,1";
  const Outcome refused = RunOp(pool + " --engine ai_core");
  EXPECT_EQ(refused.code, 3) << refused.out;
  EXPECT_THAT(refused.err, AllOf(HasSubstr("error E2008"), HasSubstr("x has rank 6; this kernel takes one to three "
                                                                     "spatial axes")));
  EXPECT_THAT(RunOp(pool).out, HasSubstr("MaxPoolND on ai_cpu"));
}

TEST_F(RunOperatorCommand, TakesFilesListsAndOptionalInputs) {
  WriteFloats("table.npy", {3, 2}, {0, 1, 10, 11, 20, 21});
  const Outcome gather = RunOp(
      fmt::format("Gather --input x={} --input indices=list:2,0:int64 --output {}", Path("table.npy"), Path("out")));
  ASSERT_EQ(gather.code, 0) << gather.err;
  EXPECT_THAT(Values<float>("out/y.npy"), ElementsAre(20, 21, 0, 1));
  const Outcome pad = RunOp("PadV3 --input paddings=list:1,1:int64 --input x=arange:2 --output " + Path("out"));
  ASSERT_EQ(pad.code, 0) << pad.err;
  EXPECT_THAT(Values<float>("out/y.npy"), ElementsAre(0, 0, 1, 0));
  const Outcome clip =
      RunOp("ClipByValueV2 --input clip_value_max=ones: --input clip_value_min=zeros: --input x=arange:2x2 --output " +
            Path("out"));
  ASSERT_EQ(clip.code, 0) << clip.err;
  EXPECT_THAT(Values<float>("out/y.npy"), ElementsAre(0, 1, 1, 1));
}

TEST_F(RunOperatorCommand, TakesShapedListsAndPrintsSmallTensors) {
  const Outcome matrix = RunOp("Neg --input x=list:1,2.5,3,inf:2x2");
  ASSERT_EQ(matrix.code, 0) << matrix.err;
  EXPECT_THAT(matrix.out, HasSubstr("\ny = [[-1, -2.5], [-3, -inf]]\n"));
  EXPECT_THAT(RunOp("Neg --input x=list:1,2:2x1:int32").out, HasSubstr("\ny = [[-1], [-2]]\n"));
  EXPECT_THAT(RunOp("Neg --input x=list:7::int64").out, HasSubstr("\ny = -7\n"));
  EXPECT_THAT(RunOp("Equal --input x1=list:1,2 --input x2=list:1,3").out, HasSubstr("\ny = [true, false]\n"));
  EXPECT_THAT(RunOp("Neg --input x=random:33").out, Not(HasSubstr("y = ")));
}

TEST_F(RunOperatorCommand, NumbersDynamicPorts) {
  const Outcome concat =
      RunOp("ConcatD --input x0=zeros:2:int32 --input x1=ones:2:int32 --attr concat_dim=0 --output " + Path("out"));
  ASSERT_EQ(concat.code, 0) << concat.err;
  EXPECT_THAT(Values<int32_t>("out/y.npy"), ElementsAre(0, 0, 1, 1));
  const Outcome split = RunOp(
      "SplitD --input x=arange:4 --attr split_dim=0 --attr num_split=2 --dynamic-output y=2 --output " + Path("out"));
  ASSERT_EQ(split.code, 0) << split.err;
  EXPECT_THAT(Values<float>("out/y1.npy"), ElementsAre(2, 3));
  EXPECT_EQ(RunOp("SplitD --input x=arange:4 --attr split_dim=0 --attr num_split=2").code, 3);
}

// ReduceSum's AI Core kernel asks for the axes: fed ones are known only when it runs.
TEST_F(RunOperatorCommand, ConstantsMayBeAskedForTheirValues) {
  const std::string sum =
      "ReduceSum --attr keep_dims=true --engine ai_core --input axes=list:0:int64 --input x=list:1,2,3:3x1 ";
  EXPECT_THAT(RunOp(sum).out, Not(HasSubstr("kernel reduce_sum_")));
  const Outcome constant = RunOp(sum + "--const axes");
  ASSERT_EQ(constant.code, 0) << constant.err;
  EXPECT_THAT(constant.out,
              AllOf(HasSubstr("kernel reduce_sum_"), HasSubstr("\naxes    int64  [1] "), HasSubstr("\ny = [[6]]\n")));
  // The kernel runs, too, where nothing is fed.
  const Outcome all = RunOp(sum + "--const axes --const x");
  ASSERT_EQ(all.code, 0) << all.err;
  EXPECT_THAT(all.out, AllOf(HasSubstr("kernel reduce_sum_"), HasSubstr("\ny = [[6]]\n")));
}

TEST_F(RunOperatorCommand, SameSeedSameValues) {
  ASSERT_EQ(RunOp("Relu --input x=random:64 --seed 9 --output " + Path("a")).code, 0);
  const Outcome again = RunOp("Relu --input random:64 --seed 9 --output " + Path("b"));
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(ReadFile(Path("a/y.npy")), ReadFile(Path("b/y.npy")));
  EXPECT_THAT(RunOp("Relu --input x=random:64").out, HasSubstr("--seed "));
}

TEST_F(RunOperatorCommand, ModelsTakeGeneratedInputsToo) {
  const Outcome outcome = Run(fmt::format("run {} --input x=arange:3x4x5 --input y=ones:3x4x5", kAddModel));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("sum     float  [3,4,5]  1    60   30.5"));
}

TEST_F(RunOperatorCommand, WrongUseIsExplained) {
  struct Case {
    const char* arguments;
    int code;
    const char* message;
  };
  for (const Case& wrong : {
           Case{"SotfmaxV2 --input x=random:4", 3, "did you mean SoftmaxV2?"},
           Case{"SoftmaxV2", 2, "error E1003: SoftmaxV2 needs its inputs: x"},
           Case{"PadV3", 2, "x, paddings, constant_values (optional)"},
           Case{"SoftmaxV2 --input y=random:4", 3, "no input y; it has: x"},
           Case{"Add --input x1=random:4", 3, "required input x2"},
           Case{"Add --input random:4", 2, "which input?"},
           Case{"SoftmaxV2 --input x=random:4 --input x=random:4", 2, "given twice"},
           Case{"SoftmaxV2 --input x=random:4 --attr axis=1", 3, "did you mean axes?"},
           Case{"SoftmaxV2 --input x=random:4 --attr axes=one", 2, "'axes' is integers, like 1,2,3 (ListInt)"},
           Case{"SoftmaxV2 --input x=random:4 --attr axes", 2, "write NAME=VALUE"},
           Case{"SoftmaxV2 --input x=random:4 --attr axes=7", 3, "error E2003: "},
           Case{"SoftmaxV2 --input x=random:4x", 2, "'4x' is no shape"},
           Case{"SoftmaxV2 --input x=random:4:flaot", 2, "no dtype is named 'flaot'"},
           Case{"SoftmaxV2 --input x=list:1,300:int8", 2, "does not fit int8"},
           Case{"SoftmaxV2 --input x=list:1,a", 2, "no list of numbers"},
           Case{"SoftmaxV2 --input x=list:1,2,3:2x2", 2, "'2x2' is no shape of 3 elements"},
           Case{"SoftmaxV2 --input x=list:1,2:2:float:3", 2, "too many colons"},
           Case{"SoftmaxV2 --input x=random:99999999999x99999999999", 2, "does not fit in memory"},
           Case{"SoftmaxV2 --input x=zeros:1000000x1000000", 2, "takes 3.6 TiB of memory, and this process may take"},
           Case{"SoftmaxV2 --input x=nowhere.npy", 2, "error E1002: "},
           Case{"SoftmaxV2 --input x=random:4:int32", 3, "error E2008: "},
           Case{"SoftmaxV2 --input x=random:4 --engine gpu", 2, "gpu"},
           Case{"SoftmaxV2 --input x=random:4 --dynamic-output y=2", 3, "no dynamic output 'y'"},
           Case{"Expand --input x=ones:3 --const shape", 2, "no --input gives it a value"},
           Case{"Neg --input x=ones:3 --const x --const x", 2, "--const x is given twice"},
           Case{"SoftmaxV2 model.onnx", 2, "a model and --op are given"},
           Case{"SoftmaxV2 --input x=random:4 --dim n=3", 2,
                "--dim, --explain, --profile and --dump-tensors belong to a model"},
       }) {
    const Outcome outcome = RunOp(wrong.arguments);
    EXPECT_EQ(outcome.code, wrong.code) << wrong.arguments << outcome.out << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(wrong.message)) << wrong.arguments;
  }
  EXPECT_THAT(Run("run").err, HasSubstr("give a model or --op"));
  EXPECT_EQ(Run(fmt::format("run {} --attr axis=1", kAddModel)).code, 2);
  EXPECT_EQ(Run(fmt::format("run {} --const x", kAddModel)).code, 2);
  EXPECT_THAT(Run(fmt::format("run {} --dim x:0=2 --input x=ones:3x4x5", kAddModel)).err,
              HasSubstr("--dim is for random inputs"));
  EXPECT_THAT(Run(fmt::format("run {} --dim x:0=2", kAddModel)).err, HasSubstr("no input has an unknown dimension"));
}

// Its inputs are fed: only the kernel can see that something would be dropped.
TEST_F(RunOperatorCommand, AnAxisThatIsWrongWhenItRunsIsRefusedByTheKernel) {
  const std::string fed = "Cumsum --engine ai_cpu --input x=ones:2 --input axis=list:";
  const Outcome outside = RunOp(fed + "5:1:int32");
  EXPECT_EQ(outside.code, 7) << outside.out;
  EXPECT_THAT(outside.err, HasSubstr("axis 5 (1 values) is outside a rank of 1"));
  EXPECT_EQ(RunOp(fed + "0:1:int32").code, 0);
}

}  // namespace
}  // namespace opdk::cli
