// The tensor-expression language, part 6: an author's advice about the loops of a kernel. A hint never changes results.
// A hint that can't be followed is ignored, and `opdk explain MODEL --kernel NAME` says why. Hints are part of the
// kernel's key in the cache.
//
//   tbe::Tensor scale = tbe::vexp(op.Input("log_scale"));                      // [C]
//   scale = tbe::schedule_hint(scale, {.materialize = true});                  // once, not for each row of x
//   return {tbe::schedule_hint(op.Input("x") * scale, {.parallel_above = 1 << 20})};
//
// | hint | meaning |
// |---|---|
// | materialize | the value is dear: it is stored where the kernel would compute an element of it more than once, |
// |             | and fusion doesn't make it be computed twice |
// | recompute | the value is cheap: it is never stored, and fusion may compute it again |
// | no_fuse | the operator stays a kernel of its own: no neighbour and no matrix product takes it in |
// | tiles | {axis, size}: loops over this axis of the value run in blocks of `size` elements (at most 16384), |
// |       | which threads share; along the last axis rounded up to whole vectors. Followed for the last axis of |
// |       | what the kernel writes, unless rows are reduced along it, and for the axis that a transposition |
// |       | reads along. Where adjacent axes are one loop, the hint of the last of them counts |
// | parallel_above | a number of elements: threads share the kernel when its largest value has as many or more, |
// |                | one thread computes it below. Without the hint the cost of the operations decides. Of |
// |                | several hints in a fused kernel the smallest counts |
//
// Matrix products, convolutions and pooling of the cube unit, and kernels that are written by hand, follow none but
// no_fuse.
#pragma once

#include "tbe/expr.h"

namespace tbe {

// Returns the same value with these hints added to its own; use the result in the value's place. x: any shape and
// dtype, a value that the kernel computes. Negative axes count from the end. Throws ExpressionError E2010 for an input
// or a number (the kernel doesn't compute them), materialize together with recompute, an axis that x doesn't have, a
// tile below 1, two sizes for one axis, or a negative parallel_above.
Tensor schedule_hint(const Tensor& x, const ScheduleHints& hints);

}  // namespace tbe
