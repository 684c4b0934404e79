#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "graph_core/base/file.h"
#include "graph_core/package/entries.h"
#include "graph_core/package/fence.h"
#include "graph_core/package/framework_info.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/package/parser_host.h"
#include "opdk/log.h"
#include "opdk/parser_options.h"

namespace opdk {
namespace {

constexpr size_t kHeadBytes = 4096;

// Returns why no parser was found.
std::string NobodyReads(const ParseRequest& request, const std::vector<std::unique_ptr<Package>>& packages) {
  if (request.framework) {
    return fmt::format("no loaded framework plugin reads {} models", FrameworkTitle(*request.framework));
  }
  const bool any = std::any_of(packages.begin(), packages.end(), [](const auto& package) {
    return !EntriesOf<ModelParserEntry>(*package->registrations).empty();
  });
  return any ? "no loaded framework plugin reads this file" : "no framework plugin is loaded that could read a model";
}

// Returns the parser of `framework` if it is given, else the first parser that accepts the file. nullptr: there is
// none.
const ModelParser* FindParser(const std::vector<std::unique_ptr<Package>>& packages,
                              std::optional<domi::FrameworkType> framework, const std::string& path,
                              const std::string& head) {
  for (const auto& package : packages) {
    for (const ModelParserEntry* entry : EntriesOf<ModelParserEntry>(*package->registrations)) {
      bool accepts = false;
      const Status status = Fence(
          [&] {
            accepts = framework ? entry->parser->framework() == *framework : entry->parser->Accepts(path, head);
            return Status();
          },
          [&] { return PlaceOf(*package); });
      if (status.ok() && accepts) return entry->parser.get();
    }
  }
  return nullptr;
}

// Checks a request before its model is read: the number of files, and the options.
Status CheckRequest(const ParseRequest& request, const ModelParser& parser) {
  const std::string framework = FrameworkTitle(parser.framework());
  if (request.files.size() > parser.MaxFiles()) {
    return Status(ErrorCode::kUsage, fmt::format("{} files are given; a model of {} has {} at most",
                                                 request.files.size(), framework, parser.MaxFiles()));
  }
  const std::vector<std::string> known = parser.OptionNames();
  for (const auto& [name, value] : request.options) {
    if (name == kInputShapeOption || name == kGivenInputsOption || name == kFedInputsOption) continue;
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string near = Nearest(name, known);
    return Status(ErrorCode::kUsage, fmt::format("unknown parser option '{}'{}", name,
                                                 near.empty() ? "" : fmt::format("; did you mean '{}'?", near)))
        .Hint(known.empty() ? fmt::format("the parser of {} takes no options", framework)
                            : fmt::format("the parser of {} takes {}", framework, fmt::join(known, ", ")));
  }
  return {};
}

}  // namespace

Result<ParseResult> PackageRegistry::ParseModel(const ParseRequest& request) const {
  if (request.files.empty()) return Status(ErrorCode::kUsage, "no model file is given");
  const std::string& path = request.files.front();
  std::string head;
  std::error_code error;
  // A model may be a directory. Only its parser knows.
  const bool is_directory =
      std::filesystem::is_directory(path, error) && FindParser(packages_, request.framework, path, "") != nullptr;
  if (!is_directory) {
    OPDK_TRY(const InputFile file, InputFile::Open(path, kModelFile));
    OPDK_TRY(head, file.ReadHead(kHeadBytes));
  }
  const ModelParser* parser = FindParser(packages_, request.framework, path, head);
  if (parser == nullptr) {
    return Status(ErrorCode::kModelInvalid, NobodyReads(request, packages_)).At(path).Hint(DescribeSearch());
  }
  Result<ParseResult> parsed = Status(ErrorCode::kInternal, "the parser was not called");
  Status status = Fence(
      [&] {
        OPDK_TRY(CheckRequest(request, *parser));
        parsed = parser->Parse(request, ParserHost(*this));
        return Status();
      },
      [] { return std::string("the framework plugin's parser"); });
  if (status.ok()) status = parsed.status();
  if (status.ok()) {
    std::istringstream lines(parsed->report);
    for (std::string line; std::getline(lines, line);) Log(LogLevel::kInfo, "parser", "%s", line.c_str());
    return parsed;
  }
  if (status.code() == ErrorCode::kModelInvalid && status.hint().empty()) {
    status = std::move(status).Hint(HowToCheckModel(parser->framework()));
  }
  const std::vector<std::string> places = status.places();
  const bool located = std::any_of(places.begin(), places.end(),
                                   [&path](const std::string& place) { return place.find(path) != std::string::npos; });
  if (located) return status;
  return std::move(status).At(path);
}

}  // namespace opdk
