// opdk new: an operator package from a kind of template, a definition file, a CANN project, or answers to a few
// questions.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "graph_core/base/text.h"
#include "opdk/safe_text.h"
#include "sdk/tools/author/cann/cann_import.h"
#include "sdk/tools/author/operator_choice.h"
#include "sdk/tools/author/operator_name.h"
#include "sdk/tools/author/package_folder.h"
#include "sdk/tools/author/questions.h"
#include "sdk/tools/author/template_record.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/operator_options.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;

struct NewOptions {
  std::string directory;
  author::PackageIdentity package;
  author::OperatorChoice choice;
  std::string from_cann;  // a CANN project
  std::string soc;        // with from_cann
  bool interactive = false;
};

Status CheckIdentity(const author::PackageIdentity& package) {
  const auto usage = [](const Status& status, const char* hint) {
    return status.ok() ? status : Status(ErrorCode::kUsage, status.message()).Hint(hint);
  };
  OPDK_TRY(usage(author::CheckLowerName(package.name, "package name"), "name it with --name"));
  OPDK_TRY(usage(author::CheckLowerName(package.vendor, "vendor"), "name it with --vendor"));
  return usage(author::CheckVersion(package.version), "give it with --package-version");
}

// Checks that the folder doesn't exist or is empty, so that generated files never mix with existing files.
Status CheckFolder(const fs::path& directory) {
  std::error_code error;
  const auto status = fs::symlink_status(directory, error);
  if (!fs::exists(status)) return {};
  if (!fs::is_directory(directory, error)) {
    return Status(ErrorCode::kExists, fmt::format("{} exists and is no directory", directory.string()))
        .Hint("choose another name");
  }
  if (fs::is_empty(directory, error)) return {};
  return Status(ErrorCode::kExists, fmt::format("{} exists and is not empty", directory.string()))
      .Hint("choose another name; 'opdk add' puts an operator into a package that exists");
}

void Identify(NewOptions& options, const author::PackageDefinition& definition) {
  author::PackageIdentity& package = options.package;
  if (package.name.empty()) package.name = definition.name;
  const fs::path directory = fs::absolute(options.directory).lexically_normal();
  const fs::path last = directory.has_filename() ? directory.filename() : directory.parent_path().filename();
  if (package.name.empty()) package.name = author::PackageNameOf(last.string());
  if (package.vendor.empty()) package.vendor = definition.vendor.empty() ? "customize" : definition.vendor;
  if (package.version.empty()) package.version = definition.version.empty() ? "0.1.0" : definition.version;
}

// Prints the package's files as a tree, and the next steps.
void PrintMade(const std::string& directory, std::vector<std::string> paths) {
  fmt::print("{}\nNext:\n  cd {}\n  opdk build\n  opdk test\n", author::TreeText(directory, std::move(paths)),
             SafeLine(ShellQuoted(directory)));
}

Status MakePackage(NewOptions options, const author::TemplateSet& templates) {
  OPDK_TRY(const author::PackageDefinition definition, author::ChosenDefinition(options.choice, templates));
  for (const std::string& note : definition.notes) fmt::print(stderr, "note: {}\n", SafeLine(note));
  if (options.directory.empty()) options.directory = definition.name;
  if (options.directory.empty()) {
    return Status(ErrorCode::kUsage, "no directory is named, and the definition names no package")
        .Hint("opdk new DIR --from FILE");
  }
  Identify(options, definition);
  OPDK_TRY(CheckIdentity(options.package));
  OPDK_TRY(CheckFolder(options.directory));
  OPDK_TRY(const auto operators, author::CompleteAll(definition, templates, options.package.name));
  OPDK_TRY(std::vector<author::GeneratedFile> files, author::PackageFiles(templates, options.package));
  std::vector<author::GeneratedFile> more =
      author::RecordFiles(author::RecordOf(templates, options.package, nullptr, files), files);
  files.insert(files.end(), more.begin(), more.end());
  OPDK_TRY(more, author::FilesWithRecords(operators, templates, options.package));
  files.insert(files.end(), more.begin(), more.end());
  OPDK_TRY(author::WriteNewFiles(options.directory, files));

  std::vector<std::string> paths;
  for (const author::GeneratedFile& file : files) {
    if (!file.path.starts_with(".opdk/")) paths.push_back(file.path);
  }
  PrintMade(options.directory, std::move(paths));
  author::PrintStubs(operators, files);
  return {};
}

Status MakeFromCann(NewOptions options) {
  if (options.directory.empty()) {
    return Status(ErrorCode::kUsage, "no directory is named").Hint("opdk new DIR --from-cann PROJECT");
  }
  Identify(options, {});
  OPDK_TRY(CheckIdentity(options.package));
  OPDK_TRY(CheckFolder(options.directory));
  OPDK_TRY(author::ImportedPackage package,
           author::ImportCannProject(options.from_cann, options.directory, options.package, options.soc));
  fmt::print(stderr, "{}", author::DescribeImport(package.left_behind, package.notes));
  std::fflush(stderr);
  PrintMade(options.directory, std::move(package.files));
  return {};
}

Status New(NewOptions options) {
  if (!options.from_cann.empty()) return MakeFromCann(std::move(options));
  OPDK_TRY(const author::TemplateSet templates, author::TemplateSet::Load(options.choice.templates));
  const bool decided = !options.choice.kind.empty() || !options.choice.from.empty();
  if (!decided || options.interactive) {
    if (!options.interactive && ::isatty(STDIN_FILENO) == 0) {
      return Status(ErrorCode::kUsage, "the command names nothing to make, and there is no terminal for questions")
          .Hint("opdk new DIR --kind elementwise, or --from FILE; opdk new --help");
    }
    author::Answers answers = {options.directory, options.package.vendor, options.choice};
    OPDK_TRY(author::AskForPackage(templates, CheckFolder, answers));
    options.directory = answers.directory;
    options.package.vendor = answers.vendor;
    options.choice = answers.choice;
  }
  return MakePackage(std::move(options), templates);
}

}  // namespace

void AddNewCommand(CLI::App& app, Status& outcome) {
  CLI::App* command = app.add_subcommand("new", "Make an operator package");
  auto options = std::make_shared<NewOptions>();
  command->add_option("directory", options->directory, "Folder to make; the package is named for it")->type_name("DIR");
  AddOperatorOptions(*command, options->choice);
  CLI::Option* from_cann =
      command->add_option("--from-cann", options->from_cann, "CANN custom-operator project; its sources are copied")
          ->type_name("DIR");
  for (const char* other : {"--from", "--kind", "--op", "--group", "--engines", "--frameworks", "--templates"}) {
    from_cann->excludes(command->get_option(other));
  }
  command->add_option("--soc", options->soc, "With --from-cann: whose AI Core information counts (default: the first)")
      ->needs(from_cann);
  command->add_option("--name", options->package.name,
                      "Name of the package (default: the definition's or the folder's)");
  command->add_option("--vendor", options->package.vendor, "Who makes it (default: customize)");
  command->add_option("--package-version", options->package.version, "Its version (default: 0.1.0)");
  command->add_flag("-i,--interactive", options->interactive, "Ask, also when nobody sits at the terminal");
  command->footer(
      "Examples:\n"
      "  opdk new my_ops --kind elementwise --op ScaleShift --frameworks onnx\n"
      "  opdk new my_ops --kind reduction --engines ai_cpu --vendor me\n"
      "  opdk new my_ops --from operators.yaml\n"
      "  opdk new my_ops --from msopgen.json --op LeakyReluCustom\n"
      "  opdk new my_ops --from-cann ~/cann/custom_op\n"
      "  opdk new                                    # asks\n"
      "Kinds compute something from the start and their cases pass; a definition without a kind gets stubs that fail\n"
      "with the file and line to edit. definition_files.md in sdk/docs (installed: share/doc/opdk) describes "
      "definition files.\n"
      "Of a CANN project the sources are copied as they are and ini files become YAML; what can't be brought is named\n"
      "on stderr and in the package's README.");
  command->callback([options, &outcome] { outcome = New(*options); });
}

}  // namespace opdk::cli
