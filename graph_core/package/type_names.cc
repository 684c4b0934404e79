#include "graph_core/package/type_names.h"

#include <array>

namespace opdk {
namespace {

struct DataTypeRow {
  ge::DataType dtype;
  std::string_view name;
  std::string_view enumerator;
};

constexpr std::array kDataTypes = {
    DataTypeRow{ge::DT_FLOAT, "float", "DT_FLOAT"},
    DataTypeRow{ge::DT_FLOAT16, "float16", "DT_FLOAT16"},
    DataTypeRow{ge::DT_BF16, "bfloat16", "DT_BF16"},
    DataTypeRow{ge::DT_DOUBLE, "double", "DT_DOUBLE"},
    DataTypeRow{ge::DT_INT8, "int8", "DT_INT8"},
    DataTypeRow{ge::DT_INT16, "int16", "DT_INT16"},
    DataTypeRow{ge::DT_INT32, "int32", "DT_INT32"},
    DataTypeRow{ge::DT_INT64, "int64", "DT_INT64"},
    DataTypeRow{ge::DT_UINT8, "uint8", "DT_UINT8"},
    DataTypeRow{ge::DT_UINT16, "uint16", "DT_UINT16"},
    DataTypeRow{ge::DT_UINT32, "uint32", "DT_UINT32"},
    DataTypeRow{ge::DT_UINT64, "uint64", "DT_UINT64"},
    DataTypeRow{ge::DT_BOOL, "bool", "DT_BOOL"},
    DataTypeRow{ge::DT_STRING, "string", "DT_STRING"},
    DataTypeRow{ge::DT_COMPLEX64, "complex64", "DT_COMPLEX64"},
    DataTypeRow{ge::DT_COMPLEX128, "complex128", "DT_COMPLEX128"},
    DataTypeRow{ge::DT_COMPLEX32, "complex32", "DT_COMPLEX32"},
    DataTypeRow{ge::DT_QINT8, "qint8", "DT_QINT8"},
    DataTypeRow{ge::DT_QINT16, "qint16", "DT_QINT16"},
    DataTypeRow{ge::DT_QINT32, "qint32", "DT_QINT32"},
    DataTypeRow{ge::DT_QUINT8, "quint8", "DT_QUINT8"},
    DataTypeRow{ge::DT_QUINT16, "quint16", "DT_QUINT16"},
    DataTypeRow{ge::DT_INT4, "int4", "DT_INT4"},
    DataTypeRow{ge::DT_RESOURCE, "resource", "DT_RESOURCE"},
    DataTypeRow{ge::DT_VARIANT, "variant", "DT_VARIANT"},
};

struct FormatRow {
  ge::Format format;
  std::string_view name;
};

constexpr std::array kFormats = {
    FormatRow{ge::FORMAT_ND, "ND"},
    FormatRow{ge::FORMAT_NCHW, "NCHW"},
    FormatRow{ge::FORMAT_NHWC, "NHWC"},
    FormatRow{ge::FORMAT_HWCN, "HWCN"},
    FormatRow{ge::FORMAT_CHWN, "CHWN"},
    FormatRow{ge::FORMAT_NCDHW, "NCDHW"},
    FormatRow{ge::FORMAT_NDHWC, "NDHWC"},
    FormatRow{ge::FORMAT_DHWCN, "DHWCN"},
    FormatRow{ge::FORMAT_NC1HWC0, "NC1HWC0"},
    FormatRow{ge::FORMAT_C1HWNC0, "C1HWNC0"},
    FormatRow{ge::FORMAT_NDC1HWC0, "NDC1HWC0"},
    FormatRow{ge::FORMAT_FRACTAL_Z, "FRACTAL_Z"},
    FormatRow{ge::FORMAT_FRACTAL_NZ, "FRACTAL_NZ"},
    FormatRow{ge::FORMAT_FRACTAL_Z_3D, "FRACTAL_Z_3D"},
};

}  // namespace

std::string_view DataTypeName(ge::DataType dtype) {
  for (const DataTypeRow& row : kDataTypes) {
    if (row.dtype == dtype) return row.name;
  }
  return "undefined";
}

std::optional<ge::DataType> DataTypeFromName(std::string_view name) {
  if (name == "float32") return ge::DT_FLOAT;
  for (const DataTypeRow& row : kDataTypes) {
    if (row.name == name) return row.dtype;
  }
  return std::nullopt;
}

std::optional<ge::DataType> DataTypeFromEnumerator(std::string_view enumerator) {
  if (enumerator == "DT_BFLOAT16") return ge::DT_BF16;
  for (const DataTypeRow& row : kDataTypes) {
    if (row.enumerator == enumerator) return row.dtype;
  }
  return std::nullopt;
}

std::vector<std::string> DataTypeNames() {
  std::vector<std::string> names;
  for (const DataTypeRow& row : kDataTypes) names.emplace_back(row.name);
  return names;
}

std::string_view FormatName(ge::Format format) {
  const auto primary = static_cast<ge::Format>(static_cast<uint32_t>(format) & 0xffU);
  for (const FormatRow& row : kFormats) {
    if (row.format == primary) return row.name;
  }
  return "undefined";
}

std::optional<ge::Format> FormatFromName(std::string_view name) {
  for (const FormatRow& row : kFormats) {
    if (row.name == name) return row.format;
  }
  return std::nullopt;
}

std::vector<std::string> FormatNames() {
  std::vector<std::string> names;
  for (const FormatRow& row : kFormats) names.emplace_back(row.name);
  return names;
}

}  // namespace opdk
