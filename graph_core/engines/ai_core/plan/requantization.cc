#include "graph_core/engines/ai_core/plan/requantization.h"

#include <algorithm>
#include <utility>

#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/plan/cube_lowering.h"

namespace opdk {
namespace {

using tbe::BinaryOp;
using tbe::Kind;
using tbe::Tensor;
using tbe::TensorNode;

bool IsByte(ge::DataType dtype) { return dtype == ge::DT_INT8 || dtype == ge::DT_UINT8; }

bool IsBinary(const Tensor& tensor, BinaryOp op) { return tensor->kind == Kind::kBinary && tensor->binary == op; }

bool IsCast(const Tensor& tensor, ge::DataType to) { return tensor->kind == Kind::kCast && tensor.dtype() == to; }

// Returns the tensor that `tensor` repeats.
Tensor WithoutBroadcast(Tensor tensor) {
  while (tensor->kind == Kind::kBroadcast) tensor = tensor->inputs[0];
  return tensor;
}

int64_t Count(const Tensor& tensor) {
  int64_t count = 1;
  for (const int64_t extent : tensor.shape()) count *= extent;
  return count;
}

// One number for all, or one for each place along an axis.
struct Numbers {
  Tensor tensor;
  bool by_channel = false;
};

std::optional<Numbers> NumbersAlong(const Tensor& tensor, size_t channel) {
  // Positions in `tensor` of the repeated tensor's axes.
  std::vector<size_t> axes(tensor.shape().size());
  for (size_t i = 0; i < axes.size(); ++i) axes[i] = i;
  Tensor source = tensor;
  for (; source->kind == Kind::kBroadcast; source = source->inputs[0]) {
    std::vector<size_t> inner;
    for (const int64_t axis : source->axes) inner.push_back(axes[static_cast<size_t>(axis)]);
    axes = std::move(inner);
  }
  if (Count(source) == 1) return Numbers{source, false};
  for (size_t i = 0; i < axes.size(); ++i) {
    const int64_t wanted = axes[i] == channel ? tensor.shape()[channel] : 1;
    if (source.shape()[i] != wanted) return std::nullopt;
  }
  return Numbers{source, true};
}

size_t ChannelAxis(const TensorNode& cube) { return cube.kind == Kind::kMatmul ? cube.shape.size() - 1 : 1; }

bool AreZero(const std::vector<int64_t>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](int64_t number) { return number == 0; });
}

// The cube's sums of products as they are scaled.
struct Sums {
  Tensor cube;  // as the step computes it
  Tensor last;
  std::optional<Numbers> taken;
};

// Returns the factors by which the sums (`is_sums`) are multiplied before they are subtracted from the cube's result.
template <typename IsSums>
std::optional<Numbers> Taken(const Tensor& difference, const IsSums& is_sums, size_t channel) {
  const Tensor product = WithoutBroadcast(difference->inputs[1]);
  if (!IsBinary(product, BinaryOp::kMul) || product.shape().size() != difference.shape().size()) return std::nullopt;
  for (const size_t factor : {size_t{0}, size_t{1}}) {
    if (is_sums(WithoutBroadcast(product->inputs[factor]))) return NumbersAlong(product->inputs[1 - factor], channel);
  }
  return std::nullopt;
}

bool IsSliceFrom(const Tensor& tensor, const Tensor& source, int64_t channel, int64_t channels) {
  if (tensor->kind != Kind::kSlice || tensor->inputs[0].get() != source.get()) return false;
  std::vector<int64_t> shape = source.shape(), starts(shape.size(), 0);
  shape[1] = channels;
  starts[1] = channel;
  return tensor.shape() == shape && tensor->starts == starts;
}

// Matches product - q * sums, where both are slices of the result of a convolution whose last filter consists of ones.
std::optional<Sums> LessWindowSums(const Tensor& conv, const ExpressionUsers& users) {
  const Tensor& filter = conv->inputs[1];
  if (filter->kind != Kind::kConcat || filter->axes[0] != 0 || filter->inputs.size() != 2) return std::nullopt;
  const Tensor ones = WithoutBroadcast(filter->inputs[1]);
  const bool are_ones = ones->kind == Kind::kConst && std::get_if<int64_t>(&ones->value) != nullptr &&
                        std::get<int64_t>(ones->value) == 1 && filter->inputs[1].shape()[0] == 1;
  const int64_t channels = filter->inputs[0].shape()[0];
  const std::vector<Tensor>& slices = users.Of(conv);
  if (!are_ones || users.IsOutput(conv) || slices.size() != 2 || conv->conv.groups != 1) return std::nullopt;
  const size_t first = IsSliceFrom(slices[0], conv, 0, channels) ? 0 : 1;
  const Tensor &product = slices[first], &sums = slices[1 - first];
  if (!IsSliceFrom(product, conv, 0, channels) || !IsSliceFrom(sums, conv, channels, 1)) return std::nullopt;
  const Tensor difference = users.Single(product);
  if (!difference || !IsBinary(difference, BinaryOp::kSub) || difference->inputs[0].get() != product.get()) {
    return std::nullopt;
  }
  const auto is_sums = [&](const Tensor& tensor) { return tensor.get() == sums.get(); };
  const auto taken = Taken(difference, is_sums, 1);
  if (!taken || users.IsOutput(sums) || users.Of(sums).size() != 1) return std::nullopt;
  auto node = std::make_shared<TensorNode>(*conv);
  node->inputs[1] = filter->inputs[0];
  if (node->inputs.size() > 2) {
    const Tensor& bias = node->inputs[2];
    if (bias->kind != Kind::kConcat || bias->inputs[0].shape() != std::vector<int64_t>{channels}) return std::nullopt;
    node->inputs[2] = bias->inputs[0];
  }
  node->shape[1] = channels;
  return Sums{Tensor(std::move(node)), difference, taken};
}

// Matches product - q * sums, where the sums are those of the left operand's rows.
std::optional<Sums> LessRowSums(const Tensor& matmul, const ExpressionUsers& users) {
  const Tensor difference = users.Single(matmul);
  if (!difference || !IsBinary(difference, BinaryOp::kSub) || difference->inputs[0].get() != matmul.get()) {
    return std::nullopt;
  }
  const Tensor& a = matmul->inputs[0];
  const auto is_sums = [&](const Tensor& tensor) {
    return tensor->kind == Kind::kReduce && tensor->reduce == tbe::ReduceOp::kSum &&
           tensor->axes == std::vector<int64_t>{a.rank() - 1} && tensor->keepdims &&
           IsCast(tensor->inputs[0], ge::DT_INT32) && tensor->inputs[0]->inputs[0].get() == a.get();
  };
  const auto taken = Taken(difference, is_sums, ChannelAxis(*matmul));
  if (!taken) return std::nullopt;
  return Sums{matmul, difference, taken};
}

Sums SumsOf(const Tensor& cube, const ExpressionUsers& users) {
  const auto less = cube->kind == Kind::kConv ? LessWindowSums(cube, users) : LessRowSums(cube, users);
  return less ? *less : Sums{cube, cube, std::nullopt};
}

// Makes a convolution of padded data one that pads itself. Returns the number that it pads with; empty if nothing
// changed.
Tensor TakePadding(Tensor& cube) {
  const Tensor& x = cube->inputs[0];
  if (cube->kind != Kind::kConv || x->kind != Kind::kPad) return Tensor();
  if (!AreZero(cube->conv.pads_begin) || !AreZero(cube->conv.pads_end)) return Tensor();
  const Tensor& inside = x->inputs[0];
  auto node = std::make_shared<TensorNode>(*cube);
  node->conv.pads_begin.clear();
  node->conv.pads_end.clear();
  for (size_t i = 0; i < x.shape().size(); ++i) {
    const int64_t before = x->starts[i], after = x.shape()[i] - inside.shape()[i] - before;
    if (before < 0 || after < 0 || (i < 2 && (before != 0 || after != 0))) return Tensor();
    if (i < 2) continue;
    node->conv.pads_begin.push_back(before);
    node->conv.pads_end.push_back(after);
  }
  const Tensor fill = x->inputs[1];
  node->inputs[0] = inside;
  cube = Tensor(std::move(node));
  return fill;
}

}  // namespace

std::optional<CubeChain> FindRequantization(const Tensor& cube, const ExpressionUsers& users) {
  const bool multiplies = cube->kind == Kind::kConv || cube->kind == Kind::kMatmul;
  if (!multiplies || cube.dtype() != ge::DT_INT32 || !IsByte(cube->inputs[0].dtype())) return std::nullopt;
  Sums sums = SumsOf(cube, users);
  const size_t channel = ChannelAxis(*cube);
  const Tensor real = users.Single(sums.last);
  const Tensor scaled = real ? users.Single(real) : Tensor();
  const Tensor whole = scaled ? users.Single(scaled) : Tensor();
  const Tensor moved = whole ? users.Single(whole) : Tensor();
  const Tensor last = moved ? users.Single(moved) : Tensor();
  if (!last || !IsCast(real, ge::DT_FLOAT) || !IsBinary(scaled, BinaryOp::kMul) || whole->kind != Kind::kUnary ||
      whole->unary != tbe::UnaryOp::kRound || !IsBinary(moved, BinaryOp::kAdd) || last->kind != Kind::kCast ||
      !IsByte(last.dtype()) || last.shape() != sums.last.shape()) {
    return std::nullopt;
  }
  const auto other = [](const Tensor& binary, const Tensor& one) {
    return binary->inputs[binary->inputs[0].get() == one.get() ? 1 : 0];
  };
  const auto scale = NumbersAlong(other(scaled, real), channel);
  const Tensor zero = WithoutBroadcast(other(moved, whole));
  if (!scale || !IsCast(zero, ge::DT_FLOAT) || zero->inputs[0].dtype() != last.dtype() || Count(zero) != 1) {
    return std::nullopt;
  }
  CubeChain chain{sums.cube, last, {}, RequantizationMatch()};
  RequantizationMatch& match = *chain.requantization;
  match.scale = scale->tensor;
  match.scale_by_channel = scale->by_channel;
  match.zero_point = zero->inputs[0];
  match.is_signed = last.dtype() == ge::DT_INT8;
  if (sums.taken) {
    match.taken = sums.taken->tensor;
    match.taken_by_channel = sums.taken->by_channel;
  }
  match.fill = TakePadding(chain.cube);
  if (!QuantizesSums(*chain.cube)) return std::nullopt;
  return chain;
}

std::set<const TensorNode*> RequantizedCubes(std::span<const Tensor> outputs) {
  const ExpressionUsers users(outputs);
  std::set<const TensorNode*> cubes;
  for (const Tensor& node : users.nodes()) {
    if (IsCube(*node) && FindRequantization(node, users)) cubes.insert(node.get());
  }
  return cubes;
}

}  // namespace opdk
