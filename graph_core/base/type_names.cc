#include "graph_core/base/type_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph/utils/type_utils.h"

namespace opdk {

namespace {

std::string ShapeText(const ge::TensorDesc& desc) {
  std::vector<int64_t> dims = desc.GetShape().GetDims();
  std::vector<std::pair<int64_t, int64_t>> ranges;
  if (desc.GetShapeRange(ranges) != ge::GRAPH_SUCCESS || ranges.size() != dims.size()) return DimsText(dims);
  std::string text;
  for (size_t i = 0; i < dims.size(); ++i) {
    const auto& [low, high] = ranges[i];
    if (i > 0) text += ",";
    if (dims[i] != ge::UNKNOWN_DIM) {
      text += std::to_string(dims[i]);
    } else if (low <= 0 && high < 0) {
      text += "?";
    } else {
      text += high < 0 ? fmt::format("{}..", low) : fmt::format("{}..{}", low, high);
    }
  }
  return text;
}

std::string FormatSuffix(ge::Format format) {
  if (format == ge::FORMAT_ND) return "";
  std::string name = ge::TypeUtils::FormatToSerialString(format);
  // A format whose upper bits no name can express is written as a number.
  return "@" + (ge::TypeUtils::SerialStringToFormat(name) == format ? name : std::to_string(format));
}

}  // namespace

std::string DimsText(const std::vector<int64_t>& dims) {
  if (std::find(dims.begin(), dims.end(), ge::UNKNOWN_DIM_NUM) != dims.end()) return "*";
  std::string text;
  for (int64_t dim : dims) {
    if (!text.empty()) text += ",";
    text += dim == ge::UNKNOWN_DIM ? "?" : std::to_string(dim);
  }
  return text;
}

std::string DescText(const ge::TensorDesc& desc) {
  std::vector<int64_t> dims = desc.GetShape().GetDims();
  if (desc.GetDataType() == ge::DT_UNDEFINED && dims.empty()) return "_";
  std::string text = DtypeName(desc.GetDataType()) + "[" + ShapeText(desc) + "]" + FormatSuffix(desc.GetFormat());
  std::vector<int64_t> origin = desc.GetOriginShape().GetDims();
  ge::Format origin_format = desc.GetOriginFormat();
  bool other_shape = !origin.empty() && origin != dims;
  bool other_format = origin_format != ge::FORMAT_ND && origin_format != desc.GetFormat();
  if (other_shape || other_format) {
    text += " of [" + DimsText(other_shape ? origin : dims) + "]" + FormatSuffix(origin_format);
  }
  return text;
}

int64_t ElementCount(const std::vector<int64_t>& dims) {
  if (std::any_of(dims.begin(), dims.end(), [](int64_t dim) { return dim < 0; })) return kUnknownCount;
  if (std::find(dims.begin(), dims.end(), 0) != dims.end()) return 0;
  int64_t count = 1;
  for (int64_t dim : dims) {
    if (__builtin_mul_overflow(count, dim, &count)) return kOverflowCount;
  }
  return count;
}

}  // namespace opdk
