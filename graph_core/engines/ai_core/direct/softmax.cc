#include "graph_core/engines/ai_core/direct/softmax.h"

#include <algorithm>
#include <numeric>
#include <variant>
#include <vector>

#include "graph_core/engines/ai_core/direct/direct_functions.h"
#include "graph_core/engines/ai_core/direct/direct_kernel.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

using tbe::BinaryOp;
using tbe::ReduceOp;
using tbe::UnaryOp;

// exp(x - max) / sum or (x - max) - log(sum), with x = input, scaled, plus a mask.
struct Softmax {
  int x = -1;                 // argument tensor
  int mask = -1;              // argument tensor
  std::vector<int> mask_map;  // the axis of the result that each axis of the mask runs along
  SoftmaxScale scale = SoftmaxScale::kNone;
  int param = -1;  // the factor is a number given at launch, or
  float factor = 1;
  bool log = false;
};

class Matcher {
 public:
  explicit Matcher(const KernelIr& ir) : ir_(ir) {}

  bool Run(Softmax& found) {
    if (ir_.outputs.size() != 1) return false;
    const KernelNode& result = Get(ir_.outputs[0]);
    if (result.op != KernelOp::kBinary || result.dims.empty() || Repeats(result.dims)) return false;
    int exponential = -1;
    if (result.binary == BinaryOp::kDiv) {
      exponential = result.inputs[0];
      if (OverRow(RowsOf(result.inputs[1]), ReduceOp::kSum) != exponential) return false;
    } else if (result.binary == BinaryOp::kSub) {
      found.log = true;
      const int logarithm = RowsOf(result.inputs[1]);
      if (logarithm < 0 || !IsUnary(logarithm, UnaryOp::kLog)) return false;
      exponential = OverRow(Get(logarithm).inputs[0], ReduceOp::kSum);
    } else {
      return false;
    }
    if (exponential < 0 || !IsUnary(exponential, UnaryOp::kExp)) return false;
    const int shifted = Get(exponential).inputs[0];
    if (found.log && shifted != result.inputs[0]) return false;
    if (!IsBinary(shifted, BinaryOp::kSub)) return false;
    const int x = Get(shifted).inputs[0];
    if (OverRow(RowsOf(Get(shifted).inputs[1]), ReduceOp::kMax) != x) return false;
    return Source(x, found) && OnlyFloat();
  }

 private:
  const KernelNode& Get(int node) const { return ir_.nodes[static_cast<size_t>(node)]; }
  bool IsUnary(int node, UnaryOp op) const { return Get(node).op == KernelOp::kUnary && Get(node).unary == op; }
  bool IsBinary(int node, BinaryOp op) const { return Get(node).op == KernelOp::kBinary && Get(node).binary == op; }
  static bool Repeats(std::vector<int> dims) {
    std::sort(dims.begin(), dims.end());
    return std::adjacent_find(dims.begin(), dims.end()) != dims.end();
  }
  bool OnlyFloat() const {
    return std::all_of(ir_.nodes.begin(), ir_.nodes.end(),
                       [](const KernelNode& node) { return node.dtype == ge::DT_FLOAT; });
  }

  // Returns the node that is repeated along the last axis to make `node`; -1: `node` is something else.
  int RowsOf(int node) const {
    const KernelNode& map = Get(node);
    if (map.op != KernelOp::kMap || map.maps.size() + 1 != map.dims.size()) return -1;
    for (size_t i = 0; i < map.maps.size(); ++i) {
      if (map.maps[i].axis != static_cast<int>(i) || map.maps[i].start >= 0 || map.maps[i].step != 1) return -1;
    }
    return map.inputs[0];
  }

  // Returns the node that `node` reduces over its last axis alone; -1: `node` is something else.
  int OverRow(int node, ReduceOp op) const {
    if (node < 0) return -1;
    const KernelNode& reduce = Get(node);
    if (reduce.op != KernelOp::kReduce || reduce.reduce != op || reduce.axes.size() != 1) return -1;
    if (reduce.axes[0] + 1 != static_cast<int>(Get(reduce.inputs[0]).dims.size())) return -1;
    return reduce.inputs[0];
  }

  // Recognises a factor: a number repeated to every element.
  bool Factor(int node, Softmax& found) const {
    const KernelNode& map = Get(node);
    if (map.op != KernelOp::kMap || !map.maps.empty()) return false;
    const KernelNode& number = Get(map.inputs[0]);
    if (number.op == KernelOp::kParam) {
      found.param = number.index;
    } else if (number.op == KernelOp::kNumber) {
      found.factor = std::visit([](auto value) { return static_cast<float>(value); }, number.value);
    } else {
      return false;
    }
    return true;
  }

  bool Scaled(int node, Softmax& found) const {
    int x = node;
    if (IsBinary(node, BinaryOp::kMul) || IsBinary(node, BinaryOp::kDiv)) {
      const std::vector<int>& operands = Get(node).inputs;
      found.scale = IsBinary(node, BinaryOp::kMul) ? SoftmaxScale::kMultiply : SoftmaxScale::kDivide;
      x = operands[0];
      if (!Factor(operands[1], found)) {
        if (found.scale == SoftmaxScale::kDivide || !Factor(operands[0], found)) return false;
        x = operands[1];
      }
    }
    found.x = Get(x).op == KernelOp::kInput ? Get(x).index : -1;
    return found.x >= 0 && Get(x).dims == Get(ir_.outputs[0]).dims;
  }

  // Recognises a mask: an input tensor with the last axis, repeated along some of the other axes.
  bool Mask(int node, Softmax& found) const {
    const KernelNode& source = Get(node).op == KernelOp::kMap ? Get(Get(node).inputs[0]) : Get(node);
    const auto rank = static_cast<int>(Get(node).dims.size());
    if (source.op != KernelOp::kInput || rank > SoftmaxRows::kMaxRank) return false;
    found.mask_map.clear();
    if (Get(node).op == KernelOp::kMap) {
      for (const AxisMap& map : Get(node).maps) {
        if (map.axis < 0 || map.start >= 0 || map.step != 1) return false;
        found.mask_map.push_back(map.axis);
      }
    } else {
      for (int i = 0; i < rank; ++i) found.mask_map.push_back(i);
    }
    found.mask = source.index;
    return !found.mask_map.empty() && found.mask_map.back() == rank - 1;
  }

  bool Source(int node, Softmax& found) const {
    if (!IsBinary(node, BinaryOp::kAdd)) return Scaled(node, found);
    for (size_t i = 0; i < 2; ++i) {
      Softmax attempt = found;
      if (!Scaled(Get(node).inputs[i], attempt) || !Mask(Get(node).inputs[1 - i], attempt)) continue;
      found = attempt;
      return true;
    }
    return false;
  }

  const KernelIr& ir_;
};

// Elements below which a second thread costs more than it brings.
constexpr int64_t kSoftmaxGrain = 8 * 1024;
// Columns per piece of a row that is divided between threads: they stay in the nearest cache between its maximum and
// its exponentials. Pieces depend on the shape alone, so that the result does not depend on the number of threads.
constexpr int64_t kPiece = 2 * 1024;

// Bytes of a line of the caches.
constexpr int64_t kLineBytes = 64;
// Columns of a row that threads share.
constexpr int64_t kShared = 64 * 1024;

class SoftmaxKernel : public DirectKernel {
 public:
  SoftmaxKernel(const Softmax& pattern, const SoftmaxRows& job, int64_t rows, const DirectFunctions& functions)
      : pattern_(pattern), job_(job), rows_(rows), functions_(functions) {
    // A row and its result must stay in the core's own cache between the passes; else the row is read once more.
    const bool too_long = job.columns * 8 > static_cast<int64_t>(MachineCaches().l2 / 2);
    const bool too_few = rows < 8 && job.columns >= kShared;
    pieces_ = too_long || too_few ? (job.columns + kPiece - 1) / kPiece : 1;
    streams_ = !job.log && rows * job.columns * 8 > static_cast<int64_t>(MachineCaches().l3 / 4 * 3) &&
               job.columns <= SoftmaxRows::kMostStreamed && job.columns * 4 % kLineBytes == 0;
  }

  void Run(std::span<const void* const> inputs, std::span<void* const> outputs, std::byte* workspace) const override {
    SoftmaxRows job = job_;
    job.x = static_cast<const float*>(inputs[static_cast<size_t>(pattern_.x)]);
    if (pattern_.mask >= 0) job.mask = static_cast<const float*>(inputs[static_cast<size_t>(pattern_.mask)]);
    job.y = static_cast<float*>(outputs[0]);
    job.stream = streams_ && reinterpret_cast<uintptr_t>(job.y) % kLineBytes == 0;
    if (pieces_ > 1) return RunInPieces(job, reinterpret_cast<SoftmaxPartial*>(workspace));
    ParallelFor(rows_, std::max<int64_t>(kSoftmaxGrain / job.columns, 1),
                [&](int64_t begin, int64_t end) { functions_.softmax_rows(job, begin, end); });
  }

  size_t workspace_bytes() const override {
    return pieces_ == 1 ? 0 : static_cast<size_t>(rows_ * (pieces_ + 1)) * sizeof(SoftmaxPartial);
  }

 private:
  // Computes the rows in pieces. `partials`: pieces_ for each row, row after row, then one for each whole row.
  void RunInPieces(const SoftmaxRows& job, SoftmaxPartial* partials) const {
    SoftmaxPartial* const whole = partials + rows_ * pieces_;
    const auto each = [&](auto work) {
      ParallelFor(rows_ * pieces_, kSoftmaxGrain / kPiece, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const int64_t column = i % pieces_ * kPiece;
          work(i / pieces_, column, std::min(column + kPiece, job.columns), partials[i]);
        }
      });
    };
    each([&](int64_t row, int64_t begin, int64_t end, SoftmaxPartial& part) {
      part = functions_.softmax_partial(job, row, begin, end);
    });
    for (int64_t row = 0; row < rows_; ++row) {
      whole[row] = std::accumulate(partials + row * pieces_, partials + (row + 1) * pieces_, SoftmaxPartial(),
                                   JoinSoftmaxPartials);
    }
    each([&](int64_t row, int64_t begin, int64_t end, const SoftmaxPartial& part) {
      functions_.softmax_finish(job, row, begin, end, part, whole[row]);
    });
  }

  Softmax pattern_;
  SoftmaxRows job_;  // without addresses
  int64_t rows_, pieces_ = 1;
  bool streams_ = false;  // operand and result together are larger than the caches
  const DirectFunctions& functions_;
};

class SoftmaxPattern : public DirectPattern {
 public:
  explicit SoftmaxPattern(Softmax pattern) : pattern_(std::move(pattern)) {}

  std::string name() const override { return pattern_.log ? "log_softmax_rows" : "softmax_rows"; }

  Result<std::unique_ptr<DirectKernel>> Instantiate(const CanonicalKernel& kernel) const override {
    OPDK_TRY(Isa isa, TargetIsa());
    const std::vector<int64_t>& dims = kernel.output_dims[0];
    int64_t rows = 1;
    for (size_t i = 0; i + 1 < dims.size(); ++i) rows *= dims[i];
    return std::unique_ptr<DirectKernel>(
        std::make_unique<SoftmaxKernel>(pattern_, RowsOf(kernel), rows, FunctionsOf(isa)));
  }

  const Softmax& pattern() const { return pattern_; }

  SoftmaxRows RowsOf(const CanonicalKernel& kernel) const {
    const std::vector<int64_t>& dims = kernel.output_dims[0];
    SoftmaxRows job;
    job.columns = dims.back();
    job.log = pattern_.log;
    job.scale = pattern_.scale;
    job.factor = pattern_.factor;
    if (pattern_.param >= 0) {
      job.factor = std::visit([](auto value) { return static_cast<float>(value); },
                              kernel.params[static_cast<size_t>(pattern_.param)]);
    }
    if (pattern_.mask < 0) return job;
    job.rank = static_cast<int>(dims.size()) - 1;
    std::copy(dims.begin(), dims.end() - 1, job.extents);
    int64_t stride = 1;
    for (size_t i = pattern_.mask_map.size(); i-- > 0;) {
      const auto axis = static_cast<size_t>(pattern_.mask_map[i]);
      job.mask_strides[axis] = stride;
      stride *= dims[axis];
    }
    return job;
  }

 private:
  Softmax pattern_;
};

}  // namespace

std::optional<SoftmaxOfValues> SoftmaxOf(const DirectPattern* direct, const CanonicalKernel& kernel) {
  const auto* softmax = dynamic_cast<const SoftmaxPattern*>(direct);
  if (softmax == nullptr || softmax->pattern().log) return std::nullopt;
  const Softmax& pattern = softmax->pattern();
  const auto value = [&](int argument) {
    return argument < 0 ? -1 : kernel.inputs[static_cast<size_t>(argument)].input;
  };
  return SoftmaxOfValues{softmax->RowsOf(kernel), value(pattern.x), value(pattern.mask)};
}

std::shared_ptr<const DirectPattern> MatchSoftmax(const KernelIr& ir) {
  Softmax found;
  if (!Matcher(ir).Run(found)) return nullptr;
  return std::make_shared<SoftmaxPattern>(std::move(found));
}

}  // namespace opdk
