// Differences between texts, and texts that two sides have changed.
#pragma once

#include <optional>
#include <string>

#include "opdk/status.h"

namespace opdk::author {

// Returns a unified diff of a file's text; "" if there is no difference. An empty `before` or `after` shows as
// /dev/null. E1002: no `diff` program can be run.
Result<std::string> UnifiedDiff(const std::string& path, const std::string& before, const std::string& after);

// Merges the changes from `base` to `theirs` into `mine`, with `git merge-file`. nullopt: both changed the same lines,
// or there is no git.
std::optional<std::string> MergeTexts(const std::string& mine, const std::string& base, const std::string& theirs);

}  // namespace opdk::author
