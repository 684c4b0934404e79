#include <atomic>
#include <cmath>
#include <functional>
#include <numeric>

#include "graph_core/ai_core/cube_step.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

// Elements that one thread looks at, at least.
constexpr int64_t kScanGrain = 1 << 16;

bool HasNan(const float* x, int64_t count) {
  std::atomic<bool> found = false;
  ParallelFor(count, kScanGrain, [&](int64_t begin, int64_t end) {
    uint32_t unordered = 0;
    for (int64_t i = begin; i < end; ++i) unordered |= x[i] != x[i] ? 1U : 0U;
    if (unordered != 0) found = true;
  });
  return found;
}

int64_t CountOf(const std::vector<int64_t>& dims, size_t from = 0) {
  return std::accumulate(dims.begin() + static_cast<ptrdiff_t>(from), dims.end(), int64_t{1}, std::multiplies<>());
}

// Where the elements [n, c, all positions] of a tensor lie: element s at first + s * step.
struct Plane {
  Plane(const std::vector<int64_t>& shape, int64_t c0, int64_t n, int64_t c) {
    const int64_t size = CountOf(shape, 2), lanes = c0 == 0 ? 1 : c0;
    first = (n * ((shape[1] + lanes - 1) / lanes) + c / lanes) * size * lanes + c % lanes;
    step = lanes;
  }
  int64_t first, step;
};

dnnl::pooling_v2_forward::primitive_desc PoolPrimitive(const StepSpec& spec) {
  const tbe::TensorNode& cube = *spec.cube;
  const tbe::PoolParams& pool = cube.pool;
  size_t spatial = pool.window.size();
  dnnl::algorithm algorithm = pool.mode == tbe::PoolMode::kMax       ? dnnl::algorithm::pooling_max
                              : pool.mode == tbe::PoolMode::kAverage ? dnnl::algorithm::pooling_avg_exclude_padding
                                                                     : dnnl::algorithm::pooling_avg_include_padding;
  dnnl::pooling_v2_forward::desc desc(dnnl::prop_kind::forward_inference, algorithm,
                                      ChannelDesc(cube.inputs[0].shape(), spec.x_c0),
                                      ChannelDesc(cube.shape, spec.y_c0), OrFilled(pool.strides, spatial, 1),
                                      pool.window, Gaps(OrFilled(pool.dilations, spatial, 1)),
                                      OrFilled(pool.pads_begin, spatial, 0), OrFilled(pool.pads_end, spatial, 0));
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return {desc, attr, CpuEngine()};
}

// Calls visit(at) for each window of the pool that the element of x at flat spatial position `s` lies in.
void ForEachWindowWith(const tbe::TensorNode& cube, int64_t s, const std::function<void(int64_t)>& visit) {
  const std::vector<int64_t>&x = cube.inputs[0].shape(), &y = cube.shape;
  const size_t axes = cube.pool.window.size();
  const auto strides = OrFilled(cube.pool.strides, axes, 1), dilations = OrFilled(cube.pool.dilations, axes, 1),
             begins = OrFilled(cube.pool.pads_begin, axes, 0);
  std::vector<int64_t> found = {0};
  for (size_t axis = 0; axis < axes; ++axis) {
    const int64_t at = s / CountOf(x, axis + 3) % x[axis + 2];
    std::vector<int64_t> longer;
    for (int64_t k = 0; k < cube.pool.window[axis]; ++k) {
      const int64_t start = at + begins[axis] - k * dilations[axis];
      if (start < 0 || start % strides[axis] != 0 || start / strides[axis] >= y[axis + 2]) continue;
      for (const int64_t prefix : found) longer.push_back(prefix * y[axis + 2] + start / strides[axis]);
    }
    found = std::move(longer);
  }
  for (const int64_t at : found) visit(at);
}

class PoolStep : public CubeStep {
 public:
  explicit PoolStep(const StepSpec& spec)
      : cube_(spec.cube), x_(spec.cube_inputs[0]), y_(spec.outputs[0]), x_c0_(spec.x_c0), y_c0_(spec.y_c0) {
    auto primitive = PoolPrimitive(spec);
    AddInput(DNNL_ARG_SRC, spec.cube_inputs[0], primitive.src_desc(), primitive.src_desc());
    SetResult(spec.outputs[0], primitive.dst_desc(), primitive.dst_desc());
    Finish(dnnl::pooling_v2_forward(primitive), primitive.scratchpad_desc(), CubeName(spec),
           DescribeCube(primitive.impl_info_str(), spec));
    x_elements_ = static_cast<int64_t>(primitive.src_desc().get_size() / sizeof(float));
  }

  // oneDNN's maximum passes over a NaN, or doesn't, by where in the window it stands.
  Status Run(std::span<void* const> values, std::byte* workspace) override {
    OPDK_TRY(CubeStep::Run(values, workspace));
    const auto* x = static_cast<const float*>(values[static_cast<size_t>(x_)]);
    if (cube_->pool.mode == tbe::PoolMode::kMax && HasNan(x, x_elements_)) {
      SpreadNans(x, static_cast<float*>(values[static_cast<size_t>(y_)]));
    }
    return Status();
  }

 private:
  void SpreadNans(const float* x, float* y) const {
    const std::vector<int64_t>& shape = cube_->inputs[0].shape();
    const int64_t size = CountOf(shape, 2);
    ParallelFor(shape[0] * shape[1], 1, [&](int64_t begin, int64_t end) {
      for (int64_t plane = begin; plane < end; ++plane) {
        const Plane from(shape, x_c0_, plane / shape[1], plane % shape[1]);
        const Plane to(cube_->shape, y_c0_, plane / shape[1], plane % shape[1]);
        for (int64_t s = 0; s < size; ++s) {
          const float value = x[from.first + s * from.step];
          if (!std::isnan(value)) continue;
          ForEachWindowWith(*cube_, s, [&](int64_t at) { y[to.first + at * to.step] = value; });
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
  try {
    return !IsReference(PoolPrimitive(spec).impl_info_str());
  } catch (const dnnl::error&) {
    return false;
  }
}

Result<std::unique_ptr<KernelStep>> MakePoolStep(const StepSpec& spec) {
  return FencedCube("pooling", [&]() -> std::unique_ptr<KernelStep> { return std::make_unique<PoolStep>(spec); });
}

}  // namespace opdk
