#include "tests/conformance/comparison.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

namespace opdk::conformance {
namespace {

constexpr double kAbsolute = 1e-7;
bool Close(double actual, double expected, double relative) {
  if (std::isnan(actual) || std::isnan(expected)) return std::isnan(actual) && std::isnan(expected);
  if (std::isinf(actual) || std::isinf(expected)) return actual == expected;
  return std::abs(actual - expected) <= kAbsolute + relative * std::abs(expected);
}

double HalfToDouble(uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const int fraction = bits & 1023;
  double value = 0;
  if (exponent == 31) {
    value = fraction != 0 ? std::nan("") : HUGE_VAL;
  } else {
    value = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

double BrainToDouble(uint16_t bits) {
  const uint32_t wide = static_cast<uint32_t>(bits) << 16;
  float value = 0;
  std::memcpy(&value, &wide, sizeof(value));
  return static_cast<double>(value);
}

template <typename T>
T At(const ge::Tensor& tensor, size_t index) {
  T value;
  std::memcpy(&value, tensor.GetData() + index * sizeof(T), sizeof(T));
  return value;
}

double FloatingAt(const ge::Tensor& tensor, ge::DataType type, size_t index) {
  switch (type) {
    case ge::DT_FLOAT:
      return static_cast<double>(At<float>(tensor, index));
    case ge::DT_DOUBLE:
      return At<double>(tensor, index);
    case ge::DT_FLOAT16:
      return HalfToDouble(At<uint16_t>(tensor, index));
    default:
      return BrainToDouble(At<uint16_t>(tensor, index));
  }
}

std::string FloatingDifference(const ge::Tensor& actual, const ge::Tensor& expected, ge::DataType type, size_t count,
                               double relative) {
  for (size_t i = 0; i < count; ++i) {
    const double got = FloatingAt(actual, type, i);
    const double want = FloatingAt(expected, type, i);
    if (!Close(got, want, relative)) return fmt::format("element {} of {} is {}, expected {}", i, count, got, want);
  }
  return "";
}

}  // namespace

std::string Difference(const ge::Tensor& actual, const ge::Tensor& expected, double bfloat16_relative) {
  const ge::DataType type = expected.GetDataType();
  if (actual.GetDataType() != type) {
    return fmt::format("data type is {}, expected {}", static_cast<int>(actual.GetDataType()), static_cast<int>(type));
  }
  const auto shape = actual.GetTensorDesc().GetShape().GetDims();
  const auto wanted = expected.GetTensorDesc().GetShape().GetDims();
  if (shape != wanted)
    return fmt::format("shape is [{}], expected [{}]", fmt::join(shape, ","), fmt::join(wanted, ","));
  if (actual.GetSize() != expected.GetSize()) {
    return fmt::format("{} bytes, expected {}", actual.GetSize(), expected.GetSize());
  }
  const auto width = static_cast<size_t>(ge::GetSizeByDataType(type));
  const size_t count = expected.GetSize() / width;
  if (type == ge::DT_FLOAT || type == ge::DT_DOUBLE || type == ge::DT_FLOAT16 || type == ge::DT_BF16) {
    return FloatingDifference(actual, expected, type, count, type == ge::DT_BF16 ? bfloat16_relative : kRelative);
  }
  for (size_t i = 0; i < count; ++i) {
    if (std::memcmp(actual.GetData() + i * width, expected.GetData() + i * width, width) == 0) continue;
    return fmt::format("element {} of {} differs (exact comparison)", i, count);
  }
  return "";
}

}  // namespace opdk::conformance
