// Checks that each element of a bool output is 0 or 1.
#include <fmt/format.h>

#include <algorithm>

#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/checks/check.h"
#include "sdk/tools/verify/compare/pattern.h"

namespace opdk::verify {
namespace {

// Returns for each element of a bool tensor whether its byte is no bool.
std::vector<bool> OtherBytes(const ge::Tensor& tensor) {
  std::vector<bool> other(tensor.GetSize());
  std::transform(tensor.GetData(), tensor.GetData() + tensor.GetSize(), other.begin(),
                 [](uint8_t byte) { return byte > 1; });
  return other;
}

Finding Describe(const ge::Tensor& tensor, const std::string& name, const std::vector<bool>& other) {
  const auto count = std::count(other.begin(), other.end(), true);
  const auto first = std::find(other.begin(), other.end(), true) - other.begin();
  const std::string pattern = GuessPattern(other, tensor.GetTensorDesc().GetShape().GetDims());
  return {"",
          fmt::format("{} of {} elements of output {}, {}, are neither 0 nor 1{}; the first is element {}, whose byte "
                      "is {}",
                      count, other.size(), name, DescText(tensor.GetTensorDesc()),
                      pattern.empty() ? "" : fmt::format(": {}", pattern), first, tensor.GetData()[first]),
          "An element of bool is one byte. Operators after it rely on 0 and 1, so casts, sums and comparisons may come "
          "out wrong there. Where a comparison of vectors gives masks, keep their lowest bit; where an integer is "
          "stored, store `value != 0`."};
}

}  // namespace

Findings CheckBools(const CheckContext& context) {
  const auto is_bool = [](const ge::Tensor& tensor) { return tensor.GetTensorDesc().GetDataType() == ge::DT_BOOL; };
  if (std::none_of(context.base.outputs.begin(), context.base.outputs.end(), is_bool)) return std::nullopt;
  // Where nothing is written, zeros are left: that is another check's finding.
  const KernelRun run = context.kernel.Run({.prefill = Prefill::kZero});
  if (!run.status.ok()) return std::nullopt;
  std::vector<Finding> findings;
  for (size_t i = 0; i < run.outputs.size(); ++i) {
    if (!is_bool(run.outputs[i])) continue;
    const std::vector<bool> other = OtherBytes(run.outputs[i]);
    if (std::find(other.begin(), other.end(), true) == other.end()) continue;
    findings.push_back(Describe(run.outputs[i], context.instance.op.outputs[i].name, other));
  }
  return findings;
}

}  // namespace opdk::verify
