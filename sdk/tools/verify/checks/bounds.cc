// Checks that a kernel stays in its memory.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/checks/check.h"
#include "sdk/tools/verify/isolation/stack_text.h"

namespace opdk::verify {
namespace {

struct PortText {
  std::string name;  // "output y"
  std::string desc;  // "float[33]"
  size_t element = 1;
};

PortText Describe(const PortBreach& breach, const OpDesc& op) {
  if (breach.port == PortBreach::Port::kWorkspace) {
    return {"the workspace", fmt::format("{} bytes", breach.bytes), 1};
  }
  const bool input = breach.port == PortBreach::Port::kInput;
  const Port& port = (input ? op.inputs : op.outputs)[breach.index];
  PortText text{fmt::format("{} {}", input ? "input" : "output", port.name), DescText(port.desc), 1};
  const auto one = TensorBytes(port.desc.GetDataType(), {});
  if (one.ok() && *one > 0) text.element = *one;
  return text;
}

// Describes the place of an access: "4 bytes past the end of output y (float[33]: element 33 of 0 to 32)".
std::string Place(const PortText& port, size_t bytes, ptrdiff_t begin, ptrdiff_t end) {
  const auto size = static_cast<ptrdiff_t>(bytes);
  const auto element = static_cast<ptrdiff_t>(port.element);
  if (begin >= size) {
    return fmt::format(
        "past the end of {}, {} (bytes {} to {}; it has {}, the first one behind it would be element {})", port.name,
        port.desc, begin, end - 1, bytes, size / element);
  }
  if (end <= 0) {
    return fmt::format("before the start of {}, {} (bytes {} to {}: {} bytes ahead of it)", port.name, port.desc, begin,
                       end - 1, -begin);
  }
  return fmt::format("into {}, {} (element {})", port.name, port.desc, begin / element);
}

std::string StackOf(const Fault& fault) {
  const std::string stack = StackText(fault.stack, 6);
  return stack.empty() ? "" : "\n" + stack;
}

// Guesses the mistake from the distance that the kernel went beyond the tensor's size.
std::string Guess(const PortBreach& breach, const PortText& port, ptrdiff_t end) {
  if (breach.port != PortBreach::Port::kOutput || breach.bytes == 0) return "";
  const auto reached = static_cast<size_t>(std::max<ptrdiff_t>(end, 0));
  if (reached == 2 * breach.bytes || reached == 4 * breach.bytes || reached == 8 * breach.bytes) {
    return fmt::format(
        "It wrote {} times the inferred size: it may take the output for a dtype {} times as wide as the "
        "inferred one.",
        reached / breach.bytes, reached / breach.bytes);
  }
  return fmt::format(
      "Either the loop runs too far (a vector tail without a mask?), or inference is wrong in saying {}.", port.desc);
}

Finding WriteOutside(const PortBreach& breach, const PortText& port, ptrdiff_t begin, ptrdiff_t end,
                     const std::string& stack) {
  Finding finding;
  finding.message =
      fmt::format("the kernel wrote {} bytes {}{}", end - begin, Place(port, breach.bytes, begin, end), stack);
  finding.help = "Other tensors lie there: they are destroyed without a word. " + Guess(breach, port, end);
  return finding;
}

Finding FromFault(const PortBreach& breach, const PortText& port, const Fault& fault) {
  const ptrdiff_t at = static_cast<const std::byte*>(fault.address) - breach.data;
  Finding finding;
  const bool inside = at >= 0 && at < static_cast<ptrdiff_t>(breach.bytes);
  finding.message =
      fmt::format("the kernel {} {}{}", fault.write ? "wrote" : "read",
                  Place(port, breach.bytes, at, at + static_cast<ptrdiff_t>(port.element)), StackOf(fault));
  if (inside) {
    finding.help =
        "Inputs belong to others (constants, or the inputs of other operators): copy what you change, or "
        "declare in_place in the operator information and write through the output.";
  } else if (fault.write) {
    finding.help = "Other tensors lie there: they are destroyed without a word. " + Guess(breach, port, at + 1);
  } else {
    finding.help =
        "What lies there is not the tensor's: the result depends on chance, and at the end of a page the "
        "process dies. Hold the last loads inside (a mask, or a scalar tail).";
  }
  return finding;
}

}  // namespace

std::vector<Finding> DescribeBreaches(const std::vector<PortBreach>& breaches, const OpDesc& op) {
  std::vector<Finding> findings;
  for (const PortBreach& breach : breaches) {
    const PortText port = Describe(breach, op);
    // A spill says more than the faults that opened its pages: the distance.
    for (const Spill& spill : breach.breaches.spills) {
      std::string stack;
      for (const Fault& fault : breach.breaches.faults) {
        if (fault.write && stack.empty()) stack = StackOf(fault);
      }
      findings.push_back(WriteOutside(breach, port, spill.begin, spill.end, stack));
    }
    const bool spilled = !findings.empty() && !breach.breaches.spills.empty();
    const auto unexplained = std::find_if(breach.breaches.faults.begin(), breach.breaches.faults.end(),
                                          [&](const Fault& fault) { return !(fault.write && spilled); });
    if (unexplained != breach.breaches.faults.end()) findings.push_back(FromFault(breach, port, *unexplained));
  }
  return findings;
}

std::vector<Finding> DescribeBreaches(const std::string& when, const KernelRun& run, const OpDesc& op) {
  std::vector<Finding> findings = DescribeBreaches(run.breaches, op);
  for (Finding& finding : findings) finding.message = fmt::format("{}: {}", when, finding.message);
  return findings;
}

Findings CheckBounds(const CheckContext& context) {
  const OpDesc& op = context.instance.op;
  std::vector<Finding> findings = DescribeBreaches(context.base.breaches, op);
  if (!findings.empty()) return findings;
  const KernelRun at_end = context.kernel.Run({.press = Press::kEnd});
  findings = DescribeBreaches(at_end.breaches, op);
  if (findings.empty() && !at_end.status.ok()) {
    findings.push_back({"", "the kernel fails when its tensors lie elsewhere: " + at_end.status.message(),
                        "An address must not decide: nothing is promised but the dtype's own alignment."});
  }
  if (!findings.empty()) return findings;
  // Both a page's start and its end may be aligned to a whole vector, so a shifted run follows.
  const KernelRun shifted = context.kernel.Run({.offset_elements = 1});
  return DescribeBreaches("where its tensors begin 1 element behind a page's start", shifted, op);
}

}  // namespace opdk::verify
