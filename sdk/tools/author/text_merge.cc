#include "sdk/tools/author/text_merge.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <boost/process.hpp>
#include <filesystem>
#include <iterator>
#include <vector>

#include "graph_core/base/temporary_directory.h"
#include "opdk/output_file.h"

namespace opdk::author {
namespace {

namespace bp = boost::process;
namespace fs = std::filesystem;

// Writes a file of `directory` and returns its path.
std::string Written(const TemporaryDirectory& directory, const std::string& name, const std::string& text) {
  const fs::path file = directory.path() / name;
  // If the file can't be written, the program that reads it reports that.
  static_cast<void>(WriteFile(file, text, {.synced = false}));
  return file.string();
}

struct Outcome {
  int code = -1;
  std::string out;
};

std::optional<Outcome> Run(const std::string& program, const std::vector<std::string>& arguments) {
  const auto path = bp::search_path(program);
  if (path.empty()) return std::nullopt;
  std::error_code error;
  bp::ipstream out;
  bp::child child(path, bp::args(arguments), bp::std_out > out, bp::std_err > bp::null, bp::std_in < bp::null, error);
  if (error) return std::nullopt;
  Outcome outcome;
  outcome.out.assign(std::istreambuf_iterator<char>(out), {});
  child.wait(error);
  if (error) return std::nullopt;
  outcome.code = child.exit_code();
  return outcome;
}

}  // namespace

Result<std::string> UnifiedDiff(const std::string& path, const std::string& before, const std::string& after) {
  if (before == after) return std::string();
  const TemporaryDirectory scratch = TemporaryDirectory::Named("opdk_merge_");
  const auto outcome = Run("diff", {"-u", "--label", before.empty() ? "/dev/null" : "a/" + path, "--label",
                                    after.empty() ? "/dev/null" : "b/" + path, Written(scratch, "before", before),
                                    Written(scratch, "after", after)});
  // 1: the texts differ.
  if (outcome && outcome->code == 1) return outcome->out;
  return Status(ErrorCode::kFileNotFound, fmt::format("no difference of {} can be shown: 'diff' doesn't run", path))
      .Hint("install diffutils");
}

std::optional<std::string> MergeTexts(const std::string& mine, const std::string& base, const std::string& theirs) {
  const TemporaryDirectory scratch = TemporaryDirectory::Named("opdk_merge_");
  const auto outcome = Run("git", {"merge-file", "-p", Written(scratch, "mine", mine), Written(scratch, "base", base),
                                   Written(scratch, "theirs", theirs)});
  if (!outcome || outcome->code != 0) return std::nullopt;
  return outcome->out;
}

}  // namespace opdk::author
