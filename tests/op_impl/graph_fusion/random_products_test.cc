// Products with constant weights, their siblings, and operations on their columns. With all passes and with none of the
// package's they compute the same, up to roundings.
#include "tests/op_impl/graph_fusion/random_network.h"

namespace opdk {
namespace {

using tests::Extents;

// A chain on [..., rows, columns]: now and then several products of one tensor, which are added up.
class RandomProducts : public tests::RandomNetwork {
 public:
  RandomProducts(unsigned seed, const Extents& input) : RandomNetwork(seed, input) {
    std::vector<std::string> outputs;
    for (int i = 0; i < 6; ++i) {
      if (Draw(2) == 0) {
        Siblings(outputs);
      } else {
        Multiply(3 + Draw(6));
      }
      if (Draw(4) == 0) Step(fmt::format("Tanh(x: %{})", now_));
    }
    outputs.push_back(now_);
    Finish(outputs);
  }

 private:
  void Multiply(int64_t columns) {
    const bool batched = Draw(2) == 0, turned = Draw(2) == 0;
    const int64_t rows = dims_.back();
    const float wide = 1 / std::sqrt(static_cast<float>(rows));
    const std::string weights = Constant(turned ? Extents{columns, rows} : Extents{rows, columns}, -wide, wide);
    const std::string bias = Draw(2) == 0 ? ", bias: %" + Constant({columns}, -1, 1) : "";
    Step(fmt::format("{}(x1: %{}, x2: %{}{}) {{{}: {}}}", batched ? "BatchMatMulV2" : "MatMul", now_, weights, bias,
                     batched ? "adj_x2" : "transpose_x2", turned));
    dims_.back() = columns;
    for (int steps = Draw(3); steps > 0; --steps) ScaleColumns();
  }

  void ScaleColumns() {
    const Extents forms[] = {{dims_.back()}, {1, dims_.back()}, {}, {1}};
    Scale(forms[Draw(4)]);
  }

  void Siblings(std::vector<std::string>& outputs) {
    const std::string source = now_;
    const Extents dims = dims_;
    const int64_t columns = 2 + Draw(5);
    std::string sum;
    for (int i = 1 + Draw(4); i >= 0; --i) {
      now_ = source;
      dims_ = dims;
      Multiply(columns);
      if (Draw(6) == 0) outputs.push_back(now_);
      if (!sum.empty()) Step(fmt::format("Add(x1: %{}, x2: %{})", sum, now_));
      sum = now_;
    }
  }
};

TEST(GraphFusion, RandomProductsComputeTheSameWithAndWithoutPasses) {
  const Extents inputs[] = {{1, 5}, {1, 1, 5}, {4, 5}, {2, 1, 5}, {0, 5}};
  for (unsigned seed = 0; seed < 250; ++seed) {
    SCOPED_TRACE(seed);
    tests::ExpectSameWithAndWithoutPasses(RandomProducts(seed, inputs[seed % 5]));
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace opdk
