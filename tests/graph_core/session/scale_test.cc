// Four times the nodes take about four times as long, not sixteen. Processor time of this process is compared with
// itself, so a busy machine changes nothing.
#include <gtest/gtest.h>
#include <time.h>

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

struct Shape {
  const char* name;
  Graph (*make)(int64_t nodes);
  int64_t nodes;
};

class Scale : public ::testing::TestWithParam<Shape> {};

double SecondsToCompile(const Shape& shape, int64_t nodes) {
  CompileOptions options;
  options.engine = "ai_cpu";
  auto session = Session::Create(BuiltinPackages(), options);
  OPDK_CHECK(session.ok(), session.status().ToString());
  Graph graph = shape.make(nodes);
  const double start = ProcessorSeconds();
  auto compiled = (*session)->Compile(std::move(graph));
  EXPECT_TRUE(compiled.ok()) << compiled.status().ToString();
  return ProcessorSeconds() - start;
}

TEST_P(Scale, OfCompilingIsLinear) {
  double small = 1e9, large = 1e9;
  for (int round = 0; round < 3; ++round) {
    small = std::min(small, SecondsToCompile(GetParam(), GetParam().nodes));
    large = std::min(large, SecondsToCompile(GetParam(), 4 * GetParam().nodes));
  }
  EXPECT_LT(large, 8 * small) << small << " s for " << GetParam().nodes << " nodes, " << large << " s for four times";
}

INSTANTIATE_TEST_SUITE_P(Graphs, Scale,
                         ::testing::Values(Shape{"Chain", Chain, 10000}, Shape{"Fan", Fan, 10000},
                                           Shape{"WideSum", WideSum, 10000}),
                         [](const ::testing::TestParamInfo<Shape>& scaled) { return std::string(scaled.param.name); });

}  // namespace
}  // namespace opdk
