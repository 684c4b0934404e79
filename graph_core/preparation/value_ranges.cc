#include "graph_core/preparation/value_ranges.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "graph/operator_reg.h"
#include "graph_core/base/type_names.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/package/operator_calls.h"
#include "graph_core/package/package_registry.h"

namespace opdk {
namespace {

using Ranges = std::vector<std::pair<int64_t, int64_t>>;

// Most elements of a tensor with ranges. Such tensors are shapes, and no shape has more axes.
constexpr int64_t kMostElements = 64;
constexpr int64_t kNoBound = -1;

Ranges RangesOf(const ge::TensorDesc& desc) {
  Ranges ranges;
  (void)desc.GetValueRange(ranges);
  return ranges;
}

bool IsInteger(const ge::TensorDesc& desc) {
  return desc.GetDataType() == ge::DT_INT32 || desc.GetDataType() == ge::DT_INT64;
}

// Returns the number of elements of a tensor that may have ranges. nullopt: it may not.
std::optional<size_t> CountOf(const ge::TensorDesc& desc) {
  const int64_t count = ElementCount(desc.GetShape().GetDims());
  if (!IsInteger(desc) || count < 0 || count > kMostElements) return std::nullopt;
  return static_cast<size_t>(count);
}

Status CheckRanges(const Node& node, const Port& port) {
  const Ranges ranges = RangesOf(port.desc);
  if (ranges.empty()) return {};
  const auto refuse = [&](std::string message) {
    return Status(ErrorCode::kInferShape, std::move(message)).At(fmt::format("output {}", port.name)).At(PlaceOf(node));
  };
  if (CountOf(port.desc) != ranges.size()) {
    return refuse(fmt::format("value-range inference gave {} ranges for {}", ranges.size(), DescText(port.desc)));
  }
  for (const auto& [least, most] : ranges) {
    if (most != kNoBound && least > most) {
      return refuse(fmt::format("value-range inference gave the impossible range {} to {}", least, most));
    }
  }
  return {};
}

ge::Tensor TensorOf(const ge::TensorDesc& desc, const std::vector<int64_t>& values) {
  ge::TensorDesc plain(desc.GetShape(), desc.GetFormat(), desc.GetDataType());
  if (desc.GetDataType() == ge::DT_INT64) {
    return ge::Tensor(plain, reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(int64_t));
  }
  const std::vector<int32_t> narrow(values.begin(), values.end());
  return ge::Tensor(plain, reinterpret_cast<const uint8_t*>(narrow.data()), narrow.size() * sizeof(int32_t));
}

std::vector<int64_t> ValuesOf(const ge::Tensor& tensor) {
  if (tensor.GetTensorDesc().GetDataType() == ge::DT_INT64) {
    const auto* values = reinterpret_cast<const int64_t*>(tensor.GetData());
    return {values, values + tensor.GetSize() / sizeof(int64_t)};
  }
  const auto* values = reinterpret_cast<const int32_t*>(tensor.GetData());
  return {values, values + tensor.GetSize() / sizeof(int32_t)};
}

// Two numbers that stand for all numbers above `least` if there is no upper bound: a small number, with which no
// kernel's arithmetic overflows, and a large number.
constexpr int64_t kSome = 12345;
int64_t Many(ge::DataType dtype) {
  return dtype == ge::DT_INT64 ? int64_t{1} << 40 : std::numeric_limits<int32_t>::max();
}

// Samples of a node's inputs at the ends of their ranges.
struct Samples {
  std::array<std::vector<ge::Tensor>, 3> inputs;
  bool bounded = true;
};

// Returns the samples. nullopt: an input has neither a value nor ranges that begin at 0 or above.
std::optional<Samples> SamplesOf(const Node& node, ConstantEvaluator& constants) {
  Samples samples;
  for (std::vector<ge::Tensor>& inputs : samples.inputs) inputs.resize(node.inputs().size());
  for (size_t i = 0; i < node.inputs().size(); ++i) {
    if (node.inputs()[i].node == nullptr) continue;
    if (ge::Tensor value; constants.Value(node.inputs()[i], value)) {
      for (std::vector<ge::Tensor>& inputs : samples.inputs) inputs[i] = value;
      continue;
    }
    const ge::TensorDesc& desc = node.op().inputs[i].desc;
    const Ranges ranges = RangesOf(desc);
    std::array<std::vector<int64_t>, 3> values;
    for (const auto& [least, most] : ranges) {
      if (least < 0) return std::nullopt;
      samples.bounded = samples.bounded && most != kNoBound;
      values[0].push_back(least);
      values[1].push_back(most == kNoBound ? least + kSome : most);
      values[2].push_back(most == kNoBound ? Many(desc.GetDataType()) : most);
    }
    if (ranges.empty()) return std::nullopt;
    for (size_t k = 0; k < values.size(); ++k) samples.inputs[k][i] = TensorOf(desc, values[k]);
  }
  return samples;
}

// Runs the kernel at both ends of the ranges. Only for registered operators, each of whose elements grows or falls with
// each element of the inputs. If both ends give one number, all values between give that number.
void RunAtBothEnds(Node& node, ConstantEvaluator& constants) {
  std::vector<Port>& outputs = node.op().outputs;
  if (!std::ranges::all_of(outputs, [](const Port& port) { return CountOf(port.desc).has_value(); })) return;
  const auto samples = SamplesOf(node, constants);
  if (!samples) return;
  std::array<std::vector<ge::Tensor>, 3> results;
  for (const size_t k : {size_t{0}, size_t{1}}) {
    if (!constants.Compute(node, samples->inputs[k], results[k])) return;
  }
  // If all ranges have bounds, the two numbers for missing bounds are equal.
  if (samples->bounded) {
    results[2] = results[1];
  } else if (!constants.Compute(node, samples->inputs[2], results[2])) {
    return;
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    const std::vector<int64_t> low = ValuesOf(results[0][i]), some = ValuesOf(results[1][i]),
                               high = ValuesOf(results[2][i]);
    Ranges ranges;
    for (size_t k = 0; k < low.size(); ++k) {
      const bool same = low[k] == some[k] && low[k] == high[k];
      if (same || samples->bounded) {
        ranges.emplace_back(std::minmax(low[k], high[k]));
      } else {
        ranges.emplace_back(low[k] <= some[k] ? low[k] : std::numeric_limits<int64_t>::min(), kNoBound);
      }
    }
    (void)outputs[i].desc.SetValueRange(ranges);
  }
}

}  // namespace

Status InferValueRanges(Node& node, const PassContext& context, ConstantEvaluator& constants) {
  OpDesc& op = node.op();
  for (Port& port : op.outputs) (void)port.desc.SetValueRange({});
  const ValueRangeEntry* entry = ValueRangesOf(*context.packages, op.type);
  if (entry == nullptr) return {};
  const bool by_shape = entry->function != nullptr && entry->when == ge::INPUT_IS_DYNAMIC;
  const bool concerns = std::ranges::any_of(op.inputs, [&](const Port& port) {
    return by_shape ? ElementCount(port.desc.GetShape().GetDims()) < 0 : !RangesOf(port.desc).empty();
  });
  if (!concerns) return {};
  if (entry->function == nullptr) {
    RunAtBothEnds(node, constants);
  } else {
    OPDK_TRY(InferOperatorValueRanges(*context.packages, op, constants.InputsOf(node)));
  }
  for (const Port& port : op.outputs) OPDK_TRY(CheckRanges(node, port));
  return {};
}

}  // namespace opdk
