// Questions about a port of an operator's description.
#pragma once

#include "opdk/op_desc.h"

namespace opdk {

// Returns whether the port is an optional input that isn't connected. Such a port stays, without a tensor.
inline bool IsAbsent(const Port& port) {
  return port.desc.GetFormat() == ge::FORMAT_RESERVED && port.desc.GetDataType() == ge::DT_UNDEFINED;
}

}  // namespace opdk
