#include <algorithm>
#include <utility>

#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/cube/cube_step.h"

namespace opdk {
namespace {

using dnnl::memory;
using Deconvolution = dnnl::deconvolution_forward::primitive_desc;

// [C, O/groups, spatial...] seen as oneDNN's [groups,] O/groups, C/groups, spatial.
memory::desc FilterDesc(const std::vector<int64_t>& filter, int64_t groups) {
  int64_t taps = 1;
  for (size_t i = 2; i < filter.size(); ++i) taps *= filter[i];
  const int64_t inputs = filter[0] / groups, outputs = filter[1];
  memory::dims shape = {outputs, inputs}, strides = {taps, outputs * taps};
  if (groups > 1) {
    shape.insert(shape.begin(), groups);
    strides.insert(strides.begin(), inputs * outputs * taps);
  }
  for (size_t i = 2; i < filter.size(); ++i) {
    taps /= filter[i];
    shape.push_back(filter[i]);
    strides.push_back(taps);
  }
  return {shape, memory::data_type::f32, strides};
}

Deconvolution MakeDeconvolution(const tbe::TensorNode& cube) {
  const std::vector<int64_t>&x = cube.inputs[0].shape(), &w = cube.inputs[1].shape();
  dnnl::deconvolution_forward::desc desc(dnnl::prop_kind::forward_inference, dnnl::algorithm::deconvolution_direct,
                                         AnyLayout(x), AnyLayout(FilterDesc(w, cube.conv.groups).dims()),
                                         AnyLayout(cube.shape), cube.conv.strides, Gaps(cube.conv.dilations),
                                         cube.conv.pads_begin, PadsAtTheEnd(cube.shape, w, x, cube.conv));
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return {desc, attr, CpuEngine()};
}

class ConvTransposeStep : public CubeStep {
 public:
  ConvTransposeStep(const StepSpec& spec, const StepConstants& constants) {
    const tbe::TensorNode& cube = *spec.cube;
    const Deconvolution primitive = MakeDeconvolution(cube);
    AddInput(DNNL_ARG_SRC, spec.cube_inputs[0], PlainDesc(cube.inputs[0].shape()), primitive.src_desc());
    AddInput(DNNL_ARG_WEIGHTS, spec.cube_inputs[1], FilterDesc(cube.inputs[1].shape(), cube.conv.groups),
             primitive.weights_desc(), &constants);
    SetResult(spec.outputs[0], PlainDesc(cube.shape), primitive.dst_desc());
    Finish(dnnl::deconvolution_forward(primitive), primitive.scratchpad_desc(), CubeName(spec),
           DescribeCube(primitive.impl_info_str(), spec));
  }
};

// oneDNN 2.6 destroys the heap where threads run filters at once that are as wide as this and whose channels leave a rest
// beside its blocks.
bool WritesOutside(const tbe::TensorNode& cube) {
  constexpr int64_t kBlock = 16, kWidest = 16;
  const std::vector<int64_t>& w = cube.inputs[1].shape();
  const bool wide = std::any_of(w.begin() + 2, w.end(), [](int64_t taps) { return taps > kWidest; });
  return wide && w[0] / cube.conv.groups % kBlock != 0;
}

}  // namespace

bool TakesConvTranspose(const tbe::TensorNode& cube) {
  for (int64_t extent : cube.shape) {
    if (extent == 0) return true;  // never runs
  }
  if (WritesOutside(cube)) return false;
  try {
    MakeDeconvolution(cube);
    return true;
  } catch (const dnnl::error&) {
    return false;
  }
}

Result<std::unique_ptr<KernelStep>> MakeConvTransposeStep(const StepSpec& spec, const StepConstants& constants) {
  return FencedCube("transposed convolution", [&]() -> std::unique_ptr<KernelStep> {
    return std::make_unique<ConvTransposeStep>(spec, constants);
  });
}

}  // namespace opdk
