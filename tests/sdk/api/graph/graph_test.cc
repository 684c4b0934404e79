#include "graph/graph.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "opdk/author_graph.h"
#include "opdk/host.h"
#include "tests/sdk/cann_project/op_proto/everything.h"
#include "tests/sdk/cann_project/op_proto/pair_add.h"

namespace ge {
namespace {

std::vector<std::string> Names(const Graph& graph) {
  std::vector<std::string> names;
  EXPECT_EQ(graph.GetAllOpName(names), GRAPH_SUCCESS);
  return names;
}

// a, b -> add -> copy
struct Chain {
  op::Data a{"a"}, b{"b"};
  op::PairAdd add{"add"};
  op::CopyOf copy{"copy"};
  Graph graph{"chain"};
  Chain() {
    add.set_input_x1(a).set_input_x2(b);
    copy.set_input_x(add);
    graph.SetInputs({a, b}).SetOutputs(std::vector<Operator>{copy});
  }
};

TEST(Graphs, HoldNodesBetweenInputsAndOutputs) {
  Chain chain;
  op::Data unused("unused");
  op::CopyOf target("target");
  target.set_input_x(unused);
  chain.graph.SetTargets({target});
  EXPECT_EQ(Names(chain.graph), (std::vector<std::string>{"a", "b", "add", "copy", "target", "unused"}));
  EXPECT_TRUE(chain.graph.IsValid());
  EXPECT_FALSE(Graph("empty").IsValid());
  EXPECT_FALSE(Graph().IsValid());
}

TEST(Graphs, KeepOperatorsWhoseHandlesAreGone) {
  Graph graph("g");
  op::Data data("d");
  {
    op::CopyOf copy("c");
    copy.set_input_x(data);
    graph.SetInputs({data});
  }
  EXPECT_EQ(Names(graph), (std::vector<std::string>{"d", "c"}));
}

TEST(Graphs, OutputsAreChosenByOperatorNumberOrName) {
  op::Everything source("s");
  source.create_dynamic_output_parts(2);
  Graph graph("g");
  graph.SetOutputs(std::vector<Operator>{source});
  EXPECT_EQ(opdk::DataOf(graph).outputs.size(), 3u);
  graph.SetOutputs(std::vector<std::pair<Operator, std::vector<size_t>>>{{source, {2, 0, 9}}});
  ASSERT_EQ(opdk::DataOf(graph).outputs.size(), 2u);
  EXPECT_EQ(opdk::DataOf(graph).outputs[0].second, 2);
  graph.SetOutputs(std::vector<std::pair<Operator, AscendString>>{{source, "parts1"}, {source, "wrong"}});
  ASSERT_EQ(opdk::DataOf(graph).outputs.size(), 1u);
  EXPECT_EQ(opdk::DataOf(graph).outputs[0].second, 2);
  graph.SetOutputs(std::vector<std::pair<Operator, std::string>>{{source, ""}});
  EXPECT_EQ(opdk::DataOf(graph).outputs.size(), 3u);
}

TEST(Graphs, RefuseASecondOperatorOfAName) {
  Graph graph("g");
  EXPECT_EQ(graph.AddOp(op::Data("d")), GRAPH_SUCCESS);
  EXPECT_EQ(graph.AddOp(op::Data("d")), GRAPH_FAILED);
  Operator found;
  EXPECT_EQ(graph.FindOpByName("d", found), GRAPH_SUCCESS);
  EXPECT_EQ(graph.FindOpByName("e", found), GRAPH_FAILED);
  std::vector<Operator> of_type;
  EXPECT_EQ(graph.FindOpByType("Data", of_type), GRAPH_SUCCESS);
  EXPECT_EQ(of_type.size(), 1u);
}

TEST(Graphs, NodesSeeTheirNeighbours) {
  Chain chain;
  const GNodePtr add = chain.graph.FindNodeByName("add");
  ASSERT_NE(add, nullptr);
  const auto [source, port] = add->GetInDataNodesAndPortIndexs(1);
  ASSERT_NE(source, nullptr);
  AscendString name;
  EXPECT_EQ(source->GetName(name), GRAPH_SUCCESS);
  EXPECT_TRUE(name == "b");
  EXPECT_EQ(port, 0);
  const auto consumers = add->GetOutDataNodesAndPortIndexs(0);
  ASSERT_EQ(consumers.size(), 1u);
  EXPECT_EQ(consumers[0].first->GetType(name), GRAPH_SUCCESS);
  EXPECT_TRUE(name == "CopyOf");
  int32_t index = -1;
  EXPECT_EQ(add->GetInputIndexByName("x2", index), GRAPH_SUCCESS);
  EXPECT_EQ(index, 1);
  EXPECT_EQ(add->GetInDataNodesAndPortIndexs(5).first, nullptr);
  int64_t value = 4;
  EXPECT_EQ(add->SetAttr("k", value), GRAPH_SUCCESS);
  EXPECT_TRUE(add->HasAttr("k"));
  EXPECT_FALSE(add->HasAttr("l"));
}

TEST(Graphs, EdgesAndNodesCanBeAddedAndRemoved) {
  Graph graph("g");
  GNode data = graph.AddNodeByOp(op::Data("d"));
  GNode copy = graph.AddNodeByOp(op::CopyOf("c"));
  EXPECT_EQ(graph.AddDataEdge(data, 0, copy, 0), GRAPH_SUCCESS);
  EXPECT_EQ(graph.AddDataEdge(data, 1, copy, 0), GRAPH_FAILED);
  EXPECT_EQ(graph.AddControlEdge(data, copy), GRAPH_SUCCESS);
  EXPECT_EQ(copy.GetInControlNodes().size(), 1u);
  EXPECT_EQ(data.GetOutControlNodes().size(), 1u);
  EXPECT_EQ(graph.RemoveEdge(data, -1, copy, -1), GRAPH_SUCCESS);
  EXPECT_TRUE(copy.GetInControlNodes().empty());
  EXPECT_EQ(graph.RemoveEdge(data, 0, copy, 0), GRAPH_SUCCESS);
  EXPECT_EQ(graph.RemoveEdge(data, 0, copy, 0), GRAPH_FAILED);
  EXPECT_EQ(copy.GetInDataNodesAndPortIndexs(0).first, nullptr);
  EXPECT_EQ(graph.RemoveNode(copy), GRAPH_SUCCESS);
  EXPECT_EQ(Names(graph), std::vector<std::string>{"d"});
}

TEST(Graphs, ACopyIsIndependent) {
  Chain chain;
  AttrValue value;
  value.SetAttrValue(std::vector<AscendString>{"out"});
  chain.graph.SetAttr("output_names", value);
  Graph copy("copy");
  ASSERT_EQ(copy.CopyFrom(chain.graph), GRAPH_SUCCESS);
  EXPECT_EQ(Names(copy), Names(chain.graph));
  EXPECT_EQ(copy.GetName(), "copy");
  Operator add;
  ASSERT_EQ(copy.FindOpByName("add", add), GRAPH_SUCCESS);
  add.SetAttr("only_here", 1);
  int64_t number = 0;
  EXPECT_EQ(chain.add.GetAttr("only_here", number), GRAPH_FAILED);
  chain.add.BreakConnect();
  EXPECT_EQ(Names(copy).size(), 4u);
  std::vector<AscendString> names;
  ASSERT_EQ(copy.GetAttr("output_names", value), GRAPH_SUCCESS);
  EXPECT_EQ(value.GetAttrValue(names), GRAPH_SUCCESS);
  EXPECT_EQ(names.size(), 1u);
}

TEST(Graphs, ACycleIsFreed) {
  // Leaks are the sanitizer's to find.
  op::CopyOf first("first"), second("second");
  first.set_input_x(second);
  second.set_input_x(first);
  Graph graph("g");
  graph.SetOutputs(std::vector<Operator>{second});
  EXPECT_EQ(Names(graph).size(), 2u);
}

TEST(Graphs, SubgraphsHaveNamesAndAParent) {
  Graph parent("parent"), child("child");
  op::PartitionedCall call("call");
  EXPECT_EQ(parent.AddSubGraph(child), GRAPH_SUCCESS);
  EXPECT_EQ(parent.AddSubGraph(child), GRAPH_FAILED);
  ASSERT_NE(parent.GetSubGraph("child"), nullptr);
  ASSERT_NE(child.GetParentGraph(), nullptr);
  EXPECT_EQ(child.GetParentGraph()->GetName(), "parent");
  EXPECT_EQ(parent.RemoveSubgraph("child"), GRAPH_SUCCESS);
  EXPECT_EQ(child.GetParentGraph(), nullptr);
  EXPECT_EQ(parent.RemoveSubgraph("child"), GRAPH_FAILED);
}

class NamesOnlyHost : public opdk::Host {
 public:
  opdk::Result<Operator> CreateOperator(const std::string& name, const std::string& type) const override {
    if (type != "Data") return opdk::Status(opdk::ErrorCode::kOperatorUnknown, type);
    return Operator(op::Data(name));
  }
  std::vector<std::string> OperatorTypes() const override { return {"Data"}; }
  bool HasInferShape(std::string_view) const override { return false; }
  opdk::Status InferShape(opdk::OpDesc&, const opdk::ConstInputFn&) const override { return {}; }
  opdk::Status Verify(opdk::OpDesc&, const opdk::ConstInputFn&) const override { return {}; }
  opdk::Result<std::string> SaveGraph(const Graph& graph) const override { return graph.GetName(); }
  opdk::Result<Graph> LoadGraph(std::string_view bytes, const std::string&) const override {
    if (bytes.empty()) return opdk::Status(opdk::ErrorCode::kModelInvalid, "empty");
    return Graph(std::string(bytes));
  }
  opdk::Result<std::string> PrintGraph(const Graph& graph) const override { return "graph " + graph.GetName(); }
  opdk::Result<std::string> DumpGraph(const Graph& graph, Graph::DumpFormat format) const override {
    return "dump " + std::to_string(static_cast<int>(format)) + " of " + graph.GetName();
  }
  opdk::Status DumpGraphToFile(const Graph&, Graph::DumpFormat, const std::string& suffix) const override {
    if (suffix == "ok") return opdk::Status();
    return opdk::Status(opdk::ErrorCode::kWriteFailed, "no room");
  }
};

TEST(Hosts, WithoutAHostNothingIsKnownAndNothingIsSaved) {
  opdk::SetHost(nullptr);
  std::vector<std::string> types;
  EXPECT_TRUE(OperatorFactory::CreateOperator("d", "Data").IsEmpty());
  EXPECT_EQ(OperatorFactory::GetOpsTypeList(types), GRAPH_FAILED);
  EXPECT_FALSE(OperatorFactory::IsExistOp("Data"));
  EXPECT_EQ(Graph("g").SaveToFile("unused"), GRAPH_FAILED);
  EXPECT_EQ(op::Data("d").InferShapeAndType(), GRAPH_FAILED);
}

TEST(Hosts, GiveOperatorsAndFiles) {
  opdk::SetHost(std::make_shared<NamesOnlyHost>());
  EXPECT_EQ(OperatorFactory::CreateOperator("d", "Data").GetName(), "d");
  EXPECT_TRUE(OperatorFactory::CreateOperator("d", "Dta").IsEmpty());
  EXPECT_TRUE(OperatorFactory::IsExistOp("Data"));
  EXPECT_EQ(op::Data("d").InferShapeAndType(), GRAPH_PARAM_INVALID);
  const std::string path = ::testing::TempDir() + "/sdk_graph_test_" + std::to_string(::getpid()) + ".graph";
  EXPECT_EQ(Graph("saved").SaveToFile(path), GRAPH_SUCCESS);
  Graph loaded("other");
  EXPECT_EQ(loaded.LoadFromFile(path), GRAPH_SUCCESS);
  EXPECT_EQ(loaded.GetName(), "saved");
  EXPECT_EQ(loaded.LoadFromFile(path + ".missing"), GRAPH_FAILED);
  std::ofstream(path).close();
  EXPECT_EQ(loaded.LoadFromFile(path), GRAPH_FAILED);
  std::ostringstream text;
  EXPECT_EQ(loaded.Dump(Graph::DumpFormat::kTxt, text), GRAPH_SUCCESS);
  EXPECT_EQ(text.str(), "dump 1 of saved");
  EXPECT_EQ(loaded.DumpToFile(Graph::DumpFormat::kOnnx, "ok"), GRAPH_SUCCESS);
  EXPECT_EQ(loaded.DumpToFile(Graph::DumpFormat::kOnnx, "full"), GRAPH_FAILED);
  opdk::SetHost(nullptr);
}

}  // namespace
}  // namespace ge
