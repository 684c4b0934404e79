// opdk add: adds an operator to a package, from any folder in it.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "opdk/safe_text.h"
#include "sdk/tools/author/operator_choice.h"
#include "sdk/tools/author/operator_name.h"
#include "sdk/tools/author/package_folder.h"
#include "sdk/tools/author/template_record.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/operator_options.h"
#include "sdk/tools/package/package_build.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;

struct AddOptions {
  author::OperatorChoice choice;
  std::string directory = ".";
};

// Checks that no group has files of this stem. E1007: the package has the operator already.
Status CheckAbsent(const fs::path& root, const author::OperatorDefinition& op) {
  std::error_code error;
  const std::string stem = author::StemOf(op.op);
  for (const auto& entry : fs::recursive_directory_iterator(root / "op_proto", error)) {
    if (entry.path().stem() != stem) continue;
    return Status(ErrorCode::kExists, fmt::format("the package has an operator {} already", op.op))
        .At(entry.path().string())
        .Hint("remove its files first, or choose another name with --op");
  }
  return {};
}

// Returns the package's identity: its name, and vendor and version if a record holds them. They matter to no file of an
// operator.
Result<author::PackageIdentity> Identity(const fs::path& root) {
  OPDK_TRY(const auto records, author::ReadRecords(root));
  author::PackageIdentity package;
  if (!records.empty()) package = records.front().package;
  OPDK_TRY(package.name, author::PackageNameIn(root));
  return package;
}

Status Add(const AddOptions& options) {
  if (options.choice.kind.empty() && options.choice.from.empty()) {
    return Status(ErrorCode::kUsage, "the command names nothing to add")
        .Hint("opdk add --kind reduction --op RowSum, or --from FILE; opdk add --help");
  }
  OPDK_TRY(const author::TemplateSet templates, author::TemplateSet::Load(options.choice.templates));
  OPDK_TRY(const fs::path root, FindPackageRoot(options.directory));
  OPDK_TRY(const author::PackageDefinition definition, author::ChosenDefinition(options.choice, templates));
  for (const std::string& note : definition.notes) fmt::print(stderr, "note: {}\n", SafeLine(note));
  OPDK_TRY(const author::PackageIdentity package, Identity(root));
  OPDK_TRY(const auto operators, author::CompleteAll(definition, templates, package.name));
  for (const author::CompletedOperator& op : operators) OPDK_TRY(CheckAbsent(root, op.definition));
  OPDK_TRY(const std::vector<author::GeneratedFile> files, author::FilesWithRecords(operators, templates, package));
  OPDK_TRY(author::WriteNewFiles(root, files));

  std::vector<std::string> paths;
  for (const author::GeneratedFile& file : files) {
    if (!file.path.starts_with(".opdk/")) paths.push_back(file.path);
  }
  fmt::print("{}\nNext:\n  opdk build\n  opdk test\n", author::TreeText(root.string(), paths));
  author::PrintStubs(operators, files);
  return {};
}

}  // namespace

void AddAddCommand(CLI::App& app, Status& outcome) {
  CLI::App* command = app.add_subcommand("add", "Put another operator into a package");
  auto options = std::make_shared<AddOptions>();
  AddOperatorOptions(*command, options->choice);
  command->add_option("-C,--package", options->directory, "A folder in the package")
      ->type_name("DIR")
      ->capture_default_str();
  command->footer(
      "Examples:\n"
      "  opdk add --kind reduction --op RowSum\n"
      "  opdk add --kind matmul --op Project --group attention --frameworks onnx\n"
      "  opdk add --from operators.yaml --op RowSum\n"
      "Files that exist are left alone: an operator that the package has already is refused.");
  command->callback([options, &outcome] { outcome = Add(*options); });
}

}  // namespace opdk::cli
