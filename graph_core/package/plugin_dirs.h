// Where operator packages are looked for, and in which order the packages of one directory count.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"

namespace opdk {

struct PluginDir {
  std::string path;
  bool builtin = false;
  std::vector<std::string> libraries;  // *.so, sorted by name; a plugin "directory" may also be a single library
};

// The directories of a process by precedence; those of the environment that don't exist are left out.
// E1002 when a directory of options.plugin_dirs does not exist.
Result<std::vector<PluginDir>> FindPluginDirs(const RegistryOptions& options);

// The directory of the built-in package: $OPDK_BUILTIN_DIR, or opdk/builtin beside this library.
std::string BuiltinDir();

// `load_priority` of DIR/config.yaml: "vendor/package" or "vendor" -> rank from 0. Empty when there is no such file.
// E2006 with file:line:column.
Result<std::map<std::string, int>> ReadLoadPriority(const std::string& directory);

}  // namespace opdk
