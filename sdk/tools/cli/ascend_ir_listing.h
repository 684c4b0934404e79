// opdk list --ir: what of Ascend IR there is.
#pragma once

#include <string>

#include "graph_core/package/package_registry.h"

namespace opdk::cli {

// `what` "": a row for each group; a group ("nn_norm", also "nn_norm_ops"): its operators; an operator: its prototype
// and what differs. E2002: neither, with the nearest name.
Status PrintAscendIr(const std::string& what, const PackageRegistry& packages);

}  // namespace opdk::cli
