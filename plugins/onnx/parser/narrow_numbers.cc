#include "plugins/onnx/parser/narrow_numbers.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "plugins/onnx/parser/dtypes.h"

namespace opdk::onnx_plugin {
namespace {

// libonnx 1.12 has no names for these numbers of TensorProto.DataType.
enum NarrowOnnxType : int32_t {
  kFloat8E4M3Fn = 17,
  kFloat8E4M3FnUz = 18,
  kFloat8E5M2 = 19,
  kFloat8E5M2FnUz = 20,
  kUint4 = 21,
  kInt4 = 22,
  kFloat4E2M1 = 23,
  kFloat8E8M0 = 24,
  kUint2 = 25,
  kInt2 = 26,
};

constexpr NarrowType kNarrowTypes[] = {
    {kUint4, ge::DT_UINT8, 4, false},
    {kInt4, ge::DT_INT8, 4},
    {kUint2, ge::DT_UINT8, 2, false},
    {kInt2, ge::DT_INT8, 2},
    {kFloat8E4M3Fn, ge::DT_FLOAT16, 8, true, 3, -6, 448},
    {kFloat8E4M3FnUz, ge::DT_FLOAT16, 8, true, 3, -7, 240, false, false},
    {kFloat8E5M2, ge::DT_FLOAT16, 8, true, 2, -14, 57344, true},
    {kFloat8E5M2FnUz, ge::DT_FLOAT16, 8, true, 2, -15, 57344, false, false},
    {kFloat4E2M1, ge::DT_FLOAT16, 4, true, 1, 0, 6, false, true, false},
    {kFloat8E8M0, ge::DT_BF16, 8, false, 0, -127, 0x1p127, false, false, true, true},
};

// Returns the bits of a number that float16 holds exactly.
uint16_t HalfBits(double value) {
  const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const double magnitude = std::abs(value);
  if (std::isnan(value)) return 0x7e00;
  if (std::isinf(value)) return sign | 0x7c00;
  if (magnitude == 0) return sign;
  const int exponent = std::max(std::ilogb(magnitude), -14);
  const auto units = static_cast<int>(std::ldexp(magnitude, 10 - exponent));  // 1024 and above where it is normal
  const int biased = units < 1024 ? 0 : exponent + 15;
  return static_cast<uint16_t>(sign | (biased << 10) | (units & 1023));
}

// Returns the bfloat16 of an exponent: code 0 is 2^-127, code 255 NaN.
uint16_t PowerBits(int code) {
  if (code == 0) return 0x0040;
  return static_cast<uint16_t>(code == 255 ? 0x7fc0 : code << 7);
}

// Returns the number of a bit pattern.
double NumberOf(const NarrowType& type, int code) {
  const int half = 1 << (type.bits - 1);
  const int magnitude = code & (half - 1);
  const double sign = (code & half) != 0 ? -1 : 1;
  if (!type.has_negative_zero && code == half) return std::numeric_limits<double>::quiet_NaN();
  const int exponent = magnitude >> type.mantissa, fraction = magnitude & ((1 << type.mantissa) - 1);
  const double number =
      exponent == 0 ? std::ldexp(fraction, type.least_exponent - type.mantissa)
                    : std::ldexp(fraction + (1 << type.mantissa), type.least_exponent + exponent - 1 - type.mantissa);
  if (number <= type.greatest) return sign * number;
  const bool infinite = type.has_infinity && fraction == 0;
  return infinite ? sign * HUGE_VAL : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

const NarrowType* FindNarrowType(int32_t onnx_type) {
  for (const NarrowType& type : kNarrowTypes) {
    if (type.onnx_type == onnx_type) return &type;
  }
  return nullptr;
}

ge::DataType GraphType(int32_t onnx_type) {
  const NarrowType* narrow = FindNarrowType(onnx_type);
  return narrow == nullptr ? FromOnnxType(onnx_type) : narrow->carrier;
}

std::vector<float> HeldNumbersOf(const NarrowType& type) {
  const auto flag = [](bool is) { return is ? 1.0F : 0.0F; };
  if (type.is_float()) {
    const auto greatest = static_cast<float>(type.greatest);
    return {type.is_exponent ? 0x1p-127F : -greatest,
            greatest,
            static_cast<float>(type.mantissa),
            static_cast<float>(type.least_exponent),
            flag(type.has_infinity),
            flag(type.has_nan),
            flag(!type.is_exponent)};
  }
  // Integers are numbers whose unit is 1 up to 2^bits.
  const int codes = 1 << type.bits;
  const int least = type.is_signed ? -codes / 2 : 0;
  const auto unit = static_cast<float>(type.bits);
  return {static_cast<float>(least), static_cast<float>(least + codes - 1), unit, unit, 0, 0, 1};
}

std::vector<uint8_t> UnpackNarrow(const NarrowType& type, const uint8_t* bytes, int64_t count) {
  const int codes = 1 << type.bits, per_byte = 8 / type.bits;
  std::vector<uint16_t> carried(static_cast<size_t>(codes));
  for (int code = 0; code < codes; ++code) {
    const bool negative = type.is_signed && code >= codes / 2;
    carried[static_cast<size_t>(code)] = type.is_exponent  ? PowerBits(code)
                                         : type.is_float() ? HalfBits(NumberOf(type, code))
                                                           : static_cast<uint16_t>(negative ? code - codes : code);
  }
  const size_t size = type.is_float() ? 2 : 1;  // little-endian: the low byte is an integer's carrier
  std::vector<uint8_t> result(static_cast<size_t>(count) * size);
  for (int64_t i = 0; i < count; ++i) {
    const int shift = static_cast<int>(i % per_byte) * type.bits;
    const size_t code = static_cast<size_t>(bytes[i / per_byte] >> shift) & static_cast<size_t>(codes - 1);
    std::memcpy(result.data() + static_cast<size_t>(i) * size, &carried[code], size);
  }
  return result;
}

}  // namespace opdk::onnx_plugin
