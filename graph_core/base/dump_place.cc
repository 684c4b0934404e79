#include "graph_core/base/dump_place.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>

namespace opdk {
namespace {

constexpr size_t kLongestName = 200;  // bytes; a file system has 255, and ".12.npy" needs room

}  // namespace

std::string FileNameOf(std::string_view name) {
  std::string file_name(name.substr(0, kLongestName));
  std::replace_if(
      file_name.begin(), file_name.end(),
      [](unsigned char c) { return c < 0x80 && std::isalnum(c) == 0 && c != '.' && c != '-' && c != '_'; }, '_');
  // These two names are directories everywhere.
  if (file_name == "." || file_name == "..") std::fill(file_name.begin(), file_name.end(), '_');
  return file_name;
}

std::string FileNames::Take(std::string_view name) {
  const std::string base = FileNameOf(name);
  std::string free = base;
  for (int number = 1; !taken_.insert(free).second; ++number) free = fmt::format("{}.{}", base, number);
  return free;
}

std::vector<std::string> FileNamesOf(std::span<const std::string> names) {
  FileNames taken;
  std::vector<std::string> file_names(names.size());
  for (const bool plain : {true, false}) {
    for (size_t i = 0; i < names.size(); ++i) {
      if ((FileNameOf(names[i]) == names[i]) == plain) file_names[i] = taken.Take(names[i]);
    }
  }
  return file_names;
}

Status CheckDumpDirectory(const std::string& path) {
  struct stat found = {};
  if (::stat(path.c_str(), &found) != 0 || !S_ISDIR(found.st_mode)) {
    return Status(ErrorCode::kFileNotFound, fmt::format("there is no directory '{}' to write to", path))
        .Hint("make it first");
  }
  if (::access(path.c_str(), W_OK | X_OK) == 0) return Status();
  return Status(ErrorCode::kWriteFailed,
                fmt::format("the directory '{}' can't be written to: {}", path, std::strerror(errno)));
}

Result<std::string> NewDirectory(const std::string& parent, std::string_view name) {
  constexpr size_t kLongest = 128;  // bytes of a name, of the 255 of a file system
  const std::string base = fmt::format("{}/{}", parent, FileNameOf(name.substr(0, kLongest)));
  std::string path = base;
  for (int number = 1; ::mkdir(path.c_str(), 0777) != 0; ++number) {
    if (errno == EEXIST) {
      path = fmt::format("{}.{}", base, number);
      continue;
    }
    const std::string why = std::strerror(errno);
    OPDK_TRY(CheckDumpDirectory(parent));
    return Status(ErrorCode::kWriteFailed, fmt::format("can't make the directory '{}': {}", path, why));
  }
  return path;
}

}  // namespace opdk
