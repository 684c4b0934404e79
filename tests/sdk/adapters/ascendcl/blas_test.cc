// Matrix products against a triple loop: transposes, alpha and beta, types, leading dimensions.
#include <array>
#include <cmath>

#include "acl/ops/acl_cblas.h"
#include "tests/sdk/adapters/ascendcl/offline_models.h"

namespace opdk::acl_tests {
namespace {

constexpr int kM = 2, kN = 3, kK = 4;

template <typename T>
T FromFloat(float value) {
  return static_cast<T>(value);
}
template <>
aclFloat16 FromFloat(float value) {
  return aclFloatToFloat16(value);
}
template <typename T>
float ToFloat(T value) {
  return static_cast<float>(value);
}
template <>
float ToFloat(aclFloat16 value) {
  return aclFloat16ToFloat(value);
}

// Returns small whole numbers, which no type rounds.
std::vector<float> Numbers(size_t count, int first) {
  std::vector<float> values;
  for (size_t i = 0; i < count; ++i) values.push_back(static_cast<float>((static_cast<int>(i) * 5 + first) % 7 - 3));
  return values;
}
template <typename T>
std::vector<T> Converted(const std::vector<float>& values) {
  std::vector<T> result;
  for (const float value : values) result.push_back(FromFloat<T>(value));
  return result;
}

struct Problem {
  bool transposed_a = false, transposed_b = false;
  float alpha = 1, beta = 0;
  std::vector<float> a = Numbers(kM * kK, 1), b = Numbers(kK * kN, 2), c = Numbers(kM * kN, 4);

  float A(int row, int column) const { return transposed_a ? a[column * kM + row] : a[row * kK + column]; }
  float B(int row, int column) const { return transposed_b ? b[column * kK + row] : b[row * kN + column]; }
  std::vector<float> Expected(int columns = kN) const {
    std::vector<float> result;
    for (int i = 0; i < kM; ++i) {
      for (int j = 0; j < columns; ++j) {
        float sum = 0;
        for (int k = 0; k < kK; ++k) sum += A(i, k) * (columns == 1 ? b[k] : B(k, j));
        result.push_back(alpha * sum + (beta == 0 ? 0 : beta * c[i * columns + j]));
      }
    }
    return result;
  }
};

class Blas : public Acl {
 protected:
  static aclTransType Form(bool transposed) { return transposed ? ACL_TRANS_T : ACL_TRANS_N; }

  template <typename From, typename To>
  void ExpectProducts(aclDataType from, aclDataType to) {
    for (const bool transposed_a : {false, true}) {
      for (const bool transposed_b : {false, true}) {
        for (const float beta : {0.0F, 2.0F}) {
          Problem problem{transposed_a, transposed_b, 3, beta};
          const auto a = Converted<From>(problem.a), b = Converted<From>(problem.b);
          auto c = Converted<To>(problem.c);
          const To alpha = FromFloat<To>(problem.alpha), factor = FromFloat<To>(beta);
          EXPECT_OK(aclblasGemmEx(Form(transposed_a), Form(transposed_b), ACL_TRANS_N, kM, kN, kK, &alpha, a.data(), -1,
                                  from, b.data(), transposed_b ? kK : kN, from, &factor, c.data(), kN, to,
                                  ACL_COMPUTE_HIGH_PRECISION, nullptr));
          EXPECT_OK(aclrtSynchronizeStream(nullptr));
          const std::vector<float> expected = problem.Expected();
          for (size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(ToFloat(c[i]), expected[i]) << i;
        }
      }
    }
  }
};

TEST_F(Blas, ProductsOfEveryType) {
  ExpectProducts<float, float>(ACL_FLOAT, ACL_FLOAT);
  ExpectProducts<aclFloat16, aclFloat16>(ACL_FLOAT16, ACL_FLOAT16);
  ExpectProducts<aclFloat16, float>(ACL_FLOAT16, ACL_FLOAT);
  ExpectProducts<int8_t, int32_t>(ACL_INT8, ACL_INT32);
  ExpectProducts<int32_t, int32_t>(ACL_INT32, ACL_INT32);
}

TEST_F(Blas, WhereBetaIsZeroTheResultIsNotRead) {
  const Problem problem;
  std::vector<float> c(kM * kN, NAN);
  const float alpha = 1, beta = 0;
  EXPECT_OK(aclblasGemmEx(ACL_TRANS_N, ACL_TRANS_N, ACL_TRANS_N, kM, kN, kK, &alpha, problem.a.data(), -1, ACL_FLOAT,
                          problem.b.data(), -1, ACL_FLOAT, &beta, c.data(), -1, ACL_FLOAT, ACL_COMPUTE_LOW_PRECISION,
                          nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(c, problem.Expected());
}

TEST_F(Blas, FunctionsOfOneType) {
  Problem problem{false, false, 2, 1};
  const std::vector<float> expected = problem.Expected(), column = problem.Expected(1);
  const auto half_a = Converted<aclFloat16>(problem.a), half_b = Converted<aclFloat16>(problem.b);
  auto half_c = Converted<aclFloat16>(problem.c);
  const aclFloat16 two = aclFloatToFloat16(2), one = aclFloatToFloat16(1);
  EXPECT_OK(aclblasHgemm(ACL_TRANS_N, ACL_TRANS_N, ACL_TRANS_N, kM, kN, kK, &two, half_a.data(), -1, half_b.data(), -1,
                         &one, half_c.data(), -1, ACL_COMPUTE_HIGH_PRECISION, nullptr));
  auto half_y = Converted<aclFloat16>(problem.c);
  EXPECT_OK(aclblasHgemv(ACL_TRANS_N, kM, kK, &two, half_a.data(), -1, half_b.data(), 1, &one, half_y.data(), -1,
                         ACL_COMPUTE_HIGH_PRECISION, nullptr));
  const auto int_a = Converted<int8_t>(problem.a), int_b = Converted<int8_t>(problem.b);
  auto int_c = Converted<int32_t>(problem.c), int_y = Converted<int32_t>(problem.c);
  const int32_t whole_two = 2, whole_one = 1;
  EXPECT_OK(aclblasS8gemm(ACL_TRANS_N, ACL_TRANS_N, ACL_TRANS_N, kM, kN, kK, &whole_two, int_a.data(), -1, int_b.data(),
                          -1, &whole_one, int_c.data(), -1, ACL_COMPUTE_HIGH_PRECISION, nullptr));
  EXPECT_OK(aclblasS8gemv(ACL_TRANS_N, kM, kK, &whole_two, int_a.data(), -1, int_b.data(), -1, &whole_one, int_y.data(),
                          -1, ACL_COMPUTE_HIGH_PRECISION, nullptr));
  std::vector<float> y = problem.c;
  const float float_two = 2, float_one = 1;
  EXPECT_OK(aclblasGemvEx(ACL_TRANS_N, kM, kK, &float_two, problem.a.data(), kK, ACL_FLOAT, problem.b.data(), 1,
                          ACL_FLOAT, &float_one, y.data(), 1, ACL_FLOAT, ACL_COMPUTE_HIGH_PRECISION, nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(aclFloat16ToFloat(half_c[i]), expected[i]);
    EXPECT_EQ(static_cast<float>(int_c[i]), expected[i]);
  }
  for (size_t i = 0; i < column.size(); ++i) {
    EXPECT_EQ(aclFloat16ToFloat(half_y[i]), column[i]);
    EXPECT_EQ(static_cast<float>(int_y[i]), column[i]);
    EXPECT_EQ(y[i], column[i]);
  }
}

TEST_F(Blas, CreatesAHandleForEachProduct) {
  aclopHandle *gemm = nullptr, *half = nullptr, *whole = nullptr, *gemv = nullptr, *half_v = nullptr,
              *whole_v = nullptr;
  constexpr auto kHigh = ACL_COMPUTE_HIGH_PRECISION;
  EXPECT_OK(aclblasCreateHandleForGemmEx(ACL_TRANS_N, ACL_TRANS_N, ACL_TRANS_N, kM, kN, kK, ACL_FLOAT, ACL_FLOAT,
                                         ACL_FLOAT, kHigh, &gemm));
  EXPECT_OK(aclblasCreateHandleForHgemm(ACL_TRANS_N, ACL_TRANS_T, ACL_TRANS_N, kM, kN, kK, kHigh, &half));
  EXPECT_OK(aclblasCreateHandleForS8gemm(ACL_TRANS_T, ACL_TRANS_N, ACL_TRANS_N, kM, kN, kK, kHigh, &whole));
  EXPECT_OK(aclblasCreateHandleForGemvEx(ACL_TRANS_N, kM, kN, ACL_FLOAT, ACL_FLOAT, ACL_FLOAT, kHigh, &gemv));
  EXPECT_OK(aclblasCreateHandleForHgemv(ACL_TRANS_N, kM, kN, kHigh, &half_v));
  EXPECT_OK(aclblasCreateHandleForS8gemv(ACL_TRANS_N, kM, kN, kHigh, &whole_v));
  Problem problem{false, false, 1, 1};
  const DeviceTensor a(problem.a), b(problem.b), c(problem.c), alpha(std::vector<float>{1}),
      beta(std::vector<float>{1});
  const aclDataBuffer* inputs[] = {a.buffer(), b.buffer(), c.buffer(), alpha.buffer(), beta.buffer()};
  aclDataBuffer* outputs[] = {c.buffer()};
  EXPECT_OK(aclopExecWithHandle(gemm, 5, inputs, 1, outputs, nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(c.values(), problem.Expected());
  for (aclopHandle* handle : {gemm, half, whole, gemv, half_v, whole_v}) aclopDestroyHandle(handle);
  EXPECT_REFUSED(aclblasCreateHandleForGemmEx(ACL_TRANS_N, ACL_TRANS_N, ACL_TRANS_N, kM, kN, kK, ACL_FLOAT, ACL_FLOAT,
                                              ACL_FLOAT, kHigh, nullptr),
                 ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclblasCreateHandleForHgemm(ACL_TRANS_N, ACL_TRANS_N, ACL_TRANS_N, 0, kN, kK, kHigh, &half),
                 ACL_ERROR_INVALID_PARAM, "positive");
  EXPECT_REFUSED(aclblasCreateHandleForS8gemm(ACL_TRANS_NZ, ACL_TRANS_N, ACL_TRANS_N, kM, kN, kK, kHigh, &whole),
                 ACL_ERROR_FEATURE_UNSUPPORTED, "FRACTAL_NZ");
  EXPECT_REFUSED(aclblasCreateHandleForGemvEx(ACL_TRANS_N, kM, kN, ACL_FLOAT, ACL_INT8, ACL_FLOAT, kHigh, &gemv),
                 ACL_ERROR_UNSUPPORTED_DATA_TYPE, "no product");
  EXPECT_REFUSED(aclblasCreateHandleForHgemv(ACL_TRANS_N, -1, kN, kHigh, &half_v), ACL_ERROR_INVALID_PARAM, "positive");
  EXPECT_REFUSED(aclblasCreateHandleForS8gemv(ACL_TRANS_N, kM, kN, static_cast<aclComputeType>(5), &whole_v),
                 ACL_ERROR_INVALID_PARAM, "no such precision: the compute type is 5");
}

TEST_F(Blas, RefusesWrongArguments) {
  const Problem problem;
  std::vector<float> c(kM * kN);
  const float one = 1;
  const auto refuse = [&](aclTransType form_c, int lda, int ldb, int ldc, const float* alpha, const float* a,
                          aclError code, const char* part) {
    EXPECT_REFUSED(
        aclblasGemmEx(ACL_TRANS_N, ACL_TRANS_N, form_c, kM, kN, kK, alpha, a, lda, ACL_FLOAT, problem.b.data(), ldb,
                      ACL_FLOAT, &one, c.data(), ldc, ACL_FLOAT, ACL_COMPUTE_HIGH_PRECISION, nullptr),
        code, part);
  };
  const float* a = problem.a.data();
  refuse(ACL_TRANS_N, kK + 1, -1, -1, &one, a, ACL_ERROR_INVALID_PARAM, "lda is 5");
  refuse(ACL_TRANS_N, -1, kK, -1, &one, a, ACL_ERROR_INVALID_PARAM, "ldb is 4");
  refuse(ACL_TRANS_N, -1, -1, 0, &one, a, ACL_ERROR_INVALID_PARAM, "ldc is 0");
  refuse(ACL_TRANS_T, -1, -1, -1, &one, a, ACL_ERROR_FEATURE_UNSUPPORTED, "isn't transposed");
  refuse(static_cast<aclTransType>(9), -1, -1, -1, &one, a, ACL_ERROR_INVALID_PARAM,
         "no such form of a matrix: a trans argument is 9");
  refuse(ACL_TRANS_N, -1, -1, -1, nullptr, a, ACL_ERROR_INVALID_PARAM, "factor is NULL");
  refuse(ACL_TRANS_N, -1, -1, -1, &one, nullptr, ACL_ERROR_INVALID_PARAM, "matrix is NULL");
  EXPECT_REFUSED(aclblasGemvEx(ACL_TRANS_N, kM, kK, &one, a, -1, ACL_FLOAT, problem.b.data(), 2, ACL_FLOAT, &one,
                               c.data(), 1, ACL_FLOAT, ACL_COMPUTE_HIGH_PRECISION, nullptr),
                 ACL_ERROR_INVALID_PARAM, "is 2");
  EXPECT_REFUSED(aclblasHgemm(ACL_TRANS_N, ACL_TRANS_N, ACL_TRANS_N, kM, kN, kK, nullptr, nullptr, -1, nullptr, -1,
                              nullptr, nullptr, -1, ACL_COMPUTE_HIGH_PRECISION, nullptr),
                 ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclblasS8gemm(ACL_TRANS_N, ACL_TRANS_N, ACL_TRANS_N, kM, 0, kK, nullptr, nullptr, -1, nullptr, -1,
                               nullptr, nullptr, -1, ACL_COMPUTE_HIGH_PRECISION, nullptr),
                 ACL_ERROR_INVALID_PARAM, "positive");
  EXPECT_REFUSED(aclblasHgemv(ACL_TRANS_N, kM, kN, nullptr, nullptr, -1, nullptr, -1, nullptr, nullptr, -1,
                              ACL_COMPUTE_HIGH_PRECISION, nullptr),
                 ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclblasS8gemv(ACL_TRANS_N, kM, kN, nullptr, nullptr, -1, nullptr, -1, nullptr, nullptr, -1,
                               ACL_COMPUTE_HIGH_PRECISION, nullptr),
                 ACL_ERROR_INVALID_PARAM, "NULL");
}

}  // namespace
}  // namespace opdk::acl_tests
