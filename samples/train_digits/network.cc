#include "network.h"

#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>

#include "all_ops.h"
#include "digits.h"

namespace op = ge::op;

namespace {

constexpr float kMomentum = 0.9F;
// Name of the variable that a session reads for graphs with SetNeedIteration.
constexpr const char* kIterations = "npu_runconfig/iterations_per_loop";

size_t Count(const std::vector<int64_t>& shape) { return static_cast<size_t>(ge::Shape(shape).GetShapeSize()); }

op::Data Input(const char* name, int64_t index, const ge::TensorDesc& desc) {
  op::Data data(name);
  data.set_attr_index(index);
  data.update_output_desc_y(desc);
  return data;
}

template <typename Element>
op::Const Constant(const std::string& name, const std::vector<int64_t>& shape, const std::vector<Element>& values) {
  const ge::Tensor value = MakeTensor(shape, values);
  op::Const constant(name);
  constant.set_attr_value(value);
  constant.update_output_desc_y(value.GetTensorDesc());
  return constant;
}

op::Variable Variable(const std::string& name, const std::vector<int64_t>& shape) {
  op::Variable variable(name);
  variable.update_output_desc_y(Describe(shape));
  return variable;
}

op::Variable VariableOfZeros(const std::string& name, const std::vector<int64_t>& shape) {
  op::Variable variable = Variable(name, shape);
  variable.set_attr_value(MakeTensor(shape, std::vector<float>(Count(shape))));
  return variable;
}

// The operators that training and prediction share.
struct Forward {
  explicit Forward(ge::Operator& images) {
    hidden_sum.set_input_x1(images).set_input_x2(hidden_weights);
    hidden_biased.set_input_x(hidden_sum).set_input_bias(hidden_bias);
    hidden.set_input_x(hidden_biased);
    output_sum.set_input_x1(hidden).set_input_x2(output_weights);
    scores.set_input_x(output_sum).set_input_bias(output_bias);
  }

  op::Variable hidden_weights = Variable(kParameters[0], {kPixels, kHidden});
  op::Variable hidden_bias = VariableOfZeros(kParameters[1], {kHidden});
  op::Variable output_weights = Variable(kParameters[2], {kHidden, kClasses});
  op::Variable output_bias = VariableOfZeros(kParameters[3], {kClasses});
  op::MatMul hidden_sum{"hidden_sum"};
  op::BiasAdd hidden_biased{"hidden_biased"};
  op::Relu hidden{"hidden"};
  op::MatMul output_sum{"output_sum"};
  op::BiasAdd scores{"scores"};
};

// Moves a parameter against its gradient: ApplyMomentumD writes the variables that feed var and accum.
op::ApplyMomentumD Step(op::Variable& parameter, ge::Operator& gradient, op::Data& rate, op::Const& momentum) {
  const std::string name = parameter.GetName();
  op::Variable velocity = VariableOfZeros(name + "/velocity", parameter.get_output_desc_y().GetShape().GetDims());
  op::ApplyMomentumD step(name + "/step");
  step.set_input_var(parameter).set_input_accum(velocity);
  step.set_input_lr(rate).set_input_grad(gradient).set_input_momentum(momentum);
  return step;
}

op::Assign Set(op::Variable variable, op::Const value) {
  op::Assign assign(variable.GetName() + "/assign");
  assign.set_input_ref(variable).set_input_value(value);
  return assign;
}

op::Assign Randomize(const char* name, const std::vector<int64_t>& shape, std::mt19937& random) {
  // Scales the weights down by the number of a sum's inputs, so that values keep their size through the layer.
  std::normal_distribution<float> chance(0, std::sqrt(2.0F / static_cast<float>(shape[0])));
  std::vector<float> values(Count(shape));
  for (float& value : values) value = chance(random);
  return Set(Variable(name, shape), Constant(std::string(name) + "/first", shape, values));
}

// One step of gradient descent. No operator uses the results of the steps, so they become the graph's targets.
struct Training {
  op::ReduceMeanD loss;
  std::vector<ge::Operator> steps;
};

Training TrainOn(ge::Operator& images, ge::Operator& labels, op::Data& rate) {
  op::Const momentum = Constant("momentum", {}, std::vector<float>{kMomentum});
  op::Const share = Constant("share", {}, std::vector<float>{1.0F / kBatch});
  Forward forward(images);

  op::SparseSoftmaxCrossEntropyWithLogits entropy("entropy");
  entropy.set_input_features(forward.scores).set_input_labels(labels);
  op::ReduceMeanD loss("loss");
  loss.set_input_x(entropy, "loss").set_attr_axes({0});

  // Backwards: the gradients of the mean loss, from the scores to the first layer.
  op::Mul scores_grad("scores_grad");
  scores_grad.set_input_x1(entropy, "backprop").set_input_x2(share);
  op::MatMul output_weights_grad("output_weights_grad");
  output_weights_grad.set_input_x1(forward.hidden).set_input_x2(scores_grad).set_attr_transpose_x1(true);
  op::BiasAddGrad output_bias_grad("output_bias_grad");
  output_bias_grad.set_input_x(scores_grad);
  op::MatMul hidden_grad("hidden_grad");
  hidden_grad.set_input_x1(scores_grad).set_input_x2(forward.output_weights).set_attr_transpose_x2(true);
  op::ReluGrad sum_grad("sum_grad");
  sum_grad.set_input_gradients(hidden_grad).set_input_features(forward.hidden);
  op::MatMul hidden_weights_grad("hidden_weights_grad");
  hidden_weights_grad.set_input_x1(images).set_input_x2(sum_grad).set_attr_transpose_x1(true);
  op::BiasAddGrad hidden_bias_grad("hidden_bias_grad");
  hidden_bias_grad.set_input_x(sum_grad);

  op::ApplyMomentumD output_step = Step(forward.output_weights, output_weights_grad, rate, momentum);
  // No value goes from the one to the other, but hidden_grad is to see the weights as they were.
  output_step.AddControlInput(hidden_grad);

  return {loss,
          {output_step, Step(forward.output_bias, output_bias_grad, rate, momentum),
           Step(forward.hidden_weights, hidden_weights_grad, rate, momentum),
           Step(forward.hidden_bias, hidden_bias_grad, rate, momentum)}};
}

}  // namespace

ge::TensorDesc Describe(const std::vector<int64_t>& shape, ge::DataType type) {
  return ge::TensorDesc(ge::Shape(shape), ge::FORMAT_ND, type);
}

ge::Graph InitialGraph(std::mt19937& random, int64_t batches) {
  op::Variable iterations(kIterations);
  iterations.update_output_desc_y(Describe({}, ge::DT_INT32));
  const std::vector<int32_t> number = {static_cast<int32_t>(batches)};
  ge::Graph graph("initial");
  graph.SetTargets({Randomize(kParameters[0], {kPixels, kHidden}, random),
                    Randomize(kParameters[2], {kHidden, kClasses}, random),
                    Set(iterations, Constant("iterations", {}, number))});
  return graph;
}

ge::Graph TrainingGraph() {
  op::Data images = Input("images", 0, Describe({kBatch, kPixels}));
  op::Data labels = Input("labels", 1, Describe({kBatch}, ge::DT_INT32));
  op::Data rate = Input("rate", 2, Describe({}));
  const Training training = TrainOn(images, labels, rate);
  ge::Graph graph("training");
  graph.SetInputs({images, labels, rate}).SetOutputs(std::vector<ge::Operator>{training.loss});
  graph.SetTargets(training.steps);
  return graph;
}

ge::Graph EpochGraph(int64_t batches) {
  op::Data images = Input("images", 0, Describe({batches * kBatch, kPixels}));
  op::Data labels = Input("labels", 1, Describe({batches * kBatch}, ge::DT_INT32));
  op::Data rate = Input("rate", 2, Describe({}));

  // Selects each iteration's batch: every iteration has the same inputs, and a variable holds the batch's rows.
  std::vector<int32_t> first(kBatch);
  std::iota(first.begin(), first.end(), 0);
  op::Variable rows("rows");
  rows.update_output_desc_y(Describe({kBatch}, ge::DT_INT32));
  rows.set_attr_value(MakeTensor({kBatch}, first));
  op::GatherV2D batch_images("batch_images"), batch_labels("batch_labels");
  batch_images.set_input_x(images).set_input_indices(rows).set_attr_axis(0);
  batch_labels.set_input_x(labels).set_input_indices(rows).set_attr_axis(0);

  op::Const size = Constant("size", {}, std::vector<int32_t>{kBatch});
  op::Const end = Constant("end", {}, std::vector<int32_t>{static_cast<int32_t>(batches * kBatch)});
  op::Add following("following");
  following.set_input_x1(rows).set_input_x2(size);
  op::FloorMod next("next");
  next.set_input_x1(following).set_input_x2(end);
  op::Assign go_on("go_on");
  go_on.set_input_ref(rows).set_input_value(next);
  go_on.AddControlInput(batch_images).AddControlInput(batch_labels);

  Training training = TrainOn(batch_images, batch_labels, rate);
  training.steps.push_back(go_on);
  ge::Graph graph("epoch");
  graph.SetInputs({images, labels, rate}).SetOutputs(std::vector<ge::Operator>{training.loss});
  graph.SetTargets(training.steps);
  graph.SetNeedIteration(true);
  return graph;
}

ge::Graph PredictionGraph() {
  op::Data images = Input("images", 0, Describe({-1, kPixels}));
  Forward forward(images);
  op::ArgMaxD best("best");
  best.set_input_x(forward.scores).set_attr_dimension(1).set_attr_dtype(ge::DT_INT32);
  ge::Graph graph("prediction");
  graph.SetInputs({images}).SetOutputs(std::vector<ge::Operator>{best});
  return graph;
}
