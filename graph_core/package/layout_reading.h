// The key `layout` of operator information.
#pragma once

#include "graph_core/base/yaml_reading.h"
#include "graph_core/package/layout_info.h"
#include "opdk/op_desc.h"

namespace opdk {

// {data: [x, y], order: data_format, prefer: NCHW, per_axis: strides}. Located file:line:column.
Result<LayoutInfo> ReadLayout(const YamlReader& reader, const YAML::Node& node);
// E2006 at `place`: a port or an attribute that the prototype does not have.
Status CheckLayout(const LayoutInfo& layout, const std::string& place, const OpDesc& prototype);

}  // namespace opdk
