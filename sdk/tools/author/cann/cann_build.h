// A package from a CANN project as it is: nothing is written into the project.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/author/cann/cann_project.h"
#include "sdk/tools/package/package_build.h"

namespace opdk::author {

struct CannBuildRequest {
  std::string directory;  // the project
  std::string output;     // "": <name>_opdk in the current directory
  CannOptions options;
  std::string vendor = "customize";
  std::string version = "1.0.0";
  int cxx_standard = 0;  // 0: the standard of the project's CMakeLists.txt, else 17
  std::vector<std::string> includes;
  std::vector<std::string> macros;     // "NAME", "NAME=VALUE"
  std::vector<std::string> libraries;  // beyond opdk's
  std::string build_type;
  int jobs = 0;
};

// Reads the project, writes CMakeLists.txt and op_info/*.yaml into the output directory and builds there. The parts
// that were left behind and the odd ones are listed on stderr. E1001: the output directory lies in the project; E1006:
// it can't be written; and the errors of ReadCannProject and BuildPackage.
Result<std::vector<BuiltPackage>> BuildCannProject(const CannBuildRequest& request);

// Returns the directories of a part's sources and headers, from the project's root.
std::vector<std::string> IncludeDirectories(const CannProject& project);

}  // namespace opdk::author
