#include "sdk/tools/cli/library_warnings.h"

#include <fmt/format.h>

#include <cstdio>

#include "opdk/safe_text.h"
#include "sdk/tools/author/check/symbol_checks.h"

namespace opdk::cli {

void PrintLibraryWarnings(const std::vector<CheckFinding>& findings) {
  for (const CheckFinding& finding : findings) {
    if (!IsOfSymbols(finding)) continue;
    fmt::print(stderr, "warning: {}: {}: {}\n  help: {}\n", SafeLine(finding.place), finding.code,
               SafeLine(finding.message), SafeLine(finding.mend));
  }
}

void PrintLibraryWarnings(const std::vector<BuiltPackage>& packages) {
  for (const BuiltPackage& package : packages) {
    SymbolChecks checks = CheckSymbols(package.root, package.library);
    SortFindings(checks.findings);
    PrintLibraryWarnings(checks.findings);
  }
}

}  // namespace opdk::cli
