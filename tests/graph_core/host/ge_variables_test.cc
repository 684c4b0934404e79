// Variables and iterations through the GE session API.
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include "ge/ge_api.h"
#include "graph/operator_factory.h"
#include "tests/graph_core/execution/test_graph.h"
#include "tests/graph_core/host/builtin_ge.h"

namespace ge {
namespace {

using opdk::tests::Floats;
using opdk::tests::TensorValues;
using Options = std::map<std::string, std::string>;

Operator Make(const char* name, const char* type) { return OperatorFactory::CreateOperator(name, type); }

Operator MakeData(const TensorDesc& desc) {
  Operator data = Make("x", "Data");
  data.SetAttr("index", 0);
  data.UpdateInputDesc("x", desc);
  data.UpdateOutputDesc("y", desc);
  return data;
}

Operator MakeVariable(const char* name, const TensorDesc& desc) {
  Operator variable = Make(name, "Variable");
  variable.UpdateOutputDesc("y", desc);
  return variable;
}

// Makes a graph that assigns its input to the variable.
Graph Setting(const char* name, const TensorDesc& desc) {
  Operator data = MakeData(desc);
  Operator assign = Make("assign", "Assign");
  assign.SetInput("ref", MakeVariable(name, desc)).SetInput("value", data);
  Graph graph("setting");
  graph.SetInputs({data}).SetOutputs(std::vector<Operator>{assign});
  return graph;
}

// Makes a graph that adds its input to the variable w.
Graph Adding(const TensorDesc& desc) {
  Operator data = MakeData(desc);
  Operator variable = MakeVariable("w", desc);
  Operator add = Make("add", "Add");
  add.SetInput("x1", variable).SetInput("x2", data);
  Operator assign = Make("assign", "Assign");
  assign.SetInput("ref", variable).SetInput("value", add);
  Graph graph("adding");
  graph.SetInputs({data}).SetOutputs(std::vector<Operator>{assign});
  return graph;
}

class GeVariables : public BuiltinGe {
 protected:
  static inline const TensorDesc kTwoFloats{Shape({2}), FORMAT_ND, DT_FLOAT};

  static std::vector<float> ValueOf(Session& session, const std::string& name) {
    std::vector<Tensor> values;
    EXPECT_EQ(session.GetVariables({name}, values), SUCCESS) << GEGetErrorMsg();
    return values.empty() ? std::vector<float>() : TensorValues(values[0]);
  }
  static Status Run(Session& session, uint32_t id, const Tensor& input) {
    std::vector<Tensor> outputs;
    return session.RunGraph(id, {input}, outputs);
  }
};

TEST_F(GeVariables, GraphsOfASessionShareThem) {
  Session session(Options{});
  ASSERT_EQ(session.AddGraph(1, Setting("w", kTwoFloats)), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(session.AddGraph(2, Adding(kTwoFloats)), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(Run(session, 1, Floats({2}, {1, 2})), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(Run(session, 2, Floats({2}, {10, 20})), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(Run(session, 2, Floats({2}, {10, 20})), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(ValueOf(session, "w"), (std::vector<float>{21, 42}));
}

TEST_F(GeVariables, RunsThatWriteThemFollowOneAnother) {
  Session session(Options{});
  ASSERT_EQ(session.AddGraph(1, Setting("w", kTwoFloats)), SUCCESS) << GEGetErrorMsg();
  for (const uint32_t id : {2, 3}) {
    ASSERT_EQ(session.AddGraph(id, Adding(kTwoFloats)), SUCCESS) << GEGetErrorMsg();
    ASSERT_EQ(session.CompileGraph(id), SUCCESS) << GEGetErrorMsg();
  }
  ASSERT_EQ(Run(session, 1, Floats({2}, {0, 0})), SUCCESS) << GEGetErrorMsg();
  std::atomic<int> failed = 0;
  std::vector<std::thread> threads;
  for (const uint32_t id : {2, 3, 2, 3}) {
    threads.emplace_back([&, id] {
      for (int run = 0; run < 250; ++run) failed += Run(session, id, Floats({2}, {1, 2})) != SUCCESS;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(ValueOf(session, "w"), (std::vector<float>{1000, 2000}));
}

TEST_F(GeVariables, SessionsDoNotSeeEachOthers) {
  Session one(Options{});
  Session other(Options{});
  ASSERT_EQ(one.AddGraph(1, Setting("w", kTwoFloats)), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(other.AddGraph(1, Setting("w", kTwoFloats)), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(Run(one, 1, Floats({2}, {1, 2})), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(Run(other, 1, Floats({2}, {3, 4})), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(ValueOf(one, "w"), (std::vector<float>{1, 2}));
  EXPECT_EQ(ValueOf(other, "w"), (std::vector<float>{3, 4}));
}

TEST_F(GeVariables, MissingVariablesAreNamed) {
  Session session(Options{});
  ASSERT_EQ(session.AddGraph(1, Setting("weights", kTwoFloats)), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(Run(session, 1, Floats({2}, {1, 2})), SUCCESS) << GEGetErrorMsg();
  std::vector<Tensor> values;
  EXPECT_EQ(session.GetVariables({std::string("weihgts")}, values), FAILED);
  EXPECT_NE(GEGetErrorMsg().find("no variable 'weihgts'"), std::string::npos) << GEGetErrorMsg();
  EXPECT_NE(GEGetErrorMsg().find("did you mean 'weights'"), std::string::npos) << GEGetErrorMsg();
}

TEST_F(GeVariables, AnotherShapeUnderTheSameNameIsRefused) {
  Session session(Options{});
  ASSERT_EQ(session.AddGraph(1, Setting("w", kTwoFloats)), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(session.AddGraph(2, Setting("w", TensorDesc(Shape({3}), FORMAT_ND, DT_FLOAT))), SUCCESS);
  ASSERT_EQ(Run(session, 1, Floats({2}, {1, 2})), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(Run(session, 2, Floats({3}, {1, 2, 3})), FAILED);
  EXPECT_NE(GEGetErrorMsg().find("variable w is float[3] here, but float[2]"), std::string::npos) << GEGetErrorMsg();
}

// Makes a graph that adds x to ref. Its output is computed from the earlier value of ref.
Graph Raising(const TensorDesc& desc) {
  Operator ref = Make("ref", "RefData");
  ref.SetAttr("index", 0);
  ref.UpdateInputDesc("x", desc);
  ref.UpdateOutputDesc("y", desc);
  Operator data = MakeData(desc);
  data.SetAttr("index", 1);
  Operator old = Make("old", "Neg");
  old.SetInput("x", ref);
  Operator raise = Make("raise", "AssignAdd");
  raise.SetInput("ref", ref).SetInput("value", data);
  raise.AddControlInput(old);
  Graph graph("raising");
  graph.SetInputs({ref, data}).SetOutputs(std::vector<Operator>{old}).SetTargets({raise});
  return graph;
}

TEST_F(GeVariables, AGraphWritesTheTensorOfARefData) {
  Session session(Options{});
  ASSERT_EQ(session.AddGraph(1, Raising(kTwoFloats)), SUCCESS) << GEGetErrorMsg();
  const Tensor ref = Floats({2}, {1, 2});
  std::vector<Tensor> outputs;
  for (const float times : {1.0F, 2.0F}) {
    ASSERT_EQ(session.RunGraph(1, {ref, Floats({2}, {10, 20})}, outputs), SUCCESS) << GEGetErrorMsg();
    EXPECT_EQ(TensorValues(ref), (std::vector<float>{1 + 10 * times, 2 + 20 * times}));
    EXPECT_EQ(TensorValues(outputs[0]), (std::vector<float>{9 - 10 * times, 18 - 20 * times}));
  }
  // The session keeps nothing of it.
  const Tensor other = Floats({2}, {5, 5});
  ASSERT_EQ(session.RunGraph(1, {other, Floats({2}, {1, 1})}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(TensorValues(other), (std::vector<float>{6, 6}));
  EXPECT_EQ(TensorValues(ref), (std::vector<float>{21, 42}));
}

TEST_F(GeVariables, ATensorOfAnotherTypeThanTheRefDataIsRefusedAndStaysUnchanged) {
  Session session(Options{});
  ASSERT_EQ(session.AddGraph(1, Raising(kTwoFloats)), SUCCESS) << GEGetErrorMsg();
  const Tensor numbers = opdk::tests::Ints({1, 2});
  std::vector<Tensor> outputs;
  EXPECT_EQ(session.RunGraph(1, {numbers, Floats({2}, {10, 20})}, outputs), FAILED);
  EXPECT_NE(GEGetErrorMsg().find("input 0 'ref' is declared float[2], but int64[2] was given"), std::string::npos)
      << GEGetErrorMsg();
  EXPECT_EQ(reinterpret_cast<const int64_t*>(numbers.GetData())[1], 2);
}

TEST_F(GeVariables, ALaunchRunsAsManyIterationsAsTheVariableSays) {
  Session session(Options{});
  Graph adding = Adding(kTwoFloats);
  adding.SetNeedIteration(true);
  const TensorDesc number(Shape(), FORMAT_ND, DT_INT64);
  ASSERT_EQ(session.AddGraph(1, Setting("w", kTwoFloats)), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(session.AddGraph(2, adding), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(session.AddGraph(3, Setting("npu_runconfig/iterations_per_loop", number)), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(Run(session, 1, Floats({2}, {0, 0})), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(Run(session, 2, Floats({2}, {1, 2})), FAILED);
  EXPECT_NE(GEGetErrorMsg().find("npu_runconfig/iterations_per_loop"), std::string::npos) << GEGetErrorMsg();
  const int64_t times = 5;
  const Tensor count(number, reinterpret_cast<const uint8_t*>(&times), sizeof(times));
  ASSERT_EQ(Run(session, 3, count), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(Run(session, 2, Floats({2}, {1, 2})), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(ValueOf(session, "w"), (std::vector<float>{5, 10}));
}

}  // namespace
}  // namespace ge
