#include "graph_core/compilation/streams.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <set>

#include "graph_core/compilation/compile.h"
#include "graph_core/ir/text.h"
#include "graph_core/loading/load.h"
#include "graph_core/program/race_check.h"
#include "tests/graph_core/builtin_packages.h"
#include "tests/graph_core/compilation/on_streams.h"
#include "tests/graph_core/compilation/random_rows.h"
#include "tests/graph_core/compilation/symbolic_run.h"
#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

using tests::Net;
using tests::RandomRows;

std::unique_ptr<Session> SessionOn(const std::string& engine, int threads) {
  CompileOptions options;
  options.engine = engine;
  options.threads = threads;
  // Fusion is off, so that kernels are those of the text.
  options.disabled_passes = {"fuse_vector", "fuse_cube_epilogue"};
  auto made = Session::Create(BuiltinPackages(), options);
  OPDK_CHECK(made.ok(), made.status().ToString());
  return *std::move(made);
}

Graph Parsed(const std::string& text) {
  auto graph = Parse(text);
  OPDK_CHECK(graph.ok(), graph.status().ToString() + text);
  return *std::move(graph);
}

// Returns an order in which the steps may run. Picks any step whose stream has come to it and that waits for nothing
// more.
std::vector<int> AnyOrder(const Function& function, std::mt19937& random) {
  std::vector<int> order;
  std::set<int> ended;
  int done = 0;
  for (const StreamSection& section : function.sections) {
    for (; done < section.begin; ++done) order.push_back(done);
    for (int count = section.end - section.begin; count > 0; --count) {
      std::vector<int> ready;
      std::set<int> streams;
      for (int s = section.begin; s < section.end; ++s) {
        const Step& step = function.steps[static_cast<size_t>(s)];
        if (ended.contains(s) || !streams.insert(step.stream).second) continue;
        const bool waits_no_more =
            std::all_of(step.waits.begin(), step.waits.end(), [&](int wait) { return ended.contains(wait); });
        if (waits_no_more) ready.push_back(s);
      }
      const int next = ready.at(std::uniform_int_distribution<size_t>(0, ready.size() - 1)(random));
      order.push_back(next);
      ended.insert(next);
    }
    done = section.end;
  }
  for (; done < static_cast<int>(function.steps.size()); ++done) order.push_back(done);
  return order;
}

ge::Tensor Ramp() {
  std::vector<float> values(32);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) / 16 - 1;
  return tests::Floats({1, 32}, values);
}

TEST(Streams, RandomNetworksKeepLiveTensorsInEveryOrderOfThreads) {
  const std::unique_ptr<Session> session = SessionOn("ai_cpu", 4);
  std::mt19937 random(3);
  int parallel = 0, events = 0, parts = 0, in_place = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    const RandomRows network(seed, 10 + static_cast<int>(seed % 50));
    const int streams = 2 + static_cast<int>(seed % 3);
    const Program program = tests::CompiledOnStreams(*session, Parsed(network.text()), streams);
    const StreamCounts counts = CountStreams(program);
    ASSERT_LE(counts.streams, streams);
    parallel += counts.steps;
    events += counts.events;
    parts += program.memory.parts;
    in_place += program.memory.in_place;
    const Status races = CheckRaces(program);
    ASSERT_TRUE(races.ok()) << races.ToString() << network.text();
    for (int round = 0; round < 4; ++round) {
      ASSERT_EQ(tests::SymbolicRun(program, session->packages()).Run(AnyOrder(program.main(), random)), "")
          << network.text();
    }
  }
  EXPECT_GT(parallel, 5000);
  EXPECT_GT(events, 1000);
  EXPECT_GT(parts, 500);
  EXPECT_GT(in_place, 500);
}

// The check reports an event that is taken away, and a tensor that lies elsewhere.
TEST(Streams, TheRaceCheckFindsAMissingEventAndMemoryThatIsTakenTooEarly) {
  const std::unique_ptr<Session> session = SessionOn("ai_cpu", 4);
  int missed = 0, broken = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    const RandomRows network(seed, 25);
    Program program = tests::CompiledOnStreams(*session, Parsed(network.text()), 2);
    for (Step& step : program.main().steps) {
      if (step.waits.empty()) continue;
      const std::vector<int> kept = std::exchange(step.waits, {});
      ++broken;
      missed += CheckRaces(program).ok() ? 1 : 0;
      step.waits = kept;
    }
  }
  EXPECT_GT(broken, 50);
  // No event is there for nothing: each keeps two steps apart.
  EXPECT_EQ(missed, 0);
}

TEST(Streams, TheOrderOfStepsIsThatOfAClosureOverTheEdges) {
  const std::unique_ptr<Session> session = SessionOn("ai_cpu", 4);
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    const RandomRows network(seed, 30);
    const Program program = tests::CompiledOnStreams(*session, Parsed(network.text()), 3);
    const Function& function = program.main();
    const int count = static_cast<int>(function.steps.size());
    std::vector<std::set<int>> before(function.steps.size());
    const auto section_of = [&](int s) {
      for (const StreamSection& section : function.sections) {
        if (s >= section.begin && s < section.end) return section.begin;
      }
      return -1 - s;
    };
    for (int s = 0; s < count; ++s) {
      const Step& step = function.steps[static_cast<size_t>(s)];
      for (int earlier = 0; earlier < s; ++earlier) {
        const bool apart = section_of(earlier) != section_of(s);
        const bool same_stream = function.steps[static_cast<size_t>(earlier)].stream == step.stream;
        const bool waits = std::find(step.waits.begin(), step.waits.end(), earlier) != step.waits.end();
        if (!apart && !same_stream && !waits) continue;
        before[static_cast<size_t>(s)].insert(earlier);
        before[static_cast<size_t>(s)].insert(before[static_cast<size_t>(earlier)].begin(),
                                              before[static_cast<size_t>(earlier)].end());
      }
    }
    const HappensBefore happens_before(function);
    for (int a = 0; a < count; ++a) {
      for (int b = 0; b < count; ++b) {
        ASSERT_EQ(happens_before(a, b), before[static_cast<size_t>(b)].contains(a)) << a << " and " << b;
      }
    }
  }
}

TEST(Streams, RandomNetworksGiveTheSameBitsAsOneAfterTheOther) {
  const std::unique_ptr<Session> session = SessionOn("ai_cpu", 4);
  for (unsigned seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    const RandomRows network(seed);
    Program one = tests::CompiledOnStreams(*session, Parsed(network.text()), 1, false);
    ASSERT_EQ(CountStreams(one).steps, 0);
    const auto expected = tests::MustRun(tests::MustLoadIn(*session, std::move(one)), {Ramp()});
    const Executable model = tests::MustLoadIn(*session, tests::CompiledOnStreams(*session, Parsed(network.text()), 3));
    for (int run = 0; run < 3; ++run) {
      const auto got = tests::MustRun(model, {Ramp()});
      ASSERT_EQ(got.size(), expected.size());
      for (size_t i = 0; i < got.size(); ++i) {
        ASSERT_EQ(got[i].GetSize(), expected[i].GetSize());
        ASSERT_EQ(std::memcmp(got[i].GetData(), expected[i].GetData(), got[i].GetSize()), 0) << network.text();
      }
    }
  }
}

constexpr const char* kTwoTowers = R"(  %a0 = Exp(x: %x) : y: _
  %b0 = Tanh(x: %x) : y: _
  %a1 = Relu(x: %a0) : y: _
  %b1 = Relu(x: %b0) : y: _
  %s = Add(x1: %a1, x2: %b1) : y: _
)";

TEST(Streams, ChainsWithACommonEndRunConcurrently) {
  const std::unique_ptr<Session> session = SessionOn("ai_cpu", 2);
  const Program program = tests::CompiledOnStreams(*session, Parsed(Net(kTwoTowers, "%s")), 2);
  ASSERT_EQ(program.main().sections.size(), 1U);
  const StreamSection& section = program.main().sections[0];
  EXPECT_EQ(section.end - section.begin, 4);
  EXPECT_EQ(CountStreams(program).streams, 2);
  // Neither chain needs the other.
  EXPECT_EQ(CountStreams(program).events, 0);
}

TEST(Streams, ProgramsWithAFixedOrderHaveNoStreams) {
  const std::unique_ptr<Session> session = SessionOn("ai_cpu", 2);
  struct Case {
    const char* what;
    std::string text;
  };
  const Case cases[] = {
      {"an unknown shape", Net(kTwoTowers, "%s", "?,32")},
      {"a chain", Net("  %a = Exp(x: %x) : y: _\n  %b = Tanh(x: %a) : y: _\n", "%b")},
      {"variables", R"(graph net {
  %x = Data {index: 0} : float[1,32]
  %v = Variable {value: float[1,32](0.5 ...)} : float[1,32]
  %w = Variable {value: float[1,32](0.5 ...)} : float[1,32]
  %a = Add(x1: %v, x2: %x) : y: _
  %b = Add(x1: %w, x2: %x) : y: _
  %o = NetOutput(x: [%a, %b])
})"},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.what);
    EXPECT_TRUE(tests::CompiledOnStreams(*session, Parsed(one.text), 2).main().sections.empty());
  }
}

// A region's steps run on streams too, in each of its iterations.
TEST(Streams, ABodyOfALoopHasSectionsOfItsOwn) {
  const std::unique_ptr<Session> session = SessionOn("ai_cpu", 2);
  const std::string text = R"(graph net {
  %x = Data {index: 0} : float[1,32]
  %zero = Const {value: int32[](0)}
  %one = Const {value: int32[](1)}
  %ten = Const {value: int32[](10)}
  %l = For(start: %zero, limit: %ten, delta: %one, input: [%x]) : output: [_] body step {
    %i = Data {index: 0} : int32[]
    %v = Data {index: 1} : float[1,32]
    %a = Tanh(x: %v) : y: _
    %b = Sigmoid(x: %v) : y: _
    %c = Relu(x: %a) : y: _
    %s = Add(x1: %c, x2: %b) : y: _
    %o = NetOutput(x: [%s])
  }
  %o = NetOutput(x: [%l])
}
)";
  Program program = tests::CompiledOnStreams(*session, Parsed(text), 2);
  ASSERT_EQ(program.functions.size(), 2U);
  EXPECT_EQ(program.functions[1].sections.size(), 1U);
  const auto got = tests::MustRun(tests::MustLoadIn(*session, std::move(program)), {Ramp()});
  const auto expected =
      tests::MustRun(tests::MustLoadIn(*session, tests::CompiledOnStreams(*session, Parsed(text), 1)), {Ramp()});
  EXPECT_EQ(tests::TensorValues(got.at(0)), tests::TensorValues(expected.at(0)));
}

TEST(Streams, AProgramForMoreThreadsThanThereAreRunsOneStepAfterTheOther) {
  const std::unique_ptr<Session> session = SessionOn("ai_cpu", 2);
  const std::vector<Engine*> engines = session->engines();
  for (const int threads : {1, 2}) {
    LoadOptions options;
    options.threads = threads;
    const auto model = Load(tests::CompiledOnStreams(*session, Parsed(Net(kTwoTowers, "%s")), 2), engines,
                            session->packages(), options);
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    const auto on_stream = std::count_if(model->steps().begin(), model->steps().end(),
                                         [](const StepName& step) { return step.stream >= 0; });
    EXPECT_EQ(on_stream, threads == 1 ? 0 : 4);
    EXPECT_EQ(tests::MustRun(*model, {Ramp()}).size(), 1U);
  }
}

}  // namespace
}  // namespace opdk
