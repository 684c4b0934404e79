#include "tbe/hash.h"

#include <set>

#include "tests/sdk/api/tbe/evaluate.h"

namespace tbe {
namespace {

Tensor Input(const Dims& shape, DataType dtype = ge::DT_FLOAT) { return Placeholder(0, shape, dtype); }

TEST(TbeHash, EqualStructureHashesEqual) {
  auto gelu = [](const char* name) {
    Tensor x = Placeholder(0, {2, 3}, ge::DT_FLOAT, name);
    return x * 0.5 * (1.0 + verf(x * 0.70710678118654752));
  };
  EXPECT_EQ(Hash({gelu("x")}), Hash({gelu("y")}));
  EXPECT_EQ(Hash({gelu("x")}).ToHex().size(), 32U);
}

TEST(TbeHash, SharingDoesNotCount) {
  Tensor x = Input({2});
  Tensor once = vexp(x);
  EXPECT_EQ(Hash({once + once}), Hash({vexp(x) + vexp(x)}));
}

TEST(TbeHash, IsTheSameInEveryRun) {
  // Kernel caches on disk outlive the process: a change of this value must come with a new cache version.
  EXPECT_EQ(Hash({vexp(Input({2, 3})) + 1.0}).ToHex(), "f9f8f836f7dba69443eba5313c732cb9");
}

TEST(TbeHash, EveryDifferenceCounts) {
  Tensor x = Input({4, 6}), y = Placeholder(1, {4, 6}, ge::DT_FLOAT);
  auto body = [&](double factor) {
    return compute({4}, [&](const std::vector<Expr>& i) { return at(x, {i[0], 0}) * factor; });
  };
  const std::vector<std::vector<Tensor>> different = {
      {x},
      {y},
      {x, y},
      {y, x},
      {Input({6, 4})},
      {Input({24})},
      {Input({4, 6}, ge::DT_INT32)},
      {vexp(x)},
      {vlog(x)},
      {x + y},
      {y + x},
      {x - y},
      {x + 1.0},
      {x + 2.0},
      {x + Param(1.0, ge::DT_FLOAT)},
      {x + Param(2.0, ge::DT_FLOAT)},
      {x + 0.0},
      {x + -0.0},
      {reduce_sum(x, {0})},
      {reduce_sum(x, {1})},
      {reduce_sum(x, {0}, true)},
      {reduce_max(x, {0})},
      {transpose(x, {1, 0})},
      {reshape(x, {6, 4})},
      {slice(x, {0, 0}, {2, 6})},
      {slice(x, {1, 0}, {2, 6})},
      {slice(x, {0, 0}, {2, 6}, {2, 1})},
      {concat({x, y}, 0)},
      {concat({x, y}, 1)},
      {matmul(x, y, true, false)},
      {matmul(x, y, false, true)},
      {cast_to(x, ge::DT_INT32, Rounding::kFloor)},
      {cast_to(x, ge::DT_INT32, Rounding::kCeil)},
      {cast_to(x, ge::DT_INT8)},
      {body(2)},
      {body(3)},
  };
  std::set<std::string> seen;
  for (size_t i = 0; i < different.size(); ++i) {
    EXPECT_TRUE(seen.insert(Hash(different[i]).ToHex()).second) << "entry " << i << " hashes like an earlier one";
  }
}

TEST(TbeHash, ExtentsParamsAndOffsetsCanBeLeftOut) {
  const HashOptions kind_only = {.extents = false, .param_values = false, .offsets = false};
  auto mean = [](const Dims& shape) { return reduce_mean(Input(shape), {1}); };
  EXPECT_NE(Hash({mean({2, 3})}), Hash({mean({5, 7})}));
  EXPECT_EQ(Hash({mean({2, 3})}, kind_only), Hash({mean({5, 7})}, kind_only));
  EXPECT_NE(Hash({mean({2, 3})}, {.extents = false}), Hash({mean({5, 7})}, {.extents = false}));
  EXPECT_NE(Hash({mean({2, 3})}, kind_only), Hash({mean({5, 7, 1})}, kind_only));
  EXPECT_EQ(Hash({slice(Input({9}), {1}, {2})}, kind_only), Hash({slice(Input({8}), {3}, {4})}, kind_only));
}

TEST(TbeHash, BroadcastPatternCountsWithoutExtents) {
  const HashOptions no_extents = {.extents = false};
  EXPECT_NE(Hash({broadcast(Input({1, 3}), {2, 3})}, no_extents), Hash({broadcast(Input({2, 1}), {2, 3})}, no_extents));
  EXPECT_EQ(Hash({broadcast(Input({1, 3}), {2, 3})}, no_extents), Hash({broadcast(Input({1, 5}), {4, 5})}, no_extents));
}

}  // namespace
}  // namespace tbe
