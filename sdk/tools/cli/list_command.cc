// opdk list: packages, operators, engines, winning packages; libraries that were not loaded, and why.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "graph_core/base/status_json.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/graph_passes.h"
#include "graph_core/package/installed.h"
#include "graph_core/package/operator_names.h"
#include "graph_core/package/scope_passes.h"
#include "opdk/safe_text.h"
#include "sdk/tools/author/docs/operator_page.h"
#include "sdk/tools/cli/ascend_ir_listing.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/model_options.h"
#include "sdk/tools/cli/operator_listing.h"
#include "sdk/tools/cli/package_here.h"
#include "sdk/tools/cli/table.h"
#include "sdk/tools/package/package_report.h"

namespace opdk::cli {
namespace {

struct ListOptions {
  std::string type;  // "": all operators
  std::vector<std::string> plugin_dirs;
  std::string format = "text";
  bool ir = false;
};

bool Runs(const OperatorProvider& provider, std::string_view engine) {
  return provider.info != nullptr && provider.info->Find(engine) != nullptr;
}

std::vector<std::string> OwnEngines(const OperatorProvider& provider) {
  std::vector<std::string> engines;
  for (const std::string& engine : EngineNames()) {
    if (Runs(provider, engine)) engines.emplace_back(engine);
  }
  return engines;
}

// Returns the installed versions that aren't active.
std::vector<InstalledVersion> Disabled(const PackageRegistry& packages) {
  std::vector<InstalledVersion> disabled;
  for (const std::string& directory : packages.searched()) {
    for (InstalledVersion& version : FindInstalled(directory)) {
      if (!version.active) disabled.push_back(std::move(version));
    }
  }
  return disabled;
}

nlohmann::json ListJson(const PackageRegistry& packages) {
  nlohmann::json root;
  root["searched"] = packages.searched();
  root["packages"] = nlohmann::json::array();
  root["operators"] = nlohmann::json::array();
  root["rejected"] = nlohmann::json::array();
  root["notes"] = nlohmann::json::array();
  for (const auto& package : packages.packages()) {
    root["packages"].push_back({{"name", package->name},
                                {"vendor", package->vendor},
                                {"version", package->version},
                                {"path", package->path},
                                {"builtin", package->builtin},
                                {"priority", package->priority},
                                {"reason", package->priority_reason},
                                {"state", "active"},
                                {"signature", SignatureOf(*package)}});
  }
  root["disabled"] = nlohmann::json::array();
  for (const InstalledVersion& version : Disabled(packages)) {
    root["disabled"].push_back({{"name", version.name}, {"version", version.version}, {"path", version.directory}});
  }
  for (const std::string& type : packages.OperatorTypes()) {
    nlohmann::json providers = nlohmann::json::array();
    for (const OperatorProvider& provider : packages.Providers(type)) {
      providers.push_back({{"package", provider.package->name},
                           {"vendor", provider.package->vendor},
                           {"prototype", provider.prototype != nullptr},
                           {"engines", OwnEngines(provider)}});
    }
    root["operators"].push_back(
        {{"type", type}, {"winner", packages.Prototype(type)->package->name}, {"providers", providers}});
  }
  root["graph_passes"] = nlohmann::json::array();
  for (const PackagePass& pass : PackagePasses(packages)) {
    root["graph_passes"].push_back({{"name", pass.name()},
                                    {"package", pass.package->name},
                                    {"kind", KindText(pass.entry->form)},
                                    {"stage", StageText(pass.entry->stage)}});
  }
  root["scope_fusion_passes"] = nlohmann::json::array();
  for (const ScopePass& pass : ScopePasses(packages)) {
    root["scope_fusion_passes"].push_back(
        {{"name", pass.name}, {"package", pass.package}, {"general", pass.entry->general}});
  }
  for (const RejectedPackage& rejected : packages.rejected()) {
    nlohmann::json entry = ToJson(rejected.reason);
    entry["path"] = rejected.path;
    root["rejected"].push_back(std::move(entry));
  }
  for (const Status& note : packages.notes()) root["notes"].push_back(ToJson(note));
  return root;
}

// Returns the operator types of which the package has parts.
std::vector<std::string> OperatorsOf(const Package& package, const PackageRegistry& packages) {
  std::vector<std::string> types;
  for (const std::string& type : packages.OperatorTypes()) {
    const auto& providers = packages.Providers(type);
    const auto own = [&package](const OperatorProvider& provider) { return provider.package == &package; };
    if (std::any_of(providers.begin(), providers.end(), own)) types.push_back(type);
  }
  return types;
}

std::vector<std::string> PackageHeading() {
  return {"package", "vendor", "version", "state", "signed", "operators", "precedence", "library"};
}

std::vector<std::string> PackageRow(const Package& package, const PackageRegistry& packages) {
  const std::string signature = SignatureOf(package);
  return {package.name,
          package.vendor,
          package.version,
          "active",
          signature.empty() ? "-" : signature,
          std::to_string(OperatorsOf(package, packages).size()),
          fmt::format("{} ({})", package.priority, package.priority_reason),
          package.path};
}

void PrintPackages(const PackageRegistry& packages) {
  std::vector<std::vector<std::string>> rows = {PackageHeading()};
  for (const auto& package : packages.packages()) rows.push_back(PackageRow(*package, packages));
  for (const InstalledVersion& version : Disabled(packages)) {
    rows.push_back({version.name, "", version.version, "disabled", "", "", "", version.library()});
  }
  fmt::print("{}\n", FormatTable(rows));
}

void PrintOperators(const PackageRegistry& packages, const std::vector<std::string>& types) {
  std::vector<std::vector<std::string>> rows = {{"operator", "engines", "package", "overridden"}};
  for (const std::string& type : types) {
    const OperatorProvider* winner = packages.Prototype(type);
    std::vector<std::string> others;
    for (const OperatorProvider& provider : packages.Providers(type)) {
      if (&provider != winner) others.push_back(provider.package->name);
    }
    rows.push_back(
        {type, author::EnginesOf(packages, type), winner->package->name, fmt::format("{}", fmt::join(others, ", "))});
  }
  fmt::print("{}", FormatTable(rows));
}

// Returns the loaded package with this name, "package" or "vendor/package"; nullptr: there is none.
const Package* PackageNamed(const PackageRegistry& packages, const std::string& name) {
  const auto& loaded = packages.packages();
  const auto found = std::find_if(loaded.begin(), loaded.end(), [&name](const auto& package) {
    return name == package->name || name == package->vendor + "/" + package->name;
  });
  return found == loaded.end() ? nullptr : found->get();
}

// Lists an operator, or a package with this name.
Status ListOne(const std::string& name, const PackageRegistry& packages) {
  const Package* package = PackageNamed(packages, name);
  if (package == nullptr || packages.Prototype(name) != nullptr) {
    OPDK_TRY(const std::string type, OperatorNamed(packages, name));
    return PrintOperatorListing(type, packages);
  }
  fmt::print("{}\n", FormatTable({PackageHeading(), PackageRow(*package, packages)}));
  PrintOperators(packages, OperatorsOf(*package, packages));
  return Status();
}

// Prints the graph passes. Passes of one stage stand in the order in which they run.
void PrintGraphPasses(const PackageRegistry& packages) {
  std::vector<std::vector<std::string>> rows = {{"graph pass", "kind", "stage", "package"}};
  for (const PackagePass& pass : PackagePasses(packages)) {
    rows.push_back({SafeLine(std::string(pass.name())), std::string(KindText(pass.entry->form)),
                    std::string(StageText(pass.entry->stage)), pass.package->name});
  }
  if (rows.size() > 1) fmt::print("\n{}", FormatTable(rows));
}

void PrintScopePasses(const PackageRegistry& packages) {
  std::vector<std::vector<std::string>> rows = {{"scope fusion pass", "runs", "package"}};
  for (const ScopePass& pass : ScopePasses(packages)) {
    rows.push_back({SafeLine(pass.name), pass.entry->general ? "always" : "when named", pass.package});
  }
  if (rows.size() > 1) fmt::print("\n{}", FormatTable(rows));
}

// Prints an error, indented under its heading: a line for the error, each place and the hint.
void PrintStatus(const std::string& what, const Status& status) {
  fmt::print("  {}{}{} {}\n", SafeLine(what), what.empty() ? "" : ": ", ToString(status.code()),
             SafeLine(status.message()));
  for (const std::string& place : status.places()) fmt::print("    at: {}\n", SafeLine(place));
  if (!status.hint().empty()) fmt::print("    help: {}\n", SafeLine(status.hint()));
}

// Returns an error if a library can't be used, so that scripts see it in the exit code. The list itself is complete.
Status Verdict(const PackageRegistry& packages) {
  if (packages.rejected().empty()) return Status();
  const RejectedPackage& first = packages.rejected().front();
  return Status(first.reason.code(), fmt::format("{} of the libraries found can't be used, first {}",
                                                 packages.rejected().size(), first.path))
      .Hint("the list says why");
}

Status List(const ListOptions& options) {
  PackageOptions registry_options;
  registry_options.plugin_dirs = PackagePlaces(options.plugin_dirs);
  OPDK_TRY(const auto packages, PackageRegistry::Load(registry_options));
  if (options.ir) return PrintAscendIr(options.type, *packages);
  if (!options.type.empty()) return ListOne(options.type, *packages);
  if (options.format == "json") {
    fmt::print("{}\n", ListJson(*packages).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    return Verdict(*packages);
  }
  PrintPackages(*packages);
  PrintOperators(*packages, packages->OperatorTypes());
  PrintGraphPasses(*packages);
  PrintScopePasses(*packages);
  if (!packages->rejected().empty()) fmt::print("\nNot loaded:\n");
  for (const RejectedPackage& rejected : packages->rejected()) PrintStatus(rejected.path, rejected.reason);
  if (!packages->notes().empty()) fmt::print("\nNotes:\n");
  for (const Status& note : packages->notes()) PrintStatus("", note);
  fmt::print("\nSearched: {}\n", SafeLine(fmt::format("{}", fmt::join(packages->searched(), ", "))));
  return Verdict(*packages);
}

}  // namespace

void AddListCommand(CLI::App& app, Status& outcome) {
  CLI::App* command = app.add_subcommand("list", "List packages, operators, graph passes, engines and who wins");
  auto options = std::make_shared<ListOptions>();
  CLI::Option* type = command->add_option("operator", options->type,
                                          "Only this one: ports, attributes, what each package brings of it; or a "
                                          "package's name: what it brings");
  AddPluginsOption(*command, options->plugin_dirs);
  command->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str()
      ->excludes(type);
  command->add_flag(
      "--ir", options->ir,
      "Of CANN's operator vocabulary, Ascend IR: what exists of each group, of the group that is named, or "
      "of the operator");
  command->footer(
      "Examples:\n"
      "  opdk list\n"
      "  opdk list SoftmaxV2\n"
      "  opdk list opdk_builtin\n"
      "  opdk list --ir\n"
      "  opdk list --ir reduce\n"
      "  opdk list --plugins build/plugins --format json | jq '.rejected'\n"
      "The exit code is that of the first library that can't be used (6; 3 for its operator information), else 0.");
  command->callback([options, &outcome] { outcome = List(*options); });
}

}  // namespace opdk::cli
