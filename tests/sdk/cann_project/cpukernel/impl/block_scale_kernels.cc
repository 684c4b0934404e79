#include "block_scale_kernels.h"

#include <cmath>
#include <string>

#include "cpu_tensor.h"
#include "cpu_tensor_shape.h"
#include "cpu_types.h"
#include "cust_cpu_utils.h"

namespace {
const char* BLOCK_SCALE = "BlockScale";
const char* DISTINCT = "Distinct";
const uint32_t kOk = 0;
const uint32_t kInvalid = 1;
}  // namespace

namespace aicpu {

// Computes y = x * scale; block `block_id` of `block_num` computes its share.
uint32_t BlockScaleCpuKernel::Compute(CpuKernelContext& ctx) {
  Tensor* x = ctx.Input(0);
  Tensor* y = ctx.Output(0);
  if (x == nullptr || y == nullptr || x->GetDataType() != DT_FLOAT || ctx.GetOpType() != "BlockScale") {
    CUST_KERNEL_LOG_ERROR(ctx, "BlockScale needs a float input and an output");
    return kInvalid;
  }
  AttrValue* scale = ctx.GetAttr("scale");
  AttrValue* num = ctx.GetAttr("block_num");
  AttrValue* id = ctx.GetAttr("block_id");
  int64_t block_num = num == nullptr ? 1 : num->GetInt();
  int64_t block_id = id == nullptr ? 0 : id->GetInt();
  int64_t total = x->NumElements();
  int64_t per_block = static_cast<int64_t>(std::ceil(static_cast<float>(total) / block_num));
  auto from = reinterpret_cast<float*>(x->GetData());
  auto to = reinterpret_cast<float*>(y->GetData());
  CUST_KERNEL_LOG_DEBUG(ctx, "block %ld of %ld", static_cast<long>(block_id), static_cast<long>(block_num));
  for (int64_t i = block_id * per_block; i < total && i < (block_id + 1) * per_block; ++i) {
    to[i] = from[i] * (scale == nullptr ? 1.0f : scale->GetFloat());
  }
  return kOk;
}
REGISTER_CPU_KERNEL(BLOCK_SCALE, BlockScaleCpuKernel);

// Writes the distinct values of x to y, in order of first appearance.
uint32_t DistinctCpuKernel::Compute(CpuKernelContext& ctx) {
  Tensor* x = ctx.Input(0);
  Tensor* y = ctx.Output(0);
  auto from = reinterpret_cast<float*>(x->GetData());
  auto to = reinterpret_cast<float*>(y->GetData());
  int64_t count = 0;
  for (int64_t i = 0; i < x->NumElements(); ++i) {
    if (seen_.insert(std::make_pair(from[i], count)).second) {
      to[count++] = from[i];
    }
  }
  std::shared_ptr<TensorShape> shape = y->GetTensorShape();
  if (shape->GetUnknownRank()) {
    shape->SetDimSizes({count});
  }
  return kOk;
}
REGISTER_CPU_KERNEL(DISTINCT, DistinctCpuKernel);

}  // namespace aicpu
