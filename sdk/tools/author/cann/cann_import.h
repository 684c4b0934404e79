// A CANN project as an operator package of our form.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/author/cann/cann_project.h"
#include "sdk/tools/author/operator_data.h"

namespace opdk::cli {

struct ImportedPackage {
  std::string root;                     // where it was made
  std::string name;                     // of the package
  std::vector<std::string> files;       // from its root
  std::vector<ImportNote> left_behind;  // as in CannProject
  std::vector<ImportNote> notes;
};

// Makes the package `target` from the project `directory`, which stays as it is: sources are copied byte for byte into
// op_proto, op_impl/ai_cpu, op_impl/ai_core and plugins/<framework> (under one stem where a file serves one operator),
// the ini files become op_info/<stem>.yaml, each operator with a kernel gets a case in tests/op that fails until its
// values are filled in, and what can't be brought lies in from_cann. Nothing is left when it fails. Then the package is
// built, so that the cases have shapes which its verification and inference take; that may fail, and the cases say so.
// `soc`: as in CannOptions.
// Errors: ReadCannProject's; E1007: the target exists; E1006: it can't be written.
Result<ImportedPackage> ImportCannProject(const std::string& directory, const std::string& target,
                                          const PackageIdentity& package, const std::string& soc);

}  // namespace opdk::cli
