// The kinds of files that opdk reads with opdk/input_file.h.
#pragma once

#include <cstdint>

#include "opdk/input_file.h"

namespace opdk {

// Far more than anything that a person or a program writes for opdk, far less than what would fill a machine's memory.
inline constexpr uint64_t kMaxText = uint64_t{64} << 20;        // YAML, JSON, ini, sources, keys, records
inline constexpr uint64_t kMaxLibrary = uint64_t{4} << 30;      // libraries, archives, objects
inline constexpr uint64_t kMaxTensor = uint64_t{16} << 30;      // .npy, .pb, .bin
inline constexpr uint64_t kMaxModel = (uint64_t{1} << 31) - 1;  // protobuf reads no more

inline constexpr FileKind kTextFile{"the file", kMaxText};
inline constexpr FileKind kLibraryFile{"the file", kMaxLibrary};
inline constexpr FileKind kModelFile{"the model", kMaxModel};

}  // namespace opdk
