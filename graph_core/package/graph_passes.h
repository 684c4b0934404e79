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
  // Valid as long as the package is loaded.
  std::string_view name() const;
  std::string place() const;  // "graph pass FuseMish of package samples_mish"
};

// "before inference"; "": no pass runs there.
std::string_view StageText(ge::CustomPassStage stage);
// "pattern".
std::string_view KindText(ge::GraphPassKind kind);

// Those that run, in the order in which they do where their stage is one: by priority, then precedence of the packages,
// then name. Of passes with one name the one of the package with precedence counts.
std::vector<PackagePass> PackagePasses(const PackageRegistry& packages);
std::vector<PackagePass> PackagePasses(const PackageRegistry& packages, ge::CustomPassStage stage);
// What is registered and doesn't run: a stage without passes (E5006), a name that another package has too (E5005).
std::vector<Status> LeftOutPasses(const std::vector<std::unique_ptr<Package>>& packages);

// Whether the pass may change a graph that has nodes of these types. It is asked once what it needs. E6002, located at
// the pass: it threw.
Result<bool> MayApply(const PackagePass& pass, const std::unordered_set<std::string_view>& types);

// What a pass did.
struct PackagePassRun {
  bool changed = false;
  std::vector<std::string> made;  // names of the nodes it put in
  MatchCount matches;             // of a pass that doesn't count them: one where it changed the graph
};
// Runs it, fenced. E2005: it failed, with the reason that it gave; E6002: it threw. Located at the pass.
Result<PackagePassRun> RunPackagePass(const PackagePass& pass, ge::GraphPtr& graph);

}  // namespace opdk
