// Which operator packages a program needs, as an offline model tells them.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "graph_core/program/program_file.h"

namespace opdk {

// Of the operators of placed graphs, with regions and fused bodies, in the order of their names. `embeds`: with their
// libraries, but for the built-in one. E1002: one can't be read.
Result<std::vector<UsedPackage>> UsedPackages(std::span<const Graph* const> graphs, const PackageRegistry& packages,
                                              bool embeds);

// E5012: one is missing; E5010: one is another than the model was made with.
Status CheckUsedPackages(std::span<const UsedPackage> used, const PackageRegistry& packages);

// The same packages, and before them those that the offline model brings along and that aren't there as it needs them:
// their libraries are written below the cache directory. `packages` itself where all are there. E2001: no offline
// model; E1002,
// E5009: there is no place for them.
Result<std::shared_ptr<const PackageRegistry>> WithEmbedded(std::string_view offline_model,
                                                            std::shared_ptr<const PackageRegistry> packages);

}  // namespace opdk
