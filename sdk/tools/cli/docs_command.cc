// opdk docs: a page per operator, and an index.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "graph_core/base/dump_place.h"
#include "graph_core/base/json_reading.h"
#include "graph_core/package/operator_names.h"
#include "graph_core/package/refused_operators.h"
#include "opdk/output_file.h"
#include "sdk/tools/author/docs/operator_page.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/idle_options.h"
#include "sdk/tools/cli/model_options.h"
#include "sdk/tools/cli/package_here.h"
#include "sdk/tools/model/open_model.h"
#include "sdk/tools/package/package_build.h"
#include "sdk/tools/verify/isolation/isolated.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;

struct DocsOptions {
  std::vector<std::string> types;
  std::vector<std::string> plugin_dirs;
  std::vector<std::string> sources;
  std::string directory;
  std::string format = "md";
  bool all = false;
};

std::string Render(const author::Page& page, const std::string& format) {
  return format == "html" ? author::ToHtml(page) : author::ToMarkdown(page);
}

// The file name of the page that lists all operators, without suffix.
constexpr const char* kIndexPage = "index";

std::vector<std::string> FilesOf(const std::vector<std::string>& types, const std::string& format) {
  FileNames taken;
  taken.Take(kIndexPage);
  std::vector<std::string> files;
  for (const std::string& type : types) files.push_back(fmt::format("{}.{}", taken.Take(type), format));
  return files;
}

Result<std::vector<std::string>> Choose(const DocsOptions& options, const PackageRegistry& packages) {
  const std::vector<std::string> known = packages.OperatorTypes();
  for (const std::string& type : options.types) {
    if (std::find(known.begin(), known.end(), type) != known.end()) continue;
    return Status(ErrorCode::kNothingSelected,
                  fmt::format("no loaded package provides the operator '{}'{}", type, DidYouMean(packages, type)))
        .Hint(HowToProvide(packages, type));
  }
  if (!options.types.empty()) return options.types;
  std::vector<std::string> chosen;
  for (const std::string& type : known) {
    const auto& providers = packages.Providers(type);
    const bool custom = std::any_of(providers.begin(), providers.end(),
                                    [](const OperatorProvider& provider) { return !provider.package->builtin; });
    if (options.all || custom) chosen.push_back(type);
  }
  if (!chosen.empty()) return chosen;
  return Status(ErrorCode::kNothingSelected, "there are no packages but the built-in one")
      .Hint("add --plugins DIR, name an operator, or take --all for the built-in ones");
}

// Returns the first sentence, for the index.
std::string Summary(const std::string& description) {
  const size_t end = description.find(". ");
  return end == std::string::npos ? description : description.substr(0, end + 1);
}

author::Page IndexPage(const PackageRegistry& packages, const std::vector<std::string>& types,
                       const std::vector<std::string>& summaries, const std::vector<std::string>& files) {
  author::Page page;
  page.title = "Operators";
  author::PageTable list{{{"package", "version", "vendor", "library"}}};
  for (const auto& package : packages.packages()) {
    list.rows.push_back({author::Code(package->name), author::Plain(package->version), author::Plain(package->vendor),
                         author::Code(package->path)});
  }
  author::PageTable table{{{"operator", "engines", "package", "what it computes"}}};
  for (size_t i = 0; i < types.size(); ++i) {
    table.rows.push_back({fmt::format("[{}]({})", types[i], files[i]),
                          author::Plain(author::EnginesOf(packages, types[i])),
                          author::Code(packages.Prototype(types[i])->package->name), author::Plain(summaries[i])});
  }
  page.Add(std::move(table));
  page.Add(author::PageHeading{2, "Packages"});
  page.Add(std::move(list));
  return page;
}

Status WriteFile(const fs::path& path, const std::string& text) {
  const Status written = opdk::WriteFile(path, text, {.synced = false});
  if (written.ok()) return Status();
  return Status(ErrorCode::kWriteFailed, written.message()).Hint("-o names another directory");
}

// Makes the pages, each in a process of its own. Functions of the packages run there; a crash costs only one page.
Status MakePages(const DocsOptions& options, const PackageRegistry& packages, const std::vector<std::string>& types,
                 std::vector<std::string>& pages, std::vector<std::string>& summaries) {
  std::vector<std::string> roots = options.sources;
  if (auto root = FindPackageRoot("."); root.ok()) roots.push_back(*root);
  pages.resize(types.size());
  summaries.resize(types.size());
  const auto work = [&](size_t i) {
    const author::OperatorSources sources = author::FindSources(*packages.Prototype(types[i])->prototype, roots);
    const nlohmann::json json = {{"page", Render(author::OperatorPage(packages, types[i], sources), options.format)},
                                 {"summary", Summary(sources.description)}};
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  };
  Status failed;
  const verify::IsolationOptions isolation;
  verify::RunIsolated(types.size(), work, isolation, [&](size_t i, verify::ChildReport&& report) {
    if (const std::string end = report.Describe(isolation); !end.empty()) {
      failed = Status(ErrorCode::kKernelCrashed, fmt::format("making the page of {} {}", types[i], end))
                   .At(fmt::format("package {}", packages.Prototype(types[i])->package->name))
                   .Hint("opdk check says what is wrong with the package");
      return true;
    }
    const auto answer = ParseJson(report.answer);
    pages[i] = answer.value("page", "");
    summaries[i] = answer.value("summary", "");
    return true;
  });
  return failed;
}

Status Docs(DocsOptions options) {
  OPDK_TRY(const auto packages, LoadPackages(PackagePlaces(options.plugin_dirs)));
  OPDK_TRY(NameOperators(*packages, options.types));
  OPDK_TRY(const std::vector<std::string> types, Choose(options, *packages));
  std::vector<std::string> pages;
  std::vector<std::string> summaries;
  Status made = MakePages(options, *packages, types, pages, summaries);
  if (options.directory.empty() && !options.types.empty()) {
    for (const std::string& page : pages) fmt::print("{}", page);
    return made;
  }
  const fs::path directory = options.directory.empty() ? "opdk-docs" : options.directory;
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) {
    return Status(ErrorCode::kWriteFailed, fmt::format("can't make the directory: {}", error.message()))
        .At(directory.string())
        .Hint("-o names another one");
  }
  const std::vector<std::string> files = FilesOf(types, options.format);
  for (size_t i = 0; i < types.size(); ++i) {
    if (!pages[i].empty()) OPDK_TRY(WriteFile(directory / files[i], pages[i]));
  }
  const std::string index = (directory / fmt::format("{}.{}", kIndexPage, options.format)).string();
  OPDK_TRY(WriteFile(index, Render(IndexPage(*packages, types, summaries, files), options.format)));
  fmt::print("{}: {} operator{}\n", index, types.size(), types.size() == 1 ? "" : "s");
  return made;
}

}  // namespace

void AddDocsCommand(CLI::App& app, Status& outcome) {
  auto options = std::make_shared<DocsOptions>();
  CLI::App* command = app.add_subcommand("docs", "Write a page of documentation for each operator");
  command->add_option("operator", options->types, "operators (default: those of all packages but the built-in one)");
  AddPluginsOption(*command, options->plugin_dirs);
  command->add_option("-o,--output", options->directory,
                      "the directory of the pages (default: opdk-docs; pages of named operators are printed)");
  command->add_option("--format", options->format, "md or html")
      ->check(CLI::IsMember({"md", "html"}))
      ->capture_default_str();
  command->add_flag("--all", options->all, "the built-in operators too");
  command
      ->add_option("--source", options->sources,
                   "a package's source tree, for descriptions, places and examples (default: the one of this "
                   "directory, and where the compiler found them); repeatable")
      ->check(CLI::ExistingDirectory)
      ->allow_extra_args(false);
  Exclude(*command, "operator", {"--all"});
  command->footer(
      "A page says inputs, outputs, attributes, the shape rule, each engine's columns, the packages, the AI Core\n"
      "kernel's expression, and shows cases. An HTML page needs nothing beside itself.\n\n"
      "Examples:\n"
      "  opdk docs SoftmaxV2\n"
      "  opdk docs --plugins build/libmine.so -o doc\n"
      "  opdk docs --all --format html -o doc");
  command->callback([options, &outcome] { outcome = Docs(*options); });
}

}  // namespace opdk::cli
