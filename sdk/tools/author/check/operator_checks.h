// One operator of a loaded package: its information and cases against its prototype, and its shape inference on small
// shapes. Functions of the package run: call them in a process of its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "sdk/tools/author/check/finding.h"
#include "sdk/tools/author/check/package_parts.h"
#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::author {

// An operator as the checks see it. `prototype`: with its attributes at their defaults. `info`: as CompletedInfo gives
// it.
struct OperatorUnderCheck {
  const PackageParts& package;
  const std::string& type;
  const OpDesc& prototype;
  const PackageRegistry& packages;
  std::optional<OpInfo> info;

  std::string PrototypePlace() const;
  std::vector<const verify::OpCase*> Cases() const;
};

// Returns the operator information with the columns that sections without dtype take from the prototype. nullopt: the
// package has none for the operator.
std::optional<OpInfo> CompletedInfo(const PackageParts& package, const std::string& type, const OpDesc& prototype);
// Checks the operator information: C103, C104.
std::vector<CheckFinding> CheckInformation(const OperatorUnderCheck& op);
// Reports sections whose dtype lists the columns that they would have without dtype: C105.
std::vector<CheckFinding> CheckRepeatedTypes(const OperatorUnderCheck& op);
// Checks whether cases cover the columns: C402, C404.
std::vector<CheckFinding> CheckCoverage(const OperatorUnderCheck& op);
// Checks shape inference and the expression: C601 … C610.
std::vector<CheckFinding> CheckInference(const OperatorUnderCheck& op);

}  // namespace opdk::author
