// Numbers of 16 bits, data buffers, tensor descriptions.
#include <array>
#include <cmath>

#include "tests/sdk/adapters/ascendcl/acl_fixture.h"

namespace opdk::acl_tests {
namespace {

TEST(DataBuffer, HoldsItsAddressAndSize) {
  std::array<char, 8> data{};
  aclDataBuffer* buffer = aclCreateDataBuffer(data.data(), data.size());
  ASSERT_NE(buffer, nullptr);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), data.data());
  EXPECT_EQ(aclGetDataBufferSize(buffer), 8U);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), 8U);
  EXPECT_OK(aclUpdateDataBuffer(buffer, nullptr, 0));
  EXPECT_EQ(aclGetDataBufferAddr(buffer), nullptr);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), 0U);
  EXPECT_OK(aclDestroyDataBuffer(buffer));
  EXPECT_REFUSED(aclDestroyDataBuffer(buffer), ACL_ERROR_INVALID_PARAM, "was destroyed before");
  EXPECT_REFUSED(aclUpdateDataBuffer(buffer, nullptr, 0), ACL_ERROR_INVALID_PARAM, "was destroyed before");
  EXPECT_EQ(aclGetDataBufferAddr(buffer), nullptr);
  EXPECT_ERROR("was destroyed before");
  EXPECT_EQ(aclGetDataBufferSize(nullptr), 0U);
  EXPECT_ERROR("NULL");
  EXPECT_EQ(aclGetDataBufferSizeV2(reinterpret_cast<aclDataBuffer*>(data.data())), 0U);
  EXPECT_ERROR("nothing made it");
}

TEST(Float16, RoundsToTheNearest) {
  EXPECT_EQ(aclFloatToFloat16(1.0F), 0x3C00);
  EXPECT_EQ(aclFloatToFloat16(-2.0F), 0xC000);
  EXPECT_EQ(aclFloatToFloat16(65520.0F), 0x7C00);
  EXPECT_EQ(aclFloatToFloat16(1.0F + 1.0F / 2048), 0x3C00);  // half way: to even
  EXPECT_EQ(aclFloat16ToFloat(0x3555), 0.333251953125F);
  EXPECT_TRUE(std::isinf(aclFloat16ToFloat(0x7C00)));
  EXPECT_TRUE(std::isnan(aclFloat16ToFloat(0x7E00)));
}

TEST(DataType, HasItsSize) {
  EXPECT_EQ(aclDataTypeSize(ACL_FLOAT), 4U);
  EXPECT_EQ(aclDataTypeSize(ACL_BF16), 2U);
  EXPECT_EQ(aclDataTypeSize(ACL_COMPLEX128), 16U);
  EXPECT_EQ(aclDataTypeSize(ACL_DT_UNDEFINED), 0U);
  EXPECT_NE(LastError(), "");
  EXPECT_EQ(aclDataTypeSize(static_cast<aclDataType>(1000)), 0U);
  EXPECT_NE(LastError(), "");
}

class TensorDesc : public ::testing::Test {
 protected:
  void TearDown() override { aclDestroyTensorDesc(desc_); }
  const std::array<int64_t, 3> dims_{2, 3, 4};
  aclTensorDesc* desc_ = aclCreateTensorDesc(ACL_FLOAT16, 3, dims_.data(), ACL_FORMAT_ND);
};

TEST_F(TensorDesc, ReturnsTheTypeFormatAndExtentsItWasMadeOf) {
  ASSERT_NE(desc_, nullptr);
  EXPECT_EQ(aclGetTensorDescType(desc_), ACL_FLOAT16);
  EXPECT_EQ(aclGetTensorDescFormat(desc_), ACL_FORMAT_ND);
  EXPECT_EQ(aclGetTensorDescNumDims(desc_), 3U);
  EXPECT_EQ(aclGetTensorDescElementCount(desc_), 24U);
  EXPECT_EQ(aclGetTensorDescSize(desc_), 48U);
  EXPECT_EQ(aclGetTensorDescDim(desc_, 2), 4);
  int64_t extent = 0;
  EXPECT_OK(aclGetTensorDescDimV2(desc_, 1, &extent));
  EXPECT_EQ(extent, 3);
  std::array<int64_t, 2> range{};
  EXPECT_OK(aclGetTensorDescDimRange(desc_, 1, 2, range.data()));
  EXPECT_EQ(range, (std::array<int64_t, 2>{3, 3}));
  EXPECT_STREQ(aclGetTensorDescName(desc_), "");
  EXPECT_EQ(aclGetTensorDescByIndex(desc_, 0), desc_);
  EXPECT_EQ(aclGetTensorDescAddress(desc_), nullptr);
}

TEST_F(TensorDesc, ScalarsUnknownShapesAndStrings) {
  aclTensorDesc* scalar = aclCreateTensorDesc(ACL_INT64, 0, nullptr, ACL_FORMAT_ND);
  ASSERT_NE(scalar, nullptr);
  EXPECT_EQ(aclGetTensorDescNumDims(scalar), 0U);
  EXPECT_EQ(aclGetTensorDescSize(scalar), 8U);
  aclDestroyTensorDesc(scalar);
  const int64_t unknown[] = {-1, 3};
  aclTensorDesc* dynamic = aclCreateTensorDesc(ACL_FLOAT, 2, unknown, ACL_FORMAT_ND);
  ASSERT_NE(dynamic, nullptr);
  EXPECT_EQ(aclGetTensorDescSize(dynamic), 0U);
  EXPECT_EQ(aclGetTensorDescElementCount(dynamic), 0U);
  std::array<int64_t, 2> range{};
  EXPECT_OK(aclGetTensorDescDimRange(dynamic, 0, 2, range.data()));
  EXPECT_EQ(range, (std::array<int64_t, 2>{0, -1}));
  int64_t ranges[2][2] = {{1, 8}, {3, 3}};
  EXPECT_OK(aclSetTensorShapeRange(dynamic, 2, ranges));
  EXPECT_OK(aclGetTensorDescDimRange(dynamic, 0, 2, range.data()));
  EXPECT_EQ(range, (std::array<int64_t, 2>{1, 8}));
  aclDestroyTensorDesc(dynamic);
  aclTensorDesc* rank = aclCreateTensorDesc(ACL_FLOAT, static_cast<int>(ACL_UNKNOWN_RANK), nullptr, ACL_FORMAT_ND);
  ASSERT_NE(rank, nullptr);
  EXPECT_EQ(aclGetTensorDescNumDims(rank), static_cast<size_t>(ACL_UNKNOWN_RANK));
  aclDestroyTensorDesc(rank);
  const int64_t huge[] = {INT64_MAX, 4};
  aclTensorDesc* overflow = aclCreateTensorDesc(ACL_FLOAT, 2, huge, ACL_FORMAT_ND);
  ASSERT_NE(overflow, nullptr);
  EXPECT_EQ(aclGetTensorDescSize(overflow), 0U);
  EXPECT_EQ(aclGetTensorDescElementCount(overflow), 0U);
  EXPECT_ERROR("more elements");
  aclDestroyTensorDesc(overflow);
}

TEST_F(TensorDesc, ReturnsTheFieldsThatWereSet) {
  const int64_t shape[] = {1, 16, 5, 6};
  EXPECT_OK(aclSetTensorShape(desc_, 4, shape));
  EXPECT_EQ(aclGetTensorDescElementCount(desc_), 480U);
  EXPECT_OK(aclSetTensorFormat(desc_, ACL_FORMAT_NCHW));
  EXPECT_EQ(aclGetTensorDescFormat(desc_), ACL_FORMAT_NCHW);
  EXPECT_OK(aclSetTensorOriginFormat(desc_, ACL_FORMAT_NHWC));
  EXPECT_OK(aclSetTensorOriginShape(desc_, 4, shape));
  EXPECT_OK(aclSetTensorStorageFormat(desc_, ACL_FORMAT_NHWC));
  EXPECT_EQ(aclGetTensorDescFormat(desc_), ACL_FORMAT_NHWC);
  EXPECT_OK(aclSetTensorStorageShape(desc_, 3, shape));
  EXPECT_EQ(aclGetTensorDescNumDims(desc_), 3U);
  aclSetTensorDescName(desc_, "x");
  EXPECT_STREQ(aclGetTensorDescName(desc_), "x");
  aclSetTensorDescName(desc_, nullptr);
  EXPECT_STREQ(aclGetTensorDescName(desc_), "");
  int64_t values[1][2] = {{0, 9}};
  EXPECT_OK(aclSetTensorValueRange(desc_, 1, values));
  EXPECT_OK(aclSetTensorDynamicInput(desc_, "xs"));
  EXPECT_OK(aclSetTensorPlaceMent(desc_, ACL_MEMTYPE_HOST));
  int32_t constant = 7;
  EXPECT_OK(aclSetTensorConst(desc_, &constant, sizeof constant));
  constant = 8;  // it has a copy
  ASSERT_NE(aclGetTensorDescAddress(desc_), nullptr);
  EXPECT_EQ(*static_cast<int32_t*>(aclGetTensorDescAddress(desc_)), 7);
}

TEST_F(TensorDesc, PassesBetweenTheOrdersOfImages) {
  const int64_t shape[] = {1, 16, 5, 6};
  aclTensorDesc* planar = aclCreateTensorDesc(ACL_FLOAT, 4, shape, ACL_FORMAT_NCHW);
  aclTensorDesc* made = nullptr;
  EXPECT_OK(aclTransTensorDescFormat(planar, ACL_FORMAT_NHWC, &made));
  ASSERT_NE(made, nullptr);
  EXPECT_EQ(aclGetTensorDescDim(made, 3), 16);
  EXPECT_EQ(aclGetTensorDescDim(made, 1), 5);
  aclTensorDesc* back = nullptr;
  EXPECT_OK(aclTransTensorDescFormat(made, ACL_FORMAT_NCHW, &back));
  EXPECT_EQ(aclGetTensorDescDim(back, 1), 16);
  for (aclTensorDesc* desc : {planar, made, back}) aclDestroyTensorDesc(desc);
  EXPECT_REFUSED(aclTransTensorDescFormat(desc_, ACL_FORMAT_NCHW, &made), ACL_ERROR_FORMAT_NOT_MATCH, "4 dimensions");
  EXPECT_REFUSED(aclTransTensorDescFormat(desc_, ACL_FORMAT_ND, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclTransTensorDescFormat(planar, ACL_FORMAT_ND, &made), ACL_ERROR_INVALID_PARAM, "destroyed before");
}

TEST_F(TensorDesc, RefusesInvalidTypesFormatsAndExtents) {
  const int64_t negative[] = {-3};
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, -1, dims_.data(), ACL_FORMAT_ND), nullptr);
  EXPECT_ERROR("number of dimensions is negative");
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, 1, nullptr, ACL_FORMAT_ND), nullptr);
  EXPECT_ERROR("NULL");
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, 1, negative, ACL_FORMAT_ND), nullptr);
  EXPECT_ERROR("below -2");
  EXPECT_EQ(aclCreateTensorDesc(static_cast<aclDataType>(5000), 1, dims_.data(), ACL_FORMAT_ND), nullptr);
  EXPECT_ERROR("no data type 5000");
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, 1, dims_.data(), static_cast<aclFormat>(200)), nullptr);
  EXPECT_ERROR("no format 200");
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, 1, dims_.data(), static_cast<aclFormat>(40)), nullptr);
  EXPECT_ERROR("no format 40");
  EXPECT_EQ(aclCreateTensorDesc(ACL_FLOAT, 1, dims_.data(), static_cast<aclFormat>(-2)), nullptr);
  EXPECT_ERROR("no format -2");
}

TEST_F(TensorDesc, IsLeftAsItWasByWrongArguments) {
  int64_t extent = 0, range[2] = {}, backwards[3][2] = {{5, 2}, {0, 1}, {0, 1}};
  EXPECT_REFUSED(aclGetTensorDescDimV2(desc_, 3, &extent), ACL_ERROR_INVALID_PARAM, "no dimension 3");
  EXPECT_REFUSED(aclGetTensorDescDimV2(desc_, 0, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_EQ(aclGetTensorDescDim(desc_, 9), -1);
  EXPECT_ERROR("no dimension 9");
  EXPECT_REFUSED(aclGetTensorDescDimRange(desc_, 3, 2, range), ACL_ERROR_INVALID_PARAM, "no dimension 3");
  EXPECT_REFUSED(aclGetTensorDescDimRange(desc_, 0, 1, range), ACL_ERROR_INVALID_PARAM, "two numbers");
  EXPECT_REFUSED(aclGetTensorDescDimRange(desc_, 0, 2, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_EQ(aclGetTensorDescByIndex(desc_, 1), nullptr);
  EXPECT_ERROR("of one tensor");
  EXPECT_REFUSED(aclSetTensorShapeRange(desc_, 2, backwards), ACL_ERROR_INVALID_PARAM, "other ranges");
  EXPECT_REFUSED(aclSetTensorShapeRange(desc_, 3, backwards), ACL_ERROR_INVALID_PARAM, "before it begins");
  EXPECT_REFUSED(aclSetTensorShapeRange(desc_, 3, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclSetTensorValueRange(desc_, 1, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclSetTensorShape(desc_, 2, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclSetTensorStorageShape(desc_, -4, nullptr), ACL_ERROR_INVALID_PARAM, "negative");
  EXPECT_REFUSED(aclSetTensorOriginShape(desc_, 1, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  const auto wrong = static_cast<aclFormat>(200);
  EXPECT_REFUSED(aclSetTensorFormat(desc_, wrong), ACL_ERROR_FORMAT_NOT_MATCH, "no format 200");
  EXPECT_REFUSED(aclSetTensorStorageFormat(desc_, wrong), ACL_ERROR_FORMAT_NOT_MATCH, "no format 200");
  EXPECT_REFUSED(aclSetTensorOriginFormat(desc_, wrong), ACL_ERROR_FORMAT_NOT_MATCH, "no format 200");
  EXPECT_REFUSED(aclSetTensorPlaceMent(desc_, static_cast<aclMemType>(8)), ACL_ERROR_INVALID_PARAM,
                 "no such memory: memType is 8");
  EXPECT_REFUSED(aclSetTensorDynamicInput(desc_, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclSetTensorConst(desc_, nullptr, 4), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_EQ(aclGetTensorDescSize(desc_), 48U);
  EXPECT_EQ(aclGetTensorDescAddress(desc_), nullptr);
}

TEST_F(TensorDesc, EachFunctionRefusesADestroyedOrForeignDescription) {
  aclTensorDesc* gone = aclCreateTensorDesc(ACL_FLOAT, 3, dims_.data(), ACL_FORMAT_ND);
  aclDestroyTensorDesc(gone);
  aclDestroyTensorDesc(gone);
  EXPECT_ERROR("was destroyed before");
  int64_t number = 0, range[2] = {}, ranges[3][2] = {};
  aclTensorDesc* made = nullptr;
  for (aclTensorDesc* wrong : {static_cast<aclTensorDesc*>(nullptr), gone, reinterpret_cast<aclTensorDesc*>(range)}) {
    EXPECT_EQ(aclGetTensorDescType(wrong), ACL_DT_UNDEFINED);
    EXPECT_ERROR("the tensor description");
    EXPECT_EQ(aclGetTensorDescFormat(wrong), ACL_FORMAT_UNDEFINED);
    EXPECT_EQ(aclGetTensorDescSize(wrong), 0U);
    EXPECT_EQ(aclGetTensorDescElementCount(wrong), 0U);
    EXPECT_EQ(aclGetTensorDescNumDims(wrong), 0U);
    EXPECT_EQ(aclGetTensorDescDim(wrong, 0), -1);
    EXPECT_STREQ(aclGetTensorDescName(wrong), "");
    EXPECT_EQ(aclGetTensorDescByIndex(wrong, 0), nullptr);
    EXPECT_EQ(aclGetTensorDescAddress(wrong), nullptr);
    aclSetTensorDescName(wrong, "x");
    EXPECT_ERROR("the tensor description");
    EXPECT_REFUSED(aclGetTensorDescDimV2(wrong, 0, &number), ACL_ERROR_INVALID_PARAM, "the tensor description");
    EXPECT_REFUSED(aclGetTensorDescDimRange(wrong, 0, 2, range), ACL_ERROR_INVALID_PARAM, "the tensor description");
    EXPECT_REFUSED(aclSetTensorShapeRange(wrong, 3, ranges), ACL_ERROR_INVALID_PARAM, "the tensor description");
    EXPECT_REFUSED(aclSetTensorValueRange(wrong, 3, ranges), ACL_ERROR_INVALID_PARAM, "the tensor description");
    EXPECT_REFUSED(aclTransTensorDescFormat(wrong, ACL_FORMAT_ND, &made), ACL_ERROR_INVALID_PARAM,
                   "the tensor description");
    EXPECT_REFUSED(aclSetTensorStorageFormat(wrong, ACL_FORMAT_ND), ACL_ERROR_INVALID_PARAM, "the tensor description");
    EXPECT_REFUSED(aclSetTensorStorageShape(wrong, 0, nullptr), ACL_ERROR_INVALID_PARAM, "the tensor description");
    EXPECT_REFUSED(aclSetTensorFormat(wrong, ACL_FORMAT_ND), ACL_ERROR_INVALID_PARAM, "the tensor description");
    EXPECT_REFUSED(aclSetTensorShape(wrong, 0, nullptr), ACL_ERROR_INVALID_PARAM, "the tensor description");
    EXPECT_REFUSED(aclSetTensorOriginFormat(wrong, ACL_FORMAT_ND), ACL_ERROR_INVALID_PARAM, "the tensor description");
    EXPECT_REFUSED(aclSetTensorOriginShape(wrong, 0, nullptr), ACL_ERROR_INVALID_PARAM, "the tensor description");
    EXPECT_REFUSED(aclSetTensorDynamicInput(wrong, "x"), ACL_ERROR_INVALID_PARAM, "the tensor description");
    EXPECT_REFUSED(aclSetTensorConst(wrong, nullptr, 0), ACL_ERROR_INVALID_PARAM, "the tensor description");
    EXPECT_REFUSED(aclSetTensorPlaceMent(wrong, ACL_MEMTYPE_HOST), ACL_ERROR_INVALID_PARAM, "the tensor description");
  }
}

}  // namespace
}  // namespace opdk::acl_tests
