// The values that templates ask for.
#pragma once

#include "sdk/tools/author/template_set.h"

namespace opdk::author {

// Name, vendor and version: all that a package's own files depend on.
struct PackageIdentity {
  std::string name, vendor, version;
};

TemplateData PackageData(const PackageIdentity& package);
// Returns the values of an operator. `kind` may be nullptr. sdk/templates/README.md lists the values.
TemplateData OperatorData(const OperatorDefinition& op, const TemplateKind* kind, const PackageIdentity& package);

}  // namespace opdk::author
