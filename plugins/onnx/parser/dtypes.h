// ONNX element types and the SDK's.
#pragma once

#include <cstdint>
#include <string>

#include "graph/types.h"

namespace opdk::onnx_plugin {

// The SDK's type of an onnx::TensorProto::DataType value; DT_UNDEFINED for one that has none here.
ge::DataType FromOnnxType(int32_t onnx_type);
// The inverse; TensorProto::UNDEFINED for a type ONNX does not have.
int32_t ToOnnxType(ge::DataType type);
// "FLOAT16", also of types that are newer than the ONNX library; "number 99" of one that nobody knows.
std::string OnnxTypeName(int32_t onnx_type);

inline bool IsShortFloat(ge::DataType type) { return type == ge::DT_FLOAT16 || type == ge::DT_BF16; }
inline bool IsFloating(ge::DataType type) {
  return type == ge::DT_FLOAT || type == ge::DT_DOUBLE || IsShortFloat(type);
}

}  // namespace opdk::onnx_plugin
