// opdk info: one package, whether it is installed, packed, or just a library.
#include <fmt/format.h>

#include <memory>

#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/shared/model_options.h"
#include "sdk/tools/cli/shared/package_report.h"
#include "sdk/tools/package/installing.h"

namespace opdk::cli {
namespace {

struct InfoOptions {
  std::string what;
  std::string plugin_dir;
  std::string format = "text";
};

Status Info(const InfoOptions& options) {
  OPDK_TRY(const std::string plugin_dir, ChosenPluginDir(options.plugin_dir));
  OPDK_TRY(const PackageReport report, ReportPackage(options.what, plugin_dir));
  if (options.format == "json") {
    fmt::print("{}\n", ToJson(report).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    fmt::print("{}", ToText(report));
  }
  return report.problems.empty() ? Status() : report.problems.front();
}

}  // namespace

void AddInfoCommand(CLI::App& app, Status& outcome) {
  CLI::App* command = app.add_subcommand("info", "Everything about one package: contents, hashes, signature, trust");
  auto options = std::make_shared<InfoOptions>();
  command->add_option("package", options->what, "Installed package, archive or library")
      ->required()
      ->type_name("NAME[@VERSION]|FILE.opdk|LIB.so");
  command->add_option("--dir", options->plugin_dir, "Plugin directory (default: the user's)")->type_name("DIR");
  command->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  AddAllowUntrustedOption(*command);
  command->footer(
      "Examples:\n"
      "  opdk info digits\n"
      "  opdk info digits-1.0.0.opdk --format json | jq .operators\n"
      "  opdk info build/plugins/libsamples_digits.so\n"
      "The exit code is 6 when hashes or signature are wrong or the package isn't for this opdk.");
  command->callback([options, &outcome] { outcome = Info(*options); });
}

}  // namespace opdk::cli
