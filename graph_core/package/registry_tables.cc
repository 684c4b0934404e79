#include "graph_core/package/registry_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "graph/ascend_string.h"
#include "graph/operator.h"

namespace opdk {
namespace {

// The prototype's data, from an instance of it.
Result<OpDesc> DescribePrototype(const PrototypeEntry& entry, const Package& package) {
  OpDesc desc;
  OPDK_TRY(Fence(
      [&] {
        desc = DescOf(entry.create(ge::AscendString(entry.type.c_str())));
        return Status();
      },
      [&] { return fmt::format("package {}, prototype of {}", package.name, entry.type); }));
  return desc;
}

std::string DescribeRank(const Package& package) {
  return fmt::format("{} ({})", package.name, package.priority_reason);
}

Status Oddity(std::string message, const std::string& place) {
  return Status(ErrorCode::kPackageInvalid, std::move(message)).At(place);
}

void NoteKernels(const std::string& type, const OperatorProvider& provider, std::vector<Status>& notes) {
  const std::string place = fmt::format("package {}", provider.package->name);
  const auto check = [&](std::string_view engine, bool has_kernel, const char* registration) {
    const EngineOpInfo* section = provider.info == nullptr ? nullptr : provider.info->Find(engine);
    if (has_kernel && section == nullptr) {
      notes.push_back(Oddity(fmt::format("the {} kernel of {} is never chosen: no operator information has a section "
                                         "{} for it",
                                         engine, type, engine),
                             place));
    }
    if (!has_kernel && section != nullptr && section->view.empty()) {
      notes.push_back(
          Oddity(fmt::format("section {} of {} has no kernel behind it ({} is missing)", engine, type, registration),
                 section->place));
    }
  };
  check(kAiCoreEngine, provider.op_compute != nullptr, "REGISTER_OP_COMPUTE");
  check(kAiCpuEngine, provider.cpu_kernel != nullptr, "REGISTER_CPU_KERNEL");
}

template <typename Entry>
void AddFirst(const std::vector<Entry>& entries, const std::function<const Entry*&(const std::string&)>& slot) {
  for (const Entry& entry : entries) {
    const Entry*& place = slot(entry.type);
    if (place == nullptr) place = &entry;
  }
}

// Whether a package does more for the operator than declare it.
bool Implements(const OperatorProvider& provider) {
  return provider.infer_shape != nullptr || provider.infer_format != nullptr || provider.verify != nullptr ||
         provider.cpu_kernel != nullptr || provider.op_compute != nullptr || provider.info != nullptr;
}

}  // namespace

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
  const auto provider = [&](const std::string& type) -> OperatorProvider& { return ProviderOf(type, package); };
  AddFirst<PrototypeEntry>(
      list.prototypes, [&](auto& t) -> auto& { return provider(t).prototype; });
  AddFirst<OperatorFunctionEntry>(
      list.infer_shape, [&](auto& t) -> auto& { return provider(t).infer_shape; });
  AddFirst<OperatorFunctionEntry>(
      list.infer_format, [&](auto& t) -> auto& { return provider(t).infer_format; });
  AddFirst<OperatorFunctionEntry>(
      list.verify, [&](auto& t) -> auto& { return provider(t).verify; });
  AddFirst<CpuKernelEntry>(
      list.cpu_kernels, [&](auto& t) -> auto& { return provider(t).cpu_kernel; });
  AddFirst<OpComputeEntry>(
      list.op_computes, [&](auto& t) -> auto& { return provider(t).op_compute; });
  AddFirst<CheckSupportEntry>(
      list.check_supports, [&](auto& t) -> auto& { return provider(t).check_support; });
  for (const auto& [type, info] : package.op_info) provider(type).info = &info;
  for (const FrameworkOpEntry& entry : list.framework_ops) {
    const int framework = static_cast<int>(entry.data->GetFrameworkType());
    for (const std::string& origin : entry.data->GetOriginOpTypeSet()) {
      mappings.try_emplace({framework, origin}, entry.data.get());
    }
  }
}

Status PackageRegistry::Tables::ValidatePackage(const Package& package) const {
  for (const auto& [type, info] : package.op_info) {
    const OperatorProvider* chosen = nullptr;
    for (const OperatorProvider& provider : providers.at(type)) {
      if (provider.prototype == nullptr) continue;
      if (provider.package == &package || chosen == nullptr) chosen = &provider;
    }
    if (chosen == nullptr) continue;  // reported by Notes()
    OPDK_TRY(const OpDesc prototype, DescribePrototype(*chosen->prototype, *chosen->package));
    OPDK_TRY(ValidateOpInfo(info, prototype));
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
      // Repeating another package's prototype is normal: a project's headers do, and nothing follows from it.
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
    if (list.prototypes.empty() && list.model_parsers.empty() && list.framework_ops.empty() &&
        package->op_info.empty()) {
      notes.push_back(Oddity("the package registers nothing", package->path));
    }
  }
  return notes;
}

}  // namespace opdk
