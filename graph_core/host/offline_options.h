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

// Names that only builds have ("input_shape") become those of the table. Keys that only GEInitialize takes go to
// `global`, others to `of_builds`. E1001: there is no such option.
Status SplitBuildOptions(const OptionMap& options, OptionMap& global, OptionMap& of_builds);

// `build` wins over `defaults`, those over `global`. E1001, and as ReadOptions.
Result<OfflineBuild> ReadOfflineBuild(const OptionMap& global, const OptionMap& defaults, const OptionMap& build,
                                      const PackageRegistry& packages);
// Gives the graph the shapes, the build the gears, that the options say. E1001.
Status ApplyOfflineBuild(OfflineBuild& build, Graph& graph);

// "net" and "net.om": net.om.
std::string OfflinePath(const std::string& path);

}  // namespace opdk
