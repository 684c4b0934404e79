#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

OPDK_MAP_ONNX(Abs, 1);
OPDK_MAP_ONNX(Neg, 1);
OPDK_MAP_ONNX(Exp, 1);
OPDK_MAP_ONNX(Log, 1);
OPDK_MAP_ONNX(Sqrt, 1);
OPDK_MAP_ONNX(Reciprocal, 1);
OPDK_MAP_ONNX(Erf, 9);
OPDK_MAP_ONNX(Sin, 7);
OPDK_MAP_ONNX(Cos, 7);
OPDK_MAP_ONNX(Tan, 7);
OPDK_MAP_ONNX(Asin, 7);
OPDK_MAP_ONNX(Acos, 7);
OPDK_MAP_ONNX(Atan, 7);
OPDK_MAP_ONNX(Sinh, 9);
OPDK_MAP_ONNX(Cosh, 9);
OPDK_MAP_ONNX(Asinh, 9);
OPDK_MAP_ONNX(Acosh, 9);
OPDK_MAP_ONNX(Atanh, 9);
OPDK_MAP_ONNX(Floor, 1);
OPDK_MAP_ONNX(Ceil, 1);
OPDK_MAP_ONNX(Round, 11);
OPDK_MAP_ONNX(Sign, 9);
OPDK_MAP_ONNX_AS(IsNan, IsNaN, 9);

}  // namespace opdk::onnx_plugin
