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

// Each attribute but few is given one of those values, independently of the others.
void ChangeAllAttrs(OperatorUse& use, const OpDesc& prototype, const std::vector<OperatorUse>& others,
                    std::mt19937_64& generator);

}  // namespace opdk::verify
