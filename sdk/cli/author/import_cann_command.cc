// opdk import-cann: what `opdk new --from-cann` does.
#include <fmt/format.h>

#include "sdk/cli/author/cann_import.h"
#include "sdk/cli/commands.h"

namespace opdk::cli {
namespace {

Status Import(const std::string& directory, const std::string& target, const CannOptions& options) {
  OPDK_TRY(const ImportedPackage package, ImportCannProject(directory, target, options));
  CannProject described;
  described.left_behind = package.left_behind;
  described.notes = package.notes;
  fmt::print(stderr, "{}", DescribeImport(described));
  for (const std::string& file : package.files) fmt::print("{}/{}\n", package.root, file);
  fmt::print(stderr, "{} is made: cd {} && opdk build\n", package.name, package.root);
  return Status();
}

}  // namespace

void AddImportCannCommand(CLI::App& app, Status& outcome) {
  auto directory = std::make_shared<std::string>();
  auto target = std::make_shared<std::string>();
  auto options = std::make_shared<CannOptions>();
  CLI::App* command =
      app.add_subcommand("import-cann", "Make an operator package from a CANN custom-operator project.");
  command->add_option("project", *directory, "the project (op_proto, cpukernel, tbe, framework)")->required();
  command->add_option("target", *target, "the package's directory, which must not exist")->required();
  command->add_option("--name", options->name, "of the package (default: from the directory)");
  command->add_option("--soc", options->soc, "whose AI Core information counts (default: the first)");
  command->footer(
      "Sources are copied as they are; ini files become YAML. Prints the files it made; what can't be brought is "
      "named\n"
      "on stderr and in the package's README.\n\nExample:\n  opdk import-cann ~/cann/custom_op custom_op");
  command->callback([=, &outcome] { outcome = Import(*directory, *target, *options); });
}

}  // namespace opdk::cli
