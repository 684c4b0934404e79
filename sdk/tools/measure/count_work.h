// The least work of an operator, counted from its shapes and its tensor expression.
#pragma once

#include <vector>

#include "opdk/op_desc.h"
#include "sdk/tools/measure/roofline.h"
#include "tbe/expr.h"
#include "tbe/interpreter.h"

namespace opdk::measure {

struct CountedWork {
  Work work;
  bool from_expression = false;  // false: an operation per output element, all bytes of all inputs
};

// Counts the least bytes and operations of a call.
//
// Bytes: every input that is needed, once; every output, once. Of a table that is only gathered from, only the
// different rows that are taken count; of a tensor that is only sliced, only the slice.
//
// Operations: one for each arithmetic operation on an element; exp and sqrt count like +. Two for a multiplication with
// its addition in products and convolutions, padding included. n - 1 for the reduction of n elements. None for casts
// and moving data.
//
// `op`: with inferred outputs, all extents known. `outputs`: the operator's expression, empty if there is none.
// `inputs`: values by input, for indices; an entry without bytes is unknown.
CountedWork CountWork(const OpDesc& op, const std::vector<tbe::Tensor>& outputs,
                      const std::vector<tbe::HostTensor>& inputs);

}  // namespace opdk::measure
