// What a package's library uses besides inputs and attributes, told by its symbols and its sources.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/author/check/finding.h"
#include "sdk/tools/author/check/library_symbols.h"
#include "sdk/tools/author/check/package_parts.h"

namespace opdk::cli {

struct SymbolChecks {
  std::vector<CheckFinding> findings;
  std::string state_unknown;  // why C309 couldn't be decided; "": it was
};

// C308 and C309 of the library whose sources lie below `root` ("": there are none).
SymbolChecks CheckSymbols(const std::string& root, const std::string& library);

// Whether CheckSymbols gives such findings.
bool IsOfSymbols(const CheckFinding& finding);

// C308: imports whose answers depend on the machine, the time or chance, or that change the whole process. What only
// the plugins use isn't named: a parser may look around.
std::vector<CheckFinding> CheckImports(const LibrarySymbols& symbols, const std::vector<SourceCode>& kernels,
                                       const std::vector<SourceCode>& plugins, const std::string& library);

// C309: variables of kernels and prototypes that outlive a call. What the sources don't declare (the SDK's
// registrations, other libraries' headers) isn't the package's business.
std::vector<CheckFinding> CheckState(const LibrarySymbols& symbols, const std::vector<SourceCode>& kernels);

}  // namespace opdk::cli
