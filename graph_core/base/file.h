// The kinds of files that opdk reads with opdk/input_file.h.
#pragma once

#include <cstdint>

#include "opdk/input_file.h"

namespace opdk {

// Largest sizes of files, in bytes: far more than what people or programs write for opdk, far less than a machine's
// memory.
inline constexpr uint64_t kMaxText = uint64_t{64} << 20;        // YAML, JSON, ini, sources, keys, records
inline constexpr uint64_t kMaxLibrary = uint64_t{4} << 30;      // libraries, archives, objects
inline constexpr uint64_t kMaxTensor = uint64_t{16} << 30;      // .npy, .pb, .bin
inline constexpr uint64_t kMaxModel = (uint64_t{1} << 31) - 1;  // protobuf reads no more

inline constexpr FileKind kTextFile{"the file", kMaxText};
inline constexpr FileKind kLibraryFile{"the file", kMaxLibrary};
inline constexpr FileKind kModelFile{"the model", kMaxModel};

}  // namespace opdk
