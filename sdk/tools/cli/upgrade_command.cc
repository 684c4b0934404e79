// opdk upgrade: brings a package up to the templates of this opdk.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "sdk/tools/author/package_folder.h"
#include "sdk/tools/author/questions.h"
#include "sdk/tools/author/text_merge.h"
#include "sdk/tools/author/upgrade_plan.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/idle_options.h"
#include "sdk/tools/package/package_build.h"

namespace opdk::cli {
namespace {

struct UpgradeOptions {
  std::string directory = ".";
  std::string templates;
  bool dry_run = false;
  bool yes = false;
};

std::string Describe(const author::UpgradeStep& step) {
  switch (step.action) {
    case author::UpgradeAction::kAdd:
      return "add       " + step.path;
    case author::UpgradeAction::kReplace:
      return "replace   " + step.path;
    case author::UpgradeAction::kMerge:
      return fmt::format("merge     {}: your changes stay", step.path);
    case author::UpgradeAction::kConflict:
      return fmt::format("conflict  {}: both changed the same lines; yours stay, the template's go to {}", step.path,
                         step.target);
    case author::UpgradeAction::kRemove:
      return "remove    " + step.path;
    case author::UpgradeAction::kKeep:
      return step.before.empty() ? fmt::format("leave out {}: you removed it", step.path)
                                 : fmt::format("keep      {}: no template makes it any more; it is yours", step.path);
  }
  return "";
}

bool Changes(const author::UpgradeStep& step) { return step.action != author::UpgradeAction::kKeep; }

Status Upgrade(const UpgradeOptions& options) {
  OPDK_TRY(const author::TemplateSet templates, author::TemplateSet::Load(options.templates));
  OPDK_TRY(const std::filesystem::path root, FindPackageRoot(options.directory));
  OPDK_TRY(const author::UpgradePlan plan, author::PlanUpgrade(root, templates));
  for (const author::UpgradeStep& step : plan.steps) {
    OPDK_TRY(const std::string diff, author::UnifiedDiff(step.target, step.before, step.after));
    fmt::print("{}", diff);
  }
  std::fflush(stdout);
  for (const author::UpgradeStep& step : plan.steps) fmt::print(stderr, "{}\n", Describe(step));
  if (std::none_of(plan.steps.begin(), plan.steps.end(), Changes)) {
    fmt::print(stderr, "{} is up to date with templates {}\n", root.string(), templates.version());
    return options.dry_run ? Status() : author::ApplyUpgrade(root, plan);
  }
  if (options.dry_run) {
    fmt::print(stderr, "nothing was changed (--dry-run)\n");
    return {};
  }
  if (!options.yes) {
    if (::isatty(STDIN_FILENO) == 0) {
      return Status(ErrorCode::kUsage, "there is no terminal to ask whether to go on; nothing was changed")
          .Hint("--yes changes the files, --dry-run only shows the difference");
    }
    if (!author::AskYesNo(fmt::format("Change {} files in {}?",
                                      std::count_if(plan.steps.begin(), plan.steps.end(), Changes), root.string()))) {
      fmt::print(stderr, "nothing was changed\n");
      return {};
    }
  }
  OPDK_TRY(author::ApplyUpgrade(root, plan));
  fmt::print(stderr, "upgraded from templates {} to {}; next: opdk build, opdk test\n", plan.from_version,
             templates.version());
  return {};
}

}  // namespace

void AddUpgradeCommand(CLI::App& app, Status& outcome) {
  CLI::App* command = app.add_subcommand("upgrade", "Bring a package up to the templates of this opdk");
  auto options = std::make_shared<UpgradeOptions>();
  command->add_flag("-n,--dry-run", options->dry_run, "Show the difference, change nothing");
  command->add_flag("-y,--yes", options->yes, "Don't ask");
  command->add_option("-C,--package", options->directory, "A folder in the package")
      ->type_name("DIR")
      ->capture_default_str();
  command->add_option("--templates", options->templates, "Templates of your own, in the form of sdk/templates")
      ->type_name("DIR");
  Exclude(*command, "--dry-run", {"--yes"});
  command->footer(
      "Examples:\n"
      "  opdk upgrade --dry-run\n"
      "  opdk upgrade --yes\n"
      "  opdk upgrade -C ~/my_ops --dry-run > upgrade.diff\n"
      "Files that nobody has edited are replaced, edited ones merged; where both changed the same lines yours stay "
      "and\n"
      "the template's go to <file>.new. The difference goes to stdout.");
  command->callback([options, &outcome] { outcome = Upgrade(*options); });
}

}  // namespace opdk::cli
