// The formats that operator information names.
#pragma once

#include <algorithm>
#include <vector>

#include "graph_core/package/op_info.h"

namespace opdk {

// Returns whether an engine's operator information names a format, for any port, that `is_wanted` takes.
template <typename IsWanted>
bool ListsFormat(const EngineOpInfo& info, IsWanted is_wanted) {
  const auto lists = [&](const std::vector<ge::Format>& formats) {
    return std::any_of(formats.begin(), formats.end(), is_wanted);
  };
  return std::any_of(info.ports.begin(), info.ports.end(), [&](const PortInfo& port) { return lists(port.formats); }) ||
         std::any_of(info.allow.begin(), info.allow.end(),
                     [&](const auto& port) { return lists(port.second.formats); });
}

}  // namespace opdk
