// The graph passes that packages register.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "opdk/compile.h"
#include "opdk/status.h"
#include "register/register_custom_pass.h"

namespace opdk {

struct PackagePass {
  const Package* package;
  const ge::GraphPassEntry* entry;
  // Returns the name of the pass. The text is valid as long as the package is loaded.
  std::string_view name() const;
  std::string place() const;  // "graph pass FuseMish of package samples_mish"
};

// Returns the stage in words, such as "before inference". "": no pass runs at this stage.
std::string_view StageText(ge::CustomPassStage stage);
// Returns the kind in words, such as "pattern".
std::string_view KindText(ge::GraphPassKind kind);

// Returns the passes that run, ordered by priority, then by precedence of the packages, then by name. Passes of one
// stage run in this order. Of several passes with one name, only the pass of the package with precedence runs.
std::vector<PackagePass> PackagePasses(const PackageRegistry& packages);
std::vector<PackagePass> PackagePasses(const PackageRegistry& packages, ge::CustomPassStage stage);
// Returns notes on registered passes that don't run. E5006: no passes run at its stage. E5005: a package with
// precedence has a pass of this name.
std::vector<Status> LeftOutPasses(const std::vector<std::unique_ptr<Package>>& packages);

// Returns whether the pass may change a graph with nodes of these types. The pass is asked once which types it needs.
// E6002, located at the pass: it threw.
Result<bool> MayApply(const PackagePass& pass, const std::unordered_set<std::string_view>& types);

// Result of one run of a pass.
struct PackagePassRun {
  bool changed = false;
  std::vector<std::string> made;  // names of the nodes that it inserted
  MatchCount matches;             // of a pass without counts: one match if it changed the graph
};
// Runs a pass, fenced. E2005: the pass failed, with its reason. E6002: it threw. Errors are located at the pass.
Result<PackagePassRun> RunPackagePass(const PackagePass& pass, ge::GraphPtr& graph);

}  // namespace opdk
