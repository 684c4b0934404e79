// Columns of operator information that follow from the types of a prototype's ports.
#pragma once

#include "graph_core/package/op_info.h"
#include "opdk/op_desc.h"
#include "opdk/status.h"

namespace opdk {

// Gives each section without dtype and allow the columns of the prototype's types. Ports with one DATATYPE symbol have
// one type in a column; all other ports are combined freely. A section of an engine without expressions stays without
// columns if several ports have lists of types and none share a symbol: the ports are checked one by one (MatchColumn).
// E2006, at the section: an engine with expressions, and a port whose types are no list, or too many combinations.
Status CompleteOpInfo(OpInfo& info, const OpDesc& prototype);

}  // namespace opdk
