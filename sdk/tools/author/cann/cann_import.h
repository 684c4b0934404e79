// The import of a CANN project as an operator package in opdk's form.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/author/cann/cann_project.h"
#include "sdk/tools/author/operator_data.h"

namespace opdk::author {

struct ImportedPackage {
  std::string root;                     // the package's directory
  std::string name;                     // of the package
  std::vector<std::string> files;       // from its root
  std::vector<ImportNote> left_behind;  // as in CannProject
  std::vector<ImportNote> notes;
};

// Makes the package `target` from the project `directory`, which stays as it is. Sources are copied byte for byte into
// op_proto, op_impl/ai_cpu, op_impl/ai_core and plugins/<framework> (under one stem if a file serves one operator). The
// ini files become op_info/<stem>.yaml. Each operator with a kernel gets a case in tests/op, which fails until its
// values are filled in. Files that can't be imported lie in from_cann. Then the package is built, so that the cases
// have shapes that its verification and inference accept; if that fails, the cases say so. An error leaves no files
// behind. `soc`: as in CannOptions. E1007: the target exists; E1006: it can't be written; and the errors of
// ReadCannProject.
Result<ImportedPackage> ImportCannProject(const std::string& directory, const std::string& target,
                                          const PackageIdentity& package, const std::string& soc);

}  // namespace opdk::author
