// Slice inference: derives slices of the inputs from a slice of an output when one operator is cut over several cores.
// Kernels here are not cut that way: the functions compile and are never called.
#pragma once

#include <functional>

#include "graph/ge_error_codes.h"
#include "graph/operator.h"
#include "graph/operator_reg.h"
#include "opdk/visibility.h"

namespace ge {

using InferDataSliceFunc = std::function<graphStatus(Operator&)>;

using InferDataSliceFuncRegister = OperatorFuncRegister<opdk::EntryKind::kInferDataSlice>;

}  // namespace ge

#define IMPLEMT_INFER_DATA_SLICE(op_name, func_name) static ::ge::graphStatus func_name(op::op_name& op)
#define IMPLEMT_COMMON_INFER_DATA_SLICE(func_name) static ::ge::graphStatus func_name(::ge::Operator& op)
#define INFER_DATA_SLICE_FUNC_REG(op_name, func_name)                                            \
  static const ::ge::InferDataSliceFuncRegister OPDK_UNIQUE(g_register_data_slice_##op_name##_)( \
      #op_name, OPDK_TYPED_CALL(op_name, func_name))
#define COMMON_INFER_DATA_SLICE_FUNC_REG(op_name, ...) \
  static const ::ge::InferDataSliceFuncRegister OPDK_UNIQUE(g_register_data_slice_##op_name##_)(#op_name, __VA_ARGS__)
