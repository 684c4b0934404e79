// The writer of cases: what is written is read again as the same.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

// "{name: is odd, inputs: {x: {data: [1, 2]}}}", on one line.
std::string CaseText(const OpCase& op_case);
// A key of the case on each line, tensors in flow style.
std::string CaseLines(const OpCase& op_case);
// A whole file: the operator's cases, each on one line.
std::string CaseFileText(const std::string& op, const std::vector<OpCase>& cases);
// "Op: [{name: is odd, …}]": a whole file on one line.
std::string CaseFileLine(const OpCase& op_case);

}  // namespace opdk::verify
