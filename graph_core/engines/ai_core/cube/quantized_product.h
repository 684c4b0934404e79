// Common parts of hand-written convolutions and matrix products of bytes that become bytes again. Operands are
// converted to the form that the processor multiplies. The start of each sum makes up for the change:
//
//   data u = x + dx, weights v = w - dw, with dx and dw 128 where x is signed or w unsigned and 0 otherwise
//   sum (x w) - q sum x = sum (u v) - dx sum v + (dw - q) sum u + K dx (q - dw)
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graph_core/base/machine.h"
#include "graph_core/engines/ai_core/cube/integer_product.h"
#include "graph_core/engines/ai_core/direct/direct_functions.h"
#include "graph_core/engines/ai_core/steps/kernel_step.h"
#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "opdk/parallel.h"

namespace opdk {

// Offsets of a column's terms from its first one, in the order in which groups hold them; -1: nothing.
using TermOffsets = std::vector<int64_t>;

// The arrangement of a quantized product's operands in memory.
class QuantizedForm {
 public:
  // `constant`: the weights if they never change.
  QuantizedForm(Isa isa, const tbe::TensorNode& cube, const void* constant);

  const DirectFunctions& functions() const { return functions_; }
  QuantizedTile::Form form() const { return form_; }
  bool bytes() const { return form_ == QuantizedTile::Form::kBytes; }
  // Describes the form of packed weights.
  std::string Text() const;
  int64_t term_bytes() const { return bytes() ? 1 : 2; }
  // Returns the terms of a group.
  int64_t terms() const { return IntegerTile::kGroup / term_bytes(); }
  int64_t RoundedUp(int64_t terms_in_all) const { return (terms_in_all + terms() - 1) / terms() * terms(); }
  int64_t data_shift() const { return bytes() && data_signed_ ? 128 : 0; }
  int64_t weight_shift() const { return bytes() && !weights_signed_ ? 128 : 0; }

  // Converts `count` bytes of data to terms.
  void ConvertData(const uint8_t* from, int64_t count, uint8_t* to) const;
  // Converts one byte of weights to its term.
  int32_t Weight(uint8_t byte) const;
  // Adds up terms: sums[i] = the sum of `terms` terms of the data from data + i * stride on, for i < count.
  void SumTerms(const uint8_t* data, int64_t stride, int64_t count, int64_t terms, int32_t* sums) const;

 private:
  const DirectFunctions& functions_;
  QuantizedTile::Form form_ = QuantizedTile::Form::kPairs;
  bool data_signed_, weights_signed_;
};

// Weights of `columns` columns: the sum of each column, then panels of registers.
class QuantizedPanels {
 public:
  QuantizedPanels() = default;
  QuantizedPanels(const QuantizedForm& form, int64_t columns, TermOffsets offsets);

  int64_t panels() const { return (columns_ + panel_columns_ - 1) / panel_columns_; }
  int64_t panel_columns() const { return panel_columns_; }
  // Returns the number of the panel's columns, without those that only fill registers. RegistersOf: the number of its
  // registers.
  int64_t CountOf(int64_t panel) const;
  int RegistersOf(int64_t panel) const;
  // Returns the columns of all panels, including those that only fill registers.
  int64_t padded_columns() const { return padded_columns_; }
  size_t bytes() const;
  // Packs the weights. Columns lie `column_stride` bytes apart.
  void Pack(const QuantizedForm& form, const uint8_t* from, int64_t column_stride, std::byte* to) const;
  const uint8_t* PanelOf(const std::byte* packed, int64_t panel) const;

 private:
  int64_t PanelOffset(int64_t panel) const;
  void PackPanel(const QuantizedForm& form, const uint8_t* from, int64_t column_stride, int64_t panel,
                 std::byte* to) const;

  int64_t columns_ = 0, panel_columns_ = 1, lanes_ = 1, padded_columns_ = 0;
  int64_t column_bytes_ = 0;  // of a column's groups
  TermOffsets offsets_;
};

// The numbers per column that quantizing needs, computed at the beginning of a run.
class QuantizedTail {
 public:
  QuantizedTail() = default;
  // `terms`: of a sum.
  QuantizedTail(const StepSpec& spec, const QuantizedForm& form, int64_t columns, int64_t padded_columns,
                int64_t terms);

  size_t workspace_bytes() const;
  // Returns whether a tile needs the sums of its rows of data.
  bool needs_data_sums() const { return taken_ >= 0 || weight_shift_ != 0; }
  // Computes the numbers for channels from `first` on into `workspace`.
  void Prepare(std::span<void* const> values, const int32_t* column_sums, int64_t first, std::byte* workspace) const;
  // Fills in a tile that begins with column `column`, from the numbers that Prepare left in `workspace`.
  void Fill(std::span<void* const> values, const std::byte* workspace, int64_t column, QuantizedTile& tile) const;

 private:
  int scale_ = -1, zero_point_ = -1, taken_ = -1, bias_ = -1;
  bool scale_by_channel_ = false, taken_by_channel_ = false, signed_ = false;
  int64_t columns_ = 0, padded_columns_ = 0, terms_ = 0, data_shift_ = 0, weight_shift_ = 0;
};

// Rows that are computed, and transposed, together.
inline constexpr int64_t kQuantizedRows = 8 * QuantizedTile::kRows;

// Calls work(panel, row, count) for parts of up to kQuantizedRows rows of each panel, which threads share in whole
// tiles. Panels outside: one stays near while rows go by. `products`: of a row with a panel.
template <typename Work>
void ForEachPart(int64_t panels, int64_t rows, int64_t products, const Work& work) {
  constexpr int64_t kTile = QuantizedTile::kRows, kMost = kQuantizedRows / kTile;
  const int64_t tiles = (rows + kTile - 1) / kTile;
  ParallelFor(panels * tiles, GrainOf(products * kTile), [&](int64_t begin, int64_t end) {
    while (begin < end) {
      const int64_t first = begin % tiles, left = std::min(end - begin, tiles - first);
      const int64_t parts = (left + kMost - 1) / kMost, count = (left + parts - 1) / parts;
      work(begin / tiles, first * kTile, std::min(count * kTile, rows - first * kTile));
      begin += count;
    }
  });
}

}  // namespace opdk
