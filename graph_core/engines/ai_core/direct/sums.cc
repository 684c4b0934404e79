// Sums over the last axis but one of an input of floats: columns of a matrix added up row by row.
#include <algorithm>

#include "graph_core/engines/ai_core/direct/direct_functions.h"
#include "graph_core/engines/ai_core/direct/direct_kernel.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

// Elements of the input below which a second thread costs more than it brings.
constexpr int64_t kSumGrain = 64 * 1024;
// Columns that one thread takes at least: a whole cache line.
constexpr int64_t kLine = 16;

class SumRowsKernel : public DirectKernel {
 public:
  SumRowsKernel(const CanonicalKernel& kernel, const KernelNode& input, const DirectFunctions& functions)
      : functions_(functions), input_(static_cast<size_t>(input.index)) {
    auto extent = [&](size_t axis) { return int64_t{kernel.symbols[static_cast<size_t>(input.dims[axis])]}; };
    const size_t rank = input.dims.size();
    columns_ = extent(rank - 1);
    rows_ = extent(rank - 2);
    for (size_t i = 0; i + 2 < rank; ++i) matrices_ *= extent(i);
  }

  void Run(std::span<const void* const> inputs, std::span<void* const> outputs, std::byte*) const override {
    const auto* x = static_cast<const float*>(inputs[input_]);
    auto* y = static_cast<float*>(outputs[0]);
    if (rows_ == 0 || columns_ == 0) {
      std::fill_n(y, matrices_ * columns_, 0.0F);
      return;
    }
    const int64_t threads = ThreadCount();
    int64_t parts = matrices_ >= threads ? 1 : threads / std::max<int64_t>(matrices_, 1);
    const int64_t chunk = ((columns_ + parts - 1) / parts + kLine - 1) / kLine * kLine;
    parts = (columns_ + chunk - 1) / chunk;
    const int64_t grain = std::max<int64_t>(kSumGrain / std::max<int64_t>(rows_ * chunk, 1), 1);
    const bool one = rows_ * columns_ * matrices_ < 2 * kSumGrain;
    ParallelFor(matrices_ * parts, one ? matrices_ * parts : grain, [&](int64_t begin, int64_t end) {
      for (int64_t piece = begin; piece < end; ++piece) {
        const int64_t matrix = piece / parts, first = piece % parts * chunk;
        functions_.sum_rows(x + matrix * rows_ * columns_ + first, columns_, rows_, y + matrix * columns_ + first,
                            std::min(chunk, columns_ - first));
      }
    });
  }

 private:
  const DirectFunctions& functions_;
  size_t input_;
  int64_t matrices_ = 1, rows_ = 1, columns_ = 1;
};

class SumRowsPattern : public DirectPattern {
 public:
  explicit SumRowsPattern(int input) : input_(input) {}
  std::string name() const override { return "sum_rows"; }
  bool stays_alone() const override { return false; }

  Result<std::unique_ptr<DirectKernel>> Instantiate(const CanonicalKernel& kernel) const override {
    OPDK_TRY(Isa isa, TargetIsa());
    const KernelNode& input = kernel.ir.nodes[static_cast<size_t>(input_)];
    return std::unique_ptr<DirectKernel>(std::make_unique<SumRowsKernel>(kernel, input, FunctionsOf(isa)));
  }

 private:
  int input_;
};

}  // namespace

std::shared_ptr<const DirectPattern> MatchSums(const KernelIr& ir) {
  if (ir.outputs.size() != 1) return nullptr;
  const KernelNode& node = ir.nodes[static_cast<size_t>(ir.outputs[0])];
  if (node.op != KernelOp::kReduce || node.reduce != tbe::ReduceOp::kSum || node.dtype != ge::DT_FLOAT) return nullptr;
  const KernelNode& input = ir.nodes[static_cast<size_t>(node.inputs[0])];
  if (input.op != KernelOp::kInput || input.dtype != ge::DT_FLOAT || input.dims.size() < 2) return nullptr;
  if (node.axes.size() != 1 || node.axes[0] != static_cast<int>(input.dims.size()) - 2) return nullptr;
  return std::make_shared<SumRowsPattern>(node.inputs[0]);
}

}  // namespace opdk
