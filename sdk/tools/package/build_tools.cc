#include "sdk/tools/package/build_tools.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/process.hpp>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <utility>

#include "graph_core/engines/ai_core/store/linking.h"

namespace opdk {
namespace {

namespace bp = boost::process;
namespace fs = std::filesystem;

// Package managers by program, and the names of packages there. The order of names is that of kTools.
constexpr const char* kTools[] = {"g++", "cmake", "ninja", "Eigen", "ld"};
struct PackageManager {
  const char* program;
  const char* install;
  const char* packages[std::size(kTools)];
};
constexpr PackageManager kManagers[] = {
    {"apt-get", "apt-get install", {"g++", "cmake", "ninja-build", "libeigen3-dev", "binutils"}},
    {"dnf", "dnf install", {"gcc-c++", "cmake", "ninja-build", "eigen3-devel", "binutils"}},
    {"zypper", "zypper install", {"gcc-c++", "cmake", "ninja", "eigen3-devel", "binutils"}},
    {"pacman", "pacman -S", {"gcc", "cmake", "ninja", "eigen", "binutils"}},
};

// Compiler ABI 17, of which opdk's libraries are, came with g++ 12.
constexpr const char* kLeastCompiler = "12";
constexpr const char* kLeastCmake = "3.25";

// Returns the first line that a program prints with --version, "" if it prints none.
std::string VersionLine(const boost::filesystem::path& program) {
  bp::ipstream output;
  std::string line;
  std::error_code error;
  bp::child child(program, "--version", bp::std_out > output, bp::std_err > bp::null, bp::std_in < bp::null, error);
  if (error) return "";
  std::getline(output, line);
  // A program that writes on would wait for its reader.
  for (std::string rest; std::getline(output, rest);) continue;
  child.wait(error);
  return line;
}

boost::filesystem::path Locate(const std::string& name) {
  if (name.find('/') == std::string::npos) return bp::search_path(name);
  return fs::exists(name) ? boost::filesystem::path(name) : boost::filesystem::path();
}

// Fills in the state of a program that is found under the first of `names`.
void LookForProgram(const std::vector<std::string>& names, BuildTool& tool) {
  for (const std::string& name : names) {
    const boost::filesystem::path path = Locate(name);
    if (path.empty()) continue;
    const std::string line = VersionLine(path);
    const std::string version = FirstVersion(line);
    tool.found = fmt::format("{} ({})", version.empty() ? "no version" : version, path.string());
    tool.state = tool.least.empty() || IsAtLeast(version, tool.least) ? ToolState::kFound : ToolState::kUnfit;
    if (tool.name == "g++" && line.find("clang") != std::string::npos) {
      tool.state = ToolState::kUnfit;
      tool.found += " is clang, whose packages have another compiler ABI";
    }
    return;
  }
}

BuildTool ToolOf(const char* name, const std::vector<std::string>& names, const char* purpose, const char* least) {
  BuildTool tool;
  tool.name = name;
  tool.purpose = purpose;
  tool.least = least;
  tool.get_it = InstallCommand(name);
  LookForProgram(names, tool);
  return tool;
}

// Returns the programs that CMake takes for the compiler. CXX may hold options behind the program.
std::vector<std::string> CompilerNames() {
  const char* const chosen = std::getenv("CXX");
  if (chosen == nullptr || *chosen == '\0') return {"c++", "g++"};
  const std::string text = chosen;
  return {text.substr(0, text.find(' '))};
}

std::vector<fs::path> HeaderDirectories() {
  std::vector<fs::path> directories;
  const char* const prefixes = std::getenv("CMAKE_PREFIX_PATH");
  std::string_view rest = prefixes == nullptr ? "" : prefixes;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(':'), rest.size());
    if (end > 0) directories.push_back(fs::path(rest.substr(0, end)) / "include");
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  directories.insert(directories.end(), {"/usr/local/include", "/usr/include"});
  return directories;
}

BuildTool Eigen() {
  BuildTool tool;
  tool.name = "Eigen";
  tool.purpose = "opdk build";
  tool.get_it = InstallCommand(tool.name);
  std::error_code error;
  for (const fs::path& directory : HeaderDirectories()) {
    if (!fs::exists(directory / "eigen3/Eigen/Core", error)) continue;
    tool.state = ToolState::kFound;
    tool.found = (directory / "eigen3").string();
    break;
  }
  return tool;
}

}  // namespace

std::vector<BuildTool> FindBuildTools() {
  std::vector<BuildTool> tools = {
      ToolOf("g++", CompilerNames(), "opdk build", kLeastCompiler),
      ToolOf("cmake", {"cmake"}, "opdk build", kLeastCmake),
      ToolOf("ninja", {"ninja"}, "opdk build, faster than make", ""),
      Eigen(),
      ToolOf("ld", KernelLinkers(), "AI Core kernels, also when they only run", ""),
  };
  // Without ninja make does the work, if it is there.
  tools[2].required = bp::search_path("make").empty();
  return tools;
}

std::string InstallCommand(std::string_view tool) {
  const auto* const entry = std::find(std::begin(kTools), std::end(kTools), tool);
  for (const PackageManager& manager : kManagers) {
    if (entry == std::end(kTools) || bp::search_path(manager.program).empty()) continue;
    return fmt::format("{} {}", manager.install, manager.packages[entry - std::begin(kTools)]);
  }
  return fmt::format("install {} with this system's package manager", tool);
}

std::string FirstVersion(std::string_view text) {
  const auto digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  for (size_t begin = 0; begin < text.size(); ++begin) {
    if (!digit(text[begin])) continue;
    size_t end = begin;
    while (end < text.size() && (digit(text[end]) || text[end] == '.')) ++end;
    std::string version(text.substr(begin, end - begin));
    while (version.ends_with('.')) version.pop_back();
    if (version.find('.') != std::string::npos) return version;
    begin = end;
  }
  return "";
}

bool IsAtLeast(std::string_view version, std::string_view least) {
  const auto next = [](std::string_view& text) {
    unsigned number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    static_cast<void>(error);
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    if (text.starts_with('.')) text.remove_prefix(1);
    return number;
  };
  if (version.empty()) return false;
  while (!least.empty()) {
    const unsigned wanted = next(least), present = next(version);
    if (wanted != present) return present > wanted;
  }
  return true;
}

Status CheckBuildTools(const std::vector<BuildTool>& tools) {
  std::vector<std::string> lacking, remedies;
  for (const BuildTool& tool : tools) {
    if (!tool.required || tool.state == ToolState::kFound) continue;
    const std::string least = tool.least.empty() ? "" : fmt::format(" {} or newer", tool.least);
    lacking.push_back(tool.state == ToolState::kMissing
                          ? fmt::format("{}{} is missing", tool.name, least)
                          : fmt::format("{}{} is needed, {}", tool.name, least, tool.found));
    remedies.push_back(tool.get_it);
  }
  if (lacking.empty()) return Status();
  return Status(ErrorCode::kFileNotFound,
                fmt::format("building operators is not possible here: {}", fmt::join(lacking, "; ")))
      .Hint(fmt::format("{}", fmt::join(remedies, "; ")));
}

}  // namespace opdk
