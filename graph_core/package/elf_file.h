// What a shared library says about itself before anything of it runs.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"

namespace opdk {

// The names that a shared library defines and exports (its dynamic symbol table, so stripped files count too).
// Boost.DLL's library_info isn't used for this: 1.74 reads only .symtab, which stripped libraries lack, and looks the
// names up in whichever string table stands last in the file.
// Errors: E1002 (can't be read), E5001 (not an ELF file, not a shared library, another architecture, truncated).
Result<std::vector<std::string>> ExportedSymbols(const std::string& path);

}  // namespace opdk
