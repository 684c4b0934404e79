// opdk's side of the adapter through its interface, without a TensorFlow: GraphDefs as TensorFlow's side gives them.
#include <dlfcn.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "plugins/tensorflow/parser/tensorflow.pb.h"
#include "sdk/adapters/tensorflow/abi.h"

namespace opdk {
namespace {

using tensorflow::DataType;
using tensorflow::GraphDef;
using tensorflow::NodeDef;
using ::testing::HasSubstr;

const OpdkTensorflow& Engine() {
  static const OpdkTensorflow* const engine = [] {
    // The packages of the process are loaded once.
    ::setenv("OPDK_PLUGIN_PATH", OPDK_TEST_SCOPES, 1);
    void* const library = dlopen(OPDK_BINARY_DIR "/lib/libopdk_tensorflow.so", RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(library, nullptr) << dlerror();
    return reinterpret_cast<const OpdkTensorflow* (*)()>(dlsym(library, OPDK_TENSORFLOW_ENTRY))();
  }();
  return *engine;
}

OpdkTfBytes Bytes(const std::string& text) { return {text.data(), text.size()}; }
void Take(void* to, OpdkTfBytes bytes) { static_cast<std::string*>(to)->assign(bytes.data, bytes.size); }

std::string List(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += text + '\0';
  return list;
}

// Annotated nodes of floats [2], as lines "name Type inputs". Differences are set on the message that Add returns.
class GraphMaker {
 public:
  NodeDef& Add(const std::string& line) {
    NodeDef& node = *graph_.add_node();
    std::istringstream words(line);
    std::string word;
    words >> word;
    node.set_name(word);
    words >> word;
    node.set_op(word);
    auto& attributes = *node.mutable_attr();
    attributes["T"].set_type(tensorflow::DT_FLOAT);
    while (words >> word) {
      node.add_input(word);
      if (word[0] != '^') attributes[OPDK_TF_INPUT_TYPES].mutable_list()->add_type(tensorflow::DT_FLOAT);
    }
    attributes[OPDK_TF_TYPES].mutable_list()->add_type(tensorflow::DT_FLOAT);
    attributes[OPDK_TF_SHAPES].mutable_list()->add_shape()->add_dim()->set_size(2);
    return node;
  }
  NodeDef& AddInput(const std::string& name) {
    NodeDef& node = Add(name + " Placeholder");
    auto& attributes = *node.mutable_attr();
    attributes["dtype"].set_type(tensorflow::DT_FLOAT);
    attributes["shape"].mutable_shape()->add_dim()->set_size(2);
    return node;
  }
  static void SetTypes(NodeDef& node, const std::vector<DataType>& inputs, const std::vector<DataType>& outputs) {
    auto& attributes = *node.mutable_attr();
    for (const auto& [name, types] : {std::pair(OPDK_TF_INPUT_TYPES, inputs), std::pair(OPDK_TF_TYPES, outputs)}) {
      auto& list = *attributes[name].mutable_list();
      list.clear_type();
      for (const DataType type : types) list.add_type(type);
    }
    attributes["T"].set_type(outputs.front());
    while (attributes[OPDK_TF_SHAPES].list().shape_size() < static_cast<int>(outputs.size())) {
      attributes[OPDK_TF_SHAPES].mutable_list()->add_shape()->set_unknown_rank(true);
    }
  }
  const GraphDef& graph() const { return graph_; }

 private:
  GraphDef graph_;
};

struct Rewritten {
  int code = 0;
  GraphDef graph;
  std::string error;

  const NodeDef* Find(const std::string& type) const {
    for (const NodeDef& node : graph.node()) {
      if (node.op() == type) return &node;
    }
    return nullptr;
  }
};

Rewritten Rewrite(const GraphDef& graph, const std::vector<std::string>& kept,
                  const std::vector<std::string>& options) {
  const std::string bytes = graph.SerializeAsString(), texts = List(options), names = List(kept), fed;
  struct Answer {
    std::string graph, error;
  } answer;
  OpdkTfRewrite request{Bytes(bytes), Bytes(texts), Bytes(names), Bytes(fed), &answer, nullptr, nullptr};
  request.take_graph = [](void* to, OpdkTfBytes given) { Take(&static_cast<Answer*>(to)->graph, given); };
  request.take_error = [](void* to, OpdkTfBytes given) { Take(&static_cast<Answer*>(to)->error, given); };
  Rewritten rewritten;
  rewritten.code = Engine().rewrite(&request);
  rewritten.error = answer.error;
  EXPECT_TRUE(rewritten.graph.ParseFromString(answer.graph));
  return rewritten;
}

GraphDef ReluOfSum() {
  GraphMaker maker;
  maker.AddInput("x");
  maker.Add("sum AddV2 x x");
  maker.Add("y Relu sum");
  return maker.graph();
}

TEST(TensorFlowEngine, PutsAGeOpInPlaceOfWhatItTakesAndAnIdentityUnderTheNameThatIsAskedFor) {
  const Rewritten rewritten = Rewrite(ReluOfSum(), {"y", "y:0"}, {});
  ASSERT_EQ(rewritten.code, 0) << rewritten.error;
  ASSERT_EQ(rewritten.graph.node_size(), 3);
  const NodeDef* op = rewritten.Find("GeOp");
  ASSERT_NE(op, nullptr);
  EXPECT_EQ(op->input(0), "x");
  EXPECT_EQ(op->attr().at("Tout").list().type(0), tensorflow::DT_FLOAT);
  EXPECT_EQ(op->attr().at("output_shapes").list().shape(0).dim(0).size(), 2);
  const NodeDef* y = rewritten.Find("Identity");
  ASSERT_NE(y, nullptr);
  EXPECT_EQ(y->name(), "y");
  EXPECT_EQ(y->input(0), op->name());
  for (const NodeDef& node : rewritten.graph.node()) EXPECT_FALSE(node.attr().contains(OPDK_TF_TYPES)) << node.name();
}

TEST(TensorFlowEngine, GivesNoValueUnderANameThatIsKeptWithoutBeingTaken) {
  const Rewritten rewritten = Rewrite(ReluOfSum(), {"sum", "y", "y:0"}, {});
  ASSERT_EQ(rewritten.code, 0) << rewritten.error;
  const NodeDef* op = rewritten.Find("GeOp");
  ASSERT_NE(op, nullptr);
  EXPECT_EQ(op->attr().at("Tout").list().type_size(), 1);
  const NodeDef* sum = rewritten.Find("NoOp");
  ASSERT_NE(sum, nullptr);
  EXPECT_EQ(sum->name(), "sum");
  EXPECT_EQ(sum->input(0), "^" + op->name());
}

TEST(TensorFlowEngine, RunsAClusterForEachShapeIntoTheCallersMemory) {
  const Rewritten rewritten = Rewrite(ReluOfSum(), {"y", "y:0"}, {});
  ASSERT_EQ(rewritten.code, 0) << rewritten.error;
  const NodeDef* op = rewritten.Find("GeOp");
  ASSERT_NE(op, nullptr);
  const std::string outputs = List({op->attr().at("outputs").list().s(0)});
  std::string error;
  const OpdkTfOpen open{Bytes(op->attr().at("graph").s()), Bytes(outputs), {"", 0}, nullptr, 0, &error, Take};
  void* const cluster = Engine().open(&open);
  ASSERT_NE(cluster, nullptr) << error;
  // One for each at first, then one for all.
  for (const size_t count : {2, 5, 0, 2, 1, 3, 4, 6, 7, 8, 9, 10, 11, 1, 40}) {
    std::vector<float> x(count), y(count + 1, -1.0F);
    for (size_t i = 0; i < count; ++i) x[i] = static_cast<float>(i) - 1.0F;
    const auto size = static_cast<int64_t>(count);
    const OpdkTfTensor input{x.data(), count * sizeof(float), tensorflow::DT_FLOAT, 1, &size};
    const OpdkTfRun run{&input,
                        1,
                        0,
                        y.data(),
                        [](void* to, size_t, int32_t, const int64_t*, size_t) -> void* { return to; },
                        [](void*, OpdkTfBytes text) { ADD_FAILURE() << std::string(text.data, text.size); }};
    EXPECT_EQ(Engine().run(cluster, &run), 0);
    for (size_t i = 0; i < count; ++i) EXPECT_EQ(y[i], std::max(0.0F, 2 * x[i]));
    EXPECT_EQ(y[count], -1.0F);
  }
  Engine().close(cluster);
}

TEST(TensorFlowEngine, WritesOutOperatorsThatGrapplerHasJoined) {
  GraphMaker maker;
  maker.AddInput("x");
  NodeDef& joined = maker.Add("y _UnaryOpsComposition x");
  for (const char* type : {"Tanh", "Exp", "Relu"}) (*joined.mutable_attr())["op_names"].mutable_list()->add_s(type);
  const Rewritten rewritten = Rewrite(maker.graph(), {"y", "y:0"}, {});
  ASSERT_EQ(rewritten.code, 0) << rewritten.error;
  const NodeDef* op = rewritten.Find("GeOp");
  ASSERT_NE(op, nullptr);
  GraphDef inside;
  ASSERT_TRUE(inside.ParseFromString(op->attr().at("graph").s()));
  std::string chain;
  for (const NodeDef& node : inside.node()) chain += node.op() + " ";
  EXPECT_EQ(chain, "Placeholder Tanh Exp Relu ");
}

TEST(TensorFlowEngine, ReadsAVariableBeforeTheConditionalThatReadsIt) {
  constexpr DataType kFloat = tensorflow::DT_FLOAT, kResource = tensorflow::DT_RESOURCE, kBool = tensorflow::DT_BOOL;
  GraphMaker maker;
  maker.AddInput("x");
  NodeDef& p = maker.AddInput("p");
  (*p.mutable_attr())["dtype"].set_type(kBool);
  (*p.mutable_attr())["shape"].mutable_shape()->clear_dim();
  (*p.mutable_attr())[OPDK_TF_SHAPES].mutable_list()->mutable_shape(0)->clear_dim();
  GraphMaker::SetTypes(p, {}, {kBool});
  GraphMaker::SetTypes(maker.Add("v VarHandleOp"), {}, {kResource});
  GraphMaker::SetTypes(maker.Add("sv Switch v p"), {kResource, kBool}, {kResource, kResource});
  GraphMaker::SetTypes(maker.Add("sx Switch x p"), {kFloat, kBool}, {kFloat, kFloat});
  NodeDef& read = maker.Add("read ReadVariableOp sv:1");
  GraphMaker::SetTypes(read, {kResource}, {kFloat});
  (*read.mutable_attr())["dtype"].set_type(kFloat);
  maker.Add("then AddV2 sx:1 read");
  maker.Add("otherwise Neg sx");
  GraphMaker::SetTypes(maker.Add("y Merge otherwise then"), {kFloat, kFloat}, {kFloat, tensorflow::DT_INT32});
  const Rewritten rewritten = Rewrite(maker.graph(), {"y", "y:0"}, {"mix_compile_mode", "True"});
  ASSERT_EQ(rewritten.code, 0) << rewritten.error;
  const NodeDef* op = rewritten.Find("GeOp");
  ASSERT_NE(op, nullptr);
  const NodeDef* outside = rewritten.Find("ReadVariableOp");
  ASSERT_NE(outside, nullptr);
  EXPECT_EQ(outside->input(0), "v");
  EXPECT_THAT(op->input(), ::testing::Contains(outside->name()));
  // No node writes it.
  EXPECT_EQ(op->attr().at("weights").list().i_size(), 1);
  EXPECT_EQ(rewritten.Find("Merge"), nullptr);
}

TEST(TensorFlowEngine, LeavesNodesOfOtherDevices) {
  GraphMaker maker;
  maker.AddInput("x").set_device("/device:CPU:0");
  maker.Add("a Relu x").set_device("/device:GPU:0");
  maker.Add("b Relu a").set_device("/device:CPU:0");
  maker.Add("c Neg b").set_device("/device:CPU:0");
  const Rewritten rewritten = Rewrite(maker.graph(), {"c", "c:0"}, {"mix_compile_mode", "True"});
  ASSERT_EQ(rewritten.code, 0) << rewritten.error;
  const NodeDef* op = rewritten.Find("GeOp");
  ASSERT_NE(op, nullptr);
  EXPECT_EQ(op->input(0), "a");
  EXPECT_EQ(op->device(), "/device:CPU:0");
  EXPECT_THAT(Rewrite(maker.graph(), {"c", "c:0"}, {}).error, HasSubstr("'a' (Relu): it runs on /device:GPU:0"));
}

TEST(TensorFlowEngine, ReportsToTheFileThatIsNamed) {
  const std::string path = ::testing::TempDir() + "opdk_partition_report.txt";
  std::remove(path.c_str());
  ASSERT_EQ(Rewrite(ReluOfSum(), {"y", "y:0"}, {"partition_report", path}).code, 0);
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_THAT(text.str(), HasSubstr("2 nodes go down in 1 cluster, 1 stays\n  cluster 0: 2 nodes (AddV2 1, Relu 1)"));
}

TEST(TensorFlowEngine, LeavesAGraphWithoutOffLine) {
  const Rewritten rewritten = Rewrite(ReluOfSum(), {"y", "y:0"}, {"use_off_line", "False"});
  EXPECT_EQ(rewritten.code, 0);
  EXPECT_EQ(rewritten.graph.node_size(), 0);
}

TEST(TensorFlowEngine, ReadsItsNodesWithTheNamedScopeFusionPasses) {
  GraphMaker maker;
  maker.AddInput("x");
  maker.Add("throws/mul Mul x x");
  maker.Add("y Relu throws/mul");
  testing::internal::CaptureStdout();
  const Rewritten rewritten =
      Rewrite(maker.graph(), {"y", "y:0"}, {"enable_scope_fusion_passes", "WrongPass", "partition_report", "stdout"});
  EXPECT_EQ(rewritten.code, 0) << rewritten.error;
  EXPECT_THAT(
      testing::internal::GetCapturedStdout(),
      HasSubstr("scope fusion pass WrongPass of package opdk_test_scopes: threw std::runtime_error: no such luck"));
  EXPECT_EQ(rewritten.Find("GeOp"), nullptr);
}

// Makes a counter of which a step reads and writes the reference, with an IterationOp behind.
GraphDef CountingStep() {
  constexpr DataType kFloat = tensorflow::DT_FLOAT, kReference = tensorflow::DT_FLOAT_REF;
  GraphMaker maker;
  GraphMaker::SetTypes(maker.Add("v VariableV2"), {}, {kReference});
  maker.AddInput("x");
  maker.Add("sum AddV2 x x");
  maker.Add("y Relu sum");
  GraphMaker::SetTypes(maker.Add("added AssignAdd v y"), {kReference, kFloat}, {kReference});
  NodeDef& op = maker.Add("train/IterationOp NoOp ^added");
  op.mutable_attr()->clear();
  for (const char* const list : {OPDK_TF_TYPES, OPDK_TF_INPUT_TYPES, OPDK_TF_SHAPES})
    (*op.mutable_attr())[list].mutable_list();
  return maker.graph();
}

const NodeDef& NodeOf(const GraphDef& graph, const std::string& name) {
  for (const NodeDef& node : graph.node()) {
    if (node.name() == name) return node;
  }
  ADD_FAILURE() << "there is no node " << name;
  return graph.node(0);
}

TEST(TensorFlowEngine, LoopsOverTheStepsThatAnIterationOpStandsFor) {
  const std::vector<std::string> kept = {"train/IterationOp", "train/IterationOp:0", "y", "y:0"};
  const Rewritten rewritten = Rewrite(CountingStep(), kept, {"iterations_per_loop", "8"});
  ASSERT_EQ(rewritten.code, 0) << rewritten.error;
  // A value that each step reads comes in. A node that has nothing else to wait for waits for the step.
  EXPECT_EQ(rewritten.Find("RefEnter")->input(0), "v");
  const NodeDef* op = rewritten.Find("GeOp");
  ASSERT_NE(op, nullptr);
  const NodeDef& entered = NodeOf(rewritten.graph, op->input(0));
  EXPECT_EQ(entered.op(), "Enter");
  EXPECT_EQ(entered.input(0), "x");
  EXPECT_TRUE(entered.attr().at("is_constant").b());
  EXPECT_THAT(op->input(), ::testing::Contains("^opdk_steps/step"));
  // A value that is asked for leaves under its name when the last step has ended.
  EXPECT_EQ(NodeOf(rewritten.graph, NodeOf(rewritten.graph, "y").input(0)).op(), "Exit");
  EXPECT_EQ(NodeOf(rewritten.graph, NodeOf(rewritten.graph, "train/IterationOp").input(0).substr(1)).op(), "Exit");
  EXPECT_THAT(NodeOf(rewritten.graph, "opdk_steps/counter/next").input(),
              ::testing::IsSupersetOf({"^opdk_steps/kept/train/IterationOp", "^opdk_steps/kept/y"}));
  // Grappler comes with it again.
  EXPECT_EQ(Rewrite(rewritten.graph, kept, {"iterations_per_loop", "8"}).graph.node_size(), 0);
}

TEST(TensorFlowEngine, RunsOneStepWithoutIterationsPerLoopOrWithoutIterationOp) {
  EXPECT_EQ(Rewrite(CountingStep(), {"train/IterationOp", "y", "y:0"}, {}).Find("LoopCond"), nullptr);
  EXPECT_EQ(Rewrite(ReluOfSum(), {"y", "y:0"}, {"iterations_per_loop", "8"}).Find("LoopCond"), nullptr);
}

// Marks the nodes as TensorFlow's side does before any optimizer. Returns the marks as a text.
std::string MarkPairs(GraphDef& graph, const std::vector<std::string>& options,
                      const std::vector<std::string>& calls = {}) {
  const std::string bytes = graph.SerializeAsString(), texts = List(options), names = List(calls);
  struct Answer {
    GraphDef& graph;
    std::string marks;
  } answer{graph, ""};
  OpdkTfMark request{Bytes(bytes), Bytes(texts), Bytes(names), &answer, nullptr, nullptr};
  request.take_pairs = [](void* to, size_t node, const int64_t* pairs, size_t count) {
    Answer& taken = *static_cast<Answer*>(to);
    NodeDef& marked = *taken.graph.mutable_node(static_cast<int>(node));
    taken.marks += fmt::format("{}{}:", node == 0 ? "" : " ", marked.name());
    for (size_t i = 0; i < count; ++i) {
      (*marked.mutable_attr())[OPDK_TF_PAIRS].mutable_list()->add_i(pairs[i]);
      taken.marks += fmt::format("{}{}", i == 0 ? "" : ",", pairs[i]);
    }
  };
  request.take_error = [](void*, OpdkTfBytes text) { ADD_FAILURE() << std::string(text.data, text.size); };
  EXPECT_EQ(Engine().mark(&request), 0);
  return answer.marks;
}

GraphDef NamedChain() {
  GraphMaker maker;
  maker.AddInput("x");
  maker.Add("loop/a Abs x");
  maker.Add("loop/b Relu loop/a");
  maker.Add("c Neg loop/b");
  maker.Add("d Tanh c");
  return maker.graph();
}

std::vector<std::string> PairOptions(const std::string& pair, bool flag) {
  return {"mix_compile_mode", "True", "in_out_pair", pair, "in_out_pair_flag", flag ? "True" : "False"};
}

TEST(TensorFlowEnginePairs, AreMarkedWhereTheirNamesAreAndCallsStandForTheirNodes) {
  GraphDef graph = NamedChain();
  const std::vector<std::string> pairs =
      PairOptions("[[['loop/b'],['c']],[['nowhere'],['c']],[['loop'],['loop']]]", true);
  EXPECT_EQ(MarkPairs(graph, pairs, {"loop", "nothing"}), "x:-1,-3 loop/a:-1,3 loop/b:1,3 c:1,-3 d:-1,-3");
  graph = NamedChain();
  EXPECT_EQ(MarkPairs(graph, pairs), "x:-1 loop/a:-1 loop/b:1 c:1 d:-1");
  EXPECT_EQ(MarkPairs(graph, PairOptions("[[['nowhere'],['c']]]", true)), "");
  EXPECT_EQ(MarkPairs(graph, {}), "");
}

// Rewrites the marked chain after an optimizer. The new node `made` stands in the place of the nodes from `first` to
// `last`; `joined`: the operators that it joins.
Rewritten RewriteChanged(const std::string& pair, bool flag, int first, int last, const std::string& made,
                         const std::vector<std::string>& joined = {}) {
  GraphDef graph = NamedChain();
  MarkPairs(graph, PairOptions(pair, flag));
  std::string before = graph.node(first - 1).name();
  NodeDef created;
  if (!made.empty()) {
    GraphMaker maker;
    created = maker.Add(made + " " + before);
    for (const std::string& type : joined) (*created.mutable_attr())["op_names"].mutable_list()->add_s(type);
    before = created.name();
  }
  if (last + 1 < graph.node_size()) graph.mutable_node(last + 1)->set_input(0, before);
  graph.mutable_node()->DeleteSubrange(first, last - first + 1);
  if (!made.empty()) *graph.add_node() = created;
  return Rewrite(graph, {"d", "d:0"}, PairOptions(pair, flag));
}

TEST(TensorFlowEnginePairs, StayWithoutTheirFirstNode) {
  const Rewritten rewritten = RewriteChanged("[[['loop/a'],['c']]]", false, 1, 1, "");
  ASSERT_EQ(rewritten.code, 0) << rewritten.error;
  EXPECT_NE(rewritten.Find("Relu"), nullptr);
  EXPECT_NE(rewritten.Find("Neg"), nullptr);
  EXPECT_EQ(rewritten.Find("Tanh"), nullptr);
  EXPECT_NE(rewritten.Find("GeOp"), nullptr);
  for (const NodeDef& node : rewritten.graph.node()) EXPECT_FALSE(node.attr().contains(OPDK_TF_PAIRS)) << node.name();
}

TEST(TensorFlowEnginePairs, GoDownWithoutTheirLastNodeAndNothingElseDoes) {
  const Rewritten rewritten = RewriteChanged("[[['loop/b'],['c']]]", true, 3, 3, "");
  ASSERT_EQ(rewritten.code, 0) << rewritten.error;
  EXPECT_NE(rewritten.Find("Abs"), nullptr);
  EXPECT_NE(rewritten.Find("Tanh"), nullptr);
  EXPECT_EQ(rewritten.Find("Relu"), nullptr);
}

TEST(TensorFlowEnginePairs, KeepNodesThatAnOptimizerMakesOfTheirNodes) {
  for (const auto& [first, last] : {std::pair(3, 3), std::pair(2, 3)}) {
    const Rewritten rewritten = RewriteChanged("[[['loop/b'],['c']]]", false, first, last, "made Square");
    ASSERT_EQ(rewritten.code, 0) << rewritten.error;
    EXPECT_NE(rewritten.Find("Square"), nullptr) << first;
    EXPECT_EQ(rewritten.Find("Tanh"), nullptr) << first;
  }
}

TEST(TensorFlowEnginePairs, KeepAllOperatorsOfANodeThatJoinsTheirNodes) {
  const Rewritten rewritten = RewriteChanged("[[['loop/a'],['c']]]", false, 2, 3, "made _UnaryOpsComposition",
                                             {"Relu", "Square", "Sin", "Neg"});
  ASSERT_EQ(rewritten.code, 0) << rewritten.error;
  for (const char* type : {"Abs", "Relu", "Square", "Sin", "Neg"}) EXPECT_NE(rewritten.Find(type), nullptr) << type;
  EXPECT_EQ(rewritten.Find("Tanh"), nullptr);
}

TEST(TensorFlowEnginePairs, LetNothingGoDownWhereNoneOfTheirNodesIsLeft) {
  const Rewritten rewritten = RewriteChanged("[[['c'],['c']]]", true, 3, 3, "");
  ASSERT_EQ(rewritten.code, 0) << rewritten.error;
  EXPECT_EQ(rewritten.Find("GeOp"), nullptr);
  EXPECT_NE(rewritten.Find("Relu"), nullptr);
}

struct Refused {
  std::vector<std::string> options;
  const char* error;
};
class TensorFlowEngineParameters : public ::testing::TestWithParam<Refused> {};

TEST_P(TensorFlowEngineParameters, AreRefusedByName) {
  const Rewritten rewritten = Rewrite(ReluOfSum(), {"y", "y:0"}, GetParam().options);
  EXPECT_NE(rewritten.code, 0);
  EXPECT_THAT(rewritten.error, HasSubstr(GetParam().error));
}

INSTANTIATE_TEST_SUITE_P(
    Each, TensorFlowEngineParameters,
    ::testing::Values(Refused{{"enable_scope_fusion_passes", "ScalePas"}, "did you mean 'ScalePass'?"},
                      Refused{{"ge.exec.enableScopeFusionPasses", "ScalePas"}, "did you mean 'ScalePass'?"},
                      Refused{{"mix_compile_mode", "True", "enable_scope_fusion_passes", "ScalePas"}, "E1001"},
                      Refused{{"mix_compile_mod", "True"},
                              "no parameter 'mix_compile_mod'; did you mean mix_compile_mode?"},
                      Refused{{"mix_compile_mode", "perhaps"}, "parameter 'mix_compile_mode' of NpuOptimizer"},
                      Refused{{"iterations_per_loop", "0"}, "0 is given; it is a whole number, 1 or more"},
                      Refused{{"iterations_per_loop", "8", "mix_compile_mode", "True"},
                              "iterations_per_loop is 8 with mix_compile_mode"},
                      Refused{{"ge.nothing", "1"}, "ge.nothing"}, Refused{{"precision_mode", "tiny"}, "tiny"},
                      Refused{{"in_out_pair", "[[['x'],['y']]]"}, "mix_compile_mode isn't on"},
                      Refused{{"partition_report", "/no/such/directory/report"}, "E1006"}));

}  // namespace
}  // namespace opdk
