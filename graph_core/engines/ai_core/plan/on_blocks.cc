// With C0 = 16, x: [1, 32, 5, 5] in blocks is stored as [1, 2, 5, 5, 16]. The sum over the spatial axes of x + b:
//
//   %0 = input 0 : [1, 32, 5, 5]                 : [1, 2, 5, 5, 16]    the storage
//   %1 = input 1 : [32], row-major               : [2, 16]             the same bytes, told as blocks of channels
//   %2 = broadcast %1 axes [1]                   axes [1, 4]           channels stand at axis 1 and at the last
//   %3 = add %0, %2                              : [1, 2, 5, 5, 16]
//   %4 = reduce_sum %3 axes [2, 3] keepdims      : [1, 2, 1, 1, 16]    the bytes of a row-major [1, 32, 1, 1]
//
// A sum over channels, or x as [1, 800], is refused: the channels would have to come together.
#include "graph_core/engines/ai_core/plan/on_blocks.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>

#include "graph_core/engines/ai_core/plan/hints.h"
#include "graph_core/engines/ai_core/plan/passes.h"
#include "graph_core/engines/ai_core/steps/channel_blocks.h"
#include "tbe/walk.h"

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

// Returns the same bytes in another shape.
Tensor View(const Tensor& x, const Shape& shape) {
  TensorNode node;
  node.kind = Kind::kReshape;
  node.dtype = x.dtype();
  node.shape = shape;
  node.inputs = {x};
  return Make(std::move(node));
}

bool IsElementwise(const TensorNode& node) {
  return node.kind == Kind::kUnary || node.kind == Kind::kBinary || node.kind == Kind::kSelect ||
         node.kind == Kind::kCast;
}

// Returns a row-major tensor in another shape. Elementwise operations are done in the new shape, so that only
// placeholders are reshaped.
Tensor Reshaped(const Tensor& x, const Shape& shape) {
  const auto passes_on = [&](const TensorNode& node) {
    return node.shape != shape && (IsElementwise(node) || node.kind == Kind::kReshape);
  };
  std::map<const TensorNode*, Tensor> reshaped;
  for (const Tensor& node : tbe::PostOrder(std::span(&x, 1), passes_on)) {
    Tensor& result = reshaped[node.get()];
    if (node.shape() == shape) {
      result = node;
    } else if (node->kind == Kind::kReshape) {
      result = reshaped.at(node->inputs[0].get());
    } else if (IsElementwise(*node)) {
      std::vector<Tensor> inputs;
      for (const Tensor& input : node->inputs) inputs.push_back(reshaped.at(input.get()));
      result = WithInputs(*node, shape, std::move(inputs));
    } else if (node->kind == Kind::kBroadcast && node->inputs[0].rank() == 0) {
      result = WithInputs(*node, shape, node->inputs);
    } else {
      result = View(node, shape);
    }
  }
  return reshaped.at(x.get());
}

// Both forms of every node, from the inputs on: an operation on blocks is written down from its operands' blocks, one
// on row-major data from theirs. A form that can't be is the reason why, which counts where the form is asked for.
class Rewriter {
 public:
  Rewriter(const std::function<bool(int)>& has_blocks, int64_t c0) : has_blocks_(has_blocks), c0_(c0) {}

  void Run(std::span<const Tensor> results) {
    for (const Tensor& node : tbe::PostOrder(results)) {
      depends_[node.get()] = DependsOnBlocks(*node);
      blocked_.emplace(node.get(), MakeBlocked(node));
      plain_.emplace(node.get(), MakePlain(node));
    }
  }

  // Returns the row-major form of a tensor.
  const Result<Tensor>& Plain(const Tensor& x) const { return plain_.at(x.get()); }
  // Returns the form with blocks. `x`: [N, C, spatial...].
  const Result<Tensor>& Blocked(const Tensor& x) const { return blocked_.at(x.get()); }

 private:
  // Returns whether the tensor depends on a tensor with blocks.
  bool Depends(const Tensor& x) const { return depends_.at(x.get()); }
  bool DependsOnBlocks(const TensorNode& x) const {
    if (x.kind == Kind::kInput) return has_blocks_(x.input_index);
    return std::any_of(x.inputs.begin(), x.inputs.end(), [&](const Tensor& input) { return Depends(input); });
  }
  Result<Tensor> MakePlain(const Tensor& x) const;
  Result<Tensor> MakeBlocked(const Tensor& x) const;
  Result<Tensor> BlockedNode(const Tensor& x) const;
  Result<Tensor> BlockedInputs(const Tensor& x) const;
  Result<Tensor> BlockedBroadcast(const Tensor& x) const;
  Result<Tensor> BlockedReduce(const Tensor& x) const;
  Result<Tensor> BlockedWindow(const Tensor& x) const;
  Shape Storage(const Tensor& x) const { return StorageShape(x.shape(), c0_); }

  static Status Refuse(const Tensor& x, const char* why) {
    return Status(ErrorCode::kExpression,
                  fmt::format("channel blocks: an operation with the result [{}] {}", fmt::join(x.shape(), ", "), why));
  }

  const std::function<bool(int)>& has_blocks_;
  int64_t c0_;
  std::unordered_map<const TensorNode*, bool> depends_;
  std::unordered_map<const TensorNode*, Result<Tensor>> plain_, blocked_;
};

Result<Tensor> Rewriter::MakePlain(const Tensor& x) const {
  if (!Depends(x)) return x;
  if (SameInBothFormats(x.shape(), c0_)) {
    OPDK_TRY(Tensor blocked, Blocked(x));
    return View(blocked, x.shape());
  }
  if (x->kind == Kind::kReshape) {
    OPDK_TRY(Tensor source, Plain(x->inputs[0]));
    return Reshaped(source, x.shape());
  }
  if (x->kind == Kind::kReduce && !x->keepdims) {
    TensorNode kept = *x;
    kept.keepdims = true;
    kept.shape = x->inputs[0].shape();
    for (int64_t axis : x->axes) kept.shape[static_cast<size_t>(axis)] = 1;
    if (!SameInBothFormats(kept.shape, c0_)) return Refuse(x, "reduces more or less than the spatial axes");
    OPDK_TRY(Tensor blocked, BlockedReduce(Make(std::move(kept))));
    return View(blocked, x.shape());
  }
  if (!IsElementwise(*x)) return Refuse(x, "would have to bring the channels back together");
  std::vector<Tensor> inputs;
  for (const Tensor& input : x->inputs) {
    OPDK_TRY(Tensor plain, Plain(input));
    inputs.push_back(std::move(plain));
  }
  return WithInputs(*x, x.shape(), std::move(inputs));
}

Result<Tensor> Rewriter::MakeBlocked(const Tensor& x) const {
  if (!FillsBlocks(x.shape(), c0_)) return Refuse(x, "doesn't fill its blocks");
  return BlockedNode(x);
}

Result<Tensor> Rewriter::BlockedNode(const Tensor& x) const {
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

Result<Tensor> Rewriter::BlockedInputs(const Tensor& x) const {
  std::vector<Tensor> inputs;
  for (const Tensor& input : x->inputs) {
    OPDK_TRY(Tensor blocked, Blocked(input));
    inputs.push_back(std::move(blocked));
  }
  return WithInputs(*x, Storage(x), std::move(inputs));
}

Result<Tensor> Rewriter::BlockedBroadcast(const Tensor& x) const {
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

Result<Tensor> Rewriter::BlockedReduce(const Tensor& x) const {
  bool spatial = std::all_of(x->axes.begin(), x->axes.end(), [](int64_t axis) { return axis > 1; });
  if (!spatial || !x->keepdims) return Refuse(x, "reduces other than spatial axes");
  return BlockedInputs(x);
}

Result<Tensor> Rewriter::BlockedWindow(const Tensor& x) const {
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
  rewriter.Run(results);
  std::vector<Tensor> rewritten;
  for (size_t i = 0; i < results.size(); ++i) {
    OPDK_TRY(Tensor result, results_have[i] ? rewriter.Blocked(results[i]) : rewriter.Plain(results[i]));
    rewritten.push_back(std::move(result));
  }
  return rewritten;
}

Result<Changed> PutOnBlocks(ExpressionDraft& draft) {
  if (!draft.blocks.any()) return Changed::kNo;
  const auto block_of = [&](int value) { return draft.plan.values[static_cast<size_t>(value)].c0; };
  int64_t c0 = 0;
  for (const PlanValue& value : draft.plan.values) c0 = std::max(c0, value.c0);
  for (ExpressionDraft::Kernel& kernel : draft.kernels) {
    StepSpec& step = draft.plan.steps[kernel.step];
    step.unheeded = UnheededTiles(step.expressions);
    std::vector<bool> outputs_have;
    for (int output : step.outputs) outputs_have.push_back(block_of(output) != 0);
    OPDK_TRY(step.expressions,
             OnBlocks(
                 step.expressions, outputs_have, [&](int input) { return block_of(input) != 0; }, c0));
    kernel.expressions = step.expressions;
  }
  return Changed{!draft.kernels.empty()};
}

}  // namespace opdk
