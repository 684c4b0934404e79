#ifndef FIXTURE_EVERYTHING_H
#define FIXTURE_EVERYTHING_H
#include "graph/operator_reg.h"
namespace ge {

// Every kind of port and attribute; ports and attributes in mixed order.
REG_OP(Everything)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16}))
    .INPUT(x, T)
    .ATTR(an_int, Int, 7)
    .DYNAMIC_INPUT(args, TensorType::ALL())
    .OPTIONAL_INPUT(bias, T)
    .ATTR(a_float, Float, 1)
    .OUTPUT(y, T)
    .DYNAMIC_OUTPUT(parts, TensorType({DT_INT32}))
    .ATTR(a_bool, Bool, true)
    .ATTR(a_string, String, "text")
    .ATTR(a_type, Type, DT_INT32)
    .ATTR(a_tensor, Tensor, Tensor())
    .ATTR(ints, ListInt, {1, 2, 3, 4})
    .ATTR(no_ints, ListInt, {})
    .ATTR(floats, ListFloat, {0.5, 1.5})
    .ATTR(bools, ListBool, {true, false})
    .ATTR(strings, ListString, {"a", "b"})
    .ATTR(types, ListType, {DT_FLOAT, DT_INT8})
    .ATTR(int_lists, ListListInt, {{1}, {2, 3}})
    .ATTR(an_ascend_string, AscendString, "neutral")
    .ATTR(ascend_strings, ListAscendString, {"c"})
    .REQUIRED_ATTR(needed_ints, ListInt)
    .REQUIRED_ATTR(needed_string, String)
    .REQUIRED_ATTR(bytes, Bytes)
    .REQUIRED_ATTR(tensors, ListTensor)
    .REQUIRED_ATTR(named, NamedAttrs)
    .REQUIRED_ATTR(named_list, ListNamedAttrs)
    .GRAPH(body)
    .DYNAMIC_GRAPH(branches)
    .INFER_SHAPE_AND_TYPE()
    .OP_END_FACTORY_REG(Everything)

        REG_OP(Data)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(index, Int, 0)
    .OP_END_FACTORY_REG(Data)

        REG_OP(Const)
    .OUTPUT(y, TensorType::ALL())
    .ATTR(value, Tensor, Tensor())
    .OP_END_FACTORY_REG(Const)

        REG_OP(PartitionedCall)
    .DYNAMIC_INPUT(args, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(f)
    .ATTR(config, String, "")
    .ATTR(config_proto, String, "")
    .ATTR(executor_type, String, "")
    .OP_END_FACTORY_REG(PartitionedCall)

}  // namespace ge
#endif  // FIXTURE_EVERYTHING_H
