// Building an operator package from its source tree, with its own CMake project or one that is made for it.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"

namespace opdk {

// A package as opdk_add_operator_package() describes it in <build>/opdk/NAME.json.
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
  std::string build_type = "";           // "": the build directory's type, or Release in a new one
  int jobs = 0;                          // 0: as many as there are processors
  std::vector<std::string> definitions;  // "NAME=VALUE": handed to CMake as -D
};

// Returns the source tree that `from` lies in: the nearest directory, from `from` upwards, that holds a package. Its
// CMakeLists.txt calls opdk_add_operator_package, or it has none but sources in op_proto or op_impl (a bare package).
// E1002: there is no such directory.
Result<std::string> FindPackageRoot(const std::string& from);

// Returns the name of a bare package: its directory's name, with characters replaced that a library's name can't have.
std::string BarePackageName(const std::string& root);

// Writes a file unless it holds that text already, so that a build sees only real changes. E1006.
Status WriteChanged(const std::string& path, const std::string& text);

// Quotes any text as one argument of CMake.
std::string CMakeQuoted(const std::string& text);

// Refuses a path that CMake can't build in, and names the character. E4002.
Status CheckBuildPath(const std::string& path);

// Returns FindPackageRoot's result for a command that falls back to the built-in operators where there is no package.
// opdk's own source tree counts as no package: E1002.
Result<std::string> FindAuthorsPackage(const std::string& from);

// Returns the directory in which find_package(opdk) finds this very opdk: its CMake folder, of the installation or of
// the build tree.
Result<std::string> OpdkCmakeDir();

// Configures (if its inputs changed) and builds. The compiler's messages go to stderr unchanged; CMake's own output is
// shown only if it fails. A build directory that was copied with the package is configured anew. E4002: configuring or
// building failed; E1002: there is no CMake.
Result<std::vector<BuiltPackage>> BuildPackage(const BuildRequest& request);

// Returns the directory of a request's build.
std::string BuildDirectory(const BuildRequest& request);

// Returns the packages that the last build of `directory` made. E4002: no package was configured there.
Result<std::vector<BuiltPackage>> ReadBuiltPackages(const std::string& directory);

}  // namespace opdk
