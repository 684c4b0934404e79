// What a port of an operator's description stands for.
#pragma once

#include "opdk/op_desc.h"

namespace opdk {

// Whether it is an optional input that isn't connected: the slot stays, without a tensor.
inline bool IsAbsent(const Port& port) {
  return port.desc.GetFormat() == ge::FORMAT_RESERVED && port.desc.GetDataType() == ge::DT_UNDEFINED;
}

}  // namespace opdk
