// What an operator must at least move and compute, counted from its shapes and its tensor expression.
#pragma once

#include <vector>

#include "opdk/op_desc.h"
#include "sdk/tools/measure/roofline.h"
#include "tbe/expr.h"
#include "tbe/interpreter.h"

namespace opdk::verify {

struct CountedWork {
  Work work;
  bool from_expression = false;  // false: an operation per output element, all bytes of all inputs
};

// Bytes: every input that is needed once (of a table that is only gathered from, the different rows that are taken; of
// a tensor that is only sliced, the slice), every output once. Operations: one for each arithmetic operation on an
// element, exp and sqrt being one like +; two for a multiplication with its addition in products and convolutions,
// padding included; n - 1 for the reduction of n elements; none for casts and moving data.
//
// `op`: with inferred outputs, all extents known. `outputs`: the operator's expression, empty where there is none.
// `inputs`: values by input, for indices; those without bytes are unknown.
CountedWork CountWork(const OpDesc& op, const std::vector<tbe::Tensor>& outputs,
                      const std::vector<tbe::HostTensor>& inputs);

}  // namespace opdk::verify
