// What `opdk install` puts into a plugin directory: NAME/VERSION/{manifest.json,libNAME.so,…}, and the symbolic link
// NAME/active to the version that counts.
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

// The version that NAME/active names; "" when there is no such link or it doesn't name a version beside it.
std::string ActiveVersion(const std::string& plugin_dir, const std::string& name);

// Every version below a plugin directory, by name, then newest version first. Directories without a manifest are none.
std::vector<InstalledVersion> FindInstalled(const std::string& plugin_dir);

}  // namespace opdk
