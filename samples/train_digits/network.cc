#include "network.h"

#include <cmath>
#include <cstddef>
#include <string>

#include "all_ops.h"
#include "digits.h"

namespace op = ge::op;

namespace {

constexpr float kMomentum = 0.9F;

size_t Count(const std::vector<int64_t>& shape) { return static_cast<size_t>(ge::Shape(shape).GetShapeSize()); }

op::Data Input(const char* name, int64_t index, const ge::TensorDesc& desc) {
  op::Data data(name);
  data.set_attr_index(index);
  data.update_output_desc_y(desc);
  return data;
}

op::Const Constant(const std::string& name, const std::vector<int64_t>& shape, const std::vector<float>& values) {
  op::Const constant(name);
  constant.set_attr_value(MakeTensor(shape, values));
  constant.update_output_desc_y(Describe(shape));
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

// What both the training and the prediction compute.
struct Forward {
  explicit Forward(op::Data& images) {
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

op::Assign Randomize(const char* name, const std::vector<int64_t>& shape, std::mt19937& random) {
  // As many inputs as a sum has, so much smaller they are: what goes through the layer keeps its size.
  std::normal_distribution<float> chance(0, std::sqrt(2.0F / static_cast<float>(shape[0])));
  std::vector<float> values(Count(shape));
  for (float& value : values) value = chance(random);
  op::Variable variable = Variable(name, shape);
  op::Const value = Constant(std::string(name) + "/first", shape, values);
  op::Assign assign(std::string(name) + "/assign");
  assign.set_input_ref(variable).set_input_value(value);
  return assign;
}

}  // namespace

ge::TensorDesc Describe(const std::vector<int64_t>& shape, ge::DataType type) {
  return ge::TensorDesc(ge::Shape(shape), ge::FORMAT_ND, type);
}

ge::Tensor MakeTensor(const std::vector<int64_t>& shape, const std::vector<float>& values) {
  return ge::Tensor(Describe(shape), reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(float));
}

ge::Graph InitialGraph(std::mt19937& random) {
  ge::Graph graph("initial");
  graph.SetTargets(
      {Randomize(kParameters[0], {kPixels, kHidden}, random), Randomize(kParameters[2], {kHidden, kClasses}, random)});
  return graph;
}

ge::Graph TrainingGraph() {
  op::Data images = Input("images", 0, Describe({kBatch, kPixels}));
  op::Data labels = Input("labels", 1, Describe({kBatch}, ge::DT_INT32));
  op::Data rate = Input("rate", 2, Describe({}));
  op::Const momentum = Constant("momentum", {}, {kMomentum});
  op::Const share = Constant("share", {}, {1.0F / kBatch});
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

  ge::Graph graph("training");
  graph.SetInputs({images, labels, rate}).SetOutputs(std::vector<ge::Operator>{loss});
  graph.SetTargets({output_step, Step(forward.output_bias, output_bias_grad, rate, momentum),
                    Step(forward.hidden_weights, hidden_weights_grad, rate, momentum),
                    Step(forward.hidden_bias, hidden_bias_grad, rate, momentum)});
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
