#include "graph_core/package/graph_passes.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>

#include "ge/fusion/pass/fusion_base_pass.h"
#include "graph_core/package/fence.h"
#include "opdk/neutral_text.h"
#include "opdk/pass_access.h"

namespace opdk {

namespace {

// The types that a pass needs. nullopt: it must always run.
using NeededTypes = std::optional<std::vector<std::vector<std::string>>>;

std::vector<PackagePass> AllRegistered(const std::vector<std::unique_ptr<Package>>& packages) {
  std::vector<PackagePass> passes;
  for (const auto& package : packages) {
    for (const auto* entry : EntriesOf<ge::GraphPassEntry>(*package->registrations)) {
      passes.push_back({package.get(), entry});
    }
  }
  return passes;
}

Status FencedIn(const PackagePass& pass, const std::function<Status()>& call) {
  return Fence(call, [&pass] { return pass.place(); });
}

std::unique_ptr<ge::fusion::FusionBasePass> Make(const PackagePass& pass) {
  return std::unique_ptr<ge::fusion::FusionBasePass>(pass.entry->create());
}

Result<NeededTypes> AskNeededTypes(const PackagePass& pass) {
  NeededTypes needed;
  if (pass.entry->create == nullptr) return needed;
  OPDK_TRY(FencedIn(pass, [&] {
    const auto object = Make(pass);
    std::vector<std::vector<ge::AscendString>> one_of;
    if (object == nullptr || !object->GetNeededTypes(one_of)) return Status();
    needed.emplace();
    for (const auto& types : one_of) needed->push_back(ToTexts(types));
    return Status();
  }));
  return needed;
}

// Asks a pass once for its types and keeps the answer while the package is loaded, because making patterns takes time.
Result<std::shared_ptr<const NeededTypes>> NeededTypesOf(const PackagePass& pass) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  std::shared_ptr<const void>& kept = pass.entry->host_data;
  if (kept == nullptr) {
    OPDK_TRY(NeededTypes needed, AskNeededTypes(pass));
    kept = std::make_shared<const NeededTypes>(std::move(needed));
  }
  return std::static_pointer_cast<const NeededTypes>(kept);
}

Status Failed(const PackagePass& pass, ge::Status code, const ge::CustomPassContext& context) {
  const std::string reason = ToText(context.GetErrorMessage());
  return Status(ErrorCode::kGraphInvalid,
                reason.empty() ? fmt::format("it failed with status {:#x} and didn't say why", code) : reason)
      .At(pass.place())
      .Hint(fmt::format("--disable-pass {} leaves it out", pass.name()));
}

}  // namespace

std::string_view PackagePass::name() const { return {entry->type.GetString(), entry->type.GetLength()}; }
std::string PackagePass::place() const { return fmt::format("graph pass {} of package {}", name(), package->name); }

std::string_view StageText(ge::CustomPassStage stage) {
  switch (stage) {
    case ge::CustomPassStage::kBeforeInferShape:
      return "before inference";
    case ge::CustomPassStage::kAfterInferShape:
      return "after inference";
    case ge::CustomPassStage::kAfterBuiltinFusionPass:
      return "after built-in fusion";
    case ge::CustomPassStage::kAfterOriginGraphOptimize:
      return "after optimization";
    default:
      return "";
  }
}

std::string_view KindText(ge::GraphPassKind kind) {
  switch (kind) {
    case ge::GraphPassKind::kFunction:
      return "function";
    case ge::GraphPassKind::kGraph:
      return "graph";
    case ge::GraphPassKind::kPattern:
      return "pattern";
    case ge::GraphPassKind::kDecompose:
      return "decompose";
  }
  return "?";
}

std::vector<PackagePass> PackagePasses(const PackageRegistry& packages) {
  std::vector<PackagePass> passes = AllRegistered(packages.packages());
  std::set<std::string_view> names;
  std::erase_if(passes, [&](const PackagePass& pass) {
    return StageText(pass.entry->stage).empty() || !names.insert(pass.name()).second;
  });
  std::stable_sort(passes.begin(), passes.end(), [](const PackagePass& a, const PackagePass& b) {
    return std::tuple(a.entry->priority, a.package->priority, a.name()) <
           std::tuple(b.entry->priority, b.package->priority, b.name());
  });
  return passes;
}

std::vector<PackagePass> PackagePasses(const PackageRegistry& packages, ge::CustomPassStage stage) {
  std::vector<PackagePass> passes = PackagePasses(packages);
  std::erase_if(passes, [stage](const PackagePass& pass) { return pass.entry->stage != stage; });
  return passes;
}

std::vector<Status> LeftOutPasses(const std::vector<std::unique_ptr<Package>>& packages) {
  std::vector<Status> notes;
  std::map<std::string_view, const Package*> winners;
  for (const PackagePass& pass : AllRegistered(packages)) {
    if (StageText(pass.entry->stage).empty()) {
      notes.push_back(
          Status(ErrorCode::kPackageInvalid, fmt::format("no graph pass runs at stage {}, so that {} never does",
                                                         static_cast<uint32_t>(pass.entry->stage), pass.name()))
              .At(pass.place())
              .Hint("kBeforeInferShape, kAfterInferShape, kAfterBuiltinFusionPass and "
                    "kAfterOriginGraphOptimize are stages of graph passes"));
      continue;
    }
    const auto [winner, first] = winners.emplace(pass.name(), pass.package);
    if (first) continue;
    notes.push_back(
        Status(ErrorCode::kDuplicateOperator, fmt::format("graph pass {} of package {} wins over that of {}",
                                                          pass.name(), winner->second->name, pass.package->name)));
  }
  return notes;
}

Result<bool> MayApply(const PackagePass& pass, const std::unordered_set<std::string_view>& types) {
  OPDK_TRY(const std::shared_ptr<const NeededTypes> needed, NeededTypesOf(pass));
  if (!*needed) return true;
  return std::any_of((*needed)->begin(), (*needed)->end(), [&](const std::vector<std::string>& all) {
    return std::all_of(all.begin(), all.end(), [&](const std::string& type) { return types.contains(type); });
  });
}

Result<PackagePassRun> RunPackagePass(const PackagePass& pass, ge::GraphPtr& graph) {
  ge::CustomPassContext context;
  context.SetPassName(pass.entry->type);
  ge::Status code = ge::FAILED;
  OPDK_TRY(FencedIn(pass, [&] {
    if (pass.entry->create != nullptr) {
      if (const auto object = Make(pass)) code = object->Run(graph, context);
    } else if (pass.entry->function) {
      code = pass.entry->function(graph, context);
    }
    return Status();
  }));
  PackagePassRun run;
  run.matches = {PassAccess::Matched(context), PassAccess::Effective(context)};
  if (code == ge::GRAPH_NOT_CHANGED) return run;
  if (code != ge::SUCCESS) return Failed(pass, code, context);
  if (graph == nullptr) return Status(ErrorCode::kGraphInvalid, "it gave no graph back").At(pass.place());
  run.changed = true;
  run.made = PassAccess::Made(context);
  if (run.matches.effective == 0) run.matches = {1, 1};
  return run;
}

}  // namespace opdk
