// opdk install | uninstall | enable | disable: the packages in a plugin directory, and their active versions.
#include <fmt/format.h>

#include <memory>

#include "opdk/safe_text.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/model_options.h"
#include "sdk/tools/package/installing.h"

namespace opdk::cli {
namespace {

struct InstallOptions {
  InstallRequest request;
  bool no_activate = false;
};

struct NamedPackage {
  std::string package;
  std::string plugin_dir;
};

Status Install(const InstallOptions& options) {
  InstallRequest request = options.request;
  request.activate = !options.no_activate;
  OPDK_TRY(request.plugin_dir, ChosenPluginDir(request.plugin_dir));
  OPDK_TRY(const InstallOutcome done, InstallArchive(request));
  for (const Status& note : done.notes) fmt::print(stderr, "note: {}\n", SafeLine(note.message()));
  const Manifest& manifest = done.manifest;
  fmt::print("{} {} {} in {} ({})\n", manifest.name, manifest.version,
             done.already_there ? "is installed already, identical," : "installed", SafeLine(done.directory),
             done.signature.text);
  if (done.active != done.active_before) {
    fmt::print("active: {}{}\n", done.active,
               done.active_before.empty() ? "" : fmt::format(" (before: {})", done.active_before));
  } else if (done.active != manifest.version) {
    fmt::print("active: {}; opdk enable {}@{} switches to this version\n", done.active.empty() ? "none" : done.active,
               manifest.name, manifest.version);
  }
  return Status();
}

Status UninstallPackage(const NamedPackage& options) {
  OPDK_TRY(const PackageName wanted, ParsePackageName(options.package));
  OPDK_TRY(const std::string plugin_dir, ChosenPluginDir(options.plugin_dir));
  OPDK_TRY(const auto removed, Uninstall(plugin_dir, wanted));
  bool was_active = false;
  for (const InstalledVersion& version : removed) {
    fmt::print("{} {} removed from {}\n", version.name, version.version, SafeLine(plugin_dir));
    was_active = was_active || version.active;
  }
  const auto left = Select(plugin_dir, {wanted.name, ""});
  if (was_active && left.ok()) {
    fmt::print(stderr, "note: no version of {} is active now; opdk enable {}@{} activates the one that is left\n",
               wanted.name, wanted.name, left->front().version);
  }
  return Status();
}

Status EnablePackage(const NamedPackage& options) {
  OPDK_TRY(const PackageName wanted, ParsePackageName(options.package));
  OPDK_TRY(const std::string plugin_dir, ChosenPluginDir(options.plugin_dir));
  const std::string before = ActiveVersion(plugin_dir, wanted.name);
  OPDK_TRY(const InstalledVersion active, Enable(plugin_dir, wanted));
  fmt::print("{} {} is active{}\n", active.name, active.version,
             before == active.version ? " already"
             : before.empty()         ? ""
                                      : fmt::format(" (before: {})", before));
  return Status();
}

Status DisablePackage(const NamedPackage& options) {
  OPDK_TRY(const PackageName wanted, ParsePackageName(options.package));
  OPDK_TRY(const std::string plugin_dir, ChosenPluginDir(options.plugin_dir));
  OPDK_TRY(const std::string before, Disable(plugin_dir, wanted));
  fmt::print("{} is disabled{}\n", wanted.name, before.empty() ? " already" : fmt::format(" (before: {})", before));
  return Status();
}

void AddDir(CLI::App& command, std::string& plugin_dir) {
  AddAllowUntrustedOption(command);
  command.add_option("--dir", plugin_dir, "Plugin directory (default: the user's, ~/.local/share/opdk/plugins)")
      ->type_name("DIR");
}

void AddPackageCommand(CLI::App& app, Status& outcome, const char* name, const char* description, const char* footer,
                       Status (*run)(const NamedPackage&)) {
  CLI::App* command = app.add_subcommand(name, description);
  auto options = std::make_shared<NamedPackage>();
  command->add_option("package", options->package, "Installed package")->required()->type_name("NAME[@VERSION]");
  AddDir(*command, options->plugin_dir);
  command->footer(footer);
  command->callback([options, run, &outcome] { outcome = run(*options); });
}

}  // namespace

void AddInstallCommands(CLI::App& app, Status& outcome) {
  CLI::App* command = app.add_subcommand("install", "Verify a packed package and install it");
  auto options = std::make_shared<InstallOptions>();
  command->add_option("archive", options->request.archive, "Archive made by opdk pack")->required()->type_name("FILE");
  AddDir(*command, options->request.plugin_dir);
  command->add_flag("--no-activate", options->no_activate, "Leave the version that is active as it is");
  command->add_flag("--force", options->request.force, "Replace another package of the same name and version");
  command->footer(
      "Nothing changes unless everything fits: the archive is whole, its hashes and signature are right, the package "
      "suits\n"
      "this opdk and loads. Versions lie side by side; one is active. Programs that run go on with what they have "
      "loaded.\n"
      "OPDK_REQUIRE_SIGNATURE=1, or require_signature: true in the plugin directory's config.yaml, refuses what no\n"
      "trusted key has signed.\n"
      "Examples:\n"
      "  opdk install digits-1.0.0.opdk\n"
      "  opdk install digits-1.1.0.opdk --no-activate && opdk enable digits@1.1.0\n"
      "  opdk install digits-1.0.0.opdk --dir /opt/opdk/plugins");
  command->callback([options, &outcome] { outcome = Install(*options); });
  AddPackageCommand(app, outcome, "uninstall", "Remove an installed package, one version or all",
                    "Examples:\n  opdk uninstall digits@1.0.0\n  opdk uninstall digits", UninstallPackage);
  AddPackageCommand(app, outcome, "enable", "Make a version of an installed package the active one",
                    "Without a version the newest one.\nExamples:\n  opdk enable digits@1.0.0\n  opdk enable digits",
                    EnablePackage);
  AddPackageCommand(app, outcome, "disable", "Keep an installed package, but don't load it",
                    "Examples:\n  opdk disable digits\n  opdk enable digits", DisablePackage);
}

}  // namespace opdk::cli
