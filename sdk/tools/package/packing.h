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
  std::string library;            // path of the library
  std::vector<Status> notes;
};

// Describes a built package for its archive. `named` is a package's directory (or one in it), or a library by itself.
// The directory's library is the one of build/opdk/NAME.json, or the only library below build/plugins or build.
// README*, LICENSE*, CHANGELOG* and docs/ of the directory come along. E1002: no library is there; E1001: there are
// several; and the errors of DescribeLibrary.
Result<Packing> DescribePackage(const std::string& named);

}  // namespace opdk
