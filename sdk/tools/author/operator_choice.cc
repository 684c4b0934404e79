#include "sdk/tools/author/operator_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "graph_core/package/engine_info.h"
#include "sdk/tools/author/operator_name.h"
#include "sdk/tools/author/template_record.h"

namespace opdk::author {
namespace {

Status UnknownName(const std::string& option, const std::string& name, const std::vector<std::string>& known) {
  const std::string near = Nearest(name, known);
  return Status(ErrorCode::kUsage, fmt::format("{} {}: there is none of this name{}", option, name,
                                               near.empty() ? "" : fmt::format("; did you mean {}?", near)))
      .Hint(fmt::format("known: {}", fmt::join(known, ", ")));
}

Status CheckNames(const std::string& option, const std::vector<std::string>& names,
                  const std::vector<std::string>& known) {
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) == known.end()) return UnknownName(option, name, known);
  }
  return {};
}

// Turns the error of a name given on the command line into an error of usage.
Status AsUsage(const std::string& option, const Status& status) {
  if (status.ok()) return status;
  return Status(ErrorCode::kUsage, fmt::format("{}: {}", option, status.message())).Hint(status.hint());
}

Result<PackageDefinition> OfKind(const OperatorChoice& choice, const TemplateSet& templates) {
  const TemplateKind* kind = templates.FindKind(choice.kind);
  if (kind == nullptr) return UnknownName("--kind", choice.kind, templates.KindNames());
  if (choice.operators.size() > 1) return Status(ErrorCode::kUsage, "--kind makes one operator; --op names several");
  PackageDefinition definition;
  definition.operators = {kind->prototype};
  if (choice.operators.empty()) return definition;
  OPDK_TRY(AsUsage("--op", CheckOperatorName(choice.operators.front())));
  definition.operators.front().op = choice.operators.front();
  return definition;
}

Result<PackageDefinition> FromFile(const OperatorChoice& choice, const TemplateSet& templates) {
  OPDK_TRY(PackageDefinition definition, ReadDefinitionFile(choice.from, templates.KindNames()));
  if (choice.operators.empty()) return definition;
  std::vector<std::string> known;
  std::vector<OperatorDefinition> chosen;
  for (OperatorDefinition& op : definition.operators) {
    known.push_back(op.op);
    const bool wanted = std::find(choice.operators.begin(), choice.operators.end(), op.op) != choice.operators.end();
    if (wanted) chosen.push_back(std::move(op));
  }
  OPDK_TRY(CheckNames("--op", choice.operators, known));
  definition.operators = std::move(chosen);
  return definition;
}

}  // namespace

Result<PackageDefinition> ChosenDefinition(const OperatorChoice& choice, const TemplateSet& templates) {
  OPDK_TRY(CheckNames("--engines", choice.engines, EngineNames()));
  OPDK_TRY(CheckNames("--frameworks", choice.frameworks, FrameworkNames()));
  if (!choice.group.empty()) OPDK_TRY(AsUsage("--group", CheckLowerName(choice.group, "group")));
  auto definition = choice.from.empty() ? OfKind(choice, templates) : FromFile(choice, templates);
  OPDK_TRY(PackageDefinition result, std::move(definition));
  for (OperatorDefinition& op : result.operators) {
    if (!choice.group.empty()) op.group = choice.group;
    if (!choice.engines.empty()) op.engines = choice.engines;
    for (const std::string& framework : choice.frameworks) op.frameworks[framework];
  }
  return result;
}

Result<std::vector<CompletedOperator>> CompleteAll(const PackageDefinition& definition, const TemplateSet& templates,
                                                   const std::string& package) {
  std::vector<CompletedOperator> operators;
  for (const OperatorDefinition& op : definition.operators) {
    OPDK_TRY(CompletedOperator completed, CompleteOperator(op, templates, package));
    operators.push_back(std::move(completed));
  }
  return operators;
}

Result<std::vector<GeneratedFile>> FilesWithRecords(const std::vector<CompletedOperator>& operators,
                                                    const TemplateSet& templates, const PackageIdentity& package) {
  std::vector<GeneratedFile> all;
  for (const CompletedOperator& op : operators) {
    OPDK_TRY(const std::vector<GeneratedFile> files, OperatorFiles(templates, op, package));
    all.insert(all.end(), files.begin(), files.end());
    const std::vector<GeneratedFile> records = RecordFiles(RecordOf(templates, package, &op.definition, files), files);
    all.insert(all.end(), records.begin(), records.end());
  }
  return all;
}

void PrintStubs(const std::vector<CompletedOperator>& operators, const std::vector<GeneratedFile>& files) {
  for (const CompletedOperator& op : operators) {
    if (op.fit == TemplateFit::kAll) continue;
    fmt::print(stderr, "note: {} has parts that only you can write ({}); until then they fail:\n", op.definition.op,
               op.reason);
    const std::string stem = "/" + op.definition.group + "/" + StemOf(op.definition.op) + ".";
    for (const GeneratedFile& file : files) {
      if (file.path.starts_with(".opdk/") || file.path.find(stem) == std::string::npos) continue;
      std::istringstream lines(file.text);
      int number = 0;
      for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.find("__LINE__") != std::string::npos) fmt::print(stderr, "  {}:{}\n", file.path, number);
      }
    }
  }
}

}  // namespace opdk::author
