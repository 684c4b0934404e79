// The instructions that kernels are made for.
#pragma once

#include <cstdint>

namespace opdk {

template <typename T>
class Result;

// Vectors of 16, 32 and 64 bytes.
enum class Isa : uint8_t { kBaseline, kAvx2, kAvx512 };

// "baseline", "avx2", "avx512".
const char* Name(Isa isa);

// The best that this processor runs, or the lesser one that the environment variable OPDK_ISA names. Read once.
// E1001: OPDK_ISA is another word, or names what the processor lacks.
Result<Isa> TargetIsa();
// The same; kBaseline where there is that error, which a session's creation reports.
Isa VectorIsa();

}  // namespace opdk
