// Paths for loading a file that was checked before. Each call gives another path: if the dynamic linker knows a path,
// it takes the loaded library for the file, even if another file lies there now.
#pragma once

#include <string>

namespace opdk {

// Returns a path to the file behind a descriptor of this process, valid while the descriptor is open.
std::string PathOfDescriptor(int descriptor);
// Returns another path to the file at `path`.
std::string RespelledPath(const std::string& path);

}  // namespace opdk
