// Files of offline models.
#pragma once

#include <memory>
#include <string>

#include "graph_core/base/mapped_file.h"
#include "graph_core/program/program_file.h"
#include "opdk/status.h"

namespace opdk {

// The attribute of an offline model's graph that says what its gears are of: "batch", "image", "dims".
inline constexpr const char* kGearKind = "opdk_gear_kind";

// E1002; E5009: others can write to it, and there is machine code in it.
Result<std::shared_ptr<const MappedFile>> MapOffline(const std::string& path);

// What it says of itself: nothing of it is run, so that anybody may have written it. Of partitions only the sizes are there.
// E1002, E2001.
Result<OfflineFacts> FactsOfFile(const std::string& path);

// Whether a file begins as one. E1002.
Result<bool> IsOffline(const std::string& path);

}  // namespace opdk
