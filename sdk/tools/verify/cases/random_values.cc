#include "sdk/tools/verify/cases/random_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "graph_core/base/element_type.h"
#include "graph_core/base/type_names.h"

namespace opdk::verify {
namespace {

struct Named {
  const char* name;
  DistributionKind kind;
  std::vector<long double> defaults;
};

const std::vector<Named>& Names() {
  static const std::vector<Named> names = {{"uniform", DistributionKind::kUniform, {}},
                                           {"normal", DistributionKind::kNormal, {0, 1}},
                                           {"beta", DistributionKind::kBeta, {0.5, 0.5}},
                                           {"laplace", DistributionKind::kLaplace, {0, 1}},
                                           {"triangular", DistributionKind::kTriangular, {-1, 0, 1}},
                                           {"steps", DistributionKind::kSteps, {-4, 4, 0.25}},
                                           {"relu", DistributionKind::kRelu, {-4, 4}},
                                           {"sigmoid", DistributionKind::kSigmoid, {-4, 4}},
                                           {"tanh", DistributionKind::kTanh, {-4, 4}},
                                           {"softmax", DistributionKind::kSoftmax, {-4, 4}}};
  return names;
}

double Unit(std::mt19937_64& generator) { return static_cast<double>(generator() >> 11) * 0x1p-53; }

double Normal(std::mt19937_64& generator) {
  const double radius = std::sqrt(-2 * std::log(1 - Unit(generator)));
  return radius * std::cos(2 * M_PI * Unit(generator));
}

// Draws from a gamma distribution of scale 1, by Marsaglia and Tsang's squeeze. For a shape below 1, draws with shape +
// 1 and scales the result.
double Gamma(double shape, std::mt19937_64& generator) {
  if (shape < 1) {
    const double power = std::pow(1 - Unit(generator), 1 / shape);
    return Gamma(shape + 1, generator) * power;
  }
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = Normal(generator);
    const double v = std::pow(1 + c * x, 3);
    if (v <= 0) continue;
    if (std::log(1 - Unit(generator)) < 0.5 * x * x + d * (1 - v + std::log(v))) return d * v;
  }
}

double Triangular(double low, double mode, double high, double unit) {
  if (high == low) return low;
  const double split = (mode - low) / (high - low);
  if (unit < split) return low + std::sqrt(unit * (high - low) * (mode - low));
  return high - std::sqrt((1 - unit) * (high - low) * (high - mode));
}

double Draw(const Distribution& distribution, std::mt19937_64& generator) {
  const auto number = [&](size_t i) { return static_cast<double>(distribution.numbers[i]); };
  const auto uniform = [&] {
    const double unit = Unit(generator);
    // Not low + (high - low) * unit: the difference of the ends may overflow.
    return number(0) * (1 - unit) + number(1) * unit;
  };
  switch (distribution.kind) {
    case DistributionKind::kUniform:
    case DistributionKind::kSoftmax:
      return uniform();
    case DistributionKind::kNormal:
      return number(0) + number(1) * Normal(generator);
    case DistributionKind::kBeta: {
      const double a = Gamma(number(0), generator), b = Gamma(number(1), generator);
      return a + b == 0 ? 0.5 : a / (a + b);
    }
    case DistributionKind::kLaplace: {
      const double unit = Unit(generator) - 0.5;
      return number(0) - number(1) * std::copysign(std::log1p(-2 * std::fabs(unit)), unit);
    }
    case DistributionKind::kTriangular:
      return Triangular(number(0), number(1), number(2), Unit(generator));
    case DistributionKind::kSteps:
      return number(0) + number(2) * std::floor(Unit(generator) * (1 + (number(1) - number(0)) / number(2)));
    case DistributionKind::kRelu:
      return std::max(uniform(), 0.0);
    case DistributionKind::kSigmoid:
      return 1 / (1 + std::exp(-uniform()));
    case DistributionKind::kTanh:
      return std::tanh(uniform());
  }
  return 0;
}

void MakeSoftmax(std::vector<double>& numbers, size_t row) {
  for (size_t from = 0; row > 0 && from + row <= numbers.size(); from += row) {
    const auto begin = numbers.begin() + static_cast<ptrdiff_t>(from), end = begin + static_cast<ptrdiff_t>(row);
    const double top = *std::max_element(begin, end);
    double total = 0;
    for (auto x = begin; x != end; ++x) total += * x = std::exp(*x - top);
    for (auto x = begin; x != end; ++x) *x /= total;
  }
}

// Draws an integer between low and high, both included. Any distance is allowed.
template <typename T>
T UniformInteger(const Distribution& distribution, std::mt19937_64& generator) {
  using Limits = std::numeric_limits<T>;
  const auto clamped = [](long double value) {
    return static_cast<T>(std::clamp<long double>(value, Limits::lowest(), Limits::max()));
  };
  const T low = clamped(distribution.numbers[0]), high = clamped(distribution.numbers[1]);
  const uint64_t span = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  const uint64_t by = span == std::numeric_limits<uint64_t>::max() ? generator() : generator() % (span + 1);
  return static_cast<T>(static_cast<uint64_t>(low) + by);
}

template <typename T>
T FromReal(double number) {
  if constexpr (std::is_same_v<T, bool>) {
    return number >= 0.5;
  } else if constexpr (std::is_integral_v<T>) {
    using Limits = std::numeric_limits<T>;
    const long double whole = std::nearbyint(static_cast<long double>(number));
    return static_cast<T>(std::clamp<long double>(whole, Limits::lowest(), Limits::max()));
  } else {
    return static_cast<T>(number);
  }
}

Result<long double> ReadNumber(const YamlReader& reader, const YAML::Node& node, ge::DataType dtype) {
  OPDK_TRY(const std::string text, reader.Text(node, "a number of random"));
  long double number = 0;
  if (text == "min" || text == "max") {
    VisitElementType(PartOf(dtype), [&]<typename T>(T) {
      using Limits = std::numeric_limits<T>;
      const T end = text == "min" ? Limits::lowest() : Limits::max();
      if constexpr (std::is_arithmetic_v<T>) {
        number = static_cast<long double>(end);
      } else {
        number = static_cast<float>(end);
      }
    });
    return number;
  }
  char* end = nullptr;
  number = std::strtold(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0' || !std::isfinite(number)) {
    return reader.Error(node, fmt::format("'{}' is no finite number", text));
  }
  return number;
}

Status CheckNumbers(const YamlReader& reader, const YAML::Node& node, const char* name, const Distribution& d) {
  const bool has_three = d.kind == DistributionKind::kTriangular || d.kind == DistributionKind::kSteps;
  const size_t wanted = has_three ? 3 : 2;
  if (d.numbers.size() != wanted) {
    return reader.Error(node, fmt::format("{} has {} numbers, not {}", name, wanted, d.numbers.size()));
  }
  switch (d.kind) {
    case DistributionKind::kNormal:
    case DistributionKind::kLaplace:
      if (d.numbers[1] < 0)
        return reader.Error(node, fmt::format("the second number of {} must not be negative", name));
      return Status();
    case DistributionKind::kBeta:
      if (d.numbers[0] <= 0 || d.numbers[1] <= 0) return reader.Error(node, "the numbers of beta must be positive");
      return Status();
    case DistributionKind::kSteps:
      if (d.numbers[0] > d.numbers[1] || d.numbers[2] <= 0) {
        return reader.Error(node, "steps are [low, high, step] with low <= high and a positive step");
      }
      return Status();
    default:
      if (!std::is_sorted(d.numbers.begin(), d.numbers.end())) {
        return reader.Error(node, fmt::format("the numbers of {} must ascend", name));
      }
      return Status();
  }
}

}  // namespace

Distribution DefaultDistribution(ge::DataType dtype) {
  switch (dtype) {
    case ge::DT_BOOL:
      return {DistributionKind::kUniform, {0, 1}};
    case ge::DT_UINT8:
    case ge::DT_UINT16:
    case ge::DT_UINT32:
    case ge::DT_UINT64:
      return {DistributionKind::kUniform, {0, 20}};
    case ge::DT_INT8:
    case ge::DT_INT16:
    case ge::DT_INT32:
    case ge::DT_INT64:
      return {DistributionKind::kUniform, {-10, 10}};
    default:
      return {DistributionKind::kUniform, {-4, 4}};
  }
}

std::vector<std::string> DistributionNames() {
  std::vector<std::string> names;
  for (const Named& named : Names()) names.emplace_back(named.name);
  return names;
}

Result<Distribution> ReadDistribution(const YamlReader& reader, const YAML::Node& node, ge::DataType dtype) {
  YAML::Node key = node;
  YAML::Node numbers(YAML::NodeType::Undefined);
  if (node.IsMap()) {
    OPDK_TRY(const auto entries, reader.Map(node, "random", DistributionNames()));
    if (entries.size() != 1) return reader.Error(node, "random names one distribution");
    key.reset(entries[0].first);
    numbers.reset(entries[0].second);
  }
  OPDK_TRY(const std::string name, reader.Text(key, "random"));
  const auto named =
      std::find_if(Names().begin(), Names().end(), [&](const Named& candidate) { return candidate.name == name; });
  if (named == Names().end()) return reader.Unknown(key, "distribution", name, DistributionNames());
  Distribution distribution{named->kind, named->defaults};
  if (numbers.IsDefined()) {
    distribution.numbers.clear();
    OPDK_TRY(const auto items, reader.List(numbers, name));
    for (const YAML::Node& item : items) {
      OPDK_TRY(const long double number, ReadNumber(reader, item, dtype));
      distribution.numbers.push_back(number);
    }
  } else if (named->kind == DistributionKind::kUniform) {
    distribution = DefaultDistribution(dtype);
  }
  OPDK_TRY(CheckNumbers(reader, numbers.IsDefined() ? numbers : key, named->name, distribution));
  return distribution;
}

bool DrawElements(const Distribution& distribution, ge::DataType dtype, size_t count, size_t row,
                  std::mt19937_64& generator, std::vector<uint8_t>& bytes) {
  count *= PartsOf(dtype);
  return VisitElementType(PartOf(dtype), [&]<typename T>(T) {
    bytes.resize(count * sizeof(T));
    const auto store = [&](size_t i, T value) { std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T)); };
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      if (distribution.kind == DistributionKind::kUniform) {
        for (size_t i = 0; i < count; ++i) store(i, UniformInteger<T>(distribution, generator));
        return;
      }
    }
    std::vector<double> numbers(count);
    for (double& number : numbers) number = Draw(distribution, generator);
    if (distribution.kind == DistributionKind::kSoftmax) MakeSoftmax(numbers, row);
    for (size_t i = 0; i < count; ++i) store(i, FromReal<T>(numbers[i]));
  });
}

uint64_t HashText(std::string_view text, uint64_t start) {
  uint64_t hash = start;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

}  // namespace opdk::verify
