#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "graph_core/base/file.h"
#include "graph_core/ir/graph.h"
#include "graph_core/package/entries.h"
#include "graph_core/package/framework_info.h"
#include "graph_core/package/package_registry.h"
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

// Checks a request before its model is read: the number of files, and the options.
Status CheckRequest(const ParseRequest& request, const ModelParser& parser) {
  const std::string framework = FrameworkTitle(parser.framework());
  if (request.files.size() > parser.MaxFiles()) {
    return Status(ErrorCode::kUsage, fmt::format("{} files are given; a model of {} has {} at most",
                                                 request.files.size(), framework, parser.MaxFiles()));
  }
  const std::vector<std::string> known = parser.OptionNames();
  for (const auto& [name, value] : request.options) {
    if (name == kInputShapeOption || name == kGivenInputsOption) continue;
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
      std::filesystem::is_directory(path, error) && FindParser(request.framework, path, "") != nullptr;
  if (!is_directory) {
    OPDK_TRY(const InputFile file, InputFile::Open(path, kModelFile));
    OPDK_TRY(head, file.ReadHead(kHeadBytes));
  }
  const ModelParser* parser = FindParser(request.framework, path, head);
  if (parser == nullptr) {
    return Status(ErrorCode::kModelInvalid, NobodyReads(request, packages_)).At(path).Hint(DescribeSearch());
  }
  Result<ParseResult> parsed = Status(ErrorCode::kInternal, "the parser was not called");
  Status status = Fence(
      [&] {
        OPDK_TRY(CheckRequest(request, *parser));
        parsed = parser->Parse(request, *this);
        return Status();
      },
      [] { return std::string("the framework plugin's parser"); });
  if (status.ok()) status = parsed.status();
  if (status.ok()) {
    std::istringstream lines(parsed->report);
    for (std::string line; std::getline(lines, line);) Log(LogLevel::kInfo, "parser", "%s", line.c_str());
    return parsed;
  }
  const std::vector<std::string> places = status.places();
  const bool located = std::any_of(places.begin(), places.end(),
                                   [&path](const std::string& place) { return place.find(path) != std::string::npos; });
  if (located) return status;
  return std::move(status).At(path);
}

Status PackageRegistry::InferOutputs(ge::Operator& op) const {
  OpDesc& desc = DescOf(op);
  if (desc.type == kData) return {};
  if (const auto* value = desc.type == kConst ? desc.GetAttr<ge::Tensor>("value") : nullptr; value != nullptr) {
    desc.outputs.front().desc = value->GetTensorDesc();
    return {};
  }
  const std::vector<OperatorLink> links = LinksOf(op);
  const ConstInputFn constants = [&links](int input, ge::Tensor& value) {
    const ge::Operator* source = links[static_cast<size_t>(input)].source;
    if (source == nullptr || DescOf(*source).type != kConst) return false;
    const auto* held = DescOf(*source).GetAttr<ge::Tensor>("value");
    if (held != nullptr) value = *held;
    return held != nullptr;
  };
  OPDK_TRY(Verify(desc, constants));
  return InferShape(desc, constants);
}

}  // namespace opdk
