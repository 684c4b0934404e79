// Ways in which a kernel may misread its call: if the right result of the misread call is what came, that is the fault.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

struct Suspect {
  std::string text;  // "x1 and x2 were exchanged"; the same for the same mistake in every case
  std::function<void(CaseInstance&)> change;
};

// Attributes that are ignored, exchanged, cut, taken with the other sign or with another default.
std::vector<Suspect> AttrSuspects(const OpCase& op_case, const CaseInstance& instance);

// Inputs that are exchanged, lose their sign or their last bits, are read as another dtype, in another order, in part.
// `instance` has its outputs inferred.
std::vector<Suspect> InputSuspects(const CaseInstance& instance);

// What takes a property away that a kernel may not bear: if it is right without, the property is the cause. The text
// says how the case is then: "x has no negative element", "epsilon is 0".
std::vector<Suspect> Cures(const CaseInstance& instance);

// The case with its integers of 32 and 64 bits shifted down to as many as `bits`; nothing where there are none.
std::optional<CaseInstance> WithBits(const CaseInstance& instance, int bits);

// The case with its 16-bit floats as float; nothing where there are none.
std::optional<CaseInstance> InFloat(const CaseInstance& instance);

}  // namespace opdk::verify
