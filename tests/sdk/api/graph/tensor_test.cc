#include "graph/tensor.h"

#include <gtest/gtest.h>

#include <cstring>
#include <unordered_set>

namespace ge {
namespace {

using Dims = std::vector<int64_t>;

TEST(Shapes, SizeOfScalarUnknownAndOverflowFollowCann) {
  EXPECT_EQ(Shape().GetShapeSize(), 0);
  EXPECT_EQ(Shape().GetDimNum(), 0u);
  EXPECT_EQ(Shape(Dims{2, 3}).GetShapeSize(), 6);
  EXPECT_EQ(Shape(Dims{2, -1}).GetShapeSize(), -1);
  EXPECT_EQ(Shape(UNKNOWN_RANK).GetShapeSize(), -1);
  EXPECT_EQ(Shape(UNKNOWN_RANK).GetDimNum(), 0u);
  EXPECT_EQ(Shape(Dims{INT64_MAX, 2}).GetShapeSize(), 0);
  EXPECT_EQ(Shape(Dims{INT64_MAX, 2, 0}).GetShapeSize(), 0);
}

TEST(Shapes, OutOfRangeDimensionsAreZeroAndCantBeSet) {
  Shape shape(Dims{4});
  EXPECT_EQ(shape.GetDim(1), 0);
  EXPECT_EQ(shape.SetDim(1, 5), GRAPH_FAILED);
  EXPECT_EQ(shape.SetDim(0, 5), GRAPH_SUCCESS);
  EXPECT_EQ(shape.GetDims(), Dims{5});
}

TEST(TensorDescs, DefaultsAreNdAndFloat) {
  const TensorDesc desc;
  EXPECT_EQ(desc.GetFormat(), FORMAT_ND);
  EXPECT_EQ(desc.GetDataType(), DT_FLOAT);
  EXPECT_TRUE(desc.GetShape().GetDims().empty());
}

TEST(TensorDescs, UnknownRankCollapses) {
  TensorDesc desc(Shape(Dims{2, -2, 3}));
  EXPECT_EQ(desc.GetShape().GetDims(), UNKNOWN_RANK);
  desc.SetShape(Shape(Dims{2}));
  EXPECT_EQ(desc.SetUnknownDimNumShape(), GRAPH_SUCCESS);
  EXPECT_EQ(desc.GetShape().GetDims(), UNKNOWN_RANK);
}

TEST(TensorDescs, CopiesAreValues) {
  TensorDesc first(Shape(Dims{2}));
  first.SetName("first");
  TensorDesc second = first;
  second.SetShape(Shape(Dims{3}));
  second.SetName("second");
  EXPECT_EQ(first.GetShape().GetDims(), Dims{2});
  AscendString name;
  EXPECT_EQ(TensorDesc(first).GetName(name), GRAPH_SUCCESS);
  EXPECT_TRUE(name == "first");
}

TEST(TensorDescs, CarryConstantBytes) {
  TensorDesc desc;
  uint8_t* data = nullptr;
  size_t size = 0;
  EXPECT_FALSE(desc.GetConstData(&data, size));
  std::unique_ptr<uint8_t[]> bytes(new uint8_t[2]{7, 8});
  desc.SetConstData(std::move(bytes), 2);
  const TensorDesc copy = desc;
  ASSERT_TRUE(copy.GetConstData(&data, size));
  EXPECT_EQ(size, 2u);
  EXPECT_EQ(data[1], 8);
}

TEST(Tensors, CopiesShareBytesAndClonesDont) {
  const float values[] = {1, 2};
  Tensor first(TensorDesc(Shape(Dims{2})), reinterpret_cast<const uint8_t*>(values), sizeof(values));
  Tensor shared = first;
  Tensor clone = first.Clone();
  reinterpret_cast<float*>(first.GetData())[0] = 9;
  EXPECT_EQ(reinterpret_cast<const float*>(shared.GetData())[0], 9);
  EXPECT_EQ(reinterpret_cast<const float*>(clone.GetData())[0], 1);
  EXPECT_EQ(first.SetData(std::vector<uint8_t>{1, 2, 3}), GRAPH_SUCCESS);
  EXPECT_EQ(shared.GetSize(), 3u);
}

TEST(Tensors, CopiedBytesAreAligned) {
  const std::vector<uint8_t> bytes(100, 1);
  const Tensor tensor(TensorDesc(Shape(Dims{100}), FORMAT_ND, DT_UINT8), bytes);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor.GetData()) % 64, 0u);
}

TEST(Tensors, MovedBytesAreNotCopied) {
  std::vector<uint8_t> bytes{1, 2, 3, 4};
  const uint8_t* address = bytes.data();
  Tensor tensor(TensorDesc(Shape(Dims{4}), FORMAT_ND, DT_UINT8), std::move(bytes));
  EXPECT_EQ(tensor.GetData(), address);
  EXPECT_EQ(tensor.IsValid(), GRAPH_SUCCESS);
}

TEST(Tensors, SetDataFromOwnBytesKeepsThem) {
  const std::vector<uint8_t> bytes{1, 2, 3, 4};
  Tensor tensor(TensorDesc(), bytes);
  EXPECT_EQ(tensor.SetData(tensor.GetData() + 1, 2), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.GetSize(), 2u);
  EXPECT_EQ(tensor.GetData()[0], 2);
}

TEST(Tensors, ForeignMemoryIsFreedOnceByTheLastCopy) {
  int freed = 0;
  auto* memory = new uint8_t[8];
  {
    Tensor tensor;
    ASSERT_EQ(tensor.SetData(memory, 8,
                             [&freed](uint8_t* data) {
                               ++freed;
                               delete[] data;
                             }),
              GRAPH_SUCCESS);
    Tensor copy = tensor;
    EXPECT_EQ(copy.GetData(), memory);
  }
  EXPECT_EQ(freed, 1);
}

TEST(Tensors, ResetGivesTheMemoryAway) {
  Tensor copied(TensorDesc(), std::vector<uint8_t>{5, 6});
  auto bytes = copied.ResetData();
  EXPECT_EQ(copied.GetSize(), 0u);
  EXPECT_EQ(copied.GetData(), nullptr);
  EXPECT_EQ(bytes[1], 6);
  const std::vector<uint8_t> source{7};
  Tensor allocated(TensorDesc(), source);
  EXPECT_EQ(allocated.ResetData()[0], 7);
  EXPECT_EQ(Tensor().ResetData(), nullptr);
}

TEST(Tensors, StringsLieBehindTheirHeads) {
  Tensor tensor(TensorDesc(Shape(Dims{2}), FORMAT_ND, DT_STRING));
  ASSERT_EQ(tensor.SetData(std::vector<std::string>{"ab", ""}), GRAPH_SUCCESS);
  EXPECT_EQ(tensor.GetSize(), 2 * sizeof(StringHead) + 3 + 1);
  StringHead heads[2];
  std::memcpy(heads, tensor.GetData(), sizeof(heads));
  EXPECT_EQ(heads[0].len, 2);
  EXPECT_STREQ(reinterpret_cast<const char*>(tensor.GetData() + heads[0].addr), "ab");
  EXPECT_STREQ(reinterpret_cast<const char*>(tensor.GetData() + heads[1].addr), "");
}

TEST(Tensors, ByteCountMustMatchShapeAndType) {
  Tensor tensor(TensorDesc(Shape(Dims{2})), std::vector<uint8_t>(7));
  EXPECT_EQ(tensor.IsValid(), GRAPH_FAILED);
  Tensor scalar(TensorDesc{}, std::vector<uint8_t>(4));
  EXPECT_EQ(scalar.IsValid(), GRAPH_SUCCESS);
}

TEST(AscendStrings, NoStringDiffersFromTheEmptyOne) {
  const AscendString none;
  const AscendString empty("");
  EXPECT_EQ(none.GetString(), nullptr);
  EXPECT_NE(empty.GetString(), nullptr);
  EXPECT_TRUE(none < empty);
  EXPECT_TRUE(none != empty);
  EXPECT_TRUE(none == AscendString());
  EXPECT_TRUE(AscendString("a") < AscendString("b"));
  EXPECT_TRUE(AscendString("abc", 2) == "ab");
  EXPECT_EQ(AscendString("abc").Find("bc"), 1u);
  EXPECT_EQ((std::unordered_set<AscendString>{"a", "b", "a"}).size(), 2u);
}

}  // namespace
}  // namespace ge
