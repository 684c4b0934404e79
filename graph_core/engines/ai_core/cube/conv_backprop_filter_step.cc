#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/cube/inside_only.h"
#include "graph_core/engines/ai_core/cube/onednn_step.h"
#include "graph_core/engines/ai_core/cube/piecewise_step.h"
#include "opdk/parallel.h"
#include "opdk/shape_rules.h"

namespace opdk {
namespace {

using dnnl::memory;
using Gradient = dnnl::convolution_backward_weights::primitive_desc;

// Describes the gradient of a filter. `x`, `filter` and `gradient`: shapes of the cube, or of a part of its channels.
Gradient MakeGradient(const tbe::TensorNode& cube, const memory::dims& x, const memory::dims& filter,
                      const memory::dims& gradient) {
  const memory::dims ends = PadsAtTheEnd(cube.inputs[0].shape(), cube.shape, cube.inputs[1].shape(), cube.conv);
  const auto algorithm = dnnl::algorithm::convolution_direct;
  const memory::dims gaps = Gaps(cube.conv.dilations);
  const dnnl::convolution_forward::desc forward(dnnl::prop_kind::forward_training, algorithm, AnyLayout(x),
                                                AnyLayout(filter), AnyLayout(gradient), cube.conv.strides, gaps,
                                                cube.conv.pads_begin, ends);
  const dnnl::convolution_backward_weights::desc desc(algorithm, AnyLayout(x), AnyLayout(filter), AnyLayout(gradient),
                                                      cube.conv.strides, gaps, cube.conv.pads_begin, ends);
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return {desc, attr, CpuEngine(), dnnl::convolution_forward::primitive_desc(forward, CpuEngine())};
}

// Describes `count` channels of an image tensor: extents of the part, strides of the whole tensor.
memory::desc Channels(const memory::dims& whole, int64_t count) {
  memory::dims dims = whole;
  dims[1] = count;
  memory::dims strides(whole.size());
  int64_t stride = 1;
  for (size_t axis = whole.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= whole[axis];
  }
  return {dims, memory::data_type::f32, strides};
}

// Some filters of one group at a time, or some groups. oneDNN would add up the sums of its threads.
class GradientPieces {
 public:
  explicit GradientPieces(const StepSpec& spec)
      : cube_(*spec.cube),
        groups_(cube_.conv.groups),
        filters_(cube_.shape[0]),
        channels_(cube_.shape[1]),
        place_(ExtentProduct(cube_.shape) / std::max<int64_t>(1, filters_)) {
    division_.operands = {spec.cube_inputs[0], spec.cube_inputs[1], spec.outputs[0]};
  }

  Division Divide() && {
    if (ExtentProduct(cube_.shape) == 0) return std::move(division_);
    const ThreadScope scope(1);
    constexpr int64_t kBlock = 16, kPieces = 16, kProducts = 256;
    const auto blocks = [](int64_t extent) { return (extent + kBlock - 1) / kBlock * kBlock; };
    const int64_t of_group = filters_ / groups_;
    int64_t filters = 0;
    if (groups_ == 1) {
      // Each piece brings x into its layout: enough filters share that.
      const int64_t taps = std::max<int64_t>(1, place_ / std::max<int64_t>(1, channels_));
      filters = std::max(blocks(filters_ / kPieces), std::clamp(blocks(kProducts / taps), kBlock, 4 * kBlock));
    } else {
      filters = of_group * std::max<int64_t>(1, kBlock / std::max(channels_, of_group));
    }
    for (int64_t first = 0; first < filters_; first += filters) {
      const int64_t count = std::min(filters, filters_ - first);
      Add(first, count, groups_ == 1 ? 1 : count / of_group);
    }
    return std::move(division_);
  }

 private:
  void Add(int64_t first, int64_t count, int64_t groups) {
    const memory::dims &x = cube_.inputs[0].shape(), &gradient = cube_.inputs[1].shape();
    const int64_t first_channel = groups_ == 1 ? 0 : first / (filters_ / groups_) * channels_;
    const int64_t image = x[1] == 0 ? 0 : ExtentProduct(x) / std::max<int64_t>(1, x[0] * x[1]);
    const int64_t result = ExtentProduct(gradient) / std::max<int64_t>(1, gradient[0] * gradient[1]);
    division_.Add(forms_, count, {first_channel * image, first * result, first * place_},
                  [&] { return MakeForm(count, groups); });
  }

  PieceForm MakeForm(int64_t count, int64_t groups) {
    const memory::desc x = Channels(cube_.inputs[0].shape(), groups * channels_);
    const memory::desc gradient = Channels(cube_.inputs[1].shape(), count);
    memory::dims filter = cube_.shape;
    filter[0] = count;
    filter = GroupedFilter(filter, groups);
    const Gradient primitive = MakeGradient(cube_, x.dims(), filter, gradient.dims());
    division_.implementation = primitive.impl_info_str();
    PieceForm form;
    const size_t from = form.Reordered(form.Part(x, 0), primitive.src_desc());
    const size_t with = form.Reordered(form.Part(gradient, 1), primitive.diff_dst_desc());
    const size_t plain = form.Part(PlainDesc(filter), 2);
    const bool reorders = primitive.diff_weights_desc() != PlainDesc(filter);
    const size_t to = reorders ? form.InWorkspace(primitive.diff_weights_desc()) : plain;
    form.Call(dnnl::convolution_backward_weights(primitive), primitive.scratchpad_desc(),
              {{DNNL_ARG_SRC, from}, {DNNL_ARG_DIFF_DST, with}, {DNNL_ARG_DIFF_WEIGHTS, to}});
    if (reorders) form.Reorder(to, plain);
    return form;
  }

  const tbe::TensorNode& cube_;
  int64_t groups_, filters_, channels_;  // channels: of a filter
  int64_t place_;                        // elements of a filter
  std::map<int64_t, size_t> forms_;
  Division division_;
};

class ConvBackpropFilterStep : public PiecewiseStep {
 public:
  explicit ConvBackpropFilterStep(const StepSpec& spec)
      : PiecewiseStep(spec, GradientPieces(spec).Divide()),
        cube_(spec.cube),
        pads_(PadsWithZeros(spec)),
        x_(spec.cube_inputs[0]),
        gradient_(spec.cube_inputs[1]),
        result_(spec.outputs[0]) {}

  // Runs the pieces. Computes the result again, inside of x only, if it isn't finite: oneDNN multiplies infinities and
  // NaN by the zeros that pad x.
  Status Run(std::span<void* const> values, std::byte* workspace, StepState* state) const override {
    OPDK_TRY(PiecewiseStep::Run(values, workspace, state));
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
    return !IsReference(
        MakeGradient(cube, cube.inputs[0].shape(), GroupedFilter(cube.shape, cube.conv.groups), cube.inputs[1].shape())
            .impl_info_str());
  } catch (const dnnl::error&) {
    return false;
  }
}

Result<std::unique_ptr<KernelStep>> MakeConvBackpropFilterStep(const StepSpec& spec) {
  return FencedCube("gradient of a filter",
                    [&]() -> std::unique_ptr<KernelStep> { return std::make_unique<ConvBackpropFilterStep>(spec); });
}

}  // namespace opdk
