#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "log.h"
#include "op_impl/ai_cpu/array/index_map.h"
#include "op_proto/array/paddings.h"

namespace {

// Returns the index from which position `at` of a padded axis takes its value. x's first element is at 0. -1: the
// constant. Cropping leaves the elements [first, behind).
int64_t SourceIndex(const std::string& mode, int64_t at, int64_t extent, int64_t first, int64_t behind) {
  if (mode == "wrap" && at >= behind) return behind <= first ? -1 : first + (at - behind) % (behind - first);
  if (mode == "wrap" && at < first) return behind <= first ? -1 : behind - 1 - (first - 1 - at) % (behind - first);
  if (at >= 0 && at < extent) return at;
  if (extent == 0) return -1;
  if (mode == "edge") return std::clamp<int64_t>(at, 0, extent - 1);
  if (mode == "reflect") return at < 0 ? -at : 2 * (extent - 1) - at;
  // Mirrored together with the outermost element.
  if (mode == "symmetric") return at < 0 ? -1 - at : 2 * extent - 1 - at;
  return -1;
}

// Returns SourceIndex of all places of all axes. nullopt after a logged error: the paddings contradict the shapes, and
// shape inference didn't know them.
std::optional<std::vector<std::vector<int64_t>>> SourceIndices(const aicpu::CpuKernelContext& ctx,
                                                               const std::string& mode, const opdk::Paddings& paddings,
                                                               const std::vector<int64_t>& padded,
                                                               const std::vector<int64_t>& extents) {
  std::vector<std::vector<int64_t>> sources(extents.size());
  bool fits = paddings.begins.size() == extents.size();
  for (size_t axis = 0; fits && axis < extents.size(); ++axis) {
    const int64_t begin = paddings.begins[axis], extent = extents[axis];
    const int64_t first = std::max<int64_t>(-begin, 0), behind = extent + std::min<int64_t>(paddings.ends[axis], 0);
    for (int64_t i = 0; fits && i < padded[axis]; ++i) {
      const int64_t source = SourceIndex(mode, i - begin, extent, first, behind);
      fits = source >= (mode == "constant" ? -1 : 0) && source < extents[axis];
      sources[axis].push_back(source);
    }
  }
  if (fits) return sources;
  KERNEL_LOG_ERROR("%s: the paddings don't lead from one of the shapes to the other", ctx.GetOpType().c_str());
  return std::nullopt;
}

}  // namespace

namespace aicpu {

// `kConstant`: the input with the value of the padding. 0: there is none.
template <uint32_t kConstant>
class PaddingCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto x_dims = opdk::DimsOf(ctx.Input(0));
    const auto y_dims = opdk::DimsOf(ctx.Output(0));
    const auto paddings = opdk::PaddingsOf(Given(ctx), opdk::BoolAttr(ctx, "paddings_contiguous", true));
    const std::string mode = Mode(ctx);
    const auto maps = SourceIndices(ctx, mode, paddings, y_dims, x_dims);
    if (!maps) return opdk::kKernelFailed;
    const Tensor* constant = kConstant > 0 && ctx.GetInputsSize() > kConstant ? ctx.Input(kConstant) : nullptr;
    const int64_t number = opdk::IntAttr(ctx, "constant_values", 0);
    return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const T fill = opdk::IsPresent(constant) ? opdk::Values<const T>(constant)[0] : NumberAs<T>(ctx, number);
      opdk::CopyByIndexMaps(ctx, opdk::Values<const T>(ctx.Input(0)).data(), x_dims, *maps, fill,
                            opdk::Values<T>(ctx.Output(0)).data());
      return opdk::kKernelOk;
    });
  }

 private:
  static std::vector<int64_t> Given(const CpuKernelContext& ctx) {
    if (!opdk::IsDForm(ctx)) return opdk::IntValues(ctx.Input(1));
    std::vector<int64_t> flat;
    const AttrValue* pairs = ctx.GetAttr("paddings");
    for (const std::vector<int64_t>& pair : pairs->GetListListInt()) flat.insert(flat.end(), pair.begin(), pair.end());
    return flat;
  }

  // Returns the mode in lower case. MirrorPad writes it in capitals.
  static std::string Mode(const CpuKernelContext& ctx) {
    const std::string mode = opdk::StringAttr(ctx, "mode", "constant");
    return mode == "REFLECT" ? "reflect" : mode == "SYMMETRIC" ? "symmetric" : mode;
  }

  // Returns the bits of `number` as an element of x. T only has the element's size.
  template <typename T>
  static T NumberAs(const CpuKernelContext& ctx, int64_t number) {
    T bits{};
    if (number == 0) return bits;
    (void)opdk::Dispatch(opdk::Join<opdk::ArithmeticTypes, opdk::Types<bool>>(), ctx.Input(0)->GetDataType(),
                         [&]<typename Element>() {
                           if constexpr (sizeof(Element) == sizeof(T)) {
                             const auto element = static_cast<Element>(static_cast<opdk::ComputeType<Element>>(number));
                             std::memcpy(&bits, &element, sizeof(T));
                           }
                           return opdk::kKernelOk;
                         });
    return bits;
  }
};

class MirrorPadGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto x_dims = opdk::DimsOf(ctx.Input(0)), y_dims = opdk::DimsOf(ctx.Output(0));
    const auto paddings = opdk::PaddingsOf(opdk::IntValues(ctx.Input(1)), true);
    const std::string mode = opdk::StringAttr(ctx, "mode", "") == "REFLECT" ? "reflect" : "symmetric";
    const auto maps = SourceIndices(ctx, mode, paddings, x_dims, y_dims);
    if (!maps) return opdk::kKernelFailed;
    return opdk::Dispatch(opdk::ArithmeticTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      using C = opdk::WideType<T>;
      const auto x = opdk::Values<const T>(ctx.Input(0));
      const auto y = opdk::Values<T>(ctx.Output(0));
      std::vector<C> sums(y.size(), C(0));
      for (size_t i = 0; i < x.size(); ++i) {
        auto rest = static_cast<int64_t>(i);
        int64_t to = 0, stride = 1;
        for (size_t axis = x_dims.size(); axis-- > 0; rest /= x_dims[axis]) {
          to += stride * (*maps)[axis][static_cast<size_t>(rest % x_dims[axis])];
          stride *= y_dims[axis];
        }
        sums[static_cast<size_t>(to)] += static_cast<C>(x[i]);
      }
      std::transform(sums.begin(), sums.end(), y.begin(), [](C sum) { return static_cast<T>(sum); });
      return opdk::kKernelOk;
    });
  }
};
OPDK_CPU_KERNEL(MirrorPadGrad, MirrorPadGradCpuKernel);

using PadCpuKernel = PaddingCpuKernel<0>;
OPDK_CPU_KERNEL(Pad, PadCpuKernel);
OPDK_CPU_KERNEL(PadD, PadCpuKernel);
OPDK_CPU_KERNEL(PadV2, PaddingCpuKernel<2>);
OPDK_CPU_KERNEL(PadV2D, PaddingCpuKernel<1>);
OPDK_CPU_KERNEL(PadV3, PaddingCpuKernel<2>);
OPDK_CPU_KERNEL(PadV3D, PaddingCpuKernel<0>);
OPDK_CPU_KERNEL(MirrorPad, PadCpuKernel);

}  // namespace aicpu
