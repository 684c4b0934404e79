#include "graph_core/package/layout_reading.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "graph/utils/type_utils.h"

namespace opdk {
namespace {

const std::vector<std::string> kKeys = {"data", "filter", "per_axis", "contiguous",
                                        "axes", "order",  "unnamed",  "prefer"};
const std::vector<std::string> kOrders = {"NCHW", "NHWC"};

Result<std::vector<std::string>> ReadNames(const YamlReader& reader, const YAML::Node& node, const std::string& what) {
  OPDK_TRY(const auto cells, reader.List(node, what));
  std::vector<std::string> names;
  for (const YAML::Node& cell : cells) {
    OPDK_TRY(std::string name, reader.Text(cell, what));
    names.push_back(std::move(name));
  }
  return names;
}

Result<ge::Format> ReadOrder(const YamlReader& reader, const YAML::Node& node, const std::string& what) {
  OPDK_TRY(const std::string name, reader.Text(node, what));
  if (std::find(kOrders.begin(), kOrders.end(), name) == kOrders.end())
    return reader.Unknown(node, "order", name, kOrders);
  return ge::TypeUtils::SerialStringToFormat(name);
}

bool IsPort(const std::vector<IrPort>& ports, const std::string& name) {
  return std::any_of(ports.begin(), ports.end(), [&](const IrPort& port) { return port.name == name; });
}

bool IsAttr(const OpDesc& prototype, const std::string& name, std::initializer_list<std::string_view> types) {
  return std::any_of(prototype.ir_attrs.begin(), prototype.ir_attrs.end(), [&](const IrAttr& attr) {
    return attr.name == name && std::find(types.begin(), types.end(), attr.type) != types.end();
  });
}

}  // namespace

Result<LayoutInfo> ReadLayout(const YamlReader& reader, const YAML::Node& node) {
  OPDK_TRY(const auto entries, reader.Map(node, "layout", kKeys));
  LayoutInfo layout;
  for (const auto& [key, value] : entries) {
    const std::string& name = key.Scalar();
    const std::string what = name + " of layout";
    if (name == "data") {
      OPDK_TRY(layout.data, ReadNames(reader, value, what));
    } else if (name == "filter") {
      OPDK_TRY(layout.filter, ReadNames(reader, value, what));
    } else if (name == "per_axis") {
      OPDK_TRY(layout.per_axis, ReadNames(reader, value, what));
    } else if (name == "axes") {
      OPDK_TRY(layout.axes, ReadNames(reader, value, what));
    } else if (name == "contiguous") {
      OPDK_TRY(layout.contiguous, reader.Text(value, what));
    } else if (name == "order") {
      OPDK_TRY(layout.order, reader.Text(value, what));
    } else {
      OPDK_TRY((name == "prefer" ? layout.preferred : layout.unnamed), ReadOrder(reader, value, what));
    }
  }
  if (layout.data.empty()) return reader.Error(node, "layout names no data: the ports whose axes change their order");
  return layout;
}

Status CheckLayout(const LayoutInfo& layout, const std::string& place, const OpDesc& prototype) {
  const auto refuse = [&](const char* key, const std::string& name, const char* wanted) {
    return Status(ErrorCode::kOpInfoInvalid, fmt::format("layout: {} names '{}', but {} has no {} of that name", key,
                                                         name, prototype.type, wanted))
        .At(place);
  };
  for (const std::string& name : layout.data) {
    if (!IsPort(prototype.ir_inputs, name) && !IsPort(prototype.ir_outputs, name)) return refuse("data", name, "port");
  }
  for (const std::string& name : layout.filter) {
    if (!IsPort(prototype.ir_inputs, name) && !IsPort(prototype.ir_outputs, name) &&
        !IsAttr(prototype, name, {"ListInt"}))
      return refuse("filter", name, "port and no attribute (ListInt)");
  }
  for (const std::string& name : layout.per_axis) {
    if (!IsPort(prototype.ir_inputs, name) && !IsAttr(prototype, name, {"ListInt", "ListListInt"}))
      return refuse("per_axis", name, "input and no attribute (ListInt, ListListInt)");
  }
  for (const std::string& name : layout.axes) {
    if (!IsPort(prototype.ir_inputs, name) && !IsAttr(prototype, name, {"Int", "ListInt"}))
      return refuse("axes", name, "input and no attribute (Int, ListInt)");
  }
  if (!layout.contiguous.empty() && !IsAttr(prototype, layout.contiguous, {"Bool"}))
    return refuse("contiguous", layout.contiguous, "attribute (Bool)");
  if (!layout.order.empty() && !IsAttr(prototype, layout.order, {"String"}))
    return refuse("order", layout.order, "attribute (String)");
  return Status();
}

}  // namespace opdk
