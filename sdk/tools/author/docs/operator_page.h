// The page of one operator: what its registrations, its operator information and its sources say.
#pragma once

#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "sdk/tools/author/docs/operator_sources.h"
#include "sdk/tools/author/docs/page.h"

namespace opdk::cli {

// "ai_core, ai_cpu (other_package)": the engines that can run it; where the kernel isn't the prototype's package's own,
// whose it is. "-" when there is none.
std::string EnginesOf(const PackageRegistry& packages, const std::string& type);

// `type` must have a prototype. Shape inference and the AI Core kernel's function run, fenced; no kernel does.
Page OperatorPage(const PackageRegistry& packages, const std::string& type, const OperatorSources& sources);

}  // namespace opdk::cli
