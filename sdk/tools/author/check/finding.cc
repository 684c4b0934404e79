#include "sdk/tools/author/check/finding.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <tuple>

namespace opdk::author {
namespace {

constexpr Severity kError = Severity::kError;
constexpr Severity kWarning = Severity::kWarning;

constexpr std::array kRules = {
    // Operator information.
    CheckRule{"C101", kError, "operator information that can't be read", "op_info/README.md of opdk describes the form",
              false},
    CheckRule{"C102", kError, "an operator described twice", "keep one of the two", false},
    CheckRule{"C103", kError, "operator information that contradicts the prototype",
              "the prototype counts: mend the YAML, or the prototype first", true},
    CheckRule{"C104", kError, "an attribute of the operator information that the prototype lacks or has otherwise",
              "leave it out of the YAML, or declare it in the prototype with ATTR or REQUIRED_ATTR", true},
    CheckRule{"C105", kWarning, "operator information that repeats the prototype's types",
              "leave dtype out: a section without dtype has the prototype's types", true},
    // The parts of an operator.
    CheckRule{"C201", kError, "a prototype without operator information",
              "write op_info/<group>/<stem>.yaml: without it no kernel can be chosen", false},
    CheckRule{"C202", kError, "operator information without a kernel",
              "write the kernel in op_impl/<engine>, or take the section away", false},
    CheckRule{"C203", kError, "a kernel without operator information",
              "add a section for its engine to op_info/<group>/<stem>.yaml: without it the kernel is never chosen",
              false},
    CheckRule{"C204", kError, "a kernel or operator information without a prototype",
              "declare the operator with REG_OP in op_proto, or correct its name", false},
    CheckRule{"C205", kWarning, "a stem that isn't the operator's name in snake_case", "rename the file", false},
    CheckRule{"C206", kWarning, "parts of one operator under different stems or groups",
              "give all of the operator's files one group and one stem", false},
    CheckRule{
        "C207", kError, "a prototype without shape inference",
        "register one with INFER_FUNC_REG or COMMON_INFER_FUNC_REG beside the prototype; an operator with an AI Core "
        "kernel needs none",
        false},
    CheckRule{"C208", kError, "a framework mapping of an operator that has no prototype",
              "correct the name in REGISTER_CUSTOM_OP, or declare the operator", false},
    // The library.
    CheckRule{"C301", kError, "not an operator package", "build it with opdk_add_operator_package()", true},
    CheckRule{"C302", kWarning, "names that are visible from outside",
              "build it with opdk_add_operator_package(), or with -fvisibility=hidden and opdk's package.map: only "
              "opdk_package is anybody's business",
              true},
    CheckRule{"C303", kError, "a symbol or library that nobody provides",
              "add the source, or the library to LINK_LIBRARIES of opdk_add_operator_package()", true},
    CheckRule{"C304", kError, "another package ABI or compiler ABI", "rebuild the package against this opdk", true},
    CheckRule{"C305", kWarning, "built with another version of the SDK", "rebuild the package against this opdk", true},
    CheckRule{"C306", kError, "a library that can't be loaded",
              "what runs at load time must neither throw nor crash: keep global objects to the registration macros",
              true},
    CheckRule{"C307", kWarning, "a library that is older than its sources", "opdk build, or opdk check --build", true},
    CheckRule{"C308", kWarning, "a kernel or prototype that uses what lies outside the operator",
              "let inputs and attributes decide, and leave the process as it is", true},
    CheckRule{"C309", kWarning, "a kernel or prototype that keeps state between calls",
              "make it a variable of the call, or a constant that no call decides", true},
    // Operator cases.
    CheckRule{"C401", kWarning, "an operator without an AI Core kernel and without cases",
              "write tests/op/<group>/<stem>.yaml; opdk test runs it", false},
    CheckRule{"C402", kWarning, "columns that no case runs", "give a case these dtypes, with `dtypes: […]` for example",
              true},
    CheckRule{"C403", kError, "a case file that can't be read", "tests/op/README.md of opdk describes the form", false},
    CheckRule{"C404", kError, "a case that doesn't fit its operator", "correct the case, or the prototype", false},
    CheckRule{"C405", kWarning, "an operator without an AI Core kernel and without a reference",
              "write tests/op/<group>/<stem>.py, what the operator computes in NumPy: it judges derived cases", false},
    // Documentation.
    CheckRule{"C501", kWarning, "a prototype without a comment",
              "say above REG_OP what the operator computes, and the shapes of its inputs and outputs", false},
    CheckRule{"C502", kWarning, "a package without README.md",
              "say in README.md what the operators do and how the package is used", false},
    // Shape inference.
    CheckRule{"C601", kWarning, "shape inference refuses every small shape that was tried",
              "write a case with shapes and attributes that the operator takes, so that this can be checked", true},
    CheckRule{"C602", kError, "verification or shape inference throws or crashes",
              "check what it reads before it uses it: ranks, optional inputs, attributes", true},
    CheckRule{"C603", kError, "shape inference leaves an output without dtype or shape",
              "set both, of each output: TensorDesc::SetShape, SetDataType, UpdateOutputDesc", true},
    CheckRule{"C604", kError, "shape inference and operator information disagree about an output's dtype",
              "correct the inference, or the column", true},
    CheckRule{"C605", kWarning, "shape inference refuses unknown extents (-1)",
              "answer -1 where an extent isn't known; refuse only what is certainly wrong", true},
    CheckRule{"C606", kWarning, "shape inference refuses an unknown rank (-2)",
              "answer [-2] where the rank isn't known; refuse only what is certainly wrong", true},
    CheckRule{"C607", kError, "shape inference answers unknown shapes with something that is wrong",
              "what it says of unknown extents must hold for every extent", true},
    CheckRule{"C608", kError, "shape inference and the kernel's expression disagree",
              "correct one of them; without a rule of its own a prototype takes the shapes of the expression", true},
    CheckRule{"C609", kError, "a kernel or shape rule that asks for what its prototype or node lacks",
              "use the names and types of the prototype's REG_OP, or declare the port or attribute there; ask HasInput "
              "before reading an optional input",
              true},
    CheckRule{"C610", kError, "a column that the kernel's expression refuses with every small shape",
              "put the column's entries into the order of the other ports, or take the column away", true},
};

}  // namespace

std::span<const CheckRule> CheckRules() { return kRules; }

const CheckRule* FindRule(const std::string& code) {
  const auto found =
      std::find_if(kRules.begin(), kRules.end(), [&code](const CheckRule& rule) { return rule.code == code; });
  return found == kRules.end() ? nullptr : &*found;
}

CheckFinding FindingOf(const std::string& code, const Status& status, const std::string& place) {
  return {code, status.places().empty() ? place : status.places().front(), status.message(), status.hint()};
}

nlohmann::json ToJson(const CheckFinding& finding) {
  return {{"code", finding.code}, {"place", finding.place}, {"message", finding.message}, {"mend", finding.mend}};
}

CheckFinding FindingFrom(const nlohmann::json& json) {
  return {json.value("code", ""), json.value("place", ""), json.value("message", ""), json.value("mend", "")};
}

void SortFindings(std::vector<CheckFinding>& findings) {
  std::sort(findings.begin(), findings.end(), [](const CheckFinding& a, const CheckFinding& b) {
    if (const int order = strverscmp(a.place.c_str(), b.place.c_str()); order != 0) return order < 0;
    return std::tie(a.code, a.message) < std::tie(b.code, b.message);
  });
}

}  // namespace opdk::author
