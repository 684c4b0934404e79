// The report of `atc --mode=3` on a model: which of its operators can be built, and why others can't.
#pragma once

#include <string>

#include "graph_core/ir/graph.h"
#include "graph_core/session.h"
#include "opdk/status.h"

namespace opdk::atc {

struct CheckReport {
  std::string json;  // {name, result, total, pass, fail, op: [{name, type, result, cause: [{code, message}]}]}
  int failed = 0;
  int total = 0;
};

// Takes the graph through preparation and optimization and asks the engines for each node; nothing is compiled. Nodes
// stand under their names in the model; nodes of a region stand behind the region's node: "loop/body/add". An error of
// the whole graph is the cause of the node that it names, else of the model's own row.
CheckReport CheckOperators(Graph graph, const Session& session, const PrecisionOptions& precision);
// Reports a model that can't be read. The operator that the error names is the only one in the report.
CheckReport ReportUnread(const std::string& name, const Status& why);

}  // namespace opdk::atc
