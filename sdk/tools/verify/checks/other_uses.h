// Other uses of a case's operator, with their outputs from a process that has called nothing before.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sdk/tools/verify/cases/op_case.h"
#include "sdk/tools/verify/golden/golden.h"

namespace opdk::verify {

struct OtherUse {
  std::string what;  // "x float[300], axis=1"
  OpDesc op;         // outputs inferred
  std::vector<ge::Tensor> inputs;
  std::vector<ge::Tensor> outputs;
};

// Returns one use with other attributes and one with other extents, if verification, inference and the engine's columns
// accept them. To be called before the kernel's first call: each use runs in a process that is forked from this one. A
// use that fails there is left out.
std::vector<OtherUse> OtherUses(const OpCase& op_case, const CaseInstance& instance, std::string_view engine,
                                const TestHarness& harness);

}  // namespace opdk::verify
