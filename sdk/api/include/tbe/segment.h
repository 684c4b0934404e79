// The tensor-expression language, part 6: rows combined at the places that ids name. One pass over the updates, for any
// number of rows. Updates are combined in their order, so results are the same in every run.
//
// Ids are int32 or int64. An id outside the rows (a negative one too) drops its update.
#pragma once

#include "tbe/elementwise.h"

namespace tbe {

// Combines the rows of `tensor` [I..., rest...] that have the same id. segment_ids [I...] in any order. Result
// [num_segments, rest...]: row s combines the rows with the id s. A segment that no id names is `init_value`, which
// takes no part otherwise. Float types and integers; float16 and bfloat16 accumulate in float; integers wrap around; a
// mean of integers truncates; NaN wins in min and max.
Tensor unsorted_segment_sum(const Tensor& tensor, const Tensor& segment_ids, int64_t num_segments,
                            const Operand& init_value = 0);
Tensor unsorted_segment_mean(const Tensor& tensor, const Tensor& segment_ids, int64_t num_segments,
                             const Operand& init_value = 0);
Tensor unsorted_segment_prod(const Tensor& tensor, const Tensor& segment_ids, int64_t num_segments,
                             const Operand& init_value = 0);
Tensor unsorted_segment_min(const Tensor& tensor, const Tensor& segment_ids, int64_t num_segments,
                            const Operand& init_value = 0);
Tensor unsorted_segment_max(const Tensor& tensor, const Tensor& segment_ids, int64_t num_segments,
                            const Operand& init_value = 0);

// Returns lhs [S, rest...] with the rows of rhs [I..., rest...] added to, subtracted from or put in place of the rows
// that inplace_ids [I...] name. An id that occurs several times adds or subtracts each of its rows; of updates the last
// wins. The result is a new tensor: lhs stays as it is. Float types and integers; inplace_update also bool.
Tensor inplace_add(const Tensor& lhs, const Tensor& inplace_ids, const Tensor& rhs);
Tensor inplace_sub(const Tensor& lhs, const Tensor& inplace_ids, const Tensor& rhs);
Tensor inplace_update(const Tensor& lhs, const Tensor& inplace_ids, const Tensor& rhs);
// Combines rows of rhs with rows of lhs by `op`: sum, prod, max, min of float types and integers, any and all of bool.
Tensor inplace_reduce(const Tensor& lhs, const Tensor& inplace_ids, const Tensor& rhs, ReduceOp op);

}  // namespace tbe
