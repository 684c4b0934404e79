// Building an operator package from its source tree, with the CMake project that it brings or one that is made for it.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"

namespace opdk {

// What opdk_add_operator_package() says of a package in <build>/opdk/NAME.json.
struct BuiltPackage {
  std::string name;
  std::string vendor;
  std::string version;
  std::string root;     // the source tree: op_proto, op_info, … and tests/op lie below it
  std::string library;  // lib<name>.so
};

struct BuildRequest {
  std::string root;                      // the source tree
  std::string directory;                 // "": <root>/build
  std::string build_type = "";           // "": Release, or what the build directory was configured with
  int jobs = 0;                          // 0: as many as there are processors
  std::vector<std::string> definitions;  // "NAME=VALUE": handed to CMake as -D
};

// The source tree that `from` lies in: the nearest directory, from there upwards, whose CMakeLists.txt calls
// opdk_add_operator_package, or that has none, and sources in op_proto or op_impl (a bare package). E1002: there is
// none.
Result<std::string> FindPackageRoot(const std::string& from);

// The name of a bare package: its directory's, with what no name of a library has replaced.
std::string BarePackageName(const std::string& root);

// Writes a file unless it holds that text already, so that a build sees what changed. E1006.
Status WriteChanged(const std::string& path, const std::string& text);

// A text as CMake's argument, whatever is in it.
std::string CMakeQuoted(const std::string& text);

// FindPackageRoot for commands that take the built-in operators where there is no package: in opdk's own source tree,
// too.
Result<std::string> FindAuthorsPackage(const std::string& from);

// Where find_package(opdk) finds this very opdk: its CMake folder, of the installation or of the build tree.
Result<std::string> OpdkCmakeDir();

// Configures (where something about that changed) and builds. What the compiler says goes to stderr as it is; CMake's
// own chatter is shown when it fails. A build directory that came with a copy of the package is configured anew. E4002:
// configuring or building failed; E1002: there is no CMake.
Result<std::vector<BuiltPackage>> BuildPackage(const BuildRequest& request);

// Where a request's build lies.
std::string BuildDirectory(const BuildRequest& request);

// The packages that the last build of `directory` made. E4002: none was configured there.
Result<std::vector<BuiltPackage>> ReadBuiltPackages(const std::string& directory);

}  // namespace opdk
