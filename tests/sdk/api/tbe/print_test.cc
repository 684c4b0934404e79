#include "tbe/print.h"

#include "tests/sdk/api/tbe/evaluate.h"

namespace tbe {
namespace {

TEST(TbePrint, OneLinePerNode) {
  Tensor x = Placeholder(0, {2, 3}, ge::DT_FLOAT, "x");
  Tensor half = x * 0.5;
  EXPECT_EQ(Print({half + half, reduce_max(x, {1}, true)}),
            "%0 = input 0 \"x\" : float[2, 3]\n"
            "%1 = const 0.5 : float[]\n"
            "%2 = broadcast %1 axes [] : float[2, 3]\n"
            "%3 = mul %0, %2 : float[2, 3]\n"
            "%4 = add %3, %3 : float[2, 3]\n"
            "%5 = reduce_max %0 axes [1] keepdims : float[2, 1]\n"
            "return %4, %5\n");
}

TEST(TbePrint, EveryKindShowsItsDetails) {
  Tensor x = Placeholder(0, {1, 2, 4}, ge::DT_FLOAT);
  auto last_line = [](const Tensor& t) {
    const std::string text = Print({t});
    const size_t end = text.rfind("\nreturn");
    const size_t begin = text.rfind('\n', end - 1);
    return text.substr(begin + 1, end - begin - 1);
  };
  EXPECT_EQ(last_line(slice(x, {0, 0, 3}, {1, 2, 2}, {1, 1, -2})),
            "%1 = slice %0 starts [0, 0, 3] steps [1, 1, -2] : float[1, 2, 2]");
  EXPECT_EQ(last_line(cast_to(x, ge::DT_INT8, Rounding::kFloor)), "%1 = cast %0 floor : int8[1, 2, 4]");
  EXPECT_EQ(last_line(matmul(x, x, false, true)), "%1 = matmul %0, %0 trans_b : float[1, 2, 2]");
  EXPECT_EQ(last_line(pooling(x, {.window = {2}})),
            "%1 = pool_max %0 window [2] strides [1] pads [0] [0] dilations [1] : float[1, 2, 3]");
  EXPECT_EQ(last_line(pad(x, {0, 0, 1}, {0, 0, 0})), "%2 = pad %0, %1 before [0, 0, 1] : float[1, 2, 5]");
  EXPECT_EQ(last_line(Param(2, ge::DT_FLOAT) + Param(3, ge::DT_FLOAT)), "%2 = add %0, %1 : float[]");
  Tensor body = compute({2}, ReduceOp::kSum, {4}, [&](const std::vector<Expr>& i, const std::vector<Expr>& r) {
    return at(x, {0, i[0], r[0]}) * 2.0;
  });
  EXPECT_EQ(last_line(body), "%1 = compute { mul(read0(0, i0, r0), 2.0) } sum over [4] of %0 : float[2]");
}

TEST(TbePrint, NamesAreDistinct) {
  std::vector<std::string> names;
  for (int i = 0; i <= static_cast<int>(kLastUnaryOp); ++i) names.push_back(NameOf(static_cast<UnaryOp>(i)));
  for (int i = 0; i <= static_cast<int>(kLastBinaryOp); ++i) {
    names.push_back(NameOf(static_cast<BinaryOp>(i)));
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  EXPECT_EQ(NameOf(UnaryOp::kIsInf), "is_inf");
  EXPECT_EQ(NameOf(BinaryOp::kAtan2), "atan2");
}

}  // namespace
}  // namespace tbe
