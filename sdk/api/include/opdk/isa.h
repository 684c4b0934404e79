// Instruction sets for which kernels are compiled.
#pragma once

#include <cstdint>

namespace opdk {

template <typename T>
class Result;

// Instruction sets with vectors of 16, 32 and 64 bytes.
enum class Isa : uint8_t { kBaseline, kAvx2, kAvx512 };

// Returns "baseline", "avx2" or "avx512".
const char* Name(Isa isa);

// Returns the best instruction set of this processor, or the lesser one that the environment variable OPDK_ISA names.
// Read once. E1001: OPDK_ISA is another word, or names a set that the processor lacks.
Result<Isa> TargetIsa();
// Returns TargetIsa()'s set; kBaseline on its error, which the creation of a session reports.
Isa VectorIsa();

}  // namespace opdk
