// Small instances of an operator, for checks that need only shapes: from its cases, and made up.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graph_core/package/op_info.h"
#include "graph_core/package/package_registry.h"
#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::author {

// One dtype per declared port.
using Dtypes = std::vector<ge::DataType>;

// Returns the dtypes of a column for these ports; nullopt if the section doesn't list one of them.
std::optional<Dtypes> ColumnDtypes(const EngineOpInfo& section, const std::vector<IrPort>& ports, size_t column);

// Ranks to try if no case gives shapes: of the first input, and of the others.
struct TriedRanks {
  int first;
  int others;
};
std::span<const TriedRanks> RanksToTry();

// Returns instances with inputs of these dtypes, not inferred yet. First come the cases that aren't refused, then
// made-up instances of rank 0 to 5, without optional inputs and with them, first with extents of 2 alone, then with
// different extents.
std::vector<verify::CaseInstance> TrialsOf(const OpDesc& prototype, const std::vector<const verify::OpCase*>& cases,
                                           const Dtypes& inputs);

// Returns "x float[2,2], slope float[2]".
std::string DescribeInputs(const verify::CaseInstance& instance);

}  // namespace opdk::author
