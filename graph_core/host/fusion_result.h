// fusion_result.json in GE's form. For each graph it tells how often each fusing pass found its pattern, and how often
// it changed the graph:
//   {"session_and_graph_id_0_1": {"graph_fusion": {"PadIntoPool": {"match_times": "2", "effect_times": "1"}},
//                                 "ub_fusion": {"fuse_vector": {…, "repository_hit_times": "0"}}}}
#pragma once

#include <string>

#include "opdk/compile.h"
#include "opdk/status.h"

namespace opdk {

// Returns GE's path of the file: in FE/<process> below ASCEND_WORK_PATH, else in the working directory.
std::string FusionResultPath();

// Writes the results of all graphs that this process has written to the path, with this graph's. Makes the directory.
// E1006: it can't be written.
Status WriteFusionResult(const std::string& path, const std::string& session_and_graph, const MatchCounts& matches);

}  // namespace opdk
