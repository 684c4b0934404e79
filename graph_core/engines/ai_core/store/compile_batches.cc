#include "graph_core/engines/ai_core/store/compile_batches.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace opdk {
namespace {

constexpr size_t kLargestBatch = 8;

// Estimates the time to compile a kernel, in operations. Reductions have loops of their own.
size_t Weight(const KernelIr& ir) {
  size_t weight = 4;
  for (const KernelNode& node : ir.nodes) weight += node.op == KernelOp::kReduce ? 6 : 1;
  return weight;
}

}  // namespace

std::vector<std::vector<CodegenKernel>> BatchesToCompile(std::span<const CodegenKernel> kernels, int threads) {
  if (kernels.empty()) return {};
  // The count is a multiple of the number of threads, so that no batch is left over at the end.
  const size_t workers = std::min(static_cast<size_t>(std::max(threads, 1)), kernels.size());
  const size_t rounds = (kernels.size() + workers * kLargestBatch - 1) / (workers * kLargestBatch);
  const size_t count = std::min(workers * rounds, kernels.size());

  struct Batch {
    size_t weight = 0;
    std::vector<CodegenKernel> kernels;
  };
  std::vector<std::pair<size_t, CodegenKernel>> heaviest;
  for (const CodegenKernel& kernel : kernels) heaviest.emplace_back(Weight(*kernel.ir), kernel);
  std::stable_sort(heaviest.begin(), heaviest.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Batch> batches(count);
  for (auto& [weight, kernel] : heaviest) {
    Batch& lightest = *std::min_element(batches.begin(), batches.end(),
                                        [](const Batch& a, const Batch& b) { return a.weight < b.weight; });
    lightest.weight += weight;
    lightest.kernels.push_back(std::move(kernel));
  }
  std::stable_sort(batches.begin(), batches.end(), [](const Batch& a, const Batch& b) { return a.weight > b.weight; });
  std::vector<std::vector<CodegenKernel>> result;
  for (Batch& batch : batches) result.push_back(std::move(batch.kernels));
  return result;
}

}  // namespace opdk
