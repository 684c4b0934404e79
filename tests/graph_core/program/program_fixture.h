// Programs of graphs in text form, as bytes and read back.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/compilation/compile.h"
#include "graph_core/ir/text.h"
#include "graph_core/program/program_file.h"
#include "graph_core/session.h"
#include "tests/graph_core/builtin_packages.h"
#include "tests/graph_core/execution/test_graph.h"

namespace opdk {

inline constexpr std::string_view kConvolution = R"(graph net {
  %x = Data {index: 0} : float[1,3,9,9]@NCHW
  %w = Const {value: float[4,3,3,3](0.125 ...)}
  %s = Const {value: float[4,1,1](1.5, -0.5, 0.25, 2.0)}
  %c = Conv2D(x: %x, filter: %w) {strides: [1,1,1,1], pads: [1,1,1,1], data_format: "NCHW"} : y: _
  %a = Add(x1: %c, x2: %s) : y: _
  %r = Relu(x: %a) : y: _
  %e = SoftmaxV2(x: %r) {axes: [-1]} : y: _
  %o = NetOutput(x: [%e])
}
)";
inline constexpr std::string_view kDynamic = R"(graph net {
  %x = Data {index: 0} : float[?,4]
  %y = Exp(x: %x) : y: _
  %z = SoftmaxV2(x: %y) {axes: [-1]} : y: _
  %o = NetOutput(x: [%z])
}
)";
inline constexpr std::string_view kLoop = R"(graph net {
  %n = Data {index: 0} : int32[]
  %x = Data {index: 1} : float[3]
  %zero = Const {value: int32[](0)}
  %one = Const {value: int32[](1)}
  %l = For(start: %zero, limit: %n, delta: %one, input: [%x]) : output: [_] body step {
    %i = Data {index: 0} : int32[]
    %v = Data {index: 1} : float[3]
    %d = Add(x1: %v, x2: %v) : y: _
    %o = NetOutput(x: [%d])
  }
  %o = NetOutput(x: [%l])
}
)";

// A session whose stages the test goes through one by one.
class ProgramFile : public ::testing::Test {
 protected:
  ProgramFile() {
    auto made = Session::Create(BuiltinPackages());
    OPDK_CHECK(made.ok(), made.status().ToString());
    session_ = *std::move(made);
  }
  Program Compiled(std::string_view text) {
    auto graph = Parse(text);
    OPDK_CHECK(graph.ok(), graph.status().ToString());
    auto optimized = session_->Optimize(*std::move(graph));
    OPDK_CHECK(optimized.ok(), optimized.status().ToString());
    const std::vector<Engine*> engines = session_->engines();
    auto program = Compile(*std::move(optimized), engines, session_->packages());
    OPDK_CHECK(program.ok(), program.status().ToString());
    return *std::move(program);
  }
  std::string Written(std::string_view text) {
    const Program program = Compiled(text);
    auto bytes = WriteProgram(program);
    OPDK_CHECK(bytes.ok(), bytes.status().ToString());
    return *std::move(bytes);
  }
  Result<Program> Read(std::string_view bytes) { return ReadProgram(bytes, session_->engines()); }
  std::vector<ge::Tensor> Run(Program program, const std::vector<ge::Tensor>& inputs) {
    return tests::MustRun(tests::MustLoadIn(*session_, std::move(program)), inputs);
  }
  void ExpectSameResults(std::string_view text, const std::vector<ge::Tensor>& inputs) {
    auto read = Read(Written(text));
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    const std::vector<ge::Tensor> expected = Run(Compiled(text), inputs), got = Run(*std::move(read), inputs);
    ASSERT_EQ(got.size(), expected.size());
    for (size_t i = 0; i < got.size(); ++i) {
      ASSERT_EQ(got[i].GetSize(), expected[i].GetSize());
      EXPECT_EQ(std::memcmp(got[i].GetData(), expected[i].GetData(), got[i].GetSize()), 0);
    }
  }

  std::unique_ptr<Session> session_;
};

}  // namespace opdk
