// The files that templates make, before anything is written.
#pragma once

#include <string>
#include <vector>

#include "sdk/cli/author/complete_operator.h"
#include "sdk/cli/author/operator_data.h"

namespace opdk::cli {

struct GeneratedFile {
  std::string path;  // from the package's root
  std::string text;
};

// CMakeLists.txt, README.md and the like.
Result<std::vector<GeneratedFile>> PackageFiles(const TemplateSet& templates, const PackageIdentity& package);
// Those of one operator: prototype, information, kernels, plugins, cases.
Result<std::vector<GeneratedFile>> OperatorFiles(const TemplateSet& templates, const CompletedOperator& op,
                                                 const PackageIdentity& package);

}  // namespace opdk::cli
