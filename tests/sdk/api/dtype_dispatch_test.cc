#include "opdk/dtype_dispatch.h"

#include <gtest/gtest.h>

#include <complex>

#include "status.h"

namespace opdk {
namespace {

template <typename List>
uint32_t SizeIn(aicpu::DataType dtype) {
  return Dispatch(List(), dtype, []<typename T>() { return static_cast<uint32_t>(sizeof(T)) + 100; });
}

TEST(DtypeDispatch, CallsTheBodyWithTheTypeOfTheDtype) {
  using List = Join<Types<Eigen::half, float>, Types<std::complex<double>, bool>>;
  EXPECT_EQ(SizeIn<List>(aicpu::DT_FLOAT16), 102u);
  EXPECT_EQ(SizeIn<List>(aicpu::DT_FLOAT), 104u);
  EXPECT_EQ(SizeIn<List>(aicpu::DT_COMPLEX128), 116u);
  EXPECT_EQ(SizeIn<List>(aicpu::DT_BOOL), 101u);
}

TEST(DtypeDispatch, RefusesADtypeThatTheListLacks) {
  static_assert(kNoSuchType == aicpu::KERNEL_STATUS_PARAM_INVALID);
  EXPECT_EQ((SizeIn<Types<Eigen::half, float>>(aicpu::DT_BFLOAT16)), kNoSuchType);
  EXPECT_EQ((SizeIn<Types<int32_t>>(aicpu::DT_UNDEFINED)), kNoSuchType);
}

TEST(DtypeDispatch, KnowsTheDtypeOfATypeAndNoneOfOthers) {
  EXPECT_EQ(DataTypeOf<Eigen::bfloat16>(), aicpu::DT_BFLOAT16);
  EXPECT_EQ(DataTypeOf<uint64_t>(), aicpu::DT_UINT64);
  EXPECT_EQ(DataTypeOf<const char*>(), aicpu::DT_UNDEFINED);
}

}  // namespace
}  // namespace opdk
