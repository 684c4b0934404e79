// Solves atan(x) = 1/2 by Newton's method in one graph: a While whose body has an If.
//
// Far from the root Newton's step leads away from it. So the body looks first: if the step leads nearer, it is made
// (and the next step may be whole); otherwise a shorter step is tried from the same place.
//   While |atan(x) - 1/2| > 1e-6 and rounds < 100:
//     trial = x - length · (atan(x) - 1/2) · (1 + x²)
//     If trial is nearer: x, length = trial, 1   otherwise: x, length = x, length / 2
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "all_ops.h"
#include "ge/ge_api.h"
#include "graph/graph.h"
#include "graph/tensor.h"

namespace op = ge::op;

namespace {

constexpr float kTarget = 0.5F;

ge::TensorDesc Scalar(ge::DataType type) { return ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, type); }

ge::Tensor MakeFloat(float value) {
  return ge::Tensor(Scalar(ge::DT_FLOAT), reinterpret_cast<const uint8_t*>(&value), sizeof value);
}

ge::Tensor MakeInt(int32_t value) {
  return ge::Tensor(Scalar(ge::DT_INT32), reinterpret_cast<const uint8_t*>(&value), sizeof value);
}

op::Const Constant(const char* name, const ge::Tensor& value) {
  op::Const constant(name);
  constant.set_attr_value(value);
  constant.update_output_desc_y(value.GetTensorDesc());
  return constant;
}

op::Data Input(const char* name, int64_t index, ge::DataType type = ge::DT_FLOAT) {
  op::Data data(name);
  data.set_attr_index(index);
  data.update_output_desc_y(Scalar(type));
  return data;
}

template <typename Type>
Type Binary(const char* name, ge::Operator& x1, ge::Operator& x2) {
  Type node(name);
  node.set_input_x1(x1).set_input_x2(x2);
  return node;
}

ge::Graph MakeGraph(const char* name, const std::vector<ge::Operator>& inputs,
                    const std::vector<ge::Operator>& outputs) {
  ge::Graph graph(name);
  graph.SetInputs(inputs).SetOutputs(outputs);
  return graph;
}

// Computes atan(x) - 1/2.
op::Sub Excess(const std::string& name, ge::Operator& x) {
  op::Atan angle(name + "/angle");
  angle.set_input_x(x);
  op::Const target = Constant((name + "/target").c_str(), MakeFloat(kTarget));
  return Binary<op::Sub>((name + "/excess").c_str(), angle, target);
}

op::Abs Distance(const std::string& name, ge::Operator& excess) {
  op::Abs distance(name + "/distance");
  distance.set_input_x(excess);
  return distance;
}

// Makes the loop's condition. A graph of a While or If is a function of its inputs alone: it gets them as Data, in the
// order of the operator's inputs. Its outputs have the order of the operator's outputs.
ge::Graph GoOn() {
  op::Data x = Input("x", 0), length = Input("length", 1);
  op::Data rounds = Input("rounds", 2, ge::DT_INT32);
  op::Sub excess = Excess("here", x);
  op::Abs distance = Distance("here", excess);
  op::Const near = Constant("near", MakeFloat(1e-6F));
  op::Const most = Constant("most", MakeInt(100));
  op::Greater far = Binary<op::Greater>("far", distance, near);
  op::Less few = Binary<op::Less>("few", rounds, most);
  return MakeGraph("go_on", {x, length, rounds}, {Binary<op::LogicalAnd>("both", far, few)});
}

ge::Graph TakeTrial() {
  op::Data x = Input("x", 0), length = Input("length", 1), trial = Input("trial", 2);
  return MakeGraph("take_trial", {x, length, trial}, {trial, Constant("whole", MakeFloat(1))});
}

ge::Graph TryShorter() {
  op::Data x = Input("x", 0), length = Input("length", 1), trial = Input("trial", 2);
  op::Const half = Constant("half", MakeFloat(0.5F));
  return MakeGraph("try_shorter", {x, length, trial}, {x, Binary<op::Mul>("shorter", length, half)});
}

ge::Graph Round() {
  op::Data x = Input("x", 0), length = Input("length", 1);
  op::Data rounds = Input("rounds", 2, ge::DT_INT32);
  op::Const one = Constant("one", MakeFloat(1));
  op::Sub excess = Excess("here", x);
  op::Mul square = Binary<op::Mul>("square", x, x);
  op::Add inverse_slope = Binary<op::Add>("inverse_slope", one, square);
  op::Mul whole_step = Binary<op::Mul>("whole_step", excess, inverse_slope);
  op::Mul step = Binary<op::Mul>("step", length, whole_step);
  op::Sub trial = Binary<op::Sub>("trial", x, step);

  op::Sub excess_there = Excess("there", trial);
  op::Abs distance = Distance("here", excess), distance_there = Distance("there", excess_there);
  op::Less nearer = Binary<op::Less>("nearer", distance_there, distance);
  op::If choice("choice");
  choice.set_input_cond(nearer).create_dynamic_input_input(3).create_dynamic_output_output(2);
  choice.set_dynamic_input_input(0, x).set_dynamic_input_input(1, length).set_dynamic_input_input(2, trial);
  choice.set_subgraph_builder_then_branch(TakeTrial).set_subgraph_builder_else_branch(TryShorter);

  op::Const more = Constant("more", MakeInt(1));
  op::Add next = Binary<op::Add>("next", rounds, more);
  // All outputs of choice, then next.
  return MakeGraph("round", {x, length, rounds}, {choice, next});
}

ge::Graph BuildNewton() {
  op::Data x = Input("x", 0);
  op::Const length = Constant("length", MakeFloat(1));
  op::Const rounds = Constant("rounds", MakeInt(0));
  op::While loop("loop");
  loop.create_dynamic_input_input(3).create_dynamic_output_output(3);
  loop.set_dynamic_input_input(0, x).set_dynamic_input_input(1, length).set_dynamic_input_input(2, rounds);
  loop.set_subgraph_builder_cond(GoOn).set_subgraph_builder_body(Round);
  return MakeGraph("newton", {x}, {loop});
}

int Fail(const char* what) {
  std::fprintf(stderr, "%s: %s\n", what, ge::GEGetErrorMsg().c_str());
  return 1;
}

int Run() {
  ge::Session session(std::map<ge::AscendString, ge::AscendString>{});
  if (session.AddGraph(0, BuildNewton()) != ge::SUCCESS) return Fail("can't add the graph");
  int status = 0;
  for (const float start : {1.0F, -3.0F, 50.0F}) {
    std::vector<ge::Tensor> outputs;
    if (session.RunGraph(0, {MakeFloat(start)}, outputs) != ge::SUCCESS) return Fail("can't run it");
    const float root = *reinterpret_cast<const float*>(outputs.at(0).GetData());
    const int32_t rounds = *reinterpret_cast<const int32_t*>(outputs.at(2).GetData());
    std::printf("from %5.1f: root %.5f after %d rounds\n", start, root, rounds);
    if (!(std::fabs(root - std::tan(kTarget)) < 1e-4F)) status = 1;
  }
  return status;
}

}  // namespace

int main() {
  if (ge::GEInitialize(std::map<ge::AscendString, ge::AscendString>{}) != ge::SUCCESS) return Fail("can't start");
  const int status = Run();
  ge::GEFinalize();
  return status;
}
