// domi::Status, the return type of framework plugins.
#pragma once

#include <cstdint>

namespace domi {

using Status = uint32_t;

const Status SUCCESS = 0;
const Status FAILED = 0xFFFFFFFFU;
const Status PARAM_INVALID = 50331649U;
const Status SCOPE_NOT_CHANGED = (3U << 24) | (1U << 16) | 201U;

}  // namespace domi
