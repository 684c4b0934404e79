// Matrices of 4 byte elements with a side of 2 to 8, the other one long and the short one contiguous: pixels of three
// channels, say. A register of one channel is put together from as many registers as there are channels.
// `L`: the register's struct: V, Index, Mask, kLanes, Load, Store, MakeIndex, MakeMask, Take, Merge.
#pragma once

#include <cstdint>

namespace opdk {

template <typename L, int kSide>
class ShortTranspose {
 public:
  // Transposes pixels into channels: to[c * to_stride + i] = from[i * kSide + c] for i < count.
  static void Split(const uint32_t* from, int64_t count, uint32_t* to, int64_t to_stride) {
    Tables tables;
    for (int c = 0; c < kSide; ++c) {
      tables.Fill(c, [c](int lane) { return Place{(lane * kSide + c) / L::kLanes, (lane * kSide + c) % L::kLanes}; });
    }
    int64_t i = 0;
    for (; i + L::kLanes <= count; i += L::kLanes) {
      const uint32_t* pixels = from + i * kSide;
      tables.Apply([pixels](int k) { return L::Load(pixels + k * L::kLanes); },
                   [&](int c, typename L::V v) { L::Store(to + c * to_stride + i, v); });
    }
    for (; i < count; ++i) {
      for (int c = 0; c < kSide; ++c) to[c * to_stride + i] = from[i * kSide + c];
    }
  }

  // Transposes channels into pixels: to[i * kSide + c] = from[c * from_stride + i] for i < count.
  static void Join(const uint32_t* from, int64_t from_stride, uint32_t* to, int64_t count) {
    Tables tables;
    for (int k = 0; k < kSide; ++k) {
      tables.Fill(k, [k](int lane) { return Place{(k * L::kLanes + lane) % kSide, (k * L::kLanes + lane) / kSide}; });
    }
    int64_t i = 0;
    for (; i + L::kLanes <= count; i += L::kLanes) {
      uint32_t* pixels = to + i * kSide;
      tables.Apply([&](int c) { return L::Load(from + c * from_stride + i); },
                   [pixels](int k, typename L::V v) { L::Store(pixels + k * L::kLanes, v); });
    }
    for (; i < count; ++i) {
      for (int c = 0; c < kSide; ++c) to[i * kSide + c] = from[c * from_stride + i];
    }
  }

 private:
  // The source register and its lane from which a lane of a result comes.
  struct Place {
    int source, lane;
  };

  struct Tables {
    // Per result: the lane to take from any source, and for which lanes each source is the right one.
    typename L::Index index[kSide];
    typename L::Mask mask[kSide][kSide];

    template <typename PlaceOf>
    void Fill(int result, PlaceOf place_of) {
      uint32_t lanes[L::kLanes], sources[L::kLanes];
      for (int lane = 0; lane < L::kLanes; ++lane) {
        const Place place = place_of(lane);
        lanes[lane] = static_cast<uint32_t>(place.lane);
        sources[lane] = static_cast<uint32_t>(place.source);
      }
      index[result] = L::MakeIndex(lanes);
      for (int source = 0; source < kSide; ++source) mask[result][source] = L::MakeMask(sources, source);
    }

    template <typename Load, typename Store>
    void Apply(Load load, Store store) const {
      typename L::V sources[kSide];
#pragma GCC unroll 8
      for (int k = 0; k < kSide; ++k) sources[k] = load(k);
#pragma GCC unroll 8
      for (int c = 0; c < kSide; ++c) {
        typename L::V v = L::Take(index[c], sources[0]);
#pragma GCC unroll 8
        for (int k = 1; k < kSide; ++k) v = L::Merge(v, mask[c][k], index[c], sources[k]);
        store(c, v);
      }
    }
  };
};

// Does a matrix whose short side is contiguous and no longer than 8; false: it isn't one.
template <typename L>
bool TransposeShort(const uint32_t* from, int64_t from_stride, int64_t rows, uint32_t* to, int64_t to_stride,
                    int64_t columns) {
  const bool split = from_stride == columns && columns <= 8 && rows >= L::kLanes;
  const bool join = !split && to_stride == rows && rows <= 8 && columns >= L::kLanes;
  if (!split && !join) return false;
  auto run = [&](auto side) {
    using Side = ShortTranspose<L, decltype(side)::kSide>;
    if (split) {
      Side::Split(from, rows, to, to_stride);
    } else {
      Side::Join(from, from_stride, to, columns);
    }
    return true;
  };
  switch (split ? columns : rows) {
    case 2:
      return run(typename L::template Side<2>());
    case 3:
      return run(typename L::template Side<3>());
    case 4:
      return run(typename L::template Side<4>());
    case 5:
      return run(typename L::template Side<5>());
    case 6:
      return run(typename L::template Side<6>());
    case 7:
      return run(typename L::template Side<7>());
    case 8:
      return run(typename L::template Side<8>());
    default:
      return false;
  }
}

}  // namespace opdk
