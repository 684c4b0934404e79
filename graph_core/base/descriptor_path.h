// The path by which a file is loaded, so that what runs is what was looked at. It is another one for each call: the
// dynamic linker takes a library with a path that it knows for the one it has, also when another file lies there since.
#pragma once

#include <string>

namespace opdk {

// To the file behind a descriptor of this process, valid while it is open.
std::string PathOfDescriptor(int descriptor);
// To the file that lies at `path`.
std::string RespelledPath(const std::string& path);

}  // namespace opdk
