#include "tbe/reduce.h"

#include "tests/sdk/api/tbe/evaluate.h"

namespace tbe {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TbeReduce, ShapesWithAndWithoutKeepdims) {
  Tensor x = Placeholder(0, {2, 3, 4}, ge::DT_FLOAT);
  EXPECT_THAT(reduce_sum(x, {-1, 0}).shape(), ElementsAre(3));
  EXPECT_THAT(reduce_sum(x, {-1, 0}, true).shape(), ElementsAre(1, 3, 1));
  EXPECT_THAT(reduce_max(x, AllAxes(x)).shape(), ElementsAre());
  EXPECT_EQ(reduce_sum(x, {}).get(), x.get());
  EXPECT_EQ(ErrorOf([&] { reduce_min(x, {3}); }), "tbe::reduce_min: axis 3 is outside a rank of 3");
  EXPECT_THAT(ErrorOf([&] { reduce_min(x, {1, -2}); }), HasSubstr("axis 1 is listed twice"));
  EXPECT_THAT(ErrorOf([&] { reduce_any(x, {1}); }), HasSubstr("takes bool"));
}

TEST(TbeReduce, EachOperation) {
  Tensor x = Placeholder(0, {2, 3}, ge::DT_INT32);
  const std::vector<HostTensor> in = {FromNumbers(ge::DT_INT32, {2, 3}, {1, 2, 3, -4, 5, 6})};
  EXPECT_THAT(ValuesOf(reduce_sum(x, {1}), in), SameNumbers(Numbers{6, 7}));
  EXPECT_THAT(ValuesOf(reduce_sum(x, {0}), in), SameNumbers(Numbers{-3, 7, 9}));
  EXPECT_THAT(ValuesOf(reduce_prod(x, {1}), in), SameNumbers(Numbers{6, -120}));
  EXPECT_THAT(ValuesOf(reduce_max(x, {1}), in), SameNumbers(Numbers{3, 6}));
  EXPECT_THAT(ValuesOf(reduce_min(x, {0, 1}), in), SameNumbers(Numbers{-4}));
  EXPECT_THAT(ValuesOf(reduce_mean(x, {1}), in), SameNumbers(Numbers{2, 2}));
  Tensor flags = x > 2;
  EXPECT_THAT(ValuesOf(reduce_any(flags, {0}), in), SameNumbers(Numbers{0, 1, 1}));
  EXPECT_THAT(ValuesOf(reduce_all(flags, {0}), in), SameNumbers(Numbers{0, 0, 1}));
  EXPECT_THAT(ValuesOf(tuple_sum({x, x}, {0, 1})[1], in), SameNumbers(Numbers{13}));
}

TEST(TbeReduce, NanWinsAndIntegersWrap) {
  Tensor x = Placeholder(0, {3}, ge::DT_FLOAT);
  for (const Numbers& order : {Numbers{kNan, 1, 2}, Numbers{1, kNan, 2}, Numbers{1, 2, kNan}}) {
    EXPECT_THAT(ValuesOf(reduce_max(x, {0}), {FromNumbers(ge::DT_FLOAT, {3}, order)}), SameNumbers(Numbers{kNan}));
    EXPECT_THAT(ValuesOf(reduce_min(x, {0}), {FromNumbers(ge::DT_FLOAT, {3}, order)}), SameNumbers(Numbers{kNan}));
  }
  Tensor bytes = Placeholder(0, {3}, ge::DT_INT8);
  EXPECT_THAT(ValuesOf(reduce_sum(bytes, {0}), {FromNumbers(ge::DT_INT8, {3}, {100, 100, 1})}),
              SameNumbers(Numbers{-55}));
}

TEST(TbeReduce, AnEmptyAxisGivesTheIdentity) {
  Tensor x = Placeholder(0, {2, 0}, ge::DT_FLOAT);
  const std::vector<HostTensor> in = {FromNumbers(ge::DT_FLOAT, {2, 0}, {})};
  EXPECT_THAT(ValuesOf(reduce_sum(x, {1}), in), SameNumbers(Numbers{0, 0}));
  EXPECT_THAT(ValuesOf(reduce_prod(x, {1}), in), SameNumbers(Numbers{1, 1}));
  EXPECT_THAT(ValuesOf(reduce_max(x, {1}), in), SameNumbers(Numbers{-kInf, -kInf}));
  EXPECT_THAT(ValuesOf(reduce_min(x, {1}), in), SameNumbers(Numbers{kInf, kInf}));
  EXPECT_THAT(ValuesOf(reduce_mean(x, {1}), in), SameNumbers(Numbers{kNan, kNan}));
  EXPECT_THAT(ValuesOf(reduce_max(Placeholder(0, {0}, ge::DT_INT8), {0}), {FromNumbers(ge::DT_INT8, {0}, {})}),
              SameNumbers(Numbers{-128}));
}

TEST(TbeReduce, MeanOfManyNarrowNumbers) {
  Tensor x = Placeholder(0, {70000}, ge::DT_FLOAT16);
  EXPECT_THAT(ValuesOf(reduce_mean(x, {0}), {FromNumbers(ge::DT_FLOAT16, {70000}, Numbers(70000, 2))}),
              SameNumbers(Numbers{2}));
  Tensor bytes = Placeholder(0, {300}, ge::DT_INT8);
  EXPECT_THAT(ValuesOf(reduce_mean(bytes, {0}), {FromNumbers(ge::DT_INT8, {300}, Numbers(300, 100))}),
              SameNumbers(Numbers{100}));
}

TEST(TbeReduce, SumOfHalvesAccumulatesWider) {
  Tensor x = Placeholder(0, {4097}, ge::DT_FLOAT16);
  EXPECT_THAT(ValuesOf(reduce_sum(x, {0}), {FromNumbers(ge::DT_FLOAT16, {4097}, Numbers(4097, 1))}),
              SameNumbers(Numbers{4096}));
}

TEST(TbeReduce, MeanDivisorIsNotPartOfTheKernel) {
  Tensor mean = reduce_mean(Placeholder(0, {4, 5}, ge::DT_FLOAT), {1});
  ASSERT_EQ(mean->kind, Kind::kBinary);
  EXPECT_EQ(mean->inputs[1]->inputs[0]->kind, Kind::kParam);
}

}  // namespace
}  // namespace tbe
