// The symbols and sources of a package's library show what its kernels use besides inputs and attributes.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/author/check/finding.h"
#include "sdk/tools/author/check/library_symbols.h"
#include "sdk/tools/author/check/package_parts.h"

namespace opdk::author {

struct SymbolChecks {
  std::vector<CheckFinding> findings;
  std::string state_unknown;  // why C309 couldn't be decided; "": it was decided
};

// Checks C308 and C309 of the library whose sources lie below `root` ("": there are none).
SymbolChecks CheckSymbols(const std::string& root, const std::string& library);

// Returns whether the finding is one that CheckSymbols makes.
bool IsOfSymbols(const CheckFinding& finding);

// Returns C308: imports whose answers depend on the machine, the time or chance, or that change the whole process.
// Imports that only the plugins use aren't named: a parser may use its surroundings.
std::vector<CheckFinding> CheckImports(const LibrarySymbols& symbols, const std::vector<SourceCode>& kernels,
                                       const std::vector<SourceCode>& plugins, const std::string& library);

// Returns C309: variables of kernels and prototypes that outlive a call. Variables that the sources don't declare (the
// SDK's registrations, other libraries' headers) don't count.
std::vector<CheckFinding> CheckState(const LibrarySymbols& symbols, const std::vector<SourceCode>& kernels);

}  // namespace opdk::author
