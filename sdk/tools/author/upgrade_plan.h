// The changes that `opdk upgrade` would make in a package, file by file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sdk/tools/author/template_record.h"

namespace opdk::author {

enum class UpgradeAction {
  kAdd,       // the templates make a file that they didn't make before
  kReplace,   // nobody has edited the file
  kMerge,     // the author's lines and the templates' go together
  kConflict,  // both changed the same lines: the templates' text is written beside the file, as <file>.new
  kRemove,    // the templates don't make it any more, and nobody has edited it
  kKeep,      // the templates don't make the file any more, but the author has edited it; or the author has removed it
};

struct UpgradeStep {
  UpgradeAction action = UpgradeAction::kReplace;
  std::string path;    // of the file in the package
  std::string target;  // the written file: `path`, or `path`.new
  std::string before;  // the text of `target` now
  std::string after;   // and afterwards
};

struct UpgradePlan {
  std::vector<UpgradeStep> steps;          // the changes, by path
  std::vector<GeneratedFile> bookkeeping;  // files of .opdk as they will be
  std::vector<std::string> obsolete;       // files of .opdk to remove
  int64_t from_version = 0;                // the oldest templates of the package
};

// Plans the upgrade. E1002: the package has no .opdk; E2012: a record is damaged, or its kind is gone; E1001: the
// package was made by newer templates.
Result<UpgradePlan> PlanUpgrade(const std::filesystem::path& root, const TemplateSet& templates);

// Applies the plan. If it stops halfway, the author's lines are safe: each file is replaced as a whole, the bookkeeping
// last.
Status ApplyUpgrade(const std::filesystem::path& root, const UpgradePlan& plan);

}  // namespace opdk::author
