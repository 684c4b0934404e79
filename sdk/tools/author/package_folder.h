// A source package as a folder: reading it, and putting files into it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sdk/tools/author/package_files.h"

namespace opdk::cli {

// The text of a file; E1002 when it can't be read.
Result<std::string> ReadTextFile(const std::filesystem::path& path);
// Replaces the file as a whole: whoever reads it meanwhile sees the old or the new text. E1006.
Status WriteTextFile(const std::filesystem::path& path, const std::string& text);

// The name that the CMakeLists.txt of a package passes to opdk_add_operator_package; without one, the directory's.
// E2012 when it isn't written out there.
Result<std::string> PackageNameIn(const std::filesystem::path& root);

// Writes files that aren't there yet, with their folders. When one can't be written, or exists, those written before
// go again and nothing has changed. E1006, E1007.
Status WriteNewFiles(const std::filesystem::path& root, const std::vector<GeneratedFile>& files);

// The files as a tree, for people.
std::string TreeText(const std::string& root, std::vector<std::string> paths);

}  // namespace opdk::cli
