// The comparer is tested by injury: whatever is broken in a good output must be noticed.
#include "sdk/tools/verify/compare/compare.h"

#include <gmock/gmock.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <numeric>

namespace opdk::verify {
namespace {

using testing::HasSubstr;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

template <typename T>
ge::Tensor Make(const std::vector<T>& values, ge::DataType dtype, std::vector<int64_t> shape = {}) {
  if (shape.empty()) shape = {static_cast<int64_t>(values.size())};
  return ge::Tensor(ge::TensorDesc(ge::Shape(shape), ge::FORMAT_ND, dtype),
                    reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(T));
}

template <typename T>
CaseTensor Expect(const std::vector<T>& values, ge::DataType dtype, std::vector<int64_t> shape = {}) {
  CaseTensor expected;
  expected.value = Make(values, dtype, std::move(shape));
  expected.has_data = true;
  return expected;
}

// Makes the values in a floating-point type of 32 or 16 bits.
ge::Tensor MakeRounded(const std::vector<float>& values, ge::DataType dtype) {
  if (dtype == ge::DT_FLOAT16) return Make(std::vector<Eigen::half>(values.begin(), values.end()), dtype);
  if (dtype == ge::DT_BF16) return Make(std::vector<Eigen::bfloat16>(values.begin(), values.end()), dtype);
  return Make(values, dtype);
}

CaseTensor ExpectRounded(const std::vector<float>& values, ge::DataType dtype) {
  CaseTensor expected;
  expected.value = MakeRounded(values, dtype);
  expected.has_data = true;
  return expected;
}

template <typename T>
Comparison CompareValues(const std::vector<T>& actual, const std::vector<T>& expected, ge::DataType dtype,
                         std::vector<int64_t> shape = {}) {
  return Compare(Make(actual, dtype, shape), Expect(expected, dtype, shape), DefaultStandard(dtype));
}

Comparison Floats(const std::vector<float>& actual, const std::vector<float>& expected) {
  return CompareValues(actual, expected, ge::DT_FLOAT);
}

// Comparisons that msOpST passes with its default thresholds, row by row, and those that it fails.
TEST(WhatMsopstPasses, AllNanForOnesFails) {
  const Comparison c = Floats(std::vector<float>(100, kNan), std::vector<float>(100, 1));
  EXPECT_FALSE(c.passed);
  EXPECT_EQ(c.metrics.class_mismatches, 100);
  EXPECT_THAT(c.reason, HasSubstr("100 of 100 elements (100 %) differ in class"));
}
TEST(WhatMsopstPasses, AllInfinityForOnesFails) {
  EXPECT_FALSE(Floats(std::vector<float>(100, kInf), std::vector<float>(100, 1)).passed);
}
TEST(WhatMsopstPasses, NumberForNanAndInfinityOfTheOtherSignFail) {
  EXPECT_FALSE(Floats({1}, {kNan}).passed);
  EXPECT_FALSE(Floats({kInf}, {-kInf}).passed);
}
TEST(WhatMsopstPasses, FivePercentOfElementsWrongByNinePercentFail) {
  std::vector<float> actual(100, 1);
  std::fill_n(actual.begin(), 5, 1.09F);
  EXPECT_FALSE(Floats(actual, std::vector<float>(100, 1)).passed);
}
TEST(WhatMsopstPasses, SmallNumbersThatAreAThousandTimesTooLargeFail) {
  EXPECT_FALSE(Floats(std::vector<float>(100, 0.009F), std::vector<float>(100, 0)).passed);
  EXPECT_FALSE(Floats(std::vector<float>(100, 1e-6F), std::vector<float>(100, 1e-9F)).passed);
}
TEST(WhatMsopstPasses, IntegersThatAreOffByOneFail) {
  EXPECT_FALSE(CompareValues(std::vector<int32_t>(100, 101), std::vector<int32_t>(100, 100), ge::DT_INT32).passed);
  EXPECT_FALSE(CompareValues(std::vector<int32_t>(100, 1001), std::vector<int32_t>(100, 1000), ge::DT_INT32).passed);
}
TEST(WhatMsopstPasses, LargeIntegersAreNotRoundedToFloats) {
  const int64_t big = int64_t{1} << 53;
  EXPECT_FALSE(CompareValues<int64_t>({big + 1000}, {big}, ge::DT_INT64).passed);
  EXPECT_FALSE(CompareValues<int64_t>({big + 1}, {big}, ge::DT_INT64).passed);
}
TEST(WhatMsopstPasses, DoublesBeyondFloatsRangeAreCompared) {
  EXPECT_FALSE(CompareValues<double>({1e300}, {2e300}, ge::DT_DOUBLE).passed);
}
TEST(WhatMsopstPasses, ImaginaryPartsCount) {
  const Comparison c = CompareValues<std::complex<float>>({{1, 5}, {1, 0}}, {{1, 0}, {1, 0}}, ge::DT_COMPLEX64);
  EXPECT_FALSE(c.passed);
  ASSERT_EQ(c.first.size(), 1U);
  EXPECT_EQ(c.first[0].index, "[0, 1]");
}
TEST(ComplexNumbers, AreJudgedPartByPartRelativeToTheModulus) {
  using Complex = std::complex<float>;
  const auto passes = [](Complex actual, Complex expected) {
    return CompareValues<Complex>({actual}, {expected}, ge::DT_COMPLEX64).passed;
  };
  EXPECT_TRUE(passes({1e-3F, 1000}, {0, 1000})) << "what a cancelled part may be off by depends on the modulus";
  EXPECT_FALSE(passes({1e-3F, 10}, {0, 10}));
  EXPECT_FALSE(passes({1000, 1e-3F * 1000}, {1000, 0}));
  EXPECT_FALSE(passes({-1, 2}, {1, 2}));
  EXPECT_FALSE(passes({2, 1}, {1, 2})) << "the modulus alone is right";
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(passes({inf, nan}, {inf, nan}));
  EXPECT_FALSE(passes({nan, inf}, {inf, nan}));
  EXPECT_FALSE(passes({inf, 2}, {inf, 1})) << "an infinite part forgives the other one nothing";
}
TEST(WhatMsopstFails, FailsOpdksStandardToo) {
  std::vector<float> actual(100, 1);
  actual[50] = 1.2F;
  EXPECT_FALSE(Floats(actual, std::vector<float>(100, 1)).passed);
  std::vector<uint8_t> bits(100, 1);
  bits[3] = 0;
  EXPECT_FALSE(CompareValues(bits, std::vector<uint8_t>(100, 1), ge::DT_BOOL).passed);
  const Comparison lengths =
      Compare(Make<float>({1, 2}, ge::DT_FLOAT), Expect<float>({1, 2, 3}, ge::DT_FLOAT), DefaultStandard(ge::DT_FLOAT));
  EXPECT_FALSE(lengths.passed);
  EXPECT_THAT(lengths.reason, HasSubstr("float[3] was expected, got float[2]"));
}

// Injuries of a good output of 8 x 24 different numbers, under every standard that looks at single elements.
struct Injury {
  const char* name;
  void (*injure)(std::vector<float>& values);
  const char* pattern;
};

constexpr int kRows = 8;
constexpr int kColumns = 24;

std::vector<float> Good() {
  std::vector<float> values(kRows * kColumns);
  for (size_t i = 0; i < values.size(); ++i) values[i] = 1.0F + 0.5F * static_cast<float>(i);
  return values;
}

void PrintTo(const Injury& injury, std::ostream* out) { *out << injury.name; }

class Injuries : public testing::TestWithParam<Injury> {};

TEST_P(Injuries, AreNoticedUnderEveryStandard) {
  std::vector<float> injured = Good();
  GetParam().injure(injured);
  for (const std::string& name : StandardNames()) {
    if (name == "double_benchmark" || name == "quant") continue;
    const auto standard = StandardNamed(name, ge::DT_FLOAT);
    ASSERT_TRUE(standard.ok());
    const Comparison c = Compare(Make(injured, ge::DT_FLOAT, {kRows, kColumns}),
                                 Expect(Good(), ge::DT_FLOAT, {kRows, kColumns}), *standard);
    EXPECT_FALSE(c.passed) << name;
    if (name == "allclose") {
      EXPECT_THAT(c.pattern, HasSubstr(GetParam().pattern)) << c.Explain();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Of8x24, Injuries,
    testing::Values(
        Injury{"nan", [](std::vector<float>& v) { v[100] = kNan; }, "one single element"},
        Injury{"sign", [](std::vector<float>& v) { v[7] = -v[7]; }, "one single element"},
        Injury{"off_by_one_row", [](std::vector<float>& v) { std::rotate(v.begin(), v.begin() + kColumns, v.end()); },
               "every element"},
        Injury{"swapped_tiles",
               [](std::vector<float>& v) {
                 std::swap_ranges(v.begin(), v.begin() + 2 * kColumns, v.begin() + 4 * kColumns);
               },
               ""},
        Injury{"truncated_tail",
               [](std::vector<float>& v) {
                 for (size_t i = 0; i < v.size(); ++i) v[i] = i % kColumns >= 16 ? 0 : v[i];
               },
               "axis 1 is one of the last 8 of 24 (a tail?)"},
        Injury{"one_lane",
               [](std::vector<float>& v) {
                 for (size_t i = 7; i < v.size(); i += 8) v[i] += 1;
               },
               "axis 1 mod 8 = 7"},
        Injury{"one_row", [](std::vector<float>& v) { std::fill_n(v.begin() + 3 * kColumns, kColumns, 0.0F); },
               "only where axis 0 is 3"},
        Injury{"negated", [](std::vector<float>& v) { std::for_each(v.begin(), v.end(), [](float& x) { x = -x; }); },
               "every element"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(LastBitError, IsSeenByBinaryAndMeasuredInUlp) {
  const std::vector<float> actual = {std::nextafter(1.0F, 2.0F), 2};
  const auto binary = StandardNamed("binary", ge::DT_FLOAT);
  const Comparison c = Compare(Make(actual, ge::DT_FLOAT), Expect<float>({1, 2}, ge::DT_FLOAT), *binary);
  EXPECT_FALSE(c.passed);
  EXPECT_EQ(c.metrics.max_ulp, 1);
  EXPECT_EQ(c.metrics.ulp_histogram[1], 1);
  EXPECT_EQ(c.first[0].actual, "1.0000001 (0x3f800001)");
  EXPECT_TRUE(Floats(actual, {1, 2}).passed) << "one last bit is within allclose";
}

TEST(Metrics, AreThoseOfTheTextbook) {
  const Comparison c = CompareValues<double>({1.5, 2, -3.5, kInf, kNan}, {1, 2, -4, kInf, kNan}, ge::DT_DOUBLE);
  EXPECT_EQ(c.metrics.elements, 5);
  EXPECT_EQ(c.metrics.compared, 3);
  EXPECT_EQ(c.metrics.equal, 3);
  EXPECT_EQ(c.metrics.expected_nan, 1);
  EXPECT_EQ(c.metrics.expected_inf, 1);
  EXPECT_DOUBLE_EQ(c.metrics.max_abs, 0.5);
  EXPECT_DOUBLE_EQ(c.metrics.mean_abs, 1.0 / 3);
  EXPECT_DOUBLE_EQ(c.metrics.max_rel, 0.5);
  EXPECT_DOUBLE_EQ(c.metrics.mean_rel, 0.625 / 3);
  EXPECT_DOUBLE_EQ(c.metrics.rmse, std::sqrt(0.5 / 3));
  EXPECT_DOUBLE_EQ(c.metrics.sign_bias, 1) << "1.5 > 1 and -3.5 > -4";
}

TEST(NegativeZero, IsZeroUnlessTheCaseDemandsItsSign) {
  CaseTensor expected = Expect<float>({0}, ge::DT_FLOAT);
  const ge::Tensor negative = Make<float>({-0.0F}, ge::DT_FLOAT);
  const ge::Tensor positive = Make<float>({0.0F}, ge::DT_FLOAT);
  EXPECT_TRUE(Compare(negative, expected, DefaultStandard(ge::DT_FLOAT)).passed);
  expected.negative_zero = {true};
  EXPECT_TRUE(Compare(negative, expected, DefaultStandard(ge::DT_FLOAT)).passed);
  EXPECT_FALSE(Compare(positive, expected, DefaultStandard(ge::DT_FLOAT)).passed);
}

TEST(MixedStandard, ForgivesOnePercentButNoLargeError) {
  const auto mixed = StandardNamed("mixed", ge::DT_FLOAT);
  std::vector<float> actual(1000, 1);
  std::fill_n(actual.begin(), 10, 1.005F);
  EXPECT_TRUE(Compare(Make(actual, ge::DT_FLOAT), Expect(std::vector<float>(1000, 1), ge::DT_FLOAT), *mixed).passed);
  actual[10] = 1.005F;
  EXPECT_FALSE(Compare(Make(actual, ge::DT_FLOAT), Expect(std::vector<float>(1000, 1), ge::DT_FLOAT), *mixed).passed);
  actual.assign(1000, 1);
  actual[0] = 1.02F;
  EXPECT_FALSE(Compare(Make(actual, ge::DT_FLOAT), Expect(std::vector<float>(1000, 1), ge::DT_FLOAT), *mixed).passed);
}

TEST(MereMareStandard, RefusesALargeMeanThoughNoElementIsFarOff) {
  const auto standard = StandardNamed("mere_mare", ge::DT_FLOAT);
  const std::vector<float> ones(100, 1);
  const std::vector<float> all_a_little(100, 1 + 2 * 0x1p-13F);
  const Comparison c = Compare(Make(all_a_little, ge::DT_FLOAT), Expect(ones, ge::DT_FLOAT), *standard);
  EXPECT_FALSE(c.passed);
  EXPECT_THAT(c.reason, HasSubstr("mean relative error"));
  std::vector<float> one_a_little = ones;
  one_a_little[0] = all_a_little[0];
  EXPECT_TRUE(Compare(Make(one_a_little, ge::DT_FLOAT), Expect(ones, ge::DT_FLOAT), *standard).passed);
  const std::vector<float> all_just_below(100, 1 + 0.75F * 0x1p-13F);
  EXPECT_TRUE(Compare(Make(all_just_below, ge::DT_FLOAT), Expect(ones, ge::DT_FLOAT), *standard).passed);
}

TEST(DoubleBenchmarkStandard, MeasuresAgainstTheReferencesError) {
  const auto standard = StandardNamed("double_benchmark", ge::DT_FLOAT);
  const CaseTensor expected = Expect(std::vector<float>(100, 1), ge::DT_FLOAT);
  const ge::Tensor reference = Make(std::vector<float>(100, 1.001F), ge::DT_FLOAT);
  const ge::Tensor similar = Make(std::vector<float>(100, 0.9985F), ge::DT_FLOAT);
  const ge::Tensor worse = Make(std::vector<float>(100, 1.003F), ge::DT_FLOAT);
  EXPECT_TRUE(Compare(similar, expected, *standard, &reference).passed);
  EXPECT_FALSE(Compare(worse, expected, *standard, &reference).passed);
  EXPECT_THAT(Compare(similar, expected, *standard).reason, HasSubstr("needs a second engine's result"));
}

TEST(DoubleBenchmarkStandard, AnExactReferenceAllowsOneRounding) {
  const auto standard = StandardNamed("double_benchmark", ge::DT_FLOAT);
  const CaseTensor expected = Expect(std::vector<float>(100, 1), ge::DT_FLOAT);
  const ge::Tensor exact = Make(std::vector<float>(100, 1), ge::DT_FLOAT);
  const ge::Tensor rounded = Make(std::vector<float>(100, 1 - 0x1p-24F), ge::DT_FLOAT);
  const ge::Tensor worse = Make(std::vector<float>(100, 1 - 0x1p-18F), ge::DT_FLOAT);
  EXPECT_TRUE(Compare(rounded, expected, *standard, &exact).passed);
  EXPECT_FALSE(Compare(worse, expected, *standard, &exact).passed);
}

TEST(DoubleBenchmarkStandard, AnExactReferenceAllowsOneRoundingOfThe16BitTypesToo) {
  for (const ge::DataType dtype : {ge::DT_FLOAT16, ge::DT_BF16, ge::DT_FLOAT}) {
    SCOPED_TRACE(static_cast<int>(dtype));
    const int digits = dtype == ge::DT_FLOAT ? 24 : dtype == ge::DT_FLOAT16 ? 11 : 8;
    const auto standard = StandardNamed("double_benchmark", dtype);
    // 1000 lies between two powers of two; the RMSE isn't relative.
    for (const float value : {1.0F, 1000.0F, -0.015625F}) {
      const float step = std::ldexp(1.0F, std::ilogb(value) - (digits - 1));
      const std::vector<float> right(100, value);
      std::vector<float> faithful = right, worse = right;
      for (size_t i = 0; i < 100; i += 2) faithful[i] += step;
      worse[7] += 8 * step;
      const ge::Tensor exact = MakeRounded(right, dtype);
      const CaseTensor expected = ExpectRounded(right, dtype);
      const Comparison off_by_one = Compare(MakeRounded(faithful, dtype), expected, *standard, &exact);
      EXPECT_TRUE(off_by_one.passed) << value << ": " << off_by_one.reason;
      const Comparison off_by_eight = Compare(MakeRounded(worse, dtype), expected, *standard, &exact);
      EXPECT_THAT(off_by_eight.reason, HasSubstr("MARE")) << value;
    }
  }
}

TEST(DoubleBenchmarkStandard, ATinyElementExcusesNoLargeOne) {
  const auto standard = StandardNamed("double_benchmark", ge::DT_FLOAT16);
  std::vector<float> right(1000, 1), actual(1000, 1);
  right[0] = actual[0] = 0x1p-24F;
  actual[500] = 1.125F;
  const ge::Tensor exact = MakeRounded(right, ge::DT_FLOAT16);
  const Comparison c =
      Compare(MakeRounded(actual, ge::DT_FLOAT16), ExpectRounded(right, ge::DT_FLOAT16), *standard, &exact);
  EXPECT_THAT(c.reason, HasSubstr("MARE"));
}

TEST(Standards, HaveTheLimitsThatCannStates) {
  struct Row {
    ge::DataType dtype;
    double rtol, atol, floor, mere;
    int64_t ulp;
  };
  const Row rows[] = {{ge::DT_FLOAT16, 0x1p-9, 0x1p-9, 0.1, 0x1p-10, 1},
                      {ge::DT_BF16, 0x1p-6, 0x1p-6, 1, 0x1p-7, 1},
                      {ge::DT_FLOAT, 0x1p-10, 0x1p-16, 0.01, 0x1p-13, 32},
                      {ge::DT_COMPLEX64, 0x1p-10, 0x1p-16, 0.01, 0x1p-13, 32}};
  for (const Row& row : rows) {
    SCOPED_TRACE(static_cast<int>(row.dtype));
    const auto mixed = StandardNamed("mixed", row.dtype);
    EXPECT_EQ(mixed->rtol, row.rtol);
    EXPECT_EQ(mixed->atol, row.atol);
    EXPECT_EQ(mixed->floor, row.floor);
    EXPECT_EQ(StandardNamed("mere_mare", row.dtype)->rtol, row.mere);
    EXPECT_EQ(StandardNamed("ulp", row.dtype)->ulp, row.ulp);
  }
}

TEST(MixedStandard, OfFloatIsRelativeRatherThanAbsolute) {
  const auto mixed = StandardNamed("mixed", ge::DT_FLOAT);
  const auto compare = [&](float actual, float expected) {
    return Compare(Make<float>({actual}, ge::DT_FLOAT), Expect<float>({expected}, ge::DT_FLOAT), *mixed).passed;
  };
  EXPECT_TRUE(compare(1.0009F, 1)) << "within 2^-10 of the value";
  EXPECT_FALSE(compare(0.0005F, 0)) << "2^-16 is all that a 0 may be off by";
}

TEST(QuantStandard, AllowsOneStepOfAnInteger) {
  const auto standard = StandardNamed("quant", ge::DT_INT8);
  EXPECT_TRUE(Compare(Make<int8_t>({5}, ge::DT_INT8), Expect<int8_t>({4}, ge::DT_INT8), *standard).passed);
  EXPECT_FALSE(Compare(Make<int8_t>({6}, ge::DT_INT8), Expect<int8_t>({4}, ge::DT_INT8), *standard).passed);
  EXPECT_FALSE(Compare(Make<int8_t>({127}, ge::DT_INT8), Expect<int8_t>({-128}, ge::DT_INT8), *standard).passed);
}

TEST(Standards, UnknownNameGetsTheNearest) {
  const auto standard = StandardNamed("alclose", ge::DT_FLOAT);
  EXPECT_EQ(standard.status().code(), ErrorCode::kUsage);
  EXPECT_THAT(standard.status().message(), HasSubstr("did you mean allclose?"));
}

TEST(CompareBits, NamesTheFirstElementThatDiffers) {
  EXPECT_EQ(CompareBits(Make<float>({kNan, 2}, ge::DT_FLOAT), Make<float>({-kNan, 2}, ge::DT_FLOAT)), "");
  EXPECT_EQ(CompareBits(Make<float>({1, 2}, ge::DT_FLOAT), Make<float>({1, 3}, ge::DT_FLOAT)),
            "element [1] is 2 (0x40000000) and then 3 (0x40400000)");
}

}  // namespace
}  // namespace opdk::verify
