// Ways in which a kernel may misread its call. If the misread call's right result is the kernel's output, that is the
// fault.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

struct Suspect {
  std::string text;  // "x1 and x2 were exchanged"; equal for equal mistakes in every case
  std::function<void(CaseInstance&)> change;
};

// Returns calls with attributes that are ignored, exchanged, cut, taken with the other sign or with another default.
std::vector<Suspect> AttrSuspects(const OpCase& op_case, const CaseInstance& instance);

// Returns calls with inputs that are exchanged, lose their sign or their last bits, or are read as another dtype, in
// another order, in part. `instance` has its outputs inferred.
std::vector<Suspect> InputSuspects(const CaseInstance& instance);

// Returns changes that take away a property of the case: if the kernel is right without the property, the property is
// the cause. The text describes the changed case: "x has no negative element", "epsilon is 0".
std::vector<Suspect> Cures(const CaseInstance& instance);

// Returns the case with its integers of 32 and 64 bits shifted down to `bits` bits; nullopt if it has no such integers.
std::optional<CaseInstance> WithBits(const CaseInstance& instance, int bits);

// Returns the case with its 16-bit floats as float; nullopt if it has none.
std::optional<CaseInstance> InFloat(const CaseInstance& instance);

}  // namespace opdk::verify
