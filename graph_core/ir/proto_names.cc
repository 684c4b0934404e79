#include "graph_core/ir/proto_names.h"

#include <utility>

namespace opdk::proto {

namespace {

// The two enumerations number the same types differently.
constexpr std::pair<ge::DataType, ge::proto::DataType> kTypes[] = {
    {ge::DT_FLOAT, ge::proto::DT_FLOAT},
    {ge::DT_FLOAT16, ge::proto::DT_FLOAT16},
    {ge::DT_INT8, ge::proto::DT_INT8},
    {ge::DT_UINT8, ge::proto::DT_UINT8},
    {ge::DT_INT16, ge::proto::DT_INT16},
    {ge::DT_UINT16, ge::proto::DT_UINT16},
    {ge::DT_INT32, ge::proto::DT_INT32},
    {ge::DT_INT64, ge::proto::DT_INT64},
    {ge::DT_UINT32, ge::proto::DT_UINT32},
    {ge::DT_UINT64, ge::proto::DT_UINT64},
    {ge::DT_BOOL, ge::proto::DT_BOOL},
    {ge::DT_DOUBLE, ge::proto::DT_DOUBLE},
    {ge::DT_STRING, ge::proto::DT_STRING},
    {ge::DT_DUAL_SUB_INT8, ge::proto::DT_DUAL_SUB_INT8},
    {ge::DT_DUAL_SUB_UINT8, ge::proto::DT_DUAL_SUB_UINT8},
    {ge::DT_COMPLEX64, ge::proto::DT_COMPLEX64},
    {ge::DT_COMPLEX128, ge::proto::DT_COMPLEX128},
    {ge::DT_QINT8, ge::proto::DT_QINT8},
    {ge::DT_QINT16, ge::proto::DT_QINT16},
    {ge::DT_QINT32, ge::proto::DT_QINT32},
    {ge::DT_QUINT8, ge::proto::DT_QUINT8},
    {ge::DT_QUINT16, ge::proto::DT_QUINT16},
    {ge::DT_RESOURCE, ge::proto::DT_RESOURCE},
    {ge::DT_STRING_REF, ge::proto::DT_STRING_REF},
    {ge::DT_DUAL, ge::proto::DT_DUAL},
    {ge::DT_VARIANT, ge::proto::DT_VARIANT},
    {ge::DT_BF16, ge::proto::DT_BF16},
    {ge::DT_INT4, ge::proto::DT_INT4},
    {ge::DT_UINT1, ge::proto::DT_UINT1},
    {ge::DT_INT2, ge::proto::DT_INT2},
    {ge::DT_UINT2, ge::proto::DT_UINT2},
    {ge::DT_COMPLEX32, ge::proto::DT_COMPLEX32},
    {ge::DT_HIFLOAT8, ge::proto::DT_HIFLOAT8},
    {ge::DT_FLOAT8_E5M2, ge::proto::DT_FLOAT8_E5M2},
    {ge::DT_FLOAT8_E4M3FN, ge::proto::DT_FLOAT8_E4M3FN},
    {ge::DT_FLOAT8_E8M0, ge::proto::DT_FLOAT8_E8M0},
    {ge::DT_FLOAT6_E3M2, ge::proto::DT_FLOAT6_E3M2},
    {ge::DT_FLOAT6_E2M3, ge::proto::DT_FLOAT6_E2M3},
    {ge::DT_FLOAT4_E2M1, ge::proto::DT_FLOAT4_E2M1},
    {ge::DT_FLOAT4_E1M2, ge::proto::DT_FLOAT4_E1M2},
    {ge::DT_HIFLOAT4, ge::proto::DT_HIFLOAT4},
};

}  // namespace

ge::proto::DataType ToProto(ge::DataType dtype) {
  for (const auto& [ours, theirs] : kTypes) {
    if (ours == dtype) return theirs;
  }
  return ge::proto::DT_UNDEFINED;
}

ge::DataType FromProto(ge::proto::DataType dtype) {
  for (const auto& [ours, theirs] : kTypes) {
    if (theirs == dtype) return ours;
  }
  return ge::DT_UNDEFINED;
}

}  // namespace opdk::proto
