// The files of a CANN project.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"

namespace opdk::author {

struct CannProject;

// Returns paths from `root`, sorted; none if the directory doesn't exist. Build results and hidden files are left out.
// E1002: a directory that can't be read.
Result<std::vector<std::string>> FilesBelow(const std::string& root, const std::string& directory);
Result<std::vector<std::string>> DirectoriesIn(const std::string& root, const std::string& directory);
// Reads a file. E1002, located at the path from `root`.
Result<std::string> ReadProjectFile(const std::string& root, const std::string& path);

// Takes definitions and the C++ standard from a CMakeLists.txt. Notes the lines that aren't followed: libraries, the
// old string ABI, sub-projects.
void ReadCMakeLists(const std::string& text, const std::string& path, CannProject& project);

// Returns files that matter but are neither built nor read here: Ascend C kernels, tiling, binaries, protos.
std::vector<std::string> UnusedFiles(const std::string& root);
std::string AdviceForFile(const std::string& path);

}  // namespace opdk::author
