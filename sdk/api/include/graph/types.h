// Data types, formats and the small enumerations of the graph API, with CANN's values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "opdk/visibility.h"

namespace ge {

// Unknown extents. -1: an extent known only at run time. -2: even the rank is unknown.
const int64_t UNKNOWN_DIM = -1;
const int64_t UNKNOWN_DIM_NUM = -2;
const std::vector<int64_t> UNKNOWN_SHAPE = {-1};
const std::vector<int64_t> UNKNOWN_RANK = {-2};
const std::vector<int64_t> DUMMY_SHAPE = {-3};

// Offset of GetSizeByDataType()'s result for a type below one byte: this number plus the type's width in bits.
const int kDataTypeSizeBitOffset = 1000;

enum DataType {
  DT_FLOAT = 0,
  DT_FLOAT16 = 1,
  DT_INT8 = 2,
  DT_INT32 = 3,
  DT_UINT8 = 4,
  DT_INT16 = 6,
  DT_UINT16 = 7,
  DT_UINT32 = 8,
  DT_INT64 = 9,
  DT_UINT64 = 10,
  DT_DOUBLE = 11,
  DT_BOOL = 12,
  DT_STRING = 13,
  DT_DUAL_SUB_INT8 = 14,
  DT_DUAL_SUB_UINT8 = 15,
  DT_COMPLEX64 = 16,
  DT_COMPLEX128 = 17,
  DT_QINT8 = 18,
  DT_QINT16 = 19,
  DT_QINT32 = 20,
  DT_QUINT8 = 21,
  DT_QUINT16 = 22,
  DT_RESOURCE = 23,
  DT_STRING_REF = 24,
  DT_DUAL = 25,
  DT_VARIANT = 26,
  DT_BF16 = 27,
  DT_UNDEFINED = 28,
  DT_INT4 = 29,
  DT_UINT1 = 30,
  DT_INT2 = 31,
  DT_UINT2 = 32,
  DT_COMPLEX32 = 33,
  DT_HIFLOAT8 = 34,
  DT_FLOAT8_E5M2 = 35,
  DT_FLOAT8_E4M3FN = 36,
  DT_FLOAT8_E8M0 = 37,
  DT_FLOAT6_E3M2 = 38,
  DT_FLOAT6_E2M3 = 39,
  DT_FLOAT4_E2M1 = 40,
  DT_FLOAT4_E1M2 = 41,
  DT_HIFLOAT4 = 42,
  DT_MAX
};

// Formats. Bits 0-7 of a format value are an enumerator, bits 8-23 a sub-format (for example groups), bits 24-27 the C0
// code. Such values lie beyond the enumerators, which the fixed underlying type allows.
enum Format : int32_t {
  FORMAT_NCHW = 0,
  FORMAT_NHWC = 1,
  FORMAT_ND = 2,
  FORMAT_NC1HWC0 = 3,
  FORMAT_FRACTAL_Z = 4,
  FORMAT_NC1C0HWPAD = 5,
  FORMAT_NHWC1C0 = 6,
  FORMAT_FSR_NCHW = 7,
  FORMAT_FRACTAL_DECONV = 8,
  FORMAT_C1HWNC0 = 9,
  FORMAT_FRACTAL_DECONV_TRANSPOSE = 10,
  FORMAT_FRACTAL_DECONV_SP_STRIDE_TRANS = 11,
  FORMAT_NC1HWC0_C04 = 12,
  FORMAT_FRACTAL_Z_C04 = 13,
  FORMAT_CHWN = 14,
  FORMAT_FRACTAL_DECONV_SP_STRIDE8_TRANS = 15,
  FORMAT_HWCN = 16,
  FORMAT_NC1KHKWHWC0 = 17,
  FORMAT_BN_WEIGHT = 18,
  FORMAT_FILTER_HWCK = 19,
  FORMAT_HASHTABLE_LOOKUP_LOOKUPS = 20,
  FORMAT_HASHTABLE_LOOKUP_KEYS = 21,
  FORMAT_HASHTABLE_LOOKUP_VALUE = 22,
  FORMAT_HASHTABLE_LOOKUP_OUTPUT = 23,
  FORMAT_HASHTABLE_LOOKUP_HITS = 24,
  FORMAT_C1HWNCoC0 = 25,
  FORMAT_MD = 26,
  FORMAT_NDHWC = 27,
  FORMAT_FRACTAL_ZZ = 28,
  FORMAT_FRACTAL_NZ = 29,
  FORMAT_NCDHW = 30,
  FORMAT_DHWCN = 31,
  FORMAT_NDC1HWC0 = 32,
  FORMAT_FRACTAL_Z_3D = 33,
  FORMAT_CN = 34,
  FORMAT_NC = 35,
  FORMAT_DHWNC = 36,
  FORMAT_FRACTAL_Z_3D_TRANSPOSE = 37,
  FORMAT_FRACTAL_ZN_LSTM = 38,
  FORMAT_FRACTAL_Z_G = 39,
  FORMAT_RESERVED = 40,
  FORMAT_ALL = 41,
  FORMAT_NULL = 42,
  FORMAT_ND_RNN_BIAS = 43,
  FORMAT_FRACTAL_ZN_RNN = 44,
  FORMAT_NYUV = 45,
  FORMAT_NYUV_A = 46,
  FORMAT_NCL = 47,
  FORMAT_FRACTAL_Z_WINO = 48,
  FORMAT_C1HWC0 = 49,
  FORMAT_FRACTAL_NZ_C0_16 = 50,
  FORMAT_FRACTAL_NZ_C0_32 = 51,
  FORMAT_FRACTAL_NZ_C0_2 = 52,
  FORMAT_FRACTAL_NZ_C0_4 = 53,
  FORMAT_FRACTAL_NZ_C0_8 = 54,
  FORMAT_END,
  FORMAT_MAX = 0xff
};

// Takes a format value apart, or puts it together (see Format).
inline int32_t GetPrimaryFormat(int32_t format) { return format & 0xff; }
inline int32_t GetSubFormat(int32_t format) { return (format >> 8) & 0xffff; }
inline bool HasSubFormat(int32_t format) { return GetSubFormat(format) > 0; }
inline int32_t GetFormatFromSub(int32_t primary, int32_t sub) { return (primary & 0xff) | ((sub & 0xffff) << 8); }
inline int32_t GetC0Format(int32_t format) { return (format >> 24) & 0xf; }
inline bool HasC0Format(int32_t format) { return GetC0Format(format) > 0; }
inline int32_t GetFormatFromC0(int32_t format, int32_t c0_code) {
  return (format & 0xffffff) | ((c0_code & 0xf) << 24);
}
inline int32_t GetFormatFromSubAndC0(int32_t primary, int32_t sub, int32_t c0_code) {
  return GetFormatFromC0(GetFormatFromSub(primary, sub), c0_code);
}
// Returns the elements of the innermost block; -1 when the format carries no C0 code.
inline int64_t GetC0Value(int32_t format) {
  return HasC0Format(format) ? int64_t{1} << (GetC0Format(format) - 1) : int64_t{-1};
}

// The facts on which an operator's output shapes depend.
enum UnknowShapeOpType {
  DEPEND_IN_SHAPE = 1,     // the output shape follows from the input shapes
  DEPEND_CONST_VALUE = 2,  // … from the value of a constant input
  DEPEND_SHAPE_RANGE = 3,  // only a range is known beforehand
  DEPEND_COMPUTE = 4       // known when the kernel has run
};

enum DeviceType { NPU = 0, CPU = 1 };

enum Placement { kPlacementHost = 0, kPlacementDevice = 1, kPlacementEnd };

// Format and data type of a tensor.
struct TensorDescInfo {
  Format format_ = FORMAT_RESERVED;
  DataType dataType_ = DT_UNDEFINED;
};

// One entry of the header of a string tensor. addr: offset of the element's bytes from the tensor's first byte. len:
// number of bytes without the closing NUL.
struct StringHead {
  int64_t addr;
  int64_t len;
};

// Returns the bytes of one element. Below one byte: kDataTypeSizeBitOffset plus the bits. -1: the type has no size
// (strings, unknown types).
OPDK_API int GetSizeByDataType(DataType data_type);
// Returns the bytes of `count` elements; sub-byte types are packed and rounded up. -1: the type has no size, the count
// is negative or the product overflows.
OPDK_API int64_t GetSizeInBytes(int64_t count, DataType data_type);

// The data types that a port admits.
struct OPDK_API TensorType {
  explicit TensorType(DataType dt);
  TensorType(const std::initializer_list<DataType>& initial_types);

  // Returns a set of types under CANN's name.
  static TensorType ALL();
  static TensorType QuantifiedType();
  static TensorType OrdinaryType();
  static TensorType BasicType();
  static TensorType NumberType();
  static TensorType RealNumberType();
  static TensorType ComplexDataType();
  static TensorType IntegerDataType();
  static TensorType SignedDataType();
  static TensorType UnsignedDataType();
  static TensorType FloatingDataType();
  static TensorType IndexNumberType();
  static TensorType UnaryDataType();
  static TensorType FLOAT();

  // Returns the types sorted by value, without duplicates.
  const std::vector<DataType>& Types() const { return types_; }

 private:
  static TensorType Union(const std::initializer_list<std::initializer_list<DataType>>& groups);
  std::vector<DataType> types_;
};

// The types of a dynamic port whose entries may differ.
struct OPDK_API ListTensorType {
  explicit ListTensorType(const TensorType& type) : tensor_type(type) {}
  TensorType tensor_type;
};

// The type that the types of some symbols are promoted to.
struct OPDK_API Promote {
  Promote(const std::initializer_list<const char*>& syms);  // NOLINT(google-explicit-constructor)
  std::vector<AscendString> Syms() const { return syms_; }

 private:
  std::vector<AscendString> syms_;
};

}  // namespace ge

namespace domi {

// Kinds of kernels in CANN's registrations; kept, without effect here.
enum class ImplyType : unsigned int {
  BUILDIN = 0,
  BUILTIN = 0,
  TVM = 1,
  CUSTOM = 2,
  AI_CPU = 3,
  CCE = 4,
  GELOCAL = 5,
  HCCL = 6,
  INVALID = 0xFFFFFFFF
};

}  // namespace domi
