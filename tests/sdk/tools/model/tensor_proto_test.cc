#include "sdk/tools/model/tensor_proto.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <onnx/onnx_pb.h>

#include <cstring>

namespace opdk {
namespace {

using testing::HasSubstr;

onnx::TensorProto Floats(std::vector<int64_t> dims, const std::vector<float>& values) {
  onnx::TensorProto proto;
  proto.set_data_type(onnx::TensorProto::FLOAT);
  for (const int64_t dim : dims) proto.add_dims(dim);
  for (const float value : values) proto.add_float_data(value);
  return proto;
}

TEST(TensorProto, ReadsTypedAndRawValues) {
  const auto typed = ParseTensorProto(Floats({2}, {1.5F, -2}).SerializeAsString());
  ASSERT_TRUE(typed.ok()) << typed.status().ToString();
  onnx::TensorProto raw = Floats({2}, {});
  raw.set_raw_data(typed->GetData(), typed->GetSize());
  const auto again = ParseTensorProto(raw.SerializeAsString());
  ASSERT_TRUE(again.ok()) << again.status().ToString();
  float values[2];
  ASSERT_EQ(again->GetSize(), sizeof(values));
  std::memcpy(values, again->GetData(), sizeof(values));
  EXPECT_EQ(values[0], 1.5F);
  EXPECT_EQ(values[1], -2.0F);
}

TEST(TensorProto, NarrowsValuesThatStandInInt32Data) {
  onnx::TensorProto proto;
  proto.set_data_type(onnx::TensorProto::INT8);
  proto.add_dims(2);
  proto.add_int32_data(-1);
  proto.add_int32_data(7);
  const auto tensor = ParseTensorProto(proto.SerializeAsString());
  ASSERT_TRUE(tensor.ok());
  ASSERT_EQ(tensor->GetSize(), 2u);
  EXPECT_EQ(tensor->GetData()[0], 0xFF);
  EXPECT_EQ(tensor->GetData()[1], 7);
}

TEST(TensorProto, RefusesIncompleteTensors) {
  const auto error = [](const std::string& bytes) {
    const auto parsed = ParseTensorProto(bytes);
    EXPECT_EQ(parsed.status().code(), ErrorCode::kInputFormat);
    return parsed.status().message();
  };
  EXPECT_THAT(error(""), HasSubstr("neither"));
  EXPECT_THAT(error("\xff\xff\xff random"), HasSubstr("neither"));
  EXPECT_THAT(error(Floats({3}, {1, 2}).SerializeAsString()), HasSubstr("8 bytes of values where its shape [3]"));
  EXPECT_THAT(error(Floats({-3}, {1}).SerializeAsString()), HasSubstr("[-3]"));
  onnx::TensorProto external = Floats({1}, {});
  external.set_data_location(onnx::TensorProto::EXTERNAL);
  EXPECT_THAT(error(external.SerializeAsString()), HasSubstr("another file"));
}

}  // namespace
}  // namespace opdk
