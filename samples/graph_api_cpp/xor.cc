// Builds a small network as a graph, compiles it and runs it.
//
// The network has two inputs, a hidden layer of two and one output, and computes the exclusive or:
//   hidden = relu(x · [[1, 1], [1, 1]] + [0, -1])        y = hidden · [[1], [-2]]
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "ge/ge_api.h"
#include "graph/graph.h"
#include "graph/operator_factory.h"
#include "graph/tensor.h"

namespace {

ge::Tensor MakeTensor(const std::vector<int64_t>& shape, const std::vector<float>& values) {
  const ge::TensorDesc desc(ge::Shape(shape), ge::FORMAT_ND, ge::DT_FLOAT);
  return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(float));
}

ge::Operator Constant(const char* name, const std::vector<int64_t>& shape, const std::vector<float>& values) {
  ge::Operator constant = ge::OperatorFactory::CreateOperator(name, "Const");
  const ge::Tensor value = MakeTensor(shape, values);
  constant.SetAttr("value", value);
  constant.UpdateOutputDesc("y", value.GetTensorDesc());
  return constant;
}

ge::Operator Binary(const char* name, const char* type, const ge::Operator& x1, const ge::Operator& x2) {
  ge::Operator op = ge::OperatorFactory::CreateOperator(name, type);
  op.SetInput("x1", x1).SetInput("x2", x2);
  return op;
}

ge::Graph BuildXor() {
  ge::Operator x = ge::OperatorFactory::CreateOperator("x", "Data");
  x.SetAttr("index", 0);
  // Any number of rows.
  x.UpdateOutputDesc("y", ge::TensorDesc(ge::Shape({-1, 2}), ge::FORMAT_ND, ge::DT_FLOAT));

  const ge::Operator hidden = Binary("hidden", "MatMul", x, Constant("w1", {2, 2}, {1, 1, 1, 1}));
  const ge::Operator biased = Binary("biased", "Add", hidden, Constant("b1", {2}, {0, -1}));
  ge::Operator active = ge::OperatorFactory::CreateOperator("active", "Relu");
  active.SetInput("x", biased);
  const ge::Operator y = Binary("y", "MatMul", active, Constant("w2", {2, 1}, {1, -2}));

  ge::Graph graph("xor");
  graph.SetInputs({x}).SetOutputs(std::vector<ge::Operator>{y});
  return graph;
}

int Fail(const char* what) {
  std::fprintf(stderr, "%s: %s\n", what, ge::GEGetErrorMsg().c_str());
  return 1;
}

int Run() {
  ge::Session session(std::map<ge::AscendString, ge::AscendString>{});
  constexpr uint32_t kGraph = 0;
  if (session.AddGraph(kGraph, BuildXor()) != ge::SUCCESS) return Fail("can't add the graph");
  if (session.CompileGraph(kGraph) != ge::SUCCESS) return Fail("can't compile it");

  const std::vector<float> rows = {0, 0, 0, 1, 1, 0, 1, 1};
  std::vector<ge::Tensor> outputs;
  if (session.RunGraph(kGraph, {MakeTensor({4, 2}, rows)}, outputs) != ge::SUCCESS) return Fail("can't run it");
  const auto* y = reinterpret_cast<const float*>(outputs.at(0).GetData());
  for (size_t i = 0; i < rows.size() / 2; ++i) {
    std::printf("%.0f xor %.0f = %.0f\n", rows[2 * i], rows[2 * i + 1], y[i]);
  }
  return 0;
}

}  // namespace

int main() {
  if (ge::GEInitialize(std::map<ge::AscendString, ge::AscendString>{}) != ge::SUCCESS) return Fail("can't start");
  const int status = Run();
  ge::GEFinalize();
  return status;
}
