// The package whose folder a command is called in.
#pragma once

#include <string>
#include <vector>

namespace opdk::cli {

// Returns the places of packages that a command reads before the environment's: `named`, those of --plugins, or where
// none is named the libraries that the last build of this folder's package made. Says on stderr which these are. Builds
// nothing; without a package around the folder, or before its first build, there are none.
std::vector<std::string> PackagePlaces(const std::vector<std::string>& named);

}  // namespace opdk::cli
