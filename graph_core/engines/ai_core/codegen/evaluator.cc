#include "graph_core/engines/ai_core/codegen/evaluator.h"

#include <algorithm>
#include <string>

namespace opdk::codegen {
namespace {

using Halide::cast;
using Halide::Expr;
using Halide::select;

// Limits an index to [0, extent). A read behind a select happens in any case, so its index must stay inside.
Expr Clamped(const Expr& index, const Expr& extent) { return Halide::max(Halide::min(index, extent - 1), 0); }

// Returns whether the expression reads an element of a tensor, which may be any number; indices and extents are small.
// Tensors of rank 0 don't count: they are the operator's own numbers.
bool ReadsElements(const tbe::ExprNode& expr) {
  if (expr.kind == tbe::ExprKind::kRead) return !expr.operands.empty();
  return std::any_of(expr.operands.begin(), expr.operands.end(),
                     [](const tbe::ExprPtr& operand) { return ReadsElements(*operand); });
}

}  // namespace

Expr ToStage(const Expr& value) { return value.type().is_bool() ? cast<uint8_t>(value) : value; }

Parameters::Parameters(const KernelIr& ir) : tasks("tasks") {
  for (int i = 0; i < ir.symbols; ++i) symbols.emplace_back("s" + std::to_string(i));
  for (size_t i = 0; i < ir.params.size(); ++i) {
    Halide::Type type = ir.params[i] == ge::DT_BOOL ? Halide::UInt(8) : ComputeType(ir.params[i]);
    scalars.emplace_back(type, false, 0, "param" + std::to_string(i));
  }
  images.resize(static_cast<size_t>(ir.inputs));
  for (const KernelNode& node : ir.nodes) {
    if (node.op != KernelOp::kInput) continue;
    Halide::ImageParam& image = images[static_cast<size_t>(node.index)];
    image = Halide::ImageParam(StorageType(node.dtype), static_cast<int>(node.dims.size()),
                               "in" + std::to_string(node.index));
    Expr stride = 1;
    for (int i = 0; i < image.dimensions(); ++i) {
      Expr extent = Symbol(node.dims[node.dims.size() - 1 - static_cast<size_t>(i)]);
      image.dim(i).set_bounds(0, extent);
      image.dim(i).set_stride(stride);
      stride = stride * extent;
    }
  }
}

std::vector<Halide::Argument> Parameters::Arguments() const {
  std::vector<Halide::Argument> arguments;
  for (const auto& symbol : symbols) arguments.push_back(symbol);
  arguments.push_back(tasks);
  for (const auto& scalar : scalars) {
    arguments.emplace_back(scalar.name(), Halide::Argument::InputScalar, scalar.type(), 0, Halide::ArgumentEstimates{});
  }
  for (const auto& image : images) arguments.push_back(image);
  return arguments;
}

Expr Evaluator::At(int node, const Index& index) {
  std::vector<const void*> addresses;
  for (const Expr& expr : index) addresses.push_back(expr.get());
  auto key = std::make_pair(node, std::move(addresses));
  if (auto found = known_.find(key); found != known_.end()) return found->second.value;
  Expr value;
  if (auto stage = stages_.find(node); stage != stages_.end()) {
    value = stage->second(Reversed(index));
    if (Get(node).dtype == ge::DT_BOOL) value = value != cast<uint8_t>(0);
  } else {
    value = Inline(Get(node), index);
  }
  known_[key] = {index, value};
  return value;
}

Expr Evaluator::Inline(const KernelNode& node, const Index& index) {
  switch (node.op) {
    case KernelOp::kInput:
      return Load(parameters_.images[static_cast<size_t>(node.index)](Reversed(index)), node.dtype);
    case KernelOp::kNumber:
      return math_.Number(node.value, node.dtype);
    case KernelOp::kParam: {
      const auto& scalar = parameters_.scalars[static_cast<size_t>(node.index)];
      Expr value = Halide::Internal::Variable::make(scalar.type(), scalar.name(), scalar);
      return node.dtype == ge::DT_BOOL ? value != cast<uint8_t>(0) : value;
    }
    case KernelOp::kUnary:
      return math_.Unary(node.unary, At(node.inputs[0], index));
    case KernelOp::kBinary:
      return math_.Binary(node.binary, At(node.inputs[0], index), At(node.inputs[1], index));
    case KernelOp::kSelect:
      return select(At(node.inputs[0], index), At(node.inputs[1], index), At(node.inputs[2], index));
    case KernelOp::kCast:
      return math_.Cast(At(node.inputs[0], index), Get(node.inputs[0]).dtype, node.dtype, node.rounding);
    case KernelOp::kMap: {
      Index source;
      for (const AxisMap& map : node.maps) {
        Expr at = map.axis < 0 ? Expr(0) : index[static_cast<size_t>(map.axis)];
        if (map.step != 1) at = at * static_cast<int>(map.step);
        if (map.start >= 0) at = at + parameters_.Symbol(map.start);
        source.push_back(at);
      }
      return At(node.inputs[0], source);
    }
    case KernelOp::kConcat:
      return Concat(node, index);
    case KernelOp::kPad:
      return Pad(node, index);
    case KernelOp::kGather:
      return Gather(node, index);
    case KernelOp::kReshape:
      return Reshape(node, index);
    case KernelOp::kCompute:
      return Body(node, index, {});
    case KernelOp::kReduce:
    case KernelOp::kScatter:
    case KernelOp::kScan:
      break;
  }
  throw Halide::InternalError("a reduction that is not a stage");
}

Expr Evaluator::Concat(const KernelNode& node, const Index& index) {
  auto axis = static_cast<size_t>(node.axes[0]);
  Expr result;
  // From the last input to the first: the innermost alternative is the last input.
  for (size_t i = node.inputs.size(); i-- > 0;) {
    const KernelNode& input = Get(node.inputs[i]);
    Expr start = node.starts[i] < 0 ? Expr(0) : parameters_.Symbol(node.starts[i]);
    Index source = index;
    if (input.dims.size() < node.dims.size()) {
      source.erase(source.begin() + static_cast<std::ptrdiff_t>(axis));
    } else {
      source[axis] = Clamped(index[axis] - start, parameters_.Symbol(input.dims[axis]));
    }
    Expr value = At(node.inputs[i], source);
    // Input i + 1 begins where this one ends.
    if (!result.defined()) {
      result = value;
    } else {
      result = select(index[axis] < parameters_.Symbol(node.starts[i + 1]), value, result);
    }
  }
  return result;
}

Expr Evaluator::Pad(const KernelNode& node, const Index& index) {
  const KernelNode& input = Get(node.inputs[0]);
  Expr inside = Halide::Internal::const_true();
  Index source;
  for (size_t i = 0; i < node.maps.size(); ++i) {
    const AxisMap& map = node.maps[i];
    bool single = i >= input.dims.size();  // an axis of extent 1 that the input doesn't carry
    Expr at = map.axis < 0 ? Expr(0) : index[static_cast<size_t>(map.axis)];
    if (map.start < 0 && !single) {
      source.push_back(at);
      continue;
    }
    at = at - parameters_.Symbol(map.start);
    Expr extent = single ? Expr(1) : parameters_.Symbol(input.dims[i]);
    inside = inside && at >= 0 && at < extent;
    if (!single) source.push_back(Clamped(at, extent));
  }
  return select(inside, At(node.inputs[0], source), At(node.inputs[1], {}));
}

Expr Evaluator::Gather(const KernelNode& node, const Index& index) {
  const KernelNode& params = Get(node.inputs[0]);
  const KernelNode& indices = Get(node.inputs[1]);
  int axis = node.axes[0];
  auto position = index.begin() + node.axes[1];
  auto indices_rank = static_cast<std::ptrdiff_t>(indices.dims.size());
  Index source(index.begin(), position);
  if (axis >= 0) {
    Expr extent = parameters_.Symbol(params.dims[static_cast<size_t>(axis)]);
    Expr at = cast<int32_t>(At(node.inputs[1], Index(position, position + indices_rank)));
    source.push_back(Clamped(select(at < 0, at + extent, at), extent));
  }
  source.insert(source.end(), position + indices_rank, index.end());
  return At(node.inputs[0], source);
}

Expr Evaluator::Reshape(const KernelNode& node, const Index& index) {
  const std::vector<int>& from = Get(node.inputs[0]).dims;
  const std::vector<int>& to = node.dims;
  // Leading and trailing axes that both shapes have keep their index.
  size_t first = 0, after = 0;
  const size_t least = std::min(from.size(), to.size());
  while (first < least && from[first] == to[first]) ++first;
  while (first + after < least && from[from.size() - 1 - after] == to[to.size() - 1 - after]) ++after;
  Expr linear = 0;
  for (size_t i = first; i + after < to.size(); ++i) linear = linear * parameters_.Symbol(to[i]) + index[i];
  Index source(from.size());
  for (size_t i = from.size() - after; i-- > first;) {
    Expr extent = parameters_.Symbol(from[i]);
    source[i] = i == first ? linear : linear % extent;
    linear = linear / extent;
  }
  for (size_t i = 0; i < first; ++i) source[i] = index[i];
  for (size_t i = 1; i <= after; ++i) source[from.size() - i] = index[to.size() - i];
  return At(node.inputs[0], source);
}

Expr Evaluator::Body(const KernelNode& node, const Index& index, const Index& reduce_index) {
  return Scalar(node, *node.body, index, reduce_index);
}

Expr Evaluator::Scalar(const KernelNode& node, const tbe::ExprNode& expr, const Index& index,
                       const Index& reduce_index) {
  auto operand = [&](size_t i) { return Scalar(node, *expr.operands[i], index, reduce_index); };
  switch (expr.kind) {
    case tbe::ExprKind::kIndex:
    case tbe::ExprKind::kReduceIndex:
    case tbe::ExprKind::kExtent:
      return cast(ComputeType(expr.dtype), ScalarIndex(node, expr, index, reduce_index));
    case tbe::ExprKind::kLiteral:
      return math_.Number(expr.value, expr.dtype);
    case tbe::ExprKind::kRead: {
      int source_node = node.inputs[static_cast<size_t>(expr.index)];
      const KernelNode& source = Get(source_node);
      Index at;
      for (size_t i = 0; i < expr.operands.size(); ++i) {
        Expr position = ScalarIndex(node, *expr.operands[i], index, reduce_index);
        bool own = expr.operands[i]->kind == tbe::ExprKind::kIndex &&
                   node.dims[static_cast<size_t>(expr.operands[i]->index)] == source.dims[i];
        at.push_back(own ? position : Clamped(position, parameters_.Symbol(source.dims[i])));
      }
      return At(source_node, at);
    }
    case tbe::ExprKind::kUnary:
      return math_.Unary(expr.unary, operand(0));
    case tbe::ExprKind::kBinary:
      return math_.Binary(expr.binary, operand(0), operand(1));
    case tbe::ExprKind::kSelect:
      return select(operand(0), operand(1), operand(2));
    case tbe::ExprKind::kCast:
      return math_.Cast(operand(0), expr.operands[0]->dtype, expr.dtype, tbe::Rounding::kTrunc);
  }
  throw Halide::InternalError("unknown scalar expression");
}

// Computes an index in int32. Halide understands int32 (bounds, dense loads) where it can't see through 64 bits.
// Comparisons and divisions of numbers that were read keep the numbers' own width.
Expr Evaluator::ScalarIndex(const KernelNode& node, const tbe::ExprNode& expr, const Index& index,
                            const Index& reduce_index) {
  auto operand = [&](size_t i) { return ScalarIndex(node, *expr.operands[i], index, reduce_index); };
  switch (expr.kind) {
    case tbe::ExprKind::kIndex:
      return index[static_cast<size_t>(expr.index)];
    case tbe::ExprKind::kReduceIndex:
      return reduce_index[static_cast<size_t>(expr.index)];
    case tbe::ExprKind::kExtent:
      return parameters_.Symbol(expr.index);
    case tbe::ExprKind::kLiteral:
      if (const auto* integer = std::get_if<int64_t>(&expr.value)) return static_cast<int32_t>(*integer);
      break;
    case tbe::ExprKind::kBinary:
      if (ReadsElements(expr)) break;
      switch (expr.binary) {
        case tbe::BinaryOp::kAdd:
          return operand(0) + operand(1);
        case tbe::BinaryOp::kSub:
          return operand(0) - operand(1);
        case tbe::BinaryOp::kMul:
          return operand(0) * operand(1);
        case tbe::BinaryOp::kMax:
          return Halide::max(operand(0), operand(1));
        case tbe::BinaryOp::kMin:
          return Halide::min(operand(0), operand(1));
        case tbe::BinaryOp::kDiv:
        case tbe::BinaryOp::kMod:
        case tbe::BinaryOp::kFmod:
          return math_.Binary(expr.binary, operand(0), operand(1));
        default:
          break;
      }
      break;
    default:
      break;
  }
  return cast<int32_t>(Scalar(node, expr, index, reduce_index));
}

}  // namespace opdk::codegen
