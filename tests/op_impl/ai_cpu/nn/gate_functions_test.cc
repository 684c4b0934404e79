#include "op_impl/ai_cpu/nn/gate_functions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "tests/op_impl/ai_cpu/isa_test.h"

namespace opdk {
namespace {

constexpr int64_t kHidden[] = {1, 5, 7, 8, 9, 15, 16, 17, 33, 127, 128, 130};
constexpr float kInfinity = std::numeric_limits<float>::infinity();

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// A step's operands, a few of them infinite or NaN.
struct Operands {
  int64_t hidden;
  std::vector<float> input, product, c, h, bias;

  double Sum(int64_t gate, int64_t i) const {
    const auto at = static_cast<size_t>(gate * hidden + i);
    return input[at] + product[at];
  }
};

class GateFunctionsTest : public IsaTest {
 protected:
  const GateFunctions& functions() { return Of(Avx2GateFunctions, Avx512GateFunctions); }

  Operands NewOperands(int64_t hidden, int64_t gates) {
    Operands of{
        hidden,           Random(gates * hidden, 8), Random(gates * hidden, 8), Random(hidden, 2), Random(hidden, 1),
        Random(hidden, 1)};
    for (int64_t gate = 0; gate < gates && hidden > 4; ++gate) {
      const auto at = static_cast<size_t>(gate * hidden);
      of.input[at] = kInfinity;
      of.input[at + 1] = -kInfinity;
      of.input[at + 2] = 200;
      of.input[at + 3] = gate == 0 ? NAN : -200;
    }
    return of;
  }

  static void ExpectNear(const std::vector<float>& got, int64_t i, double wanted, int64_t hidden) {
    const float value = got[static_cast<size_t>(i)];
    if (std::isnan(wanted)) {
      EXPECT_TRUE(std::isnan(value)) << "unit " << i << " of " << hidden;
    } else {
      EXPECT_NEAR(value, wanted, 2e-6 * (1 + std::abs(wanted))) << "unit " << i << " of " << hidden;
    }
  }
};
OPDK_FOR_EACH_ISA(GateFunctionsTest);

TEST_P(GateFunctionsTest, LstmEqualsTheComputationOfItsGates) {
  for (const int64_t hidden : kHidden) {
    const Operands of = NewOperands(hidden, 4);
    std::vector<float> c = of.c, h = of.h;
    functions().lstm(of.input.data(), of.product.data(), hidden, c.data(), h.data());
    for (int64_t i = 0; i < hidden; ++i) {
      const double state =
          Sigmoid(of.Sum(2, i)) * of.c[static_cast<size_t>(i)] + Sigmoid(of.Sum(0, i)) * std::tanh(of.Sum(3, i));
      ExpectNear(c, i, state, hidden);
      ExpectNear(h, i, Sigmoid(of.Sum(1, i)) * std::tanh(state), hidden);
    }
  }
}

TEST_P(GateFunctionsTest, GruEqualsTheComputationOfItsGates) {
  for (const int64_t hidden : kHidden) {
    const Operands of = NewOperands(hidden, 3);
    std::vector<float> reset(static_cast<size_t>(hidden)), h = of.h;
    functions().gru_reset(of.input.data(), of.product.data(), of.h.data(), hidden, reset.data());
    functions().gru(of.input.data(), of.product.data(), hidden, h.data());
    for (int64_t i = 0; i < hidden; ++i) {
      const double before = of.h[static_cast<size_t>(i)], z = Sigmoid(of.Sum(0, i));
      ExpectNear(reset, i, Sigmoid(of.Sum(1, i)) * before, hidden);
      ExpectNear(h, i, (1 - z) * std::tanh(of.Sum(2, i)) + z * before, hidden);
    }
  }
}

TEST_P(GateFunctionsTest, GruResetsItsProductAndBias) {
  for (const int64_t hidden : kHidden) {
    for (const bool has_bias : {false, true}) {
      const Operands of = NewOperands(hidden, 3);
      std::vector<float> h = of.h;
      functions().linear_gru(of.input.data(), of.product.data(), has_bias ? of.bias.data() : nullptr, hidden, h.data());
      for (int64_t i = 0; i < hidden; ++i) {
        const auto at = static_cast<size_t>(i), of_g = static_cast<size_t>(2 * hidden + i);
        const double z = Sigmoid(of.Sum(0, i)), linear = of.product[of_g] + (has_bias ? of.bias[at] : 0);
        const double g = std::tanh(of.input[of_g] + Sigmoid(of.Sum(1, i)) * linear);
        ExpectNear(h, i, (1 - z) * g + z * of.h[at], hidden);
      }
    }
  }
}

}  // namespace
}  // namespace opdk
