#include "opdk/packages.h"

#include "graph_core/package/package_registry.h"

namespace opdk {

Result<Packages> Packages::Load(const PackageOptions& options) {
  OPDK_TRY(std::shared_ptr<const PackageRegistry> registry, PackageRegistry::Load(options));
  PackageRegistry::SetCurrent(registry);
  return Packages(std::move(registry));
}

Result<Packages> Packages::Current() {
  std::shared_ptr<const PackageRegistry> registry = PackageRegistry::Current();
  if (registry != nullptr) return Packages(std::move(registry));
  return Status(ErrorCode::kUsage, "no operator packages are loaded")
      .Hint("call opdk::Packages::Load or ge::GEInitialize first");
}

std::vector<PackageInfo> Packages::packages() const {
  std::vector<PackageInfo> rows;
  for (const auto& package : registry_->packages()) rows.push_back(*package);
  return rows;
}

const std::vector<RejectedPackage>& Packages::rejected() const { return registry_->rejected(); }
const std::vector<Status>& Packages::notes() const { return registry_->notes(); }
const std::vector<std::string>& Packages::searched() const { return registry_->searched(); }
std::vector<std::string> Packages::OperatorTypes() const { return registry_->OperatorTypes(); }

std::vector<OperatorSupport> Packages::Providers(std::string_view type) const {
  std::vector<OperatorSupport> rows;
  for (const OperatorProvider& provider : registry_->Providers(type)) {
    OperatorSupport& row = rows.emplace_back();
    row.package = provider.package->name;
    row.prototype = provider.prototype != nullptr;
    if (provider.info == nullptr) continue;
    for (const EngineOpInfo& engine : provider.info->engines) row.engines.push_back(engine.engine);
  }
  return rows;
}

Result<const OpDesc*> Packages::Prototype(std::string_view type) const { return registry_->Declared(type, type); }

Result<ParseResult> Packages::ParseModel(const ParseRequest& request) const { return registry_->ParseModel(request); }

}  // namespace opdk
