// Names of the files and directories that dumps and profiles are written to.
#pragma once

#include <string>
#include <string_view>

#include "opdk/status.h"

namespace opdk {

// What characters that a file name can't hold become '_' in.
std::string FileNameOf(std::string_view name);

// Whether dumps can go there. E1002: there is no such directory; E1006: it can't be written to.
Status CheckDumpDirectory(const std::string& path);

// Makes PARENT/<name>, or PARENT/<name>.1 and so on where others have taken it, in this process or another; returns its
// path. `name` goes through FileNameOf. E1002: there is no directory PARENT; E1006: nothing can be made in it.
Result<std::string> NewDirectory(const std::string& parent, std::string_view name);

}  // namespace opdk
