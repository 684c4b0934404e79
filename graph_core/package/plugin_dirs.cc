#include "graph_core/package/plugin_dirs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "graph_core/base/file.h"
#include "graph_core/base/own_directory.h"
#include "graph_core/base/text.h"
#include "graph_core/base/yaml_reading.h"
#include "graph_core/package/installed.h"
#include "graph_core/package/manifest.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOption = "--plugins";
constexpr const char* kBuiltin = "built-in";

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string UserDataDir() {
  if (std::string data = Environment("XDG_DATA_HOME"); !data.empty()) return data;
  const std::string home = Environment("HOME");
  return home.empty() ? "" : home + "/.local/share";
}

std::string Canonical(const std::string& path) {
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(path, error);
  return error ? path : canonical.string();
}

void AddInstalled(PluginDir& dir, const fs::path& package) {
  const std::string name = package.filename().string();
  std::error_code error;
  const fs::file_status link = fs::symlink_status(package / kActiveLink, error);
  if (!fs::is_symlink(link)) return;  // some other directory, or a disabled package
  const std::string version = ActiveVersion(dir.path, name);
  const InstalledVersion active{name, version, (package / version).string(), true};
  if (!version.empty() && fs::exists(active.manifest(), error)) {
    dir.libraries.push_back({active.library(), active.manifest()});
    return;
  }
  dir.unusable.push_back(
      {(package / kActiveLink).string(),
       Status(ErrorCode::kPackageInvalid, "it names no installed version of the package")
           .Hint(fmt::format("opdk list shows the versions; opdk enable {}@VERSION chooses one, opdk "
                             "disable {} removes the link",
                             name, name))});
}

void ReadDirectory(PluginDir& dir) {
  std::error_code error;
  for (fs::directory_iterator entry(dir.path, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    if (entry->path().extension() == ".so") {
      dir.libraries.push_back({entry->path().string(), ""});
    } else if (entry->is_directory(ignored) && IsPlainWord(entry->path().filename().string())) {
      AddInstalled(dir, entry->path());
    }
  }
  if (error) {
    dir.unusable.push_back(
        {dir.path, Status(ErrorCode::kFileNotFound, fmt::format("can't be listed: {}", error.message()))});
  }
  std::sort(dir.libraries.begin(), dir.libraries.end(), [](const PluginLibrary& a, const PluginLibrary& b) {
    const auto key = [](const PluginLibrary& library) {
      return std::pair(library.path.substr(library.path.rfind('/') + 1), library.path);
    };
    return key(a) < key(b);
  });
}

// Returns the manifest beside a library that is named directly; it may be an installed library. "": there is none.
std::string ManifestOf(const std::string& library) {
  std::error_code error;
  const fs::path manifest = fs::path(library).parent_path() / kManifestName;
  return fs::exists(manifest, error) ? manifest.string() : "";
}

}  // namespace

std::string BuiltinDir() {
  if (std::string directory = Environment("OPDK_BUILTIN_DIR"); !directory.empty()) return directory;
  return (OwnDirectory() / "opdk" / "builtin").string();
}

std::string FallbackDir(const std::string& framework) {
  return (fs::path(BuiltinDir()).parent_path() / "fallback" / framework).string();
}

std::vector<NamedPluginDir> NamedPluginDirs(const PackageOptions& options) {
  std::vector<NamedPluginDir> named;
  for (const std::string& path : options.plugin_dirs) named.push_back({path, kOption});
  if (options.use_environment) {
    for (const std::string& path : SplitNames(Environment("OPDK_PLUGIN_PATH"), ":")) {
      named.push_back({path, "OPDK_PLUGIN_PATH"});
    }
    if (const std::string user = UserPluginDir(); !user.empty()) named.push_back({user, "user"});
  }
  if (options.use_builtin) named.push_back({Canonical(BuiltinDir()), kBuiltin});
  return named;
}

Result<std::vector<PluginDir>> FindPluginDirs(const PackageOptions& options) {
  std::vector<PluginDir> dirs;
  std::vector<std::string> seen;
  // The built-in directory stays built-in, even if an option names it again.
  if (options.use_builtin) seen.push_back(Canonical(BuiltinDir()));
  for (const NamedPluginDir& named : NamedPluginDirs(options)) {
    const bool builtin = named.source == kBuiltin;
    std::error_code error;
    if (named.source == kOption && fs::is_regular_file(named.path, error)) {
      dirs.push_back({named.path, false, {{named.path, ManifestOf(named.path)}}, {}});
      continue;
    }
    if (!fs::is_directory(named.path, error) && !builtin) {
      if (named.source != kOption) continue;
      return Status(ErrorCode::kFileNotFound, fmt::format("plugin directory '{}' does not exist", named.path))
          .Hint("--plugins takes a directory with operator packages (lib*.so), or one package");
    }
    const std::string canonical = Canonical(named.path);
    if (!builtin && std::find(seen.begin(), seen.end(), canonical) != seen.end()) continue;
    seen.push_back(canonical);
    ReadDirectory(dirs.emplace_back(PluginDir{named.path, builtin, {}, {}}));
  }
  return dirs;
}

std::string UserPluginDir() {
  const std::string data = UserDataDir();
  return data.empty() ? "" : data + "/opdk/plugins";
}

Result<PluginDirConfig> ReadPluginDirConfig(const std::string& directory) {
  const std::string path = directory + "/config.yaml";
  PluginDirConfig config;
  std::error_code error;
  if (!fs::exists(fs::symlink_status(path, error))) return config;
  OPDK_TRY(const std::string text, ReadFile(path, kTextFile));
  const YamlReader reader(path);
  OPDK_TRY(const YAML::Node root, reader.Parse(text));
  if (!root.IsDefined() || root.IsNull()) return config;
  OPDK_TRY(const auto entries, reader.Map(root, "config.yaml", {"load_priority", "require_signature"}));
  for (const auto& [key, value] : entries) {
    if (key.Scalar() == "require_signature") {
      OPDK_TRY(config.require_signature, reader.Bool(value, "require_signature"));
      continue;
    }
    OPDK_TRY(const auto items, reader.List(value, "load_priority"));
    for (const YAML::Node& item : items) {
      OPDK_TRY(const std::string name, reader.Text(item, "an entry of load_priority"));
      if (!config.load_priority.try_emplace(name, static_cast<int>(config.load_priority.size())).second) {
        return reader.Error(item, fmt::format("'{}' stands twice in load_priority", name));
      }
    }
  }
  return config;
}

}  // namespace opdk
