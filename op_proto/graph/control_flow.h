// Operators that own graphs and choose what runs: the graph core runs them itself and infers them from their graphs.
// Loop is ONNX's.
// CANN declares these in functional_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// cond: one element, by its value; other numbers of elements hold where there are any. Both graphs take input0 … and
// give output0 ….
REG_OP(If)
    .INPUT(cond, TensorType::ALL())
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(then_branch)
    .GRAPH(else_branch)
    .OP_END_FACTORY_REG(If)

    // If without operators that have effects.
    REG_OP(StatelessIf)
    .INPUT(cond, TensorType::ALL())
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(then_branch)
    .GRAPH(else_branch)
    .OP_END_FACTORY_REG(StatelessIf)

    // If as TensorFlow's functional form names it.
    REG_OP(_If)
    .INPUT(cond, TensorType::ALL())
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(then_branch)
    .GRAPH(else_branch)
    .OP_END_FACTORY_REG(_If)

    // branch_index: [], which branch runs; the last one where there is none of that number.
    REG_OP(Case)
    .INPUT(branch_index, DT_INT32)
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .DYNAMIC_GRAPH(branches)
    .OP_END_FACTORY_REG(Case)

    // Case without operators that have effects.
    REG_OP(StatelessCase)
    .INPUT(branch_index, DT_INT32)
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .DYNAMIC_GRAPH(branches)
    .OP_END_FACTORY_REG(StatelessCase)

    // While cond gives true for the values, body makes the next ones of them.
    REG_OP(While)
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(cond)
    .GRAPH(body)
    .ATTR(parallel_iterations, Int, 10)
    .OP_END_FACTORY_REG(While)

    // While without operators that have effects.
    REG_OP(StatelessWhile)
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(cond)
    .GRAPH(body)
    .ATTR(parallel_iterations, Int, 10)
    .OP_END_FACTORY_REG(StatelessWhile)

    // While as TensorFlow's functional form names it.
    REG_OP(_While)
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(cond)
    .GRAPH(body)
    .OP_END_FACTORY_REG(_While)

    // body(i, values) makes the next values, for i = start, start + delta, … while it is below limit (above it where
    // delta is negative). start, limit, delta: [].
    REG_OP(For)
    .INPUT(start, DT_INT32)
    .INPUT(limit, DT_INT32)
    .INPUT(delta, DT_INT32)
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(body)
    .OP_END_FACTORY_REG(For)

    // Calls a function that may have effects.
    REG_OP(StatefulPartitionedCall)
    .DYNAMIC_INPUT(args, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(f)
    .ATTR(config, String, "")
    .ATTR(config_proto, String, "")
    .ATTR(executor_type, String, "")
    .OP_END_FACTORY_REG(StatefulPartitionedCall)

    // ONNX's loop. body(iteration, condition, values) gives the next condition, the next values, and a slice of each
    // scan output. It runs M times (absent: without end) while the condition holds. Outputs: the last values, then the
    // slices joined along a new first axis. slice_shapes: the shape of a slice of each scan output, -1 for an unknown
    // extent and [-2] for an unknown rank. It counts if the loop doesn't run at all and inference knows less.
    REG_OP(Loop)
    .OPTIONAL_INPUT(M, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(cond, TensorType({DT_BOOL}))
    .DYNAMIC_INPUT(v_initial, TensorType::ALL())
    .DYNAMIC_OUTPUT(v_final_and_scan_outputs, TensorType::ALL())
    .GRAPH(body)
    .ATTR(slice_shapes, ListListInt, {})
    .OP_END_FACTORY_REG(Loop)
}  // namespace ge
