// Where operator packages are looked for, and in which order the packages of one directory count.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"

namespace opdk {

struct PluginLibrary {
  std::string path;
  std::string manifest;  // of an installed package; "" for a library that simply lies in the directory
};

struct PluginDir {
  std::string path;
  bool builtin = false;
  // *.so and NAME/active/libNAME.so, sorted by the library's name; a plugin "directory" may also be a single library.
  std::vector<PluginLibrary> libraries;
  std::vector<RejectedPackage> unusable;  // places that can't be listed: the directory itself, a broken `active`
};

// DIR/config.yaml.
struct PluginDirConfig {
  std::map<std::string, int> load_priority;  // "vendor/package", "package" or "vendor" -> rank from 0
  bool require_signature = false;            // libraries without a trusted signature are refused
};

// A directory (or library) that is named as a place for packages, whether it exists or not.
struct NamedPluginDir {
  std::string path;
  std::string source;  // "--plugins", "OPDK_PLUGIN_PATH", "user", "built-in"
};
// Returns the named directories, by precedence.
std::vector<NamedPluginDir> NamedPluginDirs(const PackageOptions& options);

// Returns a process's directories, by precedence. Missing directories of the environment are left out. E1002: a
// directory of options.plugin_dirs doesn't exist.
Result<std::vector<PluginDir>> FindPluginDirs(const PackageOptions& options);

// Returns the directory of the built-in package: $OPDK_BUILTIN_DIR, or opdk/builtin beside this library.
std::string BuiltinDir();
// Returns the directory beside BuiltinDir() of the package by which another framework runs operators that no package
// has.
std::string FallbackDir(const std::string& framework);

// Returns the user's own plugin directory, ${XDG_DATA_HOME:-~/.local/share}/opdk/plugins. "": the environment names no
// home.
std::string UserPluginDir();

// Defaults when there is no such file. E2006 with file:line:column.
Result<PluginDirConfig> ReadPluginDirConfig(const std::string& directory);

}  // namespace opdk
