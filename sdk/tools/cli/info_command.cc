// opdk info: describes one package: installed, packed, or just a library.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "graph_core/base/cache_root.h"
#include "graph_core/base/text.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/model_options.h"
#include "sdk/tools/cli/package_here.h"
#include "sdk/tools/cli/table.h"
#include "sdk/tools/package/installing.h"
#include "sdk/tools/package/package_report.h"

namespace opdk::cli {
namespace {

struct InfoOptions {
  std::string what;
  std::string plugin_dir;
  std::string format = "text";
};

std::string Joined(const std::vector<std::string>& words) {
  return words.empty() ? "-" : fmt::format("{}", fmt::join(words, ", "));
}

std::string ToText(const PackageReport& report) {
  const Manifest& manifest = report.manifest;
  std::vector<std::vector<std::string>> rows = {{"package", manifest.name},
                                                {"vendor", manifest.vendor},
                                                {"version", manifest.version},
                                                {report.kind, report.path}};
  if (!report.state.empty()) {
    rows.push_back({"state", report.state});
    rows.push_back({"versions", Joined(report.versions)});
  }
  rows.push_back({"needs", fmt::format("opdk {} up to {}.x, package ABI {}, {}, {}", manifest.sdk_min, manifest.sdk_max,
                                       manifest.package_abi, manifest.compiler_abi, manifest.architecture)});
  rows.push_back({"signature", report.signature});
  rows.push_back({"hashes", report.hashes});
  if (!report.trust.empty()) rows.push_back({"trust", report.trust});
  std::string text = FormatTable(rows) + "\n";
  rows = {{"operator", "engines", "mappings", report.winners.empty() ? "" : "wins here"}};
  for (const ManifestOperator& op : manifest.operators) {
    const auto winner = report.winners.find(op.type);
    rows.push_back(
        {op.type, Joined(op.engines), Joined(op.mappings), winner == report.winners.end() ? "" : winner->second});
  }
  text += FormatTable(rows) + "\n";
  rows = {{"file", "size", "sha256"}};
  for (const ManifestFile& file : manifest.files) rows.push_back({file.path, FormatSize(file.bytes), file.sha256});
  return text + FormatTable(rows);
}

// Returns the library of the package of that name which the folder around this directory has built, else `what` itself.
std::string InfoSource(const std::string& what) {
  for (const BuiltPackage& package : PackagesHere()) {
    if (package.name == what) return package.library;
  }
  return what;
}

// Suffixes of files that other commands read.
constexpr const char* kModelSuffixes[] = {".onnx",       ".pb",     ".pbtxt", ".prototxt",
                                          ".caffemodel", ".mindir", ".air",   ".om"};

Status Info(const InfoOptions& options) {
  for (const char* suffix : kModelSuffixes) {
    if (!options.what.ends_with(suffix)) continue;
    return Status(ErrorCode::kUsage, fmt::format("'{}' is a model, and info tells about packages; did you mean "
                                                 "opdk {} {}?",
                                                 options.what, options.what.ends_with(".om") ? "om dump" : "explain",
                                                 ShellQuoted(options.what)))
        .Hint(
            "opdk dump prints a model, opdk explain says who takes each node, opdk om dump describes an offline model");
  }
  OPDK_TRY(const std::string plugin_dir, ChosenPluginDir(options.plugin_dir));
  OPDK_TRY(const PackageReport report, ReportPackage(InfoSource(options.what), plugin_dir));
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
  command->add_option("package", options->what, "Package of this folder, installed package, archive or library")
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
