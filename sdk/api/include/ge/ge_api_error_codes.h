// ge::Status, the return type of the session API (ge/ge_api.h).
#pragma once

#include <cstdint>

namespace ge {

using Status = uint32_t;

const Status SUCCESS = 0;
const Status FAILED = 0xFFFFFFFFU;

}  // namespace ge
