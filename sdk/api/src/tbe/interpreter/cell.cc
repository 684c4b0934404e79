#include "sdk/api/src/tbe/interpreter/cell.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "sdk/api/src/tbe/dtype.h"

namespace tbe {
namespace {

// A 16-bit float format: sign, exponent, mantissa.
struct HalfFormat {
  int mantissa_bits;
  int min_exponent;  // of normal numbers
  int max_exponent;
};

constexpr HalfFormat kFloat16 = {10, -14, 15};
constexpr HalfFormat kBfloat16 = {7, -126, 127};

template <typename Number>
double RoundHalf(const HalfFormat& format, Number value) {
  if (value == 0 || !std::isfinite(value)) return static_cast<double>(value);
  const int exponent = std::max(std::ilogb(value), format.min_exponent);
  // The distance of neighbours at this magnitude; scaling by a power of two is exact.
  const int spacing = exponent - format.mantissa_bits;
  const auto rounded = static_cast<double>(std::ldexp(std::nearbyint(std::ldexp(value, -spacing)), spacing));
  if (std::fabs(rounded) >= std::ldexp(1.0, format.max_exponent + 1)) {
    return std::copysign(std::numeric_limits<double>::infinity(), rounded);
  }
  return rounded;
}

// Encodes `value`, which must be representable.
uint16_t EncodeHalf(const HalfFormat& format, double value) {
  const auto sign = static_cast<uint16_t>(std::signbit(value) ? 0x8000 : 0);
  const int infinity_exponent = format.max_exponent - format.min_exponent + 2;
  const auto infinity = static_cast<uint16_t>(infinity_exponent << format.mantissa_bits);
  if (std::isnan(value)) return static_cast<uint16_t>(sign | infinity | (1 << (format.mantissa_bits - 1)));
  if (std::isinf(value)) return static_cast<uint16_t>(sign | infinity);
  const double magnitude = std::fabs(value);
  if (magnitude < std::ldexp(1.0, format.min_exponent)) {
    const double units = std::ldexp(magnitude, format.mantissa_bits - format.min_exponent);
    return static_cast<uint16_t>(sign | static_cast<uint16_t>(units));
  }
  const int exponent = std::ilogb(magnitude);
  const double units = std::ldexp(magnitude, format.mantissa_bits - exponent);  // 2^bits … 2^(bits+1)
  const int fraction = static_cast<int>(units) - (1 << format.mantissa_bits);
  return static_cast<uint16_t>(sign | ((exponent - format.min_exponent + 1) << format.mantissa_bits) | fraction);
}

double DecodeHalf(const HalfFormat& format, uint16_t bits) {
  const int exponent = (bits & 0x7fff) >> format.mantissa_bits;
  const int fraction = bits & ((1 << format.mantissa_bits) - 1);
  double magnitude = 0;
  if (exponent == format.max_exponent - format.min_exponent + 2) {
    magnitude = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent == 0) {
    magnitude = std::ldexp(fraction, format.min_exponent - format.mantissa_bits);
  } else {
    magnitude =
        std::ldexp(fraction + (1 << format.mantissa_bits), exponent - 1 + format.min_exponent - format.mantissa_bits);
  }
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

template <typename T>
T Load(const uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

template <typename T>
void Store(uint8_t* bytes, T value) {
  std::memcpy(bytes, &value, sizeof(T));
}

Cell LoadCell(DataType dtype, const uint8_t* bytes) {
  switch (dtype) {
    case ge::DT_FLOAT:
      return Real(Load<float>(bytes));
    case ge::DT_DOUBLE:
      return Real(Load<double>(bytes));
    case ge::DT_FLOAT16:
      return Real(DecodeHalf(kFloat16, Load<uint16_t>(bytes)));
    case ge::DT_BF16:
      return Real(DecodeHalf(kBfloat16, Load<uint16_t>(bytes)));
    case ge::DT_INT8:
      return Integer(Load<int8_t>(bytes));
    case ge::DT_INT16:
      return Integer(Load<int16_t>(bytes));
    case ge::DT_INT32:
      return Integer(Load<int32_t>(bytes));
    case ge::DT_UINT8:
      return Integer(Load<uint8_t>(bytes));
    case ge::DT_UINT16:
      return Integer(Load<uint16_t>(bytes));
    case ge::DT_UINT32:
      return Integer(Load<uint32_t>(bytes));
    case ge::DT_BOOL:
      return Integer(Load<uint8_t>(bytes) != 0 ? 1 : 0);
    default:
      return Integer(Load<int64_t>(bytes));
  }
}

void StoreCell(DataType dtype, Cell cell, uint8_t* bytes) {
  switch (dtype) {
    case ge::DT_FLOAT:
      return Store(bytes, static_cast<float>(cell.real));
    case ge::DT_DOUBLE:
      return Store(bytes, cell.real);
    case ge::DT_FLOAT16:
      return Store(bytes, EncodeHalf(kFloat16, RoundHalf(kFloat16, cell.real)));
    case ge::DT_BF16:
      return Store(bytes, EncodeHalf(kBfloat16, RoundHalf(kBfloat16, cell.real)));
    default:
      // Little-endian: the low bytes of an integer come first.
      std::memcpy(bytes, &cell.integer, static_cast<size_t>(ByteSize(dtype)));
  }
}

double Rounded(double value, Rounding rounding) {
  switch (rounding) {
    case Rounding::kTrunc:
      return std::trunc(value);
    case Rounding::kFloor:
      return std::floor(value);
    case Rounding::kCeil:
      return std::ceil(value);
    case Rounding::kNearestEven:
      return std::nearbyint(value);
    case Rounding::kHalfUp: {
      const double down = std::floor(value);
      return value - down >= 0.5 ? down + 1 : down;
    }
  }
  return value;
}

int64_t Saturate(DataType dtype, double whole) {
  if (std::isnan(whole)) return 0;
  if (dtype == ge::DT_UINT64) {
    if (whole <= 0) return 0;
    if (whole >= 18446744073709551616.0) return -1;  // all bits set
    return static_cast<int64_t>(static_cast<uint64_t>(whole));
  }
  const int64_t low = Lowest(dtype).integer, high = Highest(dtype).integer;
  if (whole <= static_cast<double>(low)) return low;
  if (whole >= static_cast<double>(high)) return high;
  return static_cast<int64_t>(whole);
}

}  // namespace

double RoundReal(DataType dtype, double value) {
  switch (dtype) {
    case ge::DT_FLOAT:
      return static_cast<double>(static_cast<float>(value));
    case ge::DT_FLOAT16:
      return RoundHalf(kFloat16, value);
    case ge::DT_BF16:
      return RoundHalf(kBfloat16, value);
    default:
      return value;
  }
}

int64_t WrapInteger(DataType dtype, int64_t value) {
  if (dtype == ge::DT_BOOL) return value != 0 ? 1 : 0;
  uint8_t bytes[sizeof(int64_t)] = {};
  StoreCell(dtype, Integer(value), bytes);
  return LoadCell(dtype, bytes).integer;
}

Cell Lowest(DataType dtype) {
  if (IsFloat(dtype)) return Real(-std::numeric_limits<double>::infinity());
  if (!IsSigned(dtype)) return Integer(0);
  return Integer(std::numeric_limits<int64_t>::min() >> (64 - 8 * ByteSize(dtype)));
}

Cell Highest(DataType dtype) {
  if (IsFloat(dtype)) return Real(std::numeric_limits<double>::infinity());
  if (dtype == ge::DT_BOOL) return Integer(1);
  if (dtype == ge::DT_UINT64) return Integer(-1);
  const int bits = 8 * ByteSize(dtype) - (IsSigned(dtype) ? 1 : 0);
  return Integer(static_cast<int64_t>(~uint64_t{0} >> (64 - bits)));
}

Cell FromNumber(DataType dtype, const Number& number) {
  const auto* whole = std::get_if<int64_t>(&number);
  if (IsFloat(dtype)) return Real(whole != nullptr ? static_cast<double>(*whole) : std::get<double>(number));
  return Integer(WrapInteger(dtype, whole != nullptr ? *whole : static_cast<int64_t>(std::get<double>(number))));
}

Cell CastCell(Cell cell, DataType from, DataType to, Rounding rounding) {
  if (IsFloat(from)) {
    if (IsFloat(to)) return Real(RoundReal(to, cell.real));
    if (to == ge::DT_BOOL) return Integer(cell.real != 0 ? 1 : 0);
    return Integer(Saturate(to, Rounded(cell.real, rounding)));
  }
  if (!IsFloat(to)) return Integer(WrapInteger(to, cell.integer));
  const bool is_unsigned = from == ge::DT_UINT64;
  const auto bits = static_cast<uint64_t>(cell.integer);
  // A conversion by way of double would round an int64 twice.
  if (to == ge::DT_FLOAT) return Real(is_unsigned ? static_cast<float>(bits) : static_cast<float>(cell.integer));
  if (to == ge::DT_DOUBLE) return Real(is_unsigned ? static_cast<double>(bits) : static_cast<double>(cell.integer));
  // A long double holds all integers of 64 bits.
  const auto whole = is_unsigned ? static_cast<long double>(bits) : static_cast<long double>(cell.integer);
  return Real(RoundHalf(to == ge::DT_FLOAT16 ? kFloat16 : kBfloat16, whole));
}

Cell Finish(DataType dtype, Cell cell, Precision precision) {
  if (!IsFloat(dtype)) return Integer(WrapInteger(dtype, cell.integer));
  return precision == Precision::kDouble ? cell : Real(RoundReal(dtype, cell.real));
}

Value Decode(const HostTensor& tensor) {
  Value value{tensor.dtype, tensor.shape, {}};
  const int size = ByteSize(tensor.dtype);
  const int64_t count = CountOf(tensor.shape);
  value.cells.reserve(count);
  for (int64_t i = 0; i < count; ++i) value.cells.push_back(LoadCell(tensor.dtype, tensor.bytes.data() + i * size));
  return value;
}

HostTensor Encode(const Value& value) {
  const int size = ByteSize(value.dtype);
  HostTensor tensor{value.dtype, value.shape, std::vector<uint8_t>(value.cells.size() * size)};
  for (size_t i = 0; i < value.cells.size(); ++i)
    StoreCell(value.dtype, value.cells[i], tensor.bytes.data() + i * size);
  return tensor;
}

int64_t CountOf(const Dims& shape) {
  int64_t count = 1;
  for (int64_t extent : shape) count *= extent;
  return count;
}

Dims StridesOf(const Dims& shape) {
  Dims strides(shape.size());
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= shape[axis];
  }
  return strides;
}

HostTensor FromNumbers(DataType dtype, const Dims& shape, const std::vector<double>& numbers) {
  Value value{dtype, shape, {}};
  for (double number : numbers) value.cells.push_back(CastCell(Real(number), ge::DT_DOUBLE, dtype, Rounding::kTrunc));
  return Encode(value);
}

std::vector<double> ToNumbers(const HostTensor& tensor) {
  std::vector<double> numbers;
  for (Cell cell : Decode(tensor).cells) {
    numbers.push_back(CastCell(cell, tensor.dtype, ge::DT_DOUBLE, Rounding::kTrunc).real);
  }
  return numbers;
}

}  // namespace tbe
