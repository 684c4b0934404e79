#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/type_names.h"
#include "graph_core/engines/ai_core/cube/cube_steps.h"
#include "graph_core/engines/ai_core/cube/integer_product.h"
#include "graph_core/engines/ai_core/cube/quantized_product.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

TermOffsets TermsApart(int64_t terms, int64_t stride) {
  TermOffsets offsets(static_cast<size_t>(terms));
  for (size_t i = 0; i < offsets.size(); ++i) offsets[i] = static_cast<int64_t>(i) * stride;
  return offsets;
}

class QuantizedMatmulStep : public KernelStep {
 public:
  QuantizedMatmulStep(const StepSpec& spec, Isa isa, const StepConstants& constants)
      : a_value_(spec.cube_inputs[0]),
        b_value_(spec.cube_inputs[1]),
        output_(spec.outputs[0]),
        columns_(spec.cube->shape.back()),
        rows_(ElementCount(spec.cube->shape) / columns_),
        terms_(spec.cube->inputs[0].shape().back()),
        column_stride_(spec.cube->trans_b ? terms_ : 1),
        form_(isa, *spec.cube, constants[b_value_]),
        panels_(form_, columns_, TermsApart(terms_, spec.cube->trans_b ? 1 : columns_)),
        tail_(spec, form_, columns_, panels_.padded_columns(), terms_),
        name_(CubeName(spec)),
        description_(DescribeCube(Name(isa), spec)) {
    const void* constant = constants[b_value_];
    if (constant == nullptr) return;
    packed_ = Pack(constants, b_value_, form_.Text(), panels_.bytes(), [&](std::byte* to) { PackB(constant, to); });
  }

  Status Run(std::span<void* const> values, std::byte* workspace, StepState*) const override {
    const auto* a = static_cast<const uint8_t*>(values[static_cast<size_t>(a_value_)]);
    std::byte* tail = workspace;
    auto* sums = reinterpret_cast<int32_t*>(tail + AlignUp(tail_.workspace_bytes()));
    auto* rows = reinterpret_cast<uint8_t*>(sums) + AlignUp(SumsBytes());
    const std::byte* b = packed_;
    if (b == nullptr) {
      std::byte* packed = reinterpret_cast<std::byte*>(rows) + AlignUp(RowsBytes());
      PackB(values[static_cast<size_t>(b_value_)], packed);
      b = packed;
    }
    tail_.Prepare(values, reinterpret_cast<const int32_t*>(b), 0, tail);
    PrepareRows(a, rows, sums);
    if (!AIsReady()) a = rows;
    const int64_t products = std::min(columns_, panels_.panel_columns()) * terms_;
    ForEachPart(panels_.panels(), rows_, products, [&](int64_t panel, int64_t row, int64_t count) {
      QuantizedTile tile;
      tail_.Fill(values, tail, panel * panels_.panel_columns(), tile);
      if (tail_.needs_data_sums()) tile.data_sums = sums;
      tile.y = static_cast<uint8_t*>(values[static_cast<size_t>(output_)]);
      Multiply(a, b, panel, row, row + count, tile);
    });
    return Status();
  }

  size_t workspace_bytes() const override {
    return AlignUp(tail_.workspace_bytes()) + AlignUp(SumsBytes()) + AlignUp(RowsBytes()) +
           (packed_ == nullptr ? panels_.bytes() : 0);
  }
  bool packs(int value) const override { return value != a_value_ && KernelStep::packs(value); }
  std::string kernel_name() const override { return name_; }
  std::string description() const override { return description_; }

 private:
  // Returns whether the rows of the left operand are groups of terms as they are.
  bool AIsReady() const { return form_.bytes() && form_.data_shift() == 0 && form_.RoundedUp(terms_) == terms_; }
  int64_t RowBytes() const { return form_.RoundedUp(terms_) * form_.term_bytes(); }
  size_t RowsBytes() const { return AIsReady() ? 0 : static_cast<size_t>(rows_ * RowBytes()); }
  size_t SumsBytes() const { return tail_.needs_data_sums() ? static_cast<size_t>(rows_) * sizeof(int32_t) : 0; }

  void PackB(const void* data, std::byte* to) const {
    panels_.Pack(form_, static_cast<const uint8_t*>(data), column_stride_, to);
  }

  void PrepareRows(const uint8_t* a, uint8_t* to, int32_t* sums) const {
    if (AIsReady() && !tail_.needs_data_sums()) return;
    ParallelFor(rows_, GrainOf(16 * terms_), [&](int64_t begin, int64_t end) {
      const uint8_t* ready = AIsReady() ? a : to;
      for (int64_t row = begin; row < end && !AIsReady(); ++row) {
        uint8_t* terms = to + row * RowBytes();
        form_.ConvertData(a + row * terms_, terms_, terms);
        std::fill(terms + terms_ * form_.term_bytes(), terms + RowBytes(), uint8_t{0});
      }
      if (!tail_.needs_data_sums()) return;
      form_.SumTerms(ready + begin * RowBytes(), RowBytes(), end - begin, form_.RoundedUp(terms_), sums + begin);
    });
  }

  // Computes rows [row, last) of a panel.
  void Multiply(const uint8_t* a, const std::byte* b, int64_t panel, int64_t row, int64_t last,
                QuantizedTile tile) const {
    constexpr int64_t kMost = QuantizedTile::kMostColumns;
    std::array<uint8_t, QuantizedTile::kRows * kMost> edge;
    const int64_t run = 0, count = panels_.CountOf(panel);
    const int registers = panels_.RegistersOf(panel);
    const int64_t width = registers * form_.functions().quantized_lanes;
    uint8_t* y = tile.y + panel * panels_.panel_columns();
    const int32_t* sums = tile.data_sums;
    tile.form = form_.form();
    tile.run_offsets = &run;
    tile.groups = form_.RoundedUp(terms_) / form_.terms();
    tile.b = panels_.PanelOf(b, panel);
    tile.registers = registers;
    for (; row < last; row += QuantizedTile::kRows) {
      tile.rows = static_cast<int>(std::min<int64_t>(QuantizedTile::kRows, last - row));
      for (int i = 0; i < tile.rows; ++i) tile.a[i] = a + (row + i) * RowBytes();
      if (sums != nullptr) tile.data_sums = sums + row;
      // A tile may write beyond a row of the only panel: the next rows overwrite that, as long as they belong to this
      // part.
      const bool fits = (row + tile.rows - 1) * columns_ + width <= last * columns_;
      const bool whole = count == width || (panels_.panels() == 1 && fits);
      tile.y = whole ? y + row * columns_ : edge.data();
      tile.y_stride = whole ? columns_ : kMost;
      form_.functions().quantized_tile(tile);
      for (int i = 0; !whole && i < tile.rows; ++i) {
        std::memcpy(y + (row + i) * columns_, edge.data() + i * kMost, static_cast<size_t>(count));
      }
    }
  }

  int a_value_, b_value_, output_;
  int64_t columns_, rows_, terms_, column_stride_;
  QuantizedForm form_;
  QuantizedPanels panels_;
  QuantizedTail tail_;
  std::string name_, description_;
  const std::byte* packed_ = nullptr;
};

}  // namespace

Result<std::unique_ptr<KernelStep>> MakeQuantizedMatmulStep(const StepSpec& spec, const StepConstants& constants) {
  OPDK_TRY(Isa isa, TargetIsa());
  return std::unique_ptr<KernelStep>(std::make_unique<QuantizedMatmulStep>(spec, isa, constants));
}

}  // namespace opdk
