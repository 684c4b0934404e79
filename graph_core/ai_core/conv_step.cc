#include <utility>

#include "graph_core/ai_core/cube_step.h"

namespace opdk {
namespace {

using dnnl::memory;

std::vector<int64_t> OrFilled(const std::vector<int64_t>& values, size_t count, int64_t fill) {
  return values.empty() ? std::vector<int64_t>(count, fill) : values;
}

memory::desc AnyLayout(const std::vector<int64_t>& shape) {
  return {shape, memory::data_type::f32, memory::format_tag::any};
}

class ConvStep : public CubeStep {
 public:
  ConvStep(const StepSpec& spec, std::span<const void* const> constants) {
    const tbe::TensorNode& cube = *spec.cube;
    const std::vector<int64_t>& x = cube.inputs[0].shape();
    const std::vector<int64_t> weights = GroupedFilter(cube.inputs[1].shape(), cube.conv.groups);
    size_t spatial = x.size() - 2;
    auto strides = OrFilled(cube.conv.strides, spatial, 1);
    auto gaps = Gaps(OrFilled(cube.conv.dilations, spatial, 1));
    auto begin = OrFilled(cube.conv.pads_begin, spatial, 0), end = OrFilled(cube.conv.pads_end, spatial, 0);
    memory::desc bias = spec.bias < 0 ? memory::desc() : PlainDesc({cube.shape[1]});
    dnnl::convolution_forward::desc desc(dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
                                         AnyLayout(x), AnyLayout(weights), bias, AnyLayout(cube.shape), strides, gaps,
                                         begin, end);
    dnnl::primitive_attr attr;
    attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    attr.set_post_ops(MakePostOps(spec));
    dnnl::convolution_forward::primitive_desc primitive(desc, attr, CpuEngine());
    AddInput(DNNL_ARG_SRC, spec.cube_inputs[0], PlainDesc(x), primitive.src_desc());
    AddInput(DNNL_ARG_WEIGHTS, spec.cube_inputs[1], PlainDesc(weights), primitive.weights_desc(),
             constants[static_cast<size_t>(spec.cube_inputs[1])]);
    if (spec.bias >= 0) AddInput(DNNL_ARG_BIAS, spec.bias, bias, bias);
    SetResult(spec.outputs[0], PlainDesc(cube.shape), primitive.dst_desc());
    if (int added = AddedValue(spec); added >= 0) SetAdded(added, PlainDesc(cube.shape));
    Finish(dnnl::convolution_forward(primitive), primitive.scratchpad_desc(), CubeName(spec),
           DescribeCube(primitive.impl_info_str(), spec));
  }
};

class PoolStep : public CubeStep {
 public:
  explicit PoolStep(const StepSpec& spec) {
    const tbe::TensorNode& cube = *spec.cube;
    const tbe::PoolParams& pool = cube.pool;
    size_t spatial = pool.window.size();
    dnnl::algorithm algorithm = pool.mode == tbe::PoolMode::kMax       ? dnnl::algorithm::pooling_max
                                : pool.mode == tbe::PoolMode::kAverage ? dnnl::algorithm::pooling_avg_exclude_padding
                                                                       : dnnl::algorithm::pooling_avg_include_padding;
    memory::desc x = PlainDesc(cube.inputs[0].shape()), y = PlainDesc(cube.shape);
    dnnl::pooling_v2_forward::desc desc(dnnl::prop_kind::forward_inference, algorithm, x, y,
                                        OrFilled(pool.strides, spatial, 1), pool.window,
                                        Gaps(OrFilled(pool.dilations, spatial, 1)),
                                        OrFilled(pool.pads_begin, spatial, 0), OrFilled(pool.pads_end, spatial, 0));
    dnnl::primitive_attr attr;
    attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    dnnl::pooling_v2_forward::primitive_desc primitive(desc, attr, CpuEngine());
    AddInput(DNNL_ARG_SRC, spec.cube_inputs[0], x, x);
    SetResult(spec.outputs[0], y, y);
    Finish(dnnl::pooling_v2_forward(primitive), primitive.scratchpad_desc(), CubeName(spec),
           DescribeCube(primitive.impl_info_str(), spec));
  }
};

}  // namespace

Result<std::unique_ptr<KernelStep>> MakeConvStep(const StepSpec& spec, std::span<const void* const> constants) {
  return FencedCube("convolution",
                    [&]() -> std::unique_ptr<KernelStep> { return std::make_unique<ConvStep>(spec, constants); });
}

Result<std::unique_ptr<KernelStep>> MakePoolStep(const StepSpec& spec) {
  return FencedCube("pooling", [&]() -> std::unique_ptr<KernelStep> { return std::make_unique<PoolStep>(spec); });
}

}  // namespace opdk
