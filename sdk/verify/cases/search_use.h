// Uses of an operator for which there is no example.
#pragma once

#include <vector>

#include "graph_core/package/op_info.h"
#include "opdk/op_desc.h"
#include "sdk/verify/cases/operator_use.h"

namespace opdk::verify {

// Candidates, likely ones first: shapes that operators of so many inputs usually take (equal, broadcast, matrices,
// images with filters, per-channel vectors), required attributes with small values, inputs of integers only with small
// literals. Optional inputs are absent in the first half.
std::vector<OperatorUse> CandidateUses(const OpDesc& prototype, const EngineOpInfo& info);

}  // namespace opdk::verify
