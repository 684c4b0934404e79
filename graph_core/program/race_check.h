// Checks that steps which run at the same time don't touch each other's memory.
#pragma once

#include "graph_core/program/program.h"
#include "opdk/status.h"

namespace opdk {

// Follows nothing but the edges between steps (one behind the other on a stream, waits, begin and end of sections) and
// the bytes of their tensors. E9001: two steps that no path of edges orders touch the same bytes, one of them writing;
// the message names both and the bytes.
Status CheckRaces(const Program& program);

}  // namespace opdk
