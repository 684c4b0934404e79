#include "graph_core/engines/ai_core/plan/on_blocks.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "graph_core/engines/ai_core/steps/channel_blocks.h"

namespace opdk {
namespace {

using tbe::Kind;
using tbe::Tensor;
using tbe::TensorNode;

Tensor Make(TensorNode node) { return Tensor(std::make_shared<TensorNode>(std::move(node))); }

Tensor WithInputs(const TensorNode& like, Shape shape, std::vector<Tensor> inputs) {
  TensorNode node = like;
  if (shape != like.shape) node.hints.tiles.clear();  // axes of another shape
  node.shape = std::move(shape);
  node.inputs = std::move(inputs);
  return Make(std::move(node));
}

// The same bytes.
Tensor View(const Tensor& x, const Shape& shape) {
  TensorNode node;
  node.kind = Kind::kReshape;
  node.dtype = x.dtype();
  node.shape = shape;
  node.inputs = {x};
  return Make(std::move(node));
}

// Row-major. Elementwise operations are done in the new shape, so that only placeholders are seen with another one.
Tensor Reshaped(const Tensor& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  switch (x->kind) {
    case Kind::kUnary:
    case Kind::kBinary:
    case Kind::kSelect:
    case Kind::kCast: {
      std::vector<Tensor> inputs;
      for (const Tensor& input : x->inputs) inputs.push_back(Reshaped(input, shape));
      return WithInputs(*x, shape, std::move(inputs));
    }
    case Kind::kReshape:
      return Reshaped(x->inputs[0], shape);
    case Kind::kBroadcast:
      if (x->inputs[0].rank() == 0) return WithInputs(*x, shape, x->inputs);
      break;
    default:
      break;
  }
  return View(x, shape);
}

class Rewriter {
 public:
  Rewriter(const std::function<bool(int)>& has_blocks, int64_t c0) : has_blocks_(has_blocks), c0_(c0) {}

  // Row-major.
  Result<Tensor> Plain(const Tensor& x);
  // With blocks. x: [N, C, spatial...].
  Result<Tensor> Blocked(const Tensor& x);

 private:
  // Whether a tensor with blocks goes into it.
  bool Depends(const Tensor& x);
  Result<Tensor> BlockedNode(const Tensor& x);
  Result<Tensor> BlockedInputs(const Tensor& x);
  Result<Tensor> BlockedBroadcast(const Tensor& x);
  Result<Tensor> BlockedReduce(const Tensor& x);
  Result<Tensor> BlockedWindow(const Tensor& x);
  Shape Storage(const Tensor& x) const { return StorageShape(x.shape(), c0_); }

  static Status Refuse(const Tensor& x, const char* why) {
    return Status(ErrorCode::kExpression,
                  fmt::format("channel blocks: an operation with the result [{}] {}", fmt::join(x.shape(), ", "), why));
  }

  const std::function<bool(int)>& has_blocks_;
  int64_t c0_;
  std::map<const TensorNode*, bool> depends_;
  std::map<const TensorNode*, Tensor> plain_, blocked_;
};

bool Rewriter::Depends(const Tensor& x) {
  auto [found, is_new] = depends_.try_emplace(x.get(), false);
  if (!is_new) return found->second;
  bool depends = x->kind == Kind::kInput ? has_blocks_(x->input_index)
                                         : std::any_of(x->inputs.begin(), x->inputs.end(),
                                                       [&](const Tensor& input) { return Depends(input); });
  return depends_[x.get()] = depends;
}

Result<Tensor> Rewriter::Plain(const Tensor& x) {
  if (!Depends(x)) return x;
  if (auto found = plain_.find(x.get()); found != plain_.end()) return found->second;
  Tensor result;
  if (SameInBothFormats(x.shape(), c0_)) {
    OPDK_TRY(Tensor blocked, Blocked(x));
    result = View(blocked, x.shape());
  } else if (x->kind == Kind::kReshape) {
    OPDK_TRY(Tensor source, Plain(x->inputs[0]));
    result = Reshaped(source, x.shape());
  } else if (x->kind == Kind::kReduce && !x->keepdims) {
    TensorNode kept = *x;
    kept.keepdims = true;
    kept.shape = x->inputs[0].shape();
    for (int64_t axis : x->axes) kept.shape[static_cast<size_t>(axis)] = 1;
    if (!SameInBothFormats(kept.shape, c0_)) return Refuse(x, "reduces more or less than the spatial axes");
    OPDK_TRY(Tensor blocked, Blocked(Make(std::move(kept))));
    result = View(blocked, x.shape());
  } else {
    bool elementwise =
        x->kind == Kind::kUnary || x->kind == Kind::kBinary || x->kind == Kind::kSelect || x->kind == Kind::kCast;
    if (!elementwise) return Refuse(x, "would have to bring the channels back together");
    std::vector<Tensor> inputs;
    for (const Tensor& input : x->inputs) {
      OPDK_TRY(Tensor plain, Plain(input));
      inputs.push_back(std::move(plain));
    }
    result = WithInputs(*x, x.shape(), std::move(inputs));
  }
  plain_[x.get()] = result;
  return result;
}

Result<Tensor> Rewriter::Blocked(const Tensor& x) {
  if (auto found = blocked_.find(x.get()); found != blocked_.end()) return found->second;
  if (!FillsBlocks(x.shape(), c0_)) return Refuse(x, "doesn't fill its blocks");
  OPDK_TRY(Tensor result, BlockedNode(x));
  blocked_[x.get()] = result;
  return result;
}

Result<Tensor> Rewriter::BlockedNode(const Tensor& x) {
  if (!Depends(x) && SameInBothFormats(x.shape(), c0_)) return Reshaped(x, Storage(x));
  switch (x->kind) {
    case Kind::kInput: {
      if (!has_blocks_(x->input_index)) return Refuse(x, "is row-major");
      TensorNode node = *x;
      node.shape = Storage(x);
      return Make(std::move(node));
    }
    case Kind::kUnary:
    case Kind::kBinary:
    case Kind::kSelect:
    case Kind::kCast:
      return BlockedInputs(x);
    case Kind::kConcat:
      // Along channels: the blocks stand one after the other.
      return BlockedInputs(x);
    case Kind::kBroadcast:
      return BlockedBroadcast(x);
    case Kind::kReduce:
      return BlockedReduce(x);
    case Kind::kSlice:
    case Kind::kPad:
      return BlockedWindow(x);
    default:
      return Refuse(x, "is of a kind that needs the channels together");
  }
}

Result<Tensor> Rewriter::BlockedInputs(const Tensor& x) {
  std::vector<Tensor> inputs;
  for (const Tensor& input : x->inputs) {
    OPDK_TRY(Tensor blocked, Blocked(input));
    inputs.push_back(std::move(blocked));
  }
  return WithInputs(*x, Storage(x), std::move(inputs));
}

Result<Tensor> Rewriter::BlockedBroadcast(const Tensor& x) {
  const Tensor& source = x->inputs[0];
  Shape storage = Storage(x);
  if (source.rank() == 0) return WithInputs(*x, storage, {source});
  TensorNode node = *x;
  node.axes.clear();
  node.shape = storage;
  auto last = static_cast<int64_t>(storage.size()) - 1;
  if (Depends(source)) {
    if (source.rank() != x.rank()) return Refuse(x, "repeats a tensor of another rank");
    OPDK_TRY(Tensor blocked, Blocked(source));
    for (int64_t axis = 0; axis <= last; ++axis) node.axes.push_back(axis);
    node.inputs = {blocked};
    return Make(std::move(node));
  }
  // Extents of 1 are left out; the channels become blocks where they stand.
  Shape kept;
  bool channels = false, spatial = false;
  for (size_t i = 0; i < source.shape().size(); ++i) {
    if (source.shape()[i] == 1) continue;
    kept.push_back(source.shape()[i]);
    node.axes.push_back(x->axes[i]);
    spatial = spatial || x->axes[i] > 1;
    if (x->axes[i] != 1) continue;
    channels = true;
    kept.back() /= c0_;
    kept.push_back(c0_);
    node.axes.push_back(last);
  }
  if (channels && spatial) return Refuse(x, "repeats a row-major tensor with channels and spatial axes");
  node.inputs = {Reshaped(source, kept)};
  return Make(std::move(node));
}

Result<Tensor> Rewriter::BlockedReduce(const Tensor& x) {
  bool spatial = std::all_of(x->axes.begin(), x->axes.end(), [](int64_t axis) { return axis > 1; });
  if (!spatial || !x->keepdims) return Refuse(x, "reduces other than spatial axes");
  return BlockedInputs(x);
}

Result<Tensor> Rewriter::BlockedWindow(const Tensor& x) {
  const Tensor& source = x->inputs[0];
  OPDK_TRY(Tensor blocked, Blocked(source));
  TensorNode node = *x;
  node.shape = Storage(x);
  if (node.starts[1] % c0_ != 0 || (!node.steps.empty() && node.steps[1] != 1)) {
    return Refuse(x, "cuts through a block");
  }
  if (x->kind == Kind::kPad && x.shape()[1] != source.shape()[1]) return Refuse(x, "pads channels");
  node.starts[1] /= c0_;
  node.starts.push_back(0);
  if (!node.steps.empty()) node.steps.push_back(1);
  node.inputs[0] = blocked;
  return Make(std::move(node));
}

}  // namespace

Result<std::vector<Tensor>> OnBlocks(std::span<const Tensor> results, const std::vector<bool>& results_have,
                                     const std::function<bool(int input)>& has_blocks, int64_t c0) {
  Rewriter rewriter(has_blocks, c0);
  std::vector<Tensor> rewritten;
  for (size_t i = 0; i < results.size(); ++i) {
    OPDK_TRY(Tensor result, results_have[i] ? rewriter.Blocked(results[i]) : rewriter.Plain(results[i]));
    rewritten.push_back(std::move(result));
  }
  return rewritten;
}

}  // namespace opdk
