#include "opdk/parallel.h"

#include <omp.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "opdk/log_capture.h"
#include "opdk/small_pieces.h"
#include "sdk/api/src/thread_order.h"

namespace opdk {
namespace {

// Pieces of [0, total): all but the last have `piece` elements.
struct Division {
  int64_t total, piece, count;
};

void RunPieces(const Division& division, bool at_once, const std::function<void(int64_t begin, int64_t end)>& work) {
  std::exception_ptr first_error;
  const char begun = 0;
  const char ended = 0;
  const int threads = static_cast<int>(std::min<int64_t>(ThreadCount(), division.count));
  ErrorCapture* const logged = ErrorCapture::OfThisThread();
  HappensBefore(&begun);
#pragma omp parallel num_threads(threads)
  {
    const CaptureBy capture(logged);
    if (at_once) {
#pragma omp barrier
    }
#pragma omp for schedule(dynamic, 1)
    for (int64_t i = 0; i < division.count; ++i) {
      HappensAfter(&begun);
      try {
        work(i * division.piece, std::min((i + 1) * division.piece, division.total));
      } catch (...) {
#pragma omp critical(opdk_parallel_for_error)
        if (!first_error) first_error = std::current_exception();
      }
      HappensBefore(&ended);
    }
  }
  HappensAfter(&ended);
  if (first_error) std::rethrow_exception(first_error);
}

thread_local bool small_pieces = false;

}  // namespace

void SetThreadCount(int threads) { omp_set_num_threads(std::max(threads, 1)); }

int ThreadCount() { return omp_get_max_threads(); }

SmallPiecesScope::SmallPiecesScope(bool small) : previous_(std::exchange(small_pieces, small || small_pieces)) {}
SmallPiecesScope::~SmallPiecesScope() { small_pieces = previous_; }

void ParallelFor(int64_t total, int64_t grain, const std::function<void(int64_t begin, int64_t end)>& work) {
  if (total <= 0) return;
  const int threads = ThreadCount();
  grain = small_pieces ? 1 : std::max<int64_t>(grain, 1);
  if (total <= grain || threads == 1 || omp_in_parallel() != 0) {
    work(0, total);
    return;
  }
  // A few pieces per thread level out uneven work; more only cost scheduling.
  constexpr int64_t kPiecesPerThread = 4;
  const int64_t most = std::min(total / grain, small_pieces ? threads : threads * kPiecesPerThread);
  const int64_t piece = (total + most - 1) / most;
  const int64_t pieces = (total + piece - 1) / piece;
  if (pieces == 1) {
    work(0, total);
    return;
  }
  RunPieces({total, piece, pieces}, small_pieces, work);
}

}  // namespace opdk
