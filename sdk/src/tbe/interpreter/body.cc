// The bodies of compute().
#include <fmt/format.h>

#include <unordered_map>

#include "sdk/src/tbe/build.h"
#include "sdk/src/tbe/interpreter/nodes.h"
#include "sdk/src/tbe/interpreter/scalar.h"
#include "sdk/src/tbe/order.h"

namespace tbe {
namespace {

// A body in evaluation order; operand k of step i is the result of step operands[i][k].
class Body {
 public:
  Body(const TensorNode& node, const Values& in, Precision precision)
      : call_(node.name), in_(in), precision_(precision) {
    std::unordered_map<const ExprNode*, size_t> place;
    for (const ExprNode* expr : PostOrder(node.body)) {
      std::vector<size_t> operands;
      for (const ExprPtr& operand : expr->operands) operands.push_back(place.at(operand.get()));
      place[expr] = steps_.size();
      steps_.push_back({expr, std::move(operands)});
    }
    results_.resize(steps_.size());
    for (const Value* value : in) strides_.push_back(StridesOf(value->shape));
  }

  // The body's value, or what it read outside.
  opdk::Result<Cell> operator()(const Dims& index, const Dims& reduce_index) {
    for (size_t i = 0; i < steps_.size(); ++i) {
      const ExprNode& expr = *steps_[i].expr;
      if (expr.kind == ExprKind::kRead) {
        OPDK_TRY(results_[i], Read(steps_[i]));
      } else if (expr.kind == ExprKind::kIndex) {
        results_[i] = Integer(index[expr.index]);
      } else if (expr.kind == ExprKind::kReduceIndex) {
        results_[i] = Integer(reduce_index[expr.index]);
      } else {
        results_[i] = Step(steps_[i]);
      }
    }
    return results_.back();
  }

 private:
  struct StepData {
    const ExprNode* expr;
    std::vector<size_t> operands;
  };

  Cell Step(const StepData& step) const {
    const ExprNode& expr = *step.expr;
    auto operand = [&](size_t k) { return results_[step.operands[k]]; };
    switch (expr.kind) {
      case ExprKind::kExtent:
        return Integer(in_[expr.index]->shape[expr.axis]);
      case ExprKind::kUnary:
        return Finish(expr.dtype, ApplyUnary(expr.unary, expr.operands[0]->dtype, operand(0)), precision_);
      case ExprKind::kBinary:
        return Finish(expr.dtype, ApplyBinary(expr.binary, expr.operands[0]->dtype, operand(0), operand(1)),
                      precision_);
      case ExprKind::kSelect:
        return operand(0).integer != 0 ? operand(1) : operand(2);
      case ExprKind::kCast:
        return CastCell(operand(0), expr.operands[0]->dtype, expr.dtype, Rounding::kTrunc);
      default:
        return Finish(expr.dtype, FromNumber(expr.dtype, expr.value), precision_);
    }
  }

  opdk::Result<Cell> Read(const StepData& step) const {
    const Value& x = *in_[step.expr->index];
    int64_t at = 0;
    for (size_t axis = 0; axis < x.shape.size(); ++axis) {
      const int64_t index = results_[step.operands[axis]].integer;
      if (index < 0 || index >= x.shape[axis]) {
        return opdk::Status(opdk::ErrorCode::kExpression, fmt::format("tbe::{}: index {} is outside axis {} of {}",
                                                                      call_, index, axis, ShapeText(x.shape)));
      }
      at += strides_[step.expr->index][axis] * index;
    }
    return x.cells[at];
  }

  std::string call_;
  const Values& in_;
  Precision precision_;
  std::vector<StepData> steps_;
  std::vector<Cell> results_;
  std::vector<Dims> strides_;
};

}  // namespace

opdk::Result<Value> EvaluateCompute(const TensorNode& node, const Values& in, Precision precision) {
  Body body(node, in, precision);
  Value out{node.dtype, node.shape, {}};
  opdk::Status failure;
  auto element = [&](const Dims& index, const Dims& reduce_index) {
    opdk::Result<Cell> cell = body(index, reduce_index);
    if (cell.ok()) return *cell;
    failure = std::move(cell).status();
    return Integer(0);
  };
  ForEachIndex(node.shape, [&](const Dims& index) {
    if (!failure.ok()) return;
    if (node.reduce_shape.empty()) {
      out.cells.push_back(element(index, {}));
      return;
    }
    Accumulator total(node.reduce, node.dtype);
    ForEachIndex(node.reduce_shape, [&](const Dims& reduce_index) {
      if (failure.ok()) total.Add(element(index, reduce_index));
    });
    out.cells.push_back(Finish(node.dtype, total.Get(), precision));
  });
  if (!failure.ok()) return failure;
  return out;
}

}  // namespace tbe
