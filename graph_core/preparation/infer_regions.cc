#include "graph_core/preparation/infer_regions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "graph_core/base/type_names.h"
#include "graph_core/ir/control_flow.h"
#include "graph_core/preparation/conditions.h"

namespace opdk {

namespace {

using Descs = std::vector<ge::TensorDesc>;
using Dims = std::vector<int64_t>;

Dims JoinDims(const Dims& a, const Dims& b) {
  if (a == b) return a;
  if (a.size() != b.size() || a == ge::UNKNOWN_RANK || b == ge::UNKNOWN_RANK) return ge::UNKNOWN_RANK;
  Dims joined = a;
  for (size_t i = 0; i < joined.size(); ++i) {
    if (joined[i] != b[i]) joined[i] = ge::UNKNOWN_DIM;
  }
  return joined;
}

// Widens `known` so that it also describes `other`. `what` names the value in errors: "output 2 of its branches".
Status Join(const ge::TensorDesc& other, ge::TensorDesc& known, const std::string& what) {
  if (other.GetDataType() != known.GetDataType()) {
    return Status(ErrorCode::kInferShape,
                  fmt::format("{} is {} once and {} once", what, DescText(known), DescText(other)))
        .Hint("make both the same type with a Cast");
  }
  const Dims dims = JoinDims(known.GetShape().GetDims(), other.GetShape().GetDims());
  if (dims == known.GetShape().GetDims()) return {};
  known = ge::TensorDesc(ge::Shape(dims), known.GetFormat(), known.GetDataType());
  return {};
}

// Returns the description of a scalar that a loop itself makes. ONNX's bodies declare these as [] or as [1].
ge::TensorDesc OwnInput(ControlKind kind, int data, const ge::TensorDesc& declared) {
  const ge::DataType dtype = kind == ControlKind::kFor ? ge::DT_INT32 : data == 0 ? ge::DT_INT64 : ge::DT_BOOL;
  const bool one = kind == ControlKind::kLoop && declared.GetShape().GetDims() == Dims{1};
  return ge::TensorDesc(ge::Shape(one ? Dims{1} : Dims{}), ge::FORMAT_ND, dtype);
}

// Infers a region for the inputs of its node. `values` are the values behind the loop's own.
Result<Descs> InferRegion(const Node& node, const Region& region, const Descs& values, const RegionInference& inference,
                          bool leniently = false) {
  const ControlKind kind = ControlKindOf(node);
  const auto own = static_cast<size_t>(OwnInputs(kind));
  const std::vector<Node*> data = region.graph->inputs();
  for (size_t i = 0; i < data.size(); ++i) {
    ge::TensorDesc& desc = data[i]->op().outputs[0].desc;
    desc = i < own ? OwnInput(kind, static_cast<int>(i), desc) : values[i - own];
  }
  if (Status inferred = inference.infer(*region.graph, leniently); !inferred.ok()) {
    return std::move(inferred).At(fmt::format("region {}", region.name));
  }
  Descs outputs;
  for (const Port& port : region.graph->net_output()->op().inputs) outputs.push_back(port.desc);
  return outputs;
}

Descs Weaker(Descs values, bool keep_ranks) {
  for (ge::TensorDesc& value : values) {
    Dims dims = value.GetShape().GetDims();
    if (!keep_ranks) dims = ge::UNKNOWN_RANK;
    if (dims != ge::UNKNOWN_RANK) std::fill(dims.begin(), dims.end(), ge::UNKNOWN_DIM);
    value = ge::TensorDesc(ge::Shape(dims), value.GetFormat(), value.GetDataType());
  }
  return values;
}

// Infers a region that may not run. The error is that of the first attempt, with the values' own types.
Result<Descs> InferPossible(const Node& node, const Region& region, const Descs& values,
                            const RegionInference& inference) {
  auto outputs = InferRegion(node, region, values, inference);
  if (outputs.ok() || outputs.status().code() != ErrorCode::kInferShape) return outputs;
  const auto retry = [&](bool keep_ranks, bool leniently) {
    if (*inference.retries <= 0) return false;
    --*inference.retries;
    auto weaker = InferRegion(node, region, Weaker(values, keep_ranks), inference, leniently);
    if (!weaker.ok()) return false;
    outputs = std::move(weaker);
    return true;
  };
  static_cast<void>(retry(true, false) || retry(false, false) || retry(false, true));
  return outputs;
}

const Region& RegionOf(const Node& node, std::string_view name) {
  for (const Region& region : node.regions()) {
    if (region.name == name) return region;
  }
  OPDK_CHECK(false, node.name());
  return node.regions().front();
}

Status InferBranches(Node& node, const Descs& values, const RegionInference& inference, const std::string& chosen) {
  Descs joined;
  for (const Region& region : node.regions()) {
    if (!chosen.empty() && region.name != chosen) continue;
    const bool runs = !chosen.empty() || ControlKindOf(node) == ControlKind::kCall;
    OPDK_TRY(Descs outputs,
             runs ? InferRegion(node, region, values, inference) : InferPossible(node, region, values, inference));
    if (joined.empty()) {
      joined = std::move(outputs);
      continue;
    }
    for (size_t i = 0; i < joined.size(); ++i) {
      OPDK_TRY(Join(outputs[i], joined[i], fmt::format("output {} of its branches", i)));
    }
  }
  for (size_t i = 0; i < joined.size(); ++i) node.op().outputs[i].desc = std::move(joined[i]);
  return {};
}

// Returns the number of iterations of a Loop whose condition is and stays true. -1: not known.
int64_t TripsOf(const Node& node, const ConstInputFn& constant) {
  ge::Tensor value;
  if (ControlKindOf(node) != ControlKind::kLoop || node.input(0).node == nullptr) return ge::UNKNOWN_DIM;
  const Graph& body = *node.region(kBody);
  const Endpoint going_on = body.net_output()->input(0);
  const bool stays = going_on == Endpoint{body.inputs().at(1), 0};
  const bool is_true = going_on.node->ConstValue() != nullptr && TruthOf(*going_on.node->ConstValue()) == Truth::kTrue;
  if (!stays && !is_true) return ge::UNKNOWN_DIM;
  if (node.input(1).node != nullptr && (!constant(1, value) || TruthOf(value) != Truth::kTrue)) return ge::UNKNOWN_DIM;
  if (!constant(0, value) || value.GetSize() != sizeof(int64_t)) return ge::UNKNOWN_DIM;
  int64_t trips = 0;
  std::memcpy(&trips, value.GetData(), sizeof(trips));
  return std::max<int64_t>(trips, 0);
}

// Returns the description of a scan output: the slice with a new first axis of `trips` elements.
ge::TensorDesc Scanned(const ge::TensorDesc& slice, int64_t trips) {
  Dims dims = slice.GetShape().GetDims();
  if (dims != ge::UNKNOWN_RANK) dims.insert(dims.begin(), trips);
  return ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, slice.GetDataType());
}

Status InferLoop(Node& node, Descs values, const RegionInference& inference, const ConstInputFn& constant) {
  const auto own_outputs = static_cast<size_t>(OwnOutputs(ControlKindOf(node)));
  const int64_t trips = TripsOf(node, constant);
  Descs outputs;
  // Each round makes a dimension or a rank unknown for good, so the loop ends.
  for (bool widened = true; widened;) {
    const Region& body = RegionOf(node, kBody);
    OPDK_TRY(outputs,
             trips > 0 ? InferRegion(node, body, values, inference) : InferPossible(node, body, values, inference));
    widened = false;
    for (size_t i = 0; i < values.size(); ++i) {
      const Dims before = values[i].GetShape().GetDims();
      OPDK_TRY(Join(outputs[own_outputs + i], values[i], fmt::format("value {} that goes round", i)));
      widened = widened || values[i].GetShape().GetDims() != before;
    }
  }
  if (node.region(kCond) != nullptr) {
    OPDK_TRY(InferRegion(node, RegionOf(node, kCond), values, inference));
  }
  for (size_t i = 0; i < node.op().outputs.size(); ++i) {
    node.op().outputs[i].desc = i < values.size() ? values[i] : Scanned(outputs[own_outputs + i], trips);
  }
  return {};
}

}  // namespace

Status InferRegions(Node& node, const RegionInference& inference, const ConstInputFn& constant, bool chosen_only) {
  const ControlKind kind = ControlKindOf(node);
  Descs values;
  for (size_t i = static_cast<size_t>(RegionInputsBegin(kind)); i < node.op().inputs.size(); ++i) {
    values.push_back(node.op().inputs[i].desc);
  }
  if (IsLoop(kind)) return InferLoop(node, std::move(values), inference, constant);
  ge::Tensor condition;
  const bool known = chosen_only && kind != ControlKind::kCall && constant(0, condition);
  return InferBranches(node, values, inference, known ? ChosenBranch(node, condition) : "");
}

}  // namespace opdk
