#include "graph_core/engines/ai_core/cube/inside_only.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "graph_core/engines/ai_core/cube/onednn_step.h"
#include "opdk/parallel.h"
#include "opdk/shape_rules.h"

namespace opdk {
namespace {

using dnnl::memory;

// Row-major floats.
struct Plain {
  explicit Plain(std::vector<int64_t> dims) : shape(std::move(dims)), data(static_cast<size_t>(ExtentProduct(shape))) {}
  memory Memory() { return {PlainDesc(shape), CpuEngine(), data.data()}; }

  std::vector<int64_t> shape;
  std::vector<float> data;
};

void Copy(memory from, memory to) {
  dnnl::stream stream(CpuEngine());
  dnnl::reorder(from, to).execute(stream, from, to);
  stream.wait();
}

// The flat place in x that a tap at `tap` reads for `position`, both counted flat; -1 outside.
class Places {
 public:
  // Takes the shapes of a convolution of `x` by `filter` to `y`.
  Places(std::vector<int64_t> x, std::vector<int64_t> filter, std::vector<int64_t> y, const tbe::ConvParams& conv)
      : in_(std::move(x)), out_(std::move(y)), taps_(std::move(filter)) {
    for (auto* dims : {&in_, &out_, &taps_}) dims->erase(dims->begin(), dims->begin() + 2);
    strides_ = OrFilled(conv.strides, in_.size(), 1);
    dilations_ = OrFilled(conv.dilations, in_.size(), 1);
    begins_ = OrFilled(conv.pads_begin, in_.size(), 0);
  }

  int64_t At(int64_t position, int64_t tap) const {
    int64_t at = 0, step = 1;
    for (size_t axis = in_.size(); axis-- > 0;) {
      const int64_t place =
          position % out_[axis] * strides_[axis] + tap % taps_[axis] * dilations_[axis] - begins_[axis];
      if (place < 0 || place >= in_[axis]) return -1;
      at += place * step;
      step *= in_[axis];
      position /= out_[axis];
      tap /= taps_[axis];
    }
    return at;
  }
  int64_t in() const { return ExtentProduct(in_); }
  int64_t out() const { return ExtentProduct(out_); }
  int64_t taps() const { return ExtentProduct(taps_); }

 private:
  std::vector<int64_t> in_, out_, taps_, strides_, dilations_, begins_;
};

void Convolve(const StepSpec& spec, const Plain& x, const float* weights, const float* bias, Plain& y) {
  const tbe::TensorNode& cube = *spec.cube;
  const Places places(cube.inputs[0].shape(), cube.inputs[1].shape(), cube.shape, cube.conv);
  const int64_t channels = spec.cube->inputs[1].shape()[1], outputs = y.shape[1];
  const int64_t filters = outputs / spec.cube->conv.groups;
  ParallelFor(y.shape[0] * outputs, 1, [&](int64_t begin, int64_t end) {
    for (int64_t plane = begin; plane < end; ++plane) {
      const int64_t output = plane % outputs, first = plane / outputs * x.shape[1] + output / filters * channels;
      for (int64_t position = 0; position < places.out(); ++position) {
        double sum = bias == nullptr ? 0 : bias[output];
        for (int64_t tap = 0; tap < places.taps(); ++tap) {
          const int64_t at = places.At(position, tap);
          for (int64_t c = 0; at >= 0 && c < channels; ++c) {
            const float weight = weights[(output * channels + c) * places.taps() + tap];
            sum += static_cast<double>(weight) * x.data[static_cast<size_t>((first + c) * places.in() + at)];
          }
        }
        y.data[static_cast<size_t>(plane * places.out() + position)] = static_cast<float>(sum);
      }
    }
  });
}

}  // namespace

bool PadsWithZeros(const StepSpec& spec) {
  const tbe::ConvParams& conv = spec.cube->conv;
  const auto some = [](const std::vector<int64_t>& pads) {
    return std::any_of(pads.begin(), pads.end(), [](int64_t pad) { return pad != 0; });
  };
  return some(conv.pads_begin) || some(conv.pads_end);
}

bool AllFinite(const float* numbers, int64_t count) {
  constexpr uint32_t kExponent = 0x7f800000;
  bool finite = true;
  for (int64_t i = 0; i < count; ++i) finite &= (std::bit_cast<uint32_t>(numbers[i]) & kExponent) != kExponent;
  return finite;
}

std::optional<UnboundedFilter> UnboundedFilter::Of(const StepSpec& spec, const StepConstants& constants) {
  const int value = spec.cube_inputs[1];
  const int64_t count = ExtentProduct(spec.cube->inputs[1].shape());
  const auto* constant = static_cast<const float*>(constants[value]);
  if (!PadsWithZeros(spec) || (constant != nullptr && AllFinite(constant, count))) return std::nullopt;
  return UnboundedFilter(spec, value, count);
}

void FilterGradientInsideOnly(const tbe::TensorNode& cube, const float* x, const float* gradient, float* filter) {
  const std::vector<int64_t>&images = cube.inputs[0].shape(), &results = cube.inputs[1].shape();
  const Places places(images, cube.shape, results, cube.conv);
  const int64_t channels = cube.shape[1], per_group = cube.shape[0] / cube.conv.groups;
  std::vector<int64_t> read(static_cast<size_t>(places.taps() * places.out()));  // by tap, then position
  for (int64_t i = 0; i < std::ssize(read); ++i) {
    read[static_cast<size_t>(i)] = places.At(i % places.out(), i / places.out());
  }
  ParallelFor(ExtentProduct(cube.shape), 1, [&](int64_t begin, int64_t end) {
    for (int64_t at = begin; at < end; ++at) {
      const int64_t tap = at % places.taps(), output = at / places.taps() / channels;
      const int64_t channel = output / per_group * channels + at / places.taps() % channels;
      const int64_t* reads = read.data() + tap * places.out();
      double sum = 0;
      for (int64_t image = 0; image < images[0]; ++image) {
        const float* from = x + (image * images[1] + channel) * places.in();
        const float* with = gradient + (image * results[1] + output) * places.out();
        for (int64_t position = 0; position < places.out(); ++position) {
          const int64_t place = reads[position];
          if (place >= 0) sum += static_cast<double>(from[place]) * static_cast<double>(with[position]);
        }
      }
      filter[at] = static_cast<float>(sum);
    }
  });
}

Status ConvolveInsideOnly(const StepSpec& spec, std::span<void* const> values) {
  try {
    const auto floats = [&](int value) { return static_cast<float*>(values[static_cast<size_t>(value)]); };
    Plain x(spec.cube->inputs[0].shape()), y(spec.cube->shape);
    const memory::desc x_desc = ChannelDesc(x.shape, spec.x_c0), y_desc = ChannelDesc(y.shape, spec.y_c0);
    Copy({x_desc, CpuEngine(), floats(spec.cube_inputs[0])}, x.Memory());
    Convolve(spec, x, floats(spec.cube_inputs[1]), spec.bias < 0 ? nullptr : floats(spec.bias), y);
    for (const Epilogue& epilogue : spec.epilogues) {
      if (epilogue.kind == Epilogue::Kind::kAdd) {
        Plain added(y.shape);
        Copy({y_desc, CpuEngine(), floats(epilogue.value)}, added.Memory());
        std::transform(y.data.begin(), y.data.end(), added.data.begin(), y.data.begin(), std::plus<>());
      } else {
        ApplyEltwise(epilogue, y.Memory());
      }
    }
    Copy(y.Memory(), {y_desc, CpuEngine(), floats(spec.outputs[0])});
    return Status();
  } catch (const dnnl::error& error) {
    return Status(ErrorCode::kKernelFailed, std::string("oneDNN failed in a convolution: ") + error.what());
  }
}

}  // namespace opdk
