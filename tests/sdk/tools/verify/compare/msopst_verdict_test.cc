// msOpST's old rule, row by row as its own class judges, and opdk's verdict on the same outputs.
#include "sdk/tools/verify/compare/msopst_verdict.h"

#include <gtest/gtest.h>

#include <complex>
#include <limits>

#include "sdk/tools/verify/compare/compare.h"

namespace opdk::verify {
namespace {

constexpr float kVerdictNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kVerdictInf = std::numeric_limits<float>::infinity();

struct Row {
  const char* situation;
  ge::Tensor actual;
  ge::Tensor expected;
  bool msopst;
};

template <typename T>
ge::Tensor MakeTensor(const std::vector<T>& values, ge::DataType dtype) {
  return ge::Tensor(ge::TensorDesc(ge::Shape({static_cast<int64_t>(values.size())}), ge::FORMAT_ND, dtype),
                    reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(T));
}

template <typename T>
Row All(const char* situation, T actual, T expected, ge::DataType dtype, bool msopst) {
  return {situation, MakeTensor(std::vector<T>(100, actual), dtype), MakeTensor(std::vector<T>(100, expected), dtype),
          msopst};
}

Row Some(const char* situation, size_t count, float actual, float expected, bool msopst) {
  std::vector<float> values(100, expected);
  std::fill_n(values.begin(), count, actual);
  return {situation, MakeTensor(values, ge::DT_FLOAT), MakeTensor(std::vector<float>(100, expected), ge::DT_FLOAT),
          msopst};
}

std::vector<Row> Table() {
  using Complex = std::complex<float>;
  std::vector<uint8_t> bools(100, 1);
  std::vector<uint8_t> other_bools = bools;
  other_bools[3] = 0;
  return {All("every output NaN", kVerdictNan, 1.0F, ge::DT_FLOAT, true),
          All("every output +Inf", kVerdictInf, 1.0F, ge::DT_FLOAT, true),
          All("1 for NaN", 1.0F, kVerdictNan, ge::DT_FLOAT, true),
          All("+Inf for -Inf", kVerdictInf, -kVerdictInf, ge::DT_FLOAT, true),
          Some("5 % wrong by 9 %", 5, 1.09F, 1.0F, true),
          Some("6 % wrong by 9 %", 6, 1.09F, 1.0F, false),
          All("0.009 for 0", 0.009F, 0.0F, ge::DT_FLOAT, true),
          All("1e-6 for 1e-9", 1e-6F, 1e-9F, ge::DT_FLOAT, true),
          All<int32_t>("101 for 100", 101, 100, ge::DT_INT32, true),
          All<int32_t>("1001 for 1000", 1001, 1000, ge::DT_INT32, true),
          All<int64_t>("2^53 for 2^53 + 1000", int64_t{1} << 53, (int64_t{1} << 53) + 1000, ge::DT_INT64, true),
          All("1e300 for 2e300", 1e300, 2e300, ge::DT_DOUBLE, true),
          All("imaginary part 5 for 0", Complex(1, 5), Complex(1, 0), ge::DT_COMPLEX64, true),
          Some("one element 20 % off", 1, 1.2F, 1.0F, false),
          {"one bool of 100", MakeTensor(other_bools, ge::DT_BOOL), MakeTensor(bools, ge::DT_BOOL), false},
          {"10 elements for 100", MakeTensor(std::vector<float>(10, 1), ge::DT_FLOAT),
           MakeTensor(std::vector<float>(100, 1), ge::DT_FLOAT), false}};
}

TEST(MsopstVerdict, EqualsTheVerdictOfMsopstsOwnClass) {
  for (const Row& row : Table()) {
    MsopstVerdict verdict;
    ASSERT_TRUE(JudgeAsMsopst(row.actual, row.expected, verdict)) << row.situation;
    EXPECT_EQ(verdict.pass, row.msopst) << row.situation << ": " << verdict.Describe();
  }
}

TEST(MsopstVerdict, EachWrongResultFailsTheDefaultStandard) {
  for (const Row& row : Table()) {
    const CaseTensor expected{row.expected, true, {}, {}};
    const Standard standard = DefaultStandard(row.expected.GetTensorDesc().GetDataType());
    EXPECT_FALSE(Compare(row.actual, expected, standard).passed) << row.situation;
  }
}

TEST(MsopstVerdict, DescribesSharesAndErrors) {
  const Row row = Some("", 5, 1.09F, 1.0F, true);
  MsopstVerdict verdict;
  ASSERT_TRUE(JudgeAsMsopst(row.actual, row.expected, verdict));
  EXPECT_EQ(verdict.Describe(), "Pass, 95.00 % within 0.01, largest error 0.0826");
}

TEST(MsopstVerdict, SmallValuesOfOtherSignAreMeasuredAgainstTheFloor) {
  // |difference| is 0.0102, the larger value 0.0052 is below 2^-14 / 0.01.
  const Row row = All("", 0.0052F, -0.0050F, ge::DT_FLOAT, false);
  MsopstVerdict verdict;
  ASSERT_TRUE(JudgeAsMsopst(row.actual, row.expected, verdict));
  EXPECT_NEAR(verdict.largest, 0.0102 / 0.006103515625, 1e-4);
}

TEST(MsopstVerdict, NothingForNothingPasses) {
  MsopstVerdict verdict;
  ASSERT_TRUE(JudgeAsMsopst(MakeTensor(std::vector<float>(), ge::DT_FLOAT),
                            MakeTensor(std::vector<float>(), ge::DT_FLOAT), verdict));
  EXPECT_TRUE(verdict.pass);
}

}  // namespace
}  // namespace opdk::verify
