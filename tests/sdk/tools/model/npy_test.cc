#include "sdk/tools/model/npy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "sdk/tools/model/string_tensor.h"

namespace opdk {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Makes a .npy file with this dictionary.
std::string File(std::string dictionary, const std::string& data, char version = 1) {
  dictionary += '\n';
  std::string file = "\x93NUMPY";
  file += version;
  file += '\0';
  file += static_cast<char>(dictionary.size());
  file += '\0';
  if (version > 1) file += std::string(2, '\0');
  return file + dictionary + data;
}

template <typename T>
std::string Bytes(const std::vector<T>& values) {
  return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

template <typename T>
std::vector<T> Values(const ge::Tensor& tensor) {
  std::vector<T> values(tensor.GetSize() / sizeof(T));
  std::memcpy(values.data(), tensor.GetData(), tensor.GetSize());
  return values;
}

std::string ErrorOf(const std::string& file) {
  const auto parsed = ParseNpy(file);
  EXPECT_FALSE(parsed.ok());
  if (parsed.ok()) return "";
  EXPECT_EQ(parsed.status().code(), ErrorCode::kInputFormat);
  return parsed.status().message();
}

TEST(Npy, ReadsVersionsOneAndTwo) {
  for (const char version : {1, 2}) {
    const auto tensor = ParseNpy(
        File("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", Bytes<float>({1, 2, 3, 4, 5, 6}), version));
    ASSERT_TRUE(tensor.ok()) << tensor.status().ToString();
    EXPECT_EQ(tensor->GetTensorDesc().GetDataType(), ge::DT_FLOAT);
    EXPECT_THAT(tensor->GetTensorDesc().GetShape().GetDims(), ElementsAre(2, 3));
    EXPECT_THAT(Values<float>(*tensor), ElementsAre(1, 2, 3, 4, 5, 6));
  }
}

TEST(Npy, ReadsBfloat16AsMlDtypesWritesIt) {
  const auto tensor =
      ParseNpy(File("{'descr': '<V2', 'fortran_order': False, 'shape': (2,), }", Bytes<uint16_t>({0x3f80, 0xc000})));
  ASSERT_TRUE(tensor.ok()) << tensor.status().ToString();
  EXPECT_EQ(tensor->GetTensorDesc().GetDataType(), ge::DT_BF16);
  EXPECT_THAT(Values<uint16_t>(*tensor), ElementsAre(0x3f80, 0xc000));
}

TEST(Npy, TurnsFortranOrderIntoCOrder) {
  const auto tensor =
      ParseNpy(File("{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3), }", Bytes<int16_t>({1, 4, 2, 5, 3, 6})));
  ASSERT_TRUE(tensor.ok());
  EXPECT_THAT(Values<int16_t>(*tensor), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(Npy, TurnsBigEndianAround) {
  const auto tensor =
      ParseNpy(File("{'descr': '>i4', 'fortran_order': False, 'shape': (1,), }", std::string("\0\0\1\2", 4)));
  ASSERT_TRUE(tensor.ok());
  EXPECT_THAT(Values<int32_t>(*tensor), ElementsAre(258));
}

TEST(Npy, ReadsScalarsEmptyTensorsAndBools) {
  const auto scalar = ParseNpy(File("{'descr': '<f8', 'fortran_order': False, 'shape': (), }", Bytes<double>({0.5})));
  ASSERT_TRUE(scalar.ok());
  EXPECT_TRUE(scalar->GetTensorDesc().GetShape().GetDims().empty());
  const auto empty = ParseNpy(File("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 3), }", ""));
  ASSERT_TRUE(empty.ok());
  EXPECT_EQ(empty->GetSize(), 0u);
  const auto flags =
      ParseNpy(File("{'descr': '|b1', 'fortran_order': False, 'shape': (2,), }", std::string("\1\0", 2)));
  ASSERT_TRUE(flags.ok());
  EXPECT_EQ(flags->GetTensorDesc().GetDataType(), ge::DT_BOOL);
}

TEST(Npy, RefusesIncompleteFiles) {
  const std::string good =
      File("{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }", Bytes<float>({1, 2, 3, 4}));
  EXPECT_THAT(ErrorOf("hello"), HasSubstr("no NumPy signature"));
  EXPECT_THAT(ErrorOf(good.substr(0, 30)), HasSubstr("truncated inside its header"));
  EXPECT_THAT(ErrorOf(good.substr(0, good.size() - 1)),
              HasSubstr("it is truncated: 15 bytes of data where its shape (4) and dtype '<f4' need 16"));
  EXPECT_THAT(ErrorOf(good + "x"), HasSubstr("too long"));
  EXPECT_THAT(ErrorOf(File("{'descr': '<f4', 'shape': (4,)}", "")), HasSubstr("lacks"));
  EXPECT_THAT(ErrorOf(File("{'descr': '<M8[ns]', 'fortran_order': False, 'shape': (0,), }", "")), HasSubstr("<M8[ns]"));
  EXPECT_THAT(ErrorOf(File("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (0,), }", "")),
              HasSubstr("records"));
  EXPECT_THAT(ErrorOf(File("{'descr': '<f8', 'fortran_order': False, 'shape': (4611686018427387904, 4), }", "")),
              HasSubstr("does not fit in memory"));
  EXPECT_THAT(ErrorOf(File("{'descr': '<f8', 'fortran_order': False, 'shape': (-1,), }", "")),
              HasSubstr("broken shape"));
}

TEST(Npy, RefusesTextsWithoutWidth) {
  for (const std::string dtype : {"|S", "|S0", "|Sx4", "|S4x"}) {
    const std::string header = "{'descr': '" + dtype + "', 'fortran_order': False, 'shape': (1000000000, 1000000), }";
    EXPECT_THAT(ErrorOf(File(header, "")), HasSubstr("dtype '" + dtype + "' gives texts no width")) << dtype;
  }
}

TEST(Npy, WritesFilesThatItReads) {
  const std::vector<std::pair<ge::DataType, size_t>> types = {
      {ge::DT_FLOAT, 4},  {ge::DT_DOUBLE, 8}, {ge::DT_FLOAT16, 2},  {ge::DT_INT8, 1},   {ge::DT_INT16, 2},
      {ge::DT_INT32, 4},  {ge::DT_INT64, 8},  {ge::DT_UINT8, 1},    {ge::DT_UINT16, 2}, {ge::DT_UINT32, 4},
      {ge::DT_UINT64, 8}, {ge::DT_BOOL, 1},   {ge::DT_COMPLEX64, 8}};
  for (const auto& [dtype, size] : types) {
    const ge::Tensor tensor(ge::TensorDesc(ge::Shape({2, 1}), ge::FORMAT_ND, dtype), std::vector<uint8_t>(size * 2, 1));
    const auto file = FormatNpy(tensor);
    ASSERT_TRUE(file.ok()) << file.status().ToString();
    EXPECT_EQ(file->find('\n') % 64, 63u) << "numpy aligns the data";
    const auto read = ParseNpy(*file);
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    EXPECT_EQ(read->GetTensorDesc().GetDataType(), dtype);
    EXPECT_THAT(read->GetTensorDesc().GetShape().GetDims(), ElementsAre(2, 1));
    EXPECT_EQ(Values<uint8_t>(*read), Values<uint8_t>(tensor));
  }
}

TEST(Npy, WidensBfloat16) {
  const ge::Tensor tensor(ge::TensorDesc(ge::Shape({2}), ge::FORMAT_ND, ge::DT_BF16), {0x80, 0x3F, 0x00, 0xC0});
  const auto read = ParseNpy(*FormatNpy(tensor));
  ASSERT_TRUE(read.ok());
  EXPECT_THAT(Values<float>(*read), ElementsAre(1.0F, -2.0F));
}

TEST(Npy, WritesStringsAsBytes) {
  ge::Tensor tensor(ge::TensorDesc(ge::Shape({3}), ge::FORMAT_ND, ge::DT_STRING));
  tensor.SetData(std::vector<std::string>{"one", "", "three"});
  const auto read = ParseNpy(*FormatNpy(tensor));
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_THAT(StringsOf(*read), ElementsAre("one", "", "three"));
}

}  // namespace
}  // namespace opdk
