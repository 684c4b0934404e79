// Compares the generated mathematics with the C library. The bounds of accuracy.md hold on every instruction set, and
// special cases are those of C.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <random>
#include <set>

#include "graph_core/base/machine.h"
#include "graph_core/engines/ai_core/store/kernel_store.h"
#include "opdk/parallel.h"
#include "tbe/array.h"
#include "tbe/elementwise.h"
#include "tbe/print.h"
#include "tests/graph_core/engines/ai_core/codegen/math_functions.h"
#include "tests/graph_core/engines/ai_core/kernel_harness.h"

namespace opdk::tests {
namespace {

float FloatOf(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

uint32_t BitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// Returns the numbers where some function changes its course, is 0, or ends.
template <typename T>
std::vector<T> CriticalPoints() {
  using Limits = std::numeric_limits<T>;
  std::vector<double> points{0,
                             Limits::denorm_min(),
                             Limits::min(),
                             0x1p-54,
                             0x1p-27,
                             0x1p-25,
                             0x1p-13,
                             0x1p-12,
                             0.5,
                             M_SQRT1_2,
                             1,
                             M_SQRT2,
                             2,
                             3.95,
                             9,
                             9.1945,
                             10.05,
                             10.25,
                             20,
                             40,
                             44,
                             87.34,
                             88.03,
                             88.7228,
                             89,
                             89.4160,
                             103.972,
                             745,
                             709.78,
                             710.4758,
                             0x1p17,
                             0x1p19,
                             0x1p23,
                             0x1p24,
                             0x1p30,
                             16777215,
                             Limits::max(),
                             Limits::infinity()};
  for (int quarter = 1; quarter <= 64; ++quarter) points.push_back(quarter * M_PI_4);
  points.push_back(1e5 * M_PI);
  std::vector<T> all{Limits::quiet_NaN()};
  for (double point : points) {
    all.push_back(static_cast<T>(point));
    all.push_back(static_cast<T>(-point));
  }
  return all;
}

template <typename T>
std::vector<T> Neighbourhoods(int width) {
  std::vector<T> all;
  for (T point : CriticalPoints<T>()) {
    T up = point, down = point;
    all.push_back(point);
    for (int i = 0; i < width; ++i) {
      up = std::nextafter(up, std::numeric_limits<T>::infinity());
      down = std::nextafter(down, -std::numeric_limits<T>::infinity());
      all.push_back(up);
      all.push_back(down);
    }
  }
  return all;
}

std::vector<float> EveryNth(uint32_t stride) {
  std::vector<float> all;
  for (uint64_t bits = 0; bits < (uint64_t{1} << 32); bits += stride)
    all.push_back(FloatOf(static_cast<uint32_t>(bits)));
  // A signalling NaN and one with other bits in its payload.
  for (uint32_t bits : {0x7f800001u, 0xffc12345u, 0x7fc00001u}) all.push_back(FloatOf(bits));
  return all;
}

// Makes pairs: all of the critical points, then random pairs around usual numbers and from everywhere.
template <typename T, typename Bits>
void Pairs(const MathFunction& function, std::vector<T>* x, std::vector<T>* y) {
  std::vector<T> points = CriticalPoints<T>();
  for (double whole : {3.0, 4.0, 5.0, 1.5, 1.0 / 3, 100.25, 1e-3, 1e10}) {
    points.push_back(static_cast<T>(whole));
    points.push_back(static_cast<T>(-whole));
  }
  for (T a : points) {
    for (T b : points) {
      x->push_back(a);
      y->push_back(b);
    }
  }
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> usual(function.low, function.high);
  auto any = [&] {
    auto bits = static_cast<Bits>(random());
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  };
  for (int i = 0; i < 200000; ++i) {
    x->push_back(i % 2 != 0 ? static_cast<T>(usual(random)) : any());
    y->push_back(i % 3 != 0 ? static_cast<T>(usual(random)) : any());
  }
}

template <typename T>
void ExpectWithin(const MathFunction& function, const GeneratedFunction& generated, const std::vector<T>& x,
                  const std::vector<T>& y, const std::map<std::string, double>& bounds) {
  std::string name = function.spec.name + (sizeof(T) == 4 ? " float" : " double");
  auto bound = bounds.find(name);
  if (bound == bounds.end()) {
    ADD_FAILURE() << name << " is not in accuracy.md";
    return;
  }
  std::vector<T> got(x.size());
  generated(x.data(), y.data(), got.data(), static_cast<int32_t>(x.size()));
  Worst worst = Measure(function, x.data(), y.data(), got.data(), x.size());
  EXPECT_LE(worst.ulp, bound->second) << name << "(" << worst.x << ", " << worst.y << ") = " << worst.got << ", not "
                                      << worst.want;
}

class GeneratedMath : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    std::string isa = GetParam(), machine = Name(TargetIsa().value());
    if ((isa == "avx512" && machine != isa) || (isa == "avx2" && machine == "baseline")) {
      GTEST_SKIP() << "this processor has no " << isa;
    }
    // Each library needs a name of its own, because the loader takes a path that it knows for the library that it has.
    std::string pattern = std::filesystem::temp_directory_path() / "opdk-math-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override {
    if (!directory_.empty()) std::filesystem::remove_all(directory_);
  }

  std::vector<GeneratedFunction> Compile(const std::vector<MathFunction>& functions) {
    std::vector<FunctionSpec> specs;
    specs.reserve(functions.size());
    for (const MathFunction& function : functions) specs.push_back(function.spec);
    auto generated = Generate(specs, GetParam(), directory_);
    EXPECT_TRUE(generated.ok()) << generated.status().ToString();
    return generated.ok() ? *std::move(generated) : std::vector<GeneratedFunction>();
  }

  std::filesystem::path directory_;
};

TEST_P(GeneratedMath, FloatFunctionsKeepTheirBounds) {
  const std::vector<MathFunction>& functions = FloatFunctions();
  std::vector<GeneratedFunction> generated = Compile(functions);
  ASSERT_EQ(generated.size(), functions.size());
  const std::map<std::string, double> bounds = StatedBounds();
  std::vector<float> x = EveryNth(std::string_view(GetParam()) == Name(TargetIsa().value()) ? 4099 : 40009),
                     near = Neighbourhoods<float>(200);
  x.insert(x.end(), near.begin(), near.end());
  for (size_t i = 0; i < functions.size(); ++i) {
    if (functions[i].spec.unary || functions[i].spec.exponent) {
      ExpectWithin(functions[i], generated[i], x, x, bounds);
      continue;
    }
    std::vector<float> first, second;
    Pairs<float, uint32_t>(functions[i], &first, &second);
    ExpectWithin(functions[i], generated[i], first, second, bounds);
  }
}

TEST_P(GeneratedMath, DoubleFunctionsKeepTheirBounds) {
  const std::vector<MathFunction>& functions = DoubleFunctions();
  std::vector<GeneratedFunction> generated = Compile(functions);
  ASSERT_EQ(generated.size(), functions.size());
  const std::map<std::string, double> bounds = StatedBounds();
  const std::vector<double> near = Neighbourhoods<double>(40);
  for (size_t i = 0; i < functions.size(); ++i) {
    std::vector<double> x, y;
    Pairs<double, uint64_t>(functions[i], &x, &y);
    x.resize(60000);
    y.resize(60000);
    x.insert(x.end(), near.begin(), near.end());
    y.insert(y.end(), near.rbegin(), near.rend());
    ExpectWithin(functions[i], generated[i], x, y, bounds);
  }
}

// A result doesn't depend on the element's place in a vector or its tail, nor on its neighbours.
TEST_P(GeneratedMath, AResultDoesNotDependOnNeighbouringElements) {
  std::vector<MathFunction> functions;
  for (const MathFunction& function : FloatFunctions()) {
    if (function.spec.name == "sin" || function.spec.name == "fmod" || function.spec.name == "pow") {
      functions.push_back(function);
    }
  }
  std::vector<GeneratedFunction> generated = Compile(functions);
  ASSERT_EQ(generated.size(), functions.size());
  std::vector<float> x(70), y(70, 0.37F);
  for (size_t i = 0; i < x.size(); ++i) x[i] = i % 9 == 5 ? 1e30F : static_cast<float>(i) * 0.7F;
  for (const GeneratedFunction& function : generated) {
    std::vector<float> all(x.size());
    function(x.data(), y.data(), all.data(), 70);
    for (int32_t count = 1; count <= 70; ++count) {
      std::vector<float> some(static_cast<size_t>(count));
      function(x.data() + 70 - count, y.data(), some.data(), count);
      for (size_t i = 0; i < some.size(); ++i) {
        EXPECT_EQ(BitsOf(some[i]), BitsOf(all[70 - some.size() + i])) << count << " elements, " << i;
      }
    }
  }
}

// Its bound allows numbers beyond 1, for which atanh and the root of 1 - tanh^2 are NaN.
TEST_P(GeneratedMath, TanhIsOddAndEndsAtOne) {
  std::vector<MathFunction> functions;
  for (const MathFunction& function : FloatFunctions()) {
    if (function.spec.name == "tanh") functions.push_back(function);
  }
  std::vector<GeneratedFunction> generated = Compile(functions);
  ASSERT_EQ(generated.size(), 1U);
  std::vector<float> x;
  for (float value = 7; value < 10; value = std::nextafter(value, 10.0F)) x.push_back(value);
  for (uint32_t bits = 0; bits <= 0x7f800000U; bits += 0x8000) x.push_back(FloatOf(bits));
  std::vector<float> negative(x.size()), positive_results(x.size()), negative_results(x.size());
  std::transform(x.begin(), x.end(), negative.begin(), [](float value) { return -value; });
  const auto count = static_cast<int32_t>(x.size());
  generated[0](x.data(), x.data(), positive_results.data(), count);
  generated[0](negative.data(), negative.data(), negative_results.data(), count);
  size_t beyond = 0, short_of_one = 0, uneven = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    if (positive_results[i] > 1) ++beyond;
    if (x[i] >= 9.04F && positive_results[i] != 1) ++short_of_one;
    if (BitsOf(negative_results[i]) != (BitsOf(positive_results[i]) ^ 0x80000000U)) ++uneven;
  }
  EXPECT_EQ(beyond, 0U);
  EXPECT_EQ(short_of_one, 0U);
  EXPECT_EQ(uneven, 0U);
}

INSTANTIATE_TEST_SUITE_P(Isa, GeneratedMath, ::testing::Values("avx512", "avx2", "baseline"),
                         [](const auto& isa) { return std::string(isa.param); });

TEST(MathFunctions, EveryOperationThatRoundsIsCompared) {
  using tbe::UnaryOp;
  const std::set<UnaryOp> exact = {UnaryOp::kNeg,   UnaryOp::kAbs,  UnaryOp::kFloor, UnaryOp::kCeil,  UnaryOp::kRound,
                                   UnaryOp::kTrunc, UnaryOp::kSign, UnaryOp::kNot,   UnaryOp::kIsNan, UnaryOp::kIsInf};
  std::set<UnaryOp> compared = exact;
  for (const MathFunction& function : FloatFunctions()) {
    if (function.spec.unary) compared.insert(*function.spec.unary);
  }
  for (int op = 0; op <= static_cast<int>(tbe::kLastUnaryOp); ++op) {
    EXPECT_EQ(compared.count(static_cast<UnaryOp>(op)), 1U) << tbe::TextOf(static_cast<UnaryOp>(op));
  }
}

// float16 and bfloat16 are computed in float and rounded: the result is the nearest number, or, where the float lay
// next to the middle between two, its neighbour.
TEST(GeneratedMathOfHalves, IsCorrectlyRoundedButForTies) {
  using Function = tbe::Tensor (*)(const tbe::Tensor&);
  struct Case {
    const char* name;
    Function function;
    double (*reference)(double);
  };
  const Case cases[] = {{"exp", tbe::vexp, std::exp}, {"log", tbe::vlog, std::log},    {"tanh", tbe::vtanh, std::tanh},
                        {"erf", tbe::verf, std::erf}, {"erfc", tbe::verfc, std::erfc}, {"sin", tbe::vsin, std::sin}};
  for (ge::DataType dtype : {ge::DT_FLOAT16, ge::DT_BF16}) {
    tbe::HostTensor all{dtype, {1 << 16}, std::vector<uint8_t>(2 << 16)};
    for (uint32_t i = 0; i < 1 << 16; ++i) {
      const auto bits = static_cast<uint16_t>(i);
      std::memcpy(&all.bytes[2 * i], &bits, sizeof bits);
    }
    const std::vector<double> x = tbe::ToNumbers(all);
    for (const Case& test : cases) {
      auto got = RunCompiled({test.function(tbe::Placeholder(0, {1 << 16}, dtype))}, {all});
      ASSERT_TRUE(got.ok()) << got.status().ToString();
      std::vector<double> want;
      want.reserve(x.size());
      for (double value : x) want.push_back(test.reference(value));
      const tbe::HostTensor nearest = tbe::FromNumbers(dtype, {1 << 16}, want);
      const std::vector<double> numbers = tbe::ToNumbers((*got)[0]);
      int other = 0;
      for (size_t i = 0; i < x.size(); ++i) {
        uint16_t a, b;
        std::memcpy(&a, &(*got)[0].bytes[2 * i], sizeof a);
        std::memcpy(&b, &nearest.bytes[2 * i], sizeof b);
        if (a == b || (std::isnan(want[i]) && std::isnan(numbers[i]))) continue;
        ++other;
        EXPECT_EQ(std::abs(int{a} - int{b}), 1) << test.name << "(" << x[i] << ")";
      }
      EXPECT_LT(other, 40) << test.name;
    }
  }
}

}  // namespace
}  // namespace opdk::tests
