#include "graph/types.h"

#include <algorithm>
#include <array>
#include <limits>

#include "graph/utils/type_utils.h"

namespace ge {

namespace {

constexpr int kNoSize = -1;
constexpr int Bits(int width) { return kDataTypeSizeBitOffset + width; }

struct TypeRow {
  DataType type;
  const char* name;
  int size;
};

constexpr TypeRow kTypes[] = {
    {DT_FLOAT, "DT_FLOAT", 4},
    {DT_FLOAT16, "DT_FLOAT16", 2},
    {DT_INT8, "DT_INT8", 1},
    {DT_INT32, "DT_INT32", 4},
    {DT_UINT8, "DT_UINT8", 1},
    {DT_INT16, "DT_INT16", 2},
    {DT_UINT16, "DT_UINT16", 2},
    {DT_UINT32, "DT_UINT32", 4},
    {DT_INT64, "DT_INT64", 8},
    {DT_UINT64, "DT_UINT64", 8},
    {DT_DOUBLE, "DT_DOUBLE", 8},
    {DT_BOOL, "DT_BOOL", 1},
    {DT_STRING, "DT_STRING", kNoSize},
    {DT_DUAL_SUB_INT8, "DT_DUAL_SUB_INT8", 1},
    {DT_DUAL_SUB_UINT8, "DT_DUAL_SUB_UINT8", 1},
    {DT_COMPLEX64, "DT_COMPLEX64", 8},
    {DT_COMPLEX128, "DT_COMPLEX128", 16},
    {DT_QINT8, "DT_QINT8", 1},
    {DT_QINT16, "DT_QINT16", 2},
    {DT_QINT32, "DT_QINT32", 4},
    {DT_QUINT8, "DT_QUINT8", 1},
    {DT_QUINT16, "DT_QUINT16", 2},
    {DT_RESOURCE, "DT_RESOURCE", 8},
    {DT_STRING_REF, "DT_STRING_REF", kNoSize},
    {DT_DUAL, "DT_DUAL", 5},
    {DT_VARIANT, "DT_VARIANT", 8},
    {DT_BF16, "DT_BF16", 2},
    {DT_UNDEFINED, "DT_UNDEFINED", kNoSize},
    {DT_INT4, "DT_INT4", Bits(4)},
    {DT_UINT1, "DT_UINT1", Bits(1)},
    {DT_INT2, "DT_INT2", Bits(2)},
    {DT_UINT2, "DT_UINT2", Bits(2)},
    {DT_COMPLEX32, "DT_COMPLEX32", 4},
    {DT_HIFLOAT8, "DT_HIFLOAT8", 1},
    {DT_FLOAT8_E5M2, "DT_FLOAT8_E5M2", 1},
    {DT_FLOAT8_E4M3FN, "DT_FLOAT8_E4M3FN", 1},
    {DT_FLOAT8_E8M0, "DT_FLOAT8_E8M0", 1},
    {DT_FLOAT6_E3M2, "DT_FLOAT6_E3M2", Bits(6)},
    {DT_FLOAT6_E2M3, "DT_FLOAT6_E2M3", Bits(6)},
    {DT_FLOAT4_E2M1, "DT_FLOAT4_E2M1", Bits(4)},
    {DT_FLOAT4_E1M2, "DT_FLOAT4_E1M2", Bits(4)},
    {DT_HIFLOAT4, "DT_HIFLOAT4", Bits(4)},
};

const TypeRow* FindType(DataType type) {
  static const auto by_value = [] {
    std::array<const TypeRow*, DT_MAX> table{};
    for (const TypeRow& row : kTypes) table[static_cast<size_t>(row.type)] = &row;
    return table;
  }();
  const int value = static_cast<int>(type);
  return value >= 0 && value < DT_MAX ? by_value[static_cast<size_t>(value)] : nullptr;
}

// Names by value; nullptr: no format has the value.
constexpr const char* kFormats[] = {
    "NCHW",
    "NHWC",
    "ND",
    "NC1HWC0",
    "FRACTAL_Z",
    "NC1C0HWPAD",
    "NHWC1C0",
    "FSR_NCHW",
    "FRACTAL_DECONV",
    "C1HWNC0",
    "FRACTAL_DECONV_TRANSPOSE",
    "FRACTAL_DECONV_SP_STRIDE_TRANS",
    "NC1HWC0_C04",
    "FRACTAL_Z_C04",
    "CHWN",
    "DECONV_SP_STRIDE8_TRANS",
    "HWCN",
    "NC1KHKWHWC0",
    "BN_WEIGHT",
    "FILTER_HWCK",
    "LOOKUP_LOOKUPS",
    "LOOKUP_KEYS",
    "LOOKUP_VALUE",
    "LOOKUP_OUTPUT",
    "LOOKUP_HITS",
    "C1HWNCoC0",
    "MD",
    "NDHWC",
    "FRACTAL_ZZ",
    "FRACTAL_NZ",
    "NCDHW",
    "DHWCN",
    "NDC1HWC0",
    "FRACTAL_Z_3D",
    "CN",
    "NC",
    "DHWNC",
    "FRACTAL_Z_3D_TRANSPOSE",
    "FRACTAL_ZN_LSTM",
    "FRACTAL_Z_G",
    "FORMAT_RESERVED",
    "ALL",
    "NULL",
    "ND_RNN_BIAS",
    "FRACTAL_ZN_RNN",
    "NYUV",
    "NYUV_A",
    "NCL",
    "FRACTAL_Z_WINO",
    "C1HWC0",
    "FRACTAL_NZ_C0_16",
    "FRACTAL_NZ_C0_32",
    "FRACTAL_NZ_C0_2",
    "FRACTAL_NZ_C0_4",
    "FRACTAL_NZ_C0_8",
};
static_assert(std::size(kFormats) == FORMAT_END);

}  // namespace

int GetSizeByDataType(DataType data_type) {
  const TypeRow* row = FindType(data_type);
  return row == nullptr ? kNoSize : row->size;
}

int64_t GetSizeInBytes(int64_t count, DataType data_type) {
  const int size = GetSizeByDataType(data_type);
  if (size < 0 || count < 0) return -1;
  const bool is_bits = size > kDataTypeSizeBitOffset;
  int64_t total = 0;
  if (__builtin_mul_overflow(count, int64_t{is_bits ? size - kDataTypeSizeBitOffset : size}, &total)) return -1;
  constexpr int64_t kBitsPerByte = 8;
  return is_bits ? total / kBitsPerByte + (total % kBitsPerByte != 0 ? 1 : 0) : total;
}

const char* TypeUtils::DataTypeName(DataType data_type) {
  const TypeRow* row = FindType(data_type);
  return row == nullptr ? "UNDEFINED" : row->name;
}
AscendString TypeUtils::DataTypeToAscendString(const DataType& data_type) { return DataTypeName(data_type); }

DataType TypeUtils::AscendStringToDataType(const AscendString& str) {
  for (const TypeRow& row : kTypes) {
    if (str == row.name) return row.type;
  }
  return DT_UNDEFINED;
}

AscendString TypeUtils::FormatToAscendString(const Format& format) {
  const int32_t primary = GetPrimaryFormat(format);
  if (primary >= FORMAT_END) return "RESERVED";
  std::string text = kFormats[primary];
  if (HasSubFormat(format)) text += ":" + std::to_string(GetSubFormat(format));
  return text.c_str();
}

Format TypeUtils::AscendStringToFormat(const AscendString& name) {
  if (name.GetString() == nullptr) return FORMAT_RESERVED;
  const std::string str = name.GetString();
  const size_t colon = str.find(':');
  const std::string primary = str.substr(0, colon);
  const auto* found = std::find(std::begin(kFormats), std::end(kFormats), primary);
  if (found == std::end(kFormats)) return FORMAT_RESERVED;
  const auto value = static_cast<int32_t>(found - std::begin(kFormats));
  if (colon == std::string::npos) return static_cast<Format>(value);
  const std::string sub = str.substr(colon + 1);
  constexpr size_t kMostDigits = 5;
  const bool is_number = !sub.empty() && sub.size() <= kMostDigits &&
                         std::all_of(sub.begin(), sub.end(), [](char c) { return c >= '0' && c <= '9'; });
  const int32_t number = is_number ? std::stoi(sub) : -1;
  if (number < 0 || number > std::numeric_limits<uint16_t>::max()) return FORMAT_RESERVED;
  return static_cast<Format>(GetFormatFromSub(value, number));
}

Format TypeUtils::DataFormatToFormat(const char* str) {
  if (str == nullptr) return FORMAT_RESERVED;
  for (Format format : {FORMAT_NCHW, FORMAT_NHWC, FORMAT_NDHWC, FORMAT_NCDHW, FORMAT_ND}) {
    if (std::string_view(str) == kFormats[format]) return format;
  }
  return FORMAT_RESERVED;
}

bool TypeUtils::GetDataTypeLength(DataType data_type, uint32_t& length) {
  const int size = GetSizeByDataType(data_type);
  if (size < 0) return false;
  length = static_cast<uint32_t>(size);
  return true;
}

bool TypeUtils::IsDataTypeValid(DataType dt) { return FindType(dt) != nullptr && dt != DT_UNDEFINED; }

bool TypeUtils::IsFormatValid(Format format) {
  const int32_t primary = GetPrimaryFormat(format);
  return primary < FORMAT_END && primary != FORMAT_RESERVED && primary != FORMAT_NULL;
}

}  // namespace ge
