#include "graph_core/engines/ai_core/cube/post_ops.h"

#include "graph_core/engines/ai_core/cube/onednn_calls.h"

namespace opdk {
namespace {

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

const char* NameOf(Epilogue::Kind kind) { return FormOf(kind).name; }

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

}  // namespace opdk
