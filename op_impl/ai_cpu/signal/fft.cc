// Fourier transforms along the last axes, computed in double.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "cpu_kernel.h"
#include "log.h"
#include "op_impl/ai_cpu/common/axis_rows.h"
#include "op_impl/ai_cpu/signal/fourier.h"

namespace aicpu {
namespace {

// Transforms the signal. A number that isn't finite makes all frequencies NaN, because otherwise the algorithm would
// decide which ones.
opdk::Spectrum TransformedSignal(Eigen::FFT<double>& fft, const opdk::Spectrum& signal, bool inverse) {
  const bool finite = std::all_of(signal.begin(), signal.end(), [](const std::complex<double>& x) {
    return std::isfinite(x.real()) && std::isfinite(x.imag());
  });
  if (finite) return opdk::Transformed(fft, signal, inverse);
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  return opdk::Spectrum(signal.size(), {kNan, kNan});
}

template <int64_t kAxes, bool kInverse>
class TransformCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::ComplexTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto x = opdk::Values<const T>(ctx.Input(0));
      const auto y = opdk::Values<T>(ctx.Output(0));
      opdk::Spectrum values(x.begin(), x.end());
      for (int64_t axis = -1; axis >= -kAxes; --axis) {
        if (const uint32_t status = AlongAxis(ctx, axis, values); status != opdk::kKernelOk) return status;
      }
      std::transform(values.begin(), values.end(), y.begin(), [](auto value) { return static_cast<T>(value); });
      return opdk::kKernelOk;
    });
  }

 private:
  static uint32_t AlongAxis(const CpuKernelContext& ctx, int64_t axis, opdk::Spectrum& values) {
    const opdk::AxisRows rows(ctx.Input(0), axis);
    if (values.empty()) return opdk::kKernelOk;
    return opdk::ParallelRange(ctx, rows.count(), rows.extent * 32, [&](int64_t begin, int64_t end) {
      Eigen::FFT<double> fft;
      opdk::Spectrum signal(static_cast<size_t>(rows.extent));
      for (int64_t row = begin; row < end; ++row) {
        const auto at = [&](size_t i) -> std::complex<double>& {
          return values[static_cast<size_t>(rows.Offset(row) + static_cast<int64_t>(i) * rows.inner)];
        };
        for (size_t i = 0; i < signal.size(); ++i) signal[i] = at(i);
        const opdk::Spectrum result = TransformedSignal(fft, signal, kInverse);
        for (size_t i = 0; i < signal.size(); ++i) at(i) = result[i];
      }
    });
  }
};

// From real numbers to half a spectrum, or back.
template <typename From, typename To>
class RealTransformCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const std::vector<int64_t> given = opdk::IntValues(ctx.Input(1));
    // Shape inference checks a constant length. This length may have been computed.
    if (given.size() != 1 || given[0] < 1) {
      KERNEL_LOG_ERROR("%s: fft_length is %ld (%zu values), it must be one number above 0", ctx.GetOpType().c_str(),
                       static_cast<long>(given.empty() ? 0 : given[0]), given.size());
      return opdk::kKernelFailed;
    }
    constexpr bool kInverse = opdk::kIsComplex<From>;
    std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0));
    const int64_t length = given[0], half = length / 2 + 1, extent = dims.back();
    const int64_t taken = std::min(extent, kInverse ? half : length), results = kInverse ? length : half;
    dims.back() = results;
    ctx.Output(0)->GetTensorShape()->SetDimSizes(dims);
    const From* x = opdk::Values<const From>(ctx.Input(0)).data();
    To* y = static_cast<To*>(ctx.Output(0)->GetData());
    return opdk::ParallelRange(ctx, opdk::Product(dims) / results, length * 32, [&](int64_t begin, int64_t end) {
      Eigen::FFT<double> fft;
      for (int64_t row = begin; row < end; ++row) {
        opdk::Spectrum signal(static_cast<size_t>(length));
        for (int64_t i = 0; i < taken; ++i) signal[static_cast<size_t>(i)] = x[row * extent + i];
        if (kInverse) opdk::MirrorHalf(signal);
        const opdk::Spectrum result = TransformedSignal(fft, signal, kInverse);
        for (int64_t i = 0; i < results; ++i) Put(result[static_cast<size_t>(i)], y[row * results + i]);
      }
    });
  }

 private:
  static void Put(const std::complex<double>& value, float& to) { to = static_cast<float>(value.real()); }
  static void Put(const std::complex<double>& value, std::complex<float>& to) { to = std::complex<float>(value); }
};

OPDK_CPU_KERNEL(FFT, TransformCpuKernel<1, false>);
OPDK_CPU_KERNEL(IFFT, TransformCpuKernel<1, true>);
OPDK_CPU_KERNEL(FFT2D, TransformCpuKernel<2, false>);
OPDK_CPU_KERNEL(IFFT2D, TransformCpuKernel<2, true>);
OPDK_CPU_KERNEL(RFFT, RealTransformCpuKernel<float, std::complex<float>>);
OPDK_CPU_KERNEL(IRFFT, RealTransformCpuKernel<std::complex<float>, float>);

}  // namespace

}  // namespace aicpu
