// A source package as a folder: reading it, and putting files into it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sdk/tools/author/package_files.h"

namespace opdk::author {

// Returns the text of a file. E1002: it can't be read.
Result<std::string> ReadTextFile(const std::filesystem::path& path);
// Replaces the file as a whole: concurrent readers see the old or the new text. E1006.
Status WriteTextFile(const std::filesystem::path& path, const std::string& text);

// Returns the name that the CMakeLists.txt of a package passes to opdk_add_operator_package; without a CMakeLists.txt,
// the directory's name. E2012: the name isn't written out there.
Result<std::string> PackageNameIn(const std::filesystem::path& root);

// Writes new files, with their folders. If a file exists or can't be written, the files written before are removed
// again and nothing has changed. E1006, E1007.
Status WriteNewFiles(const std::filesystem::path& root, const std::vector<GeneratedFile>& files);

// Formats the files as a tree, for people.
std::string TreeText(const std::string& root, std::vector<std::string> paths);

}  // namespace opdk::author
