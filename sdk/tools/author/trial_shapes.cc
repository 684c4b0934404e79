#include "sdk/tools/author/trial_shapes.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "graph_core/base/ports.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/golden/golden.h"

namespace opdk::author {
namespace {

using verify::CaseInstance;

constexpr TriedRanks kTried[] = {{2, 2}, {4, 4}, {3, 3}, {1, 1}, {0, 0}, {5, 5}, {4, 1},
                                 {2, 1}, {3, 1}, {1, 0}, {2, 0}, {3, 0}, {4, 0}};
constexpr size_t kDynamicEntries = 2;

// Extents of made-up shapes: equal ones, which most operators accept, and different ones, which tell axes apart.
constexpr std::array<int64_t, 5> kEqual = {2, 2, 2, 2, 2};
constexpr std::array<int64_t, 5> kDifferent = {2, 3, 5, 7, 11};

verify::WrittenTensor TensorOf(ge::DataType dtype, int rank, std::span<const int64_t> extents) {
  verify::WrittenTensor tensor;
  tensor.dtype = dtype;
  tensor.shape.emplace(extents.begin(), extents.begin() + rank);
  return tensor;
}

// Returns a case with made-up shapes, in the form that authors write.
verify::OpCase MadeUpCase(const OpDesc& prototype, const Dtypes& inputs, TriedRanks ranks, bool with_optional,
                          std::span<const int64_t> extents) {
  verify::OpCase op_case;
  op_case.file = "made up";
  op_case.op = prototype.type;
  op_case.name = "made up";
  for (size_t i = 0; i < prototype.ir_inputs.size(); ++i) {
    const IrPort& declared = prototype.ir_inputs[i];
    if (declared.kind == PortKind::kOptional && !with_optional) continue;
    verify::WrittenPort port;
    port.name.text = declared.name;
    port.listed = declared.kind == PortKind::kDynamic;
    port.tensors.assign(port.listed ? kDynamicEntries : 1,
                        TensorOf(inputs[i], i == 0 ? ranks.first : ranks.others, extents));
    op_case.inputs.ports.push_back(std::move(port));
  }
  for (const IrPort& declared : prototype.ir_outputs) {
    if (declared.kind == PortKind::kDynamic) op_case.outputs.push_back({{declared.name}, kDynamicEntries});
  }
  return op_case;
}

bool HasDtypes(const CaseInstance& instance, const Dtypes& inputs) {
  return std::all_of(instance.op.inputs.begin(), instance.op.inputs.end(), [&](const Port& port) {
    return IsAbsent(port) || port.desc.GetDataType() == inputs[static_cast<size_t>(port.ir_index)];
  });
}

}  // namespace

std::span<const TriedRanks> RanksToTry() { return kTried; }

std::vector<CaseInstance> TrialsOf(const OpDesc& prototype, const std::vector<const verify::OpCase*>& cases,
                                   const Dtypes& inputs) {
  std::vector<CaseInstance> trials;
  const auto add = [&](const verify::OpCase& one, ge::DataType dtype) {
    auto instance = verify::Instantiate(one, dtype, prototype);
    if (!instance.ok() || instance->expects_refusal() || !HasDtypes(*instance, inputs)) return;
    trials.push_back(std::move(instance).value());
  };
  for (const verify::OpCase* one : cases) {
    for (const ge::DataType dtype : one->dtypes) add(*one, dtype);
  }
  for (const auto& extents : {kEqual, kDifferent}) {
    for (const bool with_optional : {false, true}) {
      for (const TriedRanks ranks : kTried) {
        add(MadeUpCase(prototype, inputs, ranks, with_optional, extents), ge::DT_FLOAT);
      }
    }
  }
  return trials;
}

std::optional<Dtypes> ColumnDtypes(const EngineOpInfo& section, const std::vector<IrPort>& ports, size_t column) {
  Dtypes dtypes;
  for (const IrPort& port : ports) {
    const PortInfo* info = section.FindPort(port.name);
    if (info == nullptr) return std::nullopt;
    dtypes.push_back(info->dtypes[column]);
  }
  return dtypes;
}

std::string DescribeInputs(const CaseInstance& instance) {
  std::vector<std::string> inputs;
  for (const Port& port : instance.op.inputs) {
    if (!IsAbsent(port)) inputs.push_back(fmt::format("{} {}", port.name, DescText(port.desc)));
  }
  return fmt::format("{}", fmt::join(inputs, ", "));
}

}  // namespace opdk::author
