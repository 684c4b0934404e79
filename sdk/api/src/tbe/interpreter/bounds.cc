#include "sdk/api/src/tbe/interpreter/bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "sdk/api/src/tbe/dtype.h"
#include "sdk/api/src/tbe/interpreter/scalar.h"

namespace tbe {
namespace {

struct FloatFormat {
  double half_unit;  // relative
  double denormal;   // half the distance of neighbours around zero, or double's smallest number
  double min;        // normal
  double max;
};

FloatFormat FormatOf(DataType dtype) {
  switch (dtype) {
    case ge::DT_FLOAT16:
      return {0x1p-11, 0x1p-25, 0x1p-14, 65504};
    case ge::DT_BF16:
      return {0x1p-8, 0x1p-134, 0x1p-126, 0x1.fep127};
    case ge::DT_FLOAT:
      return {0x1p-24, 0x1p-150, 0x1p-126, 0x1.fffffep127};
    default:
      return {0x1p-53, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::min(),
              std::numeric_limits<double>::max()};
  }
}

double AsReal(DataType dtype, Cell cell) { return IsFloat(dtype) ? cell.real : static_cast<double>(cell.integer); }

Value Map(const Value& value, const auto& change) {
  Value result{ge::DT_DOUBLE, value.shape, {}};
  result.cells.reserve(value.cells.size());
  for (size_t i = 0; i < value.cells.size(); ++i)
    result.cells.push_back(Real(change(AsReal(value.dtype, value.cells[i]), i)));
  return result;
}

Value BoundsAsValue(const Value& like, const Bounds& bounds) {
  return Map(like, [&](double, size_t i) { return bounds[i]; });
}

// Computes |x|, or |x| plus its bound. Infinities and NaN count as 0: they decide the value, not its rounding.
double FiniteMagnitude(double v) { return std::isfinite(v) ? std::fabs(v) : 0; }
Value Magnitudes(const Value& x) {
  return Map(x, [](double v, size_t) { return FiniteMagnitude(v); });
}
Value Magnitudes(const Value& x, const Bounds& bounds) {
  return Map(x, [&](double v, size_t i) { return FiniteMagnitude(v) + bounds[i]; });
}

// The operand properties from which the error bound of an operation is computed.
enum class Of : uint8_t { kBounds, kMagnitudes, kWidened, kFactorsAboveOne, kFactorsBelowOne };

Value OperandOf(Of what, const Value& x, const Bounds& bounds) {
  switch (what) {
    case Of::kBounds:
      return BoundsAsValue(x, bounds);
    case Of::kMagnitudes:
      return Magnitudes(x);
    case Of::kWidened:
      return Magnitudes(x, bounds);
    case Of::kFactorsAboveOne:
      return Map(x, [](double v, size_t) { return std::max(1.0, FiniteMagnitude(v)); });
    case Of::kFactorsBelowOne:
      return Map(x, [](double v, size_t) { return v == 0 || !std::isfinite(v) ? 1 : std::min(1.0, std::fabs(v)); });
  }
  return Value();
}

bool AllZero(const Bounds& bounds) {
  return std::all_of(bounds.begin(), bounds.end(), [](double b) { return b == 0; });
}

Bounds ToBounds(const Value& value) {
  Bounds bounds;
  bounds.reserve(value.cells.size());
  for (const Cell cell : value.cells) bounds.push_back(std::isnan(cell.real) ? kInfinity : std::max(cell.real, 0.0));
  return bounds;
}

// How many numbers come together in each element: `most`, or along the axis of a scan one more in each.
struct TermCount {
  int64_t most = 0;
  std::optional<Lines> scanned = {};

  int64_t Of(size_t i) const { return scanned ? scanned->Place(static_cast<int64_t>(i)) + 1 : most; }
};

// Sums of products and the like: `exact` of the magnitudes, `widened` of the magnitudes with their bounds.
Bounds LinearBounds(const TensorNode& node, const Value& value, const Value& exact, const Value* widened,
                    const TermCount& terms) {
  Bounds bounds(value.cells.size(), 0);
  // A scatter combines in memory, row by row.
  const DataType wide = node.kind == Kind::kScatter ? node.dtype : AccumulationDtype(node.dtype);
  const FloatFormat format = FormatOf(wide);
  for (size_t i = 0; i < bounds.size(); ++i) {
    const double magnitude = exact.cells[i].real;
    if (IsFloat(node.dtype)) {
      // A NaN stays a NaN, unless it comes from an overflow, which only double has here. An infinity stays, unless the
      // sum of the other terms overflows the other way.
      if (std::isnan(value.cells[i].real) && node.dtype != ge::DT_DOUBLE) continue;
      if (std::isfinite(value.cells[i].real)) {
        bounds[i] = SumBound(node.dtype, wide, magnitude, value.cells[i].real, terms.Of(i));
      }
      // Pooling divides last, so its sum overflows earlier than its result.
      const double sum = node.kind == Kind::kPool ? magnitude * static_cast<double>(terms.most) : magnitude;
      if (!(sum <= format.max)) bounds[i] = kInfinity;
    }
    if (widened != nullptr) bounds[i] += widened->cells[i].real - magnitude;
    if (std::isnan(bounds[i])) bounds[i] = kInfinity;
  }
  return bounds;
}

int64_t TermsOf(const TensorNode& node, const Values& in) {
  switch (node.kind) {
    case Kind::kMatmul: {
      const Dims& a = in[0]->shape;
      return a[a.size() - (node.trans_a ? 2 : 1)];
    }
    case Kind::kConvBackpropFilter: {
      const Dims& gradient = in[1]->shape;
      return CountOf(gradient) / std::max<int64_t>(1, gradient[1]);
    }
    case Kind::kPool:
      return CountOf(node.pool.window);
    default: {  // convolutions: one output's taps
      const Dims& w = in[1]->shape;
      return CountOf(w) / std::max<int64_t>(1, node.kind == Kind::kConv ? w[0] : w[1] * node.conv.groups);
    }
  }
}

Value EvaluateLinear(const TensorNode& node, const Values& in) {
  TensorNode real = node;
  real.dtype = ge::DT_DOUBLE;
  switch (node.kind) {
    case Kind::kMatmul:
      return EvaluateMatmul(real, in, Precision::kDouble);
    case Kind::kConv:
      return EvaluateConv(real, in, Precision::kDouble);
    case Kind::kConvTranspose:
      return EvaluateConvTranspose(real, in, Precision::kDouble);
    case Kind::kConvBackpropFilter:
      return EvaluateConvBackpropFilter(real, in, Precision::kDouble);
    default:
      return EvaluatePool(real, in, Precision::kDouble);
  }
}

Bounds CubeBounds(const TensorNode& node, const Values& in, const OperandBounds& bounds, const Value& value) {
  const bool exact_inputs = std::all_of(bounds.begin(), bounds.end(), [](const Bounds* b) { return AllZero(*b); });
  if (exact_inputs && !IsFloat(node.dtype)) return Bounds(value.cells.size(), 0);
  std::vector<Value> magnitudes, widened;
  for (size_t i = 0; i < in.size(); ++i) {
    magnitudes.push_back(Magnitudes(*in[i]));
    widened.push_back(Magnitudes(*in[i], *bounds[i]));
  }
  Values of_magnitudes, of_widened;
  for (size_t i = 0; i < in.size(); ++i) {
    of_magnitudes.push_back(&magnitudes[i]);
    of_widened.push_back(&widened[i]);
  }
  const Value exact = EvaluateLinear(node, of_magnitudes);
  const int64_t terms = TermsOf(node, in) + (in.size() > 2 ? 1 : 0);
  if (exact_inputs) return LinearBounds(node, value, exact, nullptr, {terms});
  const Value wide = EvaluateLinear(node, of_widened);
  return LinearBounds(node, value, exact, &wide, {terms});
}

Bounds PoolBounds(const TensorNode& node, const Values& in, const OperandBounds& bounds, const Value& value) {
  if (node.pool.mode != PoolMode::kMax) return CubeBounds(node, in, bounds, value);
  const Value of_input = BoundsAsValue(*in[0], *bounds[0]);
  return ToBounds(EvaluateLinear(node, {&of_input}));
}

// Computes the bounds of elements that are combined by `op`: `combine` runs the node on other values.
template <typename Combine>
Bounds CombinedBounds(const TensorNode& node, ReduceOp op, bool exact_inputs, const Value& value,
                      const TermCount& terms, const Combine& combine) {
  if (exact_inputs && (!IsFloat(node.dtype) || op == ReduceOp::kMax || op == ReduceOp::kMin)) {
    return Bounds(value.cells.size(), 0);
  }
  // combine(kind of reduction, what of the operands)
  switch (op) {
    case ReduceOp::kMax:
    case ReduceOp::kMin:
      return ToBounds(combine(ReduceOp::kMax, Of::kBounds));
    case ReduceOp::kSum: {
      const Value exact = combine(ReduceOp::kSum, Of::kMagnitudes);
      if (exact_inputs) return LinearBounds(node, value, exact, nullptr, terms);
      const Value wide = combine(ReduceOp::kSum, Of::kWidened);
      return LinearBounds(node, value, exact, &wide, terms);
    }
    case ReduceOp::kProd: {
      const Value exact = combine(ReduceOp::kProd, Of::kMagnitudes);
      const Value wide = combine(ReduceOp::kProd, Of::kWidened);
      Bounds bounds = LinearBounds(node, value, exact, &wide, {terms.most * terms.most});
      if (!IsFloat(node.dtype) || terms.most <= 2) return bounds;
      // In some order partial products may leave the dtype although the product doesn't; a factor of 0 or infinity
      // hides it.
      const FloatFormat format = FormatOf(node.dtype);
      const Value highest = combine(ReduceOp::kProd, Of::kFactorsAboveOne);
      const Value lowest = combine(ReduceOp::kProd, Of::kFactorsBelowOne);
      for (size_t i = 0; i < bounds.size(); ++i) {
        const double result = value.cells[i].real;
        const bool fits = highest.cells[i].real <= format.max && lowest.cells[i].real >= format.min;
        if (result == 0 || !std::isfinite(result) || !fits) bounds[i] = kInfinity;
      }
      return bounds;
    }
    default: {  // any, all
      Bounds bounds = ToBounds(combine(ReduceOp::kMax, Of::kBounds));
      for (double& bound : bounds) bound = bound > 0 ? 1 : 0;
      return bounds;
    }
  }
}

Bounds ReduceBounds(const TensorNode& node, const Values& in, const OperandBounds& bounds, const Value& value) {
  const int64_t n = CountOf(in[0]->shape) / std::max<int64_t>(1, CountOf(node.shape));
  return CombinedBounds(node, node.reduce, AllZero(*bounds[0]), value, {n}, [&](ReduceOp op, Of what) {
    TensorNode real = node;
    real.dtype = ge::DT_DOUBLE;
    real.reduce = op;
    const Value operand = OperandOf(what, *in[0], *bounds[0]);
    return EvaluateReduce(real, {&operand}, Precision::kDouble);
  });
}

Bounds ScatterBounds(const TensorNode& node, const Values& in, const OperandBounds& bounds, const Value& value) {
  if (!AllZero(*bounds[1])) return Bounds(value.cells.size(), kInfinity);
  const auto run = [&](ReduceOp op, Of what) {
    TensorNode real = node;
    real.dtype = ge::DT_DOUBLE;
    real.reduce = op;
    const Value base = OperandOf(what, *in[0], *bounds[0]), updates = OperandOf(what, *in[2], *bounds[2]);
    return EvaluateScatter(real, {&base, in[1], &updates}, Precision::kDouble);
  };
  if (node.overwrite) return ToBounds(run(ReduceOp::kMax, Of::kBounds));
  const auto n = static_cast<int64_t>(in[1]->cells.size()) + 1;
  return CombinedBounds(node, node.reduce, AllZero(*bounds[0]) && AllZero(*bounds[2]), value, {n}, run);
}

Bounds ScanBounds(const TensorNode& node, const Values& in, const OperandBounds& bounds, const Value& value) {
  const Lines lines(in[0]->shape, node.axes[0]);
  return CombinedBounds(node, node.reduce, AllZero(*bounds[0]), value, {lines.extent, lines},
                        [&](ReduceOp op, Of what) {
                          TensorNode real = node;
                          real.dtype = ge::DT_DOUBLE;
                          real.reduce = op;
                          const Value operand = OperandOf(what, *in[0], *bounds[0]);
                          return EvaluateScan(real, {&operand}, Precision::kDouble);
                        });
}

opdk::Result<Bounds> MovementBounds(const TensorNode& node, const Values& in, const OperandBounds& bounds) {
  std::vector<Value> moved;
  moved.reserve(in.size());
  for (size_t i = 0; i < in.size(); ++i) moved.push_back(BoundsAsValue(*in[i], *bounds[i]));
  Values operands;
  for (const Value& value : moved) operands.push_back(&value);
  if (node.kind != Kind::kGather) return ToBounds(EvaluateMovement(node, operands));
  operands[1] = in[1];
  OPDK_TRY(const Value gathered, EvaluateGather(node, operands));
  Bounds result = ToBounds(gathered);
  // Which element a rounded index means is not known.
  if (!AllZero(*bounds[1])) std::fill(result.begin(), result.end(), kInfinity);
  return result;
}

double SelectBound(const TensorNode& node, const Values& in, const OperandBounds& bounds, size_t i) {
  const bool first = in[0]->cells[i].integer != 0;
  const double chosen = (*bounds[first ? 1 : 2])[i];
  if ((*bounds[0])[i] == 0) return chosen;
  return Distance(node.dtype, in[1]->cells[i], in[2]->cells[i]) + std::max((*bounds[1])[i], (*bounds[2])[i]);
}

// Returns whether the operand of a rounding to an integer is a division with an exact quotient. The rounding decides
// about halves: quantising divides first, and a quotient that the dtype can hold is exact. The bound is that of one
// rounding if the division's operands are exact.
bool IsExactQuotient(const TensorNode& node, Cell a, double bound) {
  if (RoundingsOf(node.unary) > 0 || !IsFloat(node.dtype) || node.dtype == ge::DT_DOUBLE) return false;
  const TensorNode& operand = *node.inputs[0];
  return operand.kind == Kind::kBinary && operand.binary == BinaryOp::kDiv && bound == HalfUnit(node.dtype, a.real) &&
         RoundReal(node.dtype, a.real) == a.real;
}

Bounds ElementwiseBounds(const TensorNode& node, const Values& in, const OperandBounds& bounds, const Value& value) {
  Bounds result(value.cells.size());
  for (size_t i = 0; i < result.size(); ++i) {
    const Cell a = in[0]->cells[i];
    const double bound = (*bounds[0])[i];
    switch (node.kind) {
      case Kind::kUnary:
        result[i] = UnaryBound(node.unary, in[0]->dtype, node.dtype, a, IsExactQuotient(node, a, bound) ? 0 : bound,
                               value.cells[i]);
        break;
      case Kind::kBinary:
        result[i] = BinaryBound(node.binary, in[0]->dtype, node.dtype, a, bound, in[1]->cells[i], (*bounds[1])[i],
                                value.cells[i]);
        break;
      case Kind::kSelect:
        result[i] = SelectBound(node, in, bounds, i);
        break;
      default:
        result[i] = CastBound(in[0]->dtype, node.dtype, node.rounding, a, bound, value.cells[i]);
    }
  }
  return result;
}

}  // namespace

double HalfUnit(DataType dtype, double value) {
  if (!IsFloat(dtype) || !std::isfinite(value)) return 0;
  const FloatFormat format = FormatOf(dtype);
  return std::max(format.half_unit * std::fabs(value), format.denormal);
}

double Distance(DataType dtype, Cell a, Cell b) {
  if (!IsFloat(dtype)) {
    return std::fabs(static_cast<double>(a.integer) - static_cast<double>(b.integer));
  }
  if (a.real == b.real || (std::isnan(a.real) && std::isnan(b.real))) return 0;
  const double distance = std::fabs(a.real - b.real);
  return std::isnan(distance) ? kInfinity : distance;
}

DataType AccumulationDtype(DataType dtype) {
  return dtype == ge::DT_FLOAT16 || dtype == ge::DT_BF16 ? ge::DT_FLOAT : dtype;
}

double SumBound(DataType dtype, DataType wide, double magnitude, double value, int64_t n) {
  // Roundings go both ways: n of them add up as a random walk does.
  const double roundings = 2 + 2 * std::sqrt(static_cast<double>(std::max<int64_t>(n, 1)));
  const double summed = HalfUnit(wide, magnitude) * roundings;
  return wide == dtype ? summed : summed + HalfUnit(dtype, std::fabs(value) + summed);
}

opdk::Result<Bounds> BoundsOf(const TensorNode& node, const Values& in, const OperandBounds& bounds,
                              const Value& value) {
  switch (node.kind) {
    case Kind::kInput:
      return Bounds(value.cells.size(), 0);
    case Kind::kConst:
    case Kind::kParam:
      if (!IsFloat(node.dtype)) return Bounds(1, 0);
      return Bounds(1, Distance(node.dtype, value.cells[0], Real(RoundReal(node.dtype, value.cells[0].real))));
    case Kind::kUnary:
    case Kind::kBinary:
    case Kind::kSelect:
    case Kind::kCast:
      return ElementwiseBounds(node, in, bounds, value);
    case Kind::kReduce:
      return ReduceBounds(node, in, bounds, value);
    case Kind::kScatter:
      return ScatterBounds(node, in, bounds, value);
    case Kind::kScan:
      return ScanBounds(node, in, bounds, value);
    case Kind::kCompute:
      return ComputeBounds(node, in, bounds);
    case Kind::kMatmul:
    case Kind::kConv:
    case Kind::kConvTranspose:
    case Kind::kConvBackpropFilter:
      return CubeBounds(node, in, bounds, value);
    case Kind::kPool:
      return PoolBounds(node, in, bounds, value);
    default:
      return MovementBounds(node, in, bounds);
  }
}

Bounds CarriedBounds(const TensorNode& node, const Values& in, const Value& value, const Bounds& bounds) {
  if (!IsFloat(value.dtype)) return bounds;
  Bounds carried = bounds;
  if (value.dtype == ge::DT_DOUBLE) {
    // Sums have looked at their magnitudes.
    if (node.kind != Kind::kBinary) return bounds;
    for (size_t i = 0; i < carried.size(); ++i) {
      const bool overflows = std::isinf(value.cells[i].real) && std::isfinite(in[0]->cells[i].real) &&
                             std::isfinite(in[1]->cells[i].real) &&
                             !(node.binary == BinaryOp::kDiv && in[1]->cells[i].real == 0);
      if (overflows) carried[i] = kInfinity;
    }
    return carried;
  }
  const double max = FormatOf(value.dtype).max;
  for (size_t i = 0; i < carried.size(); ++i) {
    const double real = value.cells[i].real;
    if (std::isfinite(real) && std::fabs(real) + carried[i] > max) carried[i] = kInfinity;
  }
  return carried;
}

Bounds OutputBounds(const Value& value, const Bounds& bounds) {
  if (!IsFloat(value.dtype)) return bounds;
  Bounds seen = bounds;
  const double max = FormatOf(value.dtype).max;
  for (size_t i = 0; i < seen.size(); ++i) {
    const double magnitude = std::fabs(value.cells[i].real);
    if (!std::isfinite(magnitude)) continue;
    if (magnitude - seen[i] > max * (1 + 2 * FormatOf(value.dtype).half_unit)) {
      seen[i] = 0;
    } else if (magnitude + seen[i] > max) {
      seen[i] = kInfinity;
    }
  }
  return seen;
}

}  // namespace tbe
