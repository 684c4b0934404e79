#include "tests/graph_core/engines/ai_core/codegen/math_functions.h"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <regex>

namespace opdk::tests {
namespace {

using tbe::BinaryOp;
using tbe::UnaryOp;

template <typename T>
T Sigmoid(T x) {
  // The exponent is never positive, so nothing overflows and small results keep their digits.
  return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
}

#define OPDK_UNARY(name, op, function, low, high)                                                      \
  MathFunction {                                                                                       \
    {name, ge::DT_FLOAT, UnaryOp::op, {}, {}}, [](double x, double) -> double { return function(x); }, \
        [](long double x, long double) -> long double { return function(x); },                         \
        [](float x, float) -> float { return function(x); }, low, high                                 \
  }
#define OPDK_BINARY(name, op, function, low, high)                                                           \
  MathFunction {                                                                                             \
    {name, ge::DT_FLOAT, {}, BinaryOp::op, {}}, [](double x, double y) -> double { return function(x, y); }, \
        [](long double x, long double y) -> long double { return function(x, y); },                          \
        [](float x, float y) -> float { return function(x, y); }, low, high                                  \
  }

MathFunction Power(double exponent) {
  MathFunction power = OPDK_BINARY("pow", kPow, std::pow, 0.1, 8);
  power.spec.name = fmt::format("pow(x, {})", exponent);
  power.spec.exponent = exponent;
  return power;
}

std::vector<MathFunction> MakeFloatFunctions() {
  return {
      OPDK_UNARY("exp", kExp, std::exp, -10, 10),
      OPDK_UNARY("log", kLog, std::log, 0.01, 100),
      OPDK_UNARY("sqrt", kSqrt, std::sqrt, 0.01, 100),
      OPDK_UNARY("rsqrt", kRsqrt, 1 / std::sqrt, 0.01, 100),
      OPDK_UNARY("reciprocal", kReciprocal, 1 /, 0.01, 100),
      OPDK_UNARY("erf", kErf, std::erf, -4, 4),
      OPDK_UNARY("erfc", kErfc, std::erfc, -6, 10.5),
      OPDK_UNARY("tanh", kTanh, std::tanh, -4, 4),
      OPDK_UNARY("sigmoid", kSigmoid, Sigmoid, -8, 8),
      OPDK_UNARY("sin", kSin, std::sin, -30, 30),
      OPDK_UNARY("cos", kCos, std::cos, -30, 30),
      OPDK_UNARY("tan", kTan, std::tan, -30, 30),
      OPDK_UNARY("asin", kAsin, std::asin, -1, 1),
      OPDK_UNARY("acos", kAcos, std::acos, -1, 1),
      OPDK_UNARY("atan", kAtan, std::atan, -8, 8),
      OPDK_UNARY("sinh", kSinh, std::sinh, -8, 8),
      OPDK_UNARY("cosh", kCosh, std::cosh, -8, 8),
      OPDK_UNARY("asinh", kAsinh, std::asinh, -8, 8),
      OPDK_UNARY("acosh", kAcosh, std::acosh, 1, 8),
      OPDK_UNARY("atanh", kAtanh, std::atanh, -1, 1),
      OPDK_UNARY("expm1", kExpm1, std::expm1, -4, 4),
      OPDK_UNARY("log1p", kLog1p, std::log1p, -0.9, 8),
      OPDK_BINARY("pow", kPow, std::pow, 0.1, 8),
      OPDK_BINARY("atan2", kAtan2, std::atan2, -4, 4),
      OPDK_BINARY("fmod", kFmod, std::fmod, 0.1, 8),
  };
}

// Returns the distance in units in the last place of T at `want`. A number that overflows in T counts as the power of
// two above.
template <typename T, typename Wide>
double Distance(T got, Wide want) {
  constexpr double kMiss = std::numeric_limits<double>::infinity();
  if (std::isnan(want) || std::isnan(got)) return std::isnan(want) == std::isnan(got) ? 0 : kMiss;
  if (std::isinf(want)) return static_cast<Wide>(got) == want ? 0 : kMiss;
  if (std::signbit(got) != std::signbit(want)) return kMiss;
  if (want == 0) return got == 0 ? 0 : kMiss;
  const Wide top = std::ldexp(Wide{1}, std::numeric_limits<T>::max_exponent);
  auto limited = [&](Wide value) { return std::fmin(std::fabs(value), top); };
  int exponent = std::max(std::ilogb(limited(want)), std::numeric_limits<T>::min_exponent - 1);
  exponent = std::min(exponent, std::numeric_limits<T>::max_exponent - 1);
  Wide unit = std::ldexp(Wide{1}, exponent - std::numeric_limits<T>::digits + 1);
  return static_cast<double>(std::fabs(limited(static_cast<Wide>(got)) - limited(want)) / unit);
}

}  // namespace

const std::vector<MathFunction>& FloatFunctions() {
  static const std::vector<MathFunction> functions = [] {
    std::vector<MathFunction> all = MakeFloatFunctions();
    for (double exponent : {2.0, 3.0, 0.5, -0.5, -1.0, -2.0, 1.5}) all.push_back(Power(exponent));
    return all;
  }();
  return functions;
}

const std::vector<MathFunction>& DoubleFunctions() {
  static const std::vector<MathFunction> functions = [] {
    std::vector<MathFunction> all = FloatFunctions();
    for (MathFunction& function : all) function.spec.dtype = ge::DT_DOUBLE;
    return all;
  }();
  return functions;
}

std::map<std::string, double> StatedBounds() {
  std::ifstream file(OPDK_SOURCE_DIR "/graph_core/engines/ai_core/codegen/accuracy.md");
  const std::regex row(R"(\| `([^`]+)` \| (\w+) \| ([0-9.]+) \|.*)");
  std::map<std::string, double> bounds;
  for (std::string line; std::getline(file, line);) {
    std::smatch match;
    if (std::regex_match(line, match, row)) bounds[match.str(1) + " " + match.str(2)] = std::stod(match.str(3));
  }
  return bounds;
}

Worst Measure(const MathFunction& function, const float* x, const float* y, const float* got, size_t count) {
  Worst worst;
  for (size_t i = 0; i < count; ++i) {
    double second = function.spec.exponent ? *function.spec.exponent : y == nullptr ? 0 : double{y[i]};
    double want = function.reference(x[i], second);
    if (static_cast<float>(want) == got[i] && got[i] != 0) continue;  // correctly rounded
    worst.Add({Distance(got[i], want), x[i], second, got[i], want});
  }
  return worst;
}

Worst Measure(const MathFunction& function, const double* x, const double* y, const double* got, size_t count) {
  Worst worst;
  for (size_t i = 0; i < count; ++i) {
    double second = function.spec.exponent ? *function.spec.exponent : y == nullptr ? 0 : y[i];
    long double want = function.long_reference(x[i], second);
    worst.Add({Distance(got[i], want), x[i], second, got[i], static_cast<double>(want)});
  }
  return worst;
}

}  // namespace opdk::tests
