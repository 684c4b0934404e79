// Steps of batch normalization, in float, and additions of a bias.
#include "op_impl/ai_core/common/integer_sums.h"
#include "op_impl/ai_core/common/precision.h"
#include "op_impl/ai_core/training/channels.h"

namespace tbe {
namespace {

Tensor AsFloat(const OpParams& op, const char* port) { return cast_to(op.Input(port), ge::DT_FLOAT); }

// Reshapes numbers [C] so that they broadcast to x [N, C, ...].
Tensor Channels(const Tensor& numbers, const Tensor& x) { return AlongChannels(numbers, x.shape().size() - 2); }
Tensor Channels(const OpParams& op, const char* port, const Tensor& x) { return Channels(op.Input(port), x); }

// Returns the number of elements of a channel.
Tensor ElementsOf(const Tensor& x) { return Count(x, AxesBeside(x, 1), ge::DT_FLOAT); }

Tensor InverseDeviation(const OpParams& op, const Tensor& variance) {
  return vrsqrt(variance + Param(op.Float("epsilon"), ge::DT_FLOAT));
}

std::vector<Tensor> BNTrainingReduceCompute(const OpParams& op) {
  const Tensor x = AsFloat(op, "x");
  const Dims axes = AxesBeside(x, 1);
  return {reduce_sum(x, axes, false), reduce_sum(x * x, axes, false)};
}

struct Batch {
  Tensor y, mean, variance;
};

Batch Normalized(const OpParams& op) {
  const Tensor x = AsFloat(op, "x"), n = Count(x, AxesBeside(x, 1), ge::DT_DOUBLE);
  // Computed in double, because the difference of the two may be a small part of either.
  const Tensor exact = cast_to(op.Input("sum"), ge::DT_DOUBLE) / n;
  const Tensor squares = cast_to(op.Input("square_sum"), ge::DT_DOUBLE) / n;
  const Tensor mean = cast_to(exact, ge::DT_FLOAT), variance = cast_to(squares - exact * exact, ge::DT_FLOAT);
  const Tensor factor = op.Input("scale") * InverseDeviation(op, variance);
  const Tensor y = (x - Channels(mean, x)) * Channels(factor, x) + Channels(op, "offset", x);
  return {cast_to(y, op.OutputDtype("y")), mean, variance};
}

std::vector<Tensor> BNTrainingUpdateCompute(const OpParams& op) {
  const Batch batch = Normalized(op);
  const Tensor factor = Param(op.Float("factor"), ge::DT_FLOAT), rest = 1 - factor, n = ElementsOf(op.Input("x"));
  const Tensor unbiased = vsel(n > 1, batch.variance * (n / vmax(n - 1, 1)), 0);
  return {batch.y, batch.mean * factor + op.Input("mean") * rest, unbiased * factor + op.Input("variance") * rest,
          batch.mean, batch.variance};
}

std::vector<Tensor> BNTrainingUpdateV2Compute(const OpParams& op) {
  const Batch batch = Normalized(op);
  return {batch.y, batch.mean, batch.variance};
}

std::vector<Tensor> BNTrainingUpdateGradCompute(const OpParams& op) {
  const Tensor x = AsFloat(op, "x"), gradient = AsFloat(op, "grads");
  const Tensor centered = x - Channels(op, "batch_mean", x);
  const Dims axes = AxesBeside(x, 1);
  return {reduce_sum(gradient * centered, axes, false) * InverseDeviation(op, op.Input("batch_variance")),
          reduce_sum(gradient, axes, false)};
}

std::vector<Tensor> BNTrainingReduceGradCompute(const OpParams& op) {
  const Tensor x = AsFloat(op, "x"), n = ElementsOf(x), r = InverseDeviation(op, op.Input("batch_variance"));
  const Tensor centered = x - Channels(op, "batch_mean", x);
  const Tensor slope = Channels(r * op.Input("diff_scale") / n, x), shift = Channels(op.Input("diff_offset") / n, x);
  const Tensor y = Channels(op.Input("scale") * r, x) * (AsFloat(op, "grads") - shift - centered * slope);
  return {cast_to(y, op.OutputDtype("y"))};
}

std::vector<Tensor> BNInferCompute(const OpParams& op) {
  const Tensor x = Widen(op.Input("x"));
  const auto numbers = [&](const char* port) { return cast_to(op.Input(port), x.dtype()); };
  // One factor per channel, not per element.
  const Tensor factor = vrsqrt(numbers("variance") + FloatParam(op, "epsilon", x)) * numbers("scale");
  const Tensor y = (x - Channels(numbers("mean"), x)) * Channels(factor, x) + Channels(numbers("offset"), x);
  return {cast_to(y, op.OutputDtype("y"))};
}

std::vector<Tensor> BNInferGradCompute(const OpParams& op) {
  const Tensor gradient = AsFloat(op, "grads");
  const Tensor factor = op.Input("scale") * InverseDeviation(op, op.Input("batch_variance"));
  return {cast_to(gradient * Channels(factor, gradient), op.OutputDtype("x_backprop"))};
}

std::vector<Tensor> BiasAddCompute(const OpParams& op) {
  const Tensor x = op.Input("x"), bias = op.Input("bias");
  return {x + (ChannelsAreLast(op) ? bias : Channels(bias, x))};
}

std::vector<Tensor> BiasAddGradCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  return {reduce_sum(x, AxesBeside(x, ChannelAxis(op, x)), false)};
}

REGISTER_OP_COMPUTE(BNTrainingReduce, BNTrainingReduceCompute);
REGISTER_OP_COMPUTE(BNTrainingUpdate, BNTrainingUpdateCompute);
REGISTER_OP_COMPUTE(BNTrainingUpdateV2, BNTrainingUpdateV2Compute);
REGISTER_OP_COMPUTE(BNTrainingUpdateGrad, BNTrainingUpdateGradCompute);
REGISTER_OP_COMPUTE(BNTrainingReduceGrad, BNTrainingReduceGradCompute);
REGISTER_OP_COMPUTE(BN3DTrainingReduce, BNTrainingReduceCompute);
REGISTER_OP_COMPUTE(BN3DTrainingUpdate, BNTrainingUpdateCompute);
REGISTER_OP_COMPUTE(BN3DTrainingUpdateGrad, BNTrainingUpdateGradCompute);
REGISTER_OP_COMPUTE(BN3DTrainingReduceGrad, BNTrainingReduceGradCompute);
REGISTER_OP_COMPUTE(BNInfer, BNInferCompute);
REGISTER_OP_COMPUTE(BNInferGrad, BNInferGradCompute);
REGISTER_OP_COMPUTE(BiasAdd, BiasAddCompute);
REGISTER_OP_COMPUTE(BiasAddGrad, BiasAddGradCompute);

}  // namespace
}  // namespace tbe
