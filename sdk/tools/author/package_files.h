// The files that templates make, before anything is written.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/author/complete_operator.h"
#include "sdk/tools/author/operator_data.h"

namespace opdk::author {

struct GeneratedFile {
  std::string path;  // from the package's root
  std::string text;
};

// Generates CMakeLists.txt, README.md and the package's other own files.
Result<std::vector<GeneratedFile>> PackageFiles(const TemplateSet& templates, const PackageIdentity& package);
// Generates the files of one operator: prototype, information, kernels, plugins, cases.
Result<std::vector<GeneratedFile>> OperatorFiles(const TemplateSet& templates, const CompletedOperator& op,
                                                 const PackageIdentity& package);

}  // namespace opdk::author
