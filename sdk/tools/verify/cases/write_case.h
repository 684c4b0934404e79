// The writer of cases: reading a written case gives an equal case.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

// Writes the case on one line: "{name: is odd, inputs: {x: {data: [1, 2]}}}".
std::string CaseText(const OpCase& op_case);
// Writes a line for each key of the case, tensors in flow style.
std::string CaseLines(const OpCase& op_case);
// Writes a whole file: the operator's cases, each on one line.
std::string CaseFileText(const std::string& op, const std::vector<OpCase>& cases);
// Writes a whole file on one line: "Op: [{name: is odd, …}]".
std::string CaseFileLine(const OpCase& op_case);

}  // namespace opdk::verify
