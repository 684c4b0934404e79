#include <numeric>
#include <optional>
#include <utility>

#include "graph_core/engines/ai_core/cube/byte_sums.h"
#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/cube/onednn_step.h"
#include "graph_core/engines/ai_core/steps/channel_blocks.h"

namespace opdk {
namespace {

using dnnl::memory;
using ByteConvolution = dnnl::convolution_forward::primitive_desc;

memory::data_type DataType(const tbe::TensorNode& cube) {
  return cube.inputs[0].dtype() == ge::DT_UINT8 ? memory::data_type::u8 : memory::data_type::s8;
}

// Returns the first implementation that is exact.
std::optional<ByteConvolution> FindExact(const tbe::TensorNode& cube) {
  const std::vector<int64_t> weights = GroupedFilter(cube.inputs[1].shape(), cube.conv.groups);
  RequireCountable(cube.inputs[0].shape());
  RequireCountable(cube.shape);
  dnnl::convolution_forward::desc desc(dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
                                       AnyLayout(cube.inputs[0].shape(), DataType(cube)),
                                       AnyLayout(weights, memory::data_type::s8),
                                       AnyLayout(cube.shape, memory::data_type::s32), cube.conv.strides,
                                       Gaps(cube.conv.dilations), cube.conv.pads_begin, cube.conv.pads_end);
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  ByteConvolution primitive(desc, attr, CpuEngine());
  do {
    const std::string name = primitive.impl_info_str();
    // Implementations for less than AVX-512 saturate.
    if (name.find("avx2") == std::string::npos && name.find("sse") == std::string::npos && IsExact(cube, name)) {
      return primitive;
    }
  } while (primitive.next_impl());
  return std::nullopt;
}

class ByteConvStep : public OnednnStep {
 public:
  ByteConvStep(const StepSpec& spec, const ByteConvolution& primitive, const StepConstants& constants)
      : channels_(spec.cube->shape[1]),
        rows_(spec.cube->shape[0] * channels_),
        columns_(
            std::accumulate(spec.cube->shape.begin() + 2, spec.cube->shape.end(), int64_t{1}, std::multiplies<>())),
        result_(spec.outputs[0]),
        bias_(spec.bias) {
    const tbe::TensorNode& cube = *spec.cube;
    const std::vector<int64_t> weights = GroupedFilter(cube.inputs[1].shape(), cube.conv.groups);
    AddInput(DNNL_ARG_SRC, spec.cube_inputs[0], PlainDesc(cube.inputs[0].shape(), DataType(cube)),
             primitive.src_desc());
    AddInput(DNNL_ARG_WEIGHTS, spec.cube_inputs[1], PlainDesc(weights, memory::data_type::s8), primitive.weights_desc(),
             &constants);
    SetResult(spec.outputs[0], PlainDesc(cube.shape, memory::data_type::s32), primitive.dst_desc());
    Finish(dnnl::convolution_forward(primitive), primitive.scratchpad_desc(), CubeName(spec),
           DescribeCube(primitive.impl_info_str(), spec));
  }

  Status Run(std::span<void* const> values, std::byte* workspace, StepState* state) const override {
    OPDK_TRY(OnednnStep::Run(values, workspace, state));
    if (bias_ >= 0) {
      AddToRows(static_cast<int32_t*>(values[static_cast<size_t>(result_)]), rows_, columns_,
                static_cast<const int32_t*>(values[static_cast<size_t>(bias_)]), channels_);
    }
    return Status();
  }

 private:
  int64_t channels_, rows_, columns_;
  int result_, bias_;
};

}  // namespace

bool HasByteDotProduct() {
  CpuEngine();  // holds oneDNN to what OPDK_ISA names, which it asks for but once
  const auto isa = static_cast<unsigned>(dnnl::get_effective_cpu_isa());
  const auto needed = static_cast<unsigned>(dnnl::cpu_isa::avx512_core_vnni);
  return (isa & needed) == needed;
}

bool ConvolvesBytesExactly(const tbe::TensorNode& conv) {
  try {
    return FindExact(conv).has_value();
  } catch (const dnnl::error&) {
    return false;
  }
}

Result<std::unique_ptr<KernelStep>> MakeByteConvStep(const StepSpec& spec, const StepConstants& constants) {
  return FencedCube("8-bit convolution", [&]() -> std::unique_ptr<KernelStep> {
    auto primitive = FindExact(*spec.cube);
    if (!primitive) throw dnnl::error(dnnl_unimplemented, "no implementation is exact");
    return std::make_unique<ByteConvStep>(spec, *primitive, constants);
  });
}

}  // namespace opdk
