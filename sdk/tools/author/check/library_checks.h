// A package's library: what its file shows, and loading it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "sdk/tools/author/check/finding.h"
#include "sdk/tools/author/check/package_parts.h"

namespace opdk::cli {

// C301, C302, C303: what the file shows; nothing of it runs. An error-severity finding means that it can't be loaded.
std::vector<CheckFinding> CheckLibraryFile(const std::string& library);

// C307 when a source below `root` is newer than the library.
std::vector<CheckFinding> CheckAge(const std::string& root, const std::string& library);

// Loads the library: its constructors run, so call it in a process of its own. Findings: C101 (embedded operator
// information), C303, C304, C305, C306; nullptr with an error among them.
std::unique_ptr<Package> LoadForCheck(const std::string& library, std::vector<CheckFinding>& findings);

}  // namespace opdk::cli
