// The lookup tables of a PackageRegistry. Included by the registry's own files only.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph_core/package/package_registry.h"

namespace opdk {

struct PackageRegistry::Tables {
  // By operator type; providers by precedence.
  std::map<std::string, std::vector<OperatorProvider>, std::less<>> providers;
  // (domi::FrameworkType, origin type) -> the winning mapping.
  std::map<std::pair<int, std::string>, const domi::OpRegistrationData*> mappings;

  // Packages are added by precedence, the winner first. A registration that a package repeats counts once.
  void Add(const Package& package);
  // Its operator information against its own prototype, or the winning one when it brings none.
  Status ValidatePackage(const Package& package) const;
  std::vector<Status> Notes(const std::vector<std::unique_ptr<Package>>& packages) const;

 private:
  OperatorProvider& ProviderOf(const std::string& type, const Package& package);
};

// The prototype that counts among an operator's providers by precedence: that of the first package which also brings a
// function, a kernel or information for it. One that only declares the operator, because a header of its repeats CANN's
// prototype, does not take it from the package that implements it. nullptr: nobody declares it.
const OperatorProvider* ChoosePrototype(const std::vector<OperatorProvider>& providers);

}  // namespace opdk
