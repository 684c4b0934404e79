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
  // Providers of each operator type, by precedence.
  std::map<std::string, std::vector<OperatorProvider>, std::less<>> providers;
  // (domi::FrameworkType, origin type) -> the winning mapping.
  std::map<std::pair<int, std::string>, const domi::OpRegistrationData*> mappings;

  // Packages are added by precedence, the winner first. A registration that a package repeats counts once.
  void Add(const Package& package);
  // Compares the package's operator information with its own prototypes; with the winning prototype where it has none.
  Status ValidatePackage(const Package& package) const;
  // Gives the sections without dtype of a valid package their columns, from the same prototypes.
  Status CompletePackage(Package& package) const;
  std::vector<Status> Notes(const std::vector<std::unique_ptr<Package>>& packages) const;

 private:
  OperatorProvider& ProviderOf(const std::string& type, const Package& package);
  // Returns the provider whose prototype the package's operator information is about. nullptr: nobody declares `type`.
  const OperatorProvider* DeclaringFor(const std::string& type, const Package& package) const;
};

// Returns the provider whose prototype counts. `providers` are an operator's, by precedence. The first package wins
// that also brings a function, a kernel or information for the operator. A package that only declares the operator,
// because one of its headers repeats CANN's prototype, doesn't win over the package that implements it. nullptr: no
// package declares the operator.
const OperatorProvider* ChoosePrototype(const std::vector<OperatorProvider>& providers);

}  // namespace opdk
