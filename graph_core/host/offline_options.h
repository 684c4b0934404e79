// Options of builds of offline models, as ge/ge_ir_build.h and `atc` take them.
#pragma once

#include <string>

#include "graph_core/host/ge_options.h"
#include "opdk/model.h"
#include "opdk/status.h"

namespace opdk {

struct OfflineBuild {
  GeOptions options;
  OfflineOptions offline;
};

// Splits the options of a build and replaces names that only builds have ("input_shape") by the names of the table.
// Keys that only GEInitialize takes go to `global`, all others to `of_builds`. E1001: there is no such option.
Status SplitBuildOptions(const OptionMap& options, OptionMap& global, OptionMap& of_builds);

// Reads the options of a build. `build` wins over `defaults`, and `defaults` over `global`. E1001, and as ReadOptions.
Result<OfflineBuild> ReadOfflineBuild(const OptionMap& global, const OptionMap& defaults, const OptionMap& build,
                                      const PackageRegistry& packages);
// Sets the graph's shapes and the build's gears from the options. E1001.
Status ApplyOfflineBuild(OfflineBuild& build, Graph& graph);

// Returns the path with the ending .om: net.om for both "net" and "net.om".
std::string OfflinePath(const std::string& path);

}  // namespace opdk
