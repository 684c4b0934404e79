#include <fmt/format.h>

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

int64_t MatrixCount(const Dims& shape) { return ElementCount({shape.begin(), shape.end() - 2}); }

// Returns the operand's matrix that each of the result's matrices is computed from; `shape` broadcasts to `result`.
Dims MatricesOf(const Dims& shape, const Dims& result) {
  Dims numbers(static_cast<size_t>(MatrixCount(result)));
  for (size_t i = 0; i < numbers.size(); ++i) {
    auto rest = static_cast<int64_t>(i);
    int64_t stride = 1;
    for (size_t from_end = 3; from_end <= shape.size(); ++from_end) {
      const int64_t extent = shape[shape.size() - from_end], whole = result[result.size() - from_end];
      if (extent != 1) numbers[i] += rest % whole * stride;
      stride *= extent;
      rest /= whole;
    }
  }
  return numbers;
}

class IntegerMatmulStep : public KernelStep {
 public:
  IntegerMatmulStep(const StepSpec& spec, Isa isa, const StepConstants& constants)
      : cube_(spec.cube),
        functions_(FunctionsOf(isa)),
        a_value_(spec.cube_inputs[0]),
        b_value_(spec.cube_inputs[1]),
        bias_(spec.bias),
        output_(spec.outputs[0]),
        name_(CubeName(spec)),
        description_(DescribeCube(Name(isa), spec)) {
    Dims a = cube_->inputs[0].shape(), b = cube_->inputs[1].shape(), y = cube_->shape;
    rows_ = y[y.size() - 2];
    columns_ = y.back();
    terms_ = a[a.size() - (cube_->trans_a ? 2 : 1)];
    a_matrices_ = MatricesOf(a, y);
    b_matrices_ = MatricesOf(b, y);
    a_count_ = MatrixCount(a);
    b_count_ = MatrixCount(b);
    if (b_count_ == 1 && a_count_ == static_cast<int64_t>(a_matrices_.size()) && !cube_->trans_a) {
      rows_ *= a_count_;  // the batches are more rows
      a_count_ = 1;
      a_matrices_ = b_matrices_ = {0};
    }
    const void* constant = constants[b_value_];
    groups_ = TermGroups::Of(functions_, cube_->inputs[0], cube_->inputs[1], constant, false);
    if (constant != nullptr) {
      packed_ = Pack(constants, b_value_, fmt::format("panels {}", static_cast<int>(groups_.form())), PackedBytes(),
                     [&](std::byte* to) { PackB(constant, reinterpret_cast<uint8_t*>(to)); });
    }
  }

  Status Run(std::span<void* const> values, std::byte* workspace, StepState*) const override {
    const auto* a = static_cast<const uint8_t*>(values[static_cast<size_t>(a_value_)]);
    const auto* b = reinterpret_cast<const uint8_t*>(packed_);
    if (!AIsPacked()) {
      auto* packed = reinterpret_cast<uint8_t*>(workspace);
      PackA(a, packed);
      a = packed;
    }
    if (b == nullptr) {
      uint8_t* packed = reinterpret_cast<uint8_t*>(workspace) + AlignUp(RowsBytes());
      PackB(values[static_cast<size_t>(b_value_)], packed);
      b = packed;
    }
    const auto* bias = bias_ < 0 ? nullptr : static_cast<const int32_t*>(values[static_cast<size_t>(bias_)]);
    auto* y = static_cast<int32_t*>(values[static_cast<size_t>(output_)]);
    const int64_t row_blocks = (rows_ + kRowsTogether - 1) / kRowsTogether;
    const int64_t column_blocks = (Panels() + kPanelsTogether - 1) / kPanelsTogether;
    const int64_t batches = static_cast<int64_t>(a_matrices_.size());
    const int64_t products = std::min(rows_, kRowsTogether) *
                             std::min(columns_, kPanelsTogether * IntegerTile::kColumns) * std::max<int64_t>(terms_, 1);
    ParallelFor(batches * row_blocks * column_blocks, GrainOf(products), [&](int64_t begin, int64_t end) {
      for (int64_t item = begin; item < end; ++item) {
        Multiply(a, b, bias, y, item / column_blocks / row_blocks, item / column_blocks % row_blocks,
                 item % column_blocks);
      }
    });
    return Status();
  }

  size_t workspace_bytes() const override {
    return (AIsPacked() && packed_ != nullptr ? 0 : AlignUp(RowsBytes())) + (packed_ == nullptr ? PackedBytes() : 0);
  }
  std::string kernel_name() const override { return name_; }
  std::string description() const override { return description_; }

 private:
  // Rows whose terms stay in the first cache, beside those of a panel, while panels go by.
  static constexpr int64_t kRowsTogether = 4 * IntegerTile::kRows;
  static constexpr int64_t kPanelsTogether = 4;

  int64_t Panels() const { return (columns_ + IntegerTile::kColumns - 1) / IntegerTile::kColumns; }
  int64_t RowBytes() const { return groups_.CountOf(terms_) * IntegerTile::kGroup; }
  int64_t PanelBytes() const { return groups_.CountOf(terms_) * kColumnsBytes; }
  // Returns whether the rows of the left operand are whole groups of bytes as they are.
  bool AIsPacked() const { return groups_.bytes() && !cube_->trans_a && terms_ % groups_.terms() == 0; }
  size_t RowsBytes() const { return static_cast<size_t>(a_count_ * rows_ * RowBytes()); }
  size_t PackedBytes() const { return static_cast<size_t>(b_count_ * Panels() * PanelBytes()); }

  void PackA(const void* data, uint8_t* to) const {
    const Bytes from(data, cube_->inputs[0]);
    ParallelFor(a_count_ * rows_, GrainOf(32 * terms_), [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const int64_t matrix = row / rows_ * rows_ * terms_, at = row % rows_;
        groups_.PackRow(from.At(matrix + (cube_->trans_a ? at : at * terms_)), cube_->trans_a ? rows_ : 1, terms_,
                        to + row * RowBytes());
      }
    });
  }

  void PackB(const void* data, uint8_t* to) const {
    const Bytes from(data, cube_->inputs[1]);
    ParallelFor(b_count_ * Panels(), GrainOf(32 * PanelBytes()), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t first = i % Panels() * IntegerTile::kColumns;
        const int64_t count = std::min<int64_t>(IntegerTile::kColumns, columns_ - first);
        const int64_t column_stride = cube_->trans_b ? terms_ : 1, term_stride = cube_->trans_b ? 1 : columns_;
        groups_.PackColumns(from.At(i / Panels() * terms_ * columns_ + first * column_stride), column_stride, count,
                            term_stride, terms_, to + i * PanelBytes());
      }
    });
  }

  void Multiply(const uint8_t* a, const uint8_t* b, const int32_t* bias, int32_t* y, int64_t batch, int64_t row_block,
                int64_t column_block) const {
    const int64_t row = row_block * kRowsTogether, rows = std::min(kRowsTogether, rows_ - row);
    const int64_t last = std::min(Panels(), (column_block + 1) * kPanelsTogether);
    const int64_t groups = groups_.CountOf(terms_);
    a += (a_matrices_[static_cast<size_t>(batch)] * rows_ + row) * RowBytes();
    b += b_matrices_[static_cast<size_t>(batch)] * Panels() * PanelBytes();
    y += (batch * rows_ + row) * columns_;
    // Without terms there still are sums, zeros.
    for (int64_t group = 0; group == 0 || group < groups; group += kGroupsTogether) {
      for (int64_t panel = column_block * kPanelsTogether; panel < last; ++panel) {
        const int64_t first = panel * IntegerTile::kColumns;
        const int64_t count = std::min<int64_t>(IntegerTile::kColumns, columns_ - first);
        IntegerTile tile;
        tile.form = groups_.form();
        tile.a = a + group * IntegerTile::kGroup;
        tile.a_stride = RowBytes();
        tile.b = b + panel * PanelBytes() + group * kColumnsBytes;
        tile.groups = std::min(kGroupsTogether, groups - group);
        tile.y = y + first;
        tile.y_stride = columns_;
        tile.start = bias == nullptr ? nullptr : bias + first;
        tile.start_of_columns = true;
        tile.adds = group != 0;
        MultiplyStrip(functions_, tile, rows, count);
      }
    }
  }

  tbe::Tensor cube_;
  const DirectFunctions& functions_;
  int a_value_, b_value_, bias_, output_;
  std::string name_, description_;
  int64_t rows_ = 0, columns_ = 0, terms_ = 0;
  int64_t a_count_ = 1, b_count_ = 1;  // matrices
  Dims a_matrices_, b_matrices_;
  TermGroups groups_;
  const std::byte* packed_ = nullptr;
};

}  // namespace

Result<std::unique_ptr<KernelStep>> MakeIntegerMatmulStep(const StepSpec& spec, const StepConstants& constants) {
  OPDK_TRY(Isa isa, TargetIsa());
  return std::unique_ptr<KernelStep>(std::make_unique<IntegerMatmulStep>(spec, isa, constants));
}

}  // namespace opdk
