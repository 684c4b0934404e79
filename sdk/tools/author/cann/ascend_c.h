// Telling an Ascend C project, which isn't read, from the TBE and AI CPU projects that are.
#pragma once

#include <string>

namespace opdk::cli {

// What shows that the directory holds an Ascend C project and nothing that can be brought:
// "op_kernel/add_custom.cpp includes kernel_operator.h". "": it doesn't.
std::string SignOfAscendC(const std::string& root);

}  // namespace opdk::cli
