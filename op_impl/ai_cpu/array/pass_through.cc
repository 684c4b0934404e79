#include "op_impl/ai_cpu/common/copy.h"

namespace {

const char* const kSnapshot = "Snapshot";
const char* const kStopGradient = "StopGradient";
const char* const kPreventGradient = "PreventGradient";
const char* const kGuaranteeConst = "GuaranteeConst";
const char* const kTensorMove = "TensorMove";
const char* const kTensorRedirect = "TensorRedirect";
const char* const kPlaceholderWithDefault = "PlaceholderWithDefault";
const char* const kEnsureShape = "EnsureShape";

}  // namespace

namespace aicpu {

REGISTER_CPU_KERNEL(kSnapshot, CopyCpuKernel);
REGISTER_CPU_KERNEL(kStopGradient, CopyCpuKernel);
REGISTER_CPU_KERNEL(kPreventGradient, CopyCpuKernel);
REGISTER_CPU_KERNEL(kGuaranteeConst, CopyCpuKernel);
REGISTER_CPU_KERNEL(kTensorMove, CopyCpuKernel);
REGISTER_CPU_KERNEL(kTensorRedirect, CopyCpuKernel);
REGISTER_CPU_KERNEL(kPlaceholderWithDefault, CopyCpuKernel);
REGISTER_CPU_KERNEL(kEnsureShape, CopyCpuKernel);

}  // namespace aicpu
