// Constants of a program in memory of the caller's.
#pragma once

#include <cstddef>
#include <span>

#include "graph_core/program/program.h"

namespace opdk {

// What a program that was loaded keeps of constants, each at a multiple of 64 bytes: those that some step reads as they
// are, and those that kernels keep in forms of their own.
size_t ConstantBytes(const Program& loaded);

// Puts the same of `program`, the one that was loaded before it was, into `memory`, of ConstantBytes(loaded), 64-byte
// aligned: its kernels find it there. E9001: it is another program.
Status PlaceConstants(const Program& loaded, Program& program, std::span<std::byte> memory);

// E9001: a constant of the loaded program lies elsewhere.
Status CheckPlaced(const Program& loaded, std::span<const std::byte> memory);

}  // namespace opdk
