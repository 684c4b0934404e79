// The kernels of op_impl/ai_core: elementwise, math and activation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/op_impl/ai_core/kernel_run.h"
#include "tests/op_impl/ai_core/numbers.h"

namespace opdk {
namespace {

Arg Vector(Numbers numbers, ge::DataType dtype = ge::DT_FLOAT) {
  const auto size = static_cast<int64_t>(numbers.size());
  return {{size}, std::move(numbers), dtype};
}

Numbers Binary(const char* type, const Arg& x1, const Arg& x2) {
  return KernelRun(type).Input("x1", x1).Input("x2", x2).Numbers();
}

Numbers Unary(const char* type, const Numbers& x) { return KernelRun(type).Input("x", Vector(x)).Numbers(); }

TEST(AiCoreElementwise, ArithmeticBroadcasts) {
  const Arg column = {{2, 1}, {8, -9}}, row = {{2}, {2, 4}};
  EXPECT_THAT(Binary("Add", column, row), Near(Numbers{10, 12, -7, -5}));
  EXPECT_THAT(Binary("Sub", column, row), Near(Numbers{6, 4, -11, -13}));
  EXPECT_THAT(Binary("Mul", column, row), Near(Numbers{16, 32, -18, -36}));
  EXPECT_THAT(Binary("Div", column, row), Near(Numbers{4, 2, -4.5, -2.25}));
  EXPECT_THAT(Binary("Div", Vector({7, -7}, ge::DT_INT32), Vector({2, 2}, ge::DT_INT32)), Near(Numbers{3, -3}));
}

TEST(AiCoreElementwise, ModTakesTheSignOfTheDivisorOrTheDividend) {
  const Arg a = Vector({-7, 7}, ge::DT_INT64), b = Vector({3, -3}, ge::DT_INT64);
  EXPECT_THAT(Binary("FloorMod", a, b), Near(Numbers{2, -2}));
  EXPECT_THAT(KernelRun("Mod").Input("x1", a).Input("x2", b).Numbers(), Near(Numbers{-1, 1}));
  EXPECT_THAT(KernelRun("Mod").Input("x1", Vector({-4.3})).Input("x2", Vector({2.1})).Numbers(),
              Near(Numbers{std::fmod(-4.3F, 2.1F)}));
}

TEST(AiCoreElementwise, PowOfFloats) {
  EXPECT_THAT(Binary("Pow", Vector({2, -2, 0, 4}), Vector({3, 3, 0, 0.5})), Near(Numbers{8, -8, 1, 2}));
}

TEST(AiCoreElementwise, ComparisonsAndLogic) {
  const Arg a = Vector({1, 2, kNan}), b = Vector({2, 2, 2});
  EXPECT_THAT(Binary("Equal", a, b), Near(Numbers{0, 1, 0}));
  EXPECT_THAT(Binary("Less", a, b), Near(Numbers{1, 0, 0}));
  EXPECT_THAT(Binary("LessEqual", a, b), Near(Numbers{1, 1, 0}));
  EXPECT_THAT(Binary("Greater", b, a), Near(Numbers{1, 0, 0}));
  EXPECT_THAT(Binary("GreaterEqual", b, a), Near(Numbers{1, 1, 0}));
  const Arg p = Vector({0, 0, 1, 1}, ge::DT_BOOL), q = Vector({0, 1, 0, 1}, ge::DT_BOOL);
  EXPECT_THAT(Binary("LogicalAnd", p, q), Near(Numbers{0, 0, 0, 1}));
  EXPECT_THAT(Binary("LogicalOr", p, q), Near(Numbers{0, 1, 1, 1}));
  EXPECT_THAT(Binary("NotEqual", p, q), Near(Numbers{0, 1, 1, 0}));
  EXPECT_THAT(KernelRun("LogicalNot").Input("x", p).Numbers(), Near(Numbers{1, 1, 0, 0}));
}

TEST(AiCoreElementwise, VariadicSumsFoldTheirInputs) {
  const Arg x = Vector({1, 2});
  EXPECT_THAT(KernelRun("AddN").Set("N", int64_t{3}).Dynamic("x", {x, Vector({3, -3}), x}).Numbers(),
              Near(Numbers{5, 1}));
  EXPECT_THAT(KernelRun("AddN").Set("N", int64_t{1}).Dynamic("x", {x}).Numbers(), Near(Numbers{1, 2}));
  EXPECT_THAT(Binary("Maximum", Vector({kNan, 1}), Vector({0, kNan})), Near(Numbers{kNan, kNan}));
}

TEST(AiCoreElementwise, SelectV2ChoosesAndBroadcasts) {
  EXPECT_THAT(KernelRun("SelectV2")
                  .Input("condition", {{2, 1}, {1, 0}, ge::DT_BOOL})
                  .Input("then", Vector({1, 2}))
                  .Input("else", {{}, {9}})
                  .Numbers(),
              Near(Numbers{1, 2, 9, 9}));
}

TEST(AiCoreMath, EveryFunctionIsTheCLibrarys) {
  struct Case {
    const char* type;
    double (*expected)(double);
    Numbers x;
  };
  const Case cases[] = {
      {"Abs", std::fabs, {-2, 3}},
      {"Exp", std::exp, {-1, 2}},
      {"Log", std::log, {0.5, 4}},
      {"Sqrt", std::sqrt, {2, 9}},
      {"Erf", std::erf, {-0.5, 1}},
      {"Sin", std::sin, {-3, 20}},
      {"Cos", std::cos, {-3, 20}},
      {"Tan", std::tan, {-1, 1.5}},
      {"Asin", std::asin, {-1, 0.25}},
      {"Acos", std::acos, {-1, 0.25}},
      {"Atan", std::atan, {-9, 0.25}},
      {"Sinh", std::sinh, {-2, 0.5}},
      {"Cosh", std::cosh, {-2, 0.5}},
      {"Asinh", std::asinh, {-2, 3}},
      {"Acosh", std::acosh, {1, 3}},
      {"Atanh", std::atanh, {-0.5}},
      {"Floor", std::floor, {-1.5, 2}},
      {"Ceil", std::ceil, {-1.5, 2.25}},
      {"Round", std::nearbyint, {-2.5, -1.5, 0.5, 1.5, 2.5}},
  };
  for (const Case& test : cases) {
    Numbers expected;
    for (double x : test.x) expected.push_back(test.expected(x));
    EXPECT_THAT(Unary(test.type, test.x), Near(expected)) << test.type;
  }
  EXPECT_THAT(Unary("Neg", {1, -2}), Near(Numbers{-1, 2}));
  EXPECT_THAT(Unary("Reciprocal", {4, -0.5}), Near(Numbers{0.25, -2}));
  EXPECT_THAT(Unary("Sign", {-3, 0, 7}), Near(Numbers{-1, 0, 1}));
  EXPECT_THAT(Unary("IsNan", {kNan, 1, kInf}), Near(Numbers{1, 0, 0}));
}

TEST(AiCoreMath, IsInfDetectsBothInfinities) {
  EXPECT_THAT(KernelRun("IsInf").Input("x", Vector({kInf, -kInf, 1, kNan})).Numbers(), Near(Numbers{1, 1, 0, 0}));
}

TEST(AiCoreActivation, FormulasHold) {
  const Numbers x = {-3, -0.5, 0, 0.5, 2, 40};
  struct Case {
    const char* type;
    double (*expected)(double);
  };
  const Case cases[] = {
      {"Relu", [](double v) { return std::max(v, 0.0); }},
      {"LeakyRelu", [](double v) { return v >= 0 ? v : 0.0; }},
      {"Elu", [](double v) { return v >= 0 ? v : std::expm1(v); }},
      {"Selu",
       [](double v) { return 1.05070102214813232421875 * (v > 0 ? v : 1.67326319217681884765625 * std::expm1(v)); }},
      {"Celu", [](double v) { return v >= 0 ? v : std::expm1(v); }},
      {"ThresholdedRelu", [](double v) { return v > 1 ? v : 0; }},
      {"Sigmoid", [](double v) { return 1 / (1 + std::exp(-v)); }},
      {"HardSwish", [](double v) { return v * std::clamp(v / 6 + 0.5, 0.0, 1.0); }},
      {"Softplus", [](double v) { return std::log1p(std::exp(v)); }},
      {"Softsign", [](double v) { return v / (1 + std::fabs(v)); }},
      {"Tanh", [](double v) { return std::tanh(v); }},
  };
  for (const Case& test : cases) {
    Numbers expected;
    for (double v : x) expected.push_back(test.expected(v));
    EXPECT_THAT(Unary(test.type, x), Near(expected)) << test.type;
  }
}

TEST(AiCoreActivation, AttributesEnterTheFormula) {
  auto run = [](const char* type, const std::vector<std::pair<const char*, float>>& attrs, const Numbers& x) {
    KernelRun kernel(type);
    for (const auto& [name, value] : attrs) kernel.Set(name, value);
    return kernel.Input("x", Vector(x)).Numbers();
  };
  EXPECT_THAT(run("LeakyRelu", {{"negative_slope", 0.5F}}, {-2, 2}), Near(Numbers{-1, 2}));
  EXPECT_THAT(run("Elu", {{"alpha", 2}}, {-1}), Near(Numbers{2 * std::expm1(-1)}));
  EXPECT_THAT(run("Elu", {{"alpha", 2}, {"scale", 3}}, {-1, 1}), Near(Numbers{6 * std::expm1(-1), 3}));
  EXPECT_THAT(run("Celu", {{"alpha1", 2}, {"alpha2", 2}}, {-1, 1}), Near(Numbers{2 * std::expm1(-0.5), 1}));
  EXPECT_THAT(run("ThresholdedRelu", {{"alpha", 2}}, {1.5, 2, 3}), Near(Numbers{0, 0, 3}));
  EXPECT_THAT(
      KernelRun("HardSigmoid").Set("alpha", 1.0F).Set("beta", 0.0F).Input("input_x", Vector({-1, 0.25, 2})).Numbers(),
      Near(Numbers{0, 0.25, 1}));
}

TEST(AiCoreActivation, ExtremesNeitherOverflowNorLoseNan) {
  EXPECT_THAT(Unary("Softplus", {1000, -1000, kInf, -kInf, kNan}), Near(Numbers{1000, 0, kInf, 0, kNan}));
  EXPECT_THAT(Unary("Relu", {kNan, -kInf, kInf}), Near(Numbers{kNan, 0, kInf}));
  EXPECT_THAT(Unary("Elu", {kNan, -kInf, kInf}), Near(Numbers{kNan, -1, kInf}));
  EXPECT_THAT(Unary("Sigmoid", {-1000, 1000, kNan}), Near(Numbers{0, 1, kNan}));
}

TEST(AiCoreActivation, GeluByErfAndByTanh) {
  const double v = -0.75;
  EXPECT_THAT(Unary("Gelu", {v, 2}),
              Near(Numbers{0.5 * v * (1 + std::erf(v / std::sqrt(2))), 1 + std::erf(std::sqrt(2))}));
  EXPECT_THAT(KernelRun("Gelu").Set("approximate", std::string("tanh")).Input("x", Vector({v})).Numbers(),
              Near(Numbers{0.5 * v * (1 + std::tanh(std::sqrt(2 / M_PI) * (v + 0.044715 * v * v * v)))}));
}

TEST(AiCoreActivation, ClipByValueKeepsNan) {
  const Arg x = Vector({-5, 0.5, 5, kNan}), low = {{}, {-1}}, high = {{1}, {1}};
  for (const char* type : {"ClipByValue", "ClipByValueV2"}) {
    EXPECT_THAT(KernelRun(type).Input("x", x).Input("clip_value_min", low).Input("clip_value_max", high).Numbers(),
                Near(Numbers{-1, 0.5, 1, kNan}));
  }
}

TEST(AiCoreActivation, PReluBroadcastsItsSlope) {
  EXPECT_THAT(KernelRun("PRelu").Input("x", {{2, 2}, {-1, 2, -3, -4}}).Input("weight", {{2, 1}, {0.5, 2}}).Numbers(),
              Near(Numbers{-0.5, 2, -6, -8}));
}

TEST(AiCoreKernels, ThereIsOneForEveryOperatorWhoseInformationSaysSo) {
  int kernels = 0;
  for (const std::string& type : Builtin().OperatorTypes()) {
    const OperatorProvider& provider = *Builtin().Prototype(type);
    const EngineOpInfo* info = provider.info == nullptr ? nullptr : provider.info->Find(kAiCoreEngine);
    if (info != nullptr && info->view.empty()) {
      EXPECT_NE(provider.Kernel(kAiCoreEngine), nullptr) << type << " promises an AI Core kernel";
      ++kernels;
    } else {
      EXPECT_EQ(provider.Kernel(kAiCoreEngine), nullptr) << type << " has an AI Core kernel that nothing announces";
    }
  }
  EXPECT_GT(kernels, 80);
}

}  // namespace
}  // namespace opdk
