#include "tbe/array.h"

#include <numeric>

#include "tests/sdk/api/tbe/evaluate.h"

namespace tbe {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Returns 0, 1, 2 … in a shape.
HostTensor Counting(const Dims& shape, DataType dtype = ge::DT_INT32) {
  Numbers numbers(std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>()));
  std::iota(numbers.begin(), numbers.end(), 0);
  return FromNumbers(dtype, shape, numbers);
}

TEST(TbeArray, BroadcastRepeats) {
  Tensor x = Placeholder(0, {2, 1}, ge::DT_INT32);
  EXPECT_THAT(ValuesOf(broadcast(x, {2, 2, 2}), {Counting({2, 1})}), SameNumbers(Numbers{0, 0, 1, 1, 0, 0, 1, 1}));
  EXPECT_THAT(ValuesOf(broadcast(1.5, {2}, ge::DT_FLOAT)), SameNumbers(Numbers{1.5, 1.5}));
  EXPECT_THAT(ValuesOf(broadcast_axes(Placeholder(0, {2}, ge::DT_INT32), {2, 3}, {0}), {Counting({2})}),
              SameNumbers(Numbers{0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(broadcast(x, {2, 1}).get(), x.get());
  EXPECT_EQ(ErrorOf([&] { broadcast(x, {3, 3}); }), "tbe::broadcast: int32[2, 1] doesn't broadcast to [3, 3]");
  EXPECT_THAT(ErrorOf([&] { broadcast(x, {1}); }), HasSubstr("doesn't broadcast to [1]"));
}

TEST(TbeArray, ReshapeResolvesMinusOne) {
  Tensor x = Placeholder(0, {2, 6}, ge::DT_INT32);
  EXPECT_THAT(reshape(x, {3, -1}).shape(), ElementsAre(3, 4));
  EXPECT_THAT(reshape(Placeholder(0, {1}, ge::DT_INT32), {}).shape(), ElementsAre());
  EXPECT_EQ(ErrorOf([&] { reshape(x, {5, -1}); }), "tbe::reshape: int32[2, 6] can't become [5, -1]");
  EXPECT_THAT(ErrorOf([&] { reshape(x, {13}); }), HasSubstr("can't become [13]"));
  EXPECT_THAT(ErrorOf([&] { reshape(Placeholder(0, {0}, ge::DT_INT32), {0, -1}); }), HasSubstr("can't become"));
}

TEST(TbeArray, TransposePermutes) {
  Tensor x = Placeholder(0, {2, 3, 1}, ge::DT_INT32);
  Tensor y = transpose(x, {1, -1, 0});
  EXPECT_THAT(y.shape(), ElementsAre(3, 1, 2));
  EXPECT_THAT(ValuesOf(y, {Counting({2, 3, 1})}), SameNumbers(Numbers{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(transpose(x, {0, 1, 2}).get(), x.get());
  EXPECT_THAT(ErrorOf([&] { transpose(x, {0, 0, 1}); }), HasSubstr("axis 0 is listed twice in [0, 0, 1]"));
  EXPECT_THAT(ErrorOf([&] { transpose(x, {0, 1}); }), HasSubstr("one entry per axis"));
}

TEST(TbeArray, ConcatAndSplitAreInverse) {
  Tensor x = Placeholder(0, {2, 5}, ge::DT_INT32);
  std::vector<Tensor> pieces = split(x, -1, {1, 0, 4});
  EXPECT_THAT(pieces[1].shape(), ElementsAre(2, 0));
  EXPECT_THAT(ValuesOf(pieces[0], {Counting({2, 5})}), SameNumbers(Numbers{0, 5}));
  EXPECT_EQ(ValuesOf(concat(pieces, 1), {Counting({2, 5})}), ToNumbers(Counting({2, 5})));
  EXPECT_THAT(ErrorOf([&] { split(x, 1, {1, 3}); }), HasSubstr("add up to 4"));
  EXPECT_THAT(ErrorOf([&] { split(x, 1, {6}); }), HasSubstr("don't fit axis 1"));
  EXPECT_EQ(ErrorOf([&] {
              concat({x, Placeholder(1, {3, 5}, ge::DT_INT32)}, 1);
            }),
            "tbe::concat: int32[2, 5] and int32[3, 5] can't be joined along axis 1");
}

TEST(TbeArray, SliceStepsBothWays) {
  Tensor x = Placeholder(0, {7}, ge::DT_INT32);
  EXPECT_THAT(ValuesOf(slice(x, {1}, {3}, {2}), {Counting({7})}), SameNumbers(Numbers{1, 3, 5}));
  EXPECT_THAT(ValuesOf(slice(x, {6}, {4}, {-2}), {Counting({7})}), SameNumbers(Numbers{6, 4, 2, 0}));
  EXPECT_THAT(ValuesOf(slice(x, {9}, {0}), {Counting({7})}), SameNumbers(Numbers{}));
  EXPECT_EQ(slice(x, {0}, {7}).get(), x.get());
  EXPECT_EQ(ErrorOf([&] { slice(x, {5}, {3}); }), "tbe::slice: offsets [5], sizes [3], steps [1] leave int32[7]");
  EXPECT_THAT(ErrorOf([&] { slice(x, {1}, {3}, {-1}); }), HasSubstr("leave int32[7]"));
  EXPECT_THAT(ErrorOf([&] { slice(x, {1}, {3}, {INT64_MAX}); }), HasSubstr("leave int32[7]"));
}

TEST(TbeArray, PadFillsAndCrops) {
  Tensor x = Placeholder(0, {2, 2}, ge::DT_INT32);
  EXPECT_THAT(ValuesOf(pad(x, {1, 0}, {0, 1}, 9), {Counting({2, 2})}), SameNumbers(Numbers{9, 9, 9, 0, 1, 9, 2, 3, 9}));
  EXPECT_THAT(ValuesOf(pad(x, {-1, 1}, {1, -1}, Placeholder(1, {1}, ge::DT_INT32)),
                       {Counting({2, 2}), FromNumbers(ge::DT_INT32, {1}, {7})}),
              SameNumbers(Numbers{7, 2, 7, 7}));
  EXPECT_THAT(ErrorOf([&] { pad(x, {-3, 0}, {0, 0}); }), HasSubstr("negative extent"));
}

TEST(TbeArray, GatherTakesRowsAndRefusesPlacesOutside) {
  Tensor x = Placeholder(0, {2, 3, 2}, ge::DT_INT32), indices = Placeholder(1, {2, 2}, ge::DT_INT64);
  Tensor y = gather(x, indices, 1);
  EXPECT_THAT(y.shape(), ElementsAre(2, 2, 2, 2));
  const HostTensor which = FromNumbers(ge::DT_INT64, {2, 2}, {0, 2, -1, 1});
  EXPECT_THAT(ValuesOf(y, {Counting({2, 3, 2}), which}),
              SameNumbers(Numbers{0, 1, 4, 5, 4, 5, 2, 3, 6, 7, 10, 11, 10, 11, 8, 9}));
  const auto outside = Evaluate({y}, {Counting({2, 3, 2}), FromNumbers(ge::DT_INT64, {2, 2}, {0, 3, 0, 0})});
  ASSERT_FALSE(outside.ok());
  EXPECT_EQ(outside.status().message(), "tbe::gather: index 3 is outside axis 1 of [2, 3, 2]");
  EXPECT_THAT(gather(x, Placeholder(1, {}, ge::DT_INT32), 0).shape(), ElementsAre(3, 2));
  EXPECT_THAT(ErrorOf([&] { gather(x, Placeholder(1, {1}, ge::DT_FLOAT)); }), HasSubstr("int32 or int64 indices"));
}

TEST(TbeArray, TileRepeatsBlocks) {
  Tensor x = Placeholder(0, {2, 2}, ge::DT_INT32);
  EXPECT_THAT(ValuesOf(tile(x, {1, 2}), {Counting({2, 2})}), SameNumbers(Numbers{0, 1, 0, 1, 2, 3, 2, 3}));
  EXPECT_THAT(ValuesOf(tile(x, {2, 1}), {Counting({2, 2})}), SameNumbers(Numbers{0, 1, 2, 3, 0, 1, 2, 3}));
  EXPECT_THAT(tile(x, {0, 3}).shape(), ElementsAre(0, 6));
}

TEST(TbeArray, ZeroExtentsAndRankZero) {
  Tensor none = Placeholder(0, {0, 3}, ge::DT_FLOAT);
  const std::vector<HostTensor> in = {FromNumbers(ge::DT_FLOAT, {0, 3}, {})};
  EXPECT_THAT(ValuesOf(transpose(none, {1, 0}), in), SameNumbers(Numbers{}));
  EXPECT_THAT(ValuesOf(pad(none, {1, 0}, {0, 0}, 2), in), SameNumbers(Numbers{2, 2, 2}));
  EXPECT_THAT(ValuesOf(transpose(Param(4, ge::DT_FLOAT), {})), SameNumbers(Numbers{4}));
  EXPECT_THAT(ValuesOf(concat({none, broadcast(1, {1, 3}, ge::DT_FLOAT)}, 0), in), SameNumbers(Numbers{1, 1, 1}));
}

}  // namespace
}  // namespace tbe
