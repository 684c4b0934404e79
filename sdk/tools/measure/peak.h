// What this machine can do at most, measured. Sections run on OpenMP's threads: not for a process that forks later.
#pragma once

#include <cstddef>

namespace opdk::verify {

// 1e9 operations per second of `threads` threads together; a fused multiply-add counts as two. 0: this CPU lacks the
// instructions.
double MeasureFloatGigaOps(int threads);
double MeasureDoubleGigaOps(int threads);
double MeasureInt8GigaOps(int threads);  // u8 x s8 into int32

// Seconds that reading and writing so many bytes takes, again and again in the same memory: the best of copying,
// joining two streams, filling and reading, with the C library's functions and without.
double MeasureMoveSeconds(size_t bytes_read, size_t bytes_written, int threads);

}  // namespace opdk::verify
