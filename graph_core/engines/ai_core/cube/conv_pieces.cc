#include "graph_core/engines/ai_core/cube/conv_pieces.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "graph_core/engines/ai_core/cube/inside_only.h"
#include "graph_core/engines/ai_core/cube/piecewise_step.h"
#include "graph_core/engines/ai_core/steps/channel_blocks.h"
#include "opdk/parallel.h"
#include "opdk/shape_rules.h"

namespace opdk {
namespace {

using dnnl::memory;

class ConvolutionPieces {
 public:
  ConvolutionPieces(const StepSpec& spec, const Convolution& conv)
      : spec_(spec),
        conv_(conv),
        groups_(spec.cube->conv.groups),
        inputs_(conv.x[1] / groups_),
        outputs_(conv.y[1] / groups_),
        reads_added_(PiecewiseStep::ReadsAdded(spec)) {}

  Division Divide() && {
    if (ExtentProduct(conv_.y) == 0) return std::move(division_);
    const ThreadScope scope(1);
    division_.operands = {spec_.cube_inputs[0], spec_.cube_inputs[1]};
    if (spec_.bias >= 0) division_.operands.push_back(spec_.bias);
    if (reads_added_ >= 0) {
      division_.added = static_cast<int>(division_.operands.size());
      division_.operands.push_back(AddedValue(spec_));
    }
    division_.operands.push_back(spec_.outputs[0]);
    const int64_t planes = conv_.y[0] * conv_.y[1];
    for (int64_t plane = 0; plane < planes;) {
      const int64_t count = std::min(FiltersAtATime(), outputs_ - plane % outputs_);
      AddPiece(plane, count);
      plane += count;
    }
    return std::move(division_);
  }

 private:
  int64_t FiltersAtATime() const {
    constexpr int64_t kPieces = 16, kLeast = 32;  // pieces that are enough; each piece copies the windows
    const int64_t even = (conv_.y[0] * conv_.y[1] + kPieces - 1) / kPieces;
    return std::clamp((even + 15) / 16 * 16, std::min(kLeast, outputs_), outputs_);
  }

  // Adds `count` planes of the result from number `plane` on, all of one image and group.
  void AddPiece(int64_t plane, int64_t count) {
    const int64_t filter = plane % conv_.y[1], image_and_group = plane / outputs_;
    std::vector<int64_t> offsets = {image_and_group * inputs_ * Plane(conv_.x),
                                    filter * ExtentProduct(spec_.cube->inputs[1].shape()) / conv_.y[1]};
    if (spec_.bias >= 0) offsets.push_back(filter);
    offsets.insert(offsets.end(), reads_added_ >= 0 ? 2 : 1, plane * Plane(conv_.y));
    division_.Add(forms_, count, std::move(offsets), [&] { return MakeForm(count); });
  }

  static int64_t Plane(const memory::dims& shape) { return ExtentProduct({shape.begin() + 2, shape.end()}); }

  PieceForm MakeForm(int64_t count) {
    Convolution part = conv_;
    part.x[0] = part.y[0] = 1;
    part.x[1] = inputs_;
    part.y[1] = count;
    part.weights = spec_.cube->inputs[1].shape();
    part.weights[0] = count;
    if (spec_.bias >= 0) part.bias = PlainDesc({count});
    const memory::desc y = PlainDesc(part.y);
    part.SetPostOps(PiecewiseStep::PostOps(spec_, y));
    const ConvolutionPrimitive primitive = part.MakeRowMajor();
    division_.implementation = primitive.impl_info_str();
    PieceForm form;
    std::vector<std::pair<int, size_t>> arguments;
    const auto add = [&](int argument, const memory::desc& desc) {
      arguments.emplace_back(argument, form.Part(desc, static_cast<int>(arguments.size())));
    };
    add(DNNL_ARG_SRC, PlainDesc(part.x));
    add(DNNL_ARG_WEIGHTS, PlainDesc(part.weights));
    if (spec_.bias >= 0) add(DNNL_ARG_BIAS, part.bias);
    if (reads_added_ >= 0) add(DNNL_ARG_ATTR_MULTIPLE_POST_OP(reads_added_) | DNNL_ARG_SRC_1, y);
    add(DNNL_ARG_DST, y);
    form.Call(dnnl::convolution_forward(primitive), primitive.scratchpad_desc(), std::move(arguments));
    return form;
  }

  const StepSpec& spec_;
  const Convolution& conv_;
  int64_t groups_, inputs_, outputs_;  // channels of a group
  int reads_added_;
  std::map<int64_t, size_t> forms_;
  Division division_;
};

class ConvPiecesStep : public PiecewiseStep {
 public:
  ConvPiecesStep(const StepSpec& spec, const Convolution& conv, const StepConstants& constants)
      : PiecewiseStep(spec, ConvolutionPieces(spec, conv).Divide()), checked_(UnboundedFilter::Of(spec, constants)) {}

  Status Run(std::span<void* const> values, std::byte* workspace, StepState* state) const override {
    if (checked_ && !checked_->IsFinite(values)) return checked_->Convolve(values);
    return PiecewiseStep::Run(values, workspace, state);
  }

 private:
  std::optional<UnboundedFilter> checked_;
};

}  // namespace

bool IsRowMajor(const StepSpec& spec) {
  const auto row_major = [](const std::vector<int64_t>& shape, int64_t c0) {
    return c0 == 0 || SameInBothFormats(shape, c0);
  };
  return row_major(spec.cube->inputs[0].shape(), spec.x_c0) && row_major(spec.cube->shape, spec.y_c0);
}

std::unique_ptr<KernelStep> MakeConvPieces(const StepSpec& spec, const Convolution& conv,
                                           const StepConstants& constants) {
  return std::make_unique<ConvPiecesStep>(spec, conv, constants);
}

}  // namespace opdk
