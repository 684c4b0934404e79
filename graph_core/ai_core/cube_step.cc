#include "graph_core/ai_core/cube_step.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "opdk/parallel.h"

namespace opdk {
namespace {

constexpr size_t kAlignment = 64;
// Below this a copy is not worth a second thread.
constexpr int64_t kCopyGrain = 1 << 18;

size_t Aligned(size_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

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
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

std::vector<int64_t> Gaps(std::vector<int64_t> dilations) {
  for (int64_t& dilation : dilations) --dilation;
  return dilations;
}

std::vector<int64_t> GroupedFilter(std::vector<int64_t> filter, int64_t groups) {
  if (groups == 1) return filter;
  filter[0] /= groups;
  filter.insert(filter.begin(), groups);
  return filter;
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

dnnl::memory::desc ChannelDesc(const std::vector<int64_t>& shape, int64_t c0) {
  using Tag = dnnl::memory::format_tag;
  if (SameInBothFormats(shape, MachineC0())) c0 = MachineC0();
  if (c0 == 0) return PlainDesc(shape);
  constexpr Tag kTags[2][3] = {{Tag::nCw8c, Tag::nChw8c, Tag::nCdhw8c}, {Tag::nCw16c, Tag::nChw16c, Tag::nCdhw16c}};
  return {shape, dnnl::memory::data_type::f32, kTags[c0 == 16 ? 1 : 0][shape.size() - 3]};
}

dnnl::post_ops MakePostOps(const StepSpec& spec) {
  dnnl::post_ops ops;
  for (const Epilogue& epilogue : spec.epilogues) {
    if (epilogue.kind == Epilogue::Kind::kAdd) {
      ops.append_sum(1.0f);
    } else {
      ops.append_eltwise(1.0f, FormOf(epilogue.kind).algorithm, epilogue.alpha, epilogue.beta);
    }
  }
  return ops;
}

int AddedValue(const StepSpec& spec) {
  for (const Epilogue& epilogue : spec.epilogues) {
    if (epilogue.kind == Epilogue::Kind::kAdd) return epilogue.value;
  }
  return -1;
}

std::string CubeName(const StepSpec& spec) {
  switch (spec.cube->kind) {
    case tbe::Kind::kMatmul:
      return "onednn_matmul";
    case tbe::Kind::kConv:
      return "onednn_conv";
    case tbe::Kind::kConvTranspose:
      return "onednn_conv_transpose";
    default:
      return "onednn_pooling";
  }
}

std::string DescribeCube(const std::string& implementation, const StepSpec& spec) {
  std::string text = "oneDNN " + CubeName(spec).substr(std::string_view("onednn_").size());
  if (!implementation.empty()) text += ", " + implementation;
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

size_t CubeStep::Reserve(const dnnl::memory::desc& desc) {
  size_t offset = workspace_bytes_;
  workspace_bytes_ += Aligned(desc.get_size());
  return offset;
}

void CubeStep::AddInput(int argument, int value, const dnnl::memory::desc& plain, const dnnl::memory::desc& preferred,
                        const void* constant) {
  Operand operand;
  operand.argument = argument;
  operand.value = value;
  operand.plain = dnnl::memory(plain, CpuEngine(), nullptr);
  operand.reorders = plain != preferred;
  operand.preferred = operand.reorders ? dnnl::memory(preferred, CpuEngine(), nullptr) : operand.plain;
  if (operand.reorders) {
    operand.reorder = dnnl::reorder(operand.plain, operand.preferred);
    if (constant != nullptr) {
      operand.storage.reset(std::aligned_alloc(kAlignment, Aligned(preferred.get_size())));
      operand.plain.set_data_handle(const_cast<void*>(constant));
      operand.preferred.set_data_handle(operand.storage.get());
      operand.reorder.execute(stream_, operand.plain, operand.preferred);
      stream_.wait();
      operand.packed = true;
    } else {
      operand.offset = Reserve(preferred);
    }
  }
  arguments_[argument] = operand.preferred;
  inputs_.push_back(std::move(operand));
}

void CubeStep::SetResult(int value, const dnnl::memory::desc& plain, const dnnl::memory::desc& preferred) {
  result_.value = value;
  result_.plain = dnnl::memory(plain, CpuEngine(), nullptr);
  result_.reorders = plain != preferred;
  result_.preferred = result_.reorders ? dnnl::memory(preferred, CpuEngine(), nullptr) : result_.plain;
  if (result_.reorders) {
    result_.reorder = dnnl::reorder(result_.preferred, result_.plain);
    result_.offset = Reserve(preferred);
  }
  arguments_[DNNL_ARG_DST] = result_.preferred;
}

void CubeStep::SetAdded(int value, const dnnl::memory::desc& plain) {
  added_.value = value;
  added_.plain = dnnl::memory(plain, CpuEngine(), nullptr);
  if (result_.reorders) added_.reorder = dnnl::reorder(added_.plain, result_.preferred);
}

void CubeStep::Finish(const dnnl::primitive& primitive, const dnnl::memory::desc& scratchpad, std::string name,
                      std::string description) {
  primitive_ = primitive;
  scratchpad_ = dnnl::memory(scratchpad, CpuEngine(), nullptr);
  scratchpad_offset_ = Reserve(scratchpad);
  arguments_[DNNL_ARG_SCRATCHPAD] = scratchpad_;
  name_ = std::move(name);
  description_ = std::move(description);
}

Status CubeStep::Run(std::span<void* const> values, std::byte* workspace) {
  try {
    for (Operand& input : inputs_) {
      if (input.packed) continue;
      input.plain.set_data_handle(values[static_cast<size_t>(input.value)], stream_);
      if (!input.reorders) continue;
      input.preferred.set_data_handle(workspace + input.offset, stream_);
      input.reorder.execute(stream_, input.plain, input.preferred);
    }
    void* result = values[static_cast<size_t>(result_.value)];
    result_.plain.set_data_handle(result, stream_);
    if (result_.reorders) result_.preferred.set_data_handle(workspace + result_.offset, stream_);
    if (added_.value >= 0) {
      void* added = values[static_cast<size_t>(added_.value)];
      added_.plain.set_data_handle(added, stream_);
      if (result_.reorders) {
        added_.reorder.execute(stream_, added_.plain, result_.preferred);
      } else if (added != result) {
        ParallelFor(static_cast<int64_t>(added_.plain.get_desc().get_size()), kCopyGrain,
                    [&](int64_t begin, int64_t end) {
                      std::memcpy(static_cast<char*>(result) + begin, static_cast<const char*>(added) + begin,
                                  static_cast<size_t>(end - begin));
                    });
      }
    }
    scratchpad_.set_data_handle(workspace + scratchpad_offset_, stream_);
    primitive_.execute(stream_, arguments_);
    if (result_.reorders) result_.reorder.execute(stream_, result_.preferred, result_.plain);
    stream_.wait();
    return Status();
  } catch (const dnnl::error& error) {
    return Status(ErrorCode::kKernelFailed, fmt::format("oneDNN failed in {}: {}", name_, error.what()));
  }
}

}  // namespace opdk
