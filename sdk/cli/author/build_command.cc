// opdk build: the package that the current directory belongs to, as one library.
#include <fmt/format.h>

#include <filesystem>

#include "sdk/cli/author/package_build.h"
#include "sdk/cli/commands.h"

namespace opdk::cli {
namespace {

Status Build(BuildRequest request) {
  OPDK_TRY(request.root, FindPackageRoot(request.root));
  OPDK_TRY(const std::vector<BuiltPackage> packages, BuildPackage(request));
  for (const BuiltPackage& package : packages) {
    std::error_code error;
    fmt::print("{} {} ({} KiB): {}\n", package.name, package.version,
               (std::filesystem::file_size(package.library, error) + 1023) / 1024, package.library);
  }
  return Status();
}

}  // namespace

void AddBuildCommand(CLI::App& app, Status& outcome) {
  auto request = std::make_shared<BuildRequest>();
  CLI::App* command = app.add_subcommand("build", "Build the operator package that this directory belongs to.");
  request->root = ".";
  command->add_option("directory", request->root, "the package, or any directory in it (default: this one)");
  command->add_option("--build-dir", request->directory, "where it is built (default: build in the package)");
  command->add_option("--build-type", request->build_type, "CMake's build type (default: Release)");
  command->add_option("-j,--jobs", request->jobs, "compilers at once (default: one per processor)")
      ->check(CLI::PositiveNumber);
  command->add_option("-D,--define", request->definitions, "a CMake definition, NAME=VALUE; repeatable");
  command->footer(
      "Prints the library of each package. CMake and a C++20 compiler do the work; what they say goes to stderr.\n\n"
      "Examples:\n"
      "  opdk build\n"
      "  opdk build samples/digits --build-type Debug\n"
      "  opdk run model.onnx --plugins \"$(opdk build | sed 's/.*: //')\"");
  command->callback([request, &outcome] { outcome = Build(*request); });
}

}  // namespace opdk::cli
