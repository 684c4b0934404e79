// fusion_result.json, as GE has it: how often each pass that fuses found what it looks for, and how often it put
// something there, graph by graph:
//
//   {"session_and_graph_id_0_1": {"graph_fusion": {"PadIntoPool": {"match_times": "2", "effect_times": "1"}},
//                                 "ub_fusion": {"fuse_vector": {…, "repository_hit_times": "0"}}}}
#pragma once

#include <string>

#include "opdk/compile.h"
#include "opdk/status.h"

namespace opdk {

// Where GE has it: below ASCEND_WORK_PATH in FE/<process>, or where the process works.
std::string FusionResultPath();

// Writes what is known of all graphs that this process has written to the path, this one among them, and makes the
// path's directory. E1006: it can't be written.
Status WriteFusionResult(const std::string& path, const std::string& session_and_graph, const MatchCounts& matches);

}  // namespace opdk
