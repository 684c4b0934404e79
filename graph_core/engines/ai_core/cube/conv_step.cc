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
#include "graph_core/engines/ai_core/cube/conv_pieces.h"
#include "graph_core/engines/ai_core/cube/convolution.h"
#include "graph_core/engines/ai_core/cube/inside_only.h"
#include "graph_core/engines/ai_core/steps/channel_blocks.h"

namespace opdk {
namespace {

using dnnl::memory;
using Primitive = ConvolutionPrimitive;

class AlignedZeros {
 public:
  explicit AlignedZeros(size_t bytes) : data_(NewAligned(bytes)) { std::memset(data_.get(), 0, bytes); }
  std::byte* data() { return static_cast<std::byte*>(data_.get()); }

 private:
  AlignedMemory data_;
};

// Another way to compute the same convolution.
struct Candidate {
  std::string name;
  Primitive primitive;
  bool reads_added = false;

  std::string_view implementation() const { return primitive.impl_info_str(); }
  // Returns whether the filter has been packed for this primitive before.
  bool IsPacked(int filter, const StepConstants& constants) const {
    return constants.FindPacked(filter, PackedForm(name, primitive.weights_desc())) != nullptr;
  }
};

std::optional<Candidate> MakeReading(const char* how, const StepSpec& spec, Convolution conv) {
  try {
    conv.ReadAdded(spec);
    Primitive primitive = DirectPrimitive(spec, conv);
    return Candidate{fmt::format("{} {}", how, primitive.impl_info_str()), std::move(primitive), true};
  } catch (const dnnl::error&) {
    return std::nullopt;
  }
}

// Makes the direct candidate. For narrower registers, oneDNN sums onto the result's memory only before all other
// post-ops. If the addition comes later, the candidate reads the added tensor instead.
Candidate MakeDirect(const StepSpec& spec, const Convolution& conv) {
  Primitive primitive = DirectPrimitive(spec, conv);
  if (IsReference(primitive.impl_info_str()) && AddedPostOp(spec) > 0) {
    auto reading = MakeReading("direct", spec, conv);
    if (reading && !IsReference(reading->implementation())) return std::move(*reading);
  }
  return {fmt::format("direct {}", primitive.impl_info_str()), std::move(primitive)};
}

std::vector<Candidate> Candidates(const StepSpec& spec, const NodeOptions& options, const Convolution& conv) {
  std::vector<Candidate> candidates = {MakeDirect(spec, conv)};
  // A single call of oneDNN's reference may take minutes, so it is not even tried if there is another implementation.
  auto add = [&](Candidate candidate) {
    if (!IsReference(candidate.implementation())) candidates.push_back(std::move(candidate));
  };
  int64_t c0 = MachineC0();
  if (c0 == 0 || !options.measures) return candidates;
  if (AddedValue(spec) >= 0 && !options.adds_in_place && spec.y_c0 != 0 && !candidates[0].reads_added) {
    if (auto reading = MakeReading("binary", spec, conv)) add(std::move(*reading));
  }
  if (candidates[0].reads_added) return candidates;
  // If the primitive converts at a border itself, blocks may be cheaper than the layout that oneDNN prefers.
  memory::desc x = ChannelDesc(conv.x, conv.x[1] < c0 ? spec.x_c0 : c0), y = ChannelDesc(conv.y, c0);
  const auto named = [](const char* how, Primitive primitive) {
    return Candidate{fmt::format("{} {}", how, primitive.impl_info_str()), std::move(primitive)};
  };
  bool border = spec.x_c0 == 0 || spec.y_c0 == 0;
  try {
    if (border) add(named("blocks", conv.Make(x, y)));
  } catch (const dnnl::error&) {
    // One candidate less.
  }
  if (!options.winograd) return candidates;
  for (Primitive& primitive : conv.MakeWinograd(x, y)) add(named("winograd", std::move(primitive)));
  return candidates;
}

class ConvStep : public OnednnStep {
 public:
  ConvStep(const StepSpec& spec, const Convolution& conv, const Candidate& candidate, const StepConstants& constants) {
    const Primitive& primitive = candidate.primitive;
    const int weights = spec.cube_inputs[1];
    // Packed, it couldn't be looked at again.
    if (!candidate.IsPacked(weights, constants)) checked_ = UnboundedFilter::Of(spec, constants);
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
    if (checked_ && !checked_->IsFinite(values)) return checked_->Convolve(values);
    return OnednnStep::Run(values, workspace, state);
  }

 private:
  std::optional<UnboundedFilter> checked_;
};

std::unique_ptr<KernelStep> MakeCandidate(const StepSpec& spec, const Convolution& conv, const Candidate& candidate,
                                          const StepConstants& constants) {
  if (RoundsByThreads(candidate.implementation()) && IsRowMajor(spec)) {
    return MakeConvPieces(spec, conv, constants);
  }
  return std::make_unique<ConvStep>(spec, conv, candidate, constants);
}

// Describes everything that a choice depends on.
std::string ProblemOf(const StepSpec& spec, const NodeOptions& options, const Convolution& conv,
                      const StepConstants& constants, const std::vector<Candidate>& candidates) {
  bool packed = constants[spec.cube_inputs[1]] != nullptr;
  std::string text = fmt::format("conv x {} w {} y {} strides {} gaps {} pads {} {} blocks {} {}", conv.x, conv.weights,
                                 conv.y, conv.strides, conv.gaps, conv.begin, conv.end, spec.x_c0, spec.y_c0);
  text += fmt::format(" in place {} packed {} ", options.adds_in_place, packed);
  text += DescribeCube("", spec);
  for (const Candidate& candidate : candidates) text += "; " + candidate.name;
  return text;
}

// Zeros in place of a step's values that aren't constant.
class Stage {
 public:
  Stage(const StepSpec& spec, const NodeOptions& options, const Convolution& conv, const StepConstants& constants)
      : values_(constants.values().size()) {
    std::transform(constants.values().begin(), constants.values().end(), values_.begin(),
                   [](const void* constant) { return const_cast<void*>(constant); });
    Put(spec.cube_inputs[0], ChannelDesc(conv.x, spec.x_c0));
    Put(spec.cube_inputs[1], PlainDesc(conv.weights));
    if (spec.bias >= 0) Put(spec.bias, conv.bias);
    Put(spec.outputs[0], ChannelDesc(conv.y, spec.y_c0));
    int added = AddedValue(spec);
    if (added >= 0 && options.adds_in_place) {
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
// Factor in favour of the direct algorithm, which is the more precise one.
constexpr double kPreference = 0.95;

// Returns the fastest of the candidates; -1: the machine is too busy to tell.
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

Result<std::unique_ptr<KernelStep>> MakeFastest(const StepSpec& spec, const NodeOptions& options,
                                                const StepConstants& constants, AlgorithmChoices& choices,
                                                Measuring measuring) {
  const Convolution conv(spec);
  std::vector<Candidate> candidates = Candidates(spec, options, conv);
  auto make = [&](const Candidate& candidate) { return MakeCandidate(spec, conv, candidate, constants); };
  if (candidates.size() == 1) return make(candidates[0]);
  // The form of packed weights tells the choice that was made when the program was compiled.
  for (const Candidate& candidate : candidates) {
    if (candidate.IsPacked(spec.cube_inputs[1], constants)) return make(candidate);
  }
  const std::string problem = ProblemOf(spec, options, conv, constants, candidates);
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
  Stage stage(spec, options, conv, constants);
  OPDK_TRY(int fastest, Fastest(steps, stage, measured));
  // A later caller may find the machine idle.
  if (fastest < 0) return std::move(steps[0]);
  const auto chosen = static_cast<size_t>(fastest);
  choices.Keep(problem, measured[chosen].name, measured);
  return std::move(steps[chosen]);
}

}  // namespace

bool ConvRunsOnBlocks(const StepSpec& spec) {
  if (spec.cube->inputs[0].dtype() != ge::DT_FLOAT) return false;
  try {
    return !IsReference(MakeDirect(spec, Convolution(spec)).implementation());
  } catch (const dnnl::error&) {
    return false;
  }
}

Result<std::unique_ptr<KernelStep>> MakeConvStep(const StepSpec& spec, const NodeOptions& options,
                                                 const StepConstants& constants, AlgorithmChoices& choices,
                                                 Measuring measuring) {
  return FencedCube("convolution", [&] { return MakeFastest(spec, options, constants, choices, measuring); });
}

}  // namespace opdk
