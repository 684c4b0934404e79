// opdk pack: an archive of a built package.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "graph_core/base/cache_root.h"
#include "opdk/safe_text.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/model_options.h"
#include "sdk/tools/package/package_build.h"
#include "sdk/tools/package/packing.h"
#include "sdk/tools/package/signing_key.h"

namespace opdk::cli {
namespace {

struct PackOptions {
  std::string what = ".";
  std::string output;
  std::string key;
  bool no_build = false;
};

// Builds the package first. Otherwise a library that is older than its sources would be packed without notice.
Status BuildFirst(const PackOptions& options) {
  std::error_code error;
  if (options.no_build || !std::filesystem::is_directory(options.what, error)) return Status();
  auto root = FindPackageRoot(options.what);
  if (!root.ok()) return Status();
  BuildRequest build;
  build.root = *root;
  OPDK_TRY(BuildPackage(build));
  return Status();
}

Status Pack(const PackOptions& options) {
  OPDK_TRY(BuildFirst(options));
  OPDK_TRY(Packing packing, DescribePackage(options.what));
  for (const Status& note : packing.notes) fmt::print(stderr, "note: {}\n", SafeLine(note.message()));
  Manifest& manifest = packing.manifest;
  if (!options.key.empty()) {
    OPDK_TRY(Sign(manifest, options.key));
  }
  const std::string name = fmt::format("{}-{}.opdk", manifest.name, manifest.version);
  std::error_code error;
  std::string path = options.output.empty() ? name : options.output;
  if (std::filesystem::is_directory(path, error)) path = (std::filesystem::path(path) / name).string();
  OPDK_TRY(WriteArchive(path, manifest, packing.files));
  fmt::print("{}: {} operator{}, {} file{}, {}, {}\n", SafeLine(path), manifest.operators.size(),
             manifest.operators.size() == 1 ? "" : "s", manifest.files.size(), manifest.files.size() == 1 ? "" : "s",
             FormatSize(std::filesystem::file_size(path, error)),
             manifest.signature ? "signed with " + manifest.signature->key : "not signed");
  return Status();
}

}  // namespace

void AddPackCommand(CLI::App& app, Status& outcome) {
  CLI::App* command =
      app.add_subcommand("pack", "Build a package and write it into one archive that others can install");
  auto options = std::make_shared<PackOptions>();
  command->add_option("package", options->what, "Directory of a package, which is built first, or a library")
      ->type_name("DIR|LIB")
      ->capture_default_str();
  command->add_option("-o,--output", options->output, "Archive or directory to write (default NAME-VERSION.opdk)")
      ->type_name("FILE");
  command->add_option("--sign", options->key, "Sign with this key: a file, or the NAME of opdk keys generate")
      ->type_name("KEY");
  command->add_flag("--no-build", options->no_build, "Pack what the last build made");
  AddAllowUntrustedOption(*command);
  command->footer(
      "What the archive says of the package (operators, versions, ABI) is read from the library itself. Packing the "
      "same\n"
      "files again gives the same bytes.\n"
      "Examples:\n"
      "  opdk pack\n"
      "  opdk pack samples/digits -o /tmp/digits.opdk\n"
      "  opdk pack build/plugins/libsamples_digits.so --sign me");
  command->callback([options, &outcome] { outcome = Pack(*options); });
}

}  // namespace opdk::cli
