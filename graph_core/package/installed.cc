#include "graph_core/package/installed.h"

#include <algorithm>
#include <filesystem>

#include "graph_core/package/manifest.h"

namespace opdk {

namespace fs = std::filesystem;

std::string InstalledVersion::manifest() const { return directory + "/" + kManifestName; }
std::string InstalledVersion::library() const { return directory + "/lib" + name + ".so"; }

std::string ActiveVersion(const std::string& plugin_dir, const std::string& name) {
  std::error_code error;
  const fs::path target = fs::read_symlink(fs::path(plugin_dir) / name / kActiveLink, error);
  // Only a link to a version in the same directory is followed.
  return error || !IsPlainWord(target.string()) || target == kActiveLink ? "" : target.string();
}

std::vector<InstalledVersion> FindInstalled(const std::string& plugin_dir) {
  std::vector<InstalledVersion> found;
  std::error_code error, ignored;
  for (fs::directory_iterator package(plugin_dir, error), end; !error && package != end; package.increment(error)) {
    const std::string name = package->path().filename().string();
    if (!IsPlainWord(name) || !package->is_directory(ignored)) continue;
    const std::string active = ActiveVersion(plugin_dir, name);
    std::error_code inner;
    for (fs::directory_iterator version(package->path(), inner); !inner && version != end; version.increment(inner)) {
      const std::string word = version->path().filename().string();
      if (!IsPlainWord(word) || version->is_symlink(ignored)) continue;
      if (!fs::exists(version->path() / kManifestName, ignored)) continue;
      found.push_back({name, word, version->path().string(), word == active});
    }
  }
  std::sort(found.begin(), found.end(), [](const InstalledVersion& a, const InstalledVersion& b) {
    if (a.name != b.name) return a.name < b.name;
    return CompareVersions(a.version, b.version) > 0;
  });
  return found;
}

}  // namespace opdk
