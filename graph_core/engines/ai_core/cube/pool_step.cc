#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <string_view>

#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/cube/onednn_step.h"
#include "graph_core/engines/ai_core/steps/channel_blocks.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

// Elements that one thread looks at, at least.
constexpr int64_t kScanGrain = 1 << 16;

// Returns whether x is NaN or -infinity. oneDNN's maximum begins above -infinity.
bool IsSpecial(float x) { return std::isnan(x) || x == -std::numeric_limits<float>::infinity(); }

bool HasSpecial(const float* x, int64_t count) {
  std::atomic<bool> found = false;
  ParallelFor(count, kScanGrain, [&](int64_t begin, int64_t end) {
    uint32_t special = 0;
    // NaN and -infinity both fail the comparison with the lowest number.
    for (int64_t i = begin; i < end; ++i) special |= x[i] >= std::numeric_limits<float>::lowest() ? 0U : 1U;
    if (special != 0) found = true;
  });
  return found;
}

int64_t CountOf(const std::vector<int64_t>& dims, size_t from = 0) {
  return std::accumulate(dims.begin() + static_cast<ptrdiff_t>(from), dims.end(), int64_t{1}, std::multiplies<>());
}

// The place of the elements [n, c, all positions] of a tensor: element s lies at first + s * step.
struct Plane {
  Plane(const std::vector<int64_t>& shape, int64_t c0, int64_t n, int64_t c) {
    const int64_t size = CountOf(shape, 2), lanes = c0 == 0 ? 1 : c0;
    first = (n * ((shape[1] + lanes - 1) / lanes) + c / lanes) * size * lanes + c % lanes;
    step = lanes;
  }
  int64_t first, step;
};

using Pooling = dnnl::pooling_v2_forward::primitive_desc;

Pooling MakePooling(const StepSpec& spec, int64_t x_c0, int64_t y_c0) {
  const tbe::TensorNode& cube = *spec.cube;
  const tbe::PoolParams& pool = cube.pool;
  size_t spatial = pool.window.size();
  dnnl::algorithm algorithm = pool.mode == tbe::PoolMode::kMax       ? dnnl::algorithm::pooling_max
                              : pool.mode == tbe::PoolMode::kAverage ? dnnl::algorithm::pooling_avg_exclude_padding
                                                                     : dnnl::algorithm::pooling_avg_include_padding;
  dnnl::pooling_v2_forward::desc desc(dnnl::prop_kind::forward_inference, algorithm,
                                      ChannelDesc(cube.inputs[0].shape(), x_c0), ChannelDesc(cube.shape, y_c0),
                                      OrFilled(pool.strides, spatial, 1), pool.window,
                                      Gaps(OrFilled(pool.dilations, spatial, 1)), OrFilled(pool.pads_begin, spatial, 0),
                                      OrFilled(pool.pads_end, spatial, 0));
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return {desc, attr, CpuEngine()};
}

// Returns whether an implementation has no vectors. It takes up to 60 times as long as converting the data to channel
// blocks and back.
bool IsScalar(const Pooling& pooling) {
  const std::string_view name = pooling.impl_info_str();
  return IsReference(name) || name.starts_with("simple");
}

Pooling PoolPrimitive(const StepSpec& spec) {
  Pooling as_it_lies = MakePooling(spec, spec.x_c0, spec.y_c0);
  if (!IsScalar(as_it_lies) || MachineC0() == 0) return as_it_lies;
  Pooling in_blocks = MakePooling(spec, MachineC0(), MachineC0());
  return IsScalar(in_blocks) ? as_it_lies : in_blocks;
}

// Returns the maximum of the window at flat output position `at`; NaN wins. `x`: [spatial...], elements `step` apart.
float MaxOfWindow(const tbe::TensorNode& cube, int64_t at, const float* x, int64_t step) {
  const std::vector<int64_t>&in = cube.inputs[0].shape(), &out = cube.shape, &window = cube.pool.window;
  const size_t axes = window.size();
  const auto strides = OrFilled(cube.pool.strides, axes, 1), dilations = OrFilled(cube.pool.dilations, axes, 1),
             begins = OrFilled(cube.pool.pads_begin, axes, 0);
  float largest = -std::numeric_limits<float>::infinity();
  for (int64_t k = 0; k < CountOf(window); ++k) {
    int64_t position = 0;
    bool inside = true;
    for (size_t axis = 0; axis < axes; ++axis) {
      const int64_t tap = k / CountOf(window, axis + 1) % window[axis];
      const int64_t p =
          at / CountOf(out, axis + 3) % out[axis + 2] * strides[axis] + tap * dilations[axis] - begins[axis];
      inside = inside && p >= 0 && p < in[axis + 2];
      position = position * in[axis + 2] + p;
    }
    if (inside && !(x[position * step] <= largest)) largest = x[position * step];
    if (std::isnan(largest)) break;
  }
  return largest;
}

class PoolStep : public OnednnStep {
 public:
  explicit PoolStep(const StepSpec& spec)
      : cube_(spec.cube), x_(spec.cube_inputs[0]), y_(spec.outputs[0]), x_c0_(spec.x_c0), y_c0_(spec.y_c0) {
    auto primitive = PoolPrimitive(spec);
    const dnnl::memory::desc x = ChannelDesc(cube_->inputs[0].shape(), x_c0_);
    AddInput(DNNL_ARG_SRC, spec.cube_inputs[0], x, primitive.src_desc());
    SetResult(spec.outputs[0], ChannelDesc(cube_->shape, y_c0_), primitive.dst_desc());
    Finish(dnnl::pooling_v2_forward(primitive), primitive.scratchpad_desc(), CubeName(spec),
           DescribeCube(primitive.impl_info_str(), spec));
    x_elements_ = static_cast<int64_t>(x.get_size() / sizeof(float));
  }

  // Runs the primitive, then mends its maxima. Whether oneDNN's maximum passes over a NaN depends on its place in the
  // window. The maximum begins at the lowest number, not at -infinity.
  Status Run(std::span<void* const> values, std::byte* workspace, StepState* state) const override {
    OPDK_TRY(OnednnStep::Run(values, workspace, state));
    const auto* x = static_cast<const float*>(values[static_cast<size_t>(x_)]);
    if (cube_->pool.mode == tbe::PoolMode::kMax && HasSpecial(x, x_elements_)) {
      MendPlanes(x, static_cast<float*>(values[static_cast<size_t>(y_)]));
    }
    return Status();
  }

 private:
  // Computes the planes that hold such values again.
  void MendPlanes(const float* x, float* y) const {
    const std::vector<int64_t>& shape = cube_->inputs[0].shape();
    const int64_t inputs = CountOf(shape, 2), outputs = CountOf(cube_->shape, 2);
    ParallelFor(shape[0] * shape[1], 1, [&](int64_t begin, int64_t end) {
      for (int64_t plane = begin; plane < end; ++plane) {
        const Plane from(shape, x_c0_, plane / shape[1], plane % shape[1]);
        const Plane to(cube_->shape, y_c0_, plane / shape[1], plane % shape[1]);
        bool special = false;
        for (int64_t s = 0; s < inputs; ++s) special = special || IsSpecial(x[from.first + s * from.step]);
        if (!special) continue;
        for (int64_t at = 0; at < outputs; ++at) {
          y[to.first + at * to.step] = MaxOfWindow(*cube_, at, x + from.first, from.step);
        }
      }
    });
  }

  tbe::Tensor cube_;
  int x_, y_;
  int64_t x_c0_, y_c0_;
  int64_t x_elements_ = 0;
};

}  // namespace

bool PoolRunsOnBlocks(const StepSpec& spec) {
  if (IsBlockMaxPool(spec)) return true;
  try {
    return !IsReference(MakePooling(spec, spec.x_c0, spec.y_c0).impl_info_str());
  } catch (const dnnl::error&) {
    return false;
  }
}

Result<std::unique_ptr<KernelStep>> MakePoolStep(const StepSpec& spec) {
  return FencedCube("pooling", [&]() -> std::unique_ptr<KernelStep> { return std::make_unique<PoolStep>(spec); });
}

}  // namespace opdk
