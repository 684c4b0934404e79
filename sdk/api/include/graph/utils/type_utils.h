// Names of data types and formats.
#pragma once

#include <cstdint>
#include <string>

#include "graph/ascend_string.h"
#include "graph/types.h"
#include "opdk/neutral_text.h"
#include "opdk/visibility.h"

namespace ge {

// Static conversions between names and values.
class OPDK_API TypeUtils {
 public:
  // Returns a name such as "DT_FLOAT"; "UNDEFINED" for a value that is no data type.
  static std::string DataTypeToSerialString(DataType data_type) {
    return opdk::ToText(DataTypeToAscendString(data_type));
  }
  // Returns the data type of a name; DT_UNDEFINED for an unknown name.
  static DataType SerialStringToDataType(const std::string& str) { return AscendStringToDataType(opdk::Neutral(str)); }
  // Returns the name of a data type as a literal that is never freed.
  static const char* DataTypeName(DataType data_type);
  static AscendString DataTypeToAscendString(const DataType& data_type);
  static DataType AscendStringToDataType(const AscendString& str);
  // Returns a name such as "NCHW", with a sub-format "NCHW:2"; "RESERVED" for a value that is no format.
  static std::string FormatToSerialString(Format format) { return opdk::ToText(FormatToAscendString(format)); }
  // Returns the format of a name; FORMAT_RESERVED for an unknown name.
  static Format SerialStringToFormat(const std::string& str) { return AscendStringToFormat(opdk::Neutral(str)); }
  static AscendString FormatToAscendString(const Format& format);
  static Format AscendStringToFormat(const AscendString& str);
  // Returns the format that a model's data_format attribute names: NCHW, NHWC, NDHWC, NCDHW or ND. Any other text:
  // FORMAT_RESERVED.
  static Format DataFormatToFormat(const char* str);
  static Format DataFormatToFormat(const std::string& str) { return DataFormatToFormat(str.c_str()); }
  // Reads the bytes of one element; false for types that have no size.
  static bool GetDataTypeLength(DataType data_type, uint32_t& length);
  static bool IsDataTypeValid(DataType dt);
  static bool IsFormatValid(Format format);
};

}  // namespace ge
