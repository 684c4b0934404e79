// Measured peaks of this machine. Sections run on OpenMP's threads, so the process must not fork later.
#pragma once

#include <cstddef>

namespace opdk::measure {

// Measures 1e9 operations per second of `threads` threads together; a fused multiply-add counts as two. Returns 0 if
// this CPU lacks the instructions.
double MeasureFloatGigaOps(int threads);
double MeasureDoubleGigaOps(int threads);
double MeasureInt8GigaOps(int threads);  // u8 x s8 into int32

// Measures the seconds that reading and writing so many bytes takes, again and again in the same memory. Returns the
// best of copying, joining two streams, filling and reading, with the C library's functions and without.
double MeasureMoveSeconds(size_t bytes_read, size_t bytes_written, int threads);

}  // namespace opdk::measure
