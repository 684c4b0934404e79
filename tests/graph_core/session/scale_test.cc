// Compiling takes work in proportion to the nodes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "graph_core/compilation/compile.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/ir/text.h"
#include "graph_core/session.h"
#include "tests/graph_core/builtin_packages.h"
#include "tests/graph_core/execution/count_allocations.h"
#include "tests/linear_work.h"

namespace opdk {
namespace {

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

// Makes one value with many readers, all of them outputs.
Graph Fan(int64_t nodes) {
  Sketch sketch;
  Node* x = sketch.Input();
  std::vector<Node*> readers;
  // The readers' results differ; equal readers would become one.
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

// Makes pairs of Casts, each of which a fusion pass replaces.
Graph Casts(int64_t nodes) {
  Sketch sketch;
  Node* last = sketch.Input();
  for (int64_t i = 0; i < nodes; ++i) {
    last = sketch.Op("Cast", {last});
    last->op().attrs["dst_type"] = static_cast<int64_t>(i % 2 == 0 ? ge::DT_DOUBLE : ge::DT_FLOAT);
  }
  return sketch.Finish({sketch.Op("Relu", {last})});
}

// Makes a chain whose nodes all read the graph's input too, so that fusion asks for each two of its groups.
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

Graph FromText(const std::string& nodes) {
  auto graph = Parse(fmt::format("graph scale {{\n{}}}\n", nodes));
  OPDK_CHECK(graph.ok(), graph.status().ToString());
  return *std::move(graph);
}

// Makes a chain of Ifs; each branch is a function of its own.
Graph Ifs(int64_t nodes) {
  std::string text = "  %c = Data {index: 0} : bool[]\n  %v0 = Data {index: 1} : float[4]\n";
  for (int64_t i = 0; i < nodes; ++i) {
    text += fmt::format(
        "  %v{} = If(cond: %c, input: [%v{}]) : output: [_]\n"
        "    then_branch yes {{ %a = Data {{index: 0}} : _ %r = Relu(x: %a) : _ %o = NetOutput(x: [%r]) }}\n"
        "    else_branch no {{ %a = Data {{index: 0}} : _ %r = Neg(x: %a) : _ %o = NetOutput(x: [%r]) }}\n",
        i + 1, i);
  }
  return FromText(text + fmt::format("  %out = NetOutput(x: [%v{}])\n", nodes));
}

// Makes parts of a whole that lie in its memory: no step joins them.
Graph JoinedParts(int64_t nodes) {
  std::string text = "  %x = Data {index: 0} : float[16]\n", parts;
  for (int64_t i = 0; i < nodes; ++i) {
    text += fmt::format("  %p{} = LeakyRelu(x: %x) {{negative_slope: {}.5}} : _\n", i, i);
    parts += fmt::format("{}%p{}", i == 0 ? "" : ", ", i);
  }
  return FromText(text + fmt::format("  %y = ConcatD(x: [{}]) {{concat_dim: 0, N: {}}} : y: _\n"
                                     "  %z = Exp(x: %y) : y: _\n  %out = NetOutput(x: [%z])\n",
                                     parts, nodes));
}

Graph CutParts(int64_t nodes) {
  std::string text = fmt::format("  %x = Data {{index: 0}} : float[{}]\n  %e = Exp(x: %x) : y: _\n", 16 * nodes);
  std::string sizes, results, sums, types;
  for (int64_t i = 0; i < nodes; ++i) {
    const char* comma = i == 0 ? "" : ", ";
    sizes += fmt::format("{}16", comma);
    types += fmt::format("{}_", comma);
    results += fmt::format("  %p{} = Exp(x: %s:{}) : y: _\n", i, i);
    sums += fmt::format("{}%p{}", comma, i);
  }
  return FromText(text +
                  fmt::format("  %s = SplitVD(x: %e) {{size_splits: [{}], split_dim: 0, num_split: {}}} : y: [{}]\n"
                              "{}  %out = NetOutput(x: [{}])\n",
                              sizes, nodes, types, results, sums));
}

// Makes Ifs that lie in each other's branches. The branches of the innermost If compute something.
Graph NestedIfs(int64_t depth) {
  const std::string given = "%c = Data {index: 0} : _ %a = Data {index: 1} : _ ";
  std::string inner = "%r = Relu(x: %a) : _ ";
  for (int64_t i = 0; i < depth; ++i) {
    inner = fmt::format(
        "%r = If(cond: %c, input: [%c, %a]) : output: [_]\n"
        "then_branch yes {{ {0}{1}%o = NetOutput(x: [%r]) }}\n"
        "else_branch no {{ {0}%r = Neg(x: %a) : _ %o = NetOutput(x: [%r]) }}\n",
        given, inner);
  }
  return FromText("%c = Data {index: 0} : bool[] %a = Data {index: 1} : float[4] " + inner + "%o = NetOutput(x: [%r])");
}

// Allocations tell the work of walks over graphs, exactly: they are the same in each run.
int64_t AllocationsToCompile(Graph graph, const char* engine) {
  CompileOptions options;
  options.engine = engine;
  auto session = Session::Create(BuiltinPackages(), options);
  OPDK_CHECK(session.ok(), session.status().ToString());
  return CountAllocations([&] {
    auto compiled = (*session)->Compile(std::move(graph));
    EXPECT_TRUE(compiled.ok()) << compiled.status().ToString();
  });
}

TEST(DeepScale, CompilingNestedBranchesTakesTimeLinearInTheirDepth) {
  if (!OPDK_COUNTS_ALLOCATIONS) GTEST_SKIP() << "the sanitizer owns malloc";
  AllocationsToCompile(NestedIfs(1), "ai_cpu");  // fills tables
  const int64_t few = AllocationsToCompile(NestedIfs(12), "ai_cpu");
  const int64_t many = AllocationsToCompile(NestedIfs(48), "ai_cpu");
  EXPECT_LT(many, few * 9 / 2) << many << " allocations for 48 levels, " << few << " for 12";
}

struct Shape {
  const char* name;
  Graph (*make)(int64_t nodes);
  int64_t nodes;
  const char* engine = "ai_cpu";  // "": any
};

class Scale : public ::testing::TestWithParam<Shape> {};

linear_work::Work WorkToCompile(const Shape& shape, int64_t nodes) {
  CompileOptions options;
  options.engine = shape.engine;
  auto session = Session::Create(BuiltinPackages(), options);
  OPDK_CHECK(session.ok(), session.status().ToString());
  Graph graph = shape.make(nodes);
  return linear_work::WorkOf([&] {
    auto compiled = (*session)->Compile(std::move(graph));
    EXPECT_TRUE(compiled.ok()) << compiled.status().ToString();
  });
}

TEST_P(Scale, AllocationsGrowLinearlyWithTheGraph) {
  if (!OPDK_COUNTS_ALLOCATIONS) GTEST_SKIP() << "the sanitizer owns malloc";
  const Shape& shape = GetParam();
  AllocationsToCompile(shape.make(100), shape.engine);  // fills tables
  const int64_t few = AllocationsToCompile(shape.make(500), shape.engine);
  const int64_t many = AllocationsToCompile(shape.make(2000), shape.engine);
  EXPECT_LT(many, few * 5) << many << " allocations for 2000 nodes, " << few << " for 500";
}

TEST_P(Scale, CompilingTakesLinearTime) {
  linear_work::ExpectLinear(GetParam().nodes, [](int64_t nodes) { return WorkToCompile(GetParam(), nodes); });
}

// Each variable is read, and given a new value.
TEST(VariableScale, SharingMemoryTakesLinearTime) {
  CompileOptions options;
  options.engine = "ai_cpu";
  auto session = Session::Create(BuiltinPackages(), options);
  ASSERT_TRUE(session.ok()) << session.status().ToString();
  linear_work::ExpectLinear(5000, [&](int64_t variables) {
    std::string text = "  %x = Data {index: 0} : float[4]\n";
    for (int64_t i = 0; i < variables; ++i) {
      text += fmt::format(
          "  %v{0} = Variable {{value: float[4](0.5 ...)}} : float[4]\n"
          "  %n{0} = Add(x1: %v{0}, x2: %x) : y: _\n"
          "  %s{0} = Assign(ref: %v{0}, value: %n{0}) : ref: _\n",
          i);
    }
    auto graph = (*session)->Optimize(FromText(text + "  %o = NetOutput(x: [%s0])\n"));
    OPDK_CHECK(graph.ok(), graph.status().ToString());
    return linear_work::WorkOf([&] {
      const auto program = Compile(*std::move(graph), (*session)->engines(), (*session)->packages(), options);
      EXPECT_TRUE(program.ok()) << program.status().ToString();
    });
  });
}

INSTANTIATE_TEST_SUITE_P(Graphs, Scale,
                         ::testing::Values(Shape{"Chain", Chain, 10000}, Shape{"Fan", Fan, 10000},
                                           Shape{"WideSum", WideSum, 10000}, Shape{"Identities", Identities, 10000},
                                           Shape{"Casts", Casts, 5000}, Shape{"SharedInput", SharedInput, 5000, ""},
                                           Shape{"Ifs", Ifs, 2500}, Shape{"JoinedParts", JoinedParts, 5000},
                                           Shape{"CutParts", CutParts, 5000}),
                         [](const ::testing::TestParamInfo<Shape>& scaled) { return std::string(scaled.param.name); });

}  // namespace
}  // namespace opdk
