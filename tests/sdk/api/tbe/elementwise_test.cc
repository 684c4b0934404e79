#include "tbe/elementwise.h"

#include <cmath>

#include "tests/sdk/api/tbe/evaluate.h"

namespace tbe {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Numbers Unary(Tensor (*function)(const Tensor&), const Numbers& x, DataType dtype = ge::DT_FLOAT) {
  const Dims shape = {static_cast<int64_t>(x.size())};
  return ValuesOf(function(Placeholder(0, shape, dtype)), {FromNumbers(dtype, shape, x)});
}

Numbers Binary(Tensor (*function)(const Operand&, const Operand&), const Numbers& a, const Numbers& b,
               DataType dtype = ge::DT_FLOAT) {
  const Dims shape = {static_cast<int64_t>(a.size())};
  return ValuesOf(function(Placeholder(0, shape, dtype), Placeholder(1, shape, dtype)),
                  {FromNumbers(dtype, shape, a), FromNumbers(dtype, shape, b)});
}

TEST(TbeElementwise, ShapesBroadcastAsInNumpy) {
  Tensor a = Placeholder(0, {4, 1, 3}, ge::DT_FLOAT), b = Placeholder(1, {2, 1}, ge::DT_FLOAT);
  EXPECT_THAT((a + b).shape(), ElementsAre(4, 2, 3));
  EXPECT_THAT(vsel(a > b, a, 0).shape(), ElementsAre(4, 2, 3));
  EXPECT_THAT((a + Placeholder(2, {0, 3}, ge::DT_FLOAT)).shape(), ElementsAre(4, 0, 3));
  EXPECT_THAT((Param(1, ge::DT_FLOAT) + Const(2.0, ge::DT_FLOAT)).shape(), ElementsAre());
}

TEST(TbeElementwise, ErrorsNameTheCallAndBothOperands) {
  Tensor a = Placeholder(0, {2, 3}, ge::DT_FLOAT), b = Placeholder(1, {4}, ge::DT_FLOAT);
  EXPECT_EQ(ErrorOf([&] { vmul(a, b); }),
            "tbe::vmul(lhs, rhs): shapes [2, 3] and [4] don't broadcast (axis 1: 3 and 4)");
  EXPECT_EQ(ErrorOf([&] { vadd(a, Placeholder(1, {3}, ge::DT_INT32)); }),
            "tbe::vadd(lhs, rhs): lhs is float[2, 3], rhs is int32[3]: cast_to one of them");
  EXPECT_EQ(ErrorOf([&] { vexp(cast_to(a, ge::DT_INT32)); }),
            "tbe::vexp(raw_tensor): takes float types, not int32[2, 3]");
  EXPECT_EQ(ErrorOf([&] { vcmp(a, 1, "lte"); }),
            "tbe::vcmp: operation is \"lte\", not one of lt, le, gt, ge, eq, ne; did you mean le, lt?");
  EXPECT_THAT(ErrorOf([&] { vcmp(a, 1, "lt", "bits"); }), HasSubstr("mode is \"bits\", not one of bool, bit; did you"));
  EXPECT_THAT(ErrorOf([&] { vlog(a, "high_perf"); }), HasSubstr("impl_mode is \"high_perf\""));
  EXPECT_THAT(ErrorOf([&] { vadd(cast_to(a, ge::DT_INT8), 300); }),
              HasSubstr("tbe::vadd(lhs, rhs): 300 is outside int8, which holds -128 to 127"));
  EXPECT_THAT(ErrorOf([&] { vadd(1, 2.0); }), HasSubstr("at least one tensor"));
  EXPECT_THAT(ErrorOf([&] { vadd(a, Tensor()); }), HasSubstr("absent tensor"));
  EXPECT_THAT(ErrorOf([&] { return cast_to(a, ge::DT_INT32) * 0.5; }), HasSubstr("0.5 isn't a whole number"));
  EXPECT_THAT(ErrorOf([&] { vand(a, a); }), HasSubstr("bool and integers"));
  EXPECT_THAT(ErrorOf([&] { return (a > 0.0) + 1; }), HasSubstr("float types and integers, not bool"));
  EXPECT_THAT(ErrorOf([&] { vsel(a, a, a); }), HasSubstr("bool condition"));
  EXPECT_THAT(ErrorOf([&] {
                Placeholder(0, {int64_t{1} << 40, int64_t{1} << 40}, ge::DT_FLOAT);
              }),
              HasSubstr("64 bits"));
  EXPECT_THAT(ErrorOf([&] { Placeholder(0, {2}, ge::DT_STRING); }), HasSubstr("can't hold"));
}

TEST(TbeElementwise, NumbersTakeTheDtypeOfTheTensor) {
  Tensor half = Placeholder(0, {2}, ge::DT_FLOAT16);
  EXPECT_EQ((1.0 + half).dtype(), ge::DT_FLOAT16);
  EXPECT_EQ((half < 1).dtype(), ge::DT_BOOL);
  Tensor whole = Placeholder(0, {2}, ge::DT_INT8);
  EXPECT_THAT(ValuesOf(2 * whole - 1, {FromNumbers(ge::DT_INT8, {2}, {3, -64})}), SameNumbers(Numbers{5, 127}));
}

TEST(TbeElementwise, CallsThatChangeNothingReturnTheirArgument) {
  Tensor x = Placeholder(0, {2}, ge::DT_FLOAT);
  EXPECT_EQ(cast_to(x, ge::DT_FLOAT).get(), x.get());
  EXPECT_EQ(vadd(x, x)->inputs[0].get(), x.get());
}

TEST(TbeElementwise, IntegersWrapAndDivideTowardsZero) {
  EXPECT_THAT(Binary(vadd, {127, -128}, {1, -1}, ge::DT_INT8), SameNumbers(Numbers{-128, 127}));
  EXPECT_THAT(Binary(vsub, {0}, {1}, ge::DT_UINT32), SameNumbers(Numbers{4294967295.0}));
  EXPECT_THAT(Binary(vmul, {65536}, {65536}, ge::DT_INT32), SameNumbers(Numbers{0}));
  EXPECT_THAT(Binary(vdiv, {7, -7, 7, -128, 5}, {2, 2, -2, -1, 0}, ge::DT_INT8),
              SameNumbers(Numbers{3, -3, -3, -128, 0}));
  EXPECT_THAT(Binary(vmod, {7, -7, 7, -7, 5}, {3, 3, -3, -3, 0}, ge::DT_INT32), SameNumbers(Numbers{1, 2, -2, -1, 0}));
  EXPECT_THAT(Binary(vfmod, {7, -7, 7, -7}, {3, 3, -3, -3}, ge::DT_INT32), SameNumbers(Numbers{1, -1, 1, -1}));
  EXPECT_THAT(Binary(vpow, {3, 2, -1, 2, 0}, {4, 31, -3, -1, 0}, ge::DT_INT32),
              SameNumbers(Numbers{81, -2147483648.0, -1, 0, 1}));
  EXPECT_THAT(Unary(vneg, {-128, 5}, ge::DT_INT8), SameNumbers(Numbers{-128, -5}));
  EXPECT_THAT(Unary(vsign, {-9, 0, 3}, ge::DT_INT64), SameNumbers(Numbers{-1, 0, 1}));
}

TEST(TbeElementwise, Uint64ComparesAndDividesUnsigned) {
  const HostTensor huge{ge::DT_UINT64, {1}, std::vector<uint8_t>(8, 0xff)};
  Tensor x = Placeholder(0, {1}, ge::DT_UINT64);
  EXPECT_THAT(ValuesOf(x > 1, {huge}), SameNumbers(Numbers{1}));
  EXPECT_THAT(ValuesOf(vmax(x, 1) / 2, {huge}), SameNumbers(Numbers{9223372036854775807.0}));
  EXPECT_THAT(ValuesOf(cast_to(x, ge::DT_FLOAT), {huge}), SameNumbers(Numbers{18446744073709551616.0}));
}

TEST(TbeElementwise, FloatsKeepInfinitiesNanAndSignedZeros) {
  EXPECT_THAT(Binary(vdiv, {1, -1, 0, 5}, {0, 0, 0, -kInf}), SameNumbers(Numbers{kInf, -kInf, kNan, -0.0}));
  EXPECT_THAT(Binary(vmax, {kNan, 1, -kInf}, {1, kNan, 2}), SameNumbers(Numbers{kNan, kNan, 2}));
  EXPECT_THAT(Binary(vmin, {kNan, 1, kInf}, {1, kNan, 2}), SameNumbers(Numbers{kNan, kNan, 2}));
  EXPECT_THAT(Binary(vmod, {5.5, -5.5, 5.5, 1, -1}, {2, 2, -2, 0, kInf}),
              SameNumbers(Numbers{1.5, 0.5, -0.5, kNan, kInf}));
  EXPECT_THAT(Binary(vfmod, {5.5, -5.5, 1}, {2, 2, kInf}), SameNumbers(Numbers{1.5, -1.5, 1}));
  EXPECT_THAT(Unary(vneg, {0.0, -0.0, kInf}), SameNumbers(Numbers{-0.0, 0.0, -kInf}));
  EXPECT_THAT(Unary(vsqrt, {-1, -0.0, kInf, 4}), SameNumbers(Numbers{kNan, -0.0, kInf, 2}));
  EXPECT_THAT(Unary(vlog, {0, -1, kInf, 1}), SameNumbers(Numbers{-kInf, kNan, kInf, 0}));
  EXPECT_THAT(Unary(vexp, {-kInf, kInf, kNan, 1000, -1000}), SameNumbers(Numbers{0, kInf, kNan, kInf, 0}));
  EXPECT_THAT(Unary(verf, {kInf, -kInf, kNan}), SameNumbers(Numbers{1, -1, kNan}));
  EXPECT_THAT(Unary(verfc, {kInf, -kInf, kNan, 0.0, -0.0}), SameNumbers(Numbers{0, 2, kNan, 1, 1}));
  EXPECT_THAT(Unary(vsigmoid, {kInf, -kInf, kNan, 0}), SameNumbers(Numbers{1, 0, kNan, 0.5}));
  EXPECT_THAT(Unary(vrec, {0.0, -0.0, kInf}), SameNumbers(Numbers{kInf, -kInf, 0}));
  EXPECT_THAT(Unary(vsign, {-2, kNan, 0, 3}), SameNumbers(Numbers{-1, kNan, 0, 1}));
  EXPECT_THAT(Unary(visnan, {kNan, kInf, 0}), SameNumbers(Numbers{1, 0, 0}));
  EXPECT_THAT(Unary(visinf, {kNan, -kInf, 0}), SameNumbers(Numbers{0, 1, 0}));
}

TEST(TbeElementwise, DenormalsStay) {
  const double tiny = 1.401298464324817e-45;  // the smallest float
  EXPECT_THAT(Binary(vadd, {tiny, tiny}, {tiny, 0}), SameNumbers(Numbers{2 * tiny, tiny}));
  const double tiny_half = std::ldexp(1.0, -24);
  EXPECT_THAT(Binary(vadd, {tiny_half}, {tiny_half}, ge::DT_FLOAT16), SameNumbers(Numbers{2 * tiny_half}));
}

TEST(TbeElementwise, MathFunctionsAreTheCLibrarys) {
  struct Case {
    Tensor (*function)(const Tensor&);
    double (*expected)(double);
    Numbers x;
  };
  const Case cases[] = {
      {vexp, std::exp, {-3, 0.5, 2}},    {vexpm1, std::expm1, {-1e-5, 0.5}}, {vlog, std::log, {0.1, 7}},
      {vlog1p, std::log1p, {1e-6, 3}},   {verf, std::erf, {-1, 0.3}},        {vsin, std::sin, {-4, 100}},
      {vcos, std::cos, {-4, 100}},       {vtan, std::tan, {-1, 1}},          {vasin, std::asin, {-0.5, 1}},
      {vacos, std::acos, {-0.5, 1}},     {vatan, std::atan, {-5, 5}},        {vsinh, std::sinh, {-2, 2}},
      {vcosh, std::cosh, {-2, 2}},       {vtanh, std::tanh, {-0.1, 3}},      {vasinh, std::asinh, {-2, 9}},
      {vacosh, std::acosh, {1, 9}},      {vatanh, std::atanh, {-0.5, 0.9}},  {vabs, std::fabs, {-2, 0.25}},
      {verfc, std::erfc, {-1, 0.3, 10}},
  };
  for (const Case& test : cases) {
    Numbers expected;
    for (double x : test.x) expected.push_back(static_cast<float>(test.expected(static_cast<float>(x))));
    EXPECT_THAT(Unary(test.function, test.x), SameNumbers(expected)) << &test - cases;
  }
  EXPECT_THAT(Unary(vrsqrt, {4, 0}), SameNumbers(Numbers{0.5, kInf}));
  EXPECT_THAT(Binary(vatan2, {1, -0.0}, {-1, -1}),
              SameNumbers(Numbers{static_cast<float>(std::atan2(1, -1)), static_cast<float>(-M_PI)}));
}

TEST(TbeElementwise, CastsRoundSaturateAndWrap) {
  auto cast = [](const Numbers& x, DataType from, DataType to, Rounding rounding = Rounding::kTrunc) {
    const Dims shape = {static_cast<int64_t>(x.size())};
    return ValuesOf(cast_to(Placeholder(0, shape, from), to, rounding), {FromNumbers(from, shape, x)});
  };
  const Numbers halves = {-2.5, -1.5, -0.5, 0.5, 1.5, 2.5};
  EXPECT_THAT(cast(halves, ge::DT_FLOAT, ge::DT_INT32), SameNumbers(Numbers{-2, -1, 0, 0, 1, 2}));
  EXPECT_THAT(cast(halves, ge::DT_FLOAT, ge::DT_INT32, Rounding::kFloor), SameNumbers(Numbers{-3, -2, -1, 0, 1, 2}));
  EXPECT_THAT(cast(halves, ge::DT_FLOAT, ge::DT_INT32, Rounding::kCeil), SameNumbers(Numbers{-2, -1, 0, 1, 2, 3}));
  EXPECT_THAT(cast(halves, ge::DT_FLOAT, ge::DT_INT32, Rounding::kNearestEven),
              SameNumbers(Numbers{-2, -2, 0, 0, 2, 2}));
  EXPECT_THAT(cast(halves, ge::DT_FLOAT, ge::DT_INT32, Rounding::kHalfUp), SameNumbers(Numbers{-2, -1, 0, 1, 2, 3}));
  EXPECT_THAT(cast({300, -300, kNan, kInf}, ge::DT_FLOAT, ge::DT_INT8), SameNumbers(Numbers{127, -128, 0, 127}));
  EXPECT_THAT(cast({300, -1, kInf}, ge::DT_FLOAT, ge::DT_UINT8), SameNumbers(Numbers{255, 0, 255}));
  EXPECT_THAT(cast({1e20, -1e20}, ge::DT_FLOAT, ge::DT_INT64),
              SameNumbers(Numbers{9223372036854775808.0, -9223372036854775808.0}));
  EXPECT_THAT(cast({300, -1}, ge::DT_INT32, ge::DT_UINT8), SameNumbers(Numbers{44, 255}));
  EXPECT_THAT(cast({0.25, -0.0, kNan}, ge::DT_FLOAT, ge::DT_BOOL), SameNumbers(Numbers{1, 0, 1}));
  EXPECT_THAT(cast({1, 0}, ge::DT_BOOL, ge::DT_FLOAT16), SameNumbers(Numbers{1, 0}));
  EXPECT_THAT(cast({16777217}, ge::DT_INT32, ge::DT_FLOAT), SameNumbers(Numbers{16777216}));
}

TEST(TbeElementwise, HalfTypesRoundToNearestEvenAndOverflowToInfinity) {
  auto through = [](DataType dtype, const Numbers& x) {
    return ToNumbers(FromNumbers(dtype, {static_cast<int64_t>(x.size())}, x));
  };
  EXPECT_THAT(through(ge::DT_FLOAT16, {2049, 2051, 65504, 65519, 65520, -65520, 0.1, kNan, -0.0}),
              SameNumbers(Numbers{2048, 2052, 65504, 65504, kInf, -kInf, 0.0999755859375, kNan, -0.0}));
  EXPECT_THAT(through(ge::DT_FLOAT16, {std::ldexp(1, -24), std::ldexp(1, -25), std::ldexp(1.5, -25)}),
              SameNumbers(Numbers{std::ldexp(1, -24), 0, std::ldexp(1, -24)}));
  EXPECT_THAT(through(ge::DT_BF16, {1.00390625, 1.01171875, 3.3e38, 3.4e38, -kInf}),
              SameNumbers(Numbers{1, 1.015625, std::ldexp(248, 120), kInf, -kInf}));
}

TEST(TbeElementwise, RoundingFunctionsStayOrConvert) {
  Tensor x = Placeholder(0, {4}, ge::DT_FLOAT);
  const std::vector<HostTensor> in = {FromNumbers(ge::DT_FLOAT, {4}, {-1.5, -0.25, 0.5, 2.5})};
  EXPECT_EQ(floor(x).dtype(), ge::DT_INT32);
  EXPECT_THAT(ValuesOf(floor(x), in), SameNumbers(Numbers{-2, -1, 0, 2}));
  EXPECT_THAT(ValuesOf(ceil(x, ge::DT_FLOAT), in), SameNumbers(Numbers{-1, -0.0, 1, 3}));
  EXPECT_THAT(ValuesOf(round(x, ge::DT_FLOAT), in), SameNumbers(Numbers{-2, -0.0, 0, 2}));
  EXPECT_THAT(ValuesOf(trunc(x, ge::DT_INT64), in), SameNumbers(Numbers{-1, 0, 0, 2}));
  EXPECT_THAT(ValuesOf(round_half_up(x, ge::DT_FLOAT), in), SameNumbers(Numbers{-1, 0, 1, 3}));
  const HostTensor below{FromNumbers(ge::DT_FLOAT, {4}, {0.49999997, 8388609, -0.5, kInf})};
  EXPECT_THAT(ValuesOf(round_half_up(x, ge::DT_INT64), {below}),
              SameNumbers(Numbers{0, 8388609, 0, 9223372036854775808.0}));
}

TEST(TbeElementwise, LogicBitsAndShifts) {
  EXPECT_THAT(Binary(vand, {1, 1, 0}, {1, 0, 0}, ge::DT_BOOL), SameNumbers(Numbers{1, 0, 0}));
  EXPECT_THAT(Binary(vxor, {12, 255}, {10, 1}, ge::DT_UINT8), SameNumbers(Numbers{6, 254}));
  EXPECT_THAT(Binary(vor, {12}, {3}, ge::DT_INT32), SameNumbers(Numbers{15}));
  EXPECT_THAT(Unary(vnot, {0, 1}, ge::DT_BOOL), SameNumbers(Numbers{1, 0}));
  EXPECT_THAT(Unary(vnot, {0, 1}, ge::DT_UINT8), SameNumbers(Numbers{255, 254}));
  EXPECT_THAT(Binary(vshl, {1, 255, 1}, {3, 4, 8}, ge::DT_UINT8), SameNumbers(Numbers{8, 240, 0}));
  EXPECT_THAT(Binary(vshr, {128, 255, 1}, {7, 4, 9}, ge::DT_UINT8), SameNumbers(Numbers{1, 15, 0}));
  EXPECT_THAT(Binary(vshr, {-128, -1}, {2, 70}, ge::DT_INT8), SameNumbers(Numbers{-32, -1}));
  Tensor a = Placeholder(0, {2}, ge::DT_BOOL);
  const std::vector<HostTensor> in = {FromNumbers(ge::DT_BOOL, {2}, {1, 0})};
  EXPECT_THAT(ValuesOf(vlogic(a, vlogic(a), "logic_or"), in), SameNumbers(Numbers{1, 1}));
}

TEST(TbeElementwise, ComparisonsWithNanAreFalse) {
  Tensor x = Placeholder(0, {3}, ge::DT_FLOAT);
  const std::vector<HostTensor> in = {FromNumbers(ge::DT_FLOAT, {3}, {kNan, 1, 2})};
  EXPECT_THAT(ValuesOf(x < 2, in), SameNumbers(Numbers{0, 1, 0}));
  EXPECT_THAT(ValuesOf(x >= 2, in), SameNumbers(Numbers{0, 0, 1}));
  EXPECT_THAT(ValuesOf(vcmp(x, x, "eq"), in), SameNumbers(Numbers{0, 1, 1}));
  EXPECT_THAT(ValuesOf(vcmp(x, x, "ne"), in), SameNumbers(Numbers{1, 0, 0}));
  EXPECT_THAT(ValuesOf(vcmpsel(x), in), SameNumbers(Numbers{2, 1, 2}));
}

TEST(TbeElementwise, ActivationsCarryNan) {
  EXPECT_THAT(Unary(vrelu, {-1, kNan, 3}), SameNumbers(Numbers{0, kNan, 3}));
  Tensor x = Placeholder(0, {4}, ge::DT_FLOAT);
  const std::vector<HostTensor> in = {FromNumbers(ge::DT_FLOAT, {4}, {-2, kNan, 0.5, 9})};
  EXPECT_THAT(ValuesOf(vlrelu(x, 0.5), in), SameNumbers(Numbers{-1, kNan, 0.5, 9}));
  EXPECT_THAT(ValuesOf(clip(x, 1, -1), in), SameNumbers(Numbers{-1, kNan, 0.5, 1}));
  EXPECT_THAT(ValuesOf(clip(x, -1, 1), in), SameNumbers(Numbers{-1, kNan, -1, -1}));
  EXPECT_THAT(ValuesOf(vmaddrelu(x, 1, 2), in), SameNumbers(Numbers{0, kNan, 2, 19}));
  EXPECT_THAT(ValuesOf(vmla(x, 2, 1), in), SameNumbers(Numbers{-3, kNan, 2, 19}));
  EXPECT_THAT(ValuesOf(vaxpy(x, x, 2), in), SameNumbers(Numbers{-6, kNan, 1.5, 27}));
}

TEST(TbeElementwise, ParamsAndExtentsHaveTheirValue) {
  Tensor x = Placeholder(0, {2, 5, 3}, ge::DT_FLOAT);
  EXPECT_THAT(ValuesOf(Extent(x, -2)), SameNumbers(Numbers{5}));
  EXPECT_THAT(ValuesOf(Count(x, {0, 2}, ge::DT_FLOAT)), SameNumbers(Numbers{6}));
  EXPECT_THAT(ValuesOf(Param(0.1F, ge::DT_FLOAT)), SameNumbers(Numbers{0.1F}));
  EXPECT_EQ(Param(3, ge::DT_INT8)->kind, Kind::kParam);
}

}  // namespace
}  // namespace tbe
