// Checks that a kernel gives equal bits at every time, place and number of threads.
#include <fmt/format.h>

#include <string>
#include <utility>

#include "opdk/parallel.h"
#include "sdk/tools/verify/checks/check.h"
#include "sdk/tools/verify/compare/compare.h"

namespace opdk::verify {
namespace {

struct Variant {
  std::string what;
  Arrangement arrangement;
  std::string help;
};

std::vector<Variant> Variants(bool slow) {
  const std::string race =
      "Look for a race: an element that two threads write or add to, a sum whose order the threads "
      "decide, state that outlives a call.";
  const std::string order =
      "The way the work is divided decides the result: give each output element to one thread, and "
      "sum in an order that doesn't depend on the number of threads.";
  const std::string address =
      "The address decides the result: a loop that peels to an alignment sums in another order. "
      "Begin at the first element, whatever its address.";
  std::vector<Variant> variants = {{"a second call", {}, race},
                                   {"a call with 1 thread", {.threads = 1}, order},
                                   {"a call with 2 threads", {.threads = 2}, order}};
  if (slow) return variants;
  variants.push_back({"a third call", {}, race});
  // Small tensors are divided, too, so that errors between pieces don't need large tensors.
  variants.push_back(
      {"a call with 3 threads, each of which gets a piece,", {.threads = 3, .small_pieces = true}, order});
  for (int repetition = 0; repetition < 4; ++repetition) {
    variants.push_back(
        {"a call with 4 threads, each of which gets a piece,", {.threads = 4, .small_pieces = true}, race});
  }
  variants.push_back({"a fourth call", {}, race});
  for (const size_t offset : {size_t{1}, size_t{3}, size_t{8}}) {
    variants.push_back(
        {fmt::format("a call whose tensors begin {} element{} further on", offset, offset == 1 ? "" : "s"),
         {.offset_elements = offset},
         address});
  }
  return variants;
}

}  // namespace

Findings CheckDeterminism(const CheckContext& context) {
  std::vector<Finding> findings;
  for (const Variant& variant : Variants(context.call_ms > kSlowCallMs)) {
    const KernelRun run = context.kernel.Run(variant.arrangement);
    findings = DescribeBreaches(variant.what, run, context.instance.op);
    if (!findings.empty()) break;
    if (!run.status.ok()) {
      findings.push_back({"", fmt::format("{} fails: {}", variant.what, run.status.message()), variant.help});
      break;
    }
    const std::string difference = DescribeDifference(context.base.outputs, run.outputs, context.instance.op);
    if (difference.empty()) continue;
    findings.push_back({"", fmt::format("{} gives another result than the first: {}", variant.what, difference),
                        "Nobody can compare two runs of such a model. " + variant.help});
    break;
  }
  return findings;
}

Findings CheckInPlace(const CheckContext& context) {
  if (!context.kernel.may_run_in_place()) return std::nullopt;
  const KernelRun run = context.kernel.Run({.in_place = true});
  std::vector<Finding> findings = DescribeBreaches("with the output in the input's memory", run, context.instance.op);
  if (!findings.empty()) return findings;
  const std::string difference = run.status.ok()
                                     ? DescribeDifference(context.base.outputs, run.outputs, context.instance.op)
                                     : run.status.message();
  if (!difference.empty()) {
    findings.push_back(
        {"", "in_place of the operator information doesn't hold; with the output in the input's memory: " + difference,
         "A model that has no later use of the input runs the kernel that way. Read each element before "
         "anything is written over it, or remove in_place from op_info."});
  }
  return findings;
}

}  // namespace opdk::verify
