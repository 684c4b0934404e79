// Dtypes that a prototype's ports admit, read from the text of REG_OP's second macro argument, and the columns that
// follow from them.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "graph/types.h"
#include "graph_core/package/op_info.h"
#include "opdk/op_desc.h"
#include "opdk/status.h"

namespace opdk {

// Returns the dtypes that a prototype's text admits: "TensorType({DT_FLOAT, DT_INT32})", "TensorType(DT_BOOL)",
// "TensorType::NumberType()", "{DT_FLOAT}" … nullopt: the text has an unknown name (a dtype symbol, say), so nothing
// can be checked against it.
std::optional<std::set<ge::DataType>> TypesOfPort(std::string_view constraint);
// Returns the dtypes that a port of `prototype` admits, those of its symbol included.
std::optional<std::set<ge::DataType>> TypesOfPort(const OpDesc& prototype, const IrPort& port);

// Gives each section without dtype and allow the columns of the prototype's types. Ports with one DATATYPE symbol have
// one type in a column; all other ports are combined freely. A section of an engine without expressions stays without
// columns if several ports have lists of types and none share a symbol: the ports are checked one by one (MatchColumn).
// E2006, at the section: an engine with expressions, and a port whose types are no list, or too many combinations.
Status CompleteOpInfo(OpInfo& info, const OpDesc& prototype);

}  // namespace opdk
