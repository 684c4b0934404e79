// The report of mixed compute on its decision.
#pragma once

#include <string>

#include "graph_core/partition/mixed/mixed_compute.h"
#include "graph_core/partition/mixed/mixed_selection.h"

namespace opdk {

std::string MixedReport(const MixedGraph& graph, const MixedSelection& selection, const MixedPartition& partition);

}  // namespace opdk
