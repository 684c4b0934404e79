// For an output y of dims [s0, s1]:
//
//   exp(x)                        no reduction              outer {0}, inner {1}: rows in parallel, vectors in them
//   x / sum over the last axis    keeps [s0], lanes         row mode; outer {0}, inner {1}: a row is summed, then
//                                                           written
//   x / sum over axis 0           keeps [s1], columns       row mode, block_last; outer {}, inner {0, 1}; blocks of s1
//                                                           are what runs in parallel
//   x / (sum over the last axis   [s0] and [s1]: not the    no row mode: each sum is a loop nest of its own, then
//   + sum over axis 0)            same                      outer {0}, inner {1}
#include "graph_core/engines/ai_core/canonical/loop_nest.h"

#include <algorithm>
#include <set>
#include <utility>

namespace opdk {

bool IsReduction(const KernelNode& node) {
  return node.op == KernelOp::kReduce || node.op == KernelOp::kScatter || node.op == KernelOp::kScan ||
         (node.op == KernelOp::kCompute && !node.reduce_dims.empty());
}

bool IsExpensive(const KernelNode& node) {
  if (node.op == KernelOp::kCompute || node.op == KernelOp::kGather) return true;
  if (node.op == KernelOp::kBinary) return node.binary == tbe::BinaryOp::kPow || node.binary == tbe::BinaryOp::kAtan2;
  if (node.op != KernelOp::kUnary) return false;
  switch (node.unary) {
    case tbe::UnaryOp::kNeg:
    case tbe::UnaryOp::kAbs:
    case tbe::UnaryOp::kFloor:
    case tbe::UnaryOp::kCeil:
    case tbe::UnaryOp::kRound:
    case tbe::UnaryOp::kTrunc:
    case tbe::UnaryOp::kSign:
    case tbe::UnaryOp::kNot:
    case tbe::UnaryOp::kIsNan:
    case tbe::UnaryOp::kIsInf:
      return false;
    default:
      return true;
  }
}

bool WorthStoring(const KernelNode& node) {
  if (node.storing != StoringHint::kNone) return node.storing == StoringHint::kMaterialize;
  return IsExpensive(node);
}

int64_t TileOf(const KernelIr& ir, int dim) {
  // A block's sums lie in the nearest cache or on the stack.
  constexpr int64_t kMaxTile = 16 * 1024;
  for (const TileHint& tile : ir.tiles) {
    if (tile.symbol == dim) return std::min(tile.size, kMaxTile);
  }
  return 0;
}

namespace {

// Finds the contiguous axis for TransposedAxis. A value that is read many times is looked at once for each order of
// axes in which it is read.
class TransposedSearch {
 public:
  TransposedSearch(const KernelIr& ir, int last) : ir_(ir), last_(last) {}

  // Returns the axis of the output, or -1. `axes`: the output axis that runs along each axis of the node; -1: none.
  int Find(int number, const std::vector<int>& axes) {
    if (!seen_.insert({number, axes}).second) return -1;
    const KernelNode& node = ir_.nodes[static_cast<size_t>(number)];
    switch (node.op) {
      case KernelOp::kInput: {
        if (node.dims.empty() || axes.back() == last_ || axes.back() < 0) return -1;
        // A vector along the last axis would jump: only when the input has that axis at all.
        return std::count(axes.begin(), axes.end(), last_) > 0 ? axes.back() : -1;
      }
      case KernelOp::kMap: {
        std::vector<int> source;
        for (const AxisMap& map : node.maps) {
          source.push_back(map.axis < 0 ? -1 : axes[static_cast<size_t>(map.axis)]);
        }
        return Find(node.inputs[0], source);
      }
      case KernelOp::kUnary:
      case KernelOp::kBinary:
      case KernelOp::kSelect:
      case KernelOp::kCast:
        for (int input : node.inputs) {
          int found = Find(input, axes);
          if (found >= 0) return found;
        }
        return -1;
      default:
        return -1;
    }
  }

 private:
  const KernelIr& ir_;
  const int last_;
  std::set<std::pair<int, std::vector<int>>> seen_;
};

}  // namespace

int TransposedAxis(const KernelIr& ir, int output) {
  std::vector<int> axes;
  for (size_t i = 0; i < ir.nodes[static_cast<size_t>(output)].dims.size(); ++i) axes.push_back(static_cast<int>(i));
  if (axes.empty()) return -1;
  return TransposedSearch(ir, axes.back()).Find(output, axes);
}

LoopNest ChooseLoopNest(const KernelIr& ir, const std::vector<int>& dims, const std::vector<int>& reductions) {
  LoopNest nest;
  size_t rank = dims.size();
  const std::vector<int>* kept = nullptr;
  bool same = true, lanes = false, columns = false;
  for (int number : reductions) {
    const KernelNode& node = ir.nodes[static_cast<size_t>(number)];
    // A scatter or a scan fills its whole result before any of it can be read.
    if (node.op == KernelOp::kScatter || node.op == KernelOp::kScan || (kept != nullptr && *kept != node.dims))
      same = false;
    kept = &node.dims;
    bool over_last = false;
    if (node.op == KernelOp::kReduce) {
      auto last = static_cast<int>(ir.nodes[static_cast<size_t>(node.inputs[0])].dims.size()) - 1;
      over_last = std::count(node.axes.begin(), node.axes.end(), last) > 0;
    }
    (over_last ? lanes : columns) = true;
  }
  std::vector<bool> is_kept(rank, false);
  if (kept != nullptr && same && !kept->empty() && lanes != columns) {
    // The kept dims must be axes of the output, each once and in order.
    size_t next = 0;
    bool unique = true;
    for (size_t i = 0; i < rank; ++i) {
      unique = unique && std::count(dims.begin(), dims.end(), dims[i]) == 1;
      if (next < kept->size() && dims[i] == (*kept)[next]) {
        is_kept[i] = true;
        ++next;
      }
    }
    nest.row_mode = unique && next == kept->size();
    if (nest.row_mode && lanes && is_kept[rank - 1] && kept->size() != rank) nest.row_mode = false;
    if (nest.row_mode && columns && !is_kept[rank - 1]) nest.row_mode = false;
    nest.block_last = nest.row_mode && columns;
  }
  for (size_t i = 0; i < rank; ++i) {
    bool outer = nest.row_mode ? is_kept[i] : i + 1 < rank;
    (outer && !(nest.block_last && i + 1 == rank) ? nest.outer : nest.inner).push_back(i);
  }
  return nest;
}

}  // namespace opdk
