// Tells an Ascend C project, which isn't read, from the TBE and AI CPU projects that are.
#pragma once

#include <string>

namespace opdk::author {

// Returns the sign that the directory holds only an Ascend C project, from which nothing can be imported:
// "op_kernel/add_custom.cpp includes kernel_operator.h". "": it holds none.
std::string SignOfAscendC(const std::string& root);

}  // namespace opdk::author
