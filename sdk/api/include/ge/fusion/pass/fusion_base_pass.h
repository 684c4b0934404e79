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

// An object lives for one call of Run.
class OPDK_API FusionBasePass {
 public:
  FusionBasePass() = default;
  FusionBasePass(const FusionBasePass&) = default;
  FusionBasePass& operator=(const FusionBasePass&) = default;
  virtual ~FusionBasePass();

  // SUCCESS: the graph was changed; GRAPH_NOT_CHANGED: it wasn't; anything else is an error, whose reason the context
  // should have. Regions of control flow are given to it one after the other as graphs of their own.
  virtual Status Run(GraphPtr& graph, CustomPassContext& pass_context) = 0;
  // opdk's own: which operator types a graph must have for Run to change anything. Each list stands for itself, and all
  // types of one must be there. False: Run must be asked.
  virtual bool GetNeededTypes(std::vector<std::vector<AscendString>>& one_of);
};

}  // namespace fusion
}  // namespace ge
