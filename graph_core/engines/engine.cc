#include "graph_core/engines/engine.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <climits>
#include <utility>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/package/fence.h"
#include "graph_core/package/placed_node.h"
#include "opdk/neutral_text.h"

namespace opdk {

void* UnboundAddress() {
  alignas(kArenaAlignment) static std::byte unbound[kArenaAlignment];
  return unbound;
}

void* ConstantAddress(const ge::Tensor& value) {
  return value.GetData() == nullptr ? UnboundAddress() : const_cast<uint8_t*>(value.GetData());
}

namespace {

Status Refuse(std::string_view why) { return Status(ErrorCode::kNoEngine, why); }

// Returns whether all outputs are an input's bytes, so that no kernel is needed.
bool OnlyViews(const EngineOpInfo& info, const OpDesc& op) {
  return !info.view.empty() && std::all_of(op.outputs.begin(), op.outputs.end(), [&](const Port& port) {
    return std::any_of(info.view.begin(), info.view.end(), [&](const auto& view) { return view.first == port.name; });
  });
}

// Asks the kernel's check_support, beyond operator information. The error says why it refuses.
Status AskKernel(const CheckSupportEntry& entry, const OperatorProvider& provider, const OpDesc& op) {
  std::string reason;
  OPDK_TRY(Fence(
      [&] {
        OpDesc asked = op;
        reason = ToText(entry.check(OperatorOver(asked, [](int, ge::Tensor&) { return false; })));
        return Status();
      },
      [&] { return fmt::format("package {}, check_support of {}", provider.package->name, op.type); }));
  return reason.empty() ? Status() : Refuse(reason);
}

// Checks the conditions that every engine has for a provider. The error says which one fails. Sets whether a kernel is
// needed at all.
Status Offers(const OperatorProvider& provider, std::string_view engine, const OpDesc& op, bool& needs_kernel) {
  const EngineOpInfo* info = provider.info == nullptr ? nullptr : provider.info->Find(engine);
  if (info == nullptr) return Refuse(fmt::format("no {} operator information for {}", engine, op.type));
  needs_kernel = provider.Kernel(engine) != nullptr;
  if (!needs_kernel && !OnlyViews(*info, op)) {
    return Refuse(fmt::format("it has {} operator information for {} but registers no {} kernel", engine, op.type,
                              FindEngine(engine) == nullptr ? engine : FindEngine(engine)->title));
  }
  if (auto column = info->MatchColumn(op); !column.ok()) return Refuse(column.status().message());
  const CheckSupportEntry* check = provider.CheckSupport(engine);
  return check == nullptr ? Status() : AskKernel(*check, provider, op);
}

}  // namespace

int Engine::cost() const {
  const EngineInfo* row = FindEngine(name());
  return row == nullptr ? INT_MAX : row->cost;
}

std::optional<KernelWork> Engine::WorkOf(const Node&, const PackageRegistry&, WorkSource) { return std::nullopt; }

Status Engine::Accepts(const OperatorProvider&, const Node&, const PackageRegistry&) const { return Status(); }

Result<const OperatorProvider*> Engine::CheckSupported(const Node& node, const PackageRegistry& packages) const {
  std::string reasons;
  for (const OperatorProvider& provider : packages.Providers(node.type())) {
    bool needs_kernel = false;
    Status accepted = Offers(provider, name(), node.op(), needs_kernel);
    if (accepted.ok() && needs_kernel) accepted = Accepts(provider, node, packages);
    if (accepted.ok()) return &provider;
    if (!reasons.empty()) reasons += "; ";
    reasons += fmt::format("package {}: {}", provider.package->name, accepted.message());
  }
  if (reasons.empty()) reasons = fmt::format("no package provides operator {}", node.type());
  return Refuse(reasons);
}

Result<std::shared_ptr<const KernelImage>> Engine::ReadImage(std::string_view) const {
  return Status(ErrorCode::kModelInvalid, fmt::format("engine {} has no kernel images", name()));
}

Result<std::string> Engine::CodeOf(std::span<const std::shared_ptr<const KernelImage>>) { return std::string(); }

Status Engine::TakeCode(std::string_view bytes) {
  if (bytes.empty()) return Status();
  return Status(ErrorCode::kModelInvalid, fmt::format("engine {} takes no code", name()));
}

Result<const OperatorProvider*> Engine::PlacedKernel(const Node& node, const PackageRegistry& packages) const {
  return opdk::PlacedKernel(node, name(), packages);
}

std::vector<std::unique_ptr<Engine>> AllEngines() {
  std::vector<std::unique_ptr<Engine>> engines;
  for (auto make : {MakeAiCoreEngine, MakeAiCpuEngine}) engines.push_back(make());
  std::sort(engines.begin(), engines.end(), [](const auto& a, const auto& b) { return a->cost() < b->cost(); });
  OPDK_CHECK(engines.size() == Engines().size(), "the table of engines and the factories differ");
  return engines;
}

Result<std::vector<std::unique_ptr<Engine>>> MakeEngines(std::string_view only) {
  std::vector<std::unique_ptr<Engine>> engines = AllEngines();
  if (only.empty()) return engines;
  std::erase_if(engines, [&](const std::unique_ptr<Engine>& engine) { return engine->name() != only; });
  if (!engines.empty()) return engines;
  Status status(ErrorCode::kUsage,
                fmt::format("there is no engine '{}'; the engines are {}", only, fmt::join(EngineNames(), ", ")));
  if (const std::string near = Nearest(only, EngineNames()); !near.empty()) {
    return std::move(status).Hint(fmt::format("did you mean '{}'?", near));
  }
  return status;
}

}  // namespace opdk
