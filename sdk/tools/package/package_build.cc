#include "sdk/tools/package/package_build.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/process.hpp>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "graph_core/base/file.h"
#include "graph_core/base/json_reading.h"
#include "graph_core/base/own_directory.h"
#include "graph_core/package/plugin_dirs.h"
#include "opdk/output_file.h"
#include "opdk/safe_text.h"
#include "sdk/tools/package/build_tools.h"

namespace opdk {
namespace {

namespace bp = boost::process;
namespace fs = std::filesystem;

std::string ReadText(const fs::path& path) {
  auto text = ReadFile(path, kTextFile);
  return text.ok() ? *std::move(text) : "";
}

// Returns whether there are C++ sources below the folder.
bool HasSources(const fs::path& folder) {
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".cc") return true;
  }
  return false;
}

bool IsBare(const fs::path& root) {
  std::error_code error;
  return !fs::exists(root / "CMakeLists.txt", error) &&
         (HasSources(root / "op_proto") || HasSources(root / "op_impl" / "ai_core") ||
          HasSources(root / "op_impl" / "ai_cpu") || HasSources(root / "op_impl" / "graph_fusion"));
}

// Returns the directory of the CMake project that is made for a bare package.
std::string MadeProject(const BuildRequest& request) { return BuildDirectory(request) + "/opdk/project"; }

// Makes a CMake project in the build directory for a package that has none.
Status MakeProject(const BuildRequest& request) {
  if (!IsBare(request.root)) return Status();
  const std::string name = BarePackageName(request.root);
  std::error_code error;
  fs::create_directories(MadeProject(request), error);
  return WriteChanged(
      MadeProject(request) + "/CMakeLists.txt",
      fmt::format("# Made by opdk build for {}; a CMakeLists.txt of the package's own takes its place.\n"
                  "cmake_minimum_required(VERSION 3.25)\nproject({} LANGUAGES CXX)\n"
                  "find_package(opdk REQUIRED)\nopdk_add_operator_package({} ROOT {}\n"
                  "  OUTPUT_DIRECTORY ${{CMAKE_BINARY_DIR}}/plugins)\n",
                  request.root, name, name, CMakeQuoted(request.root)));
}

std::vector<std::string> ConfigureArguments(const BuildRequest& request, const std::string& opdk_dir) {
  const std::string project = IsBare(request.root) ? MadeProject(request) : request.root;
  std::vector<std::string> arguments = {"-S", project, "-B", BuildDirectory(request), "-Dopdk_DIR=" + opdk_dir};
  // The generator of a build directory can't be changed.
  if (!bp::search_path("ninja").empty() && !fs::exists(BuildDirectory(request) + "/Makefile")) {
    arguments.insert(arguments.end(), {"-G", "Ninja"});
  }
  if (!request.build_type.empty()) {
    arguments.push_back("-DCMAKE_BUILD_TYPE=" + request.build_type);
  } else if (!fs::exists(BuildDirectory(request) + "/CMakeCache.txt")) {
    arguments.push_back("-DCMAKE_BUILD_TYPE=Release");
  }
  for (const std::string& definition : request.definitions) arguments.push_back("-D" + definition);
  return arguments;
}

// Returns whether the build directory was copied or moved from another place. CMake would build in the other place, or
// refuse.
bool IsOfAnotherPlace(const fs::path& directory) {
  constexpr std::string_view kPlace = "\nCMAKE_CACHEFILE_DIR:INTERNAL=";
  const std::string cache = ReadText(directory / "CMakeCache.txt");
  const size_t at = cache.find(kPlace);
  if (at == std::string::npos) return false;
  const size_t begin = at + kPlace.size();
  std::error_code error;
  return !fs::equivalent(cache.substr(begin, cache.find('\n', begin) - begin), directory, error) || error;
}

// Removes CMake's files; other files in the directory stay.
void ForgetConfiguration(const fs::path& directory) {
  std::error_code error;
  for (const char* file : {"CMakeCache.txt", "build.ninja", "Makefile", ".ninja_deps", ".ninja_log"}) {
    fs::remove(directory / file, error);
  }
  for (const char* folder : {"CMakeFiles", "opdk"}) fs::remove_all(directory / folder, error);
}

// Returns the next step after CMake failed: the tools to install, if some are missing.
std::string ConfigureHint() {
  const Status tools = CheckBuildTools(FindBuildTools());
  return tools.ok() ? "CMake's own message stands above" : fmt::format("{}: {}", tools.message(), tools.hint());
}

// Configures unless the directory was configured with the same arguments: the build itself notices changed files.
Status Configure(const BuildRequest& request, const boost::filesystem::path& cmake, const std::string& opdk_dir) {
  const fs::path directory = BuildDirectory(request);
  std::error_code error;
  if (IsOfAnotherPlace(directory)) ForgetConfiguration(directory);
  fs::create_directories(directory / "opdk", error);
  if (error) {
    return Status(ErrorCode::kWriteFailed, fmt::format("can't make the build directory: {}", error.message()))
        .At(directory.string())
        .Hint("--build-dir names another one");
  }
  OPDK_TRY(MakeProject(request));
  const std::vector<std::string> arguments = ConfigureArguments(request, opdk_dir);
  const fs::path stamp = directory / "opdk" / "configured";
  const std::string wanted = fmt::format("{}\n", fmt::join(arguments, "\n"));
  if (fs::exists(directory / "CMakeCache.txt") && ReadText(stamp) == wanted) return Status();
  fs::remove(stamp, error);
  const fs::path log = directory / "opdk" / "configure.log";
  const int code = bp::system(cmake, arguments, (bp::std_out & bp::std_err) > log.string(), bp::std_in < bp::null);
  if (code != 0) {
    fmt::print(stderr, "{}", ReadText(log));
    return Status(ErrorCode::kBuildFailed, fmt::format("CMake can't configure the package (exit code {})", code))
        .At((IsBare(request.root) ? MadeProject(request) : request.root) + "/CMakeLists.txt")
        .Hint(ConfigureHint());
  }
  // Without this stamp the next build configures again.
  static_cast<void>(WriteFile(stamp, wanted, {.synced = false}));
  return Status();
}

}  // namespace

std::string BuildDirectory(const BuildRequest& request) {
  return request.directory.empty() ? request.root + "/build" : request.directory;
}

Result<std::string> FindPackageRoot(const std::string& from) {
  std::error_code error;
  const fs::path start = fs::weakly_canonical(fs::absolute(from, error), error);
  for (fs::path directory = start;; directory = directory.parent_path()) {
    const fs::path list = directory / "CMakeLists.txt";
    if (fs::is_regular_file(list, error) && ReadText(list).find("opdk_add_operator_package") != std::string::npos) {
      return directory.string();
    }
    if (IsBare(directory)) return directory.string();
    if (directory == directory.root_path()) break;
  }
  return Status(ErrorCode::kFileNotFound, "neither this directory nor one above it is an operator package")
      .At(start.string())
      .Hint(
          "a package has the folders op_proto and op_impl, or a CMakeLists.txt that calls "
          "opdk_add_operator_package(); opdk new makes one");
}

std::string BarePackageName(const std::string& root) {
  std::string name = fs::path(root).filename().string();
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0 ? "package_" + name : name;
}

Status WriteChanged(const std::string& path, const std::string& text) {
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (const auto present = ReadFile(path, kTextFile); present.ok() && *present == text) return Status();
  const Status written = WriteFile(path, text, {.synced = false});
  return written.ok() ? Status() : Status(ErrorCode::kWriteFailed, written.message());
}

std::string CMakeQuoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '$') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

Result<std::string> FindAuthorsPackage(const std::string& from) {
  OPDK_TRY(const std::string root, FindPackageRoot(from));
  std::error_code error;
  if (fs::exists(fs::path(root) / "sdk/cmake/OpdkPackage.cmake", error)) {
    return Status(ErrorCode::kFileNotFound, "this is opdk's own source tree, whose operators are built in").At(root);
  }
  return root;
}

Result<std::string> OpdkCmakeDir() {
  // Beside the library in an installation, one level up in the build tree.
  const fs::path libraries = DirectoryOf(BuiltinDir);
  for (const fs::path& directory : {libraries / "cmake" / "opdk", libraries.parent_path() / "cmake" / "opdk"}) {
    if (fs::exists(directory / "opdkConfig.cmake")) return directory.string();
  }
  return Status(ErrorCode::kFileNotFound, "this opdk lacks its CMake files (cmake/opdk/opdkConfig.cmake)")
      .At(libraries.string())
      .Hint("install opdk with cmake --install");
}

Status CheckBuildPath(const std::string& path) {
  // CMake and ninja have no way to write these in a path.
  constexpr std::string_view kUnfit = "\"#;<>[\\]|";
  for (size_t i = 0; i < path.size(); ++i) {
    const bool reference = path[i] == '$' && i + 1 < path.size() && (path[i + 1] == '(' || path[i + 1] == '{');
    if (!reference && std::iscntrl(static_cast<unsigned char>(path[i])) == 0 &&
        kUnfit.find(path[i]) == std::string_view::npos) {
      continue;
    }
    return Status(ErrorCode::kBuildFailed, fmt::format("CMake can't build in a directory whose path has '{}'",
                                                       SafeLine(path.substr(i, reference ? 2 : 1))))
        .At(path)
        .Hint("give the directory another name");
  }
  return Status();
}

Result<std::vector<BuiltPackage>> BuildPackage(const BuildRequest& request) {
  const boost::filesystem::path cmake = bp::search_path("cmake");
  if (cmake.empty()) {
    return Status(ErrorCode::kFileNotFound, "cmake isn't installed, or isn't in PATH")
        .Hint(InstallCommand("cmake") + "; opdk doctor --building shows what else is needed");
  }
  OPDK_TRY(const std::string opdk_dir, OpdkCmakeDir());
  for (const std::string& path :
       {fs::absolute(request.root).string(), fs::absolute(BuildDirectory(request)).string(), opdk_dir}) {
    OPDK_TRY(CheckBuildPath(path));
  }
  OPDK_TRY(Configure(request, cmake, opdk_dir));
  const unsigned jobs = request.jobs > 0 ? static_cast<unsigned>(request.jobs) : std::thread::hardware_concurrency();
  std::fflush(stdout);
  // Compilers write to ninja's stdout, which is redirected: opdk's own stdout is for results alone.
  const int code = bp::system(cmake, "--build", BuildDirectory(request), "-j", std::to_string(std::max(1U, jobs)),
                              bp::std_out > stderr, bp::std_in < bp::null);
  if (code != 0) {
    return Status(ErrorCode::kBuildFailed, fmt::format("the package doesn't build (exit code {})", code))
        .At(request.root)
        .Hint("the compiler's own messages stand above");
  }
  return ReadBuiltPackages(BuildDirectory(request));
}

Result<std::vector<BuiltPackage>> ReadBuiltPackages(const std::string& directory) {
  if (IsOfAnotherPlace(directory)) {
    return Status(ErrorCode::kBuildFailed,
                  "the build directory was copied or moved: its files belong to another directory")
        .At(directory)
        .Hint("opdk build configures it anew");
  }
  std::vector<BuiltPackage> packages;
  std::vector<fs::path> descriptions;
  std::error_code error;
  for (fs::directory_iterator entry(directory + "/opdk", error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".json") descriptions.push_back(entry->path());
  }
  std::sort(descriptions.begin(), descriptions.end());
  constexpr const char* kTexts[] = {"name", "vendor", "version", "root", "library"};
  for (const fs::path& path : descriptions) {
    const auto json = ParseJson(ReadText(path));
    const bool whole = json.is_object() && std::all_of(std::begin(kTexts), std::end(kTexts), [&](const char* key) {
                         return !json.contains(key) || json[key].is_string();
                       });
    if (!whole) {
      return Status(ErrorCode::kBuildFailed, "the build's description of the package is damaged")
          .At(path.string())
          .Hint("remove the build directory and build again");
    }
    packages.push_back({json.value("name", ""), json.value("vendor", ""), json.value("version", ""),
                        json.value("root", ""), json.value("library", "")});
  }
  if (packages.empty()) {
    return Status(ErrorCode::kBuildFailed, "no operator package was built there").At(directory).Hint("opdk build");
  }
  return packages;
}

}  // namespace opdk
