#include "sdk/tools/author/upgrade_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "graph_core/base/sha256.h"
#include "sdk/tools/author/package_folder.h"
#include "sdk/tools/author/text_merge.h"

namespace opdk::author {
namespace {

namespace fs = std::filesystem;

// Returns a file's text, or nullopt if there is no file.
Result<std::optional<std::string>> TextAt(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) return std::optional<std::string>();
  OPDK_TRY(std::string text, ReadTextFile(path));
  return std::optional(std::move(text));
}

// Returns <file>.new, or .new.2 … if that file holds another text already.
Result<std::string> FreeName(const fs::path& root, const std::string& path, const std::string& text) {
  for (int number = 1;; ++number) {
    const std::string name = number == 1 ? path + ".new" : fmt::format("{}.new.{}", path, number);
    OPDK_TRY(const auto there, TextAt(root / name));
    if (!there || *there == text) return name;
  }
}

// Returns the step for one file. `recorded`: the hash of the generated text; nullopt if the templates didn't make this
// file.
Result<std::optional<UpgradeStep>> StepFor(const fs::path& root, const std::string& path,
                                           const std::optional<std::string>& recorded,
                                           const std::optional<std::string>& fresh) {
  const auto nothing = std::optional<UpgradeStep>();
  OPDK_TRY(const auto mine, TextAt(root / path));
  const bool untouched = mine && recorded && Sha256(*mine) == *recorded;
  if (!fresh) {
    if (!mine) return nothing;
    if (untouched) return std::optional(UpgradeStep{UpgradeAction::kRemove, path, path, *mine, ""});
    return std::optional(UpgradeStep{UpgradeAction::kKeep, path, path, *mine, *mine});
  }
  if (recorded && Sha256(*fresh) == *recorded) return nothing;  // the templates didn't change it
  if (!mine) {
    // A generated file that is missing was removed by the author.
    if (recorded) return std::optional(UpgradeStep{UpgradeAction::kKeep, path, path, "", ""});
    return std::optional(UpgradeStep{UpgradeAction::kAdd, path, path, "", *fresh});
  }
  if (*mine == *fresh) return nothing;
  if (untouched) return std::optional(UpgradeStep{UpgradeAction::kReplace, path, path, *mine, *fresh});
  OPDK_TRY(const auto base, TextAt(root / PristinePath(path)));
  if (base && recorded && Sha256(*base) == *recorded) {
    const auto merged = MergeTexts(*mine, *base, *fresh);
    if (merged && *merged == *mine) return nothing;
    if (merged) return std::optional(UpgradeStep{UpgradeAction::kMerge, path, path, *mine, *merged});
  }
  OPDK_TRY(const std::string target, FreeName(root, path, *fresh));
  OPDK_TRY(const auto there, TextAt(root / target));
  if (there) return nothing;  // an earlier upgrade has put it there
  return std::optional(UpgradeStep{UpgradeAction::kConflict, path, target, "", *fresh});
}

Result<std::vector<GeneratedFile>> Regenerate(const TemplateRecord& record, const TemplateSet& templates) {
  if (!record.operator_) return PackageFiles(templates, record.package);
  OPDK_TRY(const CompletedOperator op, CompleteOperator(*record.operator_, templates, record.package.name));
  return OperatorFiles(templates, op, record.package);
}

}  // namespace

Result<UpgradePlan> PlanUpgrade(const fs::path& root, const TemplateSet& templates) {
  OPDK_TRY(const auto records, ReadRecords(root));
  if (records.empty()) {
    return Status(ErrorCode::kFileNotFound, fmt::format("{} wasn't made by 'opdk new': it has no .opdk", root.string()))
        .Hint("its files are the author's alone; there is nothing to upgrade");
  }
  UpgradePlan plan;
  plan.from_version = templates.version();
  for (const TemplateRecord& record : records) {
    if (record.version > templates.version()) {
      return Status(ErrorCode::kUsage,
                    fmt::format("it was made of templates {}, this opdk has {}", record.version, templates.version()))
          .At((root / RecordPath(record)).string())
          .Hint("use the opdk that made it, or a newer one");
    }
    plan.from_version = std::min(plan.from_version, record.version);
    auto generated = Regenerate(record, templates);
    if (!generated.ok()) return std::move(generated).status().At((root / RecordPath(record)).string());
    const std::vector<GeneratedFile> files = std::move(generated).value();
    std::map<std::string, std::optional<std::string>> fresh;
    for (const auto& [path, hash] : record.files) fresh[path] = std::nullopt;
    for (const GeneratedFile& file : files) fresh[file.path] = file.text;
    for (const auto& [path, text] : fresh) {
      const auto found = record.files.find(path);
      const auto recorded = found == record.files.end() ? std::nullopt : std::optional(found->second);
      OPDK_TRY(auto step, StepFor(root, path, recorded, text));
      if (step) plan.steps.push_back(*std::move(step));
      if (!text) plan.obsolete.push_back(PristinePath(path));
    }
    const OperatorDefinition* definition = record.operator_ ? &*record.operator_ : nullptr;
    for (GeneratedFile& file : RecordFiles(RecordOf(templates, record.package, definition, files), files)) {
      plan.bookkeeping.push_back(std::move(file));
    }
  }
  return plan;
}

Status ApplyUpgrade(const fs::path& root, const UpgradePlan& plan) {
  std::error_code error;
  const auto write = [&](const std::string& path, const std::string& text) -> Status {
    fs::create_directories((root / path).parent_path(), error);
    return WriteTextFile(root / path, text);
  };
  for (const UpgradeStep& step : plan.steps) {
    if (step.action == UpgradeAction::kKeep) continue;
    if (step.action == UpgradeAction::kRemove) {
      fs::remove(root / step.path, error);
      continue;
    }
    OPDK_TRY(write(step.target, step.after));
  }
  for (const std::string& path : plan.obsolete) fs::remove(root / path, error);
  for (const GeneratedFile& file : plan.bookkeeping) OPDK_TRY(write(file.path, file.text));
  return {};
}

}  // namespace opdk::author
