// Small instances of an operator, for what only needs shapes: its cases', and made-up ones.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graph_core/package/op_info.h"
#include "graph_core/package/package_registry.h"
#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::cli {

// One per declared port.
using Dtypes = std::vector<ge::DataType>;

// What a column says of these ports; nothing when the section doesn't list one of them.
std::optional<Dtypes> ColumnDtypes(const EngineOpInfo& section, const std::vector<IrPort>& ports, size_t column);

// Ranks that are tried where no case gives shapes: of the first input, and of the others.
struct TriedRanks {
  int first;
  int others;
};
std::span<const TriedRanks> RanksToTry();

// Instances with inputs of these dtypes: those of the cases that aren't refused, then made-up ones of rank 0 to 5,
// without optional inputs and with them, first with extents of 2 alone, then with different ones. Nothing is inferred
// yet.
std::vector<verify::CaseInstance> TrialsOf(const OpDesc& prototype, const std::vector<const verify::OpCase*>& cases,
                                           const Dtypes& inputs);

// "x float[2,2], slope float[2]".
std::string DescribeInputs(const verify::CaseInstance& instance);

}  // namespace opdk::cli
