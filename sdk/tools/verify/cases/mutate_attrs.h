// Other values of one use's attributes that may be legal too.
#pragma once

#include <random>
#include <vector>

#include "opdk/op_desc.h"
#include "sdk/tools/verify/cases/operator_use.h"

namespace opdk::verify {

// One attribute changed: left out, at another example's value, at small and large numbers of both signs, at every axis
// counted from either end, at other orders of a permutation (of more axes, too), with the entries of a list changed one
// by one.
std::vector<OperatorUse> AttrChanges(const OperatorUse& use, const OpDesc& prototype,
                                     const std::vector<OperatorUse>& others);

// Whether a list of integers (windows, strides, pads) has a number that other uses had better keep away from: an
// example's extreme is chosen with care, what lies beside it may take for ever.
bool HasExtremeAttrs(const OperatorUse& use, const OpDesc& prototype);

// Each attribute but few is given one of those values, independently of the others.
void ChangeAllAttrs(OperatorUse& use, const OpDesc& prototype, const std::vector<OperatorUse>& others,
                    std::mt19937_64& generator);

}  // namespace opdk::verify
