#include "sdk/tools/verify/suite/selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "graph_core/base/sha256.h"
#include "graph_core/base/type_names.h"
#include "graph_core/engines/engine.h"
#include "graph_core/package/engine_info.h"
#include "sdk/tools/verify/suite/filter_expression.h"

namespace opdk::verify {
namespace {

bool IsNamed(const PlannedCase& planned, const std::vector<std::string>& filters) {
  return filters.empty() || std::any_of(filters.begin(), filters.end(), [&](const std::string& filter) {
           return filter == planned.op_case->op ||
                  (filter.find('/') != std::string::npos && planned.id.find(filter) == 0) ||
                  planned.op_case->name.find(filter) != std::string::npos;
         });
}

// Plans every case on every engine. A number tells cases with equal names apart.
std::vector<PlannedCase> Plan(const std::vector<OpCase>& cases) {
  std::vector<PlannedCase> planned;
  std::map<std::string, int> seen;
  for (const OpCase& op_case : cases) {
    for (const ge::DataType dtype : op_case.dtypes) {
      for (const std::string& engine : EngineNames()) {
        std::string id = fmt::format("{}/{}/{}/{}", op_case.op, op_case.name, DtypeName(dtype), engine);
        const int times = ++seen[id];
        if (times > 1) id += fmt::format("#{}", times);
        planned.push_back({&op_case, dtype, std::string(engine), std::move(id)});
      }
    }
  }
  return planned;
}

Status NothingSelected(const std::vector<OpCase>& cases, const TestOptions& options) {
  std::string message = "no case is selected";
  std::string near;
  if (cases.empty()) {
    message = "there are no cases";
  } else if (!options.filters.empty()) {
    std::vector<std::string> known;
    for (const OpCase& op_case : cases) known.push_back(op_case.op);
    near = Nearest(options.filters[0], known);
    message = fmt::format("no case is named {}{}", fmt::join(options.filters, ", "),
                          near.empty() ? "" : fmt::format("; did you mean {}?", near));
  } else if (!options.expression.empty()) {
    message = fmt::format("no case fits -k '{}'", options.expression);
  }
  return Status(ErrorCode::kNothingSelected, message).Hint("opdk test --list shows what there is");
}

}  // namespace

Result<std::vector<OpCase>> ReadAllCases(const TestTarget& target, const TestOptions& options) {
  std::vector<OpCase> cases;
  // The package's own cases aren't added to cases from the command line.
  if (options.case_texts.empty() || !options.case_paths.empty()) {
    OPDK_TRY(cases, ReadCaseFiles(target));
  }
  for (const std::string& text : options.case_texts) {
    OPDK_TRY(auto more, ReadCases(text, "--case"));
    std::move(more.begin(), more.end(), std::back_inserter(cases));
  }
  return cases;
}

Result<std::vector<PlannedCase>> SelectCases(const std::vector<OpCase>& cases, const TestOptions& options) {
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

}  // namespace opdk::verify
