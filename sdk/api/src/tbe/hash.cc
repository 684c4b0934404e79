#include "tbe/hash.h"

#include <fmt/format.h>

#include <bit>
#include <vector>

#include "tbe/pointer_index.h"
#include "tbe/walk.h"

namespace tbe {
namespace {

// Mixes 64 bits (finalizer with murmur3's constants): every input bit reaches every output bit.
uint64_t Mix(uint64_t x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdULL;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53ULL;
  return x ^ (x >> 33);
}

// Fingerprints of the nodes of an expression that were hashed already.
class Known {
 public:
  void Add(const void* node, const Fingerprint& print) {
    index_.Add(node);
    prints_.push_back(print);
  }
  const Fingerprint& At(const void* node) { return prints_.at(index_.At(node)); }

 private:
  PointerIndex index_;
  std::vector<Fingerprint> prints_;
};

// Feeds numbers, in order, into two independent 64-bit states.
class Hasher {
 public:
  void Add(uint64_t value) {
    high_ = Mix(high_ ^ value) + 0x9e3779b97f4a7c15ULL;
    low_ = Mix(std::rotl(low_, 23) + value * 0xc2b2ae3d27d4eb4fULL) ^ 0x165667b19e3779f9ULL;
  }
  void Add(const std::vector<int64_t>& list) {
    Add(list.size());
    for (int64_t entry : list) Add(static_cast<uint64_t>(entry));
  }
  void Add(const Number& number) {
    Add(number.index());
    const auto* whole = std::get_if<int64_t>(&number);
    Add(whole != nullptr ? static_cast<uint64_t>(*whole) : std::bit_cast<uint64_t>(std::get<double>(number)));
  }
  void Add(const Fingerprint& child) {
    Add(child.high);
    Add(child.low);
  }
  template <typename E>
  requires std::is_enum_v<E>
  void Add(E value) { Add(static_cast<uint64_t>(value)); }

  Fingerprint Get() const { return {Mix(high_ ^ std::rotl(low_, 32)), Mix(low_ + high_)}; }

 private:
  uint64_t high_ = 0x243f6a8885a308d3ULL, low_ = 0x13198a2e03707344ULL;
};

template <typename Params>
void AddWindow(Hasher& hasher, const Params& params) {
  hasher.Add(params.strides);
  hasher.Add(params.pads_begin);
  hasher.Add(params.pads_end);
  hasher.Add(params.dilations);
}

Fingerprint HashBody(const ExprPtr& body) {
  Known done;
  for (const ExprPtr& expr : PostOrder(body)) {
    Hasher hasher;
    hasher.Add(expr->kind);
    hasher.Add(expr->dtype);
    hasher.Add(static_cast<uint64_t>(expr->index));
    hasher.Add(static_cast<uint64_t>(expr->axis));
    if (expr->kind == ExprKind::kLiteral) hasher.Add(expr->value);
    if (expr->kind == ExprKind::kUnary) hasher.Add(expr->unary);
    if (expr->kind == ExprKind::kBinary) hasher.Add(expr->binary);
    hasher.Add(expr->operands.size());
    for (const ExprPtr& operand : expr->operands) hasher.Add(done.At(operand.get()));
    done.Add(expr.get(), hasher.Get());
  }
  return done.At(body.get());
}

// Adds the properties of a node's kind; its inputs are added elsewhere.
void AddDetails(Hasher& hasher, const TensorNode& node, const HashOptions& options) {
  switch (node.kind) {
    case Kind::kInput:
      return hasher.Add(static_cast<uint64_t>(node.input_index));
    case Kind::kConst:
      return hasher.Add(node.value);
    case Kind::kParam:
      if (options.param_values) hasher.Add(node.value);
      return;
    case Kind::kUnary:
      return hasher.Add(node.unary);
    case Kind::kBinary:
      return hasher.Add(node.binary);
    case Kind::kCast:
      return hasher.Add(node.rounding);
    case Kind::kBroadcast:
      hasher.Add(node.axes);
      for (size_t i = 0; i < node.axes.size(); ++i) {
        hasher.Add(static_cast<uint64_t>(node.inputs[0].shape()[i] != node.shape[node.axes[i]]));
      }
      return;
    case Kind::kReduce:
      hasher.Add(node.reduce);
      hasher.Add(static_cast<uint64_t>(node.keepdims));
      return hasher.Add(node.axes);
    case Kind::kScan:
      hasher.Add(node.reduce);
      return hasher.Add(node.axes);
    case Kind::kTranspose:
    case Kind::kConcat:
    case Kind::kGather:
      return hasher.Add(node.axes);
    case Kind::kSlice:
      hasher.Add(node.steps);
      if (options.offsets) hasher.Add(node.starts);
      return;
    case Kind::kPad:
      if (options.offsets) hasher.Add(node.starts);
      return;
    case Kind::kScatter:
      hasher.Add(node.reduce);
      return hasher.Add(static_cast<uint64_t>(node.overwrite));
    case Kind::kCompute:
      hasher.Add(HashBody(node.body));
      hasher.Add(node.reduce_shape.size());
      if (!node.reduce_shape.empty()) hasher.Add(node.reduce);
      if (options.extents) hasher.Add(node.reduce_shape);
      return;
    case Kind::kMatmul:
      return hasher.Add(uint64_t{node.trans_a} * 2 + uint64_t{node.trans_b});
    case Kind::kConv:
    case Kind::kConvTranspose:
    case Kind::kConvBackpropFilter:
      hasher.Add(static_cast<uint64_t>(node.conv.groups));
      return AddWindow(hasher, node.conv);
    case Kind::kPool:
      hasher.Add(node.pool.mode);
      hasher.Add(node.pool.window);
      return AddWindow(hasher, node.pool);
    case Kind::kSelect:
    case Kind::kReshape:
      return;
  }
}

// Adds a value's hints; nothing when it has none.
void AddHints(Hasher& hasher, const ScheduleHints& hints) {
  const int flags = (hints.materialize ? 1 : 0) + (hints.recompute ? 2 : 0) + (hints.no_fuse ? 4 : 0);
  if (flags == 0 && hints.tiles.empty() && !hints.parallel_above) return;
  hasher.Add(static_cast<uint64_t>(flags));
  for (const ScheduleHints::Tile& tile : hints.tiles) hasher.Add(std::vector<int64_t>{tile.axis, tile.size});
  hasher.Add(static_cast<uint64_t>(hints.parallel_above.value_or(-1)));
}

}  // namespace

Fingerprint Hash(const std::vector<Tensor>& outputs, const HashOptions& options) {
  Known done;
  for (const Tensor& node : PostOrder(outputs)) {
    Hasher hasher;
    hasher.Add(node->kind);
    hasher.Add(node->dtype);
    hasher.Add(node->shape.size());
    if (options.extents) hasher.Add(node->shape);
    AddDetails(hasher, *node, options);
    AddHints(hasher, node->hints);
    hasher.Add(node->inputs.size());
    for (const Tensor& input : node->inputs) hasher.Add(done.At(input.get()));
    done.Add(node.get(), hasher.Get());
  }
  Hasher hasher;
  for (const Tensor& output : outputs) hasher.Add(done.At(output.get()));
  return hasher.Get();
}

}  // namespace tbe
