#include "opdk/parallel.h"

#include <omp.h>

#include <algorithm>
#include <exception>

namespace opdk {

void SetThreadCount(int threads) { omp_set_num_threads(std::max(threads, 1)); }

int ThreadCount() { return omp_get_max_threads(); }

void ParallelFor(int64_t total, int64_t grain, const std::function<void(int64_t begin, int64_t end)>& work) {
  if (total <= 0) return;
  grain = std::max<int64_t>(grain, 1);
  const int threads = ThreadCount();
  if (total <= grain || threads == 1 || omp_in_parallel() != 0) {
    work(0, total);
    return;
  }
  // A few pieces per thread level out uneven work; more only cost scheduling.
  constexpr int64_t kPiecesPerThread = 4;
  const int64_t most = std::min(total / grain, threads * kPiecesPerThread);
  const int64_t piece = (total + most - 1) / most;
  const int64_t pieces = (total + piece - 1) / piece;
  if (pieces == 1) {
    work(0, total);
    return;
  }
  std::exception_ptr first_error;
#pragma omp parallel for schedule(dynamic, 1) num_threads(static_cast <int>(std::min <int64_t>(threads, pieces)))
  for (int64_t i = 0; i < pieces; ++i) {
    try {
      work(i * piece, std::min((i + 1) * piece, total));
    } catch (...) {
#pragma omp critical(opdk_parallel_for_error)
      if (!first_error) first_error = std::current_exception();
    }
  }
  if (first_error) std::rethrow_exception(first_error);
}

}  // namespace opdk
