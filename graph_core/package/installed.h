// Installed packages. `opdk install` puts NAME/VERSION/{manifest.json,libNAME.so,…} into a plugin directory, and the
// symbolic link NAME/active to the version that is loaded.
#pragma once

#include <string>
#include <vector>

namespace opdk {

struct InstalledVersion {
  std::string name;
  std::string version;
  std::string directory;  // PLUGIN_DIR/NAME/VERSION
  bool active = false;

  std::string manifest() const;
  std::string library() const;
};

inline constexpr const char* kActiveLink = "active";

// Returns the version that the link NAME/active names. "": there is no link, or it names no version beside it.
std::string ActiveVersion(const std::string& plugin_dir, const std::string& name);

// Returns every version below a plugin directory, by name, then newest version first. Directories without a manifest
// are left out.
std::vector<InstalledVersion> FindInstalled(const std::string& plugin_dir);

}  // namespace opdk
