#include "graph_core/ai_core/cube_step.h"

namespace opdk {
namespace {

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

class PoolStep : public CubeStep {
 public:
  explicit PoolStep(const StepSpec& spec) {
    auto primitive = PoolPrimitive(spec);
    AddInput(DNNL_ARG_SRC, spec.cube_inputs[0], primitive.src_desc(), primitive.src_desc());
    SetResult(spec.outputs[0], primitive.dst_desc(), primitive.dst_desc());
    Finish(dnnl::pooling_v2_forward(primitive), primitive.scratchpad_desc(), CubeName(spec),
           DescribeCube(primitive.impl_info_str(), spec));
  }
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
