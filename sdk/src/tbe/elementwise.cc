#include "tbe/elementwise.h"

#include <fmt/format.h>

#include <cmath>

#include "sdk/src/tbe/build.h"

namespace tbe {
namespace {

constexpr std::string_view kNumbers = "float types and integers";
constexpr std::string_view kFloats = "float types";

bool IsNumber(DataType dtype) { return IsFloat(dtype) || IsInteger(dtype); }

Tensor NumberLeaf(std::string_view call, Kind kind, Number value, DataType dtype) {
  if (IsFloat(dtype)) {
    if (const auto* whole = std::get_if<int64_t>(&value)) value = static_cast<double>(*whole);
  } else if (const auto* real = std::get_if<double>(&value)) {
    // 2^63 is the first double beyond int64.
    if (*real != std::trunc(*real) || std::fabs(*real) >= 9223372036854775808.0) {
      Fail(call, fmt::format("{} isn't a whole number, as a tensor of {} needs", *real, DtypeName(dtype)));
    }
    value = static_cast<int64_t>(*real);
  }
  TensorNode node = Node(kind, dtype, {}, {});
  node.value = value;
  return Make(call, std::move(node));
}

Tensor Arithmetic(std::string_view call, BinaryOp op, const Operand& lhs, const Operand& rhs) {
  std::vector<Tensor> in = Unify(call, {lhs, rhs});
  RequireDtype(call, in[0], IsNumber(in[0].dtype()), kNumbers);
  return MakeBinary(call, op, in[0], in[1], in[0].dtype());
}

Tensor Bits(std::string_view call, BinaryOp op, const Operand& lhs, const Operand& rhs) {
  std::vector<Tensor> in = Unify(call, {lhs, rhs});
  RequireDtype(call, in[0], !IsFloat(in[0].dtype()), "bool and integers");
  return MakeBinary(call, op, in[0], in[1], in[0].dtype());
}

Tensor Shift(std::string_view call, BinaryOp op, const Operand& lhs, const Operand& rhs) {
  std::vector<Tensor> in = Unify(call, {lhs, rhs});
  RequireDtype(call, in[0], IsInteger(in[0].dtype()), "integers");
  return MakeBinary(call, op, in[0], in[1], in[0].dtype());
}

Tensor NumberFunction(std::string_view call, UnaryOp op, const Tensor& x) {
  RequirePresent(call, x);
  RequireDtype(call, x, IsNumber(x.dtype()), kNumbers);
  return MakeUnary(call, op, x, x.dtype());
}

Tensor FloatFunction(std::string_view call, UnaryOp op, const Tensor& x) {
  RequirePresent(call, x);
  RequireDtype(call, x, IsFloat(x.dtype()), kFloats);
  return MakeUnary(call, op, x, x.dtype());
}

Tensor FloatQuestion(std::string_view call, UnaryOp op, const Tensor& x) {
  RequirePresent(call, x);
  RequireDtype(call, x, IsFloat(x.dtype()), kFloats);
  return MakeUnary(call, op, x, ge::DT_BOOL);
}

BinaryOp Comparison(std::string_view call, std::string_view operation) {
  if (operation == "lt") return BinaryOp::kLess;
  if (operation == "le") return BinaryOp::kLessEqual;
  if (operation == "gt") return BinaryOp::kGreater;
  if (operation == "ge") return BinaryOp::kGreaterEqual;
  if (operation == "eq") return BinaryOp::kEqual;
  if (operation == "ne") return BinaryOp::kNotEqual;
  Fail(call, fmt::format("there is no operation \"{}\"; choose among lt, le, gt, ge, eq, ne", operation));
}

Tensor RoundTo(std::string_view call, UnaryOp op, Rounding rounding, const Tensor& x, DataType dtype) {
  RequirePresent(call, x);
  RequireDtype(call, x, IsNumber(x.dtype()), kNumbers);
  if (IsFloat(x.dtype()) && dtype == x.dtype()) return MakeUnary(call, op, x, dtype);
  if (!IsInteger(dtype)) {
    Fail(call, fmt::format("rounds {} to an integer dtype or to its own, not to {}", Describe(x), DtypeName(dtype)));
  }
  return cast_to(x, dtype, rounding);
}

}  // namespace

Tensor Placeholder(int index, const Dims& shape, DataType dtype, const std::string& name) {
  TensorNode node = Node(Kind::kInput, dtype, shape, {});
  node.input_index = index;
  node.name = name;
  return Make("Placeholder", std::move(node));
}

Tensor Const(Number value, DataType dtype) { return NumberLeaf("Const", Kind::kConst, value, dtype); }
Tensor Param(double value, DataType dtype) { return NumberLeaf("Param", Kind::kParam, value, dtype); }
Tensor Param(int64_t value, DataType dtype) { return NumberLeaf("Param", Kind::kParam, value, dtype); }

Tensor Extent(const Tensor& x, int64_t axis, DataType dtype) {
  RequirePresent("Extent", x);
  return Param(x.shape()[NormalizeAxis("Extent", axis, x.rank())], dtype);
}

Tensor Count(const Tensor& x, const Dims& axes, DataType dtype) {
  RequirePresent("Count", x);
  int64_t count = 1;
  for (int64_t axis : NormalizeAxes("Count", axes, x.rank())) count *= x.shape()[axis];
  return Param(count, dtype);
}

Tensor vadd(const Operand& lhs, const Operand& rhs) { return Arithmetic("vadd", BinaryOp::kAdd, lhs, rhs); }
Tensor vsub(const Operand& lhs, const Operand& rhs) { return Arithmetic("vsub", BinaryOp::kSub, lhs, rhs); }
Tensor vmul(const Operand& lhs, const Operand& rhs) { return Arithmetic("vmul", BinaryOp::kMul, lhs, rhs); }
Tensor vdiv(const Operand& lhs, const Operand& rhs) { return Arithmetic("vdiv", BinaryOp::kDiv, lhs, rhs); }
Tensor vmod(const Operand& lhs, const Operand& rhs) { return Arithmetic("vmod", BinaryOp::kMod, lhs, rhs); }
Tensor vfmod(const Operand& lhs, const Operand& rhs) { return Arithmetic("vfmod", BinaryOp::kFmod, lhs, rhs); }
Tensor vmax(const Operand& lhs, const Operand& rhs) { return Arithmetic("vmax", BinaryOp::kMax, lhs, rhs); }
Tensor vmin(const Operand& lhs, const Operand& rhs) { return Arithmetic("vmin", BinaryOp::kMin, lhs, rhs); }
Tensor vpow(const Operand& lhs, const Operand& rhs) { return Arithmetic("vpow", BinaryOp::kPow, lhs, rhs); }

Tensor vatan2(const Operand& lhs, const Operand& rhs) {
  std::vector<Tensor> in = Unify("vatan2", {lhs, rhs});
  RequireDtype("vatan2", in[0], IsFloat(in[0].dtype()), kFloats);
  return MakeBinary("vatan2", BinaryOp::kAtan2, in[0], in[1], in[0].dtype());
}

Tensor vadds(const Tensor& raw_tensor, const Operand& scalar) {
  return Arithmetic("vadds", BinaryOp::kAdd, raw_tensor, scalar);
}
Tensor vmuls(const Tensor& raw_tensor, const Operand& scalar) {
  return Arithmetic("vmuls", BinaryOp::kMul, raw_tensor, scalar);
}
Tensor vmaxs(const Tensor& raw_tensor, const Operand& scalar) {
  return Arithmetic("vmaxs", BinaryOp::kMax, raw_tensor, scalar);
}
Tensor vmins(const Tensor& raw_tensor, const Operand& scalar) {
  return Arithmetic("vmins", BinaryOp::kMin, raw_tensor, scalar);
}

Tensor vaxpy(const Tensor& lhs, const Tensor& rhs, const Operand& scalar) {
  return Arithmetic("vaxpy", BinaryOp::kAdd, Arithmetic("vaxpy", BinaryOp::kMul, lhs, scalar), rhs);
}
Tensor vmla(const Operand& tensor_0, const Operand& tensor_1, const Operand& tensor_2) {
  return Arithmetic("vmla", BinaryOp::kAdd, Arithmetic("vmla", BinaryOp::kMul, tensor_0, tensor_1), tensor_2);
}
Tensor vmadd(const Operand& tensor_0, const Operand& tensor_1, const Operand& tensor_2) {
  return Arithmetic("vmadd", BinaryOp::kAdd, Arithmetic("vmadd", BinaryOp::kMul, tensor_0, tensor_2), tensor_1);
}

Tensor vneg(const Tensor& x) { return NumberFunction("vneg", UnaryOp::kNeg, x); }
Tensor vabs(const Tensor& x) { return NumberFunction("vabs", UnaryOp::kAbs, x); }
Tensor vsign(const Tensor& x) { return NumberFunction("vsign", UnaryOp::kSign, x); }
Tensor vexp(const Tensor& x) { return FloatFunction("vexp", UnaryOp::kExp, x); }
Tensor vexpm1(const Tensor& x) { return FloatFunction("vexpm1", UnaryOp::kExpm1, x); }
Tensor vlog(const Tensor& x) { return FloatFunction("vlog", UnaryOp::kLog, x); }
Tensor vlog1p(const Tensor& x) { return FloatFunction("vlog1p", UnaryOp::kLog1p, x); }
Tensor vsqrt(const Tensor& x) { return FloatFunction("vsqrt", UnaryOp::kSqrt, x); }
Tensor vrsqrt(const Tensor& x) { return FloatFunction("vrsqrt", UnaryOp::kRsqrt, x); }
Tensor vrec(const Tensor& x) { return FloatFunction("vrec", UnaryOp::kReciprocal, x); }
Tensor verf(const Tensor& x) { return FloatFunction("verf", UnaryOp::kErf, x); }
Tensor vsigmoid(const Tensor& x) { return FloatFunction("vsigmoid", UnaryOp::kSigmoid, x); }
Tensor vsin(const Tensor& x) { return FloatFunction("vsin", UnaryOp::kSin, x); }
Tensor vcos(const Tensor& x) { return FloatFunction("vcos", UnaryOp::kCos, x); }
Tensor vtan(const Tensor& x) { return FloatFunction("vtan", UnaryOp::kTan, x); }
Tensor vasin(const Tensor& x) { return FloatFunction("vasin", UnaryOp::kAsin, x); }
Tensor vacos(const Tensor& x) { return FloatFunction("vacos", UnaryOp::kAcos, x); }
Tensor vatan(const Tensor& x) { return FloatFunction("vatan", UnaryOp::kAtan, x); }
Tensor vsinh(const Tensor& x) { return FloatFunction("vsinh", UnaryOp::kSinh, x); }
Tensor vcosh(const Tensor& x) { return FloatFunction("vcosh", UnaryOp::kCosh, x); }
Tensor vtanh(const Tensor& x) { return FloatFunction("vtanh", UnaryOp::kTanh, x); }
Tensor vasinh(const Tensor& x) { return FloatFunction("vasinh", UnaryOp::kAsinh, x); }
Tensor vacosh(const Tensor& x) { return FloatFunction("vacosh", UnaryOp::kAcosh, x); }
Tensor vatanh(const Tensor& x) { return FloatFunction("vatanh", UnaryOp::kAtanh, x); }
Tensor visnan(const Tensor& x) { return FloatQuestion("visnan", UnaryOp::kIsNan, x); }
Tensor visinf(const Tensor& x) { return FloatQuestion("visinf", UnaryOp::kIsInf, x); }

Tensor cast_to(const Tensor& data, DataType dtype, Rounding rounding) {
  RequirePresent("cast_to", data);
  if (data.dtype() == dtype) return data;
  TensorNode node = Node(Kind::kCast, dtype, data.shape(), {data});
  // Only a cast from a float type to an integer rounds as asked; the same cast must not hash differently.
  if (IsFloat(data.dtype()) && IsInteger(dtype)) node.rounding = rounding;
  return Make("cast_to", std::move(node));
}

Tensor floor(const Tensor& raw_tensor, DataType dtype) {
  return RoundTo("floor", UnaryOp::kFloor, Rounding::kFloor, raw_tensor, dtype);
}
Tensor ceil(const Tensor& raw_tensor, DataType dtype) {
  return RoundTo("ceil", UnaryOp::kCeil, Rounding::kCeil, raw_tensor, dtype);
}
Tensor round(const Tensor& raw_tensor, DataType dtype) {
  return RoundTo("round", UnaryOp::kRound, Rounding::kNearestEven, raw_tensor, dtype);
}
Tensor trunc(const Tensor& raw_tensor, DataType dtype) {
  return RoundTo("trunc", UnaryOp::kTrunc, Rounding::kTrunc, raw_tensor, dtype);
}

Tensor round_half_up(const Tensor& raw_tensor, DataType dtype) {
  Tensor floored = RoundTo("round_half_up", UnaryOp::kFloor, Rounding::kHalfUp, raw_tensor, dtype);
  if (!IsFloat(dtype)) return floored;
  // Not floor(x + 0.5): the sum rounds up for the number just below 0.5.
  return vsel(vcmp(raw_tensor - floored, 0.5, "ge"), floored + 1.0, floored);
}

Tensor vand(const Operand& lhs, const Operand& rhs) { return Bits("vand", BinaryOp::kAnd, lhs, rhs); }
Tensor vor(const Operand& lhs, const Operand& rhs) { return Bits("vor", BinaryOp::kOr, lhs, rhs); }
Tensor vxor(const Operand& lhs, const Operand& rhs) { return Bits("vxor", BinaryOp::kXor, lhs, rhs); }

Tensor vnot(const Tensor& raw_tensor) {
  RequirePresent("vnot", raw_tensor);
  RequireDtype("vnot", raw_tensor, !IsFloat(raw_tensor.dtype()), "bool and integers");
  return MakeUnary("vnot", UnaryOp::kNot, raw_tensor, raw_tensor.dtype());
}

Tensor vshl(const Operand& lhs, const Operand& rhs) { return Shift("vshl", BinaryOp::kShiftLeft, lhs, rhs); }
Tensor vshr(const Operand& lhs, const Operand& rhs) { return Shift("vshr", BinaryOp::kShiftRight, lhs, rhs); }

Tensor vlogic(const Tensor& lhs, const Tensor& rhs, std::string_view operation) {
  RequirePresent("vlogic", lhs);
  RequirePresent("vlogic", rhs);
  RequireDtype("vlogic", lhs, lhs.dtype() == ge::DT_BOOL, "bool");
  if (operation == "logic_and") return Bits("vlogic", BinaryOp::kAnd, lhs, rhs);
  if (operation == "logic_or") return Bits("vlogic", BinaryOp::kOr, lhs, rhs);
  Fail("vlogic", fmt::format("there is no operation \"{}\" of two tensors; choose logic_and or logic_or", operation));
}

Tensor vlogic(const Tensor& lhs, std::string_view operation) {
  RequirePresent("vlogic", lhs);
  RequireDtype("vlogic", lhs, lhs.dtype() == ge::DT_BOOL, "bool");
  if (operation == "logic_not") return MakeUnary("vlogic", UnaryOp::kNot, lhs, lhs.dtype());
  Fail("vlogic", fmt::format("there is no operation \"{}\" of one tensor; it is logic_not", operation));
}

Tensor vcmp(const Operand& lhs, const Operand& rhs, std::string_view operation) {
  const BinaryOp op = Comparison("vcmp", operation);
  std::vector<Tensor> in = Unify("vcmp", {lhs, rhs});
  const bool ordered = op != BinaryOp::kEqual && op != BinaryOp::kNotEqual;
  RequireDtype("vcmp", in[0], !ordered || in[0].dtype() != ge::DT_BOOL, kNumbers);
  return MakeBinary("vcmp", op, in[0], in[1], ge::DT_BOOL);
}

Tensor vsel(const Tensor& condition, const Operand& lhs, const Operand& rhs) {
  RequirePresent("vsel", condition);
  RequireDtype("vsel", condition, condition.dtype() == ge::DT_BOOL, "a bool condition");
  std::vector<Tensor> in = Unify("vsel", {lhs, rhs});
  const Dims shape = BroadcastShapesFor("vsel", condition.shape(), in[0].shape());
  TensorNode node = Node(
      Kind::kSelect, in[0].dtype(), shape,
      {BroadcastTo("vsel", condition, shape), BroadcastTo("vsel", in[0], shape), BroadcastTo("vsel", in[1], shape)});
  return Make("vsel", std::move(node));
}

Tensor vcmpsel(const Tensor& lhs, const Operand& rhs, std::string_view operation, const Operand& slhs,
               const Operand& srhs) {
  Tensor condition = vcmp(lhs, rhs, operation);
  if (slhs.is_number() && srhs.is_number()) return vsel(condition, Const(slhs.number(), lhs.dtype()), srhs);
  return vsel(condition, slhs, srhs);
}

Tensor vrelu(const Tensor& raw_tensor) { return Arithmetic("vrelu", BinaryOp::kMax, raw_tensor, 0); }

Tensor vlrelu(const Tensor& raw_tensor, const Operand& alpha) {
  return vsel(vcmp(raw_tensor, 0, "ge"), raw_tensor, Arithmetic("vlrelu", BinaryOp::kMul, raw_tensor, alpha));
}

Tensor vaddrelu(const Operand& lhs, const Operand& rhs) { return vrelu(vadd(lhs, rhs)); }
Tensor vsubrelu(const Operand& lhs, const Operand& rhs) { return vrelu(vsub(lhs, rhs)); }
Tensor vmaddrelu(const Operand& tensor_0, const Operand& tensor_1, const Operand& tensor_2) {
  return vrelu(vmadd(tensor_0, tensor_1, tensor_2));
}

Tensor clip(const Tensor& data, const Operand& max_value, const Operand& min_value) {
  return Arithmetic("clip", BinaryOp::kMin, Arithmetic("clip", BinaryOp::kMax, data, min_value), max_value);
}

}  // namespace tbe
