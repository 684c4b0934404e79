// Checks that a kernel keeps nothing from one call for the next.
#include <fmt/format.h>

#include <utility>

#include "sdk/tools/verify/checks/check.h"

namespace opdk::verify {
namespace {

constexpr const char* kHelp =
    "One process runs many nodes of an operator, in any order. The kernel keeps something of its first call: a static "
    "variable, or a buffer of the first size. Take it from the context in each call.";

Finding AfterAnother(const std::string& what, const std::string& before, const std::string& difference) {
  return {"", fmt::format("{} gives another result after a call with {}: {}", what, before, difference), kHelp};
}

}  // namespace

Findings CheckEarlierCalls(const CheckContext& context) {
  if (context.others.empty()) return std::nullopt;
  const OpDesc& op = context.instance.op;
  for (const OtherUse& other : context.others) {
    const auto runner = KernelRunner::Make(other.op, other.inputs, context.engine, context.harness);
    if (!runner.ok() || !(*runner)->has_kernel()) continue;
    const KernelRun later = (*runner)->Run(), again = (*runner)->Run();
    // A result that differs even between two equal calls belongs to the determinism check.
    if (!later.status.ok() || !DescribeDifference(later.outputs, again.outputs, other.op).empty()) continue;
    std::string difference = DescribeDifference(other.outputs, later.outputs, other.op);
    if (!difference.empty()) return std::vector<Finding>{AfterAnother(other.what, "this case's values", difference)};
    const KernelRun own = context.kernel.Run();
    difference = own.status.ok() ? DescribeDifference(context.base.outputs, own.outputs, op) : own.status.message();
    if (!difference.empty()) return std::vector<Finding>{AfterAnother("this case", other.what, difference)};
  }
  return std::vector<Finding>();
}

}  // namespace opdk::verify
