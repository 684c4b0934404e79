// The check that joins and splits of the operator information hold byte for byte. A model whose parts lie in one memory
// doesn't run the kernel.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "graph_core/package/placed_node.h"
#include "sdk/tools/verify/checks/check.h"
#include "sdk/tools/verify/compare/compare.h"

namespace opdk::verify {

namespace {

// Returns the number of stretches that the whole has along the axis; each stretch holds a piece of every part in turn.
// 0: there is no such axis, or an axis before it is empty.
size_t StretchesOf(const ge::Tensor& whole, int64_t axis) {
  const std::vector<int64_t> dims = whole.GetTensorDesc().GetShape().GetDims();
  if (axis < 0) axis += std::ssize(dims);
  if (axis < 0 || axis >= std::ssize(dims)) return 0;
  return static_cast<size_t>(
      std::accumulate(dims.begin(), dims.begin() + axis, int64_t{1}, [](int64_t a, int64_t b) { return a * b; }));
}

// Joins the parts side by side; nullopt: they have more or fewer bytes than the whole.
std::optional<std::vector<uint8_t>> Joined(const std::vector<const ge::Tensor*>& parts, size_t stretches,
                                           size_t bytes) {
  std::vector<uint8_t> joined;
  for (size_t s = 0; s < stretches; ++s) {
    for (const ge::Tensor* part : parts) {
      const size_t size = part->GetSize() / stretches;
      joined.insert(joined.end(), part->GetData() + s * size, part->GetData() + (s + 1) * size);
    }
  }
  return joined.size() == bytes ? std::optional(joined) : std::nullopt;
}

}  // namespace

Findings CheckParts(const CheckContext& context) {
  const auto said = PartsOf(context.kernel.node(), *context.harness.packages);
  if (!said) return std::nullopt;
  const std::vector<ge::Tensor>&outputs = context.base.outputs, &inputs = context.inputs;
  const ge::Tensor& whole = (said->joins ? outputs : inputs)[static_cast<size_t>(said->whole)];
  std::vector<const ge::Tensor*> parts;
  for (const int part : said->parts) parts.push_back(&(said->joins ? inputs : outputs)[static_cast<size_t>(part)]);
  const size_t stretches = StretchesOf(whole, said->axis);
  const auto joined = stretches == 0 ? std::nullopt : Joined(parts, stretches, whole.GetSize());
  std::string difference;
  if (joined) {
    difference = CompareBits(whole, ge::Tensor(whole.GetTensorDesc(), joined->data(), joined->size()));
  } else if (whole.GetSize() > 0) {
    difference = fmt::format("the whole has {} bytes, and its parts aren't as many", whole.GetSize());
  }
  if (difference.empty()) return std::vector<Finding>();
  const char* const key = said->joins ? "joins" : "splits";
  return std::vector<Finding>{
      {"",
       fmt::format("{} of the operator information doesn't hold; the parts beside one another: {}", key, difference),
       fmt::format(
           "A model in which they can lie in one memory runs no kernel. Remove {} from op_info, or give the axis "
           "along which the parts lie one behind the other.",
           key)}};
}

}  // namespace opdk::verify
