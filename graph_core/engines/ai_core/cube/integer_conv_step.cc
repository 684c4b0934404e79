// A hand-written convolution of bytes. The data is padded. The operands of each group of terms are laid side by side
// for all places at once. Then 16 places of the result at a time become the columns of a product, whose rows are the
// filters.
#include <emmintrin.h>
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <utility>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/type_names.h"
#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/cube/integer_product.h"
#include "graph_core/engines/ai_core/cube/onednn_step.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

using Dims = std::vector<int64_t>;

// Places of the result next to each other in a row of it, and the bytes to where their first tap's data begin.
struct Stretch {
  int64_t offset = 0;
  int first = 0, count = 0;
};

// Up to kColumns places.
struct Patch {
  std::array<Stretch, IntegerTile::kColumns> stretches;
  int stretch_count = 0;
};

constexpr int kPlaces = IntegerTile::kColumns;

__m128i* Registers(void* to) { return static_cast<__m128i*>(to); }
__m128i Load(const void* from) { return _mm_loadu_si128(static_cast<const __m128i*>(from)); }

// Packs sixteen neighbouring places of each tap.
void PackWhole(const std::array<const int16_t*, 2>& taps, int16_t* to) {
  for (int half = 0; half < 2; ++half) {
    const __m128i a = Load(taps[0] + 8 * half), b = Load(taps[1] + 8 * half);
    _mm_storeu_si128(Registers(to) + 2 * half, _mm_unpacklo_epi16(a, b));
    _mm_storeu_si128(Registers(to) + 2 * half + 1, _mm_unpackhi_epi16(a, b));
  }
}

void PackWhole(const std::array<const uint8_t*, 4>& taps, uint8_t* to) {
  const __m128i a = Load(taps[0]), b = Load(taps[1]), c = Load(taps[2]), d = Load(taps[3]);
  const __m128i ab[] = {_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b)};
  const __m128i cd[] = {_mm_unpacklo_epi8(c, d), _mm_unpackhi_epi8(c, d)};
  for (int half = 0; half < 2; ++half) {
    _mm_storeu_si128(Registers(to) + 2 * half, _mm_unpacklo_epi16(ab[half], cd[half]));
    _mm_storeu_si128(Registers(to) + 2 * half + 1, _mm_unpackhi_epi16(ab[half], cd[half]));
  }
}

// Interleaves the taps: to[i * kTaps + t] = taps[t][i] for i < count. Writes on up to a multiple of kPlaces.
template <typename T, size_t kTaps>
void Interleave(std::array<const T*, kTaps> taps, int64_t count, T* to) {
  for (int64_t i = 0; i < count; i += kPlaces, to += kPlaces * kTaps) {
    PackWhole(taps, to);
    for (const T*& tap : taps) tap += kPlaces;
  }
}

// Copies groups of bytes: to[i] = from[i * stride] for i < count. With a stride of 1 always copies kPlaces groups.
void CopyGroups(const uint8_t* from, int64_t stride, int count, uint8_t* to) {
  if (stride == 1) {
    std::memcpy(to, from, kColumnsBytes);
    return;
  }
  for (int i = 0; i < count; ++i) {
    std::memcpy(to + i * IntegerTile::kGroup, from + i * stride * IntegerTile::kGroup, IntegerTile::kGroup);
  }
}

class IntegerConvStep : public KernelStep {
 public:
  IntegerConvStep(const StepSpec& spec, Isa isa, const StepConstants& constants)
      : cube_(spec.cube),
        functions_(FunctionsOf(isa)),
        x_value_(spec.cube_inputs[0]),
        filter_value_(spec.cube_inputs[1]),
        bias_(spec.bias),
        output_(spec.outputs[0]),
        name_(CubeName(spec)),
        description_(DescribeCube(Name(isa), spec)) {
    const tbe::ConvParams& conv = cube_->conv;
    const Dims &x = cube_->inputs[0].shape(), &w = cube_->inputs[1].shape(), &y = cube_->shape;
    const size_t rank = x.size() - 2;
    auto spatial = [&](const Dims& shape) { return SpatialDims({shape.begin() + 2, shape.end()}, rank, 1); };
    batch_ = x[0];
    channels_ = x[1];
    groups_ = conv.groups;
    filters_ = y[1] / groups_;
    in_ = spatial(x);
    out_ = spatial(y);
    strides_ = SpatialDims(conv.strides, rank, 1);
    before_ = SpatialDims(conv.pads_begin, rank, 0);
    const Dims taps = spatial(w), dilations = SpatialDims(conv.dilations, rank, 1),
               after = SpatialDims(conv.pads_end, rank, 0);
    padded_ = in_;
    for (size_t i = 0; i < 3; ++i) padded_[i] += before_[i] + after[i];
    terms_ = w[1] * ElementCount(taps);
    const void* constant = constants[filter_value_];
    term_groups_ = TermGroups::Of(functions_, cube_->inputs[0], cube_->inputs[1], constant, true);
    OrderTerms(w[1], taps, dilations);
    if (constant != nullptr) {
      packed_ = Pack(constants, filter_value_, fmt::format("rows {}", static_cast<int>(term_groups_.form())),
                     FilterBytes(), [&](std::byte* to) { PackFilter(constant, reinterpret_cast<uint8_t*>(to)); });
    }
  }

  Status Run(std::span<void* const> values, std::byte* workspace, StepState*) const override {
    auto* padded = reinterpret_cast<uint8_t*>(workspace);
    uint8_t* x = padded + AlignUp(PaddedBytes());
    const auto* filter = reinterpret_cast<const uint8_t*>(packed_);
    PadX(values[static_cast<size_t>(x_value_)], padded);
    InterleaveX(padded, x);
    if (filter == nullptr) {
      uint8_t* packed = x + AlignUp(InterleavedBytes());
      PackFilter(values[static_cast<size_t>(filter_value_)], packed);
      filter = packed;
    }
    const auto* bias = bias_ < 0 ? nullptr : static_cast<const int32_t*>(values[static_cast<size_t>(bias_)]);
    auto* y = static_cast<int32_t*>(values[static_cast<size_t>(output_)]);
    const int64_t panels = (ElementCount(out_) + kPlaces - 1) / kPlaces;
    // Few places are shared by their filters, though their data is then packed more than once.
    const int64_t together = batch_ * groups_ * panels < 4 * ThreadCount() ? 8 * IntegerTile::kRows : filters_;
    const int64_t blocks = filters_ == 0 ? 0 : (filters_ + together - 1) / together;
    const int64_t products = std::min(filters_, together) * kPlaces * std::max<int64_t>(terms_, 1);
    ParallelFor(batch_ * groups_ * panels * blocks, GrainOf(products), [&](int64_t begin, int64_t end) {
      for (int64_t item = begin; item < end; ++item) {
        const int64_t image = item / blocks / panels / groups_, group = item / blocks / panels % groups_;
        const int64_t first = item % blocks * together;
        Convolve(x + (image * groups_ + group) * InnerGroups() * InterleavedPlaneBytes(), filter, bias, y, image,
                 group * filters_ + first, std::min(together, filters_ - first), item / blocks % panels * kPlaces);
      }
    });
    return Status();
  }

  size_t workspace_bytes() const override {
    return AlignUp(PaddedBytes()) + AlignUp(InterleavedBytes()) + (packed_ == nullptr ? FilterBytes() : 0);
  }
  std::string kernel_name() const override { return name_; }
  std::string description() const override { return description_; }

 private:
  // Chooses the terms of a group: channels, or channels at the taps of a row where channels alone fill groups badly.
  // Groups of inner terms are laid out once. For the other taps the same bytes are read at other offsets.
  void OrderTerms(int64_t channels, const Dims& taps, const Dims& dilations) {
    const int64_t together = term_groups_.terms(), rows = taps[0] * taps[1];
    const auto groups_of = [&](int64_t terms) { return term_groups_.CountOf(terms); };
    const int64_t row_taps = groups_of(channels) * taps[2] <= groups_of(channels * taps[2]) ? 1 : taps[2];
    for (int64_t c = 0; c < channels; ++c) {
      for (int64_t v = 0; v < row_taps; ++v) inner_.push_back(c * ElementCount(padded_) + v * dilations[2]);
    }
    Dims outer_taps;
    for (int64_t row = 0; row < rows; ++row) {
      const int64_t depth = row / taps[1] * dilations[0], height = row % taps[1] * dilations[1];
      for (int64_t v = 0; v < taps[2]; v += row_taps) {
        outer_taps.push_back((depth * padded_[1] + height) * padded_[2] + v * dilations[2]);
      }
    }
    const auto inner = static_cast<int64_t>(inner_.size()), outer = static_cast<int64_t>(outer_taps.size());
    for (int64_t group = 0; group < groups_of(inner) * outer; ++group) {
      offsets_.push_back(group / outer * InterleavedPlaneBytes() +
                         outer_taps[static_cast<size_t>(group % outer)] * IntegerTile::kGroup);
      for (int64_t t = 0; t < together; ++t) {
        const int64_t i = group / outer * together + t, channel = i / row_taps, first = group % outer * row_taps;
        order_.push_back(i < inner ? channel * rows * taps[2] + first + i % row_taps : -1);
      }
    }
  }

  int64_t PlaneBytes() const { return ElementCount(padded_) * static_cast<int64_t>(term_groups_.term_bytes()); }
  // Returns the bytes of the padded data. Includes the bytes that are read beyond the end: whole registers, and inner
  // terms at other taps.
  size_t PaddedBytes() const {
    const int64_t beyond = kPlaces + (inner_.empty() ? 0 : inner_.back() % std::max<int64_t>(1, ElementCount(padded_)));
    return static_cast<size_t>(batch_ * channels_ * PlaneBytes()) +
           static_cast<size_t>(beyond) * term_groups_.term_bytes();
  }
  int64_t InnerGroups() const { return term_groups_.CountOf(static_cast<int64_t>(inner_.size())); }
  int64_t GroupCount() const { return static_cast<int64_t>(offsets_.size()); }
  int64_t InterleavedPlaneBytes() const { return (ElementCount(padded_) + kPlaces - 1) / kPlaces * kColumnsBytes; }
  size_t InterleavedBytes() const {
    return static_cast<size_t>(batch_ * groups_ * InnerGroups() * InterleavedPlaneBytes() + kColumnsBytes);
  }
  int64_t FilterRowBytes() const { return GroupCount() * IntegerTile::kGroup; }
  size_t FilterBytes() const { return static_cast<size_t>(filters_ * groups_ * FilterRowBytes()); }

  void PackFilter(const void* data, uint8_t* to) const {
    const Bytes from(data, cube_->inputs[1]);
    const auto bytes = static_cast<int64_t>(term_groups_.term_bytes());
    ParallelFor(filters_ * groups_, GrainOf(32 * terms_), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        uint8_t* row = to + i * FilterRowBytes();
        for (const int64_t term : order_) {
          if (term < 0) {
            std::fill_n(row, bytes, uint8_t{0});
          } else {
            term_groups_.Copy(from.At(i * terms_ + term), 1, 1, row);
          }
          row += bytes;
        }
      }
    });
  }

  void PadX(const void* data, uint8_t* to) const {
    const Bytes from(data, cube_->inputs[0]);
    const auto bytes = static_cast<int64_t>(term_groups_.term_bytes());
    const int64_t plane = PlaneBytes(), count = batch_ * channels_;
    ParallelFor(count, GrainOf(32 * plane), [&](int64_t begin, int64_t end) {
      if (padded_ == in_) {
        const int64_t elements = ElementCount(in_);
        return term_groups_.Copy(from.At(begin * elements), 1, (end - begin) * elements, to + begin * plane);
      }
      for (int64_t i = begin; i < end; ++i) {
        std::fill_n(to + i * plane, plane, uint8_t{0});
        for (int64_t row = 0; row < in_[0] * in_[1]; ++row) {
          const int64_t depth = row / in_[1] + before_[0], height = row % in_[1] + before_[1];
          term_groups_.Copy(from.At((i * in_[0] * in_[1] + row) * in_[2]), 1, in_[2],
                            to + i * plane + ((depth * padded_[1] + height) * padded_[2] + before_[2]) * bytes);
        }
      }
    });
    std::fill(to + count * plane, to + PaddedBytes(), uint8_t{0});
  }

  // Writes the padded data's groups of inner terms, side by side for each place.
  void InterleaveX(const uint8_t* padded, uint8_t* to) const {
    const int64_t inner_groups = InnerGroups(), plane = ElementCount(padded_);
    ParallelFor(batch_ * groups_ * inner_groups, GrainOf(32 * plane), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const uint8_t* x = padded + i / inner_groups * (channels_ / groups_) * PlaneBytes();
        uint8_t* groups = to + i * InterleavedPlaneBytes();
        if (term_groups_.bytes()) {
          Interleave(TapsOf<uint8_t, 4>(x, i % inner_groups), plane, groups);
        } else {
          Interleave(TapsOf<int16_t, 2>(x, i % inner_groups), plane, reinterpret_cast<int16_t*>(groups));
        }
      }
    });
  }

  template <typename T, size_t kTaps>
  std::array<const T*, kTaps> TapsOf(const uint8_t* x, int64_t inner_group) const {
    std::array<const T*, kTaps> taps;
    for (size_t t = 0; t < kTaps; ++t) {
      // Beside the zeros of a filter anything may stand.
      const size_t term = std::min(static_cast<size_t>(inner_group) * kTaps + t, inner_.size() - 1);
      taps[t] = reinterpret_cast<const T*>(x) + inner_[term];
    }
    return taps;
  }

  Patch PatchFrom(int64_t first, int count) const {
    Patch patch;
    for (int done = 0; done < count;) {
      const int64_t place = first + done, row = place / out_[2], column = place % out_[2];
      const int64_t depth = row / out_[1] * strides_[0], height = row % out_[1] * strides_[1];
      Stretch& stretch = patch.stretches[static_cast<size_t>(patch.stretch_count++)];
      stretch.offset =
          ((depth * padded_[1] + height) * padded_[2] + column * strides_[2]) * int64_t{IntegerTile::kGroup};
      stretch.first = done;
      stretch.count = static_cast<int>(std::min<int64_t>(count - done, out_[2] - column));
      done += stretch.count;
    }
    return patch;
  }

  // Packs groups [begin, end) for IntegerTile::b.
  void PackPatch(const uint8_t* x, const Patch& patch, int64_t begin, int64_t end, uint8_t* to) const {
    for (int64_t group = begin; group < end; ++group, to += kColumnsBytes) {
      const uint8_t* from = x + offsets_[static_cast<size_t>(group)];
      for (int i = 0; i < patch.stretch_count; ++i) {
        const Stretch& stretch = patch.stretches[static_cast<size_t>(i)];
        CopyGroups(from + stretch.offset, strides_[2], stretch.count, to + stretch.first * IntegerTile::kGroup);
      }
    }
  }

  // Computes the result's places from `place` on, of `count` filters from `filter` on. `x`: a group's interleaved data.
  void Convolve(const uint8_t* x, const uint8_t* filters, const int32_t* bias, int32_t* y, int64_t image,
                int64_t filter, int64_t count, int64_t place) const {
    // A last stretch may be written beyond the last group.
    alignas(64) std::array<uint8_t, static_cast<size_t>((kGroupsTogether + 1) * kColumnsBytes)> columns;
    const int64_t plane = ElementCount(out_), width = std::min<int64_t>(kPlaces, plane - place);
    const int64_t groups = GroupCount();
    const Patch patch = PatchFrom(place, static_cast<int>(width));
    y += (image * groups_ * filters_ + filter) * plane + place;
    // Without terms there still are sums, zeros.
    for (int64_t group = 0; group == 0 || group < groups; group += kGroupsTogether) {
      const int64_t end = std::min(groups, group + kGroupsTogether);
      PackPatch(x, patch, group, end, columns.data());
      IntegerTile tile;
      tile.form = term_groups_.form();
      tile.a = filters + filter * FilterRowBytes() + group * IntegerTile::kGroup;
      tile.a_stride = FilterRowBytes();
      tile.b = columns.data();
      tile.groups = end - group;
      tile.y = y;
      tile.y_stride = plane;
      tile.start = bias == nullptr ? nullptr : bias + filter;
      tile.adds = group != 0;
      MultiplyStrip(functions_, tile, count, width);
    }
  }

  tbe::Tensor cube_;
  const DirectFunctions& functions_;
  int x_value_, filter_value_, bias_, output_;
  std::string name_, description_;
  int64_t batch_ = 0, channels_ = 0, groups_ = 1, filters_ = 0, terms_ = 0;  // filters of a group, terms of a place
  Dims in_, padded_, out_, strides_, before_;
  Dims inner_;    // offsets of a place's inner terms in the padded data
  Dims offsets_;  // bytes to the groups of the first place in the interleaved data
  Dims order_;    // of the terms of a filter in its row; -1: a zero
  TermGroups term_groups_;
  const std::byte* packed_ = nullptr;
};

}  // namespace

Result<std::unique_ptr<KernelStep>> MakeIntegerConvStep(const StepSpec& spec, const StepConstants& constants) {
  OPDK_TRY(Isa isa, TargetIsa());
  return std::unique_ptr<KernelStep>(std::make_unique<IntegerConvStep>(spec, isa, constants));
}

}  // namespace opdk
