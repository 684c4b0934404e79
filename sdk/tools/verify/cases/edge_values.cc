#include "sdk/tools/verify/cases/edge_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <type_traits>

#include "graph_core/base/element_type.h"
#include "graph_core/base/type_names.h"
#include "opdk/status.h"

namespace opdk::verify {
namespace {

template <typename T>
using BitsOf = std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>;

template <typename T>
constexpr bool kIsFloat = !std::is_integral_v<T>;

// Number of digits of the mantissa, with the hidden one.
template <typename T>
constexpr int kDigits = std::is_same_v<T, float>         ? 24
                        : std::is_same_v<T, double>      ? 53
                        : std::is_same_v<T, Eigen::half> ? 11
                                                         : 8;

template <typename T>
class Collected {
 public:
  void Add(T value) {
    const auto bits = std::bit_cast<BitsOf<T>>(value);
    if (seen_.insert(bits).second) values_.push_back(value);
  }
  void AddBoth(T value) {
    Add(value);
    Add(std::bit_cast<T>(static_cast<BitsOf<T>>(std::bit_cast<BitsOf<T>>(value) ^ kSign)));
  }
  // Adds a positive finite value with both neighbours.
  void AddAround(double real) {
    const T value = static_cast<T>(real);
    const auto bits = std::bit_cast<BitsOf<T>>(value);
    AddBoth(value);
    AddBoth(std::bit_cast<T>(static_cast<BitsOf<T>>(bits + 1)));
    AddBoth(std::bit_cast<T>(static_cast<BitsOf<T>>(bits - 1)));
  }
  const std::vector<T>& values() const { return values_; }

 private:
  static constexpr BitsOf<T> kSign = static_cast<BitsOf<T>>(BitsOf<T>{1} << (8 * sizeof(T) - 1));
  std::set<BitsOf<T>> seen_;
  std::vector<T> values_;
};

template <typename T>
std::vector<T> FloatEdges() {
  using Limits = std::numeric_limits<T>;
  Collected<T> edges;
  const T denormal = std::bit_cast<T>(BitsOf<T>{1});
  const T max_denormal =
      std::bit_cast<T>(static_cast<BitsOf<T>>(std::bit_cast<BitsOf<T>>(Limits::min()) - BitsOf<T>{1}));
  for (const T value : {static_cast<T>(0.0F), denormal, max_denormal, Limits::min(), Limits::max(), Limits::infinity(),
                        Limits::quiet_NaN()}) {
    edges.AddBoth(value);
  }
  for (const double power : {0.25, 0.5, 1.0, 2.0, 4.0}) edges.AddAround(power);
  // The last exact integers, and the first inexact ones.
  edges.AddAround(std::ldexp(1.0, kDigits<T> - 1));
  edges.AddAround(std::ldexp(1.0, kDigits<T>));
  for (const double half : {1.5, 2.5, 3.5, 126.5, 127.5, 254.5, 255.5}) edges.AddBoth(static_cast<T>(half));
  // Halfway between neighbours of float16, bfloat16 and float; the points where they overflow.
  for (const double halfway :
       {1 + 0x1p-11, 1 + 0x3p-11, 1 + 0x1p-8, 1 + 0x3p-8, 1 + 0x1p-24, 65504.0, 65519.0, 65520.0}) {
    edges.AddBoth(static_cast<T>(halfway));
  }
  for (const double end :
       {127.0, 128.0, 255.0, 256.0, 32767.0, 32768.0, 65535.0, 65536.0, 0x1p31, 0x1p32, 0x1p63, 0x1p64}) {
    if (end <= static_cast<double>(static_cast<float>(Limits::max())) || kDigits < T >> 24)
      edges.AddBoth(static_cast<T>(end));
  }
  for (const double border :
       {11.09, 88.72, 88.73, 103.97, 709.78, 1e-3, M_PI_2, M_PI, 2 * M_PI, 501.0, 13437.7, 1e10}) {
    if (border <= static_cast<double>(static_cast<float>(Limits::max()))) edges.AddBoth(static_cast<T>(border));
  }
  return edges.values();
}

template <typename T>
std::vector<T> IntegerEdges() {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_same_v<T, bool>) return {false, true};
  std::vector<T> edges;
  const auto add = [&](uint64_t value) {
    const T element = static_cast<T>(value);
    if (std::find(edges.begin(), edges.end(), element) == edges.end()) edges.push_back(element);
  };
  for (const T end : {Limits::lowest(), Limits::max()}) {
    add(static_cast<uint64_t>(end));
    add(static_cast<uint64_t>(end) + (end == Limits::max() ? uint64_t(-1) : uint64_t{1}));
  }
  for (const uint64_t small : {uint64_t{0}, uint64_t{1}, uint64_t(-1), uint64_t{55}, uint64_t(-55), uint64_t{127}}) {
    add(small);
  }
  for (const int k : {1, 4, 7, 8, 15, 16, 24, 31, 32, 53}) {
    if (k >= static_cast<int>(8 * sizeof(T))) break;
    for (const uint64_t by : {uint64_t(-1), uint64_t{0}, uint64_t{1}}) add((uint64_t{1} << k) + by);
  }
  return edges;
}

template <typename T>
auto Edges() {
  if constexpr (kIsFloat<T>) {
    return FloatEdges<T>();
  } else {
    return IntegerEdges<T>();
  }
}

// Returns complex numbers as pairs: the special values of either part beside each other, and each edge value as a real,
// an imaginary and a general number.
template <typename T>
std::vector<T> EdgePairs() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> pairs;
  if constexpr (std::is_floating_point_v<T>) {
    const T special[] = {T(0), -T(0), T(1), T(-2), Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()};
    for (const T real : special) {
      for (const T imaginary : special) pairs.insert(pairs.end(), {real, imaginary});
    }
    const std::vector<T> edges = FloatEdges<T>();
    for (size_t i = 0; i < edges.size(); ++i) {
      const T other = edges[(7 * i + 3) % edges.size()];
      pairs.insert(pairs.end(), {edges[i], T(0), T(0), edges[i], edges[i], other});
    }
  }
  return pairs;
}

template <typename T>
bool FindNamed(std::string_view name, T& value) {
  using Limits = std::numeric_limits<T>;
  if (name == "min" || name == "lowest") {
    value = Limits::lowest();
  } else if (name == "max") {
    value = Limits::max();
  } else if constexpr (kIsFloat<T>) {
    if (name == "nan") {
      value = Limits::quiet_NaN();
    } else if (name == "inf") {
      value = Limits::infinity();
    } else if (name == "denormal") {
      value = std::bit_cast<T>(BitsOf<T>{1});
    } else if (name == "max_denormal") {
      value = std::bit_cast<T>(static_cast<BitsOf<T>>(std::bit_cast<BitsOf<T>>(Limits::min()) - BitsOf<T>{1}));
    } else if (name == "min_normal") {
      value = Limits::min();
    } else if (name == "epsilon") {
      value = Limits::epsilon();
    } else {
      return false;
    }
  } else {
    return false;
  }
  return true;
}

template <typename T>
std::string ToElement(std::string_view name, T& value) {
  if (FindNamed(name, value)) return "";
  if (name == "true" || name == "false") {
    value = static_cast<T>(name == "true" ? 1.0F : 0.0F);
    return "";
  }
  if constexpr (kIsFloat<T>) {
    if (name.starts_with('-') && FindNamed(name.substr(1), value)) {
      value = -value;
      return "";
    }
  }
  const std::string text(name);
  const std::vector<std::string> names = ValueNames();
  if (!kIsFloat<T> && text != "-0.0" && std::find(names.begin(), names.end(), text) != names.end()) {
    return fmt::format("'{}' is a value of floats alone", name);
  }
  char* end = nullptr;
  const long double number = std::strtold(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0') {
    const std::string near = Nearest(text, names);
    return fmt::format("'{}' is no number{}", name, near.empty() ? "" : fmt::format("; did you mean {}?", near));
  }
  if constexpr (kIsFloat<T>) {
    value = static_cast<T>(static_cast<double>(number));
    return "";
  } else {
    using Limits = std::numeric_limits<T>;
    if (!(number >= Limits::lowest() && number <= Limits::max()) || std::floor(number) != number) {
      return fmt::format("'{}' does not fit the dtype", name);
    }
    value = static_cast<T>(number);
    return "";
  }
}

}  // namespace

std::vector<uint8_t> EdgeValues(ge::DataType dtype) {
  std::vector<uint8_t> bytes;
  VisitElementType(PartOf(dtype), [&]<typename T>(T) {
    const auto edges = IsComplex(dtype) ? EdgePairs<T>() : Edges<T>();
    bytes.resize(edges.size() * sizeof(T));
    for (size_t i = 0; i < edges.size(); ++i) {
      const T value = edges[i];
      std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
  });
  return bytes;
}

std::string NamedValue(std::string_view name, ge::DataType dtype, std::vector<uint8_t>& bytes) {
  std::string wrong = fmt::format("a case can't hold data of {}", DtypeName(dtype));
  const std::vector<std::string> parts = PartTexts(name, dtype);
  VisitElementType(PartOf(dtype), [&]<typename T>(T value) {
    wrong.clear();
    bytes.resize(parts.size() * sizeof(T));
    for (size_t i = 0; i < parts.size() && wrong.empty(); ++i) {
      wrong = ToElement(parts[i], value);
      std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
  });
  return wrong;
}

std::vector<std::string> PartTexts(std::string_view text, ge::DataType dtype) {
  if (!IsComplex(dtype)) return {std::string(text)};
  if (!text.ends_with('j')) return {std::string(text), "0"};
  text.remove_suffix(1);
  // Find the sign between the parts; an exponent's sign follows a digit and an e.
  size_t split = text.size();
  while (split-- > 0) {
    const bool exponent = split > 1 && (text[split - 1] == 'e' || text[split - 1] == 'E') &&
                          std::isdigit(static_cast<unsigned char>(text[split - 2])) != 0;
    if ((text[split] == '+' || text[split] == '-') && !exponent) break;
  }
  if (split == std::string_view::npos) return {"0", text.empty() ? "1" : std::string(text)};
  std::string imaginary(text.substr(text[split] == '+' ? split + 1 : split));
  if (imaginary.empty() || imaginary == "-") imaginary += "1";
  return {split == 0 ? "0" : std::string(text.substr(0, split)), imaginary};
}

std::vector<std::string> ValueNames() {
  return {"nan",           "-nan",       "inf",         "-inf",    "-0.0",     "denormal", "-denormal", "max_denormal",
          "-max_denormal", "min_normal", "-min_normal", "epsilon", "-epsilon", "min",      "lowest",    "max"};
}

}  // namespace opdk::verify
