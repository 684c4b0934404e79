// From a built package to the contents of its archive.
#pragma once

#include <string>
#include <vector>

#include "graph_core/package/manifest.h"
#include "opdk/status.h"
#include "sdk/tools/package/archive.h"

namespace opdk {

struct Packing {
  Manifest manifest;
  std::vector<PackedFile> files;  // as the manifest lists them
  std::string library;            // where it was found
  std::vector<Status> notes;
};

// `named`: a package's directory (or one in it) that has been built (its build/opdk/NAME.json, or the only library
// below build/plugins or build), or a library by itself. README*, LICENSE*, CHANGELOG* and docs/ of the directory come
// along. E1002 when no library is there, E1001 when there are several, and those of DescribeLibrary.
Result<Packing> DescribePackage(const std::string& named);

}  // namespace opdk
