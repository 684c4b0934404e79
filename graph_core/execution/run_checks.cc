#include "graph_core/execution/run_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/base/type_names.h"
#include "graph_core/ir/input_shapes.h"

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

// Returns whether an input fits. It is the quick check of the common case: it builds no message and allocates nothing.
bool Fits(const PortSpec& spec, const RunInput& input) {
  if (input.data == nullptr || input.dtype != spec.dtype || input.shape.size() != spec.shape.size()) return false;
  for (size_t i = 0; i < spec.shape.size(); ++i) {
    if (input.shape[i] < 0 || (spec.shape[i] != input.shape[i] && spec.shape[i] != -1)) return false;
  }
  const auto bytes = TensorBytes(input.dtype, input.shape);
  return bytes.ok() && input.bytes >= *bytes;
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

InputShapeRules ShapeRulesOf(const Function& function, const std::vector<Node*>& nodes) {
  InputShapeRules rules;
  std::map<std::string, std::vector<NamedExtent::Place>> places;
  for (size_t i = 0; i < function.inputs.size(); ++i) {
    const TensorSlot& slot = function.tensors[static_cast<size_t>(function.inputs[i].tensor)];
    const OpDesc& data = nodes[static_cast<size_t>(slot.node)]->op();
    (void)data.outputs.at(0).desc.GetShapeRange(rules.ranges.emplace_back());
    const std::vector<std::string> names = DimNames(data);
    for (size_t axis = 0; axis < names.size(); ++axis) {
      if (!names[axis].empty()) places[names[axis]].push_back({i, axis});
    }
  }
  for (auto& [name, of_name] : places) {
    if (of_name.size() > 1) rules.named.push_back({name, std::move(of_name)});
  }
  return rules;
}

Status CheckShapeRules(const std::vector<PortSpec>& specs, const InputShapeRules& rules,
                       std::span<const RunInput> inputs) {
  OPDK_TRY(CheckRanges(specs, rules.ranges, inputs));
  for (const NamedExtent& extent : rules.named) {
    const NamedExtent::Place& first = extent.places.front();
    for (const NamedExtent::Place& place : extent.places) {
      if (place.input >= inputs.size() || inputs[place.input].shape.size() <= place.axis) break;
      const int64_t expected = inputs[first.input].shape[first.axis];
      const int64_t given = inputs[place.input].shape[place.axis];
      if (given == expected) continue;
      return Status(ErrorCode::kInputMismatch,
                    fmt::format("axis {} of input {} '{}' is {}, but axis {} of input {} '{}' is {}: both are {}",
                                place.axis, place.input, specs[place.input].name, given, first.axis, first.input,
                                specs[first.input].name, expected, extent.name))
          .Hint(
              "dimensions of one name have one size in a run; give the inputs shapes that agree, or compile the graph "
              "with "
              "other names or with -1 (ge.inputShape)");
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
