// Inputs of a node on AI Core whose values are known.
#include <gtest/gtest.h>

#include "tests/graph_core/builtin_packages.h"

namespace opdk {
namespace {

TEST(NodeInputs, OnesWithoutElementsAreKnown) {
  CompileOptions options;
  options.engine = "ai_core";
  const auto compiled = CompileText(R"(
graph g {
  %x = Data {index: 0} : float[]
  %paddings = Data {index: 1} : int32[0,2]
  %padded = Pad(x: %x, paddings: %paddings)
  %axes = Data {index: 2} : int64[0]
  %y = ReduceSum(x: %padded, axes: %axes)
  %o = NetOutput(x: [%y])
})",
                                    options);
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
  const float number = 3;
  const auto tensor = [](ge::DataType type, const std::vector<int64_t>& shape, const void* bytes, size_t size) {
    return ge::Tensor(ge::TensorDesc(ge::Shape(shape), ge::FORMAT_ND, type), static_cast<const uint8_t*>(bytes), size);
  };
  const auto outputs = compiled->model.Run(std::vector<ge::Tensor>{tensor(ge::DT_FLOAT, {}, &number, sizeof number),
                                                                   tensor(ge::DT_INT32, {0, 2}, nullptr, 0),
                                                                   tensor(ge::DT_INT64, {0}, nullptr, 0)});
  ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
  ASSERT_EQ((*outputs)[0].GetSize(), sizeof number);
  EXPECT_EQ(*reinterpret_cast<const float*>((*outputs)[0].GetData()), number);
}

}  // namespace
}  // namespace opdk
