// The contents of a library, asked of the library itself.
#pragma once

#include <string>
#include <vector>

#include "graph_core/package/manifest.h"
#include "opdk/status.h"

namespace opdk {

// Returns a manifest without files and signature. The library must be trusted (trust.h). It is tried in a process of
// its own first, then loaded. `notes`: why it could not be tried. E1002, E5001 to E5009, E2006.
Result<Manifest> DescribeLibrary(const std::string& path, std::vector<Status>& notes);

}  // namespace opdk
