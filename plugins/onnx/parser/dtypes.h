// ONNX element types and the SDK's.
#pragma once

#include <cstdint>
#include <string>

#include "graph/types.h"

namespace opdk::onnx_plugin {

// Returns the SDK's type of an onnx::TensorProto::DataType value. DT_UNDEFINED: the SDK has no such type.
ge::DataType FromOnnxType(int32_t onnx_type);
// Returns the onnx::TensorProto::DataType value of an SDK type. TensorProto::UNDEFINED: ONNX has no such type.
int32_t ToOnnxType(ge::DataType type);
// Returns the name of an ONNX type: "FLOAT16", also of types that are newer than the ONNX library. An unknown type is
// "number 99".
std::string OnnxTypeName(int32_t onnx_type);

inline bool IsShortFloat(ge::DataType type) { return type == ge::DT_FLOAT16 || type == ge::DT_BF16; }
inline bool IsFloating(ge::DataType type) {
  return type == ge::DT_FLOAT || type == ge::DT_DOUBLE || IsShortFloat(type);
}

}  // namespace opdk::onnx_plugin
