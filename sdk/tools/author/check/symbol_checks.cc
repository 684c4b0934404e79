#include "sdk/tools/author/check/symbol_checks.h"

#include <filesystem>
#include <iterator>

namespace opdk::author {

SymbolChecks CheckSymbols(const std::string& root, const std::string& library) {
  SymbolChecks checks;
  const auto symbols = ReadLibrarySymbols(library);
  if (!symbols.ok()) return checks;  // C301 says so
  const auto code = [&root](const std::vector<std::string>& folders) {
    return root.empty() ? std::vector<SourceCode>() : ReadCode(root, folders);
  };
  const std::vector<SourceCode> kernels = code({"op_impl", "op_proto"});
  checks.findings =
      CheckImports(*symbols, kernels, code({"plugins"}), std::filesystem::path(library).filename().string());
  if (root.empty()) {
    checks.state_unknown = "only the sources tell a constant from what changes";
  } else if (symbols->stripped) {
    checks.state_unknown = "the library is stripped of its symbols";
  } else {
    std::vector<CheckFinding> state = CheckState(*symbols, kernels);
    std::move(state.begin(), state.end(), std::back_inserter(checks.findings));
  }
  return checks;
}

bool IsOfSymbols(const CheckFinding& finding) { return finding.code == "C308" || finding.code == "C309"; }

}  // namespace opdk::author
