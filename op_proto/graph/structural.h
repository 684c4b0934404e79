// CANN declares these in array_ops.h, functional_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// A graph input; index is its position.
REG_OP(Data)
    .OPTIONAL_INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(index, Int, 0)
    .OP_END_FACTORY_REG(Data)

    // An input that the graph may write: by Assign, or by an operator whose output has the name of the input that it
    // feeds. The tensor is the caller's; it holds the written value when the run has ended.
    REG_OP(RefData)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(index, Int, 0)
    .DATATYPE(T, TensorType::ALL())
    .OP_END_FACTORY_REG(RefData)

    // A constant; value is its data.
    REG_OP(Const)
    .OUTPUT(y, TensorType::ALL())
    .ATTR(value, Tensor, Tensor())
    .OP_END_FACTORY_REG(Const)

    // Const under another name.
    REG_OP(Constant)
    .OUTPUT(y, TensorType::ALL())
    .ATTR(value, Tensor, Tensor())
    .OP_END_FACTORY_REG(Constant)

    // Calls the graph f. A mapping uses it for a framework's operator that becomes several operators.
    REG_OP(PartitionedCall)
    .DYNAMIC_INPUT(args, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(f)
    .ATTR(config, String, "")
    .ATTR(config_proto, String, "")
    .ATTR(executor_type, String, "")
    .OP_END_FACTORY_REG(PartitionedCall)
}  // namespace ge
