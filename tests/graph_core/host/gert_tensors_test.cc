// Runs whose tensors have gert's form, or lie in one piece of memory. sdk/docs/session.md names these tests.
#include <algorithm>
#include <array>
#include <cstring>
#include <future>

#include "tests/graph_core/host/session_functions.h"

namespace ge {
namespace {

gert::Tensor Floats2(std::array<float, 2>& memory) {
  const gert::StorageFormat nd(FORMAT_ND, FORMAT_ND, {});
  return {{{2}, {2}}, nd, gert::kOnHost, DT_FLOAT, memory.data()};
}

std::vector<gert::Tensor> One(gert::Tensor tensor) {
  std::vector<gert::Tensor> tensors;
  tensors.push_back(std::move(tensor));
  return tensors;
}

std::vector<float> ValuesOf(const gert::Tensor& tensor) {
  return {tensor.GetData<float>(), tensor.GetData<float>() + tensor.GetShapeSize()};
}

TEST_F(SessionFunctions, ExecutesInTheMemoryOfGertTensors) {
  Compiled(TwoOutputs({-1}));
  std::array<float, 2> given = {1, 3}, memory{};
  std::vector<gert::Tensor> outputs = One(Floats2(memory));
  outputs.emplace_back();
  ASSERT_EQ(session_->ExecuteGraphWithStreamAsync(1, &stream_, One(Floats2(given)), outputs), SUCCESS)
      << GEGetErrorMsg();
  EXPECT_EQ(memory, (std::array<float, 2>{2, 6}));
  EXPECT_EQ(outputs[0].GetAddr(), memory.data());
  ASSERT_EQ(outputs[1].GetStorageShape(), gert::Shape({2}));
  EXPECT_EQ(outputs[1].GetOriginShape(), gert::Shape({2}));
  EXPECT_EQ(outputs[1].GetDataType(), DT_FLOAT);
  EXPECT_EQ(outputs[1].GetSize(), sizeof(given));
  EXPECT_EQ(ValuesOf(outputs[1]), (std::vector<float>{1, 9}));

  // Without any of the caller's the outputs hold bytes of their own, which others may share.
  std::vector<gert::Tensor> made;
  ASSERT_EQ(GeSessionExecuteGraphWithStreamAsync(*session_, 1, &stream_, One(Floats2(given)), made), SUCCESS)
      << GEGetErrorMsg();
  ASSERT_EQ(made.size(), 2U);
  gert::Tensor shared({{2}, {2}}, {}, DT_FLOAT);
  ASSERT_EQ(shared.MutableTensorData().ShareFrom(made[0].GetTensorData()), GRAPH_SUCCESS);
  made.clear();
  EXPECT_EQ(ValuesOf(shared), (std::vector<float>{2, 6}));
}

TEST_F(SessionFunctions, ExecutingIsForCompiledGraphsAndAddresses) {
  std::array<float, 2> given = {1, 3};
  std::vector<gert::Tensor> outputs;
  const auto execute = [&](std::vector<gert::Tensor> inputs) {
    return session_->ExecuteGraphWithStreamAsync(1, &stream_, inputs, outputs);
  };
  EXPECT_EQ(execute(One(Floats2(given))), FAILED);
  EXPECT_TRUE(ErrorHas("no graph 1")) << GEGetErrorMsg();
  Add(TwoOutputs({2}));
  EXPECT_EQ(execute(One(Floats2(given))), FAILED);
  EXPECT_TRUE(ErrorHas("isn't compiled") && ErrorHas("CompileGraph")) << GEGetErrorMsg();
  ASSERT_EQ(session_->CompileGraph(1), SUCCESS) << GEGetErrorMsg();
  size_t size = 0;
  const auto following = gert::Tensor::CreateFollowing(2, DT_FLOAT, size);
  ASSERT_EQ(size, sizeof(gert::Tensor) + sizeof(given));
  auto* const behind = reinterpret_cast<gert::Tensor*>(following.get());
  EXPECT_EQ(behind->GetData<uint8_t>(), following.get() + sizeof(gert::Tensor));
  EXPECT_EQ(execute(One(std::move(*behind))), FAILED);
  EXPECT_TRUE(ErrorHas("E1004") && ErrorHas("lie behind it") && ErrorHas("inputs")) << GEGetErrorMsg();
  gert::Tensor negative = Floats2(given);
  negative.MutableStorageShape().SetDim(0, -1);
  EXPECT_EQ(execute(One(std::move(negative))), FAILED);
  EXPECT_TRUE(ErrorHas("dimension -1")) << GEGetErrorMsg();
  gert::Tensor larger = Floats2(given);
  larger.MutableStorageShape().AppendDim(2);
  EXPECT_EQ(execute(One(std::move(larger))), FAILED);
  EXPECT_TRUE(ErrorHas("the rank differs")) << GEGetErrorMsg();
  EXPECT_EQ(outputs.size(), 0U);
}

TEST(GertTensorData, IsFreedByItsManagerOnce) {
  static int freed = 0;
  static std::array<float, 2> bytes = {1, 2};
  const gert::TensorAddrManager manager = [](gert::TensorAddress addr, gert::TensorOperateType type, void** out) {
    if (type == gert::kFreeTensor) ++freed;
    if (type == gert::kGetTensorAddress) *out = static_cast<std::array<float, 2>*>(addr)->data();
    return GRAPH_SUCCESS;
  };
  {
    gert::Tensor tensor({{2}, {2}}, {}, gert::kOnHost, DT_FLOAT, &bytes, manager);
    gert::Tensor moved = std::move(tensor);
    EXPECT_EQ(moved.GetData<float>()[1], 2);
    EXPECT_EQ(freed, 0);
  }
  EXPECT_EQ(freed, 1);
  gert::TensorData given(&bytes, manager, sizeof(bytes), gert::kOnHost);
  gert::TensorAddrManager taken = nullptr;
  EXPECT_EQ(given.Release(taken), &bytes);
  EXPECT_EQ(taken, manager);
  EXPECT_EQ(given.GetAddr(), nullptr);
  EXPECT_EQ(freed, 1);
}

TEST(GertShape, HasTwentyFiveDimensionsAndCountsElements) {
  gert::Shape shape;
  EXPECT_EQ(shape.GetShapeSize(), 1);
  for (int64_t i = 0; i < 30; ++i) shape.AppendDim(2);
  EXPECT_EQ(shape.GetDimNum(), gert::Shape::kMaxDimNum);
  EXPECT_EQ(shape.GetShapeSize(), int64_t{1} << 25);
  EXPECT_EQ(shape.GetDim(25), gert::Shape::kInvalidDimValue);
  gert::Shape set;
  set.SetDimNum(2);
  set.SetDim(0, 3);
  set.SetDim(1, 4);
  EXPECT_EQ(set, gert::Shape({3, 4}));
  EXPECT_EQ(gert::Shape({int64_t{1} << 40, int64_t{1} << 40}).GetShapeSize(), gert::Shape::kInvalidDimValue);
  const gert::ExpandDimsType type("1001");
  EXPECT_EQ(type.GetFullSize(), 4U);
  EXPECT_TRUE(type.IsExpandIndex(0) && type.IsExpandIndex(3) && !type.IsExpandIndex(1));
}

TEST_F(SessionFunctions, RunsOnTensorsOfOnePieceOfMemory) {
  Add(TwoOutputs({2}));
  const TensorDesc floats(Shape({2}), FORMAT_ND, DT_FLOAT);
  ContinuousTensorList list({floats});
  EXPECT_TRUE(list.GetTensorList().empty());
  ASSERT_EQ(list.Initialize(), GRAPH_SUCCESS) << GEGetErrorMsg();
  const std::array<float, 2> values = {1, 3};
  std::memcpy(list.GetDataList().at(0), values.data(), sizeof(values));
  std::vector<Tensor> outputs;
  ASSERT_EQ(session_->RunGraph(1, list, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(TensorValues(outputs.at(1)), (std::vector<float>{1, 9}));
  std::promise<std::vector<float>> promise;
  ASSERT_EQ(
      session_->RunGraphAsync(1, list,
                              [&](Status status, std::vector<Tensor>& made) {
                                promise.set_value(status == SUCCESS ? TensorValues(made.at(0)) : std::vector<float>());
                              }),
      SUCCESS)
      << GEGetErrorMsg();
  // The run holds the bytes.
  ASSERT_EQ(list.Finalize(), GRAPH_SUCCESS);
  EXPECT_EQ(promise.get_future().get(), (std::vector<float>{2, 6}));
  EXPECT_EQ(session_->RunGraph(1, list, outputs), FAILED);
  EXPECT_TRUE(ErrorHas("E1003")) << GEGetErrorMsg();
}

TEST(ContinuousTensorLists, LieOneAfterTheOther) {
  const std::vector<TensorDesc> descs = {TensorDesc(Shape({3}), FORMAT_ND, DT_FLOAT),
                                         TensorDesc(Shape({2, 40}), FORMAT_ND, DT_INT8),
                                         TensorDesc(Shape(), FORMAT_ND, DT_INT64)};
  ContinuousTensorList list(descs);
  EXPECT_EQ(list.GetBufferSize(), 0U);
  ASSERT_EQ(list.Initialize(), GRAPH_SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(list.GetTensorDescList().size(), 3U);
  EXPECT_EQ(list.GetSizeList(), (std::vector<size_t>{12, 80, 8}));
  EXPECT_EQ(list.GetBufferSize(), 64U + 128U + 64U);
  const auto* begin = static_cast<const uint8_t*>(list.GetBuffer());
  const std::vector<uint8_t*> data = list.GetDataList();
  EXPECT_EQ(data.at(0), begin);
  EXPECT_EQ(data.at(1), begin + 64);
  EXPECT_EQ(data.at(2), begin + 192);
  EXPECT_EQ(std::count(begin, begin + list.GetBufferSize(), 0), 256);
  EXPECT_EQ(list.Initialize(), GRAPH_FAILED);
  EXPECT_TRUE(ErrorHas("already")) << GEGetErrorMsg();
  const ContinuousTensorList copy = list;
  EXPECT_EQ(copy.GetBuffer(), list.GetBuffer());
}

TEST(ContinuousTensorLists, NeedShapes) {
  ContinuousTensorList open(
      {TensorDesc(Shape({2}), FORMAT_ND, DT_FLOAT), TensorDesc(Shape({-1}), FORMAT_ND, DT_FLOAT)});
  EXPECT_EQ(open.Initialize(), GRAPH_FAILED);
  EXPECT_TRUE(ErrorHas("tensor 1") && ErrorHas("float[?]")) << GEGetErrorMsg();
  EXPECT_TRUE(open.GetTensorList().empty());
  ContinuousTensorList none;
  EXPECT_EQ(none.Initialize(), GRAPH_FAILED);
  EXPECT_TRUE(ErrorHas("without descriptions")) << GEGetErrorMsg();
  EXPECT_EQ(none.GetBuffer(), nullptr);
  EXPECT_TRUE(none.GetDataList().empty());
}

}  // namespace
}  // namespace ge
