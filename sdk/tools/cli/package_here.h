// The package around the directory in which a command is called.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/package/package_build.h"

namespace opdk::cli {

// Returns the packages that the last build of this folder's package made, with their libraries. Builds nothing. Without
// a package around the folder, or before its first build, there are none.
std::vector<BuiltPackage> PackagesHere();

// Returns the places of packages that a command reads before the environment's: `named`, from --plugins. If none is
// named, these are the libraries of PackagesHere; they are listed on stderr.
std::vector<std::string> PackagePlaces(const std::vector<std::string>& named);

}  // namespace opdk::cli
