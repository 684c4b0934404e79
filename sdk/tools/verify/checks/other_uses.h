// Other ways of calling a case's operator, with what they give in a process that has called nothing before.
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

// With other attributes and with other extents, one each where verification, inference and the engine's columns take
// them. To be asked for before the kernel's first call: each runs in a process that is forked from this one. One that
// fails there is left out.
std::vector<OtherUse> OtherUses(const OpCase& op_case, const CaseInstance& instance, std::string_view engine,
                                const Bench& bench);

}  // namespace opdk::verify
