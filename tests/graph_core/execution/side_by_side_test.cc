// Runs of one model from several threads, each of which uses several threads of the pool. A kernel made for some number
// of threads must have them, or some of its work is done by none.
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include "graph_core/ir/text.h"
#include "graph_core/session.h"
#include "tests/graph_core/builtin_packages.h"
#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

// Branches that may run on streams, of kernels that threads divide.
constexpr const char* kBranches = R"(graph g {
  %x = Data {index: 0} : float[1,64,28,28]
  %a = Const {value: float[64,64,3,3](0.001 ...)}
  %b = Const {value: float[64,64,1,1](0.01 ...)}
  %c = Const {value: float[28,28](0.02 ...)}
  %l = Conv2D(x: %x, filter: %a) {strides: [1,1,1,1], pads: [1,1,1,1], data_format: "NCHW"} : y: _
  %m = Relu(x: %l) : y: _
  %r = Conv2D(x: %x, filter: %b) {strides: [1,1,1,1], pads: [0,0,0,0], data_format: "NCHW"} : y: _
  %s = BatchMatMul(x1: %r, x2: %c) : y: _
  %t = SoftmaxV2(x: %s) {axes: [-1]} : y: _
  %y = Add(x1: %m, x2: %t) : y: _
  %o = NetOutput(x: [%y])
}
)";

TEST(SideBySide, RunsOnSeveralThreadsEachGiveTheBitsOfARunAlone) {
  for (const int streams : {1, 2}) {
    SCOPED_TRACE(streams);
    CompileOptions options;
    options.threads = 2;
    options.streams = streams;
    auto session = Session::Create(BuiltinPackages(), options);
    ASSERT_TRUE(session.ok()) << session.status().ToString();
    auto graph = Parse(kBranches);
    ASSERT_TRUE(graph.ok()) << graph.status().ToString();
    const auto compiled = (*session)->Compile(*std::move(graph));
    ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
    std::vector<float> values(64 * 28 * 28);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 97) / 16 - 3;
    const std::vector<ge::Tensor> inputs = {tests::Floats({1, 64, 28, 28}, values)};
    const auto alone = compiled->model.Run(inputs);
    ASSERT_TRUE(alone.ok()) << alone.status().ToString();
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&] {
        for (int run = 0; run < 20; ++run) {
          const auto got = compiled->model.Run(inputs);
          const bool same = got.ok() && (*got)[0].GetSize() == (*alone)[0].GetSize() &&
                            std::memcmp((*got)[0].GetData(), (*alone)[0].GetData(), (*alone)[0].GetSize()) == 0;
          wrong += same ? 0 : 1;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, 0);
  }
}

}  // namespace
}  // namespace opdk
