// Checks that outputs don't depend on the previous content of their memory.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/checks/check.h"
#include "sdk/tools/verify/compare/pattern.h"

namespace opdk::verify {
namespace {

struct Traces {
  std::vector<bool> unwritten;  // by element: whether it holds the prefill, of any pattern
  std::vector<bool> dependent;  // by element: it was written, and differs with the prefill
};

bool HoldsPrefill(const uint8_t* element, size_t bytes, ge::DataType dtype, Prefill prefill) {
  std::byte expected[16];
  FillBytes(expected, bytes, dtype, prefill);
  return std::memcmp(element, expected, bytes) == 0;
}

Traces Compare(const ge::Tensor& a, Prefill prefill_a, const ge::Tensor& b, Prefill prefill_b, size_t bytes) {
  const size_t count = std::min(a.GetSize(), b.GetSize()) / bytes;
  Traces traces{std::vector<bool>(count), std::vector<bool>(count)};
  const ge::DataType dtype = a.GetTensorDesc().GetDataType();
  for (size_t i = 0; i < count; ++i) {
    const uint8_t* left = a.GetData() + i * bytes;
    const uint8_t* right = b.GetData() + i * bytes;
    if (std::memcmp(left, right, bytes) == 0) continue;
    const bool kept = HoldsPrefill(left, bytes, dtype, prefill_a) && HoldsPrefill(right, bytes, dtype, prefill_b);
    (kept ? traces.unwritten : traces.dependent)[i] = true;
  }
  return traces;
}

// Returns ": only where axis 1 mod 8 = 7", or "" without a pattern.
std::string Where(const std::vector<bool>& elements, const std::vector<int64_t>& shape) {
  const std::string pattern = GuessPattern(elements, shape);
  return pattern.empty() ? "" : fmt::format(": {}", pattern);
}

size_t First(const std::vector<bool>& elements) {
  return static_cast<size_t>(std::find(elements.begin(), elements.end(), true) - elements.begin());
}

// Guesses the mistake. A suffix of half of the bytes looks like a narrower dtype, any other suffix like a size that is
// too large.
std::string Guess(const std::vector<bool>& elements, const std::vector<int64_t>& shape) {
  const auto count = static_cast<size_t>(std::count(elements.begin(), elements.end(), true));
  const bool tail = count < elements.size() && First(elements) == elements.size() - count;
  if (count == elements.size()) return "It writes nothing at all here: is the case beyond the shapes it handles?";
  if (tail && 2 * count == elements.size()) {
    return "It fills exactly the first half: is the inferred dtype twice as wide as what it writes, or the inferred "
           "extent doubled?";
  }
  if (tail) {
    return fmt::format(
        "It ends before the tail: either its loop leaves out what doesn't fill a vector or a block, or "
        "inference is wrong in saying [{}].",
        DimsText(shape));
  }
  return "Look for a branch that returns or continues before it stores.";
}

}  // namespace

Findings CheckUnwrittenOutput(const CheckContext& context) {
  std::vector<Finding> findings;
  const KernelRun again = context.kernel.Run();
  // A kernel that differs from itself belongs to the determinism check.
  if (!again.status.ok() || !DescribeDifference(context.base.outputs, again.outputs, context.instance.op).empty()) {
    return std::nullopt;
  }
  for (const Prefill prefill : {Prefill::kPatternB, Prefill::kNan, Prefill::kZero}) {
    const KernelRun run = context.kernel.Run({.prefill = prefill});
    if (!run.status.ok()) {
      findings.push_back({"", "the kernel fails when its outputs held other bytes before: " + run.status.message(),
                          "What an output's memory holds before the run must not decide anything."});
      return findings;
    }
    for (size_t i = 0; i < run.outputs.size() && i < context.base.outputs.size(); ++i) {
      const ge::TensorDesc desc = run.outputs[i].GetTensorDesc();
      const std::vector<int64_t> shape = desc.GetShape().GetDims();
      const auto element = TensorBytes(desc.GetDataType(), {});
      if (!element.ok() || *element == 0 || run.outputs[i].GetSize() == 0) continue;
      const Traces traces = Compare(context.base.outputs[i], Prefill::kPatternA, run.outputs[i], prefill, *element);
      const std::string& name = context.instance.op.outputs[i].name;
      const auto unwritten = std::count(traces.unwritten.begin(), traces.unwritten.end(), true);
      const auto dependent = std::count(traces.dependent.begin(), traces.dependent.end(), true);
      if (unwritten > 0) {
        findings.push_back(
            {"",
             fmt::format("{} of {} elements of output {}, {}, are never written{}; the first is element {}", unwritten,
                         traces.unwritten.size(), name, DescText(desc), Where(traces.unwritten, shape),
                         First(traces.unwritten)),
             "They hold whatever the memory held before: right today, garbage in the next model. " +
                 Guess(traces.unwritten, shape)});
      }
      if (dependent > 0) {
        findings.push_back(
            {"",
             fmt::format(
                 "{} of {} elements of output {}, {}, depend on what the output's memory held before{}; the first "
                 "is element {}",
                 dependent, traces.dependent.size(), name, DescText(desc), Where(traces.dependent, shape),
                 First(traces.dependent)),
             "An output's memory is not cleared before a run. Does the kernel accumulate into the output, or read it? "
             "Set it to the start value first."});
      }
    }
    if (!findings.empty()) return findings;
  }
  return findings;
}

}  // namespace opdk::verify
