#include "graph_core/package/registry_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "graph/ascend_string.h"
#include "graph/operator.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/entries.h"
#include "graph_core/package/fence.h"
#include "graph_core/package/graph_passes.h"
#include "graph_core/package/prototype_types.h"
#include "graph_core/package/scope_passes.h"
#include "opdk/neutral_text.h"

namespace opdk {
namespace {

// Returns the prototype's data, from an instance of the operator.
Result<OpDesc> DescribePrototype(const PrototypeEntry& entry, const Package& package) {
  OpDesc desc;
  OPDK_TRY(Fence(
      [&] {
        desc = DescOf(entry.create(entry.type));
        return Status();
      },
      [&] { return fmt::format("package {}, prototype of {}", package.name, ToText(entry.type)); }));
  return desc;
}

std::string DescribeRank(const Package& package) {
  return fmt::format("{} ({})", package.name, package.priority_reason);
}

Status Oddity(const std::string& message, const std::string& place) {
  return Status(ErrorCode::kPackageInvalid, message).At(place);
}

void NoteKernels(const std::string& type, const OperatorProvider& provider, std::vector<Status>& notes) {
  const std::string place = fmt::format("package {}", provider.package->name);
  for (const EngineInfo& engine : Engines()) {
    const EngineOpInfo* section = provider.info == nullptr ? nullptr : provider.info->Find(engine.name);
    const bool has_kernel = provider.Kernel(engine.name) != nullptr;
    if (has_kernel && section == nullptr) {
      notes.push_back(Oddity(fmt::format("the {} kernel of {} is never chosen: no operator information has a section "
                                         "{} for it",
                                         engine.name, type, engine.name),
                             place));
    }
    if (!has_kernel && section != nullptr && section->view.empty()) {
      notes.push_back(Oddity(fmt::format("section {} of {} has no kernel behind it ({} is missing)", engine.name, type,
                                         engine.registration),
                             section->place));
    }
  }
  for (const EngineKernelEntry* kernel : provider.kernels) {
    if (FindEngine(kernel->engine) != nullptr) continue;
    notes.push_back(Oddity(fmt::format("the kernel of {} is for engine '{}', which this opdk doesn't have; its engines "
                                       "are {}",
                                       type, kernel->engine, fmt::join(EngineNames(), ", ")),
                           place));
  }
}

template <typename Entry>
void SetFirst(const Entry*& slot, const Entry* entry) {
  if (slot == nullptr) slot = entry;
}

// Returns the entry for an engine. nullptr: there is none.
template <typename Entry>
const Entry* OfEngine(const std::vector<const Entry*>& entries, std::string_view engine) {
  for (const Entry* entry : entries) {
    if (entry->engine == engine) return entry;
  }
  return nullptr;
}

// Returns whether a package does more for the operator than declare it.
bool Implements(const OperatorProvider& provider) {
  return provider.infer_shape != nullptr || provider.infer_format != nullptr || provider.verify != nullptr ||
         !provider.kernels.empty() || provider.info != nullptr;
}

}  // namespace

const EngineKernelEntry* OperatorProvider::Kernel(std::string_view engine) const { return OfEngine(kernels, engine); }
const CheckSupportEntry* OperatorProvider::CheckSupport(std::string_view engine) const {
  return OfEngine(check_supports, engine);
}

const OperatorProvider* ChoosePrototype(const std::vector<OperatorProvider>& providers) {
  const OperatorProvider* declared = nullptr;
  for (const OperatorProvider& provider : providers) {
    if (provider.prototype == nullptr) continue;
    if (Implements(provider)) return &provider;
    if (declared == nullptr || provider.package->builtin) declared = &provider;
  }
  return declared;
}

OperatorProvider& PackageRegistry::Tables::ProviderOf(const std::string& type, const Package& package) {
  std::vector<OperatorProvider>& of_type = providers[type];
  if (of_type.empty() || of_type.back().package != &package) of_type.emplace_back().package = &package;
  return of_type.back();
}

void PackageRegistry::Tables::Add(const Package& package) {
  const Registrations& list = *package.registrations;
  const auto provider = [&](const RegistrationEntry& entry) -> OperatorProvider& {
    return ProviderOf(ToText(entry.type), package);
  };
  for (const PrototypeEntry* entry : EntriesOf<PrototypeEntry>(list)) {
    OperatorProvider& of_type = provider(*entry);
    if (of_type.prototype != nullptr) continue;
    of_type.prototype = entry;
    if (auto declared = DescribePrototype(*entry, package); declared.ok()) {
      of_type.declared = std::make_shared<const OpDesc>(std::move(declared).value());
    }
  }
  for (const auto& [kind, slot] : {std::pair(EntryKind::kInferShape, &OperatorProvider::infer_shape),
                                   std::pair(EntryKind::kInferFormat, &OperatorProvider::infer_format),
                                   std::pair(EntryKind::kVerify, &OperatorProvider::verify)}) {
    for (const auto* entry : EntriesOf<OperatorFunctionEntry>(list, kind)) SetFirst(provider(*entry).*slot, entry);
  }
  for (const ValueRangeEntry* entry : EntriesOf<ValueRangeEntry>(list)) {
    SetFirst(provider(*entry).value_ranges, entry);
  }
  for (const EngineKernelEntry* entry : EntriesOf<EngineKernelEntry>(list)) {
    OperatorProvider& of_type = provider(*entry);
    if (of_type.Kernel(entry->engine) == nullptr) of_type.kernels.push_back(entry);
  }
  for (const CheckSupportEntry* entry : EntriesOf<CheckSupportEntry>(list)) {
    OperatorProvider& of_type = provider(*entry);
    if (of_type.CheckSupport(entry->engine) == nullptr) of_type.check_supports.push_back(entry);
  }
  for (const auto& [type, info] : package.op_info) ProviderOf(type, package).info = &info;
  for (const FrameworkOpEntry* entry : EntriesOf<FrameworkOpEntry>(list)) {
    const int framework = static_cast<int>(entry->data->GetFrameworkType());
    for (const std::string& origin : entry->data->GetOriginOpTypeSet()) {
      mappings.try_emplace({framework, origin}, entry->data.get());
    }
  }
}

const OperatorProvider* PackageRegistry::Tables::DeclaringFor(const std::string& type, const Package& package) const {
  const OperatorProvider* chosen = nullptr;
  for (const OperatorProvider& provider : providers.at(type)) {
    if (provider.prototype == nullptr) continue;
    if (provider.package == &package || chosen == nullptr) chosen = &provider;
  }
  return chosen;
}

Status PackageRegistry::Tables::ValidatePackage(const Package& package) const {
  for (const auto& [type, info] : package.op_info) {
    const OperatorProvider* chosen = DeclaringFor(type, package);
    if (chosen == nullptr) continue;  // reported by Notes()
    if (chosen->declared == nullptr) return DescribePrototype(*chosen->prototype, *chosen->package).status();
    OPDK_TRY(ValidateOpInfo(info, *chosen->declared));
  }
  return Status();
}

Status PackageRegistry::Tables::CompletePackage(Package& package) const {
  for (auto& [type, info] : package.op_info) {
    const OperatorProvider* chosen = DeclaringFor(type, package);
    if (chosen != nullptr) OPDK_TRY(CompleteOpInfo(info, *chosen->declared));
  }
  return Status();
}

std::vector<Status> PackageRegistry::Tables::Notes(const std::vector<std::unique_ptr<Package>>& packages) const {
  std::vector<Status> notes;
  std::vector<std::string> with_prototype;
  for (const auto& [type, of_type] : providers) {
    if (std::any_of(of_type.begin(), of_type.end(), [](const auto& p) { return p.prototype != nullptr; })) {
      with_prototype.push_back(type);
    }
  }
  for (const auto& [type, of_type] : providers) {
    std::vector<const Package*> with_type;
    if (const OperatorProvider* chosen = ChoosePrototype(of_type)) with_type.push_back(chosen->package);
    for (const OperatorProvider& provider : of_type) {
      // Repeating another package's prototype is normal and has no effect: a project's headers do that.
      if (provider.prototype != nullptr && Implements(provider) && provider.package != with_type[0]) {
        with_type.push_back(provider.package);
      }
      NoteKernels(type, provider, notes);
    }
    if (with_type.empty()) {
      const std::string near = Nearest(type, with_prototype);
      notes.push_back(Oddity(fmt::format("no package has a prototype of '{}'{}", type,
                                         near.empty() ? "" : fmt::format("; did you mean {}?", near)),
                             fmt::format("package {}", of_type.front().package->name)));
    } else if (with_type.size() > 1) {
      std::vector<std::string> losers;
      for (size_t i = 1; i < with_type.size(); ++i) losers.push_back(DescribeRank(*with_type[i]));
      notes.push_back(
          Status(ErrorCode::kDuplicateOperator, fmt::format("operator {} of package {} wins over that of {}", type,
                                                            DescribeRank(*with_type[0]), fmt::join(losers, ", "))));
    }
  }
  for (const auto& package : packages) {
    const Registrations& list = *package->registrations;
    if (list.count == 0 && package->op_info.empty()) {
      notes.push_back(Oddity("the package registers nothing", package->path));
    }
    for (const std::string& text : UnusedEntries(list)) {
      notes.push_back(Oddity(text, fmt::format("package {}", package->name)));
    }
  }
  for (Status& note : LeftOutPasses(packages)) notes.push_back(std::move(note));
  for (Status& note : LeftOutScopePasses(packages)) notes.push_back(std::move(note));
  return notes;
}

}  // namespace opdk
