#include "graph_core/execution/session_memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <vector>

#include "graph_core/ir/text.h"
#include "graph_core/session.h"
#include "tests/graph_core/builtin_packages.h"

namespace opdk {
namespace {

TEST(ArenaStore, GivesTheBufferThatWasReturnedLast) {
  ArenaStore store;
  RunMemory a = *store.Borrow(100, 0), b = *store.Borrow(100, 0);
  void* const last = a.arena.data();
  store.Return(std::move(b));
  store.Return(std::move(a));
  EXPECT_EQ(store.Borrow(100, 0)->arena.data(), last);
}

TEST(ArenaStore, HoldsAsMuchAsTheLargestRequestForEachThatIsLentAtATime) {
  ArenaStore store;
  for (const size_t bytes : {size_t{1024}, size_t{4096}, size_t{64}}) store.Return(*store.Borrow(bytes, 0));
  EXPECT_EQ(store.held_bytes(), 4096u);
  RunMemory a = *store.Borrow(4096, 0), b = *store.Borrow(2048, 128);
  EXPECT_EQ(store.held_bytes(), 6272u);
  store.Return(std::move(a));
  store.Return(std::move(b));
  EXPECT_EQ(store.Borrow(3000, 0)->arena.capacity(), 4096u);
}

TEST(ArenaStore, AFailedAllocationIsAnErrorAndLeavesTheStoreUsable) {
  ArenaStore store;
  EXPECT_EQ(store.Borrow(size_t{1} << 60, 0).status().code(), ErrorCode::kShapeOverflow);
  EXPECT_EQ(store.held_bytes(), 0u);
  EXPECT_TRUE(store.Borrow(64, 64).ok());
}

// Makes the graph y = softmax(exp(x)) * k. On AI CPU two of its tensors lie in the arena.
Graph RowGraph(int64_t columns, double k) {
  auto graph = Parse("graph g { %x = Data {index: 0} : float[1," + std::to_string(columns) +
                     "] %e = Exp(x: %x) : y: _ %s = SoftmaxV2(x: %e) {axes: [-1]} : y: _ %k = Const {value: float[1](" +
                     std::to_string(k) + ")} %m = Mul(x1: %s, x2: %k) : y: _ %o = NetOutput(x: [%m]) }");
  OPDK_CHECK(graph.ok(), graph.status().ToString());
  return *std::move(graph);
}

std::vector<float> RunRow(const Executable& model, int64_t columns, float seed) {
  std::vector<float> row(static_cast<size_t>(columns));
  for (size_t i = 0; i < row.size(); ++i) row[i] = seed + static_cast<float>(i % 13) / 8;
  const ge::TensorDesc desc(ge::Shape({1, columns}), ge::FORMAT_ND, ge::DT_FLOAT);
  const ge::Tensor x(desc, reinterpret_cast<const uint8_t*>(row.data()), row.size() * sizeof(float));
  const auto outputs = model.Run(std::span(&x, 1));
  OPDK_CHECK(outputs.ok(), outputs.status().ToString());
  const auto* data = reinterpret_cast<const float*>((*outputs)[0].GetData());
  return std::vector<float>(data, data + columns);
}

class SharedArenas : public ::testing::Test {
 protected:
  SharedArenas() : memory_(std::make_shared<SessionMemory>()) {
    CompileOptions options;
    options.engine = "ai_cpu";
    options.threads = 1;
    session_ = *Session::Create(BuiltinPackages(), options, memory_);
  }
  CompiledSession Compiled(int64_t columns, double k) {
    auto compiled = session_->Compile(RowGraph(columns, k));
    OPDK_CHECK(compiled.ok(), compiled.status().ToString());
    return *std::move(compiled);
  }

  std::shared_ptr<SessionMemory> memory_;
  std::unique_ptr<Session> session_;
};

TEST_F(SharedArenas, GraphsOfASessionThatRunInTurnHaveTheArenaOfTheLargest) {
  const CompiledSession small = Compiled(1000, 2), large = Compiled(5000, 3);
  const std::vector<float> first = RunRow(small.model, 1000, 0), second = RunRow(large.model, 5000, 1);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(RunRow(small.model, 1000, 0), first);
    EXPECT_EQ(RunRow(large.model, 5000, 1), second);
  }
  EXPECT_GT(small.report.memory.planned, 0u);
  EXPECT_EQ(memory_->arenas.held_bytes(), large.report.memory.planned);
}

TEST_F(SharedArenas, RunsAtTheSameTimeHaveArenasOfTheirOwn) {
  const CompiledSession a = Compiled(1000, 2), b = Compiled(3000, 3);
  const std::vector<float> of_a = RunRow(a.model, 1000, 0), of_b = RunRow(b.model, 3000, 1);
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        const bool same = t % 2 == 0 ? RunRow(a.model, 1000, 0) == of_a : RunRow(b.model, 3000, 1) == of_b;
        wrong[t] += same ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
  EXPECT_LE(memory_->arenas.held_bytes(), 4 * b.report.memory.planned);
}

}  // namespace
}  // namespace opdk
