#include "sdk/tools/measure/peak.h"

#include <immintrin.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "graph_core/base/aligned_memory.h"

namespace opdk::measure {
namespace {

using Clock = std::chrono::steady_clock;

// Twelve independent chains hide a latency of 4 to 6 cycles on two ports. The value is returned so that the compiler
// keeps the computation.
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

__attribute__((target("avx512f"))) float FmaDouble512() {
  __m512d chains[kChains];
  for (int c = 0; c < kChains; ++c) chains[c] = _mm512_set1_pd(c);
  const __m512d factor = _mm512_set1_pd(0.999);
  const __m512d term = _mm512_set1_pd(0.001);
  for (int64_t i = 0; i < kSteps; ++i) {
#pragma GCC unroll 12
    for (int c = 0; c < kChains; ++c) chains[c] = _mm512_fmadd_pd(chains[c], factor, term);
  }
  for (int c = 1; c < kChains; ++c) chains[0] = _mm512_add_pd(chains[0], chains[c]);
  return static_cast<float>(_mm512_cvtsd_f64(chains[0]));
}

__attribute__((target("avx2,fma"))) float FmaDouble256() {
  __m256d chains[kChains];
  for (int c = 0; c < kChains; ++c) chains[c] = _mm256_set1_pd(c);
  const __m256d factor = _mm256_set1_pd(0.999);
  const __m256d term = _mm256_set1_pd(0.001);
  for (int64_t i = 0; i < kSteps; ++i) {
#pragma GCC unroll 12
    for (int c = 0; c < kChains; ++c) chains[c] = _mm256_fmadd_pd(chains[c], factor, term);
  }
  for (int c = 1; c < kChains; ++c) chains[0] = _mm256_add_pd(chains[0], chains[c]);
  return static_cast<float>(_mm256_cvtsd_f64(chains[0]));
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

// Measures 1e9 operations per second of all threads together: the sum of each thread's best trial, while all threads
// work. No trial waits for another thread, which the system may have suspended.
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

// Joins two streams into one.
__attribute__((target_clones("avx512f", "avx2", "default"))) void JoinBlocks(Block* to, const Block* left,
                                                                             const Block* right, size_t count) {
  for (size_t i = 0; i < count; ++i) to[i] = left[i] ^ right[i];
}

AlignedMemory Allocate(size_t blocks) {
  AlignedMemory memory = AllocateAligned(blocks * sizeof(Block));
  std::memset(memory.get(), 1, blocks * sizeof(Block));
  return memory;
}

enum class Way { kLibc, kLoop, kJoin };

// Moves one thread's part. Bytes that are both read and written are copied, or joined from two streams; the other bytes
// are only read or filled.
uint64_t Move(Block* to, size_t written, const Block* from, size_t read, Way way) {
  size_t taken = std::min(written, read);
  const size_t copied = taken;
  if (way == Way::kJoin && read >= 2 * written) {
    JoinBlocks(to, from, from + written, written);
    taken = 2 * written;
  } else if (way == Way::kLibc) {
    std::memcpy(to, from, copied * sizeof(Block));
  } else {
    CopyBlocks(to, from, copied);
  }
  if (written > copied) std::memset(to + copied, 1, (written - copied) * sizeof(Block));
  return ReadBlocks(from + taken, read - taken);
}

}  // namespace

double MeasureFloatGigaOps(int threads) {
  if (__builtin_cpu_supports("avx512f")) return GigaOps(Fma512, 32, threads);
  return __builtin_cpu_supports("fma") ? GigaOps(Fma256, 16, threads) : 0;
}

double MeasureDoubleGigaOps(int threads) {
  if (__builtin_cpu_supports("avx512f")) return GigaOps(FmaDouble512, 16, threads);
  return __builtin_cpu_supports("fma") ? GigaOps(FmaDouble256, 8, threads) : 0;
}

double MeasureInt8GigaOps(int threads) {
  return __builtin_cpu_supports("avx512vnni") ? GigaOps(DotProduct512, 128, threads) : 0;
}

double MeasureMoveSeconds(size_t bytes_read, size_t bytes_written, int threads) {
  const auto parts = static_cast<size_t>(threads);
  const auto blocks_of_part = [&](size_t bytes) {
    const size_t bytes_of_part = sizeof(Block) * parts;
    return (bytes + bytes_of_part - 1) / bytes_of_part;
  };
  const size_t read = blocks_of_part(bytes_read);
  const size_t written = blocks_of_part(bytes_written);
  const AlignedMemory source = Allocate(read * parts);
  const AlignedMemory target = Allocate(written * parts);
  const auto* from = static_cast<const Block*>(source.get());
  auto* to = static_cast<Block*>(target.get());
  double least = INFINITY;
  uint64_t used = 0;
  const auto begin = Clock::now();
  // Small tensors are moved so often that the cost of the clock and of waking threads vanishes.
  const size_t times = std::clamp<size_t>((size_t{4} << 20) / (bytes_read + bytes_written + 1), 1, 100000);
  for (int trial = 0; trial < 6 || (Clock::now() - begin < std::chrono::milliseconds(30)); ++trial) {
    const auto start = Clock::now();
#pragma omp parallel for num_threads(threads) reduction(^ : used) schedule(static, 1)
    for (size_t part = 0; part < parts; ++part) {
      for (size_t time = 0; time < times; ++time)
        used ^= Move(to + part * written, written, from + part * read, read, static_cast<Way>(trial % 3)) + time;
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    least = std::min(least, seconds / static_cast<double>(times));
  }
  return used == 42 ? least + 1e-12 : least;
}

}  // namespace opdk::measure
