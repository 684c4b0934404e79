#include "opdk/dtype_name.h"

#include <algorithm>
#include <cctype>

#include "graph/utils/type_utils.h"

namespace opdk {
namespace {

std::string Lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::string Upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

}  // namespace

std::string DtypeName(ge::DataType dtype) {
  if (dtype == ge::DT_BF16) return "bfloat16";
  std::string name = ge::TypeUtils::DataTypeToSerialString(dtype);
  return Lower(name.starts_with("DT_") ? name.substr(3) : name);
}

bool ParseDtypeName(std::string_view name, ge::DataType& dtype) {
  dtype = ge::DT_UNDEFINED;
  if (name == "undefined") return true;
  dtype = name == "bfloat16" ? ge::DT_BF16 : ge::TypeUtils::SerialStringToDataType("DT_" + Upper(std::string(name)));
  // Only one spelling is right: "Float" is not a dtype.
  return dtype != ge::DT_UNDEFINED && DtypeName(dtype) == name;
}

}  // namespace opdk
