#include "graph_core/ir/region_edit.h"
#include "graph_core/preparation/passes.h"

namespace opdk {

Result<Changed> InlineCalls(Graph& graph, const PassContext&) {
  Changed changed = Changed::kNo;
  // A function may itself begin with a call.
  for (bool found = true; found;) {
    found = false;
    for (Node* node : graph.nodes()) {
      if (ControlKindOf(*node) != ControlKind::kCall) continue;
      WriteOut(graph, node, kFunction);
      found = true;
      changed = Changed::kYes;
    }
  }
  return changed;
}

}  // namespace opdk
