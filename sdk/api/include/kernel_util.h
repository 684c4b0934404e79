// Checks at the start of AI CPU kernels, as those of CANN's own kernels are spelled.
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

// KERNEL_STATUS_OK when the kernel has so many inputs and outputs, each with a shape and, unless it has no elements,
// with data, and every named attribute. Else KERNEL_STATUS_PARAM_INVALID, and an error is logged.
AICPU_VISIBILITY uint32_t NormalCheck(CpuKernelContext& ctx, uint32_t inputs_num, uint32_t outputs_num);
AICPU_VISIBILITY uint32_t CheckAttrs(CpuKernelContext& ctx, const std::vector<ge::AscendString>& attr_names,
                                     opdk::SourcePlace at);
inline uint32_t NormalCheck(CpuKernelContext& ctx, uint32_t inputs_num, uint32_t outputs_num,
                            const std::vector<std::string>& attr_names, opdk::SourcePlace at = OPDK_HERE) {
  const uint32_t status = NormalCheck(ctx, inputs_num, outputs_num);
  return status == 0 ? CheckAttrs(ctx, opdk::Neutral(attr_names), at) : status;
}
AICPU_VISIBILITY uint32_t NormalMathCheck(CpuKernelContext& ctx);

// No data because a dimension is 0.
AICPU_VISIBILITY bool IsEmptyTensor(Tensor* tensor);

// By rank: 0, 1, 2; 2 with equal dimensions.
AICPU_VISIBILITY bool IsScalar(const std::vector<int64_t>& shape);
AICPU_VISIBILITY bool IsVector(const std::vector<int64_t>& shape);
AICPU_VISIBILITY bool IsMatrix(const std::vector<int64_t>& shape);
AICPU_VISIBILITY bool IsSquareMatrix(const std::vector<int64_t>& shape);

// "DT_FLOAT"; "DT_UNDEFINED" for what has no name.
AICPU_VISIBILITY const char* DTypeName(DataType dtype);
inline std::string DTypeStr(DataType dtype) { return DTypeName(dtype); }
// DT_UNDEFINED for an unknown name.
AICPU_VISIBILITY DataType DType(const char* name);
inline DataType DType(const std::string& name) { return DType(name.c_str()); }

// False when the result leaves int64, or, of a product, a factor is negative.
AICPU_VISIBILITY bool MulWithoutOverflow(int64_t x, int64_t y, int64_t& product);
AICPU_VISIBILITY bool AddWithoutOverflow(int64_t x, int64_t y, int64_t& sum);

}  // namespace aicpu
