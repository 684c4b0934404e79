// The bodies of compute().
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "opdk/neutral_text.h"
#include "sdk/api/src/tbe/build.h"
#include "sdk/api/src/tbe/dtype.h"
#include "sdk/api/src/tbe/interpreter/bounds.h"
#include "sdk/api/src/tbe/interpreter/nodes.h"
#include "sdk/api/src/tbe/interpreter/scalar.h"
#include "tbe/walk.h"

namespace tbe {
namespace {

// A body in evaluation order; operand k of step i is the result of step operands[i][k].
class Body {
 public:
  // With `bounds` (of the tensors it reads), the bound of each result is kept too.
  Body(const TensorNode& node, const Values& in, Precision precision, const OperandBounds* bounds = nullptr)
      : call_(opdk::ToText(node.name)), in_(in), precision_(precision), bounds_(bounds) {
    std::unordered_map<const ExprNode*, size_t> place;
    for (const ExprPtr& expr : PostOrder(node.body)) {
      std::vector<size_t> operands;
      for (const ExprPtr& operand : expr->operands) operands.push_back(place.at(operand.get()));
      place[expr.get()] = steps_.size();
      steps_.push_back({expr.get(), std::move(operands)});
    }
    results_.resize(steps_.size());
    errors_.resize(steps_.size(), 0);
    for (const Value* value : in) strides_.push_back(StridesOf(value->shape));
  }

  // Computes the body's value; an error when the body reads outside a tensor.
  opdk::Result<Cell> operator()(const Dims& index, const Dims& reduce_index) {
    for (size_t i = 0; i < steps_.size(); ++i) {
      const ExprNode& expr = *steps_[i].expr;
      if (expr.kind == ExprKind::kRead) {
        OPDK_TRY(const int64_t at, Place(steps_[i]));
        results_[i] = in_[expr.index]->cells[static_cast<size_t>(at)];
        if (bounds_ != nullptr) errors_[i] = ReadError(steps_[i], at);
      } else if (expr.kind == ExprKind::kIndex) {
        results_[i] = Integer(index[expr.index]);
      } else if (expr.kind == ExprKind::kReduceIndex) {
        results_[i] = Integer(reduce_index[expr.index]);
      } else {
        results_[i] = Step(steps_[i]);
        if (bounds_ != nullptr) errors_[i] = Error(steps_[i], results_[i]);
      }
    }
    return results_.back();
  }

  // Returns the error bound of the last value.
  double error() const { return errors_.back(); }

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

  double Error(const StepData& step, Cell value) const {
    const ExprNode& expr = *step.expr;
    auto operand = [&](size_t k) { return results_[step.operands[k]]; };
    auto error = [&](size_t k) { return errors_[step.operands[k]]; };
    switch (expr.kind) {
      case ExprKind::kUnary:
        return UnaryBound(expr.unary, expr.operands[0]->dtype, expr.dtype, operand(0), error(0), value);
      case ExprKind::kBinary:
        return BinaryBound(expr.binary, expr.operands[0]->dtype, expr.dtype, operand(0), error(0), operand(1), error(1),
                           value);
      case ExprKind::kSelect: {
        const double chosen = error(operand(0).integer != 0 ? 1 : 2);
        if (error(0) == 0) return chosen;
        return Distance(expr.dtype, operand(1), operand(2)) + std::max(error(1), error(2));
      }
      case ExprKind::kCast:
        return CastBound(expr.operands[0]->dtype, expr.dtype, Rounding::kTrunc, operand(0), error(0), value);
      case ExprKind::kLiteral:
        return IsFloat(expr.dtype) ? Distance(expr.dtype, value, Real(RoundReal(expr.dtype, value.real))) : 0;
      default:
        return 0;
    }
  }

  // Returns the error bound of a read. Infinite when an index is rounded, because the element that it selects isn't
  // known.
  double ReadError(const StepData& step, int64_t at) const {
    for (const size_t operand : step.operands) {
      if (errors_[operand] != 0) return std::numeric_limits<double>::infinity();
    }
    return (*(*bounds_)[static_cast<size_t>(step.expr->index)])[static_cast<size_t>(at)];
  }

  // Returns the flat position of a read. E2010: an index lies outside its axis.
  opdk::Result<int64_t> Place(const StepData& step) const {
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
    return at;
  }

  std::string call_;
  const Values& in_;
  Precision precision_;
  const OperandBounds* bounds_;
  std::vector<StepData> steps_;
  std::vector<Cell> results_;
  std::vector<double> errors_;
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

namespace {

// Combines the error bounds of a reduction's terms.
class BoundAccumulator {
 public:
  explicit BoundAccumulator(const TensorNode& node) : node_(node), value_(node.reduce, node.dtype) {}

  void Add(Cell term, double bound) {
    value_.Add(term);
    const double real = IsFloat(node_.dtype) ? term.real : static_cast<double>(term.integer);
    const double magnitude = std::isfinite(real) ? std::fabs(real) : 0;
    sum_ += magnitude;
    errors_ += bound;
    worst_ = std::max(worst_, bound);
    product_ *= magnitude + bound;
    ++terms_;
  }

  double Get() const {
    const DataType wide = AccumulationDtype(node_.dtype);
    switch (node_.reduce) {
      case ReduceOp::kSum:
        if (!IsFloat(node_.dtype)) return errors_;
        if (std::isnan(value_.Get().real)) return 0;
        // Partial sums may leave the dtype although the sum doesn't.
        if (std::isinf(RoundReal(wide, sum_))) return std::numeric_limits<double>::infinity();
        return errors_ + SumBound(node_.dtype, wide, sum_, value_.Get().real, terms_);
      case ReduceOp::kProd: {
        if (!IsFloat(node_.dtype)) return errors_ == 0 ? 0 : std::numeric_limits<double>::infinity();
        const double excess = product_ - std::fabs(value_.Get().real);
        const double rounding = static_cast<double>(terms_) * HalfUnit(node_.dtype, product_);
        return std::isnan(excess) ? std::numeric_limits<double>::infinity() : std::max(excess, 0.0) + rounding;
      }
      case ReduceOp::kMax:
      case ReduceOp::kMin:
        return worst_;
      default:
        return worst_ > 0 ? 1 : 0;
    }
  }

 private:
  const TensorNode& node_;
  Accumulator value_;
  double sum_ = 0;
  double errors_ = 0;
  double worst_ = 0;
  double product_ = 1;
  int64_t terms_ = 0;
};

}  // namespace

opdk::Result<Bounds> ComputeBounds(const TensorNode& node, const Values& in, const OperandBounds& bounds) {
  Body body(node, in, Precision::kDouble, &bounds);
  Bounds result;
  opdk::Status failure;
  ForEachIndex(node.shape, [&](const Dims& index) {
    if (!failure.ok()) return;
    BoundAccumulator total(node);
    double alone = 0;
    const auto add = [&](const Dims& reduce_index) {
      if (!failure.ok()) return;
      const opdk::Result<Cell> cell = body(index, reduce_index);
      if (!cell.ok()) {
        failure = cell.status();
        return;
      }
      alone = body.error();
      if (!node.reduce_shape.empty()) total.Add(*cell, body.error());
    };
    if (node.reduce_shape.empty()) {
      add({});
    } else {
      ForEachIndex(node.reduce_shape, add);
    }
    result.push_back(node.reduce_shape.empty() ? alone : total.Get());
  });
  if (!failure.ok()) return failure;
  return result;
}

}  // namespace tbe
