#include "graph_core/execution/run_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "graph_core/base/tensor_size.h"
#include "graph_core/base/type_names.h"

namespace opdk {
namespace {

bool AnyRank(const std::vector<int64_t>& dims) { return dims.size() == 1 && dims[0] == -2; }

std::string Difference(const PortSpec& spec, const RunInput& input) {
  if (input.dtype != spec.dtype) {
    return fmt::format("the dtype differs ({} instead of {})", DtypeName(input.dtype), DtypeName(spec.dtype));
  }
  if (AnyRank(spec.shape)) return "";
  if (input.shape.size() != spec.shape.size()) {
    return fmt::format("the rank differs ({} instead of {})", input.shape.size(), spec.shape.size());
  }
  for (size_t i = 0; i < spec.shape.size(); ++i) {
    if (spec.shape[i] >= 0 && input.shape[i] != spec.shape[i]) {
      return fmt::format("dimension {} differs ({} instead of {})", i, input.shape[i], spec.shape[i]);
    }
  }
  return "";
}

Status CheckInput(const PortSpec& spec, size_t index, const RunInput& input) {
  const std::string declared = DescribeTensor(spec.dtype, spec.shape);
  const std::string given = DescribeTensor(input.dtype, input.shape);
  std::string difference = IsUnknown(input.shape) ? "a dimension is negative" : Difference(spec, input);
  if (difference.empty()) {
    OPDK_TRY(const size_t bytes, TensorBytes(input.dtype, input.shape));
    if (input.data == nullptr && bytes > 0) {
      return Status(ErrorCode::kInputMissing,
                    fmt::format("input {} '{}' ({}) has no data", index, spec.name, declared));
    }
    if (input.bytes < bytes) {
      difference = fmt::format("its buffer has {} bytes where {} are needed", input.bytes, bytes);
    }
  }
  if (difference.empty()) return Status();
  return Status(ErrorCode::kInputMismatch, fmt::format("input {} '{}' is declared {}, but {} was given: {}", index,
                                                       spec.name, declared, given, difference));
}

// The common case, without a message to build: allocates nothing.
bool Fits(const PortSpec& spec, const RunInput& input) {
  if (input.data == nullptr || input.dtype != spec.dtype || input.shape.size() != spec.shape.size()) return false;
  for (size_t i = 0; i < spec.shape.size(); ++i) {
    if (input.shape[i] < 0 || (spec.shape[i] != input.shape[i] && spec.shape[i] != -1)) return false;
  }
  const auto bytes = TensorBytes(input.dtype, input.shape);
  return bytes.ok() && input.bytes >= *bytes;
}

}  // namespace

Status CheckInputs(const std::vector<PortSpec>& specs, std::span<const RunInput> inputs) {
  if (inputs.size() < specs.size()) {
    const PortSpec& spec = specs[inputs.size()];
    return Status(ErrorCode::kInputMissing,
                  fmt::format("input {} '{}' ({}) is missing: the model has {} inputs, {} were given", inputs.size(),
                              spec.name, DescribeTensor(spec.dtype, spec.shape), specs.size(), inputs.size()));
  }
  if (inputs.size() > specs.size()) {
    return Status(ErrorCode::kInputMismatch,
                  fmt::format("the model has {} inputs, {} were given", specs.size(), inputs.size()));
  }
  for (size_t i = 0; i < specs.size(); ++i) {
    if (!Fits(specs[i], inputs[i])) OPDK_TRY(CheckInput(specs[i], i, inputs[i]));
  }
  return Status();
}

std::vector<ShapeRange> InputRanges(const Function& function, const std::vector<Node*>& nodes) {
  std::vector<ShapeRange> ranges(function.inputs.size());
  for (size_t i = 0; i < ranges.size(); ++i) {
    const TensorSlot& slot = function.tensors[static_cast<size_t>(function.inputs[i].tensor)];
    (void)nodes[static_cast<size_t>(slot.node)]->op().outputs.at(0).desc.GetShapeRange(ranges[i]);
  }
  return ranges;
}

Status CheckRanges(const std::vector<PortSpec>& specs, const std::vector<ShapeRange>& ranges,
                   std::span<const RunInput> inputs) {
  for (size_t i = 0; i < std::min(ranges.size(), inputs.size()); ++i) {
    const std::span<const int64_t> shape = inputs[i].shape;
    if (ranges[i].size() != shape.size()) continue;
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      const auto [least, most] = ranges[i][axis];
      if (shape[axis] >= least && (most < 0 || shape[axis] <= most)) continue;
      return Status(ErrorCode::kInputMismatch, fmt::format("axis {} of input {} '{}' is {}, out of its range {}~{}",
                                                           axis, i, specs[i].name, shape[axis], least, most))
          .Hint("give a shape in the range, or compile the graph for a wider one (ge.inputShape)");
    }
  }
  return Status();
}

Status CheckOutputCount(const std::vector<PortSpec>& specs, size_t given) {
  if (given == specs.size()) return Status();
  return Status(ErrorCode::kInputMismatch,
                fmt::format("the model has {} outputs, but room for {} was given", specs.size(), given));
}

}  // namespace opdk
