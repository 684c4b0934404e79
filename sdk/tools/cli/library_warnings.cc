#include "sdk/tools/cli/library_warnings.h"

#include <fmt/format.h>

#include <cstdio>

#include "opdk/safe_text.h"
#include "sdk/tools/author/check/symbol_checks.h"

namespace opdk::cli {

void PrintLibraryWarnings(const std::vector<author::CheckFinding>& findings) {
  for (const author::CheckFinding& finding : findings) {
    if (!author::IsOfSymbols(finding)) continue;
    fmt::print(stderr, "warning: {}: {}: {}\n  help: {}\n", SafeLine(finding.place), finding.code,
               SafeLine(finding.message), SafeLine(finding.mend));
  }
}

void PrintLibraryWarnings(const std::vector<BuiltPackage>& packages) {
  for (const BuiltPackage& package : packages) {
    author::SymbolChecks checks = author::CheckSymbols(package.root, package.library);
    author::SortFindings(checks.findings);
    PrintLibraryWarnings(checks.findings);
  }
}

}  // namespace opdk::cli
