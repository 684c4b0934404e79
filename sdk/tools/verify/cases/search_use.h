// Uses of an operator without an example.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graph_core/package/op_info.h"
#include "opdk/op_desc.h"
#include "sdk/tools/verify/cases/operator_use.h"

namespace opdk::verify {

// Shapes of up to three tensors (later tensors have the third shape), and inputs of integers: shape and values.
struct CandidateValues {
  std::vector<std::vector<std::vector<int64_t>>> shapes;
  std::vector<std::pair<std::vector<int64_t>, TensorValues>> integers;
  std::vector<std::vector<int64_t>> int_lists;  // of required attributes
};
// Returns `data: [1, 2]`; of a scalar, `data: 1`.
TensorValues IntegerData(const std::vector<int64_t>& numbers, bool scalar = false);
// Returns small shapes and values that many operators accept.
const CandidateValues& KnownValues();
// Returns whether the engine accepts only int32 and int64 for this port: axes, extents, indices.
bool IntegersOnly(const EngineOpInfo& info, const std::string& port);

// Returns candidates, likely ones first. Shapes are usual for operators of so many inputs: equal, broadcast, matrices,
// images with filters, per-channel vectors. Required attributes have small values, inputs of integers small literals
// only. Optional inputs are absent in the first half. Equal numbers of shapes and integers in `values` give equally
// many candidates, in the same order.
std::vector<OperatorUse> CandidateUses(const OpDesc& prototype, const EngineOpInfo& info,
                                       const CandidateValues& values = KnownValues());

}  // namespace opdk::verify
