#include "sdk/tools/verify/checks/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sdk/tools/verify/compare/compare.h"
#include "sdk/tools/verify/isolation/isolated.h"

namespace opdk::verify {
namespace {

constexpr std::string_view kMemoryCheck = "bounds";

void Make(const Check& check, const CheckContext& context, CaseResult& result) {
  if (check.needs_kernel && !context.kernel.has_kernel()) return;
  SetActivity(fmt::format("check {}", check.name));
  Findings findings = check.run(context);
  SetActivity("");
  if (!findings) return;
  result.checks.emplace_back(check.name);
  for (Finding& finding : *findings) {
    if (finding.check.empty()) finding.check = check.name;
    result.findings.push_back(std::move(finding));
  }
}

bool IsNamed(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

const std::vector<Check>& AllChecks() {
  static const std::vector<Check> checks = {
      {"bounds", "nothing is read or written outside inputs, outputs and workspace, and no input is written", true,
       true, CheckBounds},
      {"unwritten_output", "every element of every output is written, whatever the memory held before", true, true,
       CheckUnwrittenOutput},
      {"bools", "every element of a bool output is 0 or 1", true, true, CheckBools},
      {"inference", "inference accepts unknown extents and ranks and stays compatible; the kernel keeps to it", true,
       false, CheckInference},
      {"determinism", "the same bits on every repetition, with any number of threads, at any alignment", true, true,
       CheckDeterminism},
      {"in_place", "the same bits when an output overwrites the input that operator information says it may", true,
       true, CheckInPlace},
      {"parts", "what operator information says is joined or cut is the same bytes in the whole and in its parts", true,
       true, CheckParts},
      {kEarlierCalls, "the same bits after calls with other attributes and extents as in a process of its own", true,
       true, CheckEarlierCalls},
      {"environment", "floating-point environment and locale are left as they were", true, true, CheckEnvironment},
      {"resources", "no memory, thread or file is left behind by 64 calls", true, true, CheckResources},
      {"concurrency", "the same bits when many threads run the kernel at once", true, true, CheckConcurrency},
      {"engines_agree", "AI Core and AI CPU compute the same", true, true, CheckEnginesAgree},
      {"reference", "the author's reference in Python, where another golden judges, says the same", true, true,
       CheckReference},
      {"vector_tails", "an elementwise kernel is right at extents around the widths of vectors", true, true,
       CheckVectorTails},
      {"relations", "the relations that the case declares hold", true, false, CheckRelations},
      {"refusals", "wrong ranks, dtypes, missing inputs and absurd attributes are refused or computed, without a crash",
       true, false, CheckRefusals},
  };
  return checks;
}

std::vector<std::string> CheckNames() {
  std::vector<std::string> names;
  for (const Check& check : AllChecks()) names.emplace_back(check.name);
  return names;
}

std::vector<std::string> DefaultChecks() {
  std::vector<std::string> names;
  for (const Check& check : AllChecks()) {
    if (check.by_default) names.emplace_back(check.name);
  }
  return names;
}

std::string DescribeDifference(const std::vector<ge::Tensor>& a, const std::vector<ge::Tensor>& b, const OpDesc& op) {
  if (a.size() != b.size()) return fmt::format("{} outputs against {}", a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    const std::string difference = CompareBits(a[i], b[i]);
    if (!difference.empty()) return fmt::format("output {}: {}", op.outputs[i].name, difference);
  }
  return "";
}

bool RunMemoryChecks(const CheckContext& context, const std::vector<std::string>& names, CaseResult& result) {
  if (!IsNamed(names, kMemoryCheck)) return true;
  for (const Check& check : AllChecks()) {
    if (check.name == kMemoryCheck) Make(check, context, result);
  }
  return result.findings.empty();
}

void RunOtherChecks(const CheckContext& context, const std::vector<std::string>& names, CaseResult& result) {
  for (const Check& check : AllChecks()) {
    if (check.name != kMemoryCheck && IsNamed(names, check.name)) Make(check, context, result);
  }
}

}  // namespace opdk::verify
