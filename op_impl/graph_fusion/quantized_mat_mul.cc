// Merges DequantizeLinear of two matrices, MatMul and QuantizeLinear into one product of bytes.
#include "op_impl/graph_fusion/graph_pieces.h"
#include "op_impl/graph_fusion/node_facts.h"
#include "op_impl/graph_fusion/quantization.h"
#include "op_proto/matmul/mat_mul.h"
#include "op_proto/matmul/mat_mul_integer.h"

namespace opdk::graph_fusion {
namespace {

using ge::fusion::GraphUniqPtr;
using ge::fusion::MatchResult;
using ge::fusion::Pattern;

constexpr int64_t kInputs = 8;

class QuantizedMatMul : public ge::fusion::PatternFusionPass {
 protected:
  std::vector<ge::fusion::PatternUniqPtr> Patterns() override {
    std::vector<ge::Operator> inputs = AnyOf(kInputs);
    ge::op::DequantizeLinear a("a"), b("b");
    a.set_input_x(inputs[0]).set_input_x_scale(inputs[1]).set_input_x_zero_point(inputs[2]);
    b.set_input_x(inputs[3]).set_input_x_scale(inputs[4]).set_input_x_zero_point(inputs[5]);
    ge::op::MatMul product("product");
    product.set_input_x1(a).set_input_x2(b);
    ge::op::QuantizeLinear y("y");
    y.set_input_x(product).set_input_y_scale(inputs[6]).set_input_y_zero_point(inputs[7]);
    std::vector<ge::fusion::PatternUniqPtr> patterns;
    patterns.push_back(std::make_unique<Pattern>(GraphOf("quantized_mat_mul", inputs, y)));
    for (const char* shared : {"a", "b"}) CaptureOutput(*patterns.back(), shared);
    return patterns;
  }

  bool MeetRequirements(const std::unique_ptr<MatchResult>& match) override {
    const ge::GNode product = MatchedNode(*match, "product");
    if (AttrOf<bool>(product, "transpose_x1").value_or(false) ||
        AttrOf<bool>(product, "transpose_x2").value_or(false)) {
      return false;
    }
    for (const char* name : {"a", "b", "y"}) {
      const ge::GNode node = MatchedNode(*match, name);
      if (!HasBytes(node) || ScaleOf(node).size() != 1) return false;
    }
    return true;
  }

  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult>&) override {
    std::vector<ge::Operator> inputs = AnyOf(kInputs);
    ge::op::QLinearMatMul bytes("bytes");
    bytes.set_input_a(inputs[0]).set_input_a_scale(inputs[1]).set_input_a_zero_point(inputs[2]);
    bytes.set_input_b(inputs[3]).set_input_b_scale(inputs[4]).set_input_b_zero_point(inputs[5]);
    bytes.set_input_y_scale(inputs[6]).set_input_y_zero_point(inputs[7]);
    return ReplacementOf(inputs, bytes);
  }
};

REG_FUSION_PASS(QuantizedMatMul).Stage(ge::CustomPassStage::kBeforeInferShape);

}  // namespace
}  // namespace opdk::graph_fusion
