#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <deque>
#include <optional>
#include <string_view>
#include <utility>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/disturbance.h"
#include "graph_core/engines/ai_core/cube/algorithm_choices.h"
#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/cube/cube_step.h"
#include "graph_core/engines/ai_core/cube/inside_only.h"
#include "graph_core/engines/ai_core/steps/channel_blocks.h"
#include "opdk/parallel.h"
#include "opdk/shape_rules.h"

namespace opdk {
namespace {

using dnnl::memory;

class AlignedZeros {
 public:
  explicit AlignedZeros(size_t bytes) : data_(NewAligned(bytes)) { std::memset(data_.get(), 0, bytes); }
  std::byte* data() { return static_cast<std::byte*>(data_.get()); }

 private:
  AlignedMemory data_;
};

using Primitive = dnnl::convolution_forward::primitive_desc;

// Everything about a convolution but its data's layout.
struct Convolution {
  explicit Convolution(const StepSpec& spec)
      : x(spec.cube->inputs[0].shape()),
        weights(GroupedFilter(spec.cube->inputs[1].shape(), spec.cube->conv.groups)),
        y(spec.cube->shape) {
    const tbe::ConvParams& conv = spec.cube->conv;
    size_t spatial = x.size() - 2;
    strides = OrFilled(conv.strides, spatial, 1);
    gaps = Gaps(OrFilled(conv.dilations, spatial, 1));
    begin = OrFilled(conv.pads_begin, spatial, 0);
    end = OrFilled(conv.pads_end, spatial, 0);
    if (spec.bias >= 0) bias = PlainDesc({y[1]});
    SetPostOps(MakePostOps(spec));
  }

  // Reads what is added to the result instead of summing onto the result's memory.
  void ReadAdded(const StepSpec& spec) {
    memory::desc added = ChannelDesc(y, spec.y_c0);
    SetPostOps(MakePostOps(spec, &added));
  }

  // In attributes of its own: copies of oneDNN's share theirs.
  void SetPostOps(const dnnl::post_ops& post_ops) {
    attr = dnnl::primitive_attr();
    attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    attr.set_post_ops(post_ops);
  }

  Primitive Make(const memory::desc& x_desc, const memory::desc& y_desc) const {
    return {Desc(dnnl::algorithm::convolution_direct, x_desc, y_desc), attr, CpuEngine()};
  }

  // All that oneDNN has.
  std::vector<Primitive> MakeWinograd(const memory::desc& x_desc, const memory::desc& y_desc) const {
    // Lives as long as anybody asks for the next one: oneDNN reads it again then.
    const auto desc = Desc(dnnl::algorithm::convolution_winograd, x_desc, y_desc);
    std::vector<Primitive> primitives;
    for (size_t skipped = 0;; ++skipped) {
      try {
        Primitive primitive(desc, attr, CpuEngine());
        for (size_t i = 0; i < skipped; ++i) {
          if (!primitive.next_impl()) return primitives;
        }
        // With its cache of primitives warm, oneDNN begins again from the start.
        const std::string_view name = primitive.impl_info_str();
        if (std::any_of(primitives.begin(), primitives.end(),
                        [&](const Primitive& known) { return known.impl_info_str() == name; })) {
          return primitives;
        }
        primitives.push_back(std::move(primitive));
      } catch (const dnnl::error&) {
        return primitives;
      }
    }
  }

  dnnl::convolution_forward::desc Desc(dnnl::algorithm algorithm, const memory::desc& x_desc,
                                       const memory::desc& y_desc) const {
    return {dnnl::prop_kind::forward_inference,
            algorithm,
            x_desc,
            AnyLayout(weights),
            bias,
            y_desc,
            strides,
            gaps,
            begin,
            end};
  }

  memory::dims x, weights, y, strides, gaps, begin, end;
  memory::desc bias;
  dnnl::primitive_attr attr;
};

// Row-major data is brought into the layout that oneDNN likes best; few channels go in as they are if it can.
Primitive DirectPrimitive(const StepSpec& spec, const Convolution& conv) {
  auto wanted = [](const memory::dims& shape, int64_t c0) {
    return c0 == 0 && !SameInBothFormats(shape, MachineC0()) ? AnyLayout(shape) : ChannelDesc(shape, c0);
  };
  memory::desc x = wanted(conv.x, spec.x_c0), y = wanted(conv.y, spec.y_c0);
  if (spec.x_c0 == 0 && spec.y_c0 != 0 && conv.x[1] < spec.y_c0) {
    Primitive primitive = conv.Make(ChannelDesc(conv.x, 0), y);
    if (!IsReference(primitive.impl_info_str())) return primitive;
  }
  Primitive primitive = conv.Make(x, y);
  if (!IsReference(primitive.impl_info_str()) || MachineC0() == 0) return primitive;
  // One side being fixed, the layout that suits it isn't always among those it finds for the other.
  return conv.Make(ChannelDesc(conv.x, MachineC0()), ChannelDesc(conv.y, MachineC0()));
}

// Another way to compute the same convolution.
struct Candidate {
  std::string name;
  Primitive primitive;
  bool reads_added = false;

  // Whether the filter has been packed for it before.
  bool IsPacked(int filter, const StepConstants& constants) const {
    return constants.FindPacked(filter, PackedForm(name, primitive.weights_desc())) != nullptr;
  }
};

std::vector<Candidate> Candidates(const StepSpec& spec, const StepUse& use, const Convolution& conv) {
  std::vector<Candidate> candidates;
  // A single call of oneDNN's reference may take minutes, so that it is not even tried where there is something else.
  auto add = [&](const char* how, Primitive primitive) {
    if (!candidates.empty() && IsReference(primitive.impl_info_str())) return false;
    candidates.push_back({fmt::format("{} {}", how, primitive.impl_info_str()), std::move(primitive)});
    return true;
  };
  add("direct", DirectPrimitive(spec, conv));
  int64_t c0 = MachineC0();
  if (c0 == 0 || !use.measures) return candidates;
  if (AddedValue(spec) >= 0 && !use.adds_in_place && spec.y_c0 != 0) {
    try {
      Convolution reading = conv;
      reading.ReadAdded(spec);
      if (add("binary", DirectPrimitive(spec, reading))) candidates.back().reads_added = true;
    } catch (const dnnl::error&) {
      // One candidate less.
    }
  }
  // Where it converts at a border itself, blocks may be cheaper than the layout it likes best.
  memory::desc x = ChannelDesc(conv.x, conv.x[1] < c0 ? spec.x_c0 : c0), y = ChannelDesc(conv.y, c0);
  bool border = spec.x_c0 == 0 || spec.y_c0 == 0;
  try {
    if (border) add("blocks", conv.Make(x, y));
  } catch (const dnnl::error&) {
    // One candidate less.
  }
  if (!use.winograd) return candidates;
  for (Primitive& primitive : conv.MakeWinograd(x, y)) add("winograd", std::move(primitive));
  return candidates;
}

class ConvStep : public CubeStep {
 public:
  ConvStep(const StepSpec& spec, const Convolution& conv, const Candidate& candidate, const StepConstants& constants) {
    const Primitive& primitive = candidate.primitive;
    const int weights = spec.cube_inputs[1];
    const auto* constant = static_cast<const float*>(constants[weights]);
    const int64_t count = ExtentProduct(conv.weights);
    // Packed, it couldn't be looked at again.
    if (PadsWithZeros(spec) && !candidate.IsPacked(weights, constants) &&
        (constant == nullptr || !AllFinite(constant, count))) {
      checked_ = Filter{spec, weights, count};
    }
    AddInput(DNNL_ARG_SRC, spec.cube_inputs[0], ChannelDesc(conv.x, spec.x_c0), primitive.src_desc());
    AddInput(DNNL_ARG_WEIGHTS, weights, PlainDesc(conv.weights), primitive.weights_desc(),
             checked_ ? nullptr : &constants, candidate.name);
    if (spec.bias >= 0) AddInput(DNNL_ARG_BIAS, spec.bias, conv.bias, conv.bias);
    SetResult(spec.outputs[0], ChannelDesc(conv.y, spec.y_c0), primitive.dst_desc());
    if (int added = AddedValue(spec); added >= 0) {
      SetAdded(added, ChannelDesc(conv.y, spec.y_c0), candidate.reads_added ? AddedPostOp(spec) : -1);
    }
    Finish(dnnl::convolution_forward(primitive), primitive.scratchpad_desc(), CubeName(spec),
           DescribeCube(primitive.impl_info_str(), spec));
  }

  Status Run(std::span<void* const> values, std::byte* workspace, StepState* state) const override {
    if (checked_) {
      const void* weights = values[static_cast<size_t>(checked_->value)];
      if (!AllFinite(static_cast<const float*>(weights), checked_->count)) {
        return ConvolveInsideOnly(checked_->spec, values);
      }
    }
    return CubeStep::Run(values, workspace, state);
  }

 private:
  // A filter to be looked at in each run.
  struct Filter {
    StepSpec spec;
    int value;
    int64_t count;
  };
  std::optional<Filter> checked_;
};

// Everything that a choice depends on.
std::string ProblemOf(const StepSpec& spec, const StepUse& use, const Convolution& conv, const StepConstants& constants,
                      const std::vector<Candidate>& candidates) {
  bool packed = constants[spec.cube_inputs[1]] != nullptr;
  std::string text = fmt::format("conv x {} w {} y {} strides {} gaps {} pads {} {} blocks {} {}", conv.x, conv.weights,
                                 conv.y, conv.strides, conv.gaps, conv.begin, conv.end, spec.x_c0, spec.y_c0);
  text += fmt::format(" in place {} threads {} packed {} ", use.adds_in_place, ThreadCount(), packed);
  text += DescribeCube("", spec);
  for (const Candidate& candidate : candidates) text += "; " + candidate.name;
  return text;
}

// Zeros in place of a step's values that aren't constant.
class Stage {
 public:
  Stage(const StepSpec& spec, const StepUse& use, const Convolution& conv, const StepConstants& constants)
      : values_(constants.values().size()) {
    std::transform(constants.values().begin(), constants.values().end(), values_.begin(),
                   [](const void* constant) { return const_cast<void*>(constant); });
    Put(spec.cube_inputs[0], ChannelDesc(conv.x, spec.x_c0));
    Put(spec.cube_inputs[1], PlainDesc(conv.weights));
    if (spec.bias >= 0) Put(spec.bias, conv.bias);
    Put(spec.outputs[0], ChannelDesc(conv.y, spec.y_c0));
    int added = AddedValue(spec);
    if (added >= 0 && use.adds_in_place) {
      values_[static_cast<size_t>(added)] = values_[static_cast<size_t>(spec.outputs[0])];
    } else if (added >= 0) {
      Put(added, ChannelDesc(conv.y, spec.y_c0));
    }
  }

  Result<double> Microseconds(const KernelStep& step, StepState* state) {
    AlignedZeros workspace(step.workspace_bytes());
    auto start = std::chrono::steady_clock::now();
    OPDK_TRY(step.Run(values_, workspace.data(), state));
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  }

 private:
  void Put(int value, const memory::desc& desc) {
    void*& data = values_[static_cast<size_t>(value)];
    if (data != nullptr) return;
    owned_.emplace_back(desc.get_size());
    data = owned_.back().data();
  }

  std::vector<void*> values_;
  std::deque<AlignedZeros> owned_;
};

// Undisturbed samples of each candidate, taken in turn.
constexpr int kSamples = 4;
constexpr int kMostRounds = 12;
constexpr double kMostTime = 50e3;  // microseconds
// What the direct algorithm is preferred by: it is the more precise one.
constexpr double kPreference = 0.95;

// The fastest of the candidates; -1: the machine is too busy to tell.
Result<int> Fastest(std::span<const std::unique_ptr<KernelStep>> steps, Stage& stage,
                    std::vector<MeasuredAlgorithm>& measured) {
  std::vector<std::unique_ptr<StepState>> states;
  // Warms up, and wakes the threads that are watched from here on.
  for (const auto& step : steps) {
    states.push_back(step->NewState());
    OPDK_TRY(stage.Microseconds(*step, states.back().get()).status());
  }
  Disturbance disturbance;
  std::vector<int> samples(steps.size(), 0);
  auto enough = [&] { return *std::min_element(samples.begin(), samples.end()) >= kSamples; };
  double spent = 0;
  for (int round = 0; round < kMostRounds && spent < kMostTime && !enough(); ++round) {
    for (size_t i = 0; i < steps.size(); ++i) {
      disturbance.Start();
      OPDK_TRY(double time, stage.Microseconds(*steps[i], states[i].get()));
      spent += time;
      if (disturbance.Happened(time * 1e-6)) continue;
      double& best = measured[i].microseconds;
      best = samples[i]++ == 0 ? time : std::min(best, time);
    }
  }
  if (!enough()) return -1;
  size_t fastest = 0;
  for (size_t i = 1; i < steps.size(); ++i) {
    double bound = measured[fastest].microseconds * (fastest == 0 ? kPreference : 1);
    if (measured[i].microseconds < bound) fastest = i;
  }
  return static_cast<int>(fastest);
}

Result<std::unique_ptr<KernelStep>> MakeFastest(const StepSpec& spec, const StepUse& use,
                                                const StepConstants& constants, AlgorithmChoices& choices,
                                                Measuring measuring) {
  const Convolution conv(spec);
  std::vector<Candidate> candidates = Candidates(spec, use, conv);
  auto make = [&](const Candidate& candidate) { return std::make_unique<ConvStep>(spec, conv, candidate, constants); };
  if (candidates.size() == 1) return make(candidates[0]);
  // A program says what was chosen when it was compiled.
  for (const Candidate& candidate : candidates) {
    if (candidate.IsPacked(spec.cube_inputs[1], constants)) return make(candidate);
  }
  const std::string problem = ProblemOf(spec, use, conv, constants, candidates);
  const std::string known = choices.Find(problem);
  for (const Candidate& candidate : candidates) {
    if (candidate.name == known) return make(candidate);
  }
  if (measuring == Measuring::kLater) return nullptr;
  std::vector<std::unique_ptr<KernelStep>> steps;
  std::vector<MeasuredAlgorithm> measured;
  for (const Candidate& candidate : candidates) {
    steps.push_back(make(candidate));
    measured.push_back({candidate.name, 0});
  }
  Stage stage(spec, use, conv, constants);
  OPDK_TRY(int fastest, Fastest(steps, stage, measured));
  // The next one who asks may find the machine idle.
  if (fastest < 0) return std::move(steps[0]);
  const auto chosen = static_cast<size_t>(fastest);
  choices.Keep(problem, measured[chosen].name, measured);
  return std::move(steps[chosen]);
}

}  // namespace

bool ConvRunsOnBlocks(const StepSpec& spec) {
  if (spec.cube->inputs[0].dtype() != ge::DT_FLOAT) return false;
  try {
    return !IsReference(DirectPrimitive(spec, Convolution(spec)).impl_info_str());
  } catch (const dnnl::error&) {
    return false;
  }
}

Result<std::unique_ptr<KernelStep>> MakeConvStep(const StepSpec& spec, const StepUse& use,
                                                 const StepConstants& constants, AlgorithmChoices& choices,
                                                 Measuring measuring) {
  return FencedCube("convolution", [&] { return MakeFastest(spec, use, constants, choices, measuring); });
}

}  // namespace opdk
