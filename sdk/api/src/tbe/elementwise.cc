#include "tbe/elementwise.h"

#include <fmt/format.h>

#include "sdk/api/src/tbe/build.h"
#include "sdk/api/src/tbe/computed.h"

namespace tbe {
namespace {

// Which dtypes a call takes, and how an error says so.
struct DtypeSet {
  bool (*fits)(DataType);
  std::string_view words;
};
constexpr DtypeSet kNumbers = {[](DataType dtype) { return dtype != ge::DT_BOOL; }, "float types and integers"};
constexpr DtypeSet kFloats = {IsFloat, "float types"};
constexpr DtypeSet kIntegers = {IsInteger, "integers"};
constexpr DtypeSet kBits = {[](DataType dtype) { return !IsFloat(dtype); }, "bool and integers"};

Tensor Binary(std::string_view call, BinaryOp op, const Argument& lhs, const Argument& rhs, const DtypeSet& takes) {
  const std::initializer_list<Argument> operands = {lhs, rhs};
  std::vector<Tensor> in = Unify(call, operands);
  RequireDtype(CallName(call, operands), in[0], takes.fits(in[0].dtype()), takes.words);
  return MakeBinary(call, op, in[0], in[1], in[0].dtype());
}

Tensor Arithmetic(std::string_view call, BinaryOp op, const Operand& lhs, const Operand& rhs) {
  return Binary(call, op, {"lhs", lhs}, {"rhs", rhs}, kNumbers);
}

Tensor Scalar(std::string_view call, BinaryOp op, const Tensor& raw_tensor, const Operand& scalar) {
  return Binary(call, op, {"raw_tensor", raw_tensor}, {"scalar", scalar}, kNumbers);
}

// Computes factor_0 * factor_1 + addend.
Tensor MultiplyAdd(std::string_view call, const Argument& factor_0, const Argument& factor_1, const Argument& addend) {
  RequireOneDtype(call, {factor_0, factor_1, addend});
  // Numbers alone make no product; the addend gives them its dtype.
  const Operand product =
      factor_0.operand.is_number() && factor_1.operand.is_number()
          ? Operand(MakeNumber(call, Kind::kConst, factor_0.operand.number(), addend.operand.tensor().dtype()))
          : factor_0.operand;
  return Binary(call, BinaryOp::kAdd,
                {factor_0.name, Binary(call, BinaryOp::kMul, {factor_0.name, product}, factor_1, kNumbers)}, addend,
                kNumbers);
}

Tensor Bits(std::string_view call, BinaryOp op, const Operand& lhs, const Operand& rhs) {
  return Binary(call, op, {"lhs", lhs}, {"rhs", rhs}, kBits);
}

Tensor Shift(std::string_view call, BinaryOp op, const Operand& lhs, const Operand& rhs) {
  return Binary(call, op, {"lhs", lhs}, {"rhs", rhs}, kIntegers);
}

Tensor Unary(std::string_view call, UnaryOp op, const Tensor& raw_tensor, const DtypeSet& takes) {
  const Argument operand = {"raw_tensor", raw_tensor};
  const CallName name(call, {&operand, 1});
  RequirePresent(name, raw_tensor);
  RequireDtype(name, raw_tensor, takes.fits(raw_tensor.dtype()), takes.words);
  const bool question = op == UnaryOp::kIsNan || op == UnaryOp::kIsInf;
  return MakeUnary(call, op, raw_tensor, question ? ge::DT_BOOL : raw_tensor.dtype());
}

Tensor NumberFunction(std::string_view call, UnaryOp op, const Tensor& x) { return Unary(call, op, x, kNumbers); }
Tensor FloatFunction(std::string_view call, UnaryOp op, const Tensor& x) { return Unary(call, op, x, kFloats); }

BinaryOp Comparison(std::string_view call, std::string_view operation) {
  RequireChoice(call, "operation", operation, {"lt", "le", "gt", "ge", "eq", "ne"});
  if (operation == "lt") return BinaryOp::kLess;
  if (operation == "le") return BinaryOp::kLessEqual;
  if (operation == "gt") return BinaryOp::kGreater;
  if (operation == "ge") return BinaryOp::kGreaterEqual;
  return operation == "eq" ? BinaryOp::kEqual : BinaryOp::kNotEqual;
}

// Packs eight truth values of the last axis into one byte, the first in the lowest bit.
Tensor PackBits(std::string_view call, const Tensor& truth) {
  if (truth.rank() == 0 || truth.shape().back() % 8 != 0) {
    Fail(call, fmt::format("mode \"bit\" packs 8 elements of the last axis into a byte; {} can't be packed",
                           ShapeText(truth.shape())));
  }
  Dims shape = truth.shape();
  shape.back() /= 8;
  return compute(shape, ReduceOp::kSum, {8}, [&](std::vector<Expr> at_byte, const std::vector<Expr>& bit) {
    at_byte.back() = at_byte.back() * 8 + bit[0];
    return cast(at(truth, at_byte), ge::DT_UINT8) << cast(bit[0], ge::DT_UINT8);
  });
}

Tensor UnpackBits(const Tensor& packed) {
  Dims shape = packed.shape();
  if (shape.empty()) Fail("vsel", "a uint8 condition holds 8 truths per byte of its last axis; it is a scalar");
  if (__builtin_mul_overflow(shape.back(), 8, &shape.back())) Fail("vsel", "the condition is too long");
  return ComputeAs("vsel", shape, [&](std::vector<Expr> at_byte) {
    const Expr element = at_byte.back();
    at_byte.back() = element / 8;
    const Expr byte = cast(at(packed, at_byte), ge::DT_INT64);
    return ((byte >> (element % 8)) & 1) != 0;
  });
}

Tensor RoundTo(std::string_view call, UnaryOp op, Rounding rounding, const Tensor& x, DataType dtype) {
  RequirePresent(call, x);
  RequireDtype(call, x, kNumbers.fits(x.dtype()), kNumbers.words);
  if (IsFloat(x.dtype()) && dtype == x.dtype()) return MakeUnary(call, op, x, dtype);
  if (!IsInteger(dtype)) {
    Fail(call, fmt::format("rounds {} to an integer dtype or to its own, not to {}", Describe(x), DtypeName(dtype)));
  }
  return cast_to(x, dtype, rounding);
}

}  // namespace

Tensor Placeholder(int index, const Dims& shape, DataType dtype, const char* name) {
  TensorNode node = Node(Kind::kInput, dtype, shape, {});
  node.input_index = index;
  node.name = name;
  return Make("Placeholder", std::move(node));
}

Tensor Const(Number value, DataType dtype) { return MakeNumber("Const", Kind::kConst, value, dtype); }
Tensor Param(double value, DataType dtype) { return MakeNumber("Param", Kind::kParam, value, dtype); }
Tensor Param(int64_t value, DataType dtype) { return MakeNumber("Param", Kind::kParam, value, dtype); }

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
  return Binary("vatan2", BinaryOp::kAtan2, {"lhs", lhs}, {"rhs", rhs}, kFloats);
}

Tensor vadds(const Tensor& raw_tensor, const Operand& scalar) {
  return Scalar("vadds", BinaryOp::kAdd, raw_tensor, scalar);
}
Tensor vmuls(const Tensor& raw_tensor, const Operand& scalar) {
  return Scalar("vmuls", BinaryOp::kMul, raw_tensor, scalar);
}
Tensor vmaxs(const Tensor& raw_tensor, const Operand& scalar) {
  return Scalar("vmaxs", BinaryOp::kMax, raw_tensor, scalar);
}
Tensor vmins(const Tensor& raw_tensor, const Operand& scalar) {
  return Scalar("vmins", BinaryOp::kMin, raw_tensor, scalar);
}

Tensor vaxpy(const Tensor& lhs, const Tensor& rhs, const Operand& scalar) {
  return MultiplyAdd("vaxpy", {"lhs", lhs}, {"scalar", scalar}, {"rhs", rhs});
}
Tensor vmla(const Operand& tensor_0, const Operand& tensor_1, const Operand& tensor_2) {
  return MultiplyAdd("vmla", {"tensor_0", tensor_0}, {"tensor_1", tensor_1}, {"tensor_2", tensor_2});
}
Tensor vmadd(const Operand& tensor_0, const Operand& tensor_1, const Operand& tensor_2) {
  return MultiplyAdd("vmadd", {"tensor_0", tensor_0}, {"tensor_2", tensor_2}, {"tensor_1", tensor_1});
}

Tensor vneg(const Tensor& raw_tensor) { return NumberFunction("vneg", UnaryOp::kNeg, raw_tensor); }
Tensor vabs(const Tensor& raw_tensor) { return NumberFunction("vabs", UnaryOp::kAbs, raw_tensor); }
Tensor vsign(const Tensor& raw_tensor) { return NumberFunction("vsign", UnaryOp::kSign, raw_tensor); }
Tensor vexp(const Tensor& raw_tensor) { return FloatFunction("vexp", UnaryOp::kExp, raw_tensor); }
Tensor vexpm1(const Tensor& raw_tensor) { return FloatFunction("vexpm1", UnaryOp::kExpm1, raw_tensor); }
Tensor vlog(const Tensor& raw_tensor) { return FloatFunction("vlog", UnaryOp::kLog, raw_tensor); }
Tensor vlog(const Tensor& raw_tensor, std::string_view impl_mode) {
  RequireImplMode("vlog", impl_mode);
  return vlog(raw_tensor);
}
Tensor vlog1p(const Tensor& raw_tensor) { return FloatFunction("vlog1p", UnaryOp::kLog1p, raw_tensor); }
Tensor vsqrt(const Tensor& raw_tensor) { return FloatFunction("vsqrt", UnaryOp::kSqrt, raw_tensor); }
Tensor vsqrt(const Tensor& raw_tensor, std::string_view impl_mode) {
  RequireImplMode("vsqrt", impl_mode);
  return vsqrt(raw_tensor);
}
Tensor vrsqrt(const Tensor& raw_tensor) { return FloatFunction("vrsqrt", UnaryOp::kRsqrt, raw_tensor); }
Tensor vrsqrt(const Tensor& raw_tensor, std::string_view impl_mode) {
  RequireImplMode("vrsqrt", impl_mode);
  return vrsqrt(raw_tensor);
}
Tensor vrec(const Tensor& raw_tensor) { return FloatFunction("vrec", UnaryOp::kReciprocal, raw_tensor); }
Tensor vrec(const Tensor& raw_tensor, std::string_view impl_mode) {
  RequireImplMode("vrec", impl_mode);
  return vrec(raw_tensor);
}
Tensor verf(const Tensor& raw_tensor) { return FloatFunction("verf", UnaryOp::kErf, raw_tensor); }
Tensor verfc(const Tensor& raw_tensor) { return FloatFunction("verfc", UnaryOp::kErfc, raw_tensor); }
Tensor vsigmoid(const Tensor& raw_tensor) { return FloatFunction("vsigmoid", UnaryOp::kSigmoid, raw_tensor); }
Tensor vsin(const Tensor& raw_tensor) { return FloatFunction("vsin", UnaryOp::kSin, raw_tensor); }
Tensor vcos(const Tensor& raw_tensor) { return FloatFunction("vcos", UnaryOp::kCos, raw_tensor); }
Tensor vtan(const Tensor& raw_tensor) { return FloatFunction("vtan", UnaryOp::kTan, raw_tensor); }
Tensor vasin(const Tensor& raw_tensor) { return FloatFunction("vasin", UnaryOp::kAsin, raw_tensor); }
Tensor vacos(const Tensor& raw_tensor) { return FloatFunction("vacos", UnaryOp::kAcos, raw_tensor); }
Tensor vatan(const Tensor& raw_tensor) { return FloatFunction("vatan", UnaryOp::kAtan, raw_tensor); }
Tensor vsinh(const Tensor& raw_tensor) { return FloatFunction("vsinh", UnaryOp::kSinh, raw_tensor); }
Tensor vcosh(const Tensor& raw_tensor) { return FloatFunction("vcosh", UnaryOp::kCosh, raw_tensor); }
Tensor vtanh(const Tensor& raw_tensor) { return FloatFunction("vtanh", UnaryOp::kTanh, raw_tensor); }
Tensor vasinh(const Tensor& raw_tensor) { return FloatFunction("vasinh", UnaryOp::kAsinh, raw_tensor); }
Tensor vacosh(const Tensor& raw_tensor) { return FloatFunction("vacosh", UnaryOp::kAcosh, raw_tensor); }
Tensor vatanh(const Tensor& raw_tensor) { return FloatFunction("vatanh", UnaryOp::kAtanh, raw_tensor); }
Tensor visnan(const Tensor& raw_tensor) { return FloatFunction("visnan", UnaryOp::kIsNan, raw_tensor); }
Tensor visinf(const Tensor& raw_tensor) { return FloatFunction("visinf", UnaryOp::kIsInf, raw_tensor); }

Tensor cast_to(const Tensor& data, DataType dtype, Rounding rounding) {
  RequirePresent("cast_to", data);
  if (data.dtype() == dtype) return data;
  TensorNode node = Node(Kind::kCast, dtype, data.shape(), {data});
  // `rounding` has an effect only from a float type to an integer. Casts with the same effect must not hash
  // differently.
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

Tensor vnot(const Tensor& raw_tensor) { return Unary("vnot", UnaryOp::kNot, raw_tensor, kBits); }

Tensor vshl(const Operand& lhs, const Operand& rhs) { return Shift("vshl", BinaryOp::kShiftLeft, lhs, rhs); }
Tensor vshr(const Operand& lhs, const Operand& rhs) { return Shift("vshr", BinaryOp::kShiftRight, lhs, rhs); }

Tensor vlogic(const Tensor& lhs, const Tensor& rhs, std::string_view operation) {
  constexpr DtypeSet kBool = {[](DataType dtype) { return dtype == ge::DT_BOOL; }, "bool"};
  RequireChoice("vlogic", "operation", operation, {"logic_and", "logic_or", "logic_not"});
  if (operation == "logic_not") {
    if (rhs) Fail("vlogic(lhs, rhs)", "operation \"logic_not\" takes one tensor");
    return Unary("vlogic", UnaryOp::kNot, lhs, kBool);
  }
  const BinaryOp op = operation == "logic_and" ? BinaryOp::kAnd : BinaryOp::kOr;
  return Binary("vlogic", op, {"lhs", lhs}, {"rhs", rhs}, kBool);
}

Tensor vlogic(const Tensor& lhs, std::string_view operation) { return vlogic(lhs, Tensor(), operation); }

Tensor vcmp(const Operand& lhs, const Operand& rhs, std::string_view operation, std::string_view mode) {
  const BinaryOp op = Comparison("vcmp", operation);
  RequireChoice("vcmp", "mode", mode, {"bool", "bit"});
  std::vector<Tensor> in = Unify("vcmp", {{"lhs", lhs}, {"rhs", rhs}});
  const bool ordered = op != BinaryOp::kEqual && op != BinaryOp::kNotEqual;
  RequireDtype("vcmp(lhs, rhs)", in[0], !ordered || in[0].dtype() != ge::DT_BOOL,
               fmt::format("{} for operation \"{}\"", kNumbers.words, operation));
  Tensor truth = MakeBinary("vcmp", op, in[0], in[1], ge::DT_BOOL);
  return mode == "bit" ? PackBits("vcmp", truth) : truth;
}

Tensor vsel(const Tensor& condition, const Operand& lhs, const Operand& rhs) {
  const std::string text = "vsel(condition, lhs, rhs)";
  RequirePresent(text, condition);
  if (condition.dtype() == ge::DT_UINT8) return vsel(UnpackBits(condition), lhs, rhs);
  RequireDtype(text, condition, condition.dtype() == ge::DT_BOOL, "a bool condition, or a uint8 one of packed bits");
  std::vector<Tensor> in = Unify("vsel", {{"lhs", lhs}, {"rhs", rhs}});
  const Dims shape = BroadcastShapesFor(text, condition.shape(), in[0].shape());
  TensorNode node =
      Node(Kind::kSelect, in[0].dtype(), shape,
           {BroadcastTo(text, condition, shape), BroadcastTo(text, in[0], shape), BroadcastTo(text, in[1], shape)});
  return Make(text, std::move(node));
}

Tensor vcmpsel(const Tensor& lhs, const Operand& rhs, std::string_view operation, const Operand& slhs,
               const Operand& srhs) {
  Tensor condition = vcmp(lhs, rhs, operation);
  if (!slhs.is_number() || !srhs.is_number()) return vsel(condition, slhs, srhs);
  return vsel(condition, MakeNumber("vcmpsel", Kind::kConst, slhs.number(), lhs.dtype()), srhs);
}

Tensor vrelu(const Tensor& raw_tensor) { return Scalar("vrelu", BinaryOp::kMax, raw_tensor, 0); }

Tensor vlrelu(const Tensor& raw_tensor, const Operand& alpha) {
  const Tensor scaled = Binary("vlrelu", BinaryOp::kMul, {"raw_tensor", raw_tensor}, {"alpha", alpha}, kNumbers);
  return vsel(vcmp(raw_tensor, 0, "ge"), raw_tensor, scaled);
}

Tensor vaddrelu(const Operand& lhs, const Operand& rhs) {
  return vrelu(Arithmetic("vaddrelu", BinaryOp::kAdd, lhs, rhs));
}
Tensor vsubrelu(const Operand& lhs, const Operand& rhs) {
  return vrelu(Arithmetic("vsubrelu", BinaryOp::kSub, lhs, rhs));
}
Tensor vmaddrelu(const Operand& tensor_0, const Operand& tensor_1, const Operand& tensor_2) {
  return vrelu(MultiplyAdd("vmaddrelu", {"tensor_0", tensor_0}, {"tensor_2", tensor_2}, {"tensor_1", tensor_1}));
}

Tensor clip(const Tensor& data, const Operand& max_value, const Operand& min_value) {
  RequireOneDtype("clip", {{"data", data}, {"max_value", max_value}, {"min_value", min_value}});
  const Tensor raised = Binary("clip", BinaryOp::kMax, {"data", data}, {"min_value", min_value}, kNumbers);
  return Binary("clip", BinaryOp::kMin, {"data", raised}, {"max_value", max_value}, kNumbers);
}

}  // namespace tbe
