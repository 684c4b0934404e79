// The facts about one package that `opdk info` and `opdk list` print.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "graph_core/package/manifest.h"
#include "graph_core/package/package_registry.h"
#include "opdk/status.h"

namespace opdk {

struct PackageReport {
  Manifest manifest;
  std::string kind;  // "archive", "library", "installed"
  std::string path;
  std::string state;  // "active", "disabled"; "" for a package that isn't installed
  std::string signature;
  std::string hashes;                          // "all 3 match", or the files that don't match
  std::string trust;                           // "", or the other users who can write to it
  std::vector<std::string> versions;           // installed beside it
  std::map<std::string, std::string> winners;  // operator -> the package that wins here; installed packages only
  std::vector<Status> problems;                // each makes the command fail, after everything is printed
};

// Reports on NAME[@VERSION] in `plugin_dir`, an archive, or a library. A file called `what` comes before a package of
// this name. E1002, and the errors of reading it.
Result<PackageReport> ReportPackage(const std::string& what, const std::string& plugin_dir);

nlohmann::json ToJson(const PackageReport& report);

// Returns "not signed" or "signed with …"; "" for a package that was not installed. Reads the manifest beside the
// library.
std::string SignatureOf(const Package& package);

}  // namespace opdk
