// Sparse initializers and constants are read as dense ones.
#include <cstring>
#include <initializer_list>

#include "tests/plugins/onnx/parse_fixture.h"

namespace opdk {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Makes float values 1, 2, … at `indices` of shape `shape` in a tensor of `dims`.
onnx::SparseTensorProto Sparse(std::initializer_list<int64_t> dims, std::initializer_list<int64_t> shape,
                               std::initializer_list<int64_t> indices, int count) {
  onnx::SparseTensorProto sparse;
  sparse.mutable_dims()->Assign(dims.begin(), dims.end());
  auto& values = *sparse.mutable_values();
  values.set_name("w");
  values.set_data_type(onnx::TensorProto::FLOAT);
  values.add_dims(count);
  for (int i = 0; i < count; ++i) values.add_float_data(static_cast<float>(i + 1));
  auto& places = *sparse.mutable_indices();
  places.set_data_type(onnx::TensorProto::INT64);
  places.mutable_dims()->Assign(shape.begin(), shape.end());
  places.mutable_int64_data()->Assign(indices.begin(), indices.end());
  return sparse;
}

std::vector<float> Floats(const Graph& graph, const std::string& name) {
  const Node* node = graph.Find(name);
  if (node == nullptr || node->ConstValue() == nullptr) return {};
  std::vector<float> values(node->ConstValue()->GetSize() / sizeof(float));
  std::memcpy(values.data(), node->ConstValue()->GetData(), node->ConstValue()->GetSize());
  return values;
}

class SparseTensors : public OnnxParse {
 protected:
  std::string ParsedWith(const onnx::SparseTensorProto& sparse) {
    auto model = Text("(float[2, 3] a) => (float[2, 3] c) { c = Add(a, w) }");
    *model.mutable_graph()->add_sparse_initializer() = sparse;
    const auto graph = Parse(model);
    values_ = graph.ok() ? Floats(*graph, "w") : std::vector<float>();
    return graph.ok() ? "" : graph.status().ToString();
  }
  std::vector<float> values_;
};

TEST_F(SparseTensors, InitializersCountElementsOrAxes) {
  EXPECT_EQ(ParsedWith(Sparse({2, 3}, {2}, {1, 5}, 2)), "");
  EXPECT_THAT(values_, ElementsAre(0, 1, 0, 0, 0, 2));
  EXPECT_EQ(ParsedWith(Sparse({2, 3}, {2, 2}, {0, 2, 1, 0}, 2)), "");
  EXPECT_THAT(values_, ElementsAre(0, 0, 1, 2, 0, 0));
  EXPECT_EQ(ParsedWith(Sparse({2, 3}, {0}, {}, 0)), "");
  EXPECT_THAT(values_, ElementsAre(0, 0, 0, 0, 0, 0));
}

TEST_F(SparseTensors, ConstantNodesHaveThemToo) {
  auto model = Text("(float[2] a) => (float[2] c) { w = Constant <value_float = 0.0> () c = Add(a, w) }");
  auto& attribute = *model.mutable_graph()->mutable_node(0)->mutable_attribute(0);
  attribute.Clear();
  attribute.set_name("sparse_value");
  attribute.set_type(onnx::AttributeProto::SPARSE_TENSOR);
  *attribute.mutable_sparse_tensor() = Sparse({2}, {1}, {1}, 1);
  const auto graph = Parse(model);
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  EXPECT_THAT(Floats(*graph, "w"), ElementsAre(0, 1));
}

TEST_F(SparseTensors, ThatDontFitAreRefused) {
  EXPECT_THAT(ParsedWith(Sparse({2, 3}, {1}, {6}, 1)), HasSubstr("index 6 of value 0 is outside of an extent of 6"));
  EXPECT_THAT(ParsedWith(Sparse({2, 3}, {1, 2}, {0, -1}, 1)), HasSubstr("index -1 of value 0 is outside"));
  EXPECT_THAT(ParsedWith(Sparse({2, 3}, {2}, {3, 3}, 2)), HasSubstr("index of value 1 doesn't follow"));
  EXPECT_THAT(ParsedWith(Sparse({2, 3}, {1, 3}, {0, 0, 0}, 1)), HasSubstr("don't name elements of rank 2"));
  EXPECT_THAT(ParsedWith(Sparse({2, -3}, {0}, {}, 0)), HasSubstr("dimension -3 is negative"));
  EXPECT_THAT(ParsedWith(Sparse({1 << 20, 1 << 20}, {0}, {}, 0)), HasSubstr("E2007"));
  EXPECT_THAT(ParsedWith(Sparse({int64_t{1} << 40, int64_t{1} << 40}, {0}, {}, 0)), HasSubstr("E2007"));
}

}  // namespace
}  // namespace opdk
