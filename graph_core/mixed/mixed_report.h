// The report of mixed compute on its decision.
#pragma once

#include <string>

#include "graph_core/mixed/mixed_selection.h"

namespace opdk {

std::string MixedReport(const MixedGraph& graph, const MixedSelection& selection, const MixedPartition& partition);

}  // namespace opdk
