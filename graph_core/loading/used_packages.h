// Operator packages that a program needs, as its offline model lists them.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "graph_core/program/program_file.h"

namespace opdk {

// Returns the packages that the operators of placed graphs are from, regions and fused bodies included, by name.
// `embeds`: with their libraries, except for the built-in package. E1002: a library can't be read. E5012: one
// isn't loaded.
Result<std::vector<UsedPackage>> UsedPackages(std::span<const Graph* const> graphs, const PackageRegistry& packages,
                                              bool embeds);

// Checks that the packages are there. E5012: one is missing. E5010: one differs from the package that the model was
// made with.
Status CheckUsedPackages(std::span<const UsedPackage> used, const PackageRegistry& packages);

// Returns `packages` with the packages of the offline model in front that are missing in it or differ. Their libraries
// are written below the cache directory. Returns `packages` itself if none is needed. E2001: no offline model. E1002,
// E5009: there is no place for the libraries.
Result<std::shared_ptr<const PackageRegistry>> WithEmbedded(std::string_view offline_model,
                                                            std::shared_ptr<const PackageRegistry> packages);

}  // namespace opdk
