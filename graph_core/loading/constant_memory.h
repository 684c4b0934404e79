// Constants of a program in memory of the caller.
#pragma once

#include <cstddef>
#include <span>

#include "graph_core/program/program.h"

namespace opdk {

// Returns the bytes of the constants that a loaded program keeps, each at a multiple of 64 bytes. These are the
// constants that some step reads as they are, and the constants in the kernels' own forms.
size_t ConstantBytes(const Program& loaded);

// Copies the constants of `program` into `memory`, where its kernels find them. `program` is compiled from the graph of
// `loaded` once more and not loaded yet. `memory` has ConstantBytes(loaded) bytes and is 64-byte aligned. E9001: the
// programs differ.
Status PlaceConstants(const Program& loaded, Program& program, std::span<std::byte> memory);

// Checks that all constants of the loaded program are in `memory`. E9001: one isn't.
Status CheckPlaced(const Program& loaded, std::span<const std::byte> memory);

}  // namespace opdk
