#include "graph_core/engines/ai_core/cube/quantized_product.h"

#include <emmintrin.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/type_names.h"
#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/cube/integer_product.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

// Wraps a number around to 32 bits, as the sums do.
int32_t Wrapped(int64_t number) { return static_cast<int32_t>(static_cast<uint32_t>(number)); }

template <typename T>
T* PlaceIn(std::byte* workspace, int64_t columns, int64_t number) {
  return reinterpret_cast<T*>(workspace + number * columns * static_cast<int64_t>(sizeof(T)));
}

__m128i LoadRegister(const void* from) { return _mm_loadu_si128(static_cast<const __m128i*>(from)); }
void StoreRegister(void* to, __m128i x) { _mm_storeu_si128(static_cast<__m128i*>(to), x); }

// Bits.
constexpr uint8_t kZerosAndOnes[32] = {0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
                                       0,    0,    0,    0,    0,    0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                       0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

// Adds up rows of `bytes` bytes: sums[i] = the sum of `add` of the registers of row i.
template <typename Add>
void SumRows(const uint8_t* data, int64_t stride, int64_t count, int64_t bytes, int32_t* sums, Add add) {
  constexpr int64_t kRegister = 16;
  for (int64_t i = 0; i < count; ++i, data += stride) {
    __m128i sum = _mm_setzero_si128();
    int64_t at = 0;
    for (; at + kRegister <= bytes; at += kRegister) {
      sum = _mm_add_epi32(sum, add(LoadRegister(data + at)));
    }
    if (at < bytes) {
      __m128i rest = _mm_setzero_si128();
      if (bytes < kRegister) {
        for (int64_t group = 0; group < bytes; group += IntegerTile::kGroup) {
          int32_t terms;
          std::memcpy(&terms, data + group, sizeof(terms));
          sum = _mm_add_epi32(sum, add(_mm_cvtsi32_si128(terms)));
        }
      } else {
        // Loads the last register, without the bytes that were summed before.
        rest = _mm_and_si128(LoadRegister(data + bytes - kRegister), LoadRegister(kZerosAndOnes + bytes - at));
      }
      sum = _mm_add_epi32(sum, add(rest));
    }
    sum = _mm_add_epi32(sum, _mm_srli_si128(sum, 8));
    sums[i] = _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_srli_si128(sum, 4)));
  }
}

// Adds the four signed bytes of column i to sums[i], for 16 columns.
void AddColumns(const __m128i (&rows)[IntegerTile::kGroup], int32_t* sums) {
  __m128i low = _mm_setzero_si128(), high = low;
  for (const __m128i& row : rows) {
    low = _mm_add_epi16(low, _mm_srai_epi16(_mm_unpacklo_epi8(row, row), 8));
    high = _mm_add_epi16(high, _mm_srai_epi16(_mm_unpackhi_epi8(row, row), 8));
  }
  const __m128i words[] = {_mm_unpacklo_epi16(low, low), _mm_unpackhi_epi16(low, low), _mm_unpacklo_epi16(high, high),
                           _mm_unpackhi_epi16(high, high)};
  for (int i = 0; i < IntegerTile::kGroup; ++i) {
    StoreRegister(sums + 4 * i, _mm_add_epi32(LoadRegister(sums + 4 * i), _mm_srai_epi32(words[i], 16)));
  }
}

// Adds up groups: sums[i] = the sum of the four bytes from data + 4 * i on. Stops after the last whole register;
// returns the number of sums.
int64_t SumGroups(const uint8_t* data, int64_t count, int32_t* sums) {
  constexpr int64_t kGroups = 4;
  const __m128i low = _mm_set1_epi16(0xff), ones = _mm_set1_epi16(1);
  int64_t i = 0;
  for (; i + kGroups <= count; i += kGroups) {
    const __m128i bytes = LoadRegister(data + i * IntegerTile::kGroup);
    const __m128i pairs = _mm_add_epi16(_mm_and_si128(bytes, low), _mm_srli_epi16(bytes, 8));
    StoreRegister(sums + i, _mm_madd_epi16(pairs, ones));
  }
  return i;
}

// Packs a group of bytes of neighbouring columns. `offsets`: of the group's four terms; -1: zeros. `sums` and `to` hold
// whole registers.
void PackGroup(const QuantizedForm& form, const uint8_t* from, const int64_t* offsets, int64_t columns, uint8_t* to,
               int32_t* sums) {
  constexpr int64_t kTogether = 16, kFewest = 4;
  const __m128i flip = _mm_set1_epi8(form.weight_shift() == 0 ? 0 : -128);
  for (int64_t i = 0; i < columns; i += kTogether) {
    const int64_t count = std::min(kTogether, columns - i), written = (count + kFewest - 1) / kFewest * kFewest;
    __m128i rows[IntegerTile::kGroup];
    for (int term = 0; term < IntegerTile::kGroup; ++term) {
      alignas(kTogether) uint8_t bytes[kTogether] = {};
      rows[term] = _mm_setzero_si128();
      if (offsets[term] < 0) continue;
      const uint8_t* row = from + offsets[term] + i;
      if (count < kTogether) {
        for (int64_t c = 0; c < kTogether; ++c)
          bytes[c] = c < count ? row[c] : static_cast<uint8_t>(form.weight_shift());
        row = bytes;
      }
      rows[term] = _mm_xor_si128(LoadRegister(row), flip);
    }
    const __m128i ab[] = {_mm_unpacklo_epi8(rows[0], rows[1]), _mm_unpackhi_epi8(rows[0], rows[1])};
    const __m128i cd[] = {_mm_unpacklo_epi8(rows[2], rows[3]), _mm_unpackhi_epi8(rows[2], rows[3])};
    alignas(kTogether) uint8_t groups[kTogether * IntegerTile::kGroup];
    alignas(kTogether) int32_t added[kTogether] = {};
    for (int half = 0; half < 2; ++half) {
      StoreRegister(groups + 32 * half, _mm_unpacklo_epi16(ab[half], cd[half]));
      StoreRegister(groups + 32 * half + 16, _mm_unpackhi_epi16(ab[half], cd[half]));
    }
    AddColumns(rows, added);
    // A panel may have as few columns as a register's lanes.
    std::memcpy(to + i * IntegerTile::kGroup, groups, static_cast<size_t>(written * IntegerTile::kGroup));
    for (int64_t c = 0; c < count; ++c) sums[i + c] += added[c];
  }
}

}  // namespace

bool QuantizesSums(const tbe::TensorNode& cube) {
  const std::vector<int64_t>&left = cube.inputs[0].shape(), &right = cube.inputs[1].shape();
  if (ElementCount(left) == 0 || ElementCount(right) == 0 || ElementCount(cube.shape) == 0) return false;
  if (cube.kind == tbe::Kind::kMatmul) {
    return !cube.trans_a && left.size() == cube.shape.size() && left.size() >= 2 &&
           ElementCount({right.begin(), right.end() - 2}) == 1;
  }
  // With fewer filters for each place of the data, rearranging the data costs more than it brings.
  constexpr int64_t kFewestFilters = 8, kGroupOfBytes = 4;
  const int64_t groups = cube.conv.groups;
  return left.size() >= 3 && left.size() <= 5 &&
         (groups == 1 || (right[0] / groups >= kFewestFilters && right[1] % kGroupOfBytes == 0));
}

QuantizedForm::QuantizedForm(Isa isa, const tbe::TensorNode& cube, const void* constant)
    : functions_(FunctionsOf(isa)),
      data_signed_(cube.inputs[0].dtype() == ge::DT_INT8),
      weights_signed_(cube.inputs[1].dtype() == ge::DT_INT8) {
  const auto are_small = [&] {
    const auto* weights = static_cast<const uint8_t*>(constant);
    form_ = QuantizedTile::Form::kBytes;
    return std::all_of(weights, weights + ElementCount(cube.inputs[1].shape()),
                       [&](uint8_t byte) { return std::abs(Weight(byte)) <= IntegerTile::kLargestSigned; });
  };
  const bool exact = functions_.has_byte_sums || (functions_.has_byte_tiles && constant != nullptr && are_small());
  form_ = exact ? QuantizedTile::Form::kBytes : QuantizedTile::Form::kPairs;
}

std::string QuantizedForm::Text() const {
  return fmt::format("quantized {} in registers of {}", bytes() ? "bytes" : "pairs", functions_.quantized_lanes);
}

void QuantizedForm::ConvertData(const uint8_t* from, int64_t count, uint8_t* to) const {
  if (!bytes()) {
    auto* wide = reinterpret_cast<int16_t*>(to);
    if (data_signed_) return Widen(reinterpret_cast<const int8_t*>(from), 1, count, wide);
    Widen(from, 1, count, wide);
  } else if (data_signed_) {
    constexpr int64_t kRegister = 16;
    const __m128i sign = _mm_set1_epi8(-128);
    int64_t i = 0;
    for (; i + kRegister <= count; i += kRegister) {
      const __m128i numbers = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i));
      _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i), _mm_xor_si128(numbers, sign));
    }
    for (; i < count; ++i) to[i] = from[i] ^ 0x80;
  } else if (from != to) {
    std::memcpy(to, from, static_cast<size_t>(count));
  }
}

int32_t QuantizedForm::Weight(uint8_t byte) const {
  return weights_signed_ ? static_cast<int8_t>(byte) : byte - static_cast<int32_t>(weight_shift());
}

void QuantizedForm::SumTerms(const uint8_t* data, int64_t stride, int64_t count, int64_t terms, int32_t* sums) const {
  if (bytes() && stride == terms && terms == IntegerTile::kGroup) {
    const int64_t whole = SumGroups(data, count, sums);
    data += whole * stride;
    sums += whole;
    count -= whole;
  }
  if (bytes()) {
    SumRows(data, stride, count, terms, sums, [](__m128i bytes) { return _mm_sad_epu8(bytes, _mm_setzero_si128()); });
  } else {
    SumRows(data, stride, count, terms * term_bytes(), sums,
            [](__m128i pairs) { return _mm_madd_epi16(pairs, _mm_set1_epi16(1)); });
  }
}

QuantizedPanels::QuantizedPanels(const QuantizedForm& form, int64_t columns, TermOffsets offsets)
    : columns_(columns),
      panel_columns_(QuantizedTile::kColumnsOf(form.functions().quantized_lanes)),
      lanes_(form.functions().quantized_lanes),
      offsets_(std::move(offsets)) {
  for (int64_t panel = 0; panel < panels(); ++panel) padded_columns_ += RegistersOf(panel) * lanes_;
  offsets_.resize(static_cast<size_t>(form.RoundedUp(static_cast<int64_t>(offsets_.size()))), -1);
  column_bytes_ = static_cast<int64_t>(offsets_.size()) * form.term_bytes();
}

int64_t QuantizedPanels::CountOf(int64_t panel) const {
  return std::min(panel_columns_, columns_ - panel * panel_columns_);
}

int QuantizedPanels::RegistersOf(int64_t panel) const {
  const int64_t registers = (CountOf(panel) + lanes_ - 1) / lanes_;
  return registers > 2 ? 4 : static_cast<int>(registers);
}

size_t QuantizedPanels::bytes() const { return static_cast<size_t>(PanelOffset(0) + padded_columns_ * column_bytes_); }

int64_t QuantizedPanels::PanelOffset(int64_t panel) const {
  return static_cast<int64_t>(AlignUp(static_cast<size_t>(padded_columns_) * sizeof(int32_t))) +
         panel * panel_columns_ * column_bytes_;
}

const uint8_t* QuantizedPanels::PanelOf(const std::byte* packed, int64_t panel) const {
  return reinterpret_cast<const uint8_t*>(packed) + PanelOffset(panel);
}

void QuantizedPanels::PackPanel(const QuantizedForm& form, const uint8_t* from, int64_t column_stride, int64_t panel,
                                std::byte* to) const {
  const int64_t width = RegistersOf(panel) * lanes_, count = CountOf(panel), terms = form.terms();
  int32_t* sums = reinterpret_cast<int32_t*>(to) + panel * panel_columns_;
  auto* groups = reinterpret_cast<uint8_t*>(to) + PanelOffset(panel);
  std::fill_n(sums, width, 0);
  std::fill_n(groups, width * column_bytes_, uint8_t{0});
  from += panel * panel_columns_ * column_stride;
  if (form.bytes() && column_stride == 1) {
    for (size_t term = 0; term < offsets_.size(); term += IntegerTile::kGroup) {
      PackGroup(form, from, &offsets_[term], count, groups, sums);
      groups += width * IntegerTile::kGroup;
    }
    return;
  }
  for (size_t term = 0; term < offsets_.size(); ++term) {
    if (offsets_[term] < 0) continue;
    const uint8_t* row = from + offsets_[term];
    const auto number = static_cast<int64_t>(term);
    uint8_t* first = groups + number / terms * width * IntegerTile::kGroup + number % terms * form.term_bytes();
    for (int64_t i = 0; i < count; ++i) {
      const int32_t weight = form.Weight(row[i * column_stride]);
      sums[i] += weight;
      // The lowest byte comes first.
      std::memcpy(first + i * IntegerTile::kGroup, &weight, static_cast<size_t>(form.term_bytes()));
    }
  }
}

void QuantizedPanels::Pack(const QuantizedForm& form, const uint8_t* from, int64_t column_stride, std::byte* to) const {
  ParallelFor(panels(), GrainOf(32 * panel_columns_ * column_bytes_), [&](int64_t begin, int64_t end) {
    for (int64_t panel = begin; panel < end; ++panel) PackPanel(form, from, column_stride, panel, to);
  });
}

QuantizedTail::QuantizedTail(const StepSpec& spec, const QuantizedForm& form, int64_t columns, int64_t padded_columns,
                             int64_t terms)
    : scale_(spec.requantization.scale),
      zero_point_(spec.requantization.zero_point),
      taken_(spec.requantization.taken),
      bias_(spec.bias),
      scale_by_channel_(spec.requantization.scale_by_channel),
      taken_by_channel_(spec.requantization.taken_by_channel),
      signed_(spec.requantization.is_signed),
      columns_(columns),
      padded_columns_(padded_columns),
      terms_(terms),
      data_shift_(form.data_shift()),
      weight_shift_(form.weight_shift()) {}

size_t QuantizedTail::workspace_bytes() const { return static_cast<size_t>(3 * padded_columns_ + 1) * sizeof(int32_t); }

void QuantizedTail::Prepare(std::span<void* const> values, const int32_t* column_sums, int64_t first,
                            std::byte* workspace) const {
  const auto numbers = [&]<typename T>(int value, T) {
    return static_cast<const T*>(values[static_cast<size_t>(value)]);
  };
  auto* start = PlaceIn<int32_t>(workspace, padded_columns_, 0);
  auto* factors = PlaceIn<int32_t>(workspace, padded_columns_, 1);
  auto* scales = PlaceIn<float>(workspace, padded_columns_, 2);
  const int32_t* bias = bias_ < 0 ? nullptr : numbers(bias_, int32_t{}) + first;
  const float* scale = numbers(scale_, float{}) + (scale_by_channel_ ? first : 0);
  const int32_t* taken = taken_ < 0 ? nullptr : numbers(taken_, int32_t{}) + (taken_by_channel_ ? first : 0);
  for (int64_t i = 0; i < columns_; ++i) {
    const int64_t q = taken == nullptr ? 0 : taken[taken_by_channel_ ? i : 0];
    const int64_t added = bias == nullptr ? 0 : bias[i];
    start[i] = Wrapped(added - data_shift_ * column_sums[i] + data_shift_ * (terms_ * (q - weight_shift_)));
    factors[i] = Wrapped(weight_shift_ - q);
    scales[i] = scale[scale_by_channel_ ? i : 0];
  }
  for (int64_t i = columns_; i < padded_columns_; ++i) {
    start[i] = factors[i] = 0;
    scales[i] = 0;
  }
  *PlaceIn<int32_t>(workspace, padded_columns_, 3) =
      std::all_of(scales, scales + columns_, [](float number) { return std::isfinite(number); }) ? 1 : 0;
}

void QuantizedTail::Fill(std::span<void* const> values, const std::byte* workspace, int64_t column,
                         QuantizedTile& tile) const {
  auto* place = const_cast<std::byte*>(workspace);
  tile.start = PlaceIn<int32_t>(place, padded_columns_, 0) + column;
  tile.factors = PlaceIn<int32_t>(place, padded_columns_, 1) + column;
  tile.scales = PlaceIn<float>(place, padded_columns_, 2) + column;
  tile.finite = *PlaceIn<int32_t>(place, padded_columns_, 3) != 0;
  tile.is_signed = signed_;
  const uint8_t zero = *static_cast<const uint8_t*>(values[static_cast<size_t>(zero_point_)]);
  tile.zero_point = signed_ ? static_cast<int8_t>(zero) : zero;
  tile.low = static_cast<float>((signed_ ? -128 : 0) - tile.zero_point);
  tile.high = static_cast<float>((signed_ ? 127 : 255) - tile.zero_point);
}

}  // namespace opdk
