// The package around the directory in which a command is called.
#pragma once

#include <string>
#include <vector>

namespace opdk::cli {

// Returns the places of packages that a command reads before the environment's: `named`, from --plugins. If none is
// named, these are the libraries that the last build of this folder's package made; they are listed on stderr. Builds
// nothing. Without a package around the folder, or before its first build, there are none.
std::vector<std::string> PackagePlaces(const std::vector<std::string>& named);

}  // namespace opdk::cli
