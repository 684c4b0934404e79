#include "graph_core/execution/stream_section.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "graph_core/execution/profile.h"
#include "opdk/parallel.h"
#include "opdk/thread_team.h"
#include "tests/graph_core/compilation/on_streams.h"
#include "tests/graph_core/engines/function_engine.h"
#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

using namespace tests;  // NOLINT: opdk::tests

constexpr int kStreams = 2;

// A model whose kernels are one function, on streams.
class OnTwoStreams {
 public:
  OnTwoStreams(FunctionEngine& engine, Graph graph, int threads = kStreams) : eager_(engine) {
    Engine* const engines[] = {&eager_};
    CompileOptions options;
    options.threads = kStreams;
    auto program = Compile(std::move(graph), engines, *TestPackages(), options);
    OPDK_CHECK(program.ok(), program.status().ToString());
    LoadOptions load;
    load.threads = threads;
    auto model = Load(*std::move(program), engines, *TestPackages(), load);
    OPDK_CHECK(model.ok(), model.status().ToString());
    model_ = std::make_unique<Executable>(*std::move(model));
  }
  const Executable& model() const { return *model_; }

 private:
  tests::OnStreams eager_;
  std::unique_ptr<Executable> model_;
};

// Makes two chains of `length` kernels, and a kernel that joins them.
Graph TwoChains(int length) {
  GraphBuilder b;
  const Endpoint x = b.Input("x", {4});
  Endpoint left = x, right = x;
  for (int i = 0; i < length; ++i) {
    left = b.Op("TestBias", "left" + std::to_string(i), {left});
    right = b.Op("TestBias", "right" + std::to_string(i), {right});
  }
  return b.Finish({b.Op("TestAdd", "sum", {left, right})});
}

Status AddOne(const KernelArgs& args) {
  const auto* x = static_cast<const float*>(args.inputs[0].data);
  auto* y = static_cast<float*>(args.outputs[0].data);
  const bool joins = args.inputs.size() > 1 && args.inputs[1].data != nullptr;
  for (int i = 0; i < 4; ++i) y[i] = x[i] + (joins ? static_cast<const float*>(args.inputs[1].data)[i] : 1);
  return Status();
}

std::vector<float> Sum(const Executable& model) {
  const auto outputs = model.Run(std::vector<ge::Tensor>{Floats({4}, {0, 1, 2, 3})});
  return outputs.ok() ? TensorValues((*outputs)[0]) : std::vector<float>();
}

// One that looks at steps one by one.
class Sequence : public RunObserver {
 public:
  Status BeforeStep(const RunState&, const RunStep&) override {
    most_ = std::max(most_, ++inside_);
    return Status();
  }
  Status AfterStep(const RunState&, const RunStep&) override {
    --inside_;
    ++steps_;
    return Status();
  }
  int inside_ = 0, most_ = 0, steps_ = 0;
};

TEST(StreamSection, KernelsOfDifferentStreamsRunAtTheSameTime) {
  std::atomic<int> inside = 0;
  std::atomic<bool> met = false;
  FunctionEngine engine([&](const KernelArgs& args) {
    ++inside;
    // The other one comes, however busy the machine is.
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    const bool joins = args.inputs.size() > 1 && args.inputs[1].data != nullptr;
    while (!joins && !met && std::chrono::steady_clock::now() < end) {
      if (inside == 2) met = true;
      std::this_thread::yield();
    }
    const Status status = AddOne(args);
    --inside;
    return status;
  });
  const OnTwoStreams streams(engine, TwoChains(1));
  EXPECT_EQ(Sum(streams.model()), (std::vector<float>{2, 4, 6, 8}));
  EXPECT_TRUE(met);
}

TEST(StreamSection, AKernelOfASectionHasOneThreadOnAStreamAndWithout) {
  std::atomic<int> most = 0;
  FunctionEngine engine([&](const KernelArgs& args) {
    const bool joins = args.inputs.size() > 1 && args.inputs[1].data != nullptr;
    if (!joins) most = std::max(most.load(), ThreadCount());
    return AddOne(args);
  });
  const OnTwoStreams streams(engine, TwoChains(1));
  Sum(streams.model());
  Sequence one_by_one;
  ASSERT_TRUE(streams.model().Run(std::vector<ge::Tensor>{Floats({4}, {0, 1, 2, 3})}, &one_by_one).ok());
  EXPECT_EQ(most, 1);
}

TEST(StreamSection, EachStreamHasAWorkspaceOfItsOwn) {
  std::mutex mutex;
  std::set<const void*> places;
  FunctionEngine engine(
      [&](const KernelArgs& args) {
        std::memset(args.workspace, 1, 100);
        const std::lock_guard lock(mutex);
        places.insert(args.workspace);
        return AddOne(args);
      },
      100);
  const OnTwoStreams streams(engine, TwoChains(3));
  EXPECT_FALSE(Sum(streams.model()).empty());
  ASSERT_EQ(places.size(), 2U);
  EXPECT_GE(static_cast<const std::byte*>(*places.rbegin()) - static_cast<const std::byte*>(*places.begin()), 100);
}

TEST(StreamSection, TheErrorIsThatOfAStepThatFailedAndTheModelRunsAgain) {
  std::atomic<bool> fails = false;
  FunctionEngine engine([&](const KernelArgs& args) {
    const bool joins = args.inputs.size() > 1 && args.inputs[1].data != nullptr;
    if (fails && !joins && static_cast<const float*>(args.inputs[0].data)[0] == 2) {
      return Status(ErrorCode::kKernelFailed, "it is the third");
    }
    return AddOne(args);
  });
  const OnTwoStreams streams(engine, TwoChains(5));
  for (int round = 0; round < 20; ++round) {
    fails = round % 2 == 1;
    const auto outputs = streams.model().Run(std::vector<ge::Tensor>{Floats({4}, {0, 1, 2, 3})});
    ASSERT_EQ(outputs.ok(), !fails);
    if (fails) {
      const std::string text = outputs.status().ToString();
      EXPECT_NE(text.find("it is the third"), std::string::npos) << text;
      EXPECT_TRUE(text.find("node left2") != std::string::npos || text.find("node right2") != std::string::npos)
          << text;
    } else {
      EXPECT_EQ(TensorValues((*outputs)[0]), (std::vector<float>{10, 12, 14, 16}));
    }
  }
}

TEST(StreamSection, AProfileSeesEachStepOnceOnTheRowOfItsStream) {
  FunctionEngine engine(AddOne);
  const OnTwoStreams streams(engine, TwoChains(4));
  Profile profile;
  for (int run = 0; run < 5; ++run) {
    ASSERT_TRUE(streams.model().Run(std::vector<ge::Tensor>{Floats({4}, {0, 1, 2, 3})}, &profile).ok());
  }
  ASSERT_EQ(profile.events().size(), 5U * 9U);
  std::set<int> rows;
  for (const Profile::Event& event : profile.events()) {
    rows.insert(profile.steps()[static_cast<size_t>(event.step)].stream);
    EXPECT_GE(event.duration_ns, 0);
  }
  EXPECT_EQ(rows, (std::set<int>{-1, 0, 1}));
  const std::string trace = profile.TraceEvents({});
  for (const char* row : {"\"tid\":0", "\"tid\":1", "\"tid\":2"}) EXPECT_NE(trace.find(row), std::string::npos);
}

TEST(StreamPace, PausesLongerEachTimeUntilThreadsComeAgain) {
  StreamPace pace;
  const auto pause = [&] {
    int runs = 0;
    while (!pace.MayTry()) ++runs;
    return runs;
  };
  constexpr int64_t kFast = 50'000, kSlow = 5'000'000;
  pace.Note(kSlow);
  for (int run = 0; run < 5; ++run) pace.Note(kFast);
  pace.Note(kSlow);
  EXPECT_EQ(pause(), 0);
  pace.Note(kFast);
  pace.Note(kSlow);
  pace.Note(kSlow);
  EXPECT_EQ(pause(), 31);
  pace.Note(kSlow);
  EXPECT_EQ(pause(), 63);
  pace.Note(kSlow);
  EXPECT_EQ(pause(), 127);
  pace.Note(kFast);
  EXPECT_EQ(pause(), 0);
  pace.Note(kSlow);
  pace.Note(kSlow);
  EXPECT_EQ(pause(), 31);
}

TEST(StreamSection, AnObserverThatTakesOneStepAtATimeSeesNoTwoAtOnce) {
  FunctionEngine engine(AddOne);
  const OnTwoStreams streams(engine, TwoChains(6));
  Sequence sequence;
  ASSERT_TRUE(streams.model().Run(std::vector<ge::Tensor>{Floats({4}, {0, 1, 2, 3})}, &sequence).ok());
  EXPECT_EQ(sequence.steps_, 13);
  EXPECT_EQ(sequence.most_, 1);
}

TEST(StreamSection, ThreadsRunOneModelBesideEachOther) {
  FunctionEngine engine(AddOne);
  const OnTwoStreams streams(engine, TwoChains(8));
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      for (int run = 0; run < 200; ++run) wrong += Sum(streams.model()) == std::vector<float>{16, 18, 20, 22} ? 0 : 1;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(StreamSection, OneThreadRunsTheStepsInTheirOrder) {
  std::atomic<int> inside = 0, most = 0;
  FunctionEngine engine([&](const KernelArgs& args) {
    most = std::max(most.load(), ++inside);
    const Status status = AddOne(args);
    --inside;
    return status;
  });
  const OnTwoStreams streams(engine, TwoChains(4), 1);
  EXPECT_EQ(Sum(streams.model()), (std::vector<float>{8, 10, 12, 14}));
  EXPECT_EQ(most, 1);
}

TEST(StreamSection, WithoutCpusBesideOthersTheStepsFollowEachOther) {
  std::atomic<int> inside = 0, most = 0;
  FunctionEngine engine([&](const KernelArgs& args) {
    most = std::max(most.load(), ++inside);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const Status status = AddOne(args);
    --inside;
    return status;
  });
  const OnTwoStreams streams(engine, TwoChains(4));
  const ThreadClaim all(4096);
  EXPECT_EQ(Sum(streams.model()), (std::vector<float>{8, 10, 12, 14}));
  EXPECT_EQ(most, 1);
}

}  // namespace
}  // namespace opdk
