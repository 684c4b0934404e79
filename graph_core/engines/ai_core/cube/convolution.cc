#include "graph_core/engines/ai_core/cube/convolution.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "graph_core/engines/ai_core/steps/channel_blocks.h"

namespace opdk {
namespace {

using dnnl::memory;
using Primitive = ConvolutionPrimitive;

// Returns the multiplications for each element of an image, including those with the padding of channel blocks.
double PaddedWork(const Primitive& primitive) {
  const memory::desc x = primitive.src_desc(), y = primitive.dst_desc();
  return static_cast<double>(x.data.padded_dims[1]) * static_cast<double>(y.data.padded_dims[1]);
}

}  // namespace

Convolution::Convolution(const StepSpec& spec)
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

void Convolution::ReadAdded(const StepSpec& spec) {
  memory::desc added = ChannelDesc(y, spec.y_c0);
  SetPostOps(MakePostOps(spec, &added));
}

void Convolution::SetPostOps(const dnnl::post_ops& post_ops) {
  attr = dnnl::primitive_attr();
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  attr.set_post_ops(post_ops);
}

Primitive Convolution::Make(const memory::desc& x_desc, const memory::desc& y_desc) const {
  const auto desc = Desc(dnnl::algorithm::convolution_direct, x_desc, AnyLayout(weights), y_desc);
  Primitive first(desc, attr, CpuEngine());
  if (!RoundsByThreads(first.impl_info_str())) return first;
  const std::vector<Primitive> all = All(desc);
  const auto steady = std::find_if(all.begin(), all.end(), [](const Primitive& primitive) {
    const std::string_view name = primitive.impl_info_str();
    return !RoundsByThreads(name) && !IsReference(name);
  });
  if (steady == all.end()) return first;
  const auto narrower = std::find_if(steady, all.end(), [&](const Primitive& primitive) {
    constexpr double kWorth = 1.75;  // narrower registers cost up to twice the time
    return primitive.impl_info_str() == std::string_view("jit:avx2") &&
           PaddedWork(*steady) >= kWorth * PaddedWork(primitive);
  });
  return narrower == all.end() ? *steady : *narrower;
}

Primitive Convolution::MakeRowMajor() const {
  return {Desc(dnnl::algorithm::convolution_direct, PlainDesc(x), PlainDesc(weights), PlainDesc(y)), attr, CpuEngine()};
}

std::vector<Primitive> Convolution::MakeWinograd(const memory::desc& x_desc, const memory::desc& y_desc) const {
  return All(Desc(dnnl::algorithm::convolution_winograd, x_desc, AnyLayout(weights), y_desc));
}

dnnl::convolution_forward::desc Convolution::Desc(dnnl::algorithm algorithm, const memory::desc& x_desc,
                                                  const memory::desc& weights_desc, const memory::desc& y_desc) const {
  return {dnnl::prop_kind::forward_inference, algorithm, x_desc, weights_desc, bias, y_desc, strides, gaps, begin, end};
}

std::vector<Primitive> Convolution::All(const dnnl::convolution_forward::desc& desc) const {
  std::vector<Primitive> primitives;
  for (size_t skipped = 0;; ++skipped) {
    try {
      Primitive primitive(desc, attr, CpuEngine());
      for (size_t i = 0; i < skipped; ++i) {
        if (!primitive.next_impl()) return primitives;
      }
      // If its cache of primitives is warm, oneDNN begins again from the start.
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

// Converts row-major data to the layout that oneDNN prefers. Data with few channels stays row-major if oneDNN supports
// that.
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
  // If one side is fixed, oneDNN doesn't always find the layout of the other side that suits it.
  return conv.Make(ChannelDesc(conv.x, MachineC0()), ChannelDesc(conv.y, MachineC0()));
}

}  // namespace opdk
