// Operators that own graphs and choose the graph that runs. The graph core itself runs them and infers them from their
// graphs. Loop is ONNX's.
// CANN declares these in functional_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Runs one of two graphs. cond: for one element its value decides; otherwise the condition holds if there are elements.
// Both graphs take input0 … and give output0 ….
REG_OP(If)
    .INPUT(cond, TensorType::ALL())
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(then_branch)
    .GRAPH(else_branch)
    .OP_END_FACTORY_REG(If)

    // If whose graphs have no operators with effects.
    REG_OP(StatelessIf)
    .INPUT(cond, TensorType::ALL())
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(then_branch)
    .GRAPH(else_branch)
    .OP_END_FACTORY_REG(StatelessIf)

    // If under the name of TensorFlow's functional form.
    REG_OP(_If)
    .INPUT(cond, TensorType::ALL())
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(then_branch)
    .GRAPH(else_branch)
    .OP_END_FACTORY_REG(_If)

    // Runs the branch with the number branch_index: []; the last branch when there is none of that number.
    REG_OP(Case)
    .INPUT(branch_index, DT_INT32)
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .DYNAMIC_GRAPH(branches)
    .OP_END_FACTORY_REG(Case)

    // Case whose graphs have no operators with effects.
    REG_OP(StatelessCase)
    .INPUT(branch_index, DT_INT32)
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .DYNAMIC_GRAPH(branches)
    .OP_END_FACTORY_REG(StatelessCase)

    // Runs body, which computes the next values from the values, while cond gives true for the values.
    REG_OP(While)
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(cond)
    .GRAPH(body)
    .ATTR(parallel_iterations, Int, 10)
    .OP_END_FACTORY_REG(While)

    // While whose graphs have no operators with effects.
    REG_OP(StatelessWhile)
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(cond)
    .GRAPH(body)
    .ATTR(parallel_iterations, Int, 10)
    .OP_END_FACTORY_REG(StatelessWhile)

    // While under the name of TensorFlow's functional form.
    REG_OP(_While)
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(cond)
    .GRAPH(body)
    .OP_END_FACTORY_REG(_While)

    // Runs body(i, values), which computes the next values, for i = start, start + delta, … below limit (above it for a
    // negative delta). start, limit, delta: [].
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
