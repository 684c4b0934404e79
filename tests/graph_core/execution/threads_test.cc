// One executable, eight threads, ten thousand runs each: the bits of every run are those of a run alone. Built with
// ThreadSanitizer by `tests/run.sh --threads`.
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include "graph_core/ir/text.h"
#include "graph_core/session.h"
#include "tests/graph_core/builtin_packages.h"

namespace opdk {
namespace {

constexpr int kThreads = 8;
constexpr int kRuns = 10'000;
constexpr size_t kInputs = 3;

CompiledSession CompiledFor(const std::string& text) {
  CompileOptions options;
  options.threads = 1;  // the runs themselves are side by side
  auto session = Session::Create(BuiltinPackages(), options);
  OPDK_CHECK(session.ok(), session.status().ToString());
  auto graph = Parse(text);
  OPDK_CHECK(graph.ok(), graph.status().ToString());
  auto compiled = (*session)->Compile(*std::move(graph));
  OPDK_CHECK(compiled.ok(), compiled.status().ToString());
  return *std::move(compiled);
}

// Makes input `number` of a thread's turn: `rows` rows of four numbers.
ge::Tensor Rows(int64_t rows, size_t number) {
  std::vector<float> values(static_cast<size_t>(rows) * 4);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>((i * 7 + number * 3) % 11) / 8 - 0.5f;
  const ge::TensorDesc desc(ge::Shape({rows, 4}), ge::FORMAT_ND, ge::DT_FLOAT);
  return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(float));
}

std::string BytesOf(const Executable& model, const ge::Tensor& input) {
  const auto outputs = model.Run(std::span(&input, 1));
  OPDK_CHECK(outputs.ok(), outputs.status().ToString());
  return std::string(reinterpret_cast<const char*>((*outputs)[0].GetData()), (*outputs)[0].GetSize());
}

void ExpectSameBitsOnAllThreads(const std::string& text, bool open) {
  const CompiledSession compiled = CompiledFor(text);
  std::vector<ge::Tensor> inputs;
  std::vector<std::string> expected;
  for (size_t i = 0; i < kInputs; ++i) {
    inputs.push_back(Rows(open ? static_cast<int64_t>(i) + 1 : 2, i));
    expected.push_back(BytesOf(compiled.model, inputs.back()));
  }
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (size_t run = 0; run < kRuns; ++run) {
        // An open model changes its shapes only now and then, because each change prepares kernels anew.
        const size_t i = (open ? run / 1000 + t : run + t) % kInputs;
        wrong += BytesOf(compiled.model, inputs[i]) == expected[i] ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Threads, ShareOneStaticExecutable) {
  ExpectSameBitsOnAllThreads(R"(graph g {
    %x = Data {index: 0} : float[2,4]
    %w = Const {value: float[4,4](0.5, 0.25, 0.125, 1.0, 0.75, -0.5, 0.375, 0.25, -1.0, 0.5, 0.5, 0.5, 2.0, 1.5, -0.25, 0.0)}
    %m = MatMulV2(x1: %x, x2: %w) : y: _
    %e = Exp(x: %m) : y: _
    %s = SoftmaxV2(x: %e) {axes: [-1]} : y: _
    %c = Cumsum(x: %s, axis: %axis) : y: _
    %axis = Const {value: int32[](1)}
    %o = NetOutput(x: [%c])
  })",
                             false);
}

TEST(Threads, ShareOneWhoseShapesAreKnownAtRunTime) {
  ExpectSameBitsOnAllThreads(R"(graph g {
    %x = Data {index: 0} : float[?,4]
    %e = Exp(x: %x) : y: _
    %s = SoftmaxV2(x: %e) {axes: [-1]} : y: _
    %o = NetOutput(x: [%s])
  })",
                             true);
}

TEST(Threads, ShareLoopsAndBranches) {
  ExpectSameBitsOnAllThreads(R"(graph g {
    %x = Data {index: 0} : float[2,4]
    %zero = Const {value: int32[](0)}
    %one = Const {value: int32[](1)}
    %three = Const {value: int32[](3)}
    %axes = Const {value: int32[2](0, 1)}
    %l = For(start: %zero, limit: %three, delta: %one, input: [%x]) : output: [_]
      body step {
        %i = Data {index: 0} : _
        %v = Data {index: 1} : _
        %axes = Const {value: int32[2](0, 1)}
        %sum = ReduceSum(x: %v, axes: %axes) : y: _
        %limit = Const {value: float[](0.5)}
        %c = Less(x1: %sum, x2: %limit) : y: _
        %if = If(cond: %c, input: [%v]) : output: [_]
          then_branch up {
            %a = Data {index: 0} : _
            %d = Add(x1: %a, x2: %a) : y: _
            %o = NetOutput(x: [%d])
          }
          else_branch down {
            %a = Data {index: 0} : _
            %d = Neg(x: %a) : y: _
            %o = NetOutput(x: [%d])
          }
        %o = NetOutput(x: [%if])
      }
    %o = NetOutput(x: [%l])
  })",
                             false);
}

// Each run has arrays and stacks of its own, whatever number their handles have.
TEST(Threads, EachRunHasItsOwnTensorArraysAndStacks) {
  ExpectSameBitsOnAllThreads(R"(graph g {
    %x = Data {index: 0} : float[2,4]
    %zero = Const {value: int32[](0)}
    %one = Const {value: int32[](1)}
    %two = Const {value: int32[](2)}
    %rows = Const {value: int32[2](0, 1)}
    %s = Stack(max_size: %two) {elem_type: float} : handle: _
    %ta = TensorArray(size: %two) {dtype: float, element_shape: [4]} : handle: _, flow: _
    %set = TensorArrayScatter(handle: %ta:handle, indices: %rows, value: %x, flow_in: %ta:flow) : flow_out: _
    %push = For(start: %zero, limit: %two, delta: %one, input: [%ta:handle, %set, %s]) : output: [_, _, _]
      body push {
        %i = Data {index: 0} : _
        %a = Data {index: 1} : _
        %f = Data {index: 2} : _
        %h = Data {index: 3} : _
        %row = TensorArrayRead(handle: %a, index: %i, flow_in: %f) {dtype: float} : y: _
        %put = StackPush(handle: %h, element: %row) : y: _
        %o = NetOutput(x: [%a, %f, %h]) after(%put)
      }
    %top = StackPop(handle: %s) after(%push) {elem_type: float} : element: _
    %o = NetOutput(x: [%top])
  })",
                             false);
}

// The loop writes the temporary variable that it gets as a value.
TEST(Threads, EachRunHasItsOwnTemporaryVariables) {
  ExpectSameBitsOnAllThreads(R"(graph g {
    %x = Data {index: 0} : float[2,4]
    %zero = Const {value: int32[](0)}
    %one = Const {value: int32[](1)}
    %three = Const {value: int32[](3)}
    %t = TemporaryVariable {shape: [2, 4], dtype: 0} : y: _
    %set = Assign(ref: %t, value: %x) : ref: _
    %for = For(start: %zero, limit: %three, delta: %one, input: [%set, %x]) : output: [_, _]
      body raise {
        %i = Data {index: 0} : _
        %v = Data {index: 1} : _
        %by = Data {index: 2} : _
        %up = AssignAdd(ref: %v, value: %by) : ref: _
        %o = NetOutput(x: [%up, %by])
      }
    %end = DestroyTemporaryVariable(x: %for:output0) {var_name: "t"} : y: _
    %o = NetOutput(x: [%end])
  })",
                             false);
}

}  // namespace
}  // namespace opdk
