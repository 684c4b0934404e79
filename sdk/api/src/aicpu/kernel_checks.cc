#include <algorithm>

#include "graph/utils/type_utils.h"
#include "kernel_util.h"

namespace aicpu {
namespace {

// bfloat16 and what comes behind it are numbered as in ge; only the spelling of one differs.
constexpr const char* kBfloat16 = "DT_BFLOAT16";

uint32_t CheckTensor(const CpuKernelContext& ctx, Tensor* tensor, const char* kind, uint32_t index) {
  KERNEL_CHECK_NULLPTR(tensor, KERNEL_STATUS_PARAM_INVALID, "[%s] %s %u is missing", ctx.GetOpType().c_str(), kind,
                       index);
  KERNEL_CHECK_NULLPTR(tensor->GetTensorShape(), KERNEL_STATUS_PARAM_INVALID, "[%s] %s %u has no shape",
                       ctx.GetOpType().c_str(), kind, index);
  KERNEL_CHECK_FALSE(tensor->GetData() != nullptr || IsEmptyTensor(tensor), KERNEL_STATUS_PARAM_INVALID,
                     "[%s] %s %u has no data", ctx.GetOpType().c_str(), kind, index);
  return KERNEL_STATUS_OK;
}

}  // namespace

uint32_t NormalCheck(CpuKernelContext& ctx, uint32_t inputs_num, uint32_t outputs_num) {
  KERNEL_CHECK_FALSE(ctx.GetInputsSize() == inputs_num, KERNEL_STATUS_PARAM_INVALID, "[%s] has %u inputs, not %u",
                     ctx.GetOpType().c_str(), ctx.GetInputsSize(), inputs_num);
  KERNEL_CHECK_FALSE(ctx.GetOutputsSize() == outputs_num, KERNEL_STATUS_PARAM_INVALID, "[%s] has %u outputs, not %u",
                     ctx.GetOpType().c_str(), ctx.GetOutputsSize(), outputs_num);
  for (uint32_t i = 0; i < inputs_num; ++i) {
    if (CheckTensor(ctx, ctx.Input(i), "input", i) != KERNEL_STATUS_OK) return KERNEL_STATUS_PARAM_INVALID;
  }
  for (uint32_t i = 0; i < outputs_num; ++i) {
    if (CheckTensor(ctx, ctx.Output(i), "output", i) != KERNEL_STATUS_OK) return KERNEL_STATUS_PARAM_INVALID;
  }
  return KERNEL_STATUS_OK;
}

uint32_t CheckAttrs(CpuKernelContext& ctx, const std::vector<ge::AscendString>& attr_names, opdk::SourcePlace at) {
  for (const ge::AscendString& name : attr_names) {
    KERNEL_CHECK_NULLPTR(ctx.GetAttr(name.GetString(), at), KERNEL_STATUS_PARAM_INVALID, "[%s] has no attribute %s",
                         ctx.GetOpType().c_str(), name.GetString());
  }
  return KERNEL_STATUS_OK;
}

uint32_t NormalMathCheck(CpuKernelContext& ctx) {
  if (NormalCheck(ctx, 2, 1) != KERNEL_STATUS_OK) return KERNEL_STATUS_PARAM_INVALID;
  const DataType first = ctx.Input(kFirstInputIndex)->GetDataType();
  const DataType second = ctx.Input(kSecondInputIndex)->GetDataType();
  KERNEL_CHECK_FALSE(first == second, KERNEL_STATUS_PARAM_INVALID, "[%s] has inputs of two dtypes, %s and %s",
                     ctx.GetOpType().c_str(), DTypeStr(first).c_str(), DTypeStr(second).c_str());
  return KERNEL_STATUS_OK;
}

bool IsEmptyTensor(Tensor* tensor) {
  const std::vector<int64_t> dims = tensor->GetTensorShape()->GetDimSizes();
  return tensor->GetData() == nullptr && std::find(dims.begin(), dims.end(), 0) != dims.end();
}

bool IsScalar(const std::vector<int64_t>& shape) { return shape.empty(); }
bool IsVector(const std::vector<int64_t>& shape) { return shape.size() == 1; }
bool IsMatrix(const std::vector<int64_t>& shape) { return shape.size() == 2; }
bool IsSquareMatrix(const std::vector<int64_t>& shape) { return IsMatrix(shape) && shape[0] == shape[1]; }

const char* DTypeName(DataType dtype) {
  if (dtype == DT_BFLOAT16) return kBfloat16;
  return ge::TypeUtils::IsDataTypeValid(static_cast<ge::DataType>(dtype))
             ? ge::TypeUtils::DataTypeName(static_cast<ge::DataType>(dtype))
             : "DT_UNDEFINED";
}

DataType DType(const char* name) {
  if (name == nullptr) return DT_UNDEFINED;
  if (std::string_view(name) == kBfloat16) return DT_BFLOAT16;
  return static_cast<DataType>(ge::TypeUtils::AscendStringToDataType(name));
}

bool MulWithoutOverflow(int64_t x, int64_t y, int64_t& product) {
  return x >= 0 && y >= 0 && !__builtin_mul_overflow(x, y, &product);
}

bool AddWithoutOverflow(int64_t x, int64_t y, int64_t& sum) { return !__builtin_add_overflow(x, y, &sum); }

}  // namespace aicpu
