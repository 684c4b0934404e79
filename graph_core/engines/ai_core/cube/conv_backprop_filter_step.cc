#include <utility>

#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/cube/cube_step.h"
#include "graph_core/engines/ai_core/cube/inside_only.h"
#include "opdk/shape_rules.h"

namespace opdk {
namespace {

using dnnl::memory;
using Gradient = dnnl::convolution_backward_weights::primitive_desc;

Gradient MakeGradient(const tbe::TensorNode& cube) {
  const std::vector<int64_t>&x = cube.inputs[0].shape(), &gradient = cube.inputs[1].shape();
  const memory::dims ends = PadsAtTheEnd(x, cube.shape, gradient, cube.conv);
  const memory::desc filter = AnyLayout(GroupedFilter(cube.shape, cube.conv.groups));
  const auto algorithm = dnnl::algorithm::convolution_direct;
  const memory::dims gaps = Gaps(cube.conv.dilations);
  const dnnl::convolution_forward::desc forward(dnnl::prop_kind::forward_training, algorithm, AnyLayout(x), filter,
                                                AnyLayout(gradient), cube.conv.strides, gaps, cube.conv.pads_begin,
                                                ends);
  const dnnl::convolution_backward_weights::desc desc(algorithm, AnyLayout(x), filter, AnyLayout(gradient),
                                                      cube.conv.strides, gaps, cube.conv.pads_begin, ends);
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return {desc, attr, CpuEngine(), dnnl::convolution_forward::primitive_desc(forward, CpuEngine())};
}

class ConvBackpropFilterStep : public CubeStep {
 public:
  explicit ConvBackpropFilterStep(const StepSpec& spec)
      : cube_(spec.cube),
        pads_(PadsWithZeros(spec)),
        x_(spec.cube_inputs[0]),
        gradient_(spec.cube_inputs[1]),
        result_(spec.outputs[0]) {
    const Gradient primitive = MakeGradient(*cube_);
    AddInput(DNNL_ARG_SRC, x_, PlainDesc(cube_->inputs[0].shape()), primitive.src_desc());
    AddInput(DNNL_ARG_DIFF_DST, gradient_, PlainDesc(cube_->inputs[1].shape()), primitive.diff_dst_desc());
    SetResult(result_, PlainDesc(GroupedFilter(cube_->shape, cube_->conv.groups)), primitive.diff_weights_desc(),
              DNNL_ARG_DIFF_WEIGHTS);
    Finish(dnnl::convolution_backward_weights(primitive), primitive.scratchpad_desc(), CubeName(spec),
           DescribeCube(primitive.impl_info_str(), spec));
  }

  // oneDNN multiplies what isn't finite by the zeros that pad x.
  Status Run(std::span<void* const> values, std::byte* workspace, StepState* state) const override {
    OPDK_TRY(CubeStep::Run(values, workspace, state));
    const auto floats = [&](int value) { return static_cast<float*>(values[static_cast<size_t>(value)]); };
    if (pads_ && !AllFinite(floats(result_), ExtentProduct(cube_->shape))) {
      FilterGradientInsideOnly(*cube_, floats(x_), floats(gradient_), floats(result_));
    }
    return Status();
  }

 private:
  tbe::Tensor cube_;
  bool pads_;
  int x_, gradient_, result_;
};

}  // namespace

bool TakesConvBackpropFilter(const tbe::TensorNode& cube) {
  try {
    return !IsReference(MakeGradient(cube).impl_info_str());
  } catch (const dnnl::error&) {
    return false;
  }
}

Result<std::unique_ptr<KernelStep>> MakeConvBackpropFilterStep(const StepSpec& spec) {
  return FencedCube("gradient of a filter",
                    [&]() -> std::unique_ptr<KernelStep> { return std::make_unique<ConvBackpropFilterStep>(spec); });
}

}  // namespace opdk
