#include "sdk/tools/author/cann/tbe_python.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>
#include <set>

namespace opdk::cli {
namespace {

// The functions of sdk/api/include/tbe, read from its headers when opdk was configured.
const std::set<std::string> kDslFunctions = {
#include "tbe_function_names.inc"
};
const std::set<std::string> kDoneByTheEngine = {
    "auto_schedule", "build", "cce_build_code", "classify",      "compute",
    "schedule",      "var",   "var_attr",       "add_build_arg", "add_exclude_bound_var"};

// Removes Python's comments and texts in triple quotes.
std::string WithoutComments(const std::string& text) {
  static const std::regex kTriple("(\"\"\"|''')[\\s\\S]*?\\1");
  static const std::regex kComment("#[^\\n]*");
  return std::regex_replace(std::regex_replace(text, kTriple, ""), kComment, "");
}

// Returns the names under which the file knows the compute interface: "tbe", "tbe.dsl", "te.lang.cce", "cce", …
std::set<std::string> DslNames(const std::string& text) {
  std::set<std::string> names = {"te.lang.cce", "tbe.dsl"};
  static const std::regex kAs("import\\s+(?:te\\.lang\\.cce|tbe\\.dsl)\\s+as\\s+(\\w+)");
  static const std::regex kFrom("from\\s+(?:te\\.lang|tbe)\\s+import\\s+(?:cce|dsl)(?:\\s+as\\s+(\\w+))?");
  for (std::sregex_iterator match(text.begin(), text.end(), kAs), end; match != end; ++match) names.insert((*match)[1]);
  for (std::sregex_iterator match(text.begin(), text.end(), kFrom), end; match != end; ++match) {
    names.insert((*match)[1].matched                             ? (*match)[1].str()
                 : match->str().find("cce") != std::string::npos ? "cce"
                                                                 : "dsl");
  }
  return names;
}

}  // namespace

TbePython ScanTbePython(const std::string& source) {
  const std::string text = WithoutComments(source);
  TbePython python;
  python.tik = std::regex_search(text, std::regex("\\btik\\.Tik\\s*\\(|\\bimport\\s+tik\\b|\\bTik\\s*\\("));
  std::set<std::string> called;
  for (const std::string& name : DslNames(text)) {
    const std::regex call("(?:^|[^\\w.])" + std::regex_replace(name, std::regex("\\."), "\\.") + "\\.(\\w+)\\s*\\(");
    for (std::sregex_iterator match(text.begin(), text.end(), call), end; match != end; ++match) {
      called.insert((*match)[1]);
    }
  }
  for (const std::string& function : called) {
    if (kDoneByTheEngine.count(function) > 0) continue;
    (kDslFunctions.count(function) > 0 ? python.available : python.missing).push_back(function);
  }
  return python;
}

std::string AdviceFor(const TbePython& python, const std::string& stem) {
  std::string text = fmt::format("write op_impl/ai_core/{}.cc with tbe.dsl", stem);
  if (python.tik) text = "it is written in TIK, which drives the AI Core's buffers by hand; " + text;
  if (!python.available.empty()) {
    text += fmt::format("; its functions {} are available under the same names", fmt::join(python.available, ", "));
  }
  if (!python.missing.empty()) text += fmt::format("; {} must be written otherwise", fmt::join(python.missing, ", "));
  return text;
}

}  // namespace opdk::cli
