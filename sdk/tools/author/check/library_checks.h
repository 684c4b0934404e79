// A package's library: facts from its file, and loading it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "sdk/tools/author/check/finding.h"
#include "sdk/tools/author/check/package_parts.h"

namespace opdk::author {

// Checks the file without running its code: C301, C302, C303. A finding with the severity of an error means that the
// library can't be loaded.
std::vector<CheckFinding> CheckLibraryFile(const std::string& library);

// Returns C307 if a source below `root` is newer than the library.
std::vector<CheckFinding> CheckAge(const std::string& root, const std::string& library);

// Loads the library. Its constructors run, so call it in a process of its own. Findings: C101 (embedded operator
// information), C303, C304, C305, C306. Returns nullptr if an error is among them.
std::unique_ptr<Package> LoadForCheck(const std::string& library, std::vector<CheckFinding>& findings);

}  // namespace opdk::author
