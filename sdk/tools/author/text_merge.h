// Differences between texts, and texts that two sides have changed.
#pragma once

#include <optional>
#include <string>

#include "opdk/status.h"

namespace opdk::cli {

// A unified diff of a file's text; "" when there is no difference. An empty `before` or `after` shows as /dev/null.
// E1002 when no `diff` program can be run.
Result<std::string> UnifiedDiff(const std::string& path, const std::string& before, const std::string& after);

// `mine` with what changed from `base` to `theirs` put in, by `git merge-file`; nullopt where both changed the same
// lines, or when there is no git.
std::optional<std::string> MergeTexts(const std::string& mine, const std::string& base, const std::string& theirs);

}  // namespace opdk::cli
