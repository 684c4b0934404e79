#include "plugins/onnx/parser/dtypes.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <array>
#include <utility>

namespace opdk::onnx_plugin {
namespace {

using onnx::TensorProto;

constexpr std::array<std::pair<int32_t, ge::DataType>, 16> kTypes = {{
    {TensorProto::FLOAT, ge::DT_FLOAT},
    {TensorProto::UINT8, ge::DT_UINT8},
    {TensorProto::INT8, ge::DT_INT8},
    {TensorProto::UINT16, ge::DT_UINT16},
    {TensorProto::INT16, ge::DT_INT16},
    {TensorProto::INT32, ge::DT_INT32},
    {TensorProto::INT64, ge::DT_INT64},
    {TensorProto::STRING, ge::DT_STRING},
    {TensorProto::BOOL, ge::DT_BOOL},
    {TensorProto::FLOAT16, ge::DT_FLOAT16},
    {TensorProto::DOUBLE, ge::DT_DOUBLE},
    {TensorProto::UINT32, ge::DT_UINT32},
    {TensorProto::UINT64, ge::DT_UINT64},
    {TensorProto::COMPLEX64, ge::DT_COMPLEX64},
    {TensorProto::COMPLEX128, ge::DT_COMPLEX128},
    {TensorProto::BFLOAT16, ge::DT_BF16},
}};

// Element types by the numbers of ONNX's later versions.
constexpr std::array<std::pair<int32_t, const char*>, 10> kNewerNames = {{
    {17, "FLOAT8E4M3FN"},
    {18, "FLOAT8E4M3FNUZ"},
    {19, "FLOAT8E5M2"},
    {20, "FLOAT8E5M2FNUZ"},
    {21, "UINT4"},
    {22, "INT4"},
    {23, "FLOAT4E2M1"},
    {24, "FLOAT8E8M0"},
    {25, "UINT2"},
    {26, "INT2"},
}};

}  // namespace

ge::DataType FromOnnxType(int32_t onnx_type) {
  for (const auto& [from, to] : kTypes) {
    if (from == onnx_type) return to;
  }
  return ge::DT_UNDEFINED;
}

int32_t ToOnnxType(ge::DataType type) {
  for (const auto& [to, from] : kTypes) {
    if (from == type) return to;
  }
  return TensorProto::UNDEFINED;
}

std::string OnnxTypeName(int32_t onnx_type) {
  const auto newer = std::find_if(kNewerNames.begin(), kNewerNames.end(),
                                  [onnx_type](const auto& row) { return row.first == onnx_type; });
  if (newer != kNewerNames.end()) return newer->second;
  if (!onnx::TensorProto_DataType_IsValid(onnx_type)) return "number " + std::to_string(onnx_type);
  return onnx::TensorProto_DataType_Name(static_cast<onnx::TensorProto_DataType>(onnx_type));
}

}  // namespace opdk::onnx_plugin
