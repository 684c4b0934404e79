// A convolution of bytes that become bytes again. The data is padded with the channels of a place side by side, so that
// the taps of a row of the filter are one run of terms: places are the rows of a product whose columns are the filters.
#include <emmintrin.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/type_names.h"
#include "graph_core/engines/ai_core/cube/integer_product.h"
#include "graph_core/engines/ai_core/cube/onednn_step.h"
#include "graph_core/engines/ai_core/cube/quantized_product.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

using Dims = std::vector<int64_t>;

// Extents and steps of a convolution over three spatial axes.
struct Geometry {
  explicit Geometry(const tbe::TensorNode& cube) {
    const tbe::ConvParams& conv = cube.conv;
    const Dims &x = cube.inputs[0].shape(), &w = cube.inputs[1].shape(), &y = cube.shape;
    const size_t rank = x.size() - 2;
    const auto spatial = [&](const Dims& shape) { return SpatialDims({shape.begin() + 2, shape.end()}, rank, 1); };
    batch = x[0];
    channels = x[1];
    groups = conv.groups;
    filters = y[1] / groups;
    in = spatial(x);
    out = spatial(y);
    taps = spatial(w);
    strides = SpatialDims(conv.strides, rank, 1);
    dilations = SpatialDims(conv.dilations, rank, 1);
    before = SpatialDims(conv.pads_begin, rank, 0);
    padded = in;
    const Dims after = SpatialDims(conv.pads_end, rank, 0);
    for (size_t i = 0; i < 3; ++i) padded[i] += before[i] + after[i];
    pointwise = groups == 1 && padded == in && strides == Dims(3, 1) && taps == Dims(3, 1);
    if (pointwise) in = out = padded = {1, 1, ElementCount(in)};
  }

  int64_t batch = 0, channels = 0, groups = 1, filters = 0;  // filters of a group
  // each place of the result is computed from one place of the data: all places count as one row
  bool pointwise = false;
  Dims in, out, taps, strides, dilations, before, padded;
};

class QuantizedConvStep : public KernelStep {
 public:
  QuantizedConvStep(const StepSpec& spec, Isa isa, const StepConstants& constants)
      : x_value_(spec.cube_inputs[0]),
        filter_value_(spec.cube_inputs[1]),
        fill_value_(spec.requantization.fill),
        output_(spec.outputs[0]),
        geometry_(*spec.cube),
        form_(isa, *spec.cube, constants[filter_value_]),
        name_(CubeName(spec)),
        description_(DescribeCube(Name(isa), spec)) {
    const Geometry& g = geometry_;
    place_terms_ = g.groups == 1 ? form_.RoundedUp(g.channels) : g.channels;
    panels_ = QuantizedPanels(form_, g.filters, OrderTerms());
    const int64_t terms = g.channels / g.groups * ElementCount(g.taps);
    filter_terms_ = terms;
    tail_ = QuantizedTail(spec, form_, g.filters, panels_.padded_columns(), terms);
    const void* constant = constants[filter_value_];
    if (constant == nullptr) return;
    packed_ =
        Pack(constants, filter_value_, form_.Text(), FilterBytes(), [&](std::byte* to) { PackFilter(constant, to); });
  }

  Status Run(std::span<void* const> values, std::byte* workspace, StepState*) const override {
    const Geometry& g = geometry_;
    auto* x = reinterpret_cast<uint8_t*>(workspace);
    auto* place_sums = reinterpret_cast<int32_t*>(x + AlignUp(PaddedBytes()));
    int32_t* sums = place_sums + AlignUp(PlaceSumsBytes()) / sizeof(int32_t);
    std::byte* tails = reinterpret_cast<std::byte*>(sums) + AlignUp(SumsBytes());
    const std::byte* filter = packed_;
    if (filter == nullptr) {
      std::byte* packed = tails + AlignUp(TailsBytes());
      PackFilter(values[static_cast<size_t>(filter_value_)], packed);
      filter = packed;
    }
    for (int64_t group = 0; group < g.groups; ++group) {
      tail_.Prepare(values, reinterpret_cast<const int32_t*>(filter + group * GroupFilterBytes()), group * g.filters,
                    tails + group * TailBytes());
    }
    const auto* data = static_cast<const uint8_t*>(values[static_cast<size_t>(x_value_)]);
    if (!g.pointwise) {
      PadX(data, FillOf(values), x);
      if (tail_.needs_data_sums()) SumData(x, place_sums, sums);
    }
    const auto convolve = [&](int64_t image, int64_t panel, int64_t place, int64_t count) {
      const int64_t group = image % g.groups;
      QuantizedTile tile;
      tail_.Fill(values, tails + group * TailBytes(), panel * panels_.panel_columns(), tile);
      tile.b = panels_.PanelOf(filter + group * GroupFilterBytes(), panel);
      if (tail_.needs_data_sums()) tile.data_sums = sums + image * ElementCount(g.out);
      auto* y = static_cast<uint8_t*>(values[static_cast<size_t>(output_)]);
      Convolve(x + group * (g.channels / g.groups) * form_.term_bytes(), image / g.groups, place, count, panel, tile,
               y + (image * g.filters + panel * panels_.panel_columns()) * ElementCount(g.out));
    };
    const int64_t panels = panels_.panels(), images = g.batch * g.groups, plane = ElementCount(g.out);
    if (g.pointwise) {
      // Data is still near when it is multiplied; several parts of it are whole lines of memory.
      const int64_t together = kQuantizedRows * (plane >= 32 * kQuantizedRows ? 4 : 1);
      const int64_t pieces = (plane + together - 1) / together;
      ParallelFor(images * pieces, GrainOf(together * filter_terms_ * g.filters), [&](int64_t begin, int64_t end) {
        for (int64_t item = begin; item < end; ++item) {
          const int64_t first = item % pieces * together, last = std::min(plane, first + together);
          PlaceData(data, item / pieces, first, last, x, sums);
          for (int64_t panel = 0; panel < panels; ++panel) {
            for (int64_t place = first; place < last; place += kQuantizedRows) {
              convolve(item / pieces, panel, place, std::min(kQuantizedRows, last - place));
            }
          }
        }
      });
      return Status();
    }
    const int64_t columns = std::min(g.filters, panels_.panel_columns());
    ForEachPart(images * panels, plane, columns * filter_terms_, [&](int64_t part, int64_t place, int64_t count) {
      convolve(part / panels, part % panels, place, count);
    });
    return Status();
  }

  size_t workspace_bytes() const override {
    return AlignUp(PaddedBytes()) + AlignUp(PlaceSumsBytes()) + AlignUp(SumsBytes()) + AlignUp(TailsBytes()) +
           (packed_ == nullptr ? FilterBytes() : 0);
  }
  bool packs(int value) const override { return value != x_value_ && KernelStep::packs(value); }
  std::string kernel_name() const override { return name_; }
  std::string description() const override { return description_; }

 private:
  // Places and channels that are transposed at a time, in tiles of kTile x kTile.
  static constexpr int64_t kPlacesTogether = 64, kChannelsTogether = 256, kTile = 16;

  // Chooses the runs of a place's terms. Returns where each term of a run stands in a filter; -1: it only fills a
  // group.
  TermOffsets OrderTerms() {
    const Geometry& g = geometry_;
    // Taps next to each other, with all their channels.
    const bool joins = g.groups == 1 && g.dilations[2] == 1;
    const int64_t channels = g.channels / g.groups, padded_channels = g.groups == 1 ? place_terms_ : channels;
    const int64_t joined = joins ? g.taps[2] : 1;
    run_groups_ = joined * padded_channels / form_.terms();
    TermOffsets offsets;
    for (int64_t tap = 0; tap < ElementCount(g.taps); tap += joined) {
      const int64_t row = tap / g.taps[2], depth = row / g.taps[1] * g.dilations[0],
                    height = row % g.taps[1] * g.dilations[1], width = tap % g.taps[2] * g.dilations[2];
      run_offsets_.push_back(((depth * g.padded[1] + height) * g.padded[2] + width) * PlaceBytes());
      for (int64_t i = 0; i < joined * padded_channels; ++i) {
        const int64_t channel = i % padded_channels;
        offsets.push_back(channel < channels ? channel * ElementCount(g.taps) + tap + i / padded_channels : -1);
      }
    }
    return offsets;
  }

  int64_t PlaceBytes() const { return place_terms_ * form_.term_bytes(); }
  int64_t PaddedPlaces() const { return geometry_.batch * ElementCount(geometry_.padded); }
  size_t PaddedBytes() const { return static_cast<size_t>(PaddedPlaces() * PlaceBytes()); }
  int64_t GroupFilterBytes() const { return static_cast<int64_t>(AlignUp(panels_.bytes())); }
  size_t FilterBytes() const { return static_cast<size_t>(geometry_.groups * GroupFilterBytes()); }
  int64_t TailBytes() const { return static_cast<int64_t>(AlignUp(tail_.workspace_bytes())); }
  size_t TailsBytes() const { return static_cast<size_t>(geometry_.groups * TailBytes()); }
  size_t SumsOf(int64_t places) const {
    return tail_.needs_data_sums() ? static_cast<size_t>(places * geometry_.groups) * sizeof(int32_t) : 0;
  }
  size_t PlaceSumsBytes() const { return geometry_.pointwise ? 0 : SumsOf(PaddedPlaces()); }
  size_t SumsBytes() const { return SumsOf(geometry_.batch * ElementCount(geometry_.out)); }

  void PackFilter(const void* data, std::byte* to) const {
    const Geometry& g = geometry_;
    for (int64_t group = 0; group < g.groups; ++group) {
      panels_.Pack(form_, static_cast<const uint8_t*>(data) + group * g.filters * filter_terms_, filter_terms_,
                   to + group * GroupFilterBytes());
    }
  }

  // Returns the number that pads x, as it stands in x.
  uint8_t FillOf(std::span<void* const> values) const {
    return fill_value_ < 0 ? uint8_t{0} : *static_cast<const uint8_t*>(values[static_cast<size_t>(fill_value_)]);
  }

  void PadX(const uint8_t* x, uint8_t fill, uint8_t* to) const {
    const Geometry& g = geometry_;
    if (g.padded != g.in) FillBorder(fill, to);
    // Pieces of rows; short rows are in pieces of the whole image.
    const int64_t plane = ElementCount(g.in), stretch = g.in[2] < kTile ? plane : g.in[2];
    const int64_t pieces = (stretch + kPlacesTogether - 1) / kPlacesTogether, in_all = plane / stretch * pieces;
    ParallelFor(g.batch * in_all, GrainOf(8 * kPlacesTogether * g.channels), [&](int64_t begin, int64_t end) {
      for (int64_t piece = begin; piece < end; ++piece) {
        const int64_t image = piece / in_all, in_stretch = piece % pieces * kPlacesTogether;
        PlaceX(x + image * g.channels * plane, piece % in_all / pieces * stretch + in_stretch,
               std::min(kPlacesTogether, stretch - in_stretch), to + image * ElementCount(g.padded) * PlaceBytes());
      }
    });
  }

  // Writes places [first, first + count) of an image. `to`: the image's padded form.
  void PlaceX(const uint8_t* x, int64_t first, int64_t count, uint8_t* to) const;
  // Writes places [begin, end) of a pointwise convolution's data, and the sums of their terms.
  void PlaceData(const uint8_t* data, int64_t image, int64_t begin, int64_t end, uint8_t* x, int32_t* sums) const {
    const int64_t plane = ElementCount(geometry_.in);
    uint8_t* places = x + image * plane * PlaceBytes();
    for (int64_t first = begin; first < end; first += kPlacesTogether) {
      PlaceX(data + image * geometry_.channels * plane, first, std::min(kPlacesTogether, end - first), places);
    }
    if (!tail_.needs_data_sums()) return;
    form_.SumTerms(places + begin * PlaceBytes(), PlaceBytes(), end - begin, place_terms_,
                   sums + image * plane + begin);
  }
  // Writes neighbouring places of a row at once, if the shape permits that. Returns whether it did.
  bool PlaceRow(const uint8_t* x, int64_t count, uint8_t* to) const;
  void FillBorder(uint8_t fill, uint8_t* to) const;

  // Adds up the data. `place_sums`: the sum of each place's terms, for each group. `sums`: the sum of each window.
  void SumData(const uint8_t* x, int32_t* place_sums, int32_t* sums) const;
  // Computes places [place, place + count) of an image, up to kQuantizedRows, for a panel of filters. `y`: the plane of
  // the first filter.
  void Convolve(const uint8_t* x, int64_t image, int64_t place, int64_t count, int64_t panel, QuantizedTile tile,
                uint8_t* y) const;

  int x_value_, filter_value_, fill_value_, output_;
  Geometry geometry_;
  QuantizedForm form_;
  std::string name_, description_;
  int64_t place_terms_ = 0, filter_terms_ = 0, run_groups_ = 0;
  Dims run_offsets_;
  QuantizedPanels panels_;
  QuantizedTail tail_;
  const std::byte* packed_ = nullptr;
};

// Goes through places of three axes, the last one first.
class RowPlaces {
 public:
  // Takes the places of `extents` within `around`, at their coordinates times `strides`. A place of `around` has
  // `place_bytes` bytes.
  RowPlaces(const Dims& extents, const Dims& around, const Dims& strides, int64_t place_bytes, int64_t first)
      : width_extent_(extents[2]), height_extent_(extents[1]) {
    width_ = first % width_extent_;
    height_ = first / width_extent_ % height_extent_;
    const int64_t row = strides[1] * around[2] * place_bytes, plane = strides[0] * around[1] * around[2] * place_bytes;
    step_ = strides[2] * place_bytes;
    row_step_ = row - width_extent_ * step_;
    plane_step_ = plane - height_extent_ * row;
    offset_ = first / width_extent_ / height_extent_ * plane + height_ * row + width_ * step_;
  }
  // Returns the offset from the first place, in bytes.
  int64_t offset() const { return offset_; }
  void Next() {
    offset_ += step_;
    if (++width_ < width_extent_) return;
    width_ = 0;
    offset_ += row_step_;
    if (++height_ < height_extent_) return;
    height_ = 0;
    offset_ += plane_step_;
  }

 private:
  int64_t width_extent_, height_extent_;
  int64_t width_, height_;
  int64_t step_, row_step_, plane_step_, offset_;
};

const Dims& Ones() {
  static const Dims ones(3, 1);
  return ones;
}

// Packs kTile places with at most four channels; the missing channels become zeros.
void InterleaveFew(const uint8_t* x, int64_t plane, int64_t channels, uint8_t* to) {
  __m128i rows[IntegerTile::kGroup];
  for (int64_t c = 0; c < IntegerTile::kGroup; ++c) {
    rows[c] = c < channels ? _mm_loadu_si128(reinterpret_cast<const __m128i*>(x + c * plane)) : _mm_setzero_si128();
  }
  const __m128i pairs[] = {_mm_unpacklo_epi8(rows[0], rows[1]), _mm_unpackhi_epi8(rows[0], rows[1])};
  const __m128i others[] = {_mm_unpacklo_epi8(rows[2], rows[3]), _mm_unpackhi_epi8(rows[2], rows[3])};
  for (int half = 0; half < 2; ++half) {
    auto* place = reinterpret_cast<__m128i*>(to) + 2 * half;
    _mm_storeu_si128(place, _mm_unpacklo_epi16(pairs[half], others[half]));
    _mm_storeu_si128(place + 1, _mm_unpackhi_epi16(pairs[half], others[half]));
  }
}

bool QuantizedConvStep::PlaceRow(const uint8_t* x, int64_t count, uint8_t* to) const {
  const Geometry& g = geometry_;
  const int64_t plane = ElementCount(g.in);
  const bool few = g.channels <= IntegerTile::kGroup, as_they_are = form_.data_shift() == 0;
  if (!form_.bytes() || g.in[2] < kTile || count < kTile || (!few && g.channels < kTile) || (few && !as_they_are)) {
    return false;
  }
  if (few) {
    // The last ones overlap others.
    for (int64_t i = 0; i < count; i += kTile) {
      const int64_t at = std::min(i, count - kTile);
      InterleaveFew(x + at, plane, g.channels, to + at * IntegerTile::kGroup);
    }
    return true;
  }
  form_.functions().transpose1(x, plane, g.channels, to, PlaceBytes(), count, false);
  if (as_they_are && place_terms_ == g.channels) return true;
  for (int64_t i = 0; i < count; ++i, to += PlaceBytes()) {
    form_.ConvertData(to, g.channels, to);
    std::fill(to + g.channels, to + PlaceBytes(), uint8_t{0});
  }
  return true;
}

void QuantizedConvStep::PlaceX(const uint8_t* x, int64_t first, int64_t count, uint8_t* to) const {
  const Geometry& g = geometry_;
  const int64_t plane = ElementCount(g.in);
  to += ((g.before[0] * g.padded[1] + g.before[1]) * g.padded[2] + g.before[2]) * PlaceBytes();
  const RowPlaces begin(g.in, g.padded, Ones(), PlaceBytes(), first);
  if (PlaceRow(x + first, count, to + begin.offset())) return;
  std::array<uint8_t, static_cast<size_t>(kPlacesTogether * kChannelsTogether)> tile;
  for (int64_t channel = 0; channel < g.channels; channel += kChannelsTogether) {
    const int64_t channels = std::min(kChannelsTogether, g.channels - channel);
    form_.functions().transpose1(x + channel * plane + first, plane, channels, tile.data(), channels, count, false);
    RowPlaces places = begin;
    const bool is_last = channel + channels == g.channels;
    for (int64_t i = 0; i < count; ++i, places.Next()) {
      uint8_t* place = to + places.offset();
      form_.ConvertData(tile.data() + i * channels, channels, place + channel * form_.term_bytes());
      if (is_last) std::fill(place + g.channels * form_.term_bytes(), place + PlaceBytes(), uint8_t{0});
    }
  }
}

void QuantizedConvStep::FillBorder(uint8_t fill, uint8_t* to) const {
  const Geometry& g = geometry_;
  std::array<uint8_t, IntegerTile::kGroup / 2> term;
  form_.ConvertData(&fill, 1, term.data());
  const auto fill_places = [&](int64_t begin, int64_t end) {
    for (int64_t place = begin; place < end; ++place) {
      uint8_t* at = to + place * PlaceBytes();
      const int64_t used = g.channels * form_.term_bytes();
      if (form_.bytes()) {
        std::memset(at, term[0], static_cast<size_t>(used));
      } else {
        for (int64_t i = 0; i < used; i += 2) std::memcpy(at + i, term.data(), 2);
      }
      std::fill(at + used, at + PlaceBytes(), uint8_t{0});
    }
  };
  for (int64_t row = 0; row < g.batch * g.padded[0] * g.padded[1]; ++row) {
    const int64_t depth = row / g.padded[1] % g.padded[0] - g.before[0], height = row % g.padded[1] - g.before[1];
    const int64_t begin = row * g.padded[2], end = begin + g.padded[2];
    if (depth < 0 || depth >= g.in[0] || height < 0 || height >= g.in[1]) {
      fill_places(begin, end);
    } else {
      fill_places(begin, begin + g.before[2]);
      fill_places(begin + g.before[2] + g.in[2], end);
    }
  }
}

// Adds element by element: to[i] += from[i] for i < count.
void AddEach(const int32_t* from, int64_t count, int32_t* to) {
  constexpr int64_t kRegister = 4;
  int64_t i = 0;
  for (; i + kRegister <= count; i += kRegister) {
    auto* sums = reinterpret_cast<__m128i*>(to + i);
    const __m128i added = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i));
    _mm_storeu_si128(sums, _mm_add_epi32(_mm_loadu_si128(sums), added));
  }
  for (; i < count; ++i) to[i] += from[i];
}

// Computes a row of the windows' sums. `from`: the sums of the places from the beginning of the first window on.
void SumWindows(const Geometry& g, const int32_t* from, int32_t* to) {
  constexpr int64_t kMost = 512;
  const int64_t stride = g.strides[2], together = std::max<int64_t>(1, kMost / stride);
  std::array<int32_t, static_cast<size_t>(kMost)> each;  // of windows that begin next to each other
  for (int64_t first = 0; first < g.out[2]; first += together) {
    const int64_t count = std::min(together, g.out[2] - first), windows = (count - 1) * stride + 1;
    std::fill_n(each.begin(), windows, 0);
    for (int64_t row = 0; row < g.taps[0] * g.taps[1]; ++row) {
      const int64_t above = row / g.taps[1] * g.dilations[0] * g.padded[1] + row % g.taps[1] * g.dilations[1];
      const int32_t* places = from + above * g.padded[2] + first * stride;
      for (int64_t tap = 0; tap < g.taps[2]; ++tap) AddEach(places + tap * g.dilations[2], windows, each.data());
    }
    for (int64_t i = 0; i < count; ++i) to[first + i] = each[static_cast<size_t>(i * stride)];
  }
}

void QuantizedConvStep::SumData(const uint8_t* x, int32_t* place_sums, int32_t* sums) const {
  const Geometry& g = geometry_;
  const int64_t padded = ElementCount(g.padded), plane = ElementCount(g.out);
  const int64_t terms = place_terms_ / g.groups, padded_rows = padded / g.padded[2];
  ParallelFor(g.batch * g.groups * padded_rows, GrainOf(2 * g.padded[2] * terms), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t image = i / padded_rows / g.groups, group = i / padded_rows % g.groups;
      const int64_t place = image * padded + i % padded_rows * g.padded[2];
      form_.SumTerms(x + place * PlaceBytes() + group * terms * form_.term_bytes(), PlaceBytes(), g.padded[2], terms,
                     place_sums + i * g.padded[2]);
    }
  });
  const int64_t rows = g.out[0] * g.out[1];
  ParallelFor(g.batch * g.groups * rows, GrainOf(4 * g.out[2] * ElementCount(g.taps)), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t depth = i % rows / g.out[1] * g.strides[0], height = i % rows % g.out[1] * g.strides[1];
      const int32_t* from = place_sums + i / rows * padded + (depth * g.padded[1] + height) * g.padded[2];
      SumWindows(g, from, sums + i / rows * plane + i % rows * g.out[2]);
    }
  });
}

void QuantizedConvStep::Convolve(const uint8_t* x, int64_t image, int64_t place, int64_t count, int64_t panel,
                                 QuantizedTile tile, uint8_t* y) const {
  constexpr int64_t kMost = QuantizedTile::kMostColumns;
  alignas(64) std::array<uint8_t, static_cast<size_t>(kQuantizedRows * kMost)> block;
  const Geometry& g = geometry_;
  const int64_t plane = ElementCount(g.out);
  const int32_t* sums = tile.data_sums;
  x += image * ElementCount(g.padded) * PlaceBytes();
  tile.form = form_.form();
  tile.run_offsets = run_offsets_.data();
  tile.runs = static_cast<int64_t>(run_offsets_.size());
  tile.groups = run_groups_;
  tile.registers = panels_.RegistersOf(panel);
  tile.y_stride = kMost;
  RowPlaces places(g.out, g.padded, g.strides, PlaceBytes(), place);
  for (int64_t row = 0; row < count; row += QuantizedTile::kRows) {
    tile.rows = static_cast<int>(std::min<int64_t>(QuantizedTile::kRows, count - row));
    for (int i = 0; i < tile.rows; ++i, places.Next()) tile.a[i] = x + places.offset();
    if (sums != nullptr) tile.data_sums = sums + place + row;
    tile.y = block.data() + row * kMost;
    form_.functions().quantized_tile(tile);
  }
  form_.functions().transpose1(block.data(), kMost, count, y + place, plane, panels_.CountOf(panel), false);
}

}  // namespace

Result<std::unique_ptr<KernelStep>> MakeQuantizedConvStep(const StepSpec& spec, const StepConstants& constants) {
  OPDK_TRY(Isa isa, TargetIsa());
  return std::unique_ptr<KernelStep>(std::make_unique<QuantizedConvStep>(spec, isa, constants));
}

}  // namespace opdk
