// The product of the filter's transpose with x gives, for each position of x, its contribution to the positions of y
// that its window covers. Seen with x and y exchanged, this is the window of a convolution.
#include <algorithm>

#include "op_impl/ai_cpu/nn/convolution.h"

namespace {

// Returns the window of the convolution that would turn y into x.
opdk::Window BackwardWindow(const aicpu::CpuKernelContext& ctx, const std::vector<int64_t>& x,
                            const std::vector<int64_t>& y, std::vector<int64_t> kernel) {
  opdk::Window window;
  window.in.assign(y.begin() + 2, y.end());
  window.out.assign(x.begin() + 2, x.end());
  window.kernel = std::move(kernel);
  const size_t axes = window.in.size();
  auto list = [&](const char* name, size_t length, int64_t value) {
    std::vector<int64_t> values = opdk::ListIntAttr(ctx, name);
    values.resize(values.empty() ? length : values.size(), value);
    return values;
  };
  window.strides = list("strides", axes, 1);
  window.dilations = list("dilations", axes, 1);
  const std::vector<int64_t> pads = list("pads", 2 * axes, 0), padding = list("output_padding", axes, 0);
  const std::string auto_pad = opdk::StringAttr(ctx, "auto_pad", "NOTSET");
  const bool derived =
      !opdk::ListIntAttr(ctx, "output_shape").empty() || auto_pad == "SAME_UPPER" || auto_pad == "SAME_LOWER";
  for (size_t i = 0; i < axes; ++i) {
    const int64_t whole =
        (window.out[i] - 1) * window.strides[i] + (window.kernel[i] - 1) * window.dilations[i] + 1 + padding[i];
    const int64_t total = std::max<int64_t>(whole - window.in[i], 0);
    int64_t begin = auto_pad == "NOTSET" ? pads[i] : 0;
    if (derived) begin = auto_pad == "SAME_UPPER" ? total / 2 : total - total / 2;
    window.begins.push_back(begin);
  }
  return window;
}

template <typename T>
uint32_t ComputeConvTranspose(const aicpu::CpuKernelContext& ctx) {
  using Compute = opdk::ComputeType<T>;
  using Matrix = opdk::PatchMatrix<Compute>;
  const auto x_dims = opdk::DimsOf(ctx.Input(0));
  const auto filter_dims = opdk::DimsOf(ctx.Input(1));
  const opdk::Window window = BackwardWindow(ctx, x_dims, opdk::DimsOf(ctx.Output(0)),
                                             std::vector<int64_t>(filter_dims.begin() + 2, filter_dims.end()));
  const int64_t groups = opdk::IntAttr(ctx, "group", 1), channels = x_dims[1] / groups, outputs = filter_dims[1];
  const int64_t kernel = window.kernel_size(), columns = outputs * kernel;
  const auto x = opdk::Values<const T>(ctx.Input(0));
  const auto filter = opdk::Values<const T>(ctx.Input(1));
  const auto bias = opdk::Values<const T>(ctx.Input(2));
  const auto y = opdk::Values<T>(ctx.Output(0));
  if (y.empty()) return opdk::kKernelOk;
  const int64_t cost = channels * columns * window.out_size() + outputs * window.in_size();
  return opdk::ParallelRange(ctx, x_dims[0] * groups, cost, [&](int64_t begin, int64_t end) {
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t group = unit % groups;
      Matrix sums = Matrix::Zero(outputs, window.in_size());
      for (int64_t o = 0; o < outputs && !bias.empty(); ++o) {
        sums.row(o).setConstant(static_cast<Compute>(bias[static_cast<size_t>(group * outputs + o)]));
      }
      if (!x.empty() && !filter.empty()) {
        const Eigen::Map<const opdk::PatchMatrix<T>> w(filter.data() + group * channels * columns, channels, columns);
        const Eigen::Map<const opdk::PatchMatrix<T>> image(x.data() + unit * channels * window.out_size(), channels,
                                                           window.out_size());
        const Matrix spread = w.template cast<Compute>().transpose() * image.template cast<Compute>();
        for (int64_t p = 0; p < window.out_size(); ++p) {
          opdk::ForEachInside(window, p, [&](int64_t k, int64_t at) {
            for (int64_t o = 0; o < outputs; ++o) sums(o, at) += spread(o * kernel + k, p);
          });
        }
      }
      Eigen::Map<opdk::PatchMatrix<T>>(y.data() + unit * outputs * window.in_size(), outputs, window.in_size()) =
          sums.template cast<T>();
    }
  });
}

}  // namespace

namespace aicpu {

class ConvTransposeCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return ComputeConvTranspose<T>(ctx); });
  }
};
OPDK_CPU_KERNEL(ConvTranspose, ConvTransposeCpuKernel);

}  // namespace aicpu
