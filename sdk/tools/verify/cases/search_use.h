// Uses of an operator for which there is no example.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graph_core/package/op_info.h"
#include "opdk/op_desc.h"
#include "sdk/tools/verify/cases/operator_use.h"

namespace opdk::verify {

// Shapes of up to three tensors (the fourth and later ones are as the third), and inputs of integers: shape and values.
struct CandidateValues {
  std::vector<std::vector<std::vector<int64_t>>> shapes;
  std::vector<std::pair<std::vector<int64_t>, TensorValues>> integers;
  std::vector<std::vector<int64_t>> int_lists;  // of required attributes
};
// `data: [1, 2]`; without a shape, `data: 1`.
TensorValues IntegerData(const std::vector<int64_t>& numbers, bool scalar = false);
// Small ones that many operators take.
const CandidateValues& KnownValues();
// All dtypes that the engine takes there are int32 and int64: axes, extents, indices.
bool IntegersOnly(const EngineOpInfo& info, const std::string& port);

// Candidates, likely ones first: shapes that operators of so many inputs usually take (equal, broadcast, matrices,
// images with filters, per-channel vectors), required attributes with small values, inputs of integers only with small
// literals. Optional inputs are absent in the first half. Values of the same numbers of shapes and integers give as
// many candidates, in the same order.
std::vector<OperatorUse> CandidateUses(const OpDesc& prototype, const EngineOpInfo& info,
                                       const CandidateValues& values = KnownValues());

}  // namespace opdk::verify
