#include "plugins/importer/input_shapes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "opdk/parser_options.h"

namespace opdk::importer {
namespace {

Status Refused(const char* option, const std::string& why) {
  return Status(ErrorCode::kUsage, fmt::format("option '{}': {}", option, why));
}

// Reads the extents of a shape: "1,3,-1", or "" for a scalar.
Result<std::vector<int64_t>> ReadExtents(const std::string& text) {
  std::vector<int64_t> extents;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    int64_t extent = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), extent);
    if (error != std::errc() || end != part.data() + part.size() || extent < ge::UNKNOWN_DIM) {
      return Refused(kInputShapeOption, fmt::format("'{}' is no extent: it is a number from 0 on, or -1", part));
    }
    extents.push_back(extent);
  }
  return extents;
}

Status CheckName(const char* option, const std::string& name, const std::vector<std::string>& names) {
  if (std::find(names.begin(), names.end(), name) != names.end()) return {};
  const std::string near = Nearest(name, names);
  return Refused(option, fmt::format("the model has no input '{}'{}", name,
                                     near.empty() ? "" : fmt::format("; did you mean '{}'?", near)))
      .Hint(fmt::format("its inputs are {}", fmt::join(names, ", ")));
}

}  // namespace

Result<std::map<std::string, std::vector<int64_t>>> ReadInputShapes(const ParseRequest& request) {
  std::map<std::string, std::vector<int64_t>> shapes;
  const auto option = request.options.find(kInputShapeOption);
  if (option == request.options.end()) return shapes;
  std::istringstream parts(option->second);
  for (std::string part; std::getline(parts, part, ';');) {
    // Names of inputs may have colons of their own.
    const size_t colon = part.rfind(':');
    if (colon == std::string::npos || colon == 0)
      return Refused(kInputShapeOption, fmt::format("'{}' is not NAME:1,3,-1", part));
    OPDK_TRY(shapes[part.substr(0, colon)], ReadExtents(part.substr(colon + 1)));
  }
  return shapes;
}

Status SetInputShape(const ParseRequest& request, const std::string& name, ge::TensorDesc& desc) {
  OPDK_TRY(const auto shapes, ReadInputShapes(request));
  const auto given = shapes.find(name);
  if (given == shapes.end()) return {};
  const std::vector<int64_t> declared = desc.GetShape().GetDims();
  if (declared != ge::UNKNOWN_RANK && declared.size() != given->second.size()) {
    return Refused(kInputShapeOption, fmt::format("input '{}' is [{}], which [{}] doesn't fit", name,
                                                  fmt::join(declared, ","), fmt::join(given->second, ",")));
  }
  desc.SetShape(ge::Shape(given->second));
  desc.SetOriginShape(ge::Shape(given->second));
  return {};
}

Status CheckInputShapes(const ParseRequest& request, const std::vector<std::string>& names) {
  OPDK_TRY(const auto shapes, ReadInputShapes(request));
  for (const auto& [name, shape] : shapes) OPDK_TRY(CheckName(kInputShapeOption, name, names));
  return {};
}

Status CheckGivenInputs(const ParseRequest& request, const std::vector<std::string>& names) {
  const auto given = request.options.find(kGivenInputsOption);
  if (given == request.options.end()) return {};
  std::istringstream parts(given->second);
  for (std::string part; std::getline(parts, part, ';');) OPDK_TRY(CheckName(kGivenInputsOption, part, names));
  return {};
}

}  // namespace opdk::importer
