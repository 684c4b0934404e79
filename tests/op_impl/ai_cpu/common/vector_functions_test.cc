#include "op_impl/ai_cpu/common/vector_functions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "tests/op_impl/ai_cpu/isa_test.h"

namespace opdk {
namespace {

class VectorFunctionsTest : public IsaTest {
 protected:
  const VectorFunctions& functions() { return Of(Avx2VectorFunctions, Avx512VectorFunctions); }

  static double Product(const float* a, const float* b, int64_t depth) {
    double sum = 0;
    for (int64_t k = 0; k < depth; ++k) sum += static_cast<double>(a[k]) * b[k];
    return sum;
  }

  std::vector<float> Pack(const std::vector<float>& b, int64_t columns, int64_t depth) {
    const int64_t panel = functions().panel;
    std::vector<float> panels(static_cast<size_t>((columns + panel - 1) / panel * panel * depth));
    functions().pack_panels(b.data(), columns, depth, panels.data());
    return panels;
  }
};
OPDK_FOR_EACH_ISA(VectorFunctionsTest);

constexpr float kUntouched = 1234.5F;

TEST_P(VectorFunctionsTest, PanelsMultiplyAnyRowsAndColumnsAndTouchNothingElse) {
  for (const int64_t depth : {0, 1, 5, 8, 19, 64}) {
    for (const int64_t columns : {1, 5, 8, 15, 16, 17, 31, 32, 33, 48, 127, 128, 130}) {
      const std::vector<float> b = Random(columns * depth, 1), start = Random(columns, 1);
      const std::vector<float> panels = Pack(b, columns, depth);
      for (int64_t rows = 0; rows <= 34; ++rows) {
        const int64_t stride = columns + 3;
        const std::vector<float> a = Random(rows * depth, 1);
        std::vector<float> y(static_cast<size_t>(rows * stride), kUntouched);
        functions().multiply_panels(
            {a.data(), rows, panels.data(), columns, depth, rows % 2 == 0 ? nullptr : start.data(), y.data(), stride});
        for (int64_t i = 0; i < rows; ++i) {
          for (int64_t j = 0; j < stride; ++j) {
            const float got = y[static_cast<size_t>(i * stride + j)];
            if (j >= columns) {
              ASSERT_EQ(got, kUntouched) << "row " << i << " column " << j << " of " << rows << " x " << columns;
              continue;
            }
            const double from = rows % 2 == 0 ? 0 : start[static_cast<size_t>(j)];
            ASSERT_NEAR(got, from + Product(a.data() + i * depth, b.data() + j * depth, depth), 1e-5)
                << "row " << i << " column " << j << " of " << rows << " x " << columns << ", depth " << depth;
          }
        }
      }
    }
  }
}

TEST_P(VectorFunctionsTest, ARowsSumsDoNotDependOnTheRowsBesideIt) {
  constexpr int64_t kDepth = 130, kColumns = 33, kRows = 40;
  const std::vector<float> panels = Pack(Random(kColumns * kDepth, 1), kColumns, kDepth), a = Random(kRows * kDepth, 1);
  std::vector<float> all(kRows * kColumns), one(kColumns);
  for (int64_t rows = 1; rows <= kRows; ++rows) {
    functions().multiply_panels({a.data(), rows, panels.data(), kColumns, kDepth, nullptr, all.data(), kColumns});
    for (int64_t i = 0; i < rows; ++i) {
      functions().multiply_panels(
          {a.data() + i * kDepth, 1, panels.data(), kColumns, kDepth, nullptr, one.data(), kColumns});
      ASSERT_TRUE(std::equal(one.begin(), one.end(), all.begin() + i * kColumns)) << "row " << i << " of " << rows;
    }
  }
}

TEST_P(VectorFunctionsTest, RowDotsMultiplyAnyExtents) {
  for (const int64_t depth : {0, 1, 7, 8, 15, 16, 17, 31, 33, 128, 130}) {
    for (const int64_t columns : {1, 2, 3, 4, 5, 17}) {
      const std::vector<float> a = Random(depth, 1), b = Random(columns * depth, 1);
      std::vector<float> y(static_cast<size_t>(columns + 1), kUntouched);
      functions().row_dots(a.data(), b.data(), columns, depth, y.data());
      for (int64_t j = 0; j < columns; ++j) {
        ASSERT_NEAR(y[static_cast<size_t>(j)], Product(a.data(), b.data() + j * depth, depth), 1e-5)
            << "column " << j << " of " << columns << ", depth " << depth;
      }
      ASSERT_EQ(y.back(), kUntouched);
    }
  }
}

TEST_P(VectorFunctionsTest, SigmoidAndTanhKeepToTheirBoundsAndHandNaNOn) {
  const float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> x = {0, -0.0F, infinity, -infinity, NAN, 1e-20F, -1e-20F, 88, -88, 103, -103, 1e30F, -1e30F};
  const std::vector<float> random = Random(2000, 12);
  x.insert(x.end(), random.begin(), random.end());
  const auto expect = [&](const char* name, auto function, auto reference) {
    for (const size_t count : {size_t{0}, size_t{1}, size_t{7}, size_t{13}, size_t{16}, size_t{17}, x.size()}) {
      std::vector<float> y = x;
      function(y.data(), static_cast<int64_t>(count));
      for (size_t i = 0; i < x.size(); ++i) {
        if (std::isnan(x[i])) {
          ASSERT_TRUE(std::isnan(y[i])) << name;
          continue;
        }
        const double wanted = i < count ? reference(static_cast<double>(x[i])) : x[i];
        const float near = static_cast<float>(wanted);
        const float ulp = std::nextafter(std::abs(near), infinity) - std::abs(near);
        ASSERT_LE(std::abs(y[i] - wanted), std::isinf(near) ? 0 : i < count ? 3 * ulp : 0) << name << " of " << x[i];
      }
    }
  };
  x.erase(x.begin() + 2, x.begin() + 4);  // inf - inf is no distance
  expect("sigmoid", functions().logistic_row, [](double v) { return 1 / (1 + std::exp(-v)); });
  expect("tanh", functions().tanh_row, [](double v) { return std::tanh(v); });
  std::vector<float> ends = {infinity, -infinity};
  functions().logistic_row(ends.data(), 2);
  EXPECT_EQ(ends, std::vector<float>({1, 0}));
  ends = {infinity, -infinity};
  functions().tanh_row(ends.data(), 2);
  EXPECT_EQ(ends, std::vector<float>({1, -1}));
}

}  // namespace
}  // namespace opdk
