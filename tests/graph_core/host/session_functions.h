// A session, and graphs for tests of its functions.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ge/ge_api.h"
#include "graph/operator_factory.h"
#include "tests/graph_core/execution/test_graph.h"
#include "tests/graph_core/host/builtin_ge.h"

namespace ge {

using opdk::tests::Floats;
using opdk::tests::TensorValues;
using Options = std::map<std::string, std::string>;
using NeutralOptions = std::map<AscendString, AscendString>;

inline bool ErrorHas(const std::string& text) { return GEGetErrorMsg().find(text) != std::string::npos; }

inline Operator Make(const char* name, const char* type) { return OperatorFactory::CreateOperator(name, type); }

inline Operator MakeDescribed(const char* name, const char* type, const TensorDesc& desc) {
  Operator op = Make(name, type);
  if (std::string(type) == "Data") op.SetAttr("index", 0);
  if (std::string(type) == "Data") op.UpdateInputDesc("x", desc);
  op.UpdateOutputDesc("y", desc);
  return op;
}

class SessionFunctions : public BuiltinGe {
 protected:
  static inline const TensorDesc kTwoFloats{Shape({2}), FORMAT_ND, DT_FLOAT};

  void SetUp() override {
    BuiltinGe::SetUp();
    session_ = std::make_unique<Session>(Options{});
  }
  void TearDown() override {
    session_.reset();
    BuiltinGe::TearDown();
  }

  // Makes a graph of two outputs: y = x + x, s = x * x.
  static Graph TwoOutputs(const std::vector<int64_t>& shape) {
    Operator data = MakeDescribed("x", "Data", TensorDesc(Shape(shape), FORMAT_ND, DT_FLOAT));
    Operator add = Make("add", "Add"), square = Make("square", "Mul");
    add.SetInput("x1", data).SetInput("x2", data);
    square.SetInput("x1", data).SetInput("x2", data);
    Graph graph("two");
    graph.SetInputs({data}).SetOutputs(std::vector<Operator>{add, square});
    return graph;
  }

  // Makes a graph that assigns its input to the variable w.
  static Graph Setting() {
    Operator data = MakeDescribed("x", "Data", kTwoFloats), assign = Make("assign", "Assign");
    assign.SetInput("ref", MakeDescribed("w", "Variable", kTwoFloats)).SetInput("value", data);
    Graph graph("setting");
    graph.SetInputs({data}).SetOutputs(std::vector<Operator>{assign});
    return graph;
  }

  static Graph Checkpoint() {
    Graph graph("checkpoint");
    graph.SetOutputs(std::vector<Operator>{MakeDescribed("w", "Variable", kTwoFloats)});
    return graph;
  }

  // Adds the graph to the session, as graph 1 by default.
  void Add(const Graph& graph, uint32_t id = 1) {
    ASSERT_EQ(session_->AddGraph(id, graph), SUCCESS) << GEGetErrorMsg();
  }
  void Compiled(const Graph& graph) {
    Add(graph);
    ASSERT_EQ(session_->CompileGraph(1), SUCCESS) << GEGetErrorMsg();
  }

  std::unique_ptr<Session> session_;
  int stream_ = 0, other_ = 0;  // their addresses are streams
};

}  // namespace ge
