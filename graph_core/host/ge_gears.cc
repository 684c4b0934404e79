#include "graph_core/host/ge_gears.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "graph_core/base/option_text.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/base/text.h"
#include "graph_core/ir/input_shapes.h"
#include "opdk/parser_options.h"
#include "opdk/shape_rules.h"

namespace opdk {
namespace {

using Gears = std::vector<std::vector<int64_t>>;

constexpr size_t kMostGears = 256;

std::optional<int64_t> NumberOf(std::string_view text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Reads gears. `expected`: the option's form, for messages.
Result<Gears> ReadGears(std::string_view value, std::string_view between, std::string_view within,
                        std::string_view expected) {
  Gears gears;
  for (const std::string_view part : SplitText(value, between)) {
    std::vector<int64_t> gear;
    for (const std::string_view text : SplitText(part, within)) {
      const std::optional<int64_t> number = NumberOf(text);
      if (!number || *number < 1) return BadValue(value, expected);
      gear.push_back(*number);
    }
    if (std::find(gears.begin(), gears.end(), gear) != gears.end()) {
      return Status(ErrorCode::kUsage, fmt::format("'{}' names {} twice", value, fmt::join(gear, ",")));
    }
    if (!gears.empty() && gears.front().size() != gear.size()) return BadValue(value, expected);
    gears.push_back(std::move(gear));
  }
  if (gears.size() <= kMostGears) return gears;
  return Status(ErrorCode::kUsage, fmt::format("there are {} gears; {} is the most", gears.size(), kMostGears));
}

// Returns whether the text is a name: a letter or an underscore, then letters, underscores and digits.
bool IsDimName(std::string_view text) {
  const auto letter = [](char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !text.empty() && letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

// Reads "3", "-1", "1~8", "1~-1" or "N". nullopt: none of these.
std::optional<ShapeOptions::Extent> ExtentOf(std::string_view text) {
  if (IsDimName(text)) return ShapeOptions::Extent{-1, -1, std::string(text)};
  const size_t tilde = text.find('~');
  const std::optional<int64_t> least = NumberOf(text.substr(0, tilde));
  const std::optional<int64_t> most = tilde == std::string_view::npos ? least : NumberOf(text.substr(tilde + 1));
  if (!least || !most || *least < -1 || *most < -1) return std::nullopt;
  if (tilde != std::string_view::npos && (*least < 0 || (*most != -1 && *most < *least))) return std::nullopt;
  return ShapeOptions::Extent{*least, *most};
}

Node* FindInput(const std::vector<Node*>& data, const std::string& name) {
  const auto found = std::find_if(data.begin(), data.end(), [&](const Node* node) { return node->name() == name; });
  return found == data.end() ? nullptr : *found;
}

// Returns whether `shape` has each known extent of `known`.
bool Fits(const std::vector<int64_t>& known, const std::vector<int64_t>& shape) {
  if (known == std::vector<int64_t>{-2}) return true;
  return std::equal(known.begin(), known.end(), shape.begin(), shape.end(),
                    [](int64_t extent, int64_t given) { return extent < 0 || extent == given; });
}

Status SetShape(Node& node, const std::vector<ShapeOptions::Extent>& extents) {
  std::vector<int64_t> shape;
  std::vector<std::pair<int64_t, int64_t>> range;
  std::vector<std::string> names;
  for (const auto& [least, most, name] : extents) {
    shape.push_back(least == most ? least : -1);
    names.push_back(name);
    range.emplace_back(std::max<int64_t>(least, 0), most);
  }
  ge::TensorDesc& desc = node.op().outputs.at(0).desc;
  const std::vector<int64_t> declared = desc.GetShape().GetDims();
  const bool any_rank = declared == std::vector<int64_t>{-2};
  if (!any_rank && declared.size() != shape.size()) {
    return Status(ErrorCode::kUsage, fmt::format("input '{}' is {}, which {} doesn't fit", node.name(),
                                                 ShapeText(declared), ShapeText(shape)));
  }
  const auto* read_for = node.op().GetAttr<std::vector<int64_t>>(kReadForShape);
  if (read_for != nullptr && !Fits(*read_for, shape)) {
    return Status(ErrorCode::kUsage, fmt::format("input '{}': the model was read for {}, and parts of it hold for no "
                                                 "other shape, {}",
                                                 node.name(), ShapeText(*read_for), ShapeText(shape)))
        .Hint(
            fmt::format("give the parser the option {}={}:{}", kInputShapeOption, node.name(), fmt::join(shape, ",")));
  }
  desc.SetShape(ge::Shape(shape));
  desc.SetOriginShape(ge::Shape(shape));
  if (IsUnknown(shape)) desc.SetShapeRange(range);
  // Axes without a name in the option lose their names, because the option may give them different extents.
  node.op().attrs[std::string(kDimNames)] = std::move(names);
  return Status();
}

// Returns the axes of an input that are height and width. If its format doesn't tell: axes 1 and 2 of four if only
// these and possibly axis 0 are unknown, else 2 and 3.
std::vector<size_t> ImageAxes(const ge::TensorDesc& desc) {
  std::vector<size_t> first = {2, 3}, last = {1, 2};
  if (desc.GetFormat() == ge::FORMAT_NCHW) return first;
  if (desc.GetFormat() == ge::FORMAT_NHWC) return last;
  const std::vector<int64_t> dims = desc.GetShape().GetDims();
  const bool channels_last = dims.size() == 4 && dims[1] == -1 && dims[2] == -1 && dims[3] != -1;
  return channels_last ? last : first;
}

// Fills the unknown dimensions of each input. `axes_of`: the axes of a gear's numbers, the same numbers for each input.
template <typename AxesOf>
Result<Gears> FillAxes(const std::vector<Node*>& data, const std::vector<int64_t>& gear, std::string_view option,
                       const AxesOf& axes_of) {
  Gears shapes;
  bool filled = false;
  for (const Node* node : data) {
    const ge::TensorDesc& desc = node->op().outputs.at(0).desc;
    std::vector<int64_t>& shape = shapes.emplace_back(desc.GetShape().GetDims());
    const std::vector<size_t> axes = axes_of(desc);
    for (size_t i = 0; i < axes.size(); ++i) {
      if (axes[i] >= shape.size() || shape[axes[i]] != -1) continue;
      shape[axes[i]] = gear[i];
      filled = true;
    }
    if (!IsUnknown(shape)) continue;
    return Status(ErrorCode::kUsage, fmt::format("input '{}' is {}: {} leaves dimensions unknown", node->name(),
                                                 ShapeText(desc.GetShape().GetDims()), option))
        .Hint("ge.dynamicDims names a number for each -1");
  }
  if (filled) return shapes;
  return Status(ErrorCode::kUsage, fmt::format("{} is given, but no input has -1 there", option))
      .Hint("set it in ge.inputShape");
}

Result<Gears> FillInOrder(const std::vector<Node*>& data, const std::vector<int64_t>& gear) {
  Gears shapes;
  size_t next = 0, unknown = 0;
  for (const Node* node : data) {
    std::vector<int64_t>& shape = shapes.emplace_back(node->op().outputs.at(0).desc.GetShape().GetDims());
    for (int64_t& extent : shape) {
      if (extent != -1) continue;
      ++unknown;
      if (next < gear.size()) extent = gear[next++];
    }
  }
  if (unknown == gear.size()) return shapes;
  return Status(ErrorCode::kUsage, fmt::format("ge.dynamicDims has {} numbers in each gear, the inputs have {} "
                                               "dimensions of -1",
                                               gear.size(), unknown));
}

}  // namespace

Status ReadInputShape(const std::string& value, ShapeOptions& options) {
  constexpr std::string_view kExpected = "NAME:1,3,-1,-1, inputs separated by ';', extents like 3, -1, 1~8 or a name";
  for (const std::string_view part : SplitText(value, ";")) {
    const size_t colon = part.rfind(':');
    if (colon == std::string_view::npos || colon == 0) return BadValue(value, kExpected);
    std::vector<ShapeOptions::Extent> extents;
    std::string_view list = part.substr(colon + 1);
    // Ranges are also written in brackets.
    if (list.size() >= 2 && list.front() == '[' && list.back() == ']') list = list.substr(1, list.size() - 2);
    for (const std::string_view text : list.empty() ? std::vector<std::string_view>() : SplitText(list, ",")) {
      const std::optional<ShapeOptions::Extent> extent = ExtentOf(text);
      if (!extent) return BadValue(value, kExpected);
      extents.push_back(*extent);
    }
    const std::string name(part.substr(0, colon));
    if (!options.inputs.emplace(name, std::move(extents)).second) {
      return Status(ErrorCode::kUsage, fmt::format("'{}' names the input '{}' twice", value, name));
    }
  }
  return Status();
}

Status ReadBatchGears(const std::string& value, ShapeOptions& options) {
  OPDK_TRY(options.batches, ReadGears(value, ",", ";", "sizes of a batch like 1,2,4"));
  const bool single = std::all_of(options.batches.begin(), options.batches.end(),
                                  [](const std::vector<int64_t>& gear) { return gear.size() == 1; });
  return single ? Status() : BadValue(value, "sizes of a batch like 1,2,4");
}

Status ReadImageGears(const std::string& value, ShapeOptions& options) {
  OPDK_TRY(options.images, ReadGears(value, ";", ",", "heights and widths like 224,224;448,448"));
  return options.images.front().size() == 2 ? Status() : BadValue(value, "heights and widths like 224,224;448,448");
}

Status ReadDimsGears(const std::string& value, ShapeOptions& options) {
  OPDK_TRY(options.dims, ReadGears(value, ";", ",", "a number for each -1 like 1,8;2,16"));
  return Status();
}

std::string ShapesForParser(const ShapeOptions& options) {
  std::vector<std::string> inputs;
  for (const auto& [name, extents] : options.inputs) {
    std::vector<int64_t> shape;
    for (const ShapeOptions::Extent& extent : extents) shape.push_back(extent.least == extent.most ? extent.least : -1);
    inputs.push_back(fmt::format("{}:{}", name, fmt::join(shape, ",")));
  }
  return fmt::format("{}", fmt::join(inputs, ";"));
}

std::string GearKind(const ShapeOptions& options) {
  if (!options.batches.empty()) return "batch";
  if (!options.images.empty()) return "image";
  return options.dims.empty() ? "" : "dims";
}

Status ApplyShapes(const ShapeOptions& options, Graph& graph, CompileOptions& compile) {
  const std::vector<Node*> data = graph.inputs();
  for (const auto& [name, extents] : options.inputs) {
    Node* node = FindInput(data, name);
    if (node == nullptr) {
      std::vector<std::string> known;
      known.reserve(data.size());
      for (const Node* each : data) known.push_back(each->name());
      return Status(ErrorCode::kUsage, fmt::format("option 'ge.inputShape': the graph has no input '{}'", name))
          .Hint(fmt::format("its inputs are {}", fmt::join(known, ", ")));
    }
    OPDK_TRY(SetShape(*node, extents));
  }
  const int kinds = !options.batches.empty() + !options.images.empty() + !options.dims.empty();
  if (kinds == 0) return Status();
  if (kinds > 1) {
    return Status(ErrorCode::kUsage, "ge.dynamicBatchSize, ge.dynamicImageSize and ge.dynamicDims exclude each other")
        .Hint("give one of them; ge.dynamicDims can name all dimensions");
  }
  for (const std::vector<int64_t>& gear : options.batches) {
    OPDK_TRY(compile.gears.emplace_back(),
             FillAxes(data, gear, "ge.dynamicBatchSize", [](const ge::TensorDesc&) { return std::vector<size_t>{0}; }));
  }
  for (const std::vector<int64_t>& gear : options.images) {
    OPDK_TRY(compile.gears.emplace_back(), FillAxes(data, gear, "ge.dynamicImageSize", ImageAxes));
  }
  for (const std::vector<int64_t>& gear : options.dims) {
    OPDK_TRY(compile.gears.emplace_back(), FillInOrder(data, gear));
  }
  compile.any_shape_beside_gears = options.any_shape;
  return Status();
}

}  // namespace opdk
