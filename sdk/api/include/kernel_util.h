// Checks at the start of AI CPU kernels, under the names that CANN's own kernels use.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cpu_context.h"
#include "cpu_types.h"
#include "eigen_tensor.h"
#include "log.h"
#include "opdk/neutral_text.h"
#include "status.h"

namespace aicpu {

constexpr uint32_t kFirstInputIndex = 0;
constexpr uint32_t kSecondInputIndex = 1;
constexpr uint32_t kThirdInputIndex = 2;
constexpr uint32_t kFourthInputIndex = 3;
constexpr uint32_t kFirstOutputIndex = 0;
constexpr uint32_t kSecondOutputIndex = 1;
constexpr uint32_t kThirdOutputIndex = 2;

// Checks the number of inputs and outputs, their shapes, their data (an empty tensor needs none) and the named
// attributes. Returns KERNEL_STATUS_OK, or logs an error and returns KERNEL_STATUS_PARAM_INVALID.
AICPU_VISIBILITY uint32_t NormalCheck(CpuKernelContext& ctx, uint32_t inputs_num, uint32_t outputs_num);
AICPU_VISIBILITY uint32_t CheckAttrs(CpuKernelContext& ctx, const std::vector<ge::AscendString>& attr_names,
                                     opdk::SourcePlace at);
inline uint32_t NormalCheck(CpuKernelContext& ctx, uint32_t inputs_num, uint32_t outputs_num,
                            const std::vector<std::string>& attr_names, opdk::SourcePlace at = OPDK_HERE) {
  const uint32_t status = NormalCheck(ctx, inputs_num, outputs_num);
  return status == 0 ? CheckAttrs(ctx, opdk::Neutral(attr_names), at) : status;
}
// Checks a kernel of two inputs of one data type and one output, with NormalCheck's results.
AICPU_VISIBILITY uint32_t NormalMathCheck(CpuKernelContext& ctx);

// Returns whether a tensor has no data because a dimension is 0.
AICPU_VISIBILITY bool IsEmptyTensor(Tensor* tensor);

// Checks the rank: 0, 1, 2, or 2 with equal extents.
AICPU_VISIBILITY bool IsScalar(const std::vector<int64_t>& shape);
AICPU_VISIBILITY bool IsVector(const std::vector<int64_t>& shape);
AICPU_VISIBILITY bool IsMatrix(const std::vector<int64_t>& shape);
AICPU_VISIBILITY bool IsSquareMatrix(const std::vector<int64_t>& shape);

// Returns the name of a data type ("DT_FLOAT"); "DT_UNDEFINED" for a value without a name.
AICPU_VISIBILITY const char* DTypeName(DataType dtype);
inline std::string DTypeStr(DataType dtype) { return DTypeName(dtype); }
// Returns the data type of a name; DT_UNDEFINED for an unknown name.
AICPU_VISIBILITY DataType DType(const char* name);
inline DataType DType(const std::string& name) { return DType(name.c_str()); }

// Computes in int64. False when the result overflows; a product is also false when a factor is negative.
AICPU_VISIBILITY bool MulWithoutOverflow(int64_t x, int64_t y, int64_t& product);
AICPU_VISIBILITY bool AddWithoutOverflow(int64_t x, int64_t y, int64_t& sum);

}  // namespace aicpu
