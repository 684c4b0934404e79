// This command again, in the same process.
#pragma once

#include "opdk/status.h"

namespace opdk {

// Starts the program anew with its arguments and the environment as it is now: some libraries read it only when they
// are loaded. Returns only errors: E9001.
Status Restart();

}  // namespace opdk
