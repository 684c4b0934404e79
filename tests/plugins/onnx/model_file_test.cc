// Model files: the raw data of large initializers go from the file to their tensors, whatever stands around them.
#include <cstring>
#include <numeric>
#include <vector>

#include "tests/plugins/onnx/parse_fixture.h"

namespace opdk {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// More bytes than are read along with the rest of a file.
constexpr int64_t kLarge = 1 << 15;

class OnnxModelFile : public OnnxParse {
 protected:
  // Makes z = x + w + u, where the weights have `w` and `u` floats.
  static onnx::ModelProto WithWeights(int64_t w, int64_t u) {
    auto model = Text("(float[N] x) => (float[N] z) { y = Add(x, w) z = Add(y, u) }");
    AddWeight(model, "w", w, 0);
    AddWeight(model, "u", u, 1000);
    return model;
  }
  static void AddWeight(onnx::ModelProto& model, const char* name, int64_t count, float first) {
    auto* weight = model.mutable_graph()->add_initializer();
    weight->set_name(name);
    weight->set_data_type(onnx::TensorProto::FLOAT);
    weight->add_dims(count);
    weight->set_raw_data(Raw(count, first));
  }
  static std::string Raw(int64_t count, float first) {
    const std::vector<float> values = Values(count, first);
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
  }
  static std::vector<float> Values(int64_t count, float first) {
    std::vector<float> values(static_cast<size_t>(count));
    std::iota(values.begin(), values.end(), first);
    return values;
  }
  static std::vector<float> ValuesOf(const Graph& graph, const char* name) {
    const Node* node = graph.Find(name);
    if (node == nullptr || node->ConstValue() == nullptr) return {};
    const ge::Tensor& tensor = *node->ConstValue();
    std::vector<float> values(tensor.GetSize() / sizeof(float));
    if (!values.empty()) std::memcpy(values.data(), tensor.GetData(), tensor.GetSize());
    return values;
  }
};

TEST_F(OnnxModelFile, LargeAndSmallInitializersHaveTheirOwnBytes) {
  for (const auto& [w, u] :
       {std::pair(kLarge, kLarge + 5), std::pair(int64_t{3}, kLarge), std::pair(kLarge, int64_t{3})}) {
    const auto graph = Parse(WithWeights(w, u));
    ASSERT_TRUE(graph.ok()) << graph.status().ToString();
    EXPECT_EQ(ValuesOf(*graph, "w"), Values(w, 0));
    EXPECT_EQ(ValuesOf(*graph, "u"), Values(u, 1000));
  }
}

TEST_F(OnnxModelFile, LargeRawDataOfAnotherSizeIsRefused) {
  auto model = WithWeights(kLarge, 3);
  model.mutable_graph()->mutable_initializer(0)->set_dims(0, kLarge + 1);
  EXPECT_THAT(Parsed(model), AllOf(HasSubstr("E2001"), HasSubstr("'w'"), HasSubstr("131072 bytes of raw data")));
}

TEST_F(OnnxModelFile, TheLastOfSeveralRawDataCounts) {
  auto model = WithWeights(kLarge, 3);
  // The message of one initializer with a field more; messages one behind the other are merged.
  auto* graph = model.mutable_graph();
  std::string tensor = graph->initializer(0).SerializeAsString();
  onnx::TensorProto again;
  again.set_raw_data(Raw(kLarge, 7));
  tensor += again.SerializeAsString();
  const auto field = [](int number, const std::string& content) {
    std::string text(1, static_cast<char>(number << 3 | 2));
    for (size_t rest = content.size();; rest >>= 7) {
      text += static_cast<char>((rest & 127) | (rest > 127 ? 128 : 0));
      if (rest <= 127) break;
    }
    return text + content;
  };
  graph->mutable_initializer()->SwapElements(0, 1);
  graph->mutable_initializer()->RemoveLast();
  const std::string bytes = model.SerializeAsString() + field(onnx::ModelProto::kGraphFieldNumber,
                                                              field(onnx::GraphProto::kInitializerFieldNumber, tensor));
  const auto parsed = ParseBytes(bytes);
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  EXPECT_EQ(ValuesOf(*parsed, "w"), Values(kLarge, 7));
  EXPECT_EQ(ValuesOf(*parsed, "u"), Values(3, 1000));
}

TEST_F(OnnxModelFile, GraphsInSeveralPiecesAreOne) {
  auto model = WithWeights(kLarge, 3);
  onnx::ModelProto second;
  AddWeight(second, "v", kLarge, 5);
  auto* node = second.mutable_graph()->add_node();
  node->set_op_type("Mul");
  node->add_input("x");
  node->add_input("v");
  node->add_output("m");
  second.mutable_graph()->add_output()->CopyFrom(model.graph().output(0));
  second.mutable_graph()->mutable_output(0)->set_name("m");
  const auto graph = ParseBytes(model.SerializeAsString() + second.SerializeAsString());
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  EXPECT_EQ(ValuesOf(*graph, "w"), Values(kLarge, 0));
  EXPECT_EQ(ValuesOf(*graph, "v"), Values(kLarge, 5));
}

TEST_F(OnnxModelFile, FilesThatEndTooEarlyAreRefused) {
  const std::string bytes = WithWeights(kLarge, kLarge).SerializeAsString();
  for (const size_t length : {bytes.size() - 1, bytes.size() - 70000, bytes.size() / 2, size_t{40}}) {
    const auto graph = ParseBytes(bytes.substr(0, length));
    ASSERT_FALSE(graph.ok()) << length;
    EXPECT_THAT(graph.status().ToString(), AllOf(HasSubstr("E2001"), HasSubstr("truncated"))) << length;
  }
}

}  // namespace
}  // namespace opdk
