#include "graph_core/package/plugin_dirs.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/dll/runtime_symbol_info.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "graph_core/package/yaml_reading.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string UserDataDir() {
  if (const std::string data = Environment("XDG_DATA_HOME"); !data.empty()) return data;
  const std::string home = Environment("HOME");
  return home.empty() ? "" : home + "/.local/share";
}

std::string Canonical(const std::string& path) {
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(path, error);
  return error ? path : canonical.string();
}

std::vector<std::string> LibrariesIn(const std::string& directory) {
  std::vector<std::string> libraries;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".so") libraries.push_back(entry->path().string());
  }
  std::sort(libraries.begin(), libraries.end());
  return libraries;
}

std::vector<std::string> SplitPath(const std::string& path) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin < path.size();) {
    const size_t end = std::min(path.find(':', begin), path.size());
    if (end > begin) parts.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace

std::string BuiltinDir() {
  if (const std::string directory = Environment("OPDK_BUILTIN_DIR"); !directory.empty()) return directory;
  return (boost::dll::this_line_location().parent_path() / "opdk" / "builtin").string();
}

Result<std::vector<PluginDir>> FindPluginDirs(const RegistryOptions& options) {
  std::vector<PluginDir> dirs;
  std::vector<std::string> seen;
  const std::string builtin = options.use_builtin ? Canonical(BuiltinDir()) : "";
  // The built-in directory is built-in wherever else it is named.
  if (options.use_builtin) seen.push_back(builtin);
  const auto add = [&](const std::string& path) {
    const std::string canonical = Canonical(path);
    if (std::find(seen.begin(), seen.end(), canonical) != seen.end()) return;
    seen.push_back(canonical);
    dirs.push_back({path, false, LibrariesIn(path)});
  };
  for (const std::string& path : options.plugin_dirs) {
    std::error_code error;
    if (fs::is_regular_file(path, error)) {
      dirs.push_back({path, false, {path}});
    } else if (fs::is_directory(path, error)) {
      add(path);
    } else {
      return Status(ErrorCode::kFileNotFound, fmt::format("plugin directory '{}' does not exist", path))
          .Hint("--plugins takes a directory with operator packages (lib*.so), or one package");
    }
  }
  if (options.use_environment) {
    std::vector<std::string> paths = SplitPath(Environment("OPDK_PLUGIN_PATH"));
    if (const std::string data = UserDataDir(); !data.empty()) paths.push_back(data + "/opdk/plugins");
    for (const std::string& path : paths) {
      std::error_code error;
      if (fs::is_directory(path, error)) add(path);
    }
  }
  if (options.use_builtin) dirs.push_back({builtin, true, LibrariesIn(builtin)});
  return dirs;
}

Result<std::map<std::string, int>> ReadLoadPriority(const std::string& directory) {
  const std::string path = directory + "/config.yaml";
  std::map<std::string, int> ranks;
  std::error_code error;
  if (!fs::exists(path, error)) return ranks;
  std::ifstream file(path, std::ios::binary);
  if (!file) return Status(ErrorCode::kFileNotFound, "can't be read").At(path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const YamlReader reader(path);
  OPDK_TRY(const YAML::Node root, reader.Parse(text));
  if (!root.IsDefined() || root.IsNull()) return ranks;
  OPDK_TRY(const auto entries, reader.Map(root, "config.yaml", {"load_priority"}));
  for (const auto& [key, value] : entries) {
    OPDK_TRY(const auto items, reader.List(value, "load_priority"));
    for (const YAML::Node& item : items) {
      OPDK_TRY(const std::string name, reader.Text(item, "an entry of load_priority"));
      if (!ranks.try_emplace(name, static_cast<int>(ranks.size())).second) {
        return reader.Error(item, fmt::format("'{}' stands twice in load_priority", name));
      }
    }
  }
  return ranks;
}

}  // namespace opdk
