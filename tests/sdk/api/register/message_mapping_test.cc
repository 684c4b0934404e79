// AutoMappingFn on messages of the frameworks' forms, made from their descriptors at run time.
#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "register/register.h"

namespace domi {
namespace {

namespace pb = google::protobuf;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kTensorFlow = R"(
syntax = "proto3";
enum DataType { DT_INVALID = 0; DT_FLOAT = 1; DT_INT32 = 3; DT_BFLOAT16 = 14; DT_HALF = 19; }
message Dim { int64 size = 1; string name = 2; }
message TensorShapeProto { repeated Dim dim = 2; bool unknown_rank = 3; }
message TensorProto { DataType dtype = 1; TensorShapeProto tensor_shape = 2; bytes tensor_content = 4;
  repeated float float_val = 5; repeated int32 int_val = 7; repeated int64 int64_val = 10; repeated bool bool_val = 11; }
message AttrValue {
  message ListValue { repeated bytes s = 2; repeated int64 i = 3; repeated float f = 4; repeated bool b = 5;
    repeated DataType type = 6; repeated TensorShapeProto shape = 7; }
  oneof value { bytes s = 2; int64 i = 3; float f = 4; bool b = 5; DataType type = 6; TensorShapeProto shape = 7;
    TensorProto tensor = 8; ListValue list = 1; NameAttrList func = 10; }
}
message NameAttrList { string name = 1; map<string, AttrValue> attr = 2; }
message NodeDef { string name = 1; string op = 2; repeated string input = 3; map<string, AttrValue> attr = 5; }
)";

constexpr const char* kCaffe = R"(
syntax = "proto2";
message Shape { repeated int64 dim = 1; }
message ConvolutionParameter { optional uint32 num_output = 1; optional bool bias_term = 2; repeated uint32 kernel_size = 4;
  enum Engine { DEFAULT = 0; CAFFE = 1; } optional Engine engine = 15; repeated Shape shapes = 16; }
message Deep { optional Deep deeper = 1; optional int32 depth = 2; }
message LayerParameter { optional string name = 1; optional string type = 2; optional float slope = 3;
  optional ConvolutionParameter convolution_param = 106; optional Deep deep = 107; }
)";

class Messages : public testing::Test {
 protected:
  // Makes a message of that type in the file's text, filled from text format.
  std::unique_ptr<pb::Message> Make(const char* file, const std::string& type, const std::string& content) {
    const std::filesystem::path work = testing::TempDir() + "opdk_messages_" + std::to_string(::getpid());
    std::filesystem::create_directories(work);
    std::ofstream(work / "test.proto") << file;
    const std::string command = "cd " + work.string() + " && protoc --descriptor_set_out=set.bin test.proto";
    EXPECT_EQ(std::system(command.c_str()), 0);
    pb::FileDescriptorSet parsed;
    std::ifstream described(work / "set.bin", std::ios::binary);
    EXPECT_TRUE(parsed.ParseFromIstream(&described));
    std::filesystem::remove_all(work);
    const pb::FileDescriptor* built = pool_.BuildFile(parsed.file(0));
    EXPECT_NE(built, nullptr);
    std::unique_ptr<pb::Message> message(factory_.GetPrototype(built->FindMessageTypeByName(type))->New());
    EXPECT_TRUE(pb::TextFormat::ParseFromString(content, message.get())) << content;
    return message;
  }
  template <typename T>
  T Get(const ge::Operator& op, const std::string& name) {
    T value{};
    EXPECT_EQ(op.GetAttr(name, value), ge::GRAPH_SUCCESS) << name;
    return value;
  }

  pb::DescriptorPool pool_;
  pb::DynamicMessageFactory factory_;
};

TEST_F(Messages, TensorFlowAttributesKeepTheirKinds) {
  const auto node = Make(kTensorFlow, "NodeDef", R"(
    name: "n1" op: "Op"
    attr { key: "T" value { type: DT_HALF } }
    attr { key: "i" value { i: -5 } }
    attr { key: "f" value { f: 0.5 } }
    attr { key: "b" value { b: true } }
    attr { key: "s" value { s: "text" } }
    attr { key: "shape" value { shape { dim { size: 2 } dim { size: -1 } } } }
    attr { key: "ints" value { list { i: 1 i: 2 } } }
    attr { key: "types" value { list { type: DT_FLOAT type: DT_BFLOAT16 } } }
    attr { key: "shapes" value { list { shape { dim { size: 3 } } shape { } } } }
    attr { key: "none" value { list { } } }
    attr { key: "fn" value { func { name: "body" attr { key: "x" value { i: 1 } } } } }
    attr { key: "t" value { tensor { dtype: DT_INT32 tensor_shape { dim { size: 3 } } int_val: 7 int_val: 9 } } })");
  ge::Operator op("old", "Op");
  ASSERT_EQ(AutoMappingFn(node.get(), op), SUCCESS);
  EXPECT_EQ(op.GetName(), "n1");
  EXPECT_EQ(Get<ge::DataType>(op, "T"), ge::DT_FLOAT16);
  EXPECT_EQ(Get<int64_t>(op, "i"), -5);
  EXPECT_EQ(Get<float>(op, "f"), 0.5f);
  EXPECT_TRUE(Get<bool>(op, "b"));
  EXPECT_EQ(Get<std::string>(op, "s"), "text");
  EXPECT_THAT(Get<std::vector<int64_t>>(op, "shape"), ElementsAre(2, -1));
  EXPECT_THAT(Get<std::vector<int64_t>>(op, "ints"), ElementsAre(1, 2));
  EXPECT_THAT(Get<std::vector<ge::DataType>>(op, "types"), ElementsAre(ge::DT_FLOAT, ge::DT_BF16));
  EXPECT_THAT(Get<std::vector<std::vector<int64_t>>>(op, "shapes"), ElementsAre(ElementsAre(3), IsEmpty()));
  EXPECT_THAT(Get<std::vector<int64_t>>(op, "none"), IsEmpty());
  EXPECT_EQ(Get<ge::NamedAttrs>(op, "fn").GetName(), "body");
  const auto tensor = Get<ge::Tensor>(op, "t");
  const auto* values = reinterpret_cast<const int32_t*>(tensor.GetData());
  EXPECT_EQ(std::vector<int32_t>(values, values + 3), (std::vector<int32_t>{7, 9, 9}));
}

TEST_F(Messages, DynamicPortsTakeTheirCountFromTheMessage) {
  const auto node = Make(kTensorFlow, "NodeDef", "name: \"n\" attr { key: \"N\" value { i: 3 } }");
  ge::Operator op("n", "AddN");
  EXPECT_EQ(AutoMappingFnDynamic(node.get(), op, {{"in", {"x", "N"}}}), SUCCESS);
  EXPECT_EQ(op.GetDynamicInputNum("x"), 3);
  EXPECT_EQ(AutoMappingFnDynamic(node.get(), op, {{"in", {"x", "M"}}}), FAILED);
  EXPECT_EQ(AutoMappingFnDynamic(node.get(), op, {{"into", {"x", "N"}}}), FAILED);
}

TEST_F(Messages, CaffeLayersAreFlattened) {
  const auto layer = Make(kCaffe, "LayerParameter", R"(name: "conv" type: "Convolution" slope: 0.25
    convolution_param { num_output: 8 bias_term: false kernel_size: 3 kernel_size: 5 engine: CAFFE shapes { dim: 1 dim: 2 } })");
  ge::Operator op("old", "Conv");
  ASSERT_EQ(AutoMappingFn(layer.get(), op), SUCCESS);
  EXPECT_EQ(op.GetName(), "conv");
  EXPECT_EQ(Get<int64_t>(op, "num_output"), 8);
  EXPECT_FALSE(Get<bool>(op, "bias_term"));
  EXPECT_EQ(Get<float>(op, "slope"), 0.25f);
  EXPECT_EQ(Get<int64_t>(op, "engine"), 1);
  EXPECT_THAT(Get<std::vector<int64_t>>(op, "kernel_size"), ElementsAre(3, 5));
  EXPECT_EQ(Get<std::string>(op, "shapes"), R"({"shapes":[{"dim":["1","2"]}]})");
}

TEST_F(Messages, MessagesThatNestTooDeepFail) {
  const auto deep =
      Make(kCaffe, "LayerParameter", "deep { deeper { deeper { deeper { deeper { deeper { depth: 1 } } } } } }");
  ge::Operator op("n", "Op");
  EXPECT_EQ(AutoMappingFn(deep.get(), op), FAILED);
  EXPECT_EQ(AutoMappingFn(nullptr, op), FAILED);
}

TEST_F(Messages, ConstantsWhoseBytesDoNotFitFail) {
  const auto node = Make(kTensorFlow, "NodeDef", R"(attr { key: "t" value { tensor { dtype: DT_FLOAT
    tensor_shape { dim { size: 2 } } tensor_content: "abc" } } })");
  ge::Operator op("n", "Op");
  EXPECT_EQ(AutoMappingFn(node.get(), op), FAILED);
}

}  // namespace
}  // namespace domi
