// Other values of one use's attributes that may be legal too.
#pragma once

#include <random>
#include <vector>

#include "opdk/op_desc.h"
#include "sdk/tools/verify/cases/operator_use.h"

namespace opdk::verify {

// Returns uses with one attribute changed. The attribute is left out, or gets another example's value, small and large
// numbers of both signs, or every axis counted from either end. A permutation gets other orders (of more axes, too);
// the entries of a list are changed one by one.
std::vector<OperatorUse> AttrChanges(const OperatorUse& use, const OpDesc& prototype,
                                     const std::vector<OperatorUse>& others);

// Returns whether a list of integers (windows, strides, pads) holds an extreme number. Other uses should keep away from
// such numbers: the example's author chose them with care, and their neighbours may run very long.
bool HasExtremeAttrs(const OperatorUse& use, const OpDesc& prototype);

// Gives most attributes one of the values that AttrChanges tries, independently of each other.
void ChangeAllAttrs(OperatorUse& use, const OpDesc& prototype, const std::vector<OperatorUse>& others,
                    std::mt19937_64& generator);

}  // namespace opdk::verify
