// A message's next step for an author whose operator function uses a name or type that the prototype lacks.
#pragma once

#include "opdk/status.h"

namespace opdk {

inline constexpr const char* kUnknownLookupHint =
    "the fault is in the package's code: use the names and types of its REG_OP";

// Returns whether verification or inference failed because it uses such a name or type.
inline bool AsksForUnknown(const Status& status) { return status.hint() == kUnknownLookupHint; }

}  // namespace opdk
