// Hand-written products of bytes in integers. They serve CPUs that can't multiply bytes into 32 bits at once, where
// oneDNN's sums saturate. They also take operands that oneDNN's exact implementations don't take.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "graph_core/engines/ai_core/direct/direct_functions.h"
#include "tbe/expr.h"

namespace opdk {

// Copies and widens: to[i] = from[i * stride] for i < count.
template <typename T>
void Widen(const T* from, int64_t stride, int64_t count, int16_t* to) {
  constexpr int64_t kTogether = 16;  // which the compiler knows to vectorise
  int64_t done = 0;
  for (; stride == 1 && done + kTogether <= count; done += kTogether) {
    for (int64_t i = 0; i < kTogether; ++i) to[done + i] = from[done + i];
  }
  for (; done < count; ++done) to[done] = from[done * stride];
}

// Bytes of a tensor, signed or not.
struct Bytes {
  Bytes(const void* bytes, const tbe::Tensor& tensor)
      : data(static_cast<const uint8_t*>(bytes)), is_signed(tensor.dtype() == ge::DT_INT8) {}
  Bytes At(int64_t offset) const {
    Bytes moved = *this;
    moved.data += offset;
    return moved;
  }

  const uint8_t* data;
  bool is_signed;
};

// The arrangement of the operands' terms in the groups of IntegerTile. The last group of a row is filled up with zeros,
// so a column may hold anything beside its terms.
class TermGroups {
 public:
  // Chooses groups of bytes where their products are exact, else pairs. Bytes need uint8 data and constant int8 weights
  // of small magnitude. `constant`: the numbers of `weights`, or nullptr if they may change.
  static TermGroups Of(const DirectFunctions& functions, const tbe::Tensor& data, const tbe::Tensor& weights,
                       const void* constant, bool weights_are_rows);

  IntegerTile::Form form() const { return form_; }
  bool bytes() const { return form_ != IntegerTile::Form::kPairs; }
  // Returns the size of one term in its group, in bytes.
  size_t term_bytes() const { return bytes() ? 1 : 2; }
  int64_t terms() const { return bytes() ? 4 : 2; }
  int64_t CountOf(int64_t terms_in_all) const { return (terms_in_all + terms() - 1) / terms(); }

  // Copies terms: to[i] = from[i * stride] for i < count. Each result is term_bytes() wide.
  void Copy(const Bytes& from, int64_t stride, int64_t count, uint8_t* to) const;
  // Packs a row for IntegerTile::a. The row's terms lie `term_stride` bytes apart.
  void PackRow(const Bytes& from, int64_t term_stride, int64_t terms_in_all, uint8_t* to) const;
  // Packs up to kColumns columns for IntegerTile::b. Strides between columns and between terms are in bytes.
  void PackColumns(const Bytes& from, int64_t column_stride, int64_t columns, int64_t term_stride, int64_t terms_in_all,
                   uint8_t* to) const;

 private:
  IntegerTile::Form form_ = IntegerTile::Form::kPairs;
};

// Groups whose columns stay in the first cache while rows go by.
inline constexpr int64_t kGroupsTogether = 256;
// Bytes of a group for each column of a tile.
inline constexpr int64_t kColumnsBytes = IntegerTile::kColumns * IntegerTile::kGroup;

// Multiplies a strip: `tile` with any number of rows and up to kColumns columns.
void MultiplyStrip(const DirectFunctions& functions, IntegerTile tile, int64_t rows, int64_t columns);

// Returns how many items of `products` products each are worth a thread; at least 1.
int64_t GrainOf(int64_t products);

}  // namespace opdk
