// The key `layout` of operator information.
#pragma once

#include "graph_core/base/yaml_reading.h"
#include "graph_core/package/layout_info.h"
#include "opdk/op_desc.h"

namespace opdk {

// Reads "{data: [x, y], order: data_format, prefer: NCHW, per_axis: strides}". Errors are located file:line:column.
Result<LayoutInfo> ReadLayout(const YamlReader& reader, const YAML::Node& node);
// Compares a layout with the prototype. E2006 at `place`: a port or an attribute that the prototype doesn't have.
Status CheckLayout(const LayoutInfo& layout, const std::string& place, const OpDesc& prototype);

}  // namespace opdk
