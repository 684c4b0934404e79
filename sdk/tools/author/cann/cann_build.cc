#include "sdk/tools/author/cann/cann_build.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "graph_core/base/file.h"

namespace opdk::author {
namespace {

namespace fs = std::filesystem;

Status WriteOpInfo(const CannProject& project, const fs::path& directory) {
  std::vector<std::string> written;
  for (const auto& [type, op] : project.operators) {
    const std::string yaml = project.OpInfoYaml(op);
    if (yaml.empty()) continue;
    written.push_back(op.stem + ".yaml");
    OPDK_TRY(WriteChanged((directory / written.back()).string(), yaml));
  }
  // Files of operators that were removed since the last build.
  std::error_code error;
  std::vector<fs::path> stale;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename();
    if (std::find(written.begin(), written.end(), name) == written.end()) stale.push_back(entry->path());
  }
  for (const fs::path& path : stale) fs::remove(path, error);
  return Status();
}

std::string Argument(const char* keyword, const std::vector<std::string>& values) {
  if (values.empty()) return "";
  std::string text = fmt::format("  {}\n", keyword);
  for (const std::string& value : values) text += fmt::format("    {}\n", CMakeQuoted(value));
  return text;
}

std::string AddedPath(const fs::path& output, const AddedSource& added) { return (output / added.path).string(); }

std::string CMakeText(const CannBuildRequest& request, const CannProject& project, const fs::path& output) {
  std::vector<std::string> sources;
  std::vector<std::string> separate;
  for (const CannPart& part : project.parts) {
    for (const CannSource& source : part.sources) sources.push_back(source.path);
    if (part.directory != "op_impl/ai_core") separate.push_back(part.directory);
  }
  for (const AddedSource& added : project.added) sources.push_back(AddedPath(output, added));
  std::vector<std::string> includes = IncludeDirectories(project);
  for (const std::string& include : request.includes) includes.push_back(fs::absolute(include).string());
  std::vector<std::string> definitions = project.definitions;
  definitions.insert(definitions.end(), request.macros.begin(), request.macros.end());
  const int standard = request.cxx_standard > 0 ? request.cxx_standard : project.cxx_standard;
  std::string text = fmt::format(
      "# Made by opdk build --cann from {}; written anew by each build.\n"
      "cmake_minimum_required(VERSION 3.25)\nproject({} LANGUAGES CXX)\n"
      "find_package(opdk REQUIRED)\n",
      project.root, project.name);
  text += fmt::format(
      "opdk_add_operator_package({} VENDOR {} VERSION {} CXX_STANDARD {}\n  ROOT {}\n"
      "  OP_INFO ${{CMAKE_CURRENT_SOURCE_DIR}}/op_info\n",
      project.name, CMakeQuoted(request.vendor), request.version, standard, CMakeQuoted(project.root));
  text += Argument("SOURCES", sources) + Argument("SEPARATE", separate) + Argument("INCLUDE_DIRECTORIES", includes) +
          Argument("DEFINITIONS", definitions) + Argument("LINK_LIBRARIES", request.libraries);
  return text + ")\n";
}

}  // namespace

std::vector<std::string> IncludeDirectories(const CannProject& project) {
  std::vector<std::string> directories;
  for (const CannPart& part : project.parts) {
    for (const auto* files : {&part.headers, &part.sources}) {
      for (const CannSource& file : *files) {
        std::string directory = fs::path(file.path).parent_path();
        if (std::find(directories.begin(), directories.end(), directory) == directories.end()) {
          directories.push_back(std::move(directory));
        }
      }
    }
  }
  return directories;
}

Result<std::vector<BuiltPackage>> BuildCannProject(const CannBuildRequest& request) {
  OPDK_TRY(const CannProject project, ReadCannProject(request.directory, request.options));
  const fs::path output =
      fs::weakly_canonical(fs::absolute(request.output.empty() ? project.name + "_opdk" : request.output));
  const fs::path root = project.root;
  if (std::mismatch(root.begin(), root.end(), output.begin(), output.end()).first == root.end()) {
    return Status(ErrorCode::kUsage, "the build would be written into the project, which stays as it is")
        .At(output.string())
        .Hint("name another directory with -o");
  }
  OPDK_TRY(CheckBuildPath(project.root));
  OPDK_TRY(CheckBuildPath(output.string()));
  fmt::print(stderr, "{}", DescribeImport(project.left_behind, project.notes));
  std::fflush(stderr);
  OPDK_TRY(WriteOpInfo(project, output / "op_info"));
  OPDK_TRY(WriteChanged((output / "CMakeLists.txt").string(), CMakeText(request, project, output)));
  for (const AddedSource& added : project.added) OPDK_TRY(WriteChanged(AddedPath(output, added), added.text));
  BuildRequest build;
  build.root = output.string();
  build.directory = (output / "build").string();
  build.build_type = request.build_type;
  build.jobs = request.jobs;
  return BuildPackage(build);
}

}  // namespace opdk::author
