// A graph pass of a package as a class.
#pragma once

#include <vector>

#include "ge_common/ge_common_api_types.h"
#include "graph/ascend_string.h"
#include "graph/graph.h"
#include "opdk/visibility.h"
#include "register/register_custom_pass.h"

namespace ge {
namespace fusion {

// Base class of graph passes. An object lives for one call of Run.
class OPDK_API FusionBasePass {
 public:
  FusionBasePass() = default;
  FusionBasePass(const FusionBasePass&) = default;
  FusionBasePass& operator=(const FusionBasePass&) = default;
  virtual ~FusionBasePass();

  // Runs the pass. SUCCESS: the graph was changed; GRAPH_NOT_CHANGED: it wasn't. Any other value is an error, whose
  // reason the pass should put into the context. Run is called for each region of control flow, as a graph of its own.
  virtual Status Run(GraphPtr& graph, CustomPassContext& pass_context) = 0;
  // Reads the operator types without which Run changes nothing. Run is needed if all types of at least one list are in
  // the graph. False: no such list exists, Run must always be called. opdk's own.
  virtual bool GetNeededTypes(std::vector<std::vector<AscendString>>& one_of);
};

}  // namespace fusion
}  // namespace ge
