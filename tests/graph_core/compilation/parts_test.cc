// Joined and cut tensors whose parts lie in one memory.
#include "graph_core/compilation/parts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "graph_core/ir/text.h"
#include "graph_core/loading/load.h"
#include "graph_core/session.h"
#include "tests/graph_core/builtin_packages.h"
#include "tests/graph_core/compilation/random_rows.h"
#include "tests/graph_core/compilation/symbolic_run.h"
#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

using tests::Floats;
using tests::Net;
using tests::RandomRows;

// A session whose stages the test goes through one by one.
class Parts : public ::testing::Test {
 protected:
  Parts() {
    CompileOptions options;
    options.engine = "ai_cpu";
    auto made = Session::Create(BuiltinPackages(), options);
    OPDK_CHECK(made.ok(), made.status().ToString());
    session_ = *std::move(made);
  }

  Program Compiled(const std::string& text, bool reuse = true) {
    auto graph = Parse(text);
    OPDK_CHECK(graph.ok(), graph.status().ToString() + text);
    auto optimized = session_->Optimize(*std::move(graph));
    OPDK_CHECK(optimized.ok(), optimized.status().ToString() + text);
    CompileOptions options;
    options.reuse_memory = reuse;
    const std::vector<Engine*> engines = session_->engines();
    auto program = Compile(*std::move(optimized), engines, session_->packages(), options);
    OPDK_CHECK(program.ok(), program.status().ToString() + text);
    return *std::move(program);
  }

  std::vector<ge::Tensor> Run(Program program, const std::vector<ge::Tensor>& inputs) {
    return tests::MustRun(tests::MustLoadIn(*session_, std::move(program)), inputs);
  }

  // Returns how many steps of all functions run a ConcatD, SplitVD or ConcatV2 kernel.
  static int Copies(const Program& program) {
    const auto nodes = NumberedNodes(program.graph);
    int count = 0;
    for (const Function& function : program.functions) {
      for (const Step& step : function.steps) {
        const std::string& type = (*nodes)[static_cast<size_t>(step.node)]->type();
        count += type == "ConcatD" || type == "SplitVD" || type == "ConcatV2";
      }
    }
    return count;
  }

  static ge::Tensor Ramp(const std::vector<int64_t>& shape) {
    int64_t count = 1;
    for (const int64_t extent : shape) count *= extent;
    std::vector<float> values(static_cast<size_t>(count));
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 61) / 16 - 2;
    return Floats(shape, values);
  }

  // Expects the same bits as with separate memory for each tensor.
  void ExpectSameAsCopied(const std::string& text, const std::vector<ge::Tensor>& inputs) {
    Program program = Compiled(text);
    ASSERT_EQ(tests::SymbolicRun(program, session_->packages()).Run(), "") << text;
    const std::vector<ge::Tensor> got = Run(std::move(program), inputs);
    const std::vector<ge::Tensor> expected = Run(Compiled(text, false), inputs);
    ASSERT_EQ(got.size(), expected.size());
    for (size_t i = 0; i < got.size(); ++i) {
      ASSERT_EQ(got[i].GetSize(), expected[i].GetSize());
      EXPECT_EQ(std::memcmp(got[i].GetData(), expected[i].GetData(), got[i].GetSize()), 0) << text;
    }
  }

  std::unique_ptr<Session> session_;
};

TEST_F(Parts, JoinedTensorsAreWrittenAtTheirPlaceInTheWhole) {
  const std::string text =
      Net("  %a = Exp(x: %x) : y: _\n  %b = Tanh(x: %x) : y: _\n"
          "  %y = ConcatD(x: [%a, %b]) {concat_dim: -1, N: 2} : y: _\n  %z = Exp(x: %y) : y: _\n",
          "%z");
  const Program program = Compiled(text);
  EXPECT_EQ(Copies(program), 0);
  EXPECT_EQ(program.memory.parts, 2);
  EXPECT_EQ(Copies(Compiled(text, false)), 1);
  ExpectSameAsCopied(text, {Ramp({1, 32})});
}

TEST_F(Parts, TensorsJoinedForTheCallerAreWrittenIntoTheCallersMemory) {
  const std::string text =
      Net("  %a = Exp(x: %x) : y: _\n  %b = Tanh(x: %x) : y: _\n"
          "  %y = ConcatD(x: [%a, %b]) {concat_dim: 1, N: 2} : y: _\n",
          "%y");
  const Program program = Compiled(text);
  EXPECT_EQ(Copies(program), 0);
  EXPECT_EQ(program.memory.planned, 0U);
  EXPECT_FALSE(program.main().outputs[0].copied);
  ExpectSameAsCopied(text, {Ramp({1, 32})});
}

TEST_F(Parts, NamesOfAxesMakeNoDifference) {
  const std::string text = R"(graph net {
  %x = Data {index: 0} : float[1,4,4,4]@NCHW
  %a = Relu(x: %x) : y: _
  %w = Const {value: float[4,4,1,1](0.5 ...)}
  %c = Conv2D(x: %x, filter: %w) {strides: [1,1,1,1], pads: [0,0,0,0], data_format: "NCHW"} : y: _
  %y = ConcatD(x: [%a, %c]) {concat_dim: -3, N: 2} : y: _
  %z = Tanh(x: %y) : y: _
  %o = NetOutput(x: [%z])
}
)";
  EXPECT_EQ(Copies(Compiled(text)), 0);
  ExpectSameAsCopied(text, {Ramp({1, 4, 4, 4})});
}

TEST_F(Parts, SlicesAreReadAtTheirPlaceInTheWhole) {
  // Cuts the caller's memory as well as a kernel's.
  const std::string text =
      Net("  %s = SplitVD(x: %x) {size_splits: [16, 32], split_dim: 1, num_split: 2} : y: [_, _]\n"
          "  %a = Exp(x: %s) : y: _\n  %b = Exp(x: %s:y1) : y: _\n"
          "  %t = SplitVD(x: %b) {size_splits: [16, 16], split_dim: 1, num_split: 2} : y: [_, _]\n"
          "  %c = Tanh(x: %t) : y: _\n  %d = Tanh(x: %t:y1) : y: _\n",
          "%a, %c, %d", "1,48");
  EXPECT_EQ(Copies(Compiled(text)), 0);
  ExpectSameAsCopied(text, {Ramp({1, 48})});
}

TEST_F(Parts, AJoinOfJoinsIsOneMemory) {
  const std::string text =
      Net("  %a = Exp(x: %x) : y: _\n  %b = Tanh(x: %x) : y: _\n"
          "  %y = ConcatD(x: [%a, %b]) {concat_dim: 1, N: 2} : y: _\n  %c = Tanh(x: %y) : y: _\n"
          "  %z = ConcatD(x: [%y, %c]) {concat_dim: 1, N: 2} : y: _\n  %w = Exp(x: %z) : y: _\n",
          "%w");
  EXPECT_EQ(Copies(Compiled(text)), 0);
  ExpectSameAsCopied(text, {Ramp({1, 32})});
}

TEST_F(Parts, TensorsThatCannotShareMemoryAreCopied) {
  const std::string tanh = "  %b = Tanh(x: %x) : y: _\n", exp = "  %a = Exp(x: %x) : y: _\n";
  const auto join = [](const std::string& parts, int axis = 1) {
    return fmt::format("  %y = ConcatD(x: [{}]) {{concat_dim: {}, N: 2}} : y: _\n  %z = Exp(x: %y) : y: _\n", parts,
                       axis);
  };
  struct Case {
    std::string what, text;
  };
  const Case cases[] = {
      {"the caller's", Net(tanh + join("%x, %b"), "%z")},
      {"a constant", Net("  %c = Const {value: float[1,32](1.0 ...)}\n" + tanh + join("%c, %b"), "%z")},
      {"one tensor twice", Net(tanh + join("%b, %b"), "%z")},
      {"an output", Net(exp + tanh + join("%a, %b"), "%z, %a")},
      {"rows between", Net(exp + tanh + join("%a, %b"), "%z", "2,32")},
      {"begins that kernels don't want", Net(exp + tanh + join("%a, %b"), "%z", "1,33")},
      {"a part of another",
       Net(exp + tanh + join("%a, %b") +
               "  %v = ConcatD(x: [%a, %y]) {concat_dim: 1, N: 2} : y: _\n  %w = Exp(x: %v) : y: _\n",
           "%z, %w")},
      {"outputs that are cut",
       Net(exp + "  %s = SplitVD(x: %a) {size_splits: [16, 16], split_dim: 1, num_split: 2} : y: "
                 "[_, _]\n  %t = Tanh(x: %s:y1) : y: _\n",
           "%s, %t")},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.what);
    EXPECT_EQ(Copies(Compiled(one.text)), 1);
  }
}

// Each iteration gets the tensor that the last iteration joined, in other memory.
TEST_F(Parts, ABodyJoinsIntoItsOutputAndCutsItsInput) {
  const std::string text = R"(graph net {
  %n = Data {index: 0} : int32[]
  %x = Data {index: 1} : float[1,32]
  %zero = Const {value: int32[](0)}
  %one = Const {value: int32[](1)}
  %l = For(start: %zero, limit: %n, delta: %one, input: [%x]) : output: [_] body step {
    %i = Data {index: 0} : int32[]
    %v = Data {index: 1} : float[1,32]
    %s = SplitVD(x: %v) {size_splits: [16, 16], split_dim: 1, num_split: 2} : y: [_, _]
    %a = Exp(x: %s) : y: _
    %b = Tanh(x: %s:y1) : y: _
    %j = ConcatD(x: [%b, %a]) {concat_dim: 1, N: 2} : y: _
    %o = NetOutput(x: [%j])
  }
  %t = SplitVD(x: %l) {size_splits: [16, 16], split_dim: 1, num_split: 2} : y: [_, _]
  %c = Tanh(x: %t) : y: _
  %d = Tanh(x: %t:y1) : y: _
  %o = NetOutput(x: [%c, %d])
}
)";
  // A kernel cuts the result of a loop.
  EXPECT_EQ(Copies(Compiled(text)), 1);
  const ge::TensorDesc scalar(ge::Shape(std::vector<int64_t>()), ge::FORMAT_ND, ge::DT_INT32);
  for (const int32_t trips : {0, 1, 4}) {
    const ge::Tensor limit(scalar, reinterpret_cast<const uint8_t*>(&trips), sizeof trips);
    const std::vector<ge::Tensor> got = Run(Compiled(text), {limit, Ramp({1, 32})});
    const std::vector<ge::Tensor> expected = Run(Compiled(text, false), {limit, Ramp({1, 32})});
    for (size_t i = 0; i < got.size(); ++i) EXPECT_EQ(tests::TensorValues(got[i]), tests::TensorValues(expected[i]));
  }
}

// A read of a variable may become the variable's own memory. No whole may lie around that memory.
TEST_F(Parts, AReadVariableIsCopiedIntoAWhole) {
  const std::string text = R"(graph net {
  %x = Data {index: 0} : float[1,32]
  %v = Variable {value: float[1,32](0.5 ...)} : float[1,32]
  %b = Tanh(x: %x) : y: _
  %y = ConcatD(x: [%v, %b]) {concat_dim: 1, N: 2} : y: _
  %z = Exp(x: %y) : y: _
  %o = NetOutput(x: [%z])
}
)";
  EXPECT_EQ(Copies(Compiled(text)), 1);
  const std::vector<float> z = tests::TensorValues(Run(Compiled(text), {Ramp({1, 32})}).at(0));
  EXPECT_EQ(z.size(), 64U);
  EXPECT_FLOAT_EQ(z[0], std::exp(0.5F));
}

TEST_F(Parts, AnAxisThatIsAnInputIsKnownWhereItIsConstant) {
  const auto text = [](const std::string& axis) {
    return Net("  %a = Exp(x: %x) : y: _\n  %b = Tanh(x: %x) : y: _\n" + axis +
                   "  %y = ConcatV2(x: [%a, %b], concat_dim: %axis) {N: 2} : y: _\n  %z = Exp(x: %y) : y: _\n",
               "%z");
  };
  EXPECT_EQ(Copies(Compiled(text("  %axis = Const {value: int32[](1)}\n"))), 0);
  EXPECT_EQ(Copies(Compiled(text("  %axis = Data {index: 1} : int32[]\n"))), 1);
}

// The two rows made of one part would lie where the whole lies, which has as many bytes.
TEST_F(Parts, APartIsNotOverwrittenByATensorAsLargeAsTheWhole) {
  const std::string text =
      Net("  %a = Exp(x: %x) : y: _\n"
          "  %s = SplitVD(x: %a) {size_splits: [16, 16], split_dim: 1, num_split: 2} : y: [_, _]\n"
          "  %c = Const {value: float[2,16](0.5 ...)}\n  %z = Add(x1: %s, x2: %c) : y: _\n  %w = Exp(x: %z) : y: _\n",
          "%w");
  EXPECT_EQ(Copies(Compiled(text)), 0);
  ExpectSameAsCopied(text, {Ramp({1, 32})});
}

// The first part exists from the beginning. Meanwhile large tensors come and go.
TEST_F(Parts, AWholeThatWouldNeedMuchMoreMemoryIsCopiedTogether) {
  std::string body = "  %a = Exp(x: %x) : y: _\n", last = "%x";
  for (int i = 0; i < 4; ++i) {
    body += fmt::format(
        "  %e{0} = Expand(x: {1}, shape: %rows) : y: _\n  %r{0} = ReduceSum(x: %e{0}, axes: %axis) {{keep_dims: true}} "
        ": y: _\n",
        i, last);
    last = fmt::format("%r{}", i);
  }
  const std::string text =
      Net("  %rows = Const {value: int64[2](128, 1024)}\n  %axis = Const {value: int64[1](0)}\n" + body +
              "  %b = Expand(x: " + last + ", shape: %wide) : y: _\n  %f = Reshape(x: %b, shape: %flat) : y: _\n" +
              "  %wide = Const {value: int64[2](63, 1024)}\n  %flat = Const {value: int64[2](1, 64512)}\n" +
              "  %y = ConcatD(x: [%a, %f]) {concat_dim: 1, N: 2} : y: _\n  %z = ReduceSum(x: %y, axes: %axis) "
              "{keep_dims: false} : y: _\n",
          "%z", "1,1024");
  const Program program = Compiled(text), copied = Compiled(text, false);
  EXPECT_EQ(Copies(program), 1);
  EXPECT_EQ(program.memory.parts, 0);
}

TEST_F(Parts, RandomNetworksComputeEqualResultsInOneMemory) {
  int parts = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const RandomRows network(seed);
    parts += Compiled(network.text()).memory.parts;
    ExpectSameAsCopied(network.text(), {Ramp({1, 32})});
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(parts, 200);
}

}  // namespace
}  // namespace opdk
