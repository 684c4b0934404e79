// Written as CANN's own kernels are: their checks, macros with and without a semicolon, broadcasting, Eigen's tensors.
#include "bcast.h"
#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"
#include "eigen_tensor.h"
#include "kernel_util.h"

namespace {
const char* PAIR_MUL = "PairMul";
}  // namespace

namespace aicpu {

class PairMulCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    KERNEL_HANDLE_ERROR(NormalMathCheck(ctx), "[%s] check failed", PAIR_MUL);
    BCalcInfo calc_info;
    calc_info.input_0 = ctx.Input(kFirstInputIndex);
    calc_info.input_1 = ctx.Input(kSecondInputIndex);
    calc_info.output = ctx.Output(kFirstOutputIndex);
    KERNEL_CHECK_NULLPTR(calc_info.output, KERNEL_STATUS_PARAM_INVALID, "no output")
    if (IsEmptyTensor(calc_info.output)) {
      return KERNEL_STATUS_OK;
    }
    Bcast bcast;
    KERNEL_CHECK_FALSE((bcast.GenerateBcastInfo(calc_info) == KERNEL_STATUS_OK), KERNEL_STATUS_PARAM_INVALID,
                       "[%s] no broadcast", ctx.GetOpType().c_str())
    bcast.GetBcastVec(calc_info);
    DataType data_type = calc_info.input_0->GetDataType();
    switch (data_type) {
      case DT_FLOAT:
        return calc_info.shape_out.size() == 2 ? OnMatrices<float>(calc_info) : ByIndex<float>(ctx, bcast, calc_info);
      case DT_INT32:
        return ByIndex<int32_t>(ctx, bcast, calc_info);
      default:
        KERNEL_LOG_ERROR("[%s] doesn't take %s", ctx.GetOpType().c_str(), DTypeStr(data_type).c_str());
        return KERNEL_STATUS_PARAM_INVALID;
    }
  }

 private:
  template <typename T>
  uint32_t OnMatrices(const BCalcInfo& calc_info) {
    Eigen::array<Eigen::DenseIndex, 2> repeat_0;
    Eigen::array<Eigen::DenseIndex, 2> repeat_1;
    for (size_t i = 0; i < 2; ++i) {
      repeat_0[i] = calc_info.bcast_0[i];
      repeat_1[i] = calc_info.bcast_1[i];
    }
    EigenTensor x1(calc_info.input_0, calc_info.input_0->GetData());
    EigenTensor x2(calc_info.input_1, calc_info.input_1->GetData());
    EigenTensor y(calc_info.output, calc_info.output->GetData());
    y.matrix<T>() = x1.tensor<T, 2>().broadcast(repeat_0) * x2.tensor<T, 2>().broadcast(repeat_1);
    return KERNEL_STATUS_OK;
  }

  template <typename T>
  uint32_t ByIndex(CpuKernelContext& ctx, Bcast& bcast, BCalcInfo& calc_info) {
    bcast.BCastIndexes(calc_info.x_indexes, calc_info.y_indexes);
    const T* x1 = static_cast<const T*>(calc_info.input_0->GetData());
    const T* x2 = static_cast<const T*>(calc_info.input_1->GetData());
    typename TTypes<T>::Flat y = EigenTensor(calc_info.output, calc_info.output->GetData()).flat<T>();
    return CpuKernelUtils::ParallelFor(ctx, y.size(), 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        size_t at = static_cast<size_t>(i);
        y(i) = x1[calc_info.x_indexes[at]] * x2[calc_info.y_indexes[at]];
      }
    });
  }
};
REGISTER_CPU_KERNEL(PAIR_MUL, PairMulCpuKernel);

}  // namespace aicpu
