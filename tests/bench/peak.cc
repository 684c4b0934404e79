#include "tests/bench/peak.h"

#include <immintrin.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <memory>

namespace opdk::bench {
namespace {

using Clock = std::chrono::steady_clock;

// Twelve independent chains hide a latency of 4 to 6 cycles on two ports. The value is returned to be used.
constexpr int kChains = 12;
constexpr int64_t kSteps = 200000;

__attribute__((target("avx512f"))) float Fma512() {
  __m512 chains[kChains];
  for (int c = 0; c < kChains; ++c) chains[c] = _mm512_set1_ps(static_cast<float>(c));
  const __m512 factor = _mm512_set1_ps(0.999F);
  const __m512 term = _mm512_set1_ps(0.001F);
  for (int64_t i = 0; i < kSteps; ++i) {
#pragma GCC unroll 12
    for (int c = 0; c < kChains; ++c) chains[c] = _mm512_fmadd_ps(chains[c], factor, term);
  }
  for (int c = 1; c < kChains; ++c) chains[0] = _mm512_add_ps(chains[0], chains[c]);
  return _mm512_cvtss_f32(chains[0]);
}

__attribute__((target("avx2,fma"))) float Fma256() {
  __m256 chains[kChains];
  for (int c = 0; c < kChains; ++c) chains[c] = _mm256_set1_ps(static_cast<float>(c));
  const __m256 factor = _mm256_set1_ps(0.999F);
  const __m256 term = _mm256_set1_ps(0.001F);
  for (int64_t i = 0; i < kSteps; ++i) {
#pragma GCC unroll 12
    for (int c = 0; c < kChains; ++c) chains[c] = _mm256_fmadd_ps(chains[c], factor, term);
  }
  for (int c = 1; c < kChains; ++c) chains[0] = _mm256_add_ps(chains[0], chains[c]);
  return _mm256_cvtss_f32(chains[0]);
}

__attribute__((target("avx512f,avx512vnni"))) float DotProduct512() {
  __m512i chains[kChains];
  for (int c = 0; c < kChains; ++c) chains[c] = _mm512_set1_epi32(c);
  const __m512i left = _mm512_set1_epi8(3);
  for (int64_t i = 0; i < kSteps; ++i) {
#pragma GCC unroll 12
    for (int c = 0; c < kChains; ++c) chains[c] = _mm512_dpbusd_epi32(chains[c], left, left);
  }
  for (int c = 1; c < kChains; ++c) chains[0] = _mm512_add_epi32(chains[0], chains[c]);
  return static_cast<float>(_mm512_cvtsi512_si32(chains[0]));
}

// 1e9 operations per second of all threads together: each one's best of several trials, all at work meanwhile. No
// trial waits for another thread, which something else may have pushed aside.
double GigaOps(float (*kernel)(), double ops_per_step, int threads) {
  double rate = 0;
  float used = 0;
#pragma omp parallel num_threads(threads) reduction(+ : rate, used)
  {
    double fastest = INFINITY;
    for (int trial = 0; trial < 40; ++trial) {
      const auto start = Clock::now();
      used += kernel();
      fastest = std::min(fastest, std::chrono::duration<double>(Clock::now() - start).count());
    }
    rate += 1e-9 * ops_per_step * static_cast<double>(kSteps) * kChains / fastest;
  }
  return used == 0.5F ? 0 : rate;
}

using Block = uint64_t __attribute__((vector_size(64), aligned(64), may_alias));

__attribute__((target_clones("avx512f", "avx2", "default"))) uint64_t ReadBlocks(const Block* from, size_t count) {
  constexpr size_t kSums = 8;
  Block sums[kSums] = {};
  for (size_t i = 0; i + kSums <= count; i += kSums) {
#pragma GCC unroll 8
    for (size_t lane = 0; lane < kSums; ++lane) sums[lane] ^= from[i + lane];
  }
  for (size_t lane = 1; lane < kSums; ++lane) sums[0] ^= sums[lane];
  return sums[0][0] ^ sums[0][7];
}

__attribute__((target_clones("avx512f", "avx2", "default"))) void CopyBlocks(Block* to, const Block* from,
                                                                             size_t count) {
  for (size_t i = 0; i < count; ++i) to[i] = from[i];
}

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<void, Free>;

Memory Allocate(size_t blocks) {
  Memory memory(std::aligned_alloc(64, std::max<size_t>(blocks, 1) * sizeof(Block)));
  std::memset(memory.get(), 1, blocks * sizeof(Block));
  return memory;
}

// One thread's part: what is both read and written is copied, the rest read or filled.
uint64_t Move(Block* to, size_t written, const Block* from, size_t read, bool with_libc) {
  const size_t both = std::min(written, read);
  if (with_libc) {
    std::memcpy(to, from, both * sizeof(Block));
  } else {
    CopyBlocks(to, from, both);
  }
  if (written > both) std::memset(to + both, 1, (written - both) * sizeof(Block));
  return ReadBlocks(from + both, read - both);
}

}  // namespace

double Peak::FloatGigaOps(int threads) {
  double& known = float_giga_ops_[threads];
  if (known == 0 && __builtin_cpu_supports("avx512f")) known = GigaOps(Fma512, 32, threads);
  if (known == 0 && __builtin_cpu_supports("fma")) known = GigaOps(Fma256, 16, threads);
  return known;
}

double Peak::Int8GigaOps(int threads) {
  double& known = int8_giga_ops_[threads];
  if (known == 0 && __builtin_cpu_supports("avx512vnni")) known = GigaOps(DotProduct512, 128, threads);
  return known;
}

double Peak::MoveSeconds(size_t bytes_read, size_t bytes_written, int threads) {
  double& known = move_seconds_[{bytes_read, bytes_written, threads}];
  if (known != 0) return known;
  const auto parts = static_cast<size_t>(threads);
  const auto blocks_of_part = [&](size_t bytes) {
    const size_t bytes_of_part = sizeof(Block) * parts;
    return (bytes + bytes_of_part - 1) / bytes_of_part;
  };
  const size_t read = blocks_of_part(bytes_read);
  const size_t written = blocks_of_part(bytes_written);
  const Memory source = Allocate(read * parts);
  const Memory target = Allocate(written * parts);
  const auto* from = static_cast<const Block*>(source.get());
  auto* to = static_cast<Block*>(target.get());
  known = INFINITY;
  uint64_t used = 0;
  const auto begin = Clock::now();
  // Small tensors are moved so often that the cost of the clock and of waking threads vanishes.
  const size_t times = std::clamp<size_t>((size_t{4} << 20) / (bytes_read + bytes_written + 1), 1, 100000);
  for (int trial = 0; trial < 6 || (Clock::now() - begin < std::chrono::milliseconds(50)); ++trial) {
    const auto start = Clock::now();
#pragma omp parallel for num_threads(threads) reduction(^ : used) schedule(static, 1)
    for (size_t part = 0; part < parts; ++part) {
      for (size_t time = 0; time < times; ++time)
        used ^= Move(to + part * written, written, from + part * read, read, trial % 2 == 0) + time;
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    known = std::min(known, seconds / static_cast<double>(times));
  }
  if (used == 42) known += 1e-12;
  return known;
}

double Peak::LeastSeconds(const Work& work, int threads) {
  double least = INFINITY;  // fewer threads may move little faster
  for (int movers = 1; movers <= threads; ++movers)
    least = std::min(least, MoveSeconds(work.bytes_read, work.bytes_written, movers));
  const double float_peak = FloatGigaOps(threads);
  if (float_peak > 0) least = std::max(least, work.float_giga_ops / float_peak);
  if (work.int8_giga_ops > 0 && Int8GigaOps(threads) > 0)
    least = std::max(least, work.int8_giga_ops / Int8GigaOps(threads));
  return least;
}

}  // namespace opdk::bench
