#include <gtest/gtest.h>

#include "bcast.h"
#include "cpu_nodedef_builder.h"
#include "kernel_util.h"

namespace aicpu {
namespace {

TEST(KernelUtil, NormalCheckCountsPortsAndFindsMissingValues) {
  float data[2] = {1, 2};
  const auto node = CpuKernelUtils::CreateNodeDef();
  NodeDefBuilder(node.get(), "n", "Op")
      .Input({"x", DT_FLOAT, {2}, data})
      .Input({"empty", DT_FLOAT, {0, 3}, nullptr})
      .Output({"y", DT_FLOAT, {2}, data})
      .Attr("axis", int64_t{1});
  CpuKernelContext ctx(DEVICE);
  ASSERT_EQ(ctx.Init(node.get()), 0u);
  EXPECT_EQ(NormalCheck(ctx, 2, 1), KERNEL_STATUS_OK);
  EXPECT_EQ(NormalCheck(ctx, 2, 1, {"axis"}), KERNEL_STATUS_OK);
  EXPECT_EQ(NormalCheck(ctx, 2, 1, {"axis", "keep_dims"}), KERNEL_STATUS_PARAM_INVALID);
  EXPECT_EQ(NormalCheck(ctx, 1, 1), KERNEL_STATUS_PARAM_INVALID);
  EXPECT_EQ(NormalCheck(ctx, 2, 2), KERNEL_STATUS_PARAM_INVALID);
  EXPECT_EQ(NormalMathCheck(ctx), KERNEL_STATUS_OK);
  ctx.Input(1)->SetDataType(DT_INT8);
  EXPECT_EQ(NormalMathCheck(ctx), KERNEL_STATUS_PARAM_INVALID);
  ctx.Input(0)->SetData(nullptr);
  EXPECT_EQ(NormalCheck(ctx, 2, 1), KERNEL_STATUS_PARAM_INVALID);
}

TEST(KernelUtil, RanksHaveNames) {
  EXPECT_TRUE(IsScalar({}) && IsVector({0}) && IsMatrix({2, 3}) && IsSquareMatrix({3, 3}));
  EXPECT_FALSE(IsScalar({1}) || IsVector({}) || IsMatrix({2}) || IsSquareMatrix({2, 3}));
}

TEST(KernelUtil, DtypesHaveTheNamesOfTheEnumeration) {
  EXPECT_EQ(DTypeStr(DT_FLOAT16), "DT_FLOAT16");
  EXPECT_EQ(DTypeStr(DT_BFLOAT16), "DT_BFLOAT16");
  EXPECT_EQ(DTypeStr(static_cast<DataType>(500)), "DT_UNDEFINED");
  EXPECT_EQ(DType("DT_COMPLEX64"), DT_COMPLEX64);
  EXPECT_EQ(DType("DT_BFLOAT16"), DT_BFLOAT16);
  EXPECT_EQ(DType("float"), DT_UNDEFINED);
}

TEST(KernelUtil, SumsAndProductsThatLeaveInt64AreRefused) {
  int64_t result = 0;
  EXPECT_TRUE(MulWithoutOverflow(INT64_MAX, 1, result));
  EXPECT_EQ(result, INT64_MAX);
  EXPECT_FALSE(MulWithoutOverflow(int64_t{1} << 32, int64_t{1} << 31, result));
  EXPECT_FALSE(MulWithoutOverflow(-1, 1, result));
  EXPECT_TRUE(AddWithoutOverflow(INT64_MIN, INT64_MAX, result));
  EXPECT_EQ(result, -1);
  EXPECT_FALSE(AddWithoutOverflow(INT64_MAX, 1, result));
}

TEST(Bcast, PadsInFrontAndMapsEachElementToItsSources) {
  std::vector<int64_t> x = {2, 1, 3};
  std::vector<int64_t> y = {4, 1};
  Bcast bcast(x, y);
  ASSERT_TRUE(bcast.IsValid());
  EXPECT_EQ(bcast.result_shape(), (std::vector<int64_t>{2, 4, 3}));
  EXPECT_EQ(bcast.y_reshape(), (std::vector<int64_t>{1, 4, 1}));
  EXPECT_EQ(bcast.x_bcast(), (std::vector<int64_t>{1, 4, 1}));
  EXPECT_EQ(bcast.y_bcast(), (std::vector<int64_t>{2, 1, 3}));
  EXPECT_EQ(bcast.GetBroadcastXIndex(17), 5);
  EXPECT_EQ(bcast.GetBroadcastYIndex(17), 1);
  std::vector<int64_t> x_indexes;
  std::vector<int64_t> y_indexes;
  bcast.BCastIndexes(x_indexes, y_indexes);
  ASSERT_EQ(x_indexes.size(), 24u);
  EXPECT_EQ(x_indexes[17], 5);
}

TEST(Bcast, ShapesThatDoNotMatchAreInvalidAndEmptyOnesHaveNoElements) {
  std::vector<int64_t> x = {2};
  std::vector<int64_t> y = {3};
  EXPECT_FALSE(Bcast(x, y).IsValid());
  std::vector<int64_t> empty = {0, 1};
  Bcast bcast(empty, y);
  EXPECT_EQ(bcast.result_shape(), (std::vector<int64_t>{0, 3}));
  std::vector<int64_t> x_indexes;
  std::vector<int64_t> y_indexes;
  bcast.BCastIndexes(x_indexes, y_indexes);
  EXPECT_TRUE(x_indexes.empty() && y_indexes.empty());
}

}  // namespace
}  // namespace aicpu
