// The path by which a file that is open is loaded, so that what runs is what was looked at.
#pragma once

#include <string>

namespace opdk {

// A path to the file behind a descriptor of this process, valid while it is open, and different for each call: the
// dynamic linker takes a library with a path that it knows for the one it has, also when the descriptor's number was
// given to another file since.
std::string PathOfDescriptor(int descriptor);

}  // namespace opdk
