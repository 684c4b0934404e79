// Maxima of windows of images in channel blocks, by hand: oneDNN's pass over a NaN, or don't, by where it stands.
#include <algorithm>
#include <string>

#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/cube/onednn_step.h"
#include "graph_core/engines/ai_core/direct/direct_functions.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

// Elements below which a second thread costs more than it brings.
constexpr int64_t kGrainElements = 1 << 16;

class BlockMaxPoolStep : public KernelStep {
 public:
  BlockMaxPoolStep(const StepSpec& spec, Isa isa)
      : functions_(FunctionsOf(isa)),
        input_(spec.cube_inputs[0]),
        output_(spec.outputs[0]),
        name_(CubeName(spec)),
        description_(DescribeCube(Name(isa), spec)) {
    const tbe::PoolParams& pool = spec.cube->pool;
    const std::vector<int64_t>&x = spec.cube->inputs[0].shape(), &y = spec.cube->shape;
    job_.lanes = spec.x_c0;
    job_.height = x[2];
    job_.width = x[3];
    job_.out_height = y[2];
    job_.out_width = y[3];
    const std::vector<int64_t> strides = OrFilled(pool.strides, 2, 1), dilations = OrFilled(pool.dilations, 2, 1),
                               before = OrFilled(pool.pads_begin, 2, 0);
    std::copy_n(pool.window.begin(), 2, job_.window);
    std::copy_n(strides.begin(), 2, job_.stride);
    std::copy_n(dilations.begin(), 2, job_.dilation);
    std::copy_n(before.begin(), 2, job_.before);
    rows_ = y[0] * ((y[1] + job_.lanes - 1) / job_.lanes) * y[2];
    const int64_t read = y[3] * job_.lanes * job_.window[0] * job_.window[1];
    grain_ = std::max<int64_t>(kGrainElements / std::max<int64_t>(read, 1), 1);
  }

  Status Run(std::span<void* const> values, std::byte*, StepState*) const override {
    MaxPoolBlocks job = job_;
    job.x = static_cast<const float*>(values[static_cast<size_t>(input_)]);
    job.y = static_cast<float*>(values[static_cast<size_t>(output_)]);
    ParallelFor(rows_, grain_, [&](int64_t begin, int64_t end) { functions_.max_pool(job, begin, end); });
    return Status();
  }

  std::string kernel_name() const override { return name_; }
  std::string description() const override { return description_; }

 private:
  const DirectFunctions& functions_;
  int input_, output_;
  std::string name_, description_;
  MaxPoolBlocks job_;  // without addresses
  int64_t rows_ = 0, grain_ = 1;
};

}  // namespace

bool IsBlockMaxPool(const StepSpec& spec) {
  const tbe::TensorNode& cube = *spec.cube;
  if (cube.kind != tbe::Kind::kPool || cube.pool.mode != tbe::PoolMode::kMax || cube.dtype != ge::DT_FLOAT)
    return false;
  if (cube.shape.size() != 4 || spec.x_c0 == 0 || spec.x_c0 != spec.y_c0) return false;
  const Result<Isa> isa = TargetIsa();
  return isa.ok() && spec.x_c0 % FunctionsOf(*isa).lanes == 0;
}

Result<std::unique_ptr<KernelStep>> MakeBlockMaxPoolStep(const StepSpec& spec) {
  OPDK_TRY(Isa isa, TargetIsa());
  return std::unique_ptr<KernelStep>(std::make_unique<BlockMaxPoolStep>(spec, isa));
}

}  // namespace opdk
