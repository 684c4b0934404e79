#include "tbe/compute.h"

#include "tests/sdk/api/tbe/evaluate.h"

namespace tbe {
namespace {

using ::testing::HasSubstr;

TEST(TbeCompute, IndexesFreely) {
  Tensor x = Placeholder(0, {3, 3}, ge::DT_FLOAT);
  Tensor triangle = compute(x.shape(), [&](const std::vector<Expr>& i) {
    return select(i[1] >= i[0], at(x, {i[0], i[1]}), 0);
  });
  EXPECT_THAT(ValuesOf(triangle, {FromNumbers(ge::DT_FLOAT, {3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9})}),
              SameNumbers(Numbers{1, 2, 3, 0, 5, 6, 0, 0, 9}));
}

TEST(TbeCompute, ReducesOverItsOwnVariables) {
  Tensor x = Placeholder(0, {4}, ge::DT_INT32);
  // Sum of the elements up to and including i.
  Tensor sums = compute({4}, ReduceOp::kSum, {4}, [&](const std::vector<Expr>& i, const std::vector<Expr>& r) {
    return select(r[0] <= i[0], at(x, {r[0]}), 0);
  });
  EXPECT_THAT(ValuesOf(sums, {FromNumbers(ge::DT_INT32, {4}, {1, 2, 3, 4})}), SameNumbers(Numbers{1, 3, 6, 10}));
  EXPECT_EQ(sums.dtype(), ge::DT_INT32);
}

TEST(TbeCompute, ExtentsAndRankZeroReads) {
  Tensor x = Placeholder(0, {3}, ge::DT_FLOAT), scale = Param(10.0, ge::DT_FLOAT);
  Tensor reversed = compute({3}, [&](const std::vector<Expr>& i) {
    return at(x, {extent(x, 0) - 1 - i[0]}) * at(scale) + cast(i[0] / 2, ge::DT_FLOAT);
  });
  EXPECT_THAT(ValuesOf(reversed, {FromNumbers(ge::DT_FLOAT, {3}, {1, 2, 3})}), SameNumbers(Numbers{30, 20, 11}));
  EXPECT_EQ(reversed->inputs.size(), 2U);
}

TEST(TbeCompute, ReadsOutsideAreReported) {
  Tensor x = Placeholder(0, {3}, ge::DT_FLOAT);
  Tensor shifted = compute({3}, [&](const std::vector<Expr>& i) { return at(x, {i[0] + 1}); });
  const auto result = Evaluate({shifted}, {FromNumbers(ge::DT_FLOAT, {3}, {1, 2, 3})});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.status().message(), "tbe::compute: index 3 is outside axis 0 of [3]");
}

TEST(TbeCompute, BodiesNest) {
  Tensor x = Placeholder(0, {2}, ge::DT_FLOAT);
  Tensor outer = compute({2}, [&](const std::vector<Expr>& i) {
    Tensor doubled = compute({2}, [&](const std::vector<Expr>& j) { return at(x, {j[0]}) * 2; });
    return at(doubled, {i[0]}) + at(x, {1 - i[0]});
  });
  EXPECT_THAT(ValuesOf(outer, {FromNumbers(ge::DT_FLOAT, {2}, {1, 10})}), SameNumbers(Numbers{12, 21}));
}

TEST(TbeCompute, ErrorsAreFoundWhenBuilt) {
  Tensor x = Placeholder(0, {3}, ge::DT_FLOAT);
  EXPECT_THAT(ErrorOf([&] { at(x, {0}); }), HasSubstr("only inside"));
  EXPECT_THAT(ErrorOf([&] { compute({3}, [&](const std::vector<Expr>& i) {
                              return at(x, {i[0], i[0]});
                            }); }),
              HasSubstr("2 indices don't fit float[3]"));
  EXPECT_THAT(ErrorOf([&] { compute({3}, [&](const std::vector<Expr>& i) { return at(x, {i[0]}) + i[0]; }); }),
              HasSubstr("the dtypes float and int64 differ"));
  EXPECT_THAT(ErrorOf([&] { compute({3}, [&](const std::vector<Expr>& i) { return at(x, {at(x, {i[0]})}); }); }),
              HasSubstr("is float, not int64"));
  EXPECT_THAT(ErrorOf([&] { compute({3}, [&](const std::vector<Expr>& i) { return apply(UnaryOp::kExp, i[0]); }); }),
              HasSubstr("exp doesn't take int64"));
}

}  // namespace
}  // namespace tbe
