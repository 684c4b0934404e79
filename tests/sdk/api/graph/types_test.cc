#include "graph/types.h"

#include <gtest/gtest.h>

#include "cpu_types.h"
#include "graph/utils/type_utils.h"

namespace ge {
namespace {

TEST(Types, SizesFollowCann) {
  EXPECT_EQ(GetSizeByDataType(DT_FLOAT), 4);
  EXPECT_EQ(GetSizeByDataType(DT_BF16), 2);
  EXPECT_EQ(GetSizeByDataType(DT_COMPLEX128), 16);
  EXPECT_EQ(GetSizeByDataType(DT_STRING), -1);
  EXPECT_EQ(GetSizeByDataType(DT_DUAL), 5);
  EXPECT_EQ(GetSizeByDataType(DT_INT4), 1004);
  EXPECT_EQ(GetSizeByDataType(static_cast<DataType>(5)), -1);
  EXPECT_EQ(GetSizeByDataType(DT_MAX), -1);
  EXPECT_EQ(GetSizeInBytes(3, DT_INT4), 2);
  EXPECT_EQ(GetSizeInBytes(16, DT_UINT1), 2);
  EXPECT_EQ(GetSizeInBytes(0, DT_FLOAT), 0);
  EXPECT_EQ(GetSizeInBytes(-1, DT_FLOAT), -1);
  EXPECT_EQ(GetSizeInBytes(INT64_MAX / 2, DT_FLOAT), -1);
}

TEST(Types, EveryNameReadsBackToItsValue) {
  for (int i = 0; i < DT_MAX; ++i) {
    const auto type = static_cast<DataType>(i);
    if (type != DT_UNDEFINED && !TypeUtils::IsDataTypeValid(type)) continue;
    EXPECT_EQ(TypeUtils::SerialStringToDataType(TypeUtils::DataTypeToSerialString(type)), type);
  }
  for (int i = 0; i < FORMAT_END; ++i) {
    const auto format = static_cast<Format>(i);
    EXPECT_EQ(TypeUtils::SerialStringToFormat(TypeUtils::FormatToSerialString(format)), format);
  }
  EXPECT_EQ(TypeUtils::SerialStringToDataType("DT_FLAOT"), DT_UNDEFINED);
  EXPECT_EQ(TypeUtils::SerialStringToFormat("NCWH"), FORMAT_RESERVED);
}

TEST(Types, FormatNamesHaveCannsExceptions) {
  EXPECT_EQ(TypeUtils::FormatToSerialString(FORMAT_HASHTABLE_LOOKUP_KEYS), "LOOKUP_KEYS");
  EXPECT_EQ(TypeUtils::FormatToSerialString(FORMAT_FRACTAL_DECONV_SP_STRIDE8_TRANS), "DECONV_SP_STRIDE8_TRANS");
  EXPECT_EQ(TypeUtils::FormatToSerialString(FORMAT_RESERVED), "FORMAT_RESERVED");
}

TEST(Types, SubFormatAndC0LiveInTheUpperBits) {
  const int32_t grouped = GetFormatFromSub(FORMAT_FRACTAL_Z, 32);
  EXPECT_EQ(GetPrimaryFormat(grouped), FORMAT_FRACTAL_Z);
  EXPECT_EQ(GetSubFormat(grouped), 32);
  EXPECT_EQ(TypeUtils::SerialStringToFormat("FRACTAL_Z:x"), FORMAT_RESERVED);
  const int32_t blocked = GetFormatFromSubAndC0(FORMAT_NC1HWC0, 1, 5);
  EXPECT_EQ(GetC0Value(blocked), 16);
  EXPECT_EQ(GetSubFormat(blocked), 1);
  EXPECT_FALSE(HasC0Format(grouped));
}

TEST(Types, DataFormatAttributeNamesFiveFormats) {
  EXPECT_EQ(TypeUtils::DataFormatToFormat("NHWC"), FORMAT_NHWC);
  EXPECT_EQ(TypeUtils::DataFormatToFormat("NC1HWC0"), FORMAT_RESERVED);
}

TEST(Types, AiCpuTypesHaveTheSameValues) {
  EXPECT_EQ(static_cast<int>(aicpu::DT_BFLOAT16), static_cast<int>(DT_BF16));
  EXPECT_EQ(static_cast<int>(aicpu::DT_COMPLEX32), static_cast<int>(DT_COMPLEX32));
  EXPECT_EQ(static_cast<int>(aicpu::FORMAT_C1HWC0), static_cast<int>(FORMAT_C1HWC0));
  EXPECT_EQ(aicpu::FORMAT_END, 50);
  EXPECT_EQ(aicpu::GetSizeByDataType(aicpu::DT_INT4), 4);
  EXPECT_EQ(aicpu::GetSizeByDataType(aicpu::DT_DOUBLE), 8);
}

TEST(TensorTypes, SetsHoldTheTypesOfTheirNames) {
  EXPECT_EQ(TensorType::IndexNumberType().Types(), (std::vector<DataType>{DT_INT32, DT_INT64}));
  EXPECT_EQ(TensorType::FLOAT().Types(), (std::vector<DataType>{DT_FLOAT, DT_FLOAT16, DT_BF16}));
  EXPECT_EQ(TensorType::IntegerDataType().Types().size(), 8u);
  EXPECT_EQ(TensorType::ALL().Types().size(), 23u);
  EXPECT_EQ(TensorType({DT_INT8, DT_FLOAT, DT_INT8}).Types(), (std::vector<DataType>{DT_FLOAT, DT_INT8}));
}

}  // namespace
}  // namespace ge
