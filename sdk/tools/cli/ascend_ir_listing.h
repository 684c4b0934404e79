// opdk list --ir: the operators of Ascend IR.
#pragma once

#include <string>

#include "graph_core/package/package_registry.h"

namespace opdk::cli {

// Prints operators of Ascend IR. `what` "": a row for each group; a group ("nn_norm", also "nn_norm_ops"): its
// operators; an operator: its prototype and the differences from opdk's. E2002: neither group nor operator; the nearest
// name is the hint.
Status PrintAscendIr(const std::string& what, const PackageRegistry& packages);

}  // namespace opdk::cli
