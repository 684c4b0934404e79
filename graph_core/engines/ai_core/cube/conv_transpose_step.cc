#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/cube/onednn_step.h"
#include "graph_core/engines/ai_core/cube/piecewise_step.h"
#include "opdk/parallel.h"
#include "opdk/shape_rules.h"

namespace opdk {
namespace {

using dnnl::memory;
using Deconvolution = dnnl::deconvolution_forward::primitive_desc;

// Describes a filter [C, O/groups, spatial...] as oneDNN sees it: [groups,] O/groups, C/groups, spatial.
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

// Describes the deconvolution. `x`, `filter` and `y`: of the cube, or of a part of its images and channels.
Deconvolution MakeDeconvolution(const tbe::TensorNode& cube, const memory::desc& x, const memory::desc& filter,
                                const memory::desc& y) {
  const memory::dims ends = PadsAtTheEnd(cube.shape, cube.inputs[1].shape(), cube.inputs[0].shape(), cube.conv);
  dnnl::deconvolution_forward::desc desc(dnnl::prop_kind::forward_inference, dnnl::algorithm::deconvolution_direct, x,
                                         filter, y, cube.conv.strides, Gaps(cube.conv.dilations), cube.conv.pads_begin,
                                         ends);
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return {desc, attr, CpuEngine()};
}

Deconvolution MakeDeconvolution(const tbe::TensorNode& cube) {
  const memory::dims filter = FilterDesc(cube.inputs[1].shape(), cube.conv.groups).dims();
  return MakeDeconvolution(cube, AnyLayout(cube.inputs[0].shape()), AnyLayout(filter), AnyLayout(cube.shape));
}

class ConvTransposeStep : public OnednnStep {
 public:
  ConvTransposeStep(const StepSpec& spec, const Deconvolution& primitive, const StepConstants& constants) {
    const tbe::TensorNode& cube = *spec.cube;
    AddInput(DNNL_ARG_SRC, spec.cube_inputs[0], PlainDesc(cube.inputs[0].shape()), primitive.src_desc());
    AddInput(DNNL_ARG_WEIGHTS, spec.cube_inputs[1], FilterDesc(cube.inputs[1].shape(), cube.conv.groups),
             primitive.weights_desc(), &constants);
    SetResult(spec.outputs[0], PlainDesc(cube.shape), primitive.dst_desc());
    Finish(dnnl::deconvolution_forward(primitive), primitive.scratchpad_desc(), CubeName(spec),
           DescribeCube(primitive.impl_info_str(), spec));
  }
};

// Divides the deconvolution into one piece per group and image. Each is oneDNN's product of row-major data.
Division DivideDeconvolution(const StepSpec& spec) {
  const tbe::TensorNode& cube = *spec.cube;
  const int64_t groups = cube.conv.groups;
  memory::dims x = cube.inputs[0].shape(), w = cube.inputs[1].shape(), y = cube.shape;
  const int64_t images = x[0];
  Division division;
  division.operands = {spec.cube_inputs[0], spec.cube_inputs[1], spec.outputs[0]};
  x[0] = y[0] = 1;
  for (memory::dims* dims : {&x, &y}) (*dims)[1] /= groups;
  w[0] /= groups;
  const ThreadScope scope(1);
  std::map<int, size_t> forms;
  for (int64_t part = 0; part < images * groups; ++part) {
    division.Add(forms, 0, {part * ExtentProduct(x), part % groups * ExtentProduct(w), part * ExtentProduct(y)}, [&] {
      const Deconvolution primitive = MakeDeconvolution(cube, PlainDesc(x), FilterDesc(w, 1), PlainDesc(y));
      division.implementation = primitive.impl_info_str();
      PieceForm form;
      form.Call(dnnl::deconvolution_forward(primitive), primitive.scratchpad_desc(),
                {{DNNL_ARG_SRC, form.Part(PlainDesc(x), 0)},
                 {DNNL_ARG_WEIGHTS, form.Part(FilterDesc(w, 1), 1)},
                 {DNNL_ARG_DST, form.Part(PlainDesc(y), 2)}});
      return form;
    });
  }
  return division;
}

// Returns whether oneDNN 2.6 would destroy the heap. That happens when several threads run filters of this width whose
// channels don't fill its blocks.
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
    const Deconvolution primitive = MakeDeconvolution(*spec.cube);
    if (!RoundsByThreads(primitive.impl_info_str())) {
      return std::make_unique<ConvTransposeStep>(spec, primitive, constants);
    }
    return std::make_unique<PiecewiseStep>(spec, DivideDeconvolution(spec));
  });
}

}  // namespace opdk
