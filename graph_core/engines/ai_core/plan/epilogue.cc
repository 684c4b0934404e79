// Operations that the primitive of y = conv(x, w) can apply to its result. For relu(y * 2 + 3 + r), with r of y's
// shape:
//
//   y * 2         linear, alpha 2, beta 0
//   … + 3         joins the linear operation before it: alpha 2, beta 3
//   … + r         an addition, once at most: the result's memory takes the sum
//   relu          slope 0
//   the chain     conv; linear(2, 3), add r, relu
//
// A bias, + b with one number per channel, is taken only right behind the convolution. A chain ends before an operation
// that no primitive has, another dtype, and behind a value that somebody else reads too.
#include "graph_core/engines/ai_core/plan/epilogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/expression/expression_users.h"
#include "graph_core/engines/ai_core/plan/activation.h"
#include "graph_core/engines/ai_core/plan/cube_lowering.h"
#include "graph_core/engines/ai_core/plan/passes.h"
#include "graph_core/engines/ai_core/plan/requantization.h"

namespace opdk {
namespace {

using tbe::BinaryOp;
using tbe::Kind;
using tbe::Tensor;
using tbe::TensorNode;

std::optional<float> ScalarValue(const Tensor& tensor) {
  Tensor scalar = tensor;
  while (scalar->kind == Kind::kBroadcast) scalar = scalar->inputs[0];
  if (scalar->kind != Kind::kConst && scalar->kind != Kind::kParam) return std::nullopt;
  return std::visit([](auto number) { return static_cast<float>(number); }, scalar->value);
}

// Returns the tensor of one number per channel that `tensor` repeats; empty if there is none. Channels are axis 1 of a
// convolution's result, the last axis of a matmul's.
Tensor BiasOf(const Tensor& tensor, const TensorNode& cube) {
  Tensor source = tensor;
  if (source->kind != Kind::kBroadcast) return Tensor();
  std::vector<int64_t> axes = source->axes;
  source = source->inputs[0];
  auto channel = cube.kind == Kind::kMatmul ? static_cast<int64_t>(cube.shape.size()) - 1 : int64_t{1};
  int64_t extent = cube.shape[static_cast<size_t>(channel)];
  bool found = false;
  for (size_t axis = 0; axis < axes.size(); ++axis) {
    if (source->shape[axis] == 1 && extent != 1) continue;
    if (axes[axis] == channel && source->shape[axis] == extent) {
      found = true;
    } else if (source->shape[axis] != 1) {
      return Tensor();
    }
  }
  return found ? source : Tensor();
}

std::optional<EpilogueMatch> MatchBinary(const TensorNode& user, const Tensor& current, const TensorNode& cube,
                                         bool bias_possible) {
  if (user.inputs[0].get() == user.inputs[1].get()) return std::nullopt;
  bool first = user.inputs[0].get() == current.get();
  const Tensor& other = user.inputs[first ? 1 : 0];
  EpilogueMatch match;
  if (auto scalar = ScalarValue(other)) {
    match.epilogue.kind = Epilogue::Kind::kLinear;
    match.epilogue.alpha = 1;
    switch (user.binary) {
      case BinaryOp::kAdd:
        match.epilogue.beta = *scalar;
        return match;
      case BinaryOp::kMul:
        match.epilogue.alpha = *scalar;
        return match;
      case BinaryOp::kSub:
        match.epilogue.alpha = first ? 1.0f : -1.0f;
        match.epilogue.beta = first ? -*scalar : *scalar;
        return match;
      case BinaryOp::kDiv:
        match.epilogue.alpha = 1 / *scalar;
        if (!first || !std::isnormal(*scalar) || !std::isnormal(match.epilogue.alpha)) return std::nullopt;
        return match;
      case BinaryOp::kMax:
        if (*scalar != 0) return std::nullopt;
        match.epilogue.kind = Epilogue::Kind::kRelu;
        match.epilogue.alpha = 0;
        return match;
      default:
        return std::nullopt;
    }
  }
  if (user.binary != BinaryOp::kAdd) return std::nullopt;
  if (Tensor bias = bias_possible ? BiasOf(other, cube) : Tensor(); bias) {
    match.operand = bias;
    match.is_bias = true;
    return match;
  }
  // A broadcast operand would have to be written out before.
  if (other.shape() != cube.shape || other->kind == Kind::kBroadcast) return std::nullopt;
  match.epilogue.kind = Epilogue::Kind::kAdd;
  match.operand = other;
  return match;
}

std::optional<EpilogueMatch> Match(const TensorNode& user, const Tensor& current, const TensorNode& cube,
                                   bool bias_possible) {
  if (user.dtype != ge::DT_FLOAT || user.shape != cube.shape) return std::nullopt;
  if (user.kind == Kind::kBinary) return MatchBinary(user, current, cube, bias_possible);
  if (user.kind != Kind::kUnary) return std::nullopt;
  EpilogueMatch match;
  switch (user.unary) {
    case tbe::UnaryOp::kSigmoid:
      match.epilogue.kind = Epilogue::Kind::kSigmoid;
      return match;
    case tbe::UnaryOp::kTanh:
      match.epilogue.kind = Epilogue::Kind::kTanh;
      return match;
    case tbe::UnaryOp::kSqrt:
      match.epilogue.kind = Epilogue::Kind::kSqrt;
      return match;
    case tbe::UnaryOp::kNeg:
      match.epilogue.kind = Epilogue::Kind::kLinear;
      match.epilogue.alpha = -1;
      return match;
    default:
      return std::nullopt;
  }
}

// Matches min(max(x, low), high). Both bounds are needed, since oneDNN has no maximum with a number other than zero
// alone.
std::optional<EpilogueMatch> MatchClip(const TensorNode& inner, const TensorNode& outer, const Tensor& current) {
  if (inner.kind != Kind::kBinary || outer.kind != Kind::kBinary) return std::nullopt;
  bool max_first = inner.binary == BinaryOp::kMax && outer.binary == BinaryOp::kMin;
  bool min_first = inner.binary == BinaryOp::kMin && outer.binary == BinaryOp::kMax;
  if (!max_first && !min_first) return std::nullopt;
  auto bound = [](const TensorNode& node, const TensorNode* operand) {
    return ScalarValue(node.inputs[node.inputs[0].get() == operand ? 1 : 0]);
  };
  auto inner_bound = bound(inner, current.get());
  auto outer_bound = bound(outer, &inner);
  if (!inner_bound || !outer_bound) return std::nullopt;
  EpilogueMatch match;
  match.epilogue.kind = Epilogue::Kind::kClip;
  match.epilogue.alpha = max_first ? *inner_bound : *outer_bound;
  match.epilogue.beta = max_first ? *outer_bound : *inner_bound;
  // With crossed bounds the order of the two operations matters.
  if (!(match.epilogue.alpha <= match.epilogue.beta)) return std::nullopt;
  return match;
}

// Returns whether the chain has the same operation with other numbers. oneDNN 2.6 computes all post-ops of one
// algorithm with the numbers of the first.
bool Contradicts(const EpilogueMatch& match, const CubeChain& chain) {
  return std::any_of(chain.epilogues.begin(), chain.epilogues.end(), [&](const EpilogueMatch& earlier) {
    const Epilogue& a = earlier.epilogue;
    const Epilogue& b = match.epilogue;
    return !earlier.is_bias && a.kind == b.kind && (a.alpha != b.alpha || a.beta != b.beta);
  });
}

// Merges an addition of a number into the multiplication before it: both are one operation.
bool MergeLinear(const EpilogueMatch& match, CubeChain& chain) {
  if (chain.epilogues.empty() || chain.epilogues.back().is_bias) return false;
  Epilogue& last = chain.epilogues.back().epilogue;
  if (last.kind != Epilogue::Kind::kLinear || match.epilogue.kind != Epilogue::Kind::kLinear) return false;
  if (last.beta != 0 || match.epilogue.alpha != 1) return false;
  last.beta = match.epilogue.beta;
  return true;
}

CubeChain Extend(const Tensor& cube, const ExpressionUsers& users) {
  CubeChain chain{cube, cube, {}};
  if (!TakesEpilogues(*cube) || cube.dtype() != ge::DT_FLOAT) return chain;
  bool bias_possible = cube->inputs.size() < 3, added = false;
  auto append = [&](EpilogueMatch match, const Tensor& last) {
    if (!MergeLinear(match, chain)) {
      if (Contradicts(match, chain)) return false;
      chain.epilogues.push_back(std::move(match));
    }
    chain.last = last;
    bias_possible = false;
    return true;
  };
  while (true) {
    if (auto activation = FindActivation(chain.last, users)) {
      if (!append({activation->epilogue, Tensor()}, activation->last)) return chain;
      continue;
    }
    Tensor user = users.Single(chain.last);
    if (!user) return chain;
    Tensor next = users.Single(user);
    if (auto clip = next ? MatchClip(*user, *next, chain.last) : std::nullopt) {
      if (!append(*clip, next)) return chain;
      continue;
    }
    auto match = Match(*user, chain.last, *cube, bias_possible);
    const bool adds = match && match->operand && !match->is_bias;
    // The result's own memory takes the sum: there is room for one.
    if (!match || (adds && added)) return chain;
    if (!append(std::move(*match), user)) return chain;
    added = added || adds;
  }
}

// Returns whether, along one axis of the window, each place of the window holds an element of the input: with dilation
// positions may lie on both sides of a short input and none inside.
bool EachWindowHasElements(const TensorNode& cube, size_t axis) {
  const auto at = [&](const std::vector<int64_t>& values, int64_t otherwise) {
    return values.empty() ? otherwise : values[axis];
  };
  const int64_t dilation = at(cube.pool.dilations, 1), stride = at(cube.pool.strides, 1);
  const int64_t extent = cube.inputs[0].shape()[axis + 2];
  for (int64_t place = 0; place < cube.shape[axis + 2]; ++place) {
    const int64_t begin = place * stride - at(cube.pool.pads_begin, 0);
    const int64_t first =
        begin >= 0 ? 0 : (-begin + dilation - 1) / dilation;  // the first position that isn't in front
    if (first >= cube.pool.window[axis] || begin + first * dilation >= extent) return false;
  }
  return true;
}

}  // namespace

std::vector<CubeChain> CubesAlone(std::span<const Tensor> outputs) {
  std::vector<CubeChain> chains;
  for (const Tensor& node : tbe::PostOrder(outputs)) {
    if (IsCube(*node)) chains.push_back({node, node, {}});
  }
  return chains;
}

std::vector<CubeChain> FindCubeChains(std::span<const Tensor> outputs) {
  ExpressionUsers users(outputs);
  std::vector<CubeChain> chains;
  for (const Tensor& node : users.nodes()) {
    if (!IsCube(*node)) continue;
    auto requantized = FindRequantization(node, users);
    chains.push_back(requantized ? std::move(*requantized) : Extend(node, users));
  }
  return chains;
}

Result<Changed> MatchEpilogues(ExpressionDraft& draft) {
  draft.chains = FindCubeChains(draft.outputs);
  return Changed{std::any_of(draft.chains.begin(), draft.chains.end(),
                             [](const CubeChain& chain) { return !chain.epilogues.empty() || chain.requantization; })};
}

Status CheckCube(const TensorNode& cube) {
  if (cube.kind != Kind::kPool) return Status();
  auto refuse = [](const char* why) {
    return Status(ErrorCode::kExpression, std::string("pooling on the cube unit ") + why);
  };
  if (cube.dtype != ge::DT_FLOAT) return refuse("takes 16-bit floats and float only");
  for (int64_t extent : cube.inputs[0].shape()) {
    if (extent == 0) return refuse("takes no empty tensors");
  }
  // oneDNN visits each position, also those that no element can lie under.
  constexpr int64_t kMostTaps = 1 << 16;
  int64_t taps = 1;
  for (const int64_t extent : cube.pool.window) {
    if (extent > kMostTaps || (taps *= extent) > kMostTaps) return refuse("takes windows of at most 65536 positions");
  }
  for (size_t i = 0; i < cube.pool.window.size(); ++i) {
    if (EachWindowHasElements(cube, i)) continue;
    return Status(ErrorCode::kExpression,
                  fmt::format("pooling on the cube unit needs an element under each window; a window over axis {} lies "
                              "in the padding",
                              i + 2));
  }
  return Status();
}

}  // namespace opdk
