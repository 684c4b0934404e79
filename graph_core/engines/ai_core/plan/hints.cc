// Reports on hints:
//
//   exp(x) + 1, x: [1000], tile 64 of axis 0           followed: tile s0 64
//   x / sum over the last axis, tile 64 of that axis   ignored: tile s1 64: rows are reduced and finished along it in
//                                                      one go
//   relu(conv(x, w)), materialize the convolution      ignored: materialize: the cube unit computes the value
#include "graph_core/engines/ai_core/plan/hints.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "graph_core/engines/ai_core/canonical/kernel_stages.h"
#include "graph_core/engines/ai_core/expression/expression_users.h"

namespace opdk {
namespace {

using tbe::Tensor;

std::vector<std::string> TextsOf(const tbe::ScheduleHints& hints) {
  std::vector<std::string> texts;
  if (hints.materialize) texts.emplace_back("materialize");
  if (hints.recompute) texts.emplace_back("recompute");
  for (const tbe::ScheduleHints::Tile& tile : hints.tiles) {
    texts.push_back(fmt::format("tile {} of axis {}", tile.size, tile.axis));
  }
  if (hints.parallel_above) texts.push_back(fmt::format("parallel_above {}", *hints.parallel_above));
  return texts;
}

// Returns the groups of outputs that are computed together: nodes with the same dims.
std::vector<std::vector<int>> OutputGroups(const KernelIr& ir) {
  std::map<std::vector<int>, std::vector<int>> groups;
  for (int output : ir.outputs) groups[ir.nodes[static_cast<size_t>(output)].dims].push_back(output);
  std::vector<std::vector<int>> result;
  for (auto& [dims, outputs] : groups) result.push_back(std::move(outputs));
  return result;
}

// Returns why the loops of these outputs have no such blocks; "" if they have.
std::string WhyNotTiled(const KernelIr& ir, const std::vector<int>& outputs, int symbol) {
  const std::vector<int>& dims = ir.nodes[static_cast<size_t>(outputs[0])].dims;
  const KernelStages stages = ChooseStages(ir, outputs);
  const int transposed = stages.reduces ? -1 : TransposedAxis(ir, outputs[0]);
  if (transposed >= 0 && dims[static_cast<size_t>(transposed)] == symbol) return "";
  if (dims.empty() || dims.back() != symbol) {
    return "loops run in blocks along the last axis of what the kernel writes, or one that a transposition reads along";
  }
  const bool finished_in_rows = stages.nest.row_mode && !stages.nest.block_last;
  return finished_in_rows ? "rows are reduced and finished along it in one go" : "";
}

std::string ReportTile(const KernelIr& ir, const TileHint& tile) {
  std::string why;
  for (const std::vector<int>& outputs : OutputGroups(ir)) {
    why = WhyNotTiled(ir, outputs, tile.symbol);
    if (why.empty()) return "";
  }
  return why;
}

}  // namespace

std::vector<std::string> UnheededByCube(const Tensor& cube, const Tensor& last) {
  const ExpressionUsers users({&last, 1});
  std::map<const tbe::TensorNode*, bool> behind{{cube.get(), true}};
  std::vector<std::string> result;
  for (const Tensor& node : users.nodes()) {
    bool& is_behind = behind[node.get()];
    for (const Tensor& input : node->inputs) is_behind = is_behind || behind[input.get()];
    if (!is_behind) continue;
    for (const std::string& text : TextsOf(node->hints)) result.push_back(text + ": the cube unit computes the value");
  }
  return result;
}

std::vector<std::string> UnheededTiles(std::span<const Tensor> expressions) {
  const ExpressionUsers users(expressions);
  std::vector<std::string> result;
  for (const Tensor& node : users.nodes()) {
    for (const tbe::ScheduleHints::Tile& tile : node->hints.tiles) {
      result.push_back(fmt::format("tile {} of axis {}: the data are in channel blocks", tile.size, tile.axis));
    }
  }
  return result;
}

std::vector<std::string> ReportHints(const StepSpec& step) {
  std::vector<std::string> lines;
  auto ignored = [&](const std::string& what) { lines.push_back("ignored: " + what); };
  for (const std::string& what : step.unheeded) ignored(what);
  for (const std::string& what : step.kernel.unheeded) ignored(what);
  if (!step.is_vector()) return lines;
  const KernelIr& ir = step.kernel.ir;
  if (step.direct != nullptr) {
    for (const std::string& hint : HintsOf(ir)) {
      ignored(fmt::format("{}: the kernel {} is written by hand", hint, step.direct->name()));
    }
    return lines;
  }
  // A value shared by outputs with different loops: its hint is followed if one output can follow it.
  std::map<int, std::string> unheeded;
  std::map<int, size_t> refusals;
  const std::vector<std::vector<int>> groups = OutputGroups(ir);
  for (const std::vector<int>& outputs : groups) {
    for (const auto& [node, why] : ChooseStages(ir, outputs).unheeded) {
      unheeded[node] = why;
      ++refusals[node];
    }
  }
  for (const std::string& hint : HintsOf(ir)) {
    std::string why;
    for (const auto& [node, reason] : unheeded) {
      if (refusals[node] == groups.size() && hint.substr(hint.find(' ') + 1) == fmt::format("%{}", node)) why = reason;
    }
    for (const TileHint& tile : ir.tiles) {
      if (hint == fmt::format("tile s{} {}", tile.symbol, tile.size)) why = ReportTile(ir, tile);
    }
    lines.push_back(why.empty() ? "followed: " + hint : fmt::format("ignored: {}: {}", hint, why));
  }
  return lines;
}

}  // namespace opdk
