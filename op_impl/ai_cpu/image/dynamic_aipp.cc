#include <algorithm>
#include <cmath>
#include <vector>

#include "cpu_kernel.h"
#include "log.h"
#include "op_impl/ai_cpu/common/cast.h"
#include "op_impl/ai_cpu/common/tensor.h"
#include "opdk/aipp_parameters.h"
#include "opdk/isa.h"

namespace {

// This file computes in the order and precision of static AIPP's operators, so that both give the same bits.

// Pixels of several rows, with all channels of a pixel side by side.
using Pixels = std::vector<float>;

// The two source elements of an element of a resized axis, and the upper one's share.
struct Neighbours {
  int64_t low, high;
  float share;
};

std::vector<Neighbours> NeighboursOf(int64_t from, int64_t to) {
  const double scale = static_cast<double>(to) / static_cast<double>(from);
  const auto inside = [&](int64_t at) { return std::clamp<int64_t>(at, 0, from - 1); };
  std::vector<Neighbours> all;
  for (int64_t i = 0; i < to; ++i) {
    const double place = (static_cast<double>(i) + 0.5) / scale - 0.5, left = std::floor(place);
    const auto at = static_cast<int64_t>(left);
    all.push_back({inside(at), inside(at + 1), static_cast<float>(place - left)});
  }
  return all;
}

// Interpolates between two numbers. Rounds once on machines with a fused instruction, as the generated kernels of
// Resize do there.
float Mixed(float low, float high, float share) {
  static const bool kFuses = opdk::VectorIsa() != opdk::Isa::kBaseline;
  if (share == 0) return low;
  return kFuses ? std::fma(low, 1 - share, high * share) : low * (1 - share) + high * share;
}

class ImageOfRun {
 public:
  ImageOfRun(const opdk::AippHeader& header, const opdk::AippImage& image, const uint8_t* bytes,
             const opdk::AippTarget& target)
      : header_(header),
        image_(image),
        bytes_(bytes),
        target_(target),
        extents_(opdk::ExtentsOf(header, image)),
        above_(image.pads != 0 ? image.above : 0),
        before_(image.pads != 0 ? image.before : 0) {
    const opdk::AippExtents& e = extents_;
    if (e.to_width != e.width) columns_ = NeighboursOf(e.width, e.to_width);
    if (e.to_height != e.height) rows_ = NeighboursOf(e.height, e.to_height);
  }

  // Writes row `at` of the result into each channel's plane.
  void Row(int64_t at, float* planes) {
    const int64_t channels = target_.channels, plane = target_.height * target_.width;
    float* to = planes + at * target_.width;
    for (int64_t c = 0; c < channels; ++c) std::fill(to + c * plane, to + c * plane + target_.width, 0.0F);
    if (at < above_ || at - above_ >= extents_.to_height) return;
    const Pixels& row = Resized(at - above_);
    for (int64_t c = 0; c < channels; ++c) {
      const float less = static_cast<float>(image_.mean[c]) + image_.minimum[c], factor = image_.reciprocal[c];
      float* const begin = to + c * plane + before_;
      for (int64_t x = 0; x < extents_.to_width; ++x) {
        begin[x] = (row[static_cast<size_t>(x * channels + c)] - less) * factor;
      }
    }
  }

 private:
  const Pixels& Resized(int64_t at) {
    if (rows_.empty()) return Widened(at, 0);
    const Neighbours& of = rows_[static_cast<size_t>(at)];
    const Pixels& low = Widened(of.low, 0);
    if (of.share == 0) return low;
    const Pixels& high = Widened(of.high, of.high == of.low ? 0 : 1);
    mixed_.resize(low.size());
    for (size_t i = 0; i < low.size(); ++i) mixed_[i] = Mixed(low[i], high[i], of.share);
    return mixed_;
  }

  // Returns a row of the cropped image in its resized width.
  const Pixels& Widened(int64_t at, size_t slot) {
    Pixels& row = wide_[slot];
    if (at_[slot] == at) return row;
    at_[slot] = at;
    const int64_t channels = target_.channels;
    if (columns_.empty()) {
      Read(at, row);
      return row;
    }
    Read(at, read_);
    row.resize(static_cast<size_t>(extents_.to_width * channels));
    for (int64_t x = 0; x < extents_.to_width; ++x) {
      const Neighbours& of = columns_[static_cast<size_t>(x)];
      for (int64_t c = 0; c < channels; ++c) {
        row[static_cast<size_t>(x * channels + c)] =
            Mixed(read_[static_cast<size_t>(of.low * channels + c)], read_[static_cast<size_t>(of.high * channels + c)],
                  of.share);
      }
    }
    return row;
  }

  // Reads a row of the cropped image, with its colours converted.
  void Read(int64_t at, Pixels& row) const {
    const int64_t y = extents_.top + at;
    const bool is_yuv = header_.format == opdk::kAippYuv420sp;
    const int64_t given = header_.format == opdk::kAippYuv400 ? 1 : 3;
    row.resize(static_cast<size_t>(extents_.width * target_.channels));
    const bool swaps = header_.swaps_red_and_blue != 0;
    const uint8_t* from = bytes_ + (y * header_.width + extents_.left) * (is_yuv ? 1 : given);
    const uint8_t* pairs = bytes_ + (header_.height + y / 2) * int64_t{header_.width} + extents_.left;
    float pixel[3] = {};
    for (int64_t x = 0; x < extents_.width; ++x) {
      if (is_yuv) {
        pixel[0] = from[x];
        const uint8_t* pair = pairs + x - x % 2;
        pixel[1] = pair[0];
        pixel[2] = pair[1];
      } else {
        std::copy_n(from + x * given, given, pixel);
      }
      // Red and blue of a pixel, or its two colours.
      if (swaps) std::swap(pixel[is_yuv ? 1 : 0], pixel[2]);
      float* const to = row.data() + x * target_.channels;
      if (header_.converts_colours != 0) {
        Convert(pixel, to);
      } else {
        std::copy_n(pixel, target_.channels, to);
      }
    }
  }

  // Converts a pixel in other colours to the channels that the model takes.
  void Convert(const float* pixel, float* to) const {
    float from[3];
    for (size_t c = 0; c < 3; ++c) from[c] = pixel[c] - static_cast<float>(header_.input_bias[c]);
    for (int64_t c = 0; c < target_.channels; ++c) {
      const int32_t* factors = header_.matrix + 3 * c;
      float sum = from[0] * static_cast<float>(factors[0]);
      sum += from[1] * static_cast<float>(factors[1]);
      sum += from[2] * static_cast<float>(factors[2]);
      sum = std::floor(sum * (1.0F / 256)) + static_cast<float>(header_.output_bias[c]);
      to[c] = std::clamp(sum, 0.0F, 255.0F);
    }
  }

  const opdk::AippHeader& header_;
  const opdk::AippImage& image_;
  const uint8_t* bytes_;
  const opdk::AippTarget& target_;
  const opdk::AippExtents extents_;
  const int64_t above_, before_;
  std::vector<Neighbours> columns_, rows_;  // empty: the axis stays as it is
  Pixels read_, mixed_, wide_[2];
  int64_t at_[2] = {-1, -1};  // rows that are in wide_
};

}  // namespace

namespace aicpu {

class DynamicAippCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto bytes = opdk::Values<const uint8_t>(ctx.Input(0)), params = opdk::Values<const uint8_t>(ctx.Input(1));
    const auto shape = opdk::DimsOf(ctx.Output(0));
    const opdk::AippTarget target{shape[0], shape[1], shape[2], shape[3], static_cast<int64_t>(bytes.size())};
    opdk::AippParameters parameters;
    std::string wrong =
        opdk::ReadAipp({reinterpret_cast<const char*>(params.data()), params.size()}, target.images, parameters);
    if (wrong.empty()) wrong = opdk::CheckAipp(parameters, target);
    if (!wrong.empty()) {
      KERNEL_LOG_ERROR("%s: the run's parameters of its images: %s", ctx.GetOpType().c_str(), wrong.c_str());
      return opdk::kKernelFailed;
    }
    float* const y = opdk::Values<float>(ctx.Output(0)).data();
    const int64_t each = target.channels * target.height * target.width, one = opdk::AippImageBytes(parameters.header);
    return opdk::ParallelRange(
        ctx, target.images * target.height, target.channels * target.width * 8, [&](int64_t begin, int64_t end) {
          while (begin < end) {
            const int64_t image = begin / target.height, last = std::min(end, (image + 1) * target.height);
            ImageOfRun of_run(parameters.header, parameters.images[static_cast<size_t>(image)],
                              bytes.data() + image * one, target);
            for (; begin < last; ++begin) of_run.Row(begin % target.height, y + image * each);
          }
        });
  }
};
OPDK_CPU_KERNEL(DynamicAipp, DynamicAippCpuKernel);

}  // namespace aicpu
