#include <algorithm>
#include <map>
#include <unordered_set>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

// The n-grams of the pool and their numbers.
using NgramPool = std::map<std::vector<int64_t>, size_t>;

class TfIdfVectorizerCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0)), input = opdk::IntValues(ctx.Input(0));
    const auto y = opdk::Values<float>(ctx.Output(0));
    const std::vector<int64_t> places = opdk::ListIntAttr(ctx, "ngram_indexes");
    const NgramPool pool = PoolOf(ctx);
    const std::vector<double> weights = WeightsOf(ctx);
    const bool counted = opdk::StringAttr(ctx, "mode", "TF") != "IDF";
    const auto width = static_cast<size_t>(*std::max_element(places.begin(), places.end()) + 1);
    const auto length = static_cast<size_t>(dims.back());
    std::fill(y.begin(), y.end(), 0.0F);
    for (size_t row = 0; length > 0 && row < y.size() / width; ++row) {
      std::vector<int64_t> found(places.size(), 0);
      CountRow(ctx, pool, std::span<const int64_t>(input).subspan(row * length, length), found);
      std::vector<int64_t> sums(width, 0);
      for (size_t gram = 0; gram < places.size(); ++gram) {
        sums[static_cast<size_t>(places[gram])] += found[gram];
      }
      for (size_t i = 0; i < width; ++i) {
        const auto times = static_cast<double>(counted ? sums[i] : std::min<int64_t>(sums[i], 1));
        y[row * width + i] = static_cast<float>(times * (i < weights.size() ? weights[i] : 1));
      }
    }
    return opdk::kKernelOk;
  }

 private:
  static NgramPool PoolOf(const CpuKernelContext& ctx) {
    const auto items = opdk::ListIntAttr(ctx, "pool_int64s"), starts = opdk::ListIntAttr(ctx, "ngram_counts");
    NgramPool pool;
    size_t number = 0;
    for (size_t i = 0; i < starts.size(); ++i) {
      const auto end = i + 1 < starts.size() ? static_cast<size_t>(starts[i + 1]) : items.size();
      for (auto at = static_cast<size_t>(starts[i]); at < end; at += i + 1, ++number) {
        const auto begin = items.begin() + static_cast<int64_t>(at);
        pool.insert_or_assign(std::vector<int64_t>(begin, begin + static_cast<int64_t>(i) + 1), number);
      }
    }
    return pool;
  }

  // Returns the weight of each place of the output. Mode TF has none.
  static std::vector<double> WeightsOf(const CpuKernelContext& ctx) {
    const AttrValue* attr = ctx.GetAttr("weights");
    if (attr == nullptr || opdk::StringAttr(ctx, "mode", "TF") == "TF") return {};
    const std::vector<float> weights = attr->GetListFloat();
    return {weights.begin(), weights.end()};
  }

  static void CountRow(const CpuKernelContext& ctx, const NgramPool& pool, std::span<const int64_t> row,
                       std::vector<int64_t>& found) {
    const int64_t least = opdk::IntAttr(ctx, "min_gram_length", 1), most = opdk::IntAttr(ctx, "max_gram_length", 1);
    const int64_t skips = opdk::IntAttr(ctx, "max_skip_count", 0);
    const auto length = static_cast<int64_t>(row.size());
    // First elements of the pool's grams, by length.
    std::map<int64_t, std::unordered_set<int64_t>> beginnings;
    for (const auto& [gram, number] : pool) beginnings[static_cast<int64_t>(gram.size())].insert(gram.front());
    for (const auto& [n, firsts] : beginnings) {
      if (n < least || n > most) continue;
      for (int64_t begin = 0; begin < length; ++begin) {
        if (!firsts.contains(row[static_cast<size_t>(begin)])) continue;
        // Single elements have nothing to leave out.
        const int64_t steps = n == 1 ? 1 : std::min(skips, length) + 1;
        for (int64_t step = 1; step <= steps && begin + (n - 1) * step < length; ++step) {
          std::vector<int64_t> gram;
          for (int64_t i = 0; i < n; ++i) gram.push_back(row[static_cast<size_t>(begin + i * step)]);
          if (const auto known = pool.find(gram); known != pool.end()) ++found[known->second];
        }
      }
    }
  }
};
OPDK_CPU_KERNEL(TfIdfVectorizer, TfIdfVectorizerCpuKernel);

}  // namespace

}  // namespace aicpu
