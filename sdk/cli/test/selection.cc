#include "sdk/cli/test/selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>

#include "graph_core/ai_core/cache/sha256.h"
#include "graph_core/engine.h"
#include "graph_core/ir/type_names.h"
#include "sdk/cli/author/sanitizer.h"
#include "sdk/cli/test/filter_expression.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;

std::string Absolute(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::canonical(path, error);
  return error ? path : absolute.string();
}

bool IsNamed(const PlannedCase& planned, const std::vector<std::string>& filters) {
  return filters.empty() || std::any_of(filters.begin(), filters.end(), [&](const std::string& filter) {
           return filter == planned.op_case->op ||
                  (filter.find('/') != std::string::npos && planned.id.find(filter) == 0) ||
                  planned.op_case->name.find(filter) != std::string::npos;
         });
}

// Every case on every engine. Two that are called the same are told apart by a number.
std::vector<PlannedCase> Plan(const std::vector<verify::OpCase>& cases) {
  std::vector<PlannedCase> planned;
  std::map<std::string, int> seen;
  for (const verify::OpCase& op_case : cases) {
    for (const ge::DataType dtype : op_case.dtypes) {
      for (const std::string_view engine : {kAiCoreEngine, kAiCpuEngine}) {
        std::string id = fmt::format("{}/{}/{}/{}", op_case.op, op_case.name, DtypeName(dtype), engine);
        const int times = ++seen[id];
        if (times > 1) id += fmt::format("#{}", times);
        planned.push_back({&op_case, dtype, std::string(engine), std::move(id)});
      }
    }
  }
  return planned;
}

Status NothingSelected(const std::vector<verify::OpCase>& cases, const TestOptions& options) {
  std::string message = "no case is selected";
  std::string near;
  if (cases.empty()) {
    message = "there are no cases";
  } else if (!options.filters.empty()) {
    std::vector<std::string> known;
    for (const verify::OpCase& op_case : cases) known.push_back(op_case.op);
    near = Nearest(options.filters[0], known);
    message = fmt::format("no case is named {}{}", fmt::join(options.filters, ", "),
                          near.empty() ? "" : fmt::format("; did you mean {}?", near));
  } else if (!options.expression.empty()) {
    message = fmt::format("no case fits -k '{}'", options.expression);
  }
  return Status(ErrorCode::kNothingSelected, message).Hint("opdk test --list shows what there is");
}

// Returns in the process that can load what a sanitizer instrumented, with the package built.
Status EnterSanitizer(const std::string& sanitizer, BuildRequest& build, bool& no_build) {
  AddSanitizer(sanitizer, build);
  if (!RunsWithSanitizer(sanitizer)) {
    if (!no_build) {
      OPDK_TRY(BuildPackage(build));
    }
    return RestartWithSanitizer(sanitizer, build.directory);
  }
  no_build = true;
  return Status();
}

}  // namespace

Result<TestTarget> FindTarget(const TestOptions& options) {
  TestTarget target;
  target.plugin_dirs = options.plugin_dirs;
  target.case_paths = options.case_paths;
  for (const std::string& directory : options.plugin_dirs) {
    target.options.insert(target.options.end(), {"--plugins", Absolute(directory)});
  }
  if (!options.plugin_dirs.empty() && !options.sanitizer.empty()) {
    return Status(ErrorCode::kUsage, "a sanitizer needs the package's source, --plugins names built ones")
        .Hint("--package DIR in place of --plugins");
  }
  if (!options.plugin_dirs.empty()) {
    return target;
  }
  BuildRequest build = options.build;
  OPDK_TRY(build.root, FindPackageRoot(build.root));
  bool no_build = options.no_build;
  if (!options.sanitizer.empty()) {
    OPDK_TRY(EnterSanitizer(options.sanitizer, build, no_build));
  }
  const std::string directory = build.directory.empty() ? build.root + "/build" : build.directory;
  std::vector<BuiltPackage> packages;
  if (no_build) {
    OPDK_TRY(packages, ReadBuiltPackages(directory));
  } else {
    OPDK_TRY(packages, BuildPackage(build));
  }
  target.options = {"--package", Absolute(build.root)};
  if (!options.sanitizer.empty()) target.options.push_back("--" + options.sanitizer);
  if (!options.build.directory.empty())
    target.options.insert(target.options.end(), {"--build-dir", Absolute(directory)});
  target.log = directory + "/opdk/last_test.jsonl";
  for (const BuiltPackage& package : packages) {
    target.plugin_dirs.push_back(package.library);
    const std::string cases = package.root + "/tests/op";
    std::error_code error;
    if (options.case_paths.empty() && options.case_texts.empty() && fs::is_directory(cases, error)) {
      target.case_paths.push_back(cases);
    }
  }
  return target;
}

Result<std::vector<verify::OpCase>> ReadAllCases(const TestTarget& target, const TestOptions& options) {
  std::vector<verify::OpCase> cases;
  for (const std::string& path : target.case_paths) {
    std::error_code error;
    std::vector<std::string> files = {path};
    if (fs::is_directory(path, error)) files = verify::CaseFilesIn(path);
    for (const std::string& file : files) {
      OPDK_TRY(auto more, verify::ReadCaseFile(file));
      std::move(more.begin(), more.end(), std::back_inserter(cases));
    }
  }
  for (const std::string& text : options.case_texts) {
    OPDK_TRY(auto more, verify::ReadCases(text, "--case"));
    std::move(more.begin(), more.end(), std::back_inserter(cases));
  }
  return cases;
}

Result<std::vector<PlannedCase>> SelectCases(const std::vector<verify::OpCase>& cases, const TestOptions& options) {
  std::optional<FilterExpression> expression;
  if (!options.expression.empty()) {
    OPDK_TRY(expression, FilterExpression::Parse(options.expression));
  }
  std::vector<PlannedCase> planned = Plan(cases);
  std::erase_if(planned, [&](const PlannedCase& one) {
    return (!options.engine.empty() && one.engine != options.engine) ||
           (!options.dtype.empty() && DtypeName(one.dtype) != options.dtype) || !IsNamed(one, options.filters) ||
           (expression && !expression->Matches(one.id));
  });
  if (planned.empty()) return NothingSelected(cases, options);
  return planned;
}

Status KeepShard(const std::string& shard, std::vector<PlannedCase>& planned) {
  uint32_t index = 0;
  uint32_t count = 0;
  const char* end = shard.data() + shard.size();
  const auto first = std::from_chars(shard.data(), end, index);
  bool good = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  if (good) {
    const auto second = std::from_chars(first.ptr + 1, end, count);
    good = second.ec == std::errc() && second.ptr == end && index >= 1 && index <= count;
  }
  if (!good) {
    return Status(ErrorCode::kUsage, fmt::format("--shard {}: not of the form i/n with 1 <= i <= n", shard))
        .Hint("the second of three machines runs --shard 2/3");
  }
  std::erase_if(planned, [&](const PlannedCase& one) {
    const auto hash = static_cast<uint32_t>(std::stoul(Sha256(one.id).substr(0, 8), nullptr, 16));
    return hash % count != index - 1;
  });
  return Status();
}

}  // namespace opdk::cli
