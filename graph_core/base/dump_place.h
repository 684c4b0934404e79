// Names of the files and directories that dumps and profiles are written to.
#pragma once

#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opdk/status.h"

namespace opdk {

// Returns the name with '_' for each character that a file name can't hold, cut where it is longer than a file's name
// may be. Different names may give equal ones: FileNames tells them apart.
std::string FileNameOf(std::string_view name);

// Gives names file names of their own. Used by one thread at a time.
class FileNames {
 public:
  // Returns FileNameOf(name), with ".1", ".2" … if that is taken.
  std::string Take(std::string_view name);
  void GiveBack(const std::string& file_name) { taken_.erase(file_name); }

 private:
  std::set<std::string, std::less<>> taken_;
};

// Returns a different file name for each of `names`, in their order. A name that is a file name already keeps it:
// "a/b", "a_b" give "a_b.1", "a_b".
std::vector<std::string> FileNamesOf(std::span<const std::string> names);

// Checks that dumps can be written to the directory. E1002: there is no such directory. E1006: it can't be written to.
Status CheckDumpDirectory(const std::string& path);

// Makes PARENT/<name>, or PARENT/<name>.1 and so on where others have taken it, in this process or another; returns its
// path. `name` goes through FileNameOf. E1002: there is no directory PARENT; E1006: nothing can be made in it.
Result<std::string> NewDirectory(const std::string& parent, std::string_view name);

}  // namespace opdk
