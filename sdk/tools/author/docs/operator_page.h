// The page of one operator, from its registrations, its operator information and its sources.
#pragma once

#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "sdk/tools/author/docs/operator_sources.h"
#include "sdk/tools/author/docs/page.h"

namespace opdk::author {

// Returns the engines that can run the operator: "ai_core, ai_cpu (other_package)". A package is named if it isn't the
// prototype's. "-": there is no engine.
std::string EnginesOf(const PackageRegistry& packages, const std::string& type);

// Makes the page. `type` must have a prototype. Shape inference and the AI Core kernel's function run, fenced; no
// kernel runs.
Page OperatorPage(const PackageRegistry& packages, const std::string& type, const OperatorSources& sources);

}  // namespace opdk::author
