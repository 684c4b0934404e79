// Checks beyond the values: properties of a kernel besides the right numbers for one case.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sdk/tools/verify/checks/kernel_runner.h"
#include "sdk/tools/verify/checks/other_uses.h"
#include "sdk/tools/verify/compare/case_result.h"
#include "sdk/tools/verify/golden/golden.h"

namespace opdk::verify {

// One case on one engine, run once.
struct CheckContext {
  const OpCase& op_case;
  const CaseInstance& instance;  // outputs inferred
  std::string_view engine;
  const TestHarness& harness;
  const Golden& golden;
  const KernelRunner& kernel;      // with a kernel when the check's needs_kernel is set
  const KernelRun& base;           // Arrangement{}; its status is ok
  double call_ms = 0;              // one call, measured
  std::vector<ge::Tensor> inputs;  // one per instance.op.inputs
  std::vector<OtherUse> others;    // of kernels that are compiled by themselves; made when a check needs them
};

// Findings of a check; nullopt: it doesn't apply to this case.
using Findings = std::optional<std::vector<Finding>>;

struct Check {
  const char* name;
  const char* meaning;  // one line, for --help and reports
  bool by_default;
  bool needs_kernel;  // made only if a kernel runs
  Findings (*run)(const CheckContext& context);
};

// Returns all checks in their order. A check whose failure makes others meaningless comes before them.
const std::vector<Check>& AllChecks();
std::vector<std::string> CheckNames();
inline constexpr const char* kEarlierCalls = "earlier_calls";
std::vector<std::string> DefaultChecks();

Findings CheckBounds(const CheckContext& context);
Findings CheckUnwrittenOutput(const CheckContext& context);
Findings CheckBools(const CheckContext& context);
Findings CheckInference(const CheckContext& context);
Findings CheckDeterminism(const CheckContext& context);
Findings CheckInPlace(const CheckContext& context);
Findings CheckParts(const CheckContext& context);
Findings CheckConcurrency(const CheckContext& context);
Findings CheckEarlierCalls(const CheckContext& context);
Findings CheckEnvironment(const CheckContext& context);
Findings CheckResources(const CheckContext& context);
Findings CheckEnginesAgree(const CheckContext& context);
Findings CheckReference(const CheckContext& context);
Findings CheckVectorTails(const CheckContext& context);
Findings CheckRelations(const CheckContext& context);
Findings CheckRefusals(const CheckContext& context);

// Returns findings about accesses outside a port's memory, for a check that ran the kernel anew; empty if there were
// none.
std::vector<Finding> DescribeBreaches(const std::vector<PortBreach>& breaches, const OpDesc& op);
// Returns such findings with the difference of the run: "a call with 2 threads".
std::vector<Finding> DescribeBreaches(const std::string& when, const KernelRun& run, const OpDesc& op);

// Returns "", or the first difference and the number of different elements.
std::string DescribeDifference(const std::vector<ge::Tensor>& a, const std::vector<ge::Tensor>& b, const OpDesc& op);

// Makes the named checks that apply, and adds to `result.findings` and `result.checks`. False: the kernel leaves its
// memory, so it must not run on ordinary memory.
bool RunMemoryChecks(const CheckContext& context, const std::vector<std::string>& names, CaseResult& result);
void RunOtherChecks(const CheckContext& context, const std::vector<std::string>& names, CaseResult& result);

// A kernel with a slower call isn't called many more times.
inline constexpr double kSlowCallMs = 20;

}  // namespace opdk::verify
