#include "graph_core/engines/ai_core/cube/cube_step.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstring>
#include <utility>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/machine.h"
#include "graph_core/engines/ai_core/cube/blocks_to_plain.h"
#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/cube/winograd_filter.h"
#include "graph_core/engines/ai_core/steps/channel_blocks.h"
#include "graph_core/engines/slow_kernel.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

// Below this a copy is not worth a second thread.
constexpr int64_t kCopyGrain = 1 << 18;

struct EpilogueForm {
  const char* name;
  dnnl::algorithm algorithm;  // undef: no eltwise
};

EpilogueForm FormOf(Epilogue::Kind kind) {
  switch (kind) {
    case Epilogue::Kind::kRelu:
      return {"relu", dnnl::algorithm::eltwise_relu};
    case Epilogue::Kind::kClip:
      return {"clip", dnnl::algorithm::eltwise_clip};
    case Epilogue::Kind::kLinear:
      return {"linear", dnnl::algorithm::eltwise_linear};
    case Epilogue::Kind::kSigmoid:
      return {"sigmoid", dnnl::algorithm::eltwise_logistic};
    case Epilogue::Kind::kTanh:
      return {"tanh", dnnl::algorithm::eltwise_tanh};
    case Epilogue::Kind::kAbs:
      return {"abs", dnnl::algorithm::eltwise_abs};
    case Epilogue::Kind::kSqrt:
      return {"sqrt", dnnl::algorithm::eltwise_sqrt};
    case Epilogue::Kind::kSquare:
      return {"square", dnnl::algorithm::eltwise_square};
    case Epilogue::Kind::kGeluErf:
      return {"gelu", dnnl::algorithm::eltwise_gelu_erf};
    case Epilogue::Kind::kGeluTanh:
      return {"gelu_tanh", dnnl::algorithm::eltwise_gelu_tanh};
    case Epilogue::Kind::kSwish:
      return {"swish", dnnl::algorithm::eltwise_swish};
    case Epilogue::Kind::kHardSwish:
      return {"hard_swish", dnnl::algorithm::eltwise_hardswish};
    case Epilogue::Kind::kAdd:
      break;
  }
  return {"add", dnnl::algorithm::undef};
}

}  // namespace

const dnnl::engine& CpuEngine() {
  static const dnnl::engine engine = [] {
    // If OPDK_ISA names a lesser processor, oneDNN's kernels are limited to it, like generated kernels.
    const auto isa = TargetIsa();
    const bool avx2 = __builtin_cpu_supports("avx2"), avx512 = __builtin_cpu_supports("avx512f");
    if (isa.ok() && *isa == Isa::kAvx2 && avx512) dnnl::set_max_cpu_isa(dnnl::cpu_isa::avx2);
    if (isa.ok() && *isa == Isa::kBaseline && avx2) dnnl::set_max_cpu_isa(dnnl::cpu_isa::sse41);
    return dnnl::engine(dnnl::engine::kind::cpu, 0);
  }();
  return engine;
}

std::vector<int64_t> OrFilled(const std::vector<int64_t>& values, size_t count, int64_t fill) {
  return values.empty() ? std::vector<int64_t>(count, fill) : values;
}

std::vector<int64_t> SpatialDims(const std::vector<int64_t>& values, size_t rank, int64_t fill) {
  std::vector<int64_t> all = OrFilled(values, rank, fill);
  all.insert(all.begin(), 3 - rank, fill);
  return all;
}

std::vector<int64_t> Gaps(std::vector<int64_t> dilations) {
  for (int64_t& dilation : dilations) --dilation;
  return dilations;
}

bool IsReference(std::string_view implementation) { return implementation.starts_with("ref"); }

bool RoundsByThreads(std::string_view implementation) {
  return implementation.starts_with("brgconv:") || implementation.starts_with("gemm") ||
         implementation.starts_with("x64:gemm");
}

std::vector<int64_t> GroupedFilter(std::vector<int64_t> filter, int64_t groups) {
  if (groups == 1) return filter;
  filter[0] /= groups;
  filter.insert(filter.begin(), groups);
  return filter;
}

std::vector<int64_t> PadsAtTheEnd(const std::vector<int64_t>& data, const std::vector<int64_t>& filter,
                                  const std::vector<int64_t>& result, const tbe::ConvParams& conv) {
  std::vector<int64_t> ends;
  for (size_t i = 0; i + 2 < data.size(); ++i) {
    ends.push_back((result[i + 2] - 1) * conv.strides[i] + (filter[i + 2] - 1) * conv.dilations[i] + 1 -
                   conv.pads_begin[i] - data[i + 2]);
  }
  return ends;
}

dnnl::memory::desc PlainDesc(const std::vector<int64_t>& shape, dnnl::memory::data_type type) {
  dnnl::memory::dims strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  return {shape, type, strides};
}

void RequireCountable(const std::vector<int64_t>& shape) {
  if (std::any_of(shape.begin(), shape.end(), [](int64_t extent) { return extent >= (int64_t{1} << 30); })) {
    throw dnnl::error(dnnl_unimplemented, "extents of 2^30 and more");
  }
}

dnnl::memory::desc ChannelDesc(const std::vector<int64_t>& shape, int64_t c0) {
  RequireCountable(shape);
  using Tag = dnnl::memory::format_tag;
  if (SameInBothFormats(shape, MachineC0())) c0 = MachineC0();
  if (c0 == 0) return PlainDesc(shape);
  constexpr Tag kTags[2][3] = {{Tag::nCw8c, Tag::nChw8c, Tag::nCdhw8c}, {Tag::nCw16c, Tag::nChw16c, Tag::nCdhw16c}};
  return {shape, dnnl::memory::data_type::f32, kTags[c0 == 16 ? 1 : 0][shape.size() - 3]};
}

std::string LayoutText(const dnnl::memory::desc& desc) {
  const dnnl_memory_desc_t& data = desc.data;
  const auto rank = static_cast<size_t>(data.ndims);
  std::string text = fmt::format("{} of {} in {} from {}", static_cast<int>(data.data_type), std::span(data.dims, rank),
                                 std::span(data.padded_dims, rank), data.offset0);
  if (data.format_kind == dnnl_blocked) {
    const dnnl_blocking_desc_t& blocks = data.format_desc.blocking;
    const auto inner = static_cast<size_t>(blocks.inner_nblks);
    text += fmt::format(" strides {} blocks {} of {}", std::span(blocks.strides, rank),
                        std::span(blocks.inner_blks, inner), std::span(blocks.inner_idxs, inner));
  } else if (data.format_kind == dnnl_format_kind_wino) {
    const dnnl_wino_desc_t& wino = data.format_desc.wino_desc;
    text += fmt::format(
        " winograd {} r {} alpha {} ic {} oc {} ic_block {} oc_block {} ic2_block {} oc2_block {} adjust {} "
        "bytes {}",
        static_cast<int>(wino.wino_format), wino.r, wino.alpha, wino.ic, wino.oc, wino.ic_block, wino.oc_block,
        wino.ic2_block, wino.oc2_block, wino.adj_scale, wino.size);
  } else {
    text += fmt::format(" kind {}", static_cast<int>(data.format_kind));
  }
  return text + fmt::format(" extra {} mask {} scale {}", data.extra.flags, data.extra.compensation_mask,
                            data.extra.scale_adjust);
}

std::string PackedForm(std::string_view algorithm, const dnnl::memory::desc& desc) {
  return fmt::format("{}{}{}", algorithm, algorithm.empty() ? "" : ": ", LayoutText(desc));
}

dnnl::post_ops MakePostOps(const StepSpec& spec, const dnnl::memory::desc* added) {
  dnnl::post_ops ops;
  for (const Epilogue& epilogue : spec.epilogues) {
    if (epilogue.kind == Epilogue::Kind::kAdd && added != nullptr) {
      ops.append_binary(dnnl::algorithm::binary_add, *added);
    } else if (epilogue.kind == Epilogue::Kind::kAdd) {
      ops.append_sum(1.0f);
    } else {
      ops.append_eltwise(1.0f, FormOf(epilogue.kind).algorithm, epilogue.alpha, epilogue.beta);
    }
  }
  return ops;
}

void ApplyEltwise(const Epilogue& epilogue, const dnnl::memory& memory) {
  const dnnl::eltwise_forward::desc desc(dnnl::prop_kind::forward_inference, FormOf(epilogue.kind).algorithm,
                                         memory.get_desc(), epilogue.alpha, epilogue.beta);
  dnnl::stream stream(CpuEngine());
  dnnl::eltwise_forward({desc, CpuEngine()}).execute(stream, {{DNNL_ARG_SRC, memory}, {DNNL_ARG_DST, memory}});
  stream.wait();
}

int AddedPostOp(const StepSpec& spec) {
  for (size_t i = 0; i < spec.epilogues.size(); ++i) {
    if (spec.epilogues[i].kind == Epilogue::Kind::kAdd) return static_cast<int>(i);
  }
  return -1;
}

int AddedValue(const StepSpec& spec) {
  for (const Epilogue& epilogue : spec.epilogues) {
    if (epilogue.kind == Epilogue::Kind::kAdd) return epilogue.value;
  }
  return -1;
}

void CopyInParallel(const void* from, void* to, size_t bytes) {
  ParallelFor(static_cast<int64_t>(bytes), kCopyGrain, [&](int64_t begin, int64_t end) {
    std::memcpy(static_cast<char*>(to) + begin, static_cast<const char*>(from) + begin,
                static_cast<size_t>(end - begin));
  });
}

bool TakesEpilogues(const tbe::TensorNode& cube) {
  return cube.kind == tbe::Kind::kMatmul || cube.kind == tbe::Kind::kConv;
}

std::string CubeName(const StepSpec& spec) {
  if (spec.requantization.present()) {
    return spec.cube->kind == tbe::Kind::kConv ? "quantized_conv" : "quantized_matmul";
  }
  const bool by_hand = spec.cube->dtype == ge::DT_INT32 && !MultipliesBytesExactly(*spec.cube);
  switch (spec.cube->kind) {
    case tbe::Kind::kMatmul:
      return by_hand ? "integer_matmul" : "onednn_matmul";
    case tbe::Kind::kConv:
      if (by_hand) return "integer_conv";
      return IsPlainDepthwise(spec) ? "depthwise_rows" : "onednn_conv";
    case tbe::Kind::kConvTranspose:
      return "onednn_conv_transpose";
    case tbe::Kind::kConvBackpropFilter:
      return "onednn_conv_backprop_filter";
    default:
      return IsBlockMaxPool(spec) ? "max_pool_blocks" : "onednn_pooling";
  }
}

std::string DescribeCube(const std::string& implementation, const StepSpec& spec) {
  const std::string name = CubeName(spec);
  const std::string_view onednn = "onednn_";
  std::string text = name.starts_with(onednn) ? "oneDNN " + name.substr(onednn.size()) : "hand-written " + name;
  if (!implementation.empty()) text += ", " + implementation;
  if (IsReference(implementation)) text += fmt::format(" (oneDNN's reference: {})", kSlowKernel);
  if (spec.bias >= 0) text += " + bias";
  for (const Epilogue& epilogue : spec.epilogues) {
    text += std::string(" + ") + FormOf(epilogue.kind).name;
  }
  if (spec.x_c0 != 0 || spec.y_c0 != 0) {
    auto format = [](int64_t c0) { return c0 != 0 ? "NC1HWC0" : "NCHW"; };
    text += spec.x_c0 == spec.y_c0 ? fmt::format(", {}", format(spec.x_c0))
                                   : fmt::format(", {} to {}", format(spec.x_c0), format(spec.y_c0));
  }
  return text;
}

void Call::Run(const dnnl::stream& stream) const {
  dnnl::error::wrap_c_api(
      dnnl_primitive_execute(primitive_.get(), stream.get(), static_cast<int>(arguments_.size()), arguments_.data()),
      "a primitive could not be executed");
}

CubeStep::Reorder CubeStep::ReorderOf(const dnnl::memory::desc& from, const dnnl::memory::desc& to) {
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  const dnnl::reorder::primitive_desc desc(CpuEngine(), from, CpuEngine(), to, attr);
  return {dnnl::reorder(desc), desc.scratchpad_desc(), 0};
}

Call CubeStep::ReorderCall(const Reorder& reorder, const Placed& from, const Placed& to, Placed& scratchpad) {
  Call call(reorder.primitive);
  call.Add(DNNL_ARG_FROM, from);
  call.Add(DNNL_ARG_TO, to);
  scratchpad = Placed(reorder.scratchpad);
  call.Add(DNNL_ARG_SCRATCHPAD, scratchpad);
  return call;
}

CubeStep::PlacedOperand::PlacedOperand(const Operand& operand, bool to_plain)
    : reorders(operand.reorders), plain(operand.plain) {
  if (!reorders) return;
  preferred = Placed(operand.preferred);
  if (operand.packed != nullptr) {
    preferred.At(const_cast<std::byte*>(operand.packed));
    return;
  }
  reorder = to_plain ? ReorderCall(operand.reorder, preferred, plain, scratchpad)
                     : ReorderCall(operand.reorder, plain, preferred, scratchpad);
}

size_t CubeStep::Reserve(const dnnl::memory::desc& desc) {
  size_t offset = workspace_bytes_;
  workspace_bytes_ += AlignUp(desc.get_size());
  return offset;
}

void CubeStep::AddInput(int argument, int value, const dnnl::memory::desc& plain, const dnnl::memory::desc& preferred,
                        const StepConstants* constants, std::string_view algorithm) {
  Operand& operand = inputs_.emplace_back();
  operand.argument = argument;
  operand.value = value;
  operand.plain = plain;
  operand.reorders = plain != preferred;
  if (!operand.reorders) return;
  operand.preferred = preferred;
  const void* constant = constants == nullptr ? nullptr : (*constants)[value];
  if (constant == nullptr) {
    operand.reorder = ReorderOf(plain, preferred);
    operand.offset = Reserve(preferred);
    operand.reorder.offset = Reserve(operand.reorder.scratchpad);
    return;
  }
  operand.packed = Pack(*constants, value, PackedForm(algorithm, preferred), preferred.get_size(), [&](std::byte* to) {
    const auto isa = TargetIsa();
    if (isa.ok() && PackWinogradFilter(static_cast<const float*>(constant), plain.dims(), preferred, *isa,
                                       reinterpret_cast<float*>(to))) {
      return;
    }
    Operand once = operand;
    once.reorder = ReorderOf(plain, preferred);
    const AlignedMemory scratchpad = NewAligned(once.reorder.scratchpad.get_size());
    PlacedOperand placed(once);
    placed.plain.At(const_cast<void*>(constant));
    placed.preferred.At(to);
    placed.scratchpad.At(scratchpad.get());
    placed.reorder.Run(dnnl::stream(CpuEngine()));
  });
}

bool CubeStep::packs(int value) const {
  bool found = false;
  for (const Operand& input : inputs_) {
    if (input.value == value && input.packed == nullptr) return false;
    found = found || input.value == value;
  }
  return found;
}

void CubeStep::SetResult(int value, const dnnl::memory::desc& plain, const dnnl::memory::desc& preferred,
                         int argument) {
  result_.argument = argument;
  result_.value = value;
  result_.plain = plain;
  result_.reorders = plain != preferred;
  if (!result_.reorders) return;
  result_.preferred = preferred;
  result_.reorder = ReorderOf(preferred, plain);
  result_.offset = Reserve(preferred);
  result_.reorder.offset = Reserve(result_.reorder.scratchpad);
  if (const auto by_hand = BlocksToPlain::Of(preferred, plain)) to_plain_ = std::make_shared<BlocksToPlain>(*by_hand);
}

void CubeStep::SetAdded(int value, const dnnl::memory::desc& plain, int post_op) {
  added_.value = value;
  added_.plain = plain;
  added_post_op_ = post_op;
  if (post_op >= 0) {
    added_.offset = Reserve(plain);
  } else if (result_.reorders) {
    added_.reorder = ReorderOf(plain, result_.preferred);
    added_.reorder.offset = Reserve(added_.reorder.scratchpad);
  }
}

void CubeStep::Finish(const dnnl::primitive& primitive, const dnnl::memory::desc& scratchpad, std::string name,
                      std::string description) {
  primitive_ = primitive;
  scratchpad_ = scratchpad;
  scratchpad_offset_ = Reserve(scratchpad);
  name_ = std::move(name);
  description_ = std::move(description);
}

std::unique_ptr<StepState> CubeStep::NewState() const {
  auto state = std::make_unique<State>();
  state->call = Call(primitive_);
  for (const Operand& input : inputs_) {
    state->call.Add(input.argument, state->inputs.emplace_back(input).given());
  }
  state->result = PlacedOperand(result_, true);
  state->call.Add(result_.argument, state->result.given());
  if (added_.value >= 0) state->added = Placed(added_.plain);
  if (added_post_op_ >= 0) {
    state->call.Add(DNNL_ARG_ATTR_MULTIPLE_POST_OP(added_post_op_) | DNNL_ARG_SRC_1, state->added);
  } else if (added_.value >= 0 && result_.reorders) {
    state->reorder_added = ReorderCall(added_.reorder, state->added, state->result.preferred, state->added_scratchpad);
  }
  state->scratchpad = Placed(scratchpad_);
  state->call.Add(DNNL_ARG_SCRATCHPAD, state->scratchpad);
  return state;
}

// Converts the added tensor to the place where the primitive expects it.
void CubeStep::PlaceAdded(void* added, void* result, std::byte* workspace, State& state) const {
  const auto copy_to = [&](void* to) { CopyInParallel(added, to, added_.plain.get_size()); };
  if (added_post_op_ >= 0) {
    // The primitive may write parts of its result before it reads the numbers to be added there.
    void* place = added == result ? workspace + added_.offset : added;
    if (place != added) copy_to(place);
    state.added.At(place);
  } else if (result_.reorders) {
    state.added.At(added);
    state.added_scratchpad.At(workspace + added_.reorder.offset);
    state.reorder_added.Run(state.stream);
  } else if (added != result) {
    copy_to(result);
  }
}

Status CubeStep::Run(std::span<void* const> values, std::byte* workspace, StepState* given) const {
  auto& state = static_cast<State&>(*given);
  try {
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const Operand& input = inputs_[i];
      if (input.packed != nullptr) continue;
      PlacedOperand& placed = state.inputs[i];
      placed.plain.At(values[static_cast<size_t>(input.value)]);
      if (!input.reorders) continue;
      placed.preferred.At(workspace + input.offset);
      placed.scratchpad.At(workspace + input.reorder.offset);
      placed.reorder.Run(state.stream);
    }
    void* result = values[static_cast<size_t>(result_.value)];
    state.result.plain.At(result);
    if (result_.reorders) {
      state.result.preferred.At(workspace + result_.offset);
      state.result.scratchpad.At(workspace + result_.reorder.offset);
    }
    if (added_.value >= 0) PlaceAdded(values[static_cast<size_t>(added_.value)], result, workspace, state);
    state.scratchpad.At(workspace + scratchpad_offset_);
    state.call.Run(state.stream);
    if (to_plain_ != nullptr) {
      to_plain_->Run(reinterpret_cast<const float*>(workspace + result_.offset), static_cast<float*>(result));
    } else if (result_.reorders) {
      state.result.reorder.Run(state.stream);
    }
    return Status();
  } catch (const dnnl::error& error) {
    return Status(ErrorCode::kKernelFailed, fmt::format("oneDNN failed in {}: {}", name_, error.what()));
  }
}

}  // namespace opdk
