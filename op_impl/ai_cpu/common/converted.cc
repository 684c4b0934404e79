#include "op_impl/ai_cpu/common/converted.h"

#include <cstring>

#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {
namespace {

template <typename T, typename C>
void ReadAs(const void* data, int64_t first, int64_t count, C* to) {
  ArrayMap<C>(to, count) = ConstArrayMap<T>(static_cast<const T*>(data) + first, count).template cast<C>();
}

template <typename T, typename C>
void WriteAs(const C* from, int64_t count, void* data, int64_t first) {
  ArrayMap<T>(static_cast<T*>(data) + first, count) = ConstArrayMap<C>(from, count).template cast<T>();
}

// The dtypes whose elements are read and written as C.
template <typename C>
struct ConvertedTypes {
  using type = Types<C>;
};
template <>
struct ConvertedTypes<float> {
  using type = Types<float, Half, BFloat16>;
};
template <>
struct ConvertedTypes<uint32_t> {
  using type = Types<int32_t, uint32_t>;
};
template <>
struct ConvertedTypes<int64_t> {
  using type = Join<IntegerTypes, Types<bool>>;
};
template <>
struct ConvertedTypes<uint64_t> {
  using type = Join<IntegerTypes, Types<bool>>;
};

}  // namespace

template <typename C>
void ReadConverted(aicpu::DataType dtype, const void* data, int64_t first, int64_t count, C* to) {
  (void)Dispatch(typename ConvertedTypes<C>::type(), dtype, [&]<typename T>() {
    ReadAs<T>(data, first, count, to);
    return kKernelOk;
  });
}

template <typename C>
void WriteConverted(aicpu::DataType dtype, const C* from, int64_t count, void* data, int64_t first) {
  (void)Dispatch(typename ConvertedTypes<C>::type(), dtype, [&]<typename T>() {
    WriteAs<T>(from, count, data, first);
    return kKernelOk;
  });
}

template void ReadConverted(aicpu::DataType, const void*, int64_t, int64_t, float*);
template void ReadConverted(aicpu::DataType, const void*, int64_t, int64_t, double*);
template void ReadConverted(aicpu::DataType, const void*, int64_t, int64_t, bool*);
template void ReadConverted(aicpu::DataType, const void*, int64_t, int64_t, uint32_t*);
template void ReadConverted(aicpu::DataType, const void*, int64_t, int64_t, int64_t*);
template void ReadConverted(aicpu::DataType, const void*, int64_t, int64_t, uint64_t*);
template void ReadConverted(aicpu::DataType, const void*, int64_t, int64_t, std::complex<float>*);
template void ReadConverted(aicpu::DataType, const void*, int64_t, int64_t, std::complex<double>*);
template void WriteConverted(aicpu::DataType, const float*, int64_t, void*, int64_t);
template void WriteConverted(aicpu::DataType, const double*, int64_t, void*, int64_t);
template void WriteConverted(aicpu::DataType, const bool*, int64_t, void*, int64_t);
template void WriteConverted(aicpu::DataType, const uint32_t*, int64_t, void*, int64_t);
template void WriteConverted(aicpu::DataType, const int64_t*, int64_t, void*, int64_t);
template void WriteConverted(aicpu::DataType, const uint64_t*, int64_t, void*, int64_t);
template void WriteConverted(aicpu::DataType, const std::complex<float>*, int64_t, void*, int64_t);
template void WriteConverted(aicpu::DataType, const std::complex<double>*, int64_t, void*, int64_t);

}  // namespace opdk
