// What a library provides, asked of the library itself.
#pragma once

#include <string>
#include <vector>

#include "graph_core/package/manifest.h"
#include "opdk/status.h"

namespace opdk {

// A manifest without files and signature. The library must be trusted (trust.h); it is tried in a process of its own
// first, then loaded. E1002, E5001 to E5009, E2006; `notes`: why it could not be tried.
Result<Manifest> DescribeLibrary(const std::string& path, std::vector<Status>& notes);

}  // namespace opdk
