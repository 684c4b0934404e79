// opdk build: builds the package around the current directory as one library.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "opdk/safe_text.h"
#include "sdk/tools/author/cann/cann_build.h"
#include "sdk/tools/author/check/package_check.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/idle_options.h"
#include "sdk/tools/cli/library_warnings.h"
#include "sdk/tools/cli/positive_number.h"
#include "sdk/tools/model/open_model.h"
#include "sdk/tools/package/package_build.h"

namespace opdk::cli {
namespace {

void Print(const std::vector<BuiltPackage>& packages) {
  for (const BuiltPackage& package : packages) {
    std::error_code error;
    fmt::print("{} {} ({} KiB): {}\n", package.name, package.version,
               (std::filesystem::file_size(package.library, error) + 1023) / 1024, package.library);
  }
}

// Checks that each built library loads, and prints its other errors as notes, as far as they show without running a
// kernel.
Status Verify(const std::vector<BuiltPackage>& packages) {
  for (const BuiltPackage& package : packages) {
    OPDK_TRY(LoadPackages({package.library}));
    author::CheckRequest request;
    request.root = package.root;
    request.library = package.library;
    const author::CheckReport report = author::CheckPackage(request);
    size_t errors = 0;
    for (const author::CheckFinding& finding : report.findings) {
      if (author::FindRule(finding.code)->severity != author::Severity::kError) continue;
      ++errors;
      fmt::print(stderr, "note: {}: {}: {}\n", SafeLine(finding.place), finding.code, SafeLine(finding.message));
    }
    PrintLibraryWarnings(report.findings);
    if (errors > 0) fmt::print(stderr, "note: opdk check says how to mend {}\n", errors == 1 ? "it" : "them");
  }
  return Status();
}

Status Build(BuildRequest request, bool check) {
  OPDK_TRY(request.root, FindPackageRoot(request.root));
  OPDK_TRY(const std::vector<BuiltPackage> packages, BuildPackage(request));
  Print(packages);
  return check ? Verify(packages) : Status();
}

Status BuildCann(author::CannBuildRequest cann, const BuildRequest& request) {
  cann.build_type = request.build_type;
  cann.jobs = request.jobs;
  cann.macros = request.definitions;
  OPDK_TRY(const std::vector<BuiltPackage> packages, author::BuildCannProject(cann));
  Print(packages);
  return Status();
}

}  // namespace

void AddBuildCommand(CLI::App& app, Status& outcome) {
  auto request = std::make_shared<BuildRequest>();
  CLI::App* command = app.add_subcommand("build", "Build the operator package that this directory belongs to");
  request->root = ".";
  command->add_option("directory", request->root, "the package, or any directory in it (default: this one)");
  command->add_option("--build-dir", request->directory, "where it is built (default: build in the package)");
  command->add_option("--build-type", request->build_type, "CMake's build type (default: Release)");
  command->add_option("-j,--jobs", request->jobs, "compilers at once (default: one per processor)")
      ->check(PositiveNumber());
  command->add_option("-D,--define", request->definitions,
                      "a CMake definition, NAME=VALUE; with --cann a macro for the sources; repeatable");
  auto no_check = std::make_shared<bool>(false);
  command->add_flag("--no-check", *no_check, "don't load and check what was built");
  auto cann = std::make_shared<author::CannBuildRequest>();
  const auto project = command->add_option(
      "--cann", cann->directory, "build this CANN custom-operator project as it is (nothing is written into it)");
  const auto with_cann = [&](CLI::Option* option) { option->needs(project)->group("With --cann"); };
  with_cann(
      command->add_option("-o,--output", cann->output, "where it is built (default: <name>_opdk in this directory)"));
  with_cann(
      command->add_option("--name", cann->options.name, "of the package (default: from the project's directory)"));
  with_cann(command->add_option("--vendor", cann->vendor, "(default: customize)"));
  with_cann(
      command
          ->add_option("--std", cann->cxx_standard, "C++ of its sources (default: as in its CMakeLists.txt, else 17)")
          ->check(CLI::IsMember({11, 14, 17, 20})));
  with_cann(command->add_option("--include", cann->includes, "a directory of headers; repeatable"));
  with_cann(command->add_option("--link", cann->libraries, "a library; repeatable"));
  with_cann(command->add_option("--soc", cann->options.soc, "whose AI Core information counts (default: the first)"));
  Exclude(*command, "--cann", {"directory", "--build-dir", "--no-check"});
  command->footer(
      "Prints the library of each package. CMake and a C++20 compiler do the work; what they say goes to stderr. The\n"
      "library is loaded: one that is refused fails the build. The errors that opdk check finds are named, and\n"
      "what the library uses beyond inputs and attributes (C308, C309).\n\n"
      "Examples:\n"
      "  opdk build\n"
      "  opdk build samples/digits --build-type Debug\n"
      "  opdk build --cann ~/cann/custom_op -o /tmp/custom_op\n"
      "  opdk run model.onnx --plugins \"$(opdk build | sed 's/.*: //')\"");
  command->callback(
      [=, &outcome] { outcome = cann->directory.empty() ? Build(*request, !*no_check) : BuildCann(*cann, *request); });
}

}  // namespace opdk::cli
