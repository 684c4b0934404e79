// Four times the nodes take about four times the work, not sixteen. Work is counted in instructions where the processor
// counts them for us, else in processor time of this process, which a busy machine doesn't change.
#include <gtest/gtest.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <string>

#include "graph_core/ir/node_kind.h"
#include "graph_core/session.h"
#include "tests/graph_core/builtin_packages.h"

namespace opdk {
namespace {

double ProcessorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Instructions of this process since the object was made; -1: this processor, or the system, doesn't count them.
class Instructions {
 public:
  Instructions() {
    perf_event_attr event{};
    event.type = PERF_TYPE_HARDWARE;
    event.size = sizeof event;
    event.config = PERF_COUNT_HW_INSTRUCTIONS;
    event.exclude_kernel = 1;
    event.inherit = 1;
    counter_ = static_cast<int>(syscall(SYS_perf_event_open, &event, 0, -1, -1, 0));
  }
  ~Instructions() {
    if (counter_ >= 0) close(counter_);
  }
  Instructions(const Instructions&) = delete;
  Instructions& operator=(const Instructions&) = delete;

  double Count() const {
    uint64_t count = 0;
    if (counter_ < 0 || read(counter_, &count, sizeof count) != sizeof count) return -1;
    return static_cast<double>(count);
  }

 private:
  int counter_ = -1;
};

// Builds a graph node by node: names of operators, one input list each.
class Sketch {
 public:
  Node* Input() {
    OpDesc op = StructuralDesc("x", "Data");
    op.outputs.push_back({"y", 0, ge::TensorDesc(ge::Shape({4}), ge::FORMAT_ND, ge::DT_FLOAT)});
    op.attrs["index"] = int64_t{0};
    return graph_.AddNode(std::move(op));
  }
  Node* Op(const char* type, const std::vector<Node*>& inputs) {
    OpDesc op = StructuralDesc(type, type);
    for (size_t i = 0; i < inputs.size(); ++i) {
      op.inputs.push_back({inputs.size() == 1 ? "x" : "x" + std::to_string(i), 0, ge::TensorDesc()});
    }
    if (std::string_view(type) != "NetOutput") op.outputs.push_back({"y", 0, ge::TensorDesc()});
    Node* node = graph_.AddNode(std::move(op));
    for (size_t i = 0; i < inputs.size(); ++i) graph_.Connect({inputs[i], 0}, node, static_cast<int>(i));
    return node;
  }
  Graph Finish(const std::vector<Node*>& outputs) {
    Op("NetOutput", outputs);
    return std::move(graph_);
  }

 private:
  Graph graph_{"scale"};
};

Graph Chain(int64_t nodes) {
  Sketch sketch;
  Node* last = sketch.Input();
  for (int64_t i = 0; i < nodes; ++i) last = sketch.Op("Relu", {last});
  return sketch.Finish({last});
}

// One value with many readers, all of them outputs.
Graph Fan(int64_t nodes) {
  Sketch sketch;
  Node* x = sketch.Input();
  std::vector<Node*> readers;
  // Of different results, or they would be one.
  for (int64_t i = 0; i < nodes; ++i) {
    Node* reader = sketch.Op("LeakyRelu", {x});
    reader->op().attrs["alpha"] = static_cast<float>(i);
    readers.push_back(reader);
  }
  return sketch.Finish(readers);
}

Graph WideSum(int64_t nodes) {
  Sketch sketch;
  Node* x = sketch.Input();
  Node* sum = sketch.Op("AddN", std::vector<Node*>(static_cast<size_t>(nodes), x));
  sum->op().attrs["N"] = nodes;
  return sketch.Finish({sum});
}

Graph Identities(int64_t nodes) {
  Sketch sketch;
  Node* last = sketch.Input();
  for (int64_t i = 0; i < nodes; ++i) last = sketch.Op("Identity", {last});
  return sketch.Finish({sketch.Op("Relu", {last})});
}

// Each pair of them is one that a fusion pass replaces.
Graph Casts(int64_t nodes) {
  Sketch sketch;
  Node* last = sketch.Input();
  for (int64_t i = 0; i < nodes; ++i) {
    last = sketch.Op("Cast", {last});
    last->op().attrs["dst_type"] = static_cast<int64_t>(i % 2 == 0 ? ge::DT_DOUBLE : ge::DT_FLOAT);
  }
  return sketch.Finish({sketch.Op("Relu", {last})});
}

// A chain whose nodes all read the graph's input, too: fusion asks for each two of its groups.
Graph SharedInput(int64_t nodes) {
  Sketch sketch;
  Node* x = sketch.Input();
  Node* last = sketch.Op("Relu", {x});
  for (int64_t i = 0; i < nodes; ++i) {
    last = sketch.Op("Sub", {last, x});
    last->op().inputs[0].name = "x1";
    last->op().inputs[1].name = "x2";
  }
  return sketch.Finish({last});
}

struct Shape {
  const char* name;
  Graph (*make)(int64_t nodes);
  int64_t nodes;
  const char* engine = "ai_cpu";  // "": any
};

class Scale : public ::testing::TestWithParam<Shape> {};

double SecondsToCompile(const Shape& shape, int64_t nodes, double* instructions) {
  CompileOptions options;
  options.engine = shape.engine;
  auto session = Session::Create(BuiltinPackages(), options);
  OPDK_CHECK(session.ok(), session.status().ToString());
  Graph graph = shape.make(nodes);
  const Instructions counter;
  const double start = ProcessorSeconds();
  auto compiled = (*session)->Compile(std::move(graph));
  EXPECT_TRUE(compiled.ok()) << compiled.status().ToString();
  const double seconds = ProcessorSeconds() - start;
  *instructions = counter.Count();
  return seconds;
}

TEST_P(Scale, OfCompilingIsLinear) {
  double small = 1e9, large = 1e9, few = 0, many = 0;
  for (int round = 0; round < 3; ++round) {
    small = std::min(small, SecondsToCompile(GetParam(), GetParam().nodes, &few));
    large = std::min(large, SecondsToCompile(GetParam(), 4 * GetParam().nodes, &many));
    if (few <= 0 || many <= 0) continue;
    EXPECT_LT(many, 6 * few) << few << " instructions for " << GetParam().nodes << " nodes, " << many
                             << " for four times as many";
    return;
  }
  EXPECT_LT(large, 8 * small) << small << " s for " << GetParam().nodes << " nodes, " << large << " s for four times";
}

INSTANTIATE_TEST_SUITE_P(Graphs, Scale,
                         ::testing::Values(Shape{"Chain", Chain, 10000}, Shape{"Fan", Fan, 10000},
                                           Shape{"WideSum", WideSum, 10000}, Shape{"Identities", Identities, 10000},
                                           Shape{"Casts", Casts, 5000}, Shape{"SharedInput", SharedInput, 5000, ""}),
                         [](const ::testing::TestParamInfo<Shape>& scaled) { return std::string(scaled.param.name); });

}  // namespace
}  // namespace opdk
