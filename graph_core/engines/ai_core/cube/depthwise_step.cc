// Depthwise convolutions of row-major tensors by hand.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/cube/onednn_step.h"
#include "graph_core/engines/ai_core/direct/direct_functions.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

// Products below which a second thread costs more than it brings.
constexpr int64_t kGrainProducts = 1 << 18;

class DepthwiseStep : public KernelStep {
 public:
  DepthwiseStep(const StepSpec& spec, Isa isa)
      : functions_(FunctionsOf(isa)),
        inputs_(spec.cube_inputs),
        bias_(spec.bias),
        output_(spec.outputs[0]),
        name_(CubeName(spec)),
        description_(DescribeCube(Name(isa), spec)) {
    const tbe::ConvParams& conv = spec.cube->conv;
    const std::vector<int64_t>& x = spec.cube->inputs[0].shape();
    const std::vector<int64_t>& y = spec.cube->shape;
    job_.channels = y[1];
    job_.multiplier = y[1] / x[1];
    job_.height = x[2];
    job_.width = x[3];
    job_.out_height = y[2];
    job_.out_width = y[3];
    job_.kernel = static_cast<int>(spec.cube->inputs[1].shape()[2]);
    job_.stride = static_cast<int>(OrFilled(conv.strides, 2, 1)[0]);
    const std::vector<int64_t> pads = OrFilled(conv.pads_begin, 2, 0);
    job_.top = pads[0];
    job_.left = pads[1];
    if (!spec.epilogues.empty()) {
      const Epilogue& epilogue = spec.epilogues[0];
      const bool clip = epilogue.kind == Epilogue::Kind::kClip;
      job_.clamps = true;
      job_.low = clip ? epilogue.alpha : 0;
      job_.high = clip ? epilogue.beta : std::numeric_limits<float>::infinity();
    }
    planes_ = y[0] * y[1];
    const int64_t products = y[2] * y[3] * job_.kernel * job_.kernel;
    grain_ = std::max<int64_t>(kGrainProducts / std::max<int64_t>(products, 1), 1);
  }

  Status Run(std::span<void* const> values, std::byte*, StepState*) const override {
    auto floats = [&](int value) { return static_cast<float*>(values[static_cast<size_t>(value)]); };
    DepthwisePlanes job = job_;
    job.x = floats(inputs_[0]);
    job.weights = floats(inputs_[1]);
    job.bias = bias_ < 0 ? nullptr : floats(bias_);
    job.y = floats(output_);
    ParallelFor(planes_, grain_, [&](int64_t begin, int64_t end) { functions_.depthwise(job, begin, end); });
    return Status();
  }

  std::string kernel_name() const override { return name_; }
  std::string description() const override { return description_; }

 private:
  const DirectFunctions& functions_;
  std::vector<int> inputs_;
  int bias_, output_;
  std::string name_, description_;
  DepthwisePlanes job_;  // without addresses
  int64_t planes_ = 0, grain_ = 1;
};

}  // namespace

bool IsPlainDepthwise(const StepSpec& spec) {
  const tbe::TensorNode& cube = *spec.cube;
  const std::vector<int64_t>& x = cube.inputs[0].shape();
  if (cube.kind != tbe::Kind::kConv || cube.dtype != ge::DT_FLOAT || x.size() != 4) return false;
  if (spec.x_c0 != 0 || spec.y_c0 != 0 || cube.conv.groups != x[1] || x[1] < 2) return false;
  const std::vector<int64_t>& w = cube.inputs[1].shape();
  const std::vector<int64_t> strides = OrFilled(cube.conv.strides, 2, 1),
                             dilations = OrFilled(cube.conv.dilations, 2, 1);
  if (w[2] != w[3] || (w[2] != 3 && w[2] != 5)) return false;
  if (strides[0] != strides[1] || strides[0] > 2 || dilations[0] != 1 || dilations[1] != 1) return false;
  if (spec.epilogues.empty()) return true;
  const Epilogue& first = spec.epilogues[0];
  return spec.epilogues.size() == 1 &&
         (first.kind == Epilogue::Kind::kClip || (first.kind == Epilogue::Kind::kRelu && first.alpha == 0));
}

Result<std::unique_ptr<KernelStep>> MakeDepthwiseStep(const StepSpec& spec) {
  OPDK_TRY(Isa isa, TargetIsa());
  return std::unique_ptr<KernelStep>(std::make_unique<DepthwiseStep>(spec, isa));
}

}  // namespace opdk
