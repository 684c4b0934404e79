// Tensors of model files: sizes are checked, external data stays in the model's directory.
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "tests/plugins/onnx/parse_fixture.h"

namespace opdk {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class OnnxTensor : public OnnxParse {
 protected:
  // Makes y = Add(x, w) with the initializer w of shape [2].
  onnx::ModelProto WithWeight(int32_t type) {
    auto model = Text("(float[2] x) => (float[2] y) { y = Add(x, w) }");
    weight_ = model.mutable_graph()->add_initializer();
    weight_->set_name("w");
    weight_->set_data_type(type);
    weight_->add_dims(2);
    return model;
  }
  void SetExternal(const std::string& location, const std::string& offset, const std::string& length) {
    weight_->set_data_location(onnx::TensorProto::EXTERNAL);
    const std::pair<const char*, std::string> entries[] = {
        {"location", location}, {"offset", offset}, {"length", length}};
    for (const auto& [key, value] : entries) {
      if (value.empty()) continue;
      auto* entry = weight_->add_external_data();
      entry->set_key(key);
      entry->set_value(value);
    }
  }
  void WriteFloats(const std::string& path, const std::vector<float>& values) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * 4));
  }

  onnx::TensorProto* weight_ = nullptr;
};

TEST_F(OnnxTensor, SmallTypesInTheIntField) {
  auto model = WithWeight(onnx::TensorProto::FLOAT16);
  weight_->add_int32_data(0x3c00);
  weight_->add_int32_data(0x4000);
  const auto graph = Parse(model);
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  uint16_t halves[2];
  std::memcpy(halves, graph->Find("w")->ConstValue()->GetData(), sizeof(halves));
  EXPECT_EQ(halves[0], 0x3c00);
  EXPECT_EQ(halves[1], 0x4000);
}

TEST_F(OnnxTensor, WrongSizesAreRefused) {
  auto raw = WithWeight(onnx::TensorProto::FLOAT);
  weight_->set_raw_data("123456");
  EXPECT_THAT(Parsed(raw), AllOf(HasSubstr("E2001"), HasSubstr("'w'"), HasSubstr("6 bytes")));
  auto typed = WithWeight(onnx::TensorProto::FLOAT);
  weight_->add_float_data(1);
  EXPECT_THAT(Parsed(typed), AllOf(HasSubstr("E2001"), HasSubstr("1 values")));
  auto negative = WithWeight(onnx::TensorProto::FLOAT);
  weight_->set_dims(0, -2);
  EXPECT_THAT(Parsed(negative), HasSubstr("E2001"));
  auto huge = WithWeight(onnx::TensorProto::FLOAT);
  weight_->set_dims(0, int64_t{1} << 62);
  weight_->add_dims(8);
  EXPECT_THAT(Parsed(huge), HasSubstr("E2007"));
}

TEST_F(OnnxTensor, ExternalDataIsRead) {
  auto model = WithWeight(onnx::TensorProto::FLOAT);
  SetExternal("weights.bin", "4", "8");
  WriteFloats(directory_ + "/weights.bin", {1, 2, 3});
  const auto graph = Parse(model);
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  float values[2];
  std::memcpy(values, graph->Find("w")->ConstValue()->GetData(), sizeof(values));
  EXPECT_EQ(values[0], 2);
  EXPECT_EQ(values[1], 3);
}

TEST_F(OnnxTensor, ExternalDataThatDoesNotFitIsRefused) {
  const struct {
    const char* location;
    const char* offset;
    const char* length;
    const char* expected;
  } cases[] = {
      {"../outside.bin", "", "", "outside of the model's directory"},
      {"/etc/hostname", "", "", "outside of the model's directory"},
      {"absent.bin", "", "", "E1002"},
      {"weights.bin", "8", "8", "needs bytes 8 to 16"},
      {"weights.bin", "18446744073709551615", "", "needs bytes"},
      {"weights.bin", "0", "12", "length 12 does not match"},
      {"weights.bin", "-4", "", "is not a number"},
  };
  WriteFloats(directory_ + "/weights.bin", {1, 2, 3});
  for (const auto& test : cases) {
    auto model = WithWeight(onnx::TensorProto::FLOAT);
    SetExternal(test.location, test.offset, test.length);
    EXPECT_THAT(Parsed(model), HasSubstr(test.expected)) << test.location << " " << test.offset;
  }
}

TEST_F(OnnxTensor, LinkOutOfTheDirectoryIsRefused) {
  auto model = WithWeight(onnx::TensorProto::FLOAT);
  SetExternal("link.bin", "", "");
  ASSERT_EQ(symlink("/etc/hostname", (directory_ + "/link.bin").c_str()), 0);
  EXPECT_THAT(Parsed(model), HasSubstr("outside of the model's directory"));
}

}  // namespace
}  // namespace opdk
