#include "graph_core/package/package_registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "graph/ascend_string.h"
#include "graph/operator.h"
#include "graph_core/package/fence.h"
#include "graph_core/package/op_compute_call.h"
#include "graph_core/package/operator_names.h"
#include "graph_core/package/refused_operators.h"
#include "graph_core/package/registry_tables.h"
#include "opdk/prototype_origin.h"

namespace opdk {
std::string PlaceOf(const Package& package) { return fmt::format("package {} ({})", package.name, package.path); }

PackageRegistry::PackageRegistry() : tables_(std::make_unique<Tables>()) {}
PackageRegistry::~PackageRegistry() = default;

const std::vector<OperatorProvider>& PackageRegistry::Providers(std::string_view type) const {
  static const std::vector<OperatorProvider> none;
  const auto found = tables_->providers.find(type);
  return found == tables_->providers.end() ? none : found->second;
}

const OperatorProvider* PackageRegistry::Prototype(std::string_view type) const {
  return ChoosePrototype(Providers(type));
}

std::vector<std::string> PackageRegistry::OperatorTypes() const {
  std::vector<std::string> types;
  for (const auto& [type, providers] : tables_->providers) {
    if (Prototype(type) != nullptr) types.push_back(type);
  }
  return types;
}

const domi::OpRegistrationData* PackageRegistry::FindMapping(domi::FrameworkType framework,
                                                             const std::string& origin_type) const {
  const auto found = tables_->mappings.find({static_cast<int>(framework), origin_type});
  return found == tables_->mappings.end() ? nullptr : found->second;
}

std::vector<std::string> PackageRegistry::OriginTypes(domi::FrameworkType framework) const {
  std::vector<std::string> types;
  for (const auto& [key, mapping] : tables_->mappings) {
    if (key.first == static_cast<int>(framework)) types.push_back(key.second);
  }
  return types;
}

Result<const OperatorProvider*> PackageRegistry::Declaring(std::string_view type, std::string_view node) const {
  if (const OperatorProvider* provider = Prototype(type)) return provider;
  return Status(ErrorCode::kOperatorUnknown,
                fmt::format("no loaded package provides the operator '{}'{}", type, DidYouMean(*this, type)))
      .At(fmt::format("node {} ({})", node, type))
      .Hint(HowToProvide(*this, type));
}

Result<const OpDesc*> PackageRegistry::Declared(std::string_view type, std::string_view node) const {
  OPDK_TRY(const OperatorProvider* provider, Declaring(type, node));
  if (provider->declared != nullptr) return provider->declared.get();
  // Loading could not make it, so making it again gives the reason.
  return CreateOperator(std::string(node), std::string(type)).status();
}

const OpInfo* PackageRegistry::Information(std::string_view type) const {
  for (const OperatorProvider& provider : Providers(type)) {
    if (provider.info != nullptr) return provider.info;
  }
  return nullptr;
}

Result<ge::Operator> PackageRegistry::CreateOperator(const std::string& name, const std::string& type) const {
  OPDK_TRY(const OperatorProvider* provider, Declaring(type, name));
  ge::Operator op(name.c_str(), type.c_str());
  if (provider->declared != nullptr && provider->declared->ir_subgraphs.empty()) {
    // Faster than the prototype's own function, which declares each port and attribute anew.
    DescOf(op) = *provider->declared;
    DescOf(op).name = name;
  } else {
    OPDK_TRY(Fence(
        [&] {
          op = provider->prototype->create(ge::AscendString(name.c_str()));
          return Status();
        },
        [&] { return fmt::format("{}, prototype of {}, node {}", PlaceOf(*provider->package), type, name); }));
  }
  if (!op.IsEmpty()) NotePackage(op, provider->package->name);
  return op;
}

std::string PackageRegistry::DescribeSearch() const {
  std::vector<std::string> loaded;
  for (const auto& package : packages_) loaded.push_back(fmt::format("{} ({})", package->name, package->directory));
  return fmt::format("loaded packages: {}; searched: {}",
                     loaded.empty() ? "none" : fmt::format("{}", fmt::join(loaded, ", ")),
                     searched_.empty() ? "nothing" : fmt::format("{}", fmt::join(searched_, ", ")));
}

bool PackageRegistry::HasCustomPrototype(std::string_view type) const {
  const OperatorProvider* provider = Prototype(type);
  return provider != nullptr && !provider->package->builtin;
}

const OperatorProvider* PackageRegistry::Expression(std::string_view type) const {
  const std::vector<OperatorProvider>& providers = Providers(type);
  const auto found = std::find_if(providers.begin(), providers.end(), HasExpression);
  return found == providers.end() ? nullptr : &*found;
}

}  // namespace opdk
