// One executable, several threads.
#include "graph_core/execution/executable.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "graph_core/execution/context.h"
#include "tests/graph_core/engines/function_engine.h"
#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

using namespace tests;  // NOLINT: opdk::tests

// Lets callers on only when so many have come; false: they never did.
class Meeting {
 public:
  explicit Meeting(int count) : missing_(count) {}

  bool Come() {
    std::unique_lock lock(mutex_);
    if (--missing_ == 0) all_here_.notify_all();
    return all_here_.wait_for(lock, std::chrono::seconds(30), [this] { return missing_ <= 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable all_here_;
  int missing_;
};

Status Double(const KernelArgs& args) {
  const auto* x = static_cast<const float*>(args.inputs[0].data);
  for (int64_t i = 0; i < args.inputs[0].shape->at(0); ++i) static_cast<float*>(args.outputs[0].data)[i] = 2 * x[i];
  return Status();
}

// Makes a graph of two nodes. With Double as kernel each node doubles.
Graph TwoNodes(int64_t extent) {
  GraphBuilder b;
  const Endpoint first = b.Op("TestBias", "first", {b.Input("x", {extent})});
  return b.Finish({b.Op("TestBias", "second", {first})});
}

TEST(Executable, RunsOfSeveralThreadsGoOnAtOnce) {
  for (const int64_t extent : {int64_t{2}, int64_t{-1}}) {
    Meeting meeting(3);
    FunctionEngine engine([&](const KernelArgs& args) {
      if (!meeting.Come()) return Status(ErrorCode::kInternal, "the others did not come");
      return Double(args);
    });
    const Executable model = MustLoadOn(engine, TwoNodes(extent));
    std::vector<std::thread> threads;
    std::vector<std::vector<float>> results(3);
    for (size_t i = 0; i < results.size(); ++i) {
      threads.emplace_back([&, i] {
        const auto k = static_cast<float>(i);
        auto out = model.Run(std::vector<ge::Tensor>{Floats({2}, {k, k + 1})});
        if (out.ok()) results[i] = TensorValues(out->at(0));
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (size_t i = 0; i < results.size(); ++i) {
      const auto k = static_cast<float>(i);
      EXPECT_EQ(results[i], (std::vector<float>{4 * k, 4 * k + 4}));
    }
  }
}

TEST(Executable, AnOutputInTheContextsMemoryStaysUntilItHasBeenRead) {
  FunctionEngine engine(Double);
  const Executable model = MustLoadOn(engine, TwoNodes(1));
  const std::vector<int64_t> shape = {1};
  const auto run = [&](float value, const std::function<void(float)>& look) {
    const RunInput input{&value, sizeof value, ge::DT_FLOAT, shape};
    RunOutput output;
    return model.Run({&input, 1}, {&output, 1}, nullptr, [&] { look(*static_cast<const float*>(output.data)); });
  };
  float before = 0, after = 0, inner = 0;
  RunOutput output;
  const float one = 1;
  const RunInput input{&one, sizeof one, ge::DT_FLOAT, shape};
  const Status status = model.Run({&input, 1}, {&output, 1}, nullptr, [&] {
    before = *static_cast<const float*>(output.data);
    std::thread other([&] { EXPECT_TRUE(run(5, [&](float value) { inner = value; }).ok()); });
    other.join();
    after = *static_cast<const float*>(output.data);
  });
  EXPECT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(before, 4);
  EXPECT_EQ(inner, 20);
  EXPECT_EQ(after, 4);
}

TEST(Executable, AContextOutlivesIt) {
  FunctionEngine engine(Double);
  std::unique_ptr<Context> context;
  {
    const Executable model = MustLoadOn(engine, TwoNodes(1));
    auto made = model.NewContext();
    ASSERT_TRUE(made.ok()) << made.status().ToString();
    context = *std::move(made);
  }
  const std::vector<int64_t> shape = {1};
  const float one = 1;
  const RunInput input{&one, sizeof one, ge::DT_FLOAT, shape};
  RunOutput output;
  ASSERT_TRUE(context->Run({&input, 1}, {&output, 1}).ok());
  EXPECT_EQ(*static_cast<const float*>(output.data), 4);
}

TEST(Executable, AFailedRunLeavesItUsable) {
  bool fails = true;
  FunctionEngine engine(
      [&](const KernelArgs& args) { return fails ? Status(ErrorCode::kKernelFailed, "for once") : Double(args); });
  const Executable model = MustLoadOn(engine, TwoNodes(-1));
  EXPECT_FALSE(model.Run(std::vector<ge::Tensor>{Floats({1}, {1})}).ok());
  fails = false;
  auto out = model.Run(std::vector<ge::Tensor>{Floats({1}, {1})});
  ASSERT_TRUE(out.ok()) << out.status().ToString();
  EXPECT_EQ(TensorValues(out->at(0)), std::vector<float>{4});
}

}  // namespace
}  // namespace opdk
