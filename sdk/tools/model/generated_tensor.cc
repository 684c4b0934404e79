#include "sdk/tools/model/generated_tensor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>

#include "graph_core/base/element_type.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/base/text.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/model/tensor_file.h"

namespace opdk {
namespace {

constexpr int kRandomInts = 10;

template <typename T>
T RandomValue(std::mt19937_64& generator) {
  if constexpr (std::is_same_v<T, bool>) {
    return (generator() & 1) != 0;
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(generator() % kRandomInts);
  } else {
    // 24 bits, so that every value is a float and no library's distribution decides the sequence.
    return static_cast<T>(static_cast<float>(generator() >> 40) * 0x1p-23F - 1.0F);
  }
}

// Calls value(index, T{}) for each element (complex numbers: for each part). E1003: a dtype without elements of a C++
// type; E2007: too many bytes.
template <typename Value>
Result<ge::Tensor> Filled(const std::string& input, ge::DataType dtype, const std::vector<int64_t>& shape,
                          const Value& value) {
  if (!VisitElementType(PartOf(dtype), [](auto) {})) {
    return Status(ErrorCode::kInputMissing,
                  fmt::format("input '{}' is {}; there are no random values of that dtype", input, DtypeName(dtype)))
        .Hint(fmt::format("give it with --input {}=FILE", input));
  }
  OPDK_TRY(const size_t bytes, TensorBytes(dtype, shape));
  std::vector<uint8_t> data(bytes);
  VisitElementType(PartOf(dtype), [&]<typename T>(T zero) {
    for (size_t i = 0; i < bytes / sizeof(T); ++i) {
      const T element = value(static_cast<int64_t>(i), zero);
      std::memcpy(data.data() + i * sizeof(T), &element, sizeof(T));
    }
  });
  return ge::Tensor(ge::TensorDesc(ge::Shape(shape), ge::FORMAT_ND, dtype), data);
}

Status BadSource(const std::string& input, const std::string& source, const std::string& why) {
  return Status(ErrorCode::kUsage, fmt::format("--input {}={}: {}", input, source, why))
      .Hint(fmt::format("a value is {}", kTensorSources));
}

// Parses "4x1024" as {4, 1024}. Returns false for any other form.
bool ParseShape(const std::string& text, std::vector<int64_t>& shape) {
  if (text.ends_with('x')) return false;
  for (const std::string& part : SplitList(text, 'x')) {
    int64_t extent = -1;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), extent);
    if (error != std::errc() || end != part.data() + part.size() || extent < 0) return false;
    shape.push_back(extent);
  }
  return true;
}

// Parses numbers between commas. `complex`: 1, 2j or 1-2j; each gives two entries, the real and the imaginary part.
bool ParseNumbers(const std::string& text, bool complex, std::vector<long double>& numbers) {
  for (const std::string& element : SplitList(text, ',')) {
    char* end = nullptr;
    // Its mantissa has 64 bits: every integer is exact.
    const long double number = std::strtold(element.c_str(), &end);
    if (end == element.c_str()) return false;
    if (!complex) {
      numbers.push_back(number);
    } else if (std::string_view(end) == "j") {
      numbers.insert(numbers.end(), {0, number});
      continue;
    } else {
      numbers.insert(numbers.end(), {number, 0});
      if (*end == '\0') continue;
      const char* second = end;
      if (*second != '+' && *second != '-') return false;
      numbers.back() = std::strtold(second, &end);
      if (end == second || std::string_view(end) != "j") return false;
      continue;
    }
    if (*end != '\0') return false;
  }
  return !text.ends_with(',');
}

bool StartsAsName(const std::string& text) {
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text[0])) != 0;
}

template <typename T>
bool Holds(long double number) {
  if constexpr (!std::is_integral_v<T>) return true;
  return number >= static_cast<long double>(std::numeric_limits<T>::lowest()) &&
         number <= static_cast<long double>(std::numeric_limits<T>::max()) && std::floor(number) == number;
}

}  // namespace

Result<ge::Tensor> RandomTensor(const std::string& input, ge::DataType dtype, const std::vector<int64_t>& shape,
                                std::mt19937_64& generator) {
  return Filled(input, dtype, shape, [&]<typename T>(int64_t, T) { return RandomValue<T>(generator); });
}

Result<ge::Tensor> TensorFrom(const std::string& input, const std::string& source, std::mt19937_64& generator) {
  static constexpr std::array<std::string_view, 5> kKinds{"random", "zeros", "ones", "arange", "list"};
  const std::vector<std::string> parts = SplitList(source, ':');
  const std::string kind = source.find(':') == std::string::npos ? "" : parts[0];
  if (std::find(kKinds.begin(), kKinds.end(), kind) == kKinds.end()) return ReadTensorFile(source);
  const std::string values = parts.size() > 1 ? parts[1] : "";
  // A shape may stand between a list and its dtype; elsewhere it is the value.
  const bool has_shape = kind == "list" && parts.size() > 2 && !StartsAsName(parts[2]);
  const size_t at = has_shape ? 3 : 2;
  if (parts.size() > at + 1) return BadSource(input, source, "too many colons");
  ge::DataType dtype = ge::DT_FLOAT;
  if (parts.size() > at && !ParseDtypeName(parts[at], dtype)) {
    return BadSource(input, source, fmt::format("no dtype is named '{}'", parts[at]));
  }
  std::vector<int64_t> shape;
  if (kind == "list") {
    std::vector<long double> numbers;
    if (!ParseNumbers(values, IsComplex(dtype), numbers)) {
      return BadSource(input, source, fmt::format("'{}' is no list of numbers", values));
    }
    const auto count = static_cast<int64_t>(numbers.size() / PartsOf(dtype));
    if (!has_shape) {
      shape.push_back(count);
    } else if (!ParseShape(parts[2], shape) || ElementCount(shape) != count) {
      return BadSource(input, source, fmt::format("'{}' is no shape of {} elements", parts[2], count));
    }
    bool fits = true;
    OPDK_TRY(
        ge::Tensor tensor, Filled(input, dtype, shape, [&]<typename T>(int64_t i, T) {
          const long double number = numbers[static_cast<size_t>(i)];
          fits = fits && Holds<T>(number);
          return static_cast<T>(static_cast<std::conditional_t<std::is_integral_v<T>, long double, double>>(number));
        }));
    if (!fits) return BadSource(input, source, fmt::format("a number does not fit {}", DtypeName(dtype)));
    return tensor;
  }
  if (!ParseShape(values, shape)) return BadSource(input, source, fmt::format("'{}' is no shape", values));
  if (const auto bytes = TensorBytes(dtype, shape); !bytes.ok()) {
    return BadSource(input, source, bytes.status().message());
  }
  if (kind == "random") return RandomTensor(input, dtype, shape, generator);
  return Filled(input, dtype, shape, [&]<typename T>(int64_t i, T) {
    const auto width = static_cast<int64_t>(PartsOf(dtype));
    const bool real = i % width == 0;
    const int64_t value = kind == "arange" && real ? i / width : kind == "ones" && real ? 1 : 0;
    if constexpr (std::is_arithmetic_v<T>) return static_cast<T>(value);
    return static_cast<T>(static_cast<float>(value));
  });
}

}  // namespace opdk
