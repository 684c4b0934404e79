#include "graph_core/package/scope_passes.h"

#include <fmt/format.h>

#include <map>

#include "opdk/neutral_text.h"
#include "opdk/package.h"
#include "opdk/scope_fusion.h"

namespace opdk {
namespace {

// Returns whether the entry has the functions that run the pass. Entries of packages that are older than these
// functions haven't.
bool Runs(const ScopePassEntry& entry) { return entry.size >= sizeof(ScopePassEntry); }

std::vector<ScopePass> RegisteredScopePasses(const std::vector<std::unique_ptr<Package>>& packages) {
  std::vector<ScopePass> passes;
  for (const auto& package : packages) {
    for (const auto* entry : EntriesOf<ScopePassEntry>(*package->registrations)) {
      passes.push_back({ToText(entry->type), package->name, entry});
    }
  }
  return passes;
}

}  // namespace

std::vector<Status> LeftOutScopePasses(const std::vector<std::unique_ptr<Package>>& packages) {
  std::vector<Status> notes;
  std::map<std::string, std::string> winners;
  for (const ScopePass& pass : RegisteredScopePasses(packages)) {
    if (!Runs(*pass.entry)) {
      notes.push_back(Status(ErrorCode::kPackageInvalid,
                             "it never runs: the package was built with an opdk that had no scope fusion passes")
                          .At(pass.place())
                          .Hint(fmt::format("rebuild the package with opdk {}", OPDK_SDK_VERSION)));
      continue;
    }
    const auto [winner, first] = winners.emplace(pass.name, pass.package);
    if (first) continue;
    notes.push_back(
        Status(ErrorCode::kDuplicateOperator, fmt::format("scope fusion pass {} of package {} wins over that of {}",
                                                          pass.name, winner->second, pass.package)));
  }
  return notes;
}

std::vector<ScopePass> ScopePasses(const PackageRegistry& packages) {
  std::vector<ScopePass> passes = RegisteredScopePasses(packages.packages());
  std::erase_if(passes, [](const ScopePass& pass) { return !Runs(*pass.entry); });
  std::map<std::string, const ScopePassEntry*> winners;
  for (const ScopePass& pass : passes) winners.emplace(pass.name, pass.entry);
  std::erase_if(passes, [&](const ScopePass& pass) { return winners.at(pass.name) != pass.entry; });
  return passes;
}

}  // namespace opdk
