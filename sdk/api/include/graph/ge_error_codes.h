// graphStatus, the return type of every function of the graph API, and its values.
#pragma once

#include <cstdint>

#if defined(HOST_VISIBILITY)
#define GE_FUNC_HOST_VISIBILITY __attribute__((visibility("default")))
#else
#define GE_FUNC_HOST_VISIBILITY
#endif
#if defined(DEV_VISIBILITY)
#define GE_FUNC_DEV_VISIBILITY __attribute__((visibility("default")))
#else
#define GE_FUNC_DEV_VISIBILITY
#endif
#ifndef ATTRIBUTED_DEPRECATED
#define ATTRIBUTED_DEPRECATED(replacement) __attribute__((deprecated("use " #replacement " instead")))
#endif

namespace ge {

using graphStatus = uint32_t;

const graphStatus GRAPH_SUCCESS = 0;
const graphStatus GRAPH_FAILED = 0xFFFFFFFFU;
const graphStatus GRAPH_NOT_CHANGED = 1343242304U;
const graphStatus GRAPH_PARAM_INVALID = 50331649U;
const graphStatus GRAPH_NODE_WITHOUT_CONST_INPUT = 50331648U;
const graphStatus GRAPH_NODE_NEED_REPASS = 50331647U;
const graphStatus GRAPH_INVALID_IR_DEF = 50331646U;
const graphStatus OP_WITHOUT_IR_DATATYPE_INFER_RULE = 50331645U;
const graphStatus GRAPH_PARAM_OUT_OF_RANGE = 50331644U;

}  // namespace ge
