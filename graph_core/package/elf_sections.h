// The parts of an ELF file in memory, read without trusting its own numbers.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace opdk {

// Reads T at `offset`. nullopt: it is outside of the file.
template <typename T>
std::optional<T> ReadElf(std::string_view bytes, uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

// The sections of a file whose header has been checked (ReadElfFile does).
struct ElfSections {
  std::string_view bytes;
  Elf64_Ehdr header;

  std::optional<Elf64_Shdr> At(uint64_t index) const {
    if (index >= header.e_shnum) return std::nullopt;
    return ReadElf<Elf64_Shdr>(bytes, header.e_shoff + index * sizeof(Elf64_Shdr));
  }
  // Returns the text that begins at `offset` of a string table. nullopt: it begins outside or has no end.
  std::optional<std::string_view> Text(const Elf64_Shdr& strings, uint64_t offset) const {
    if (strings.sh_offset > bytes.size() || offset > bytes.size()) return std::nullopt;
    const uint64_t begin = strings.sh_offset + offset;
    const size_t end = begin < bytes.size() ? bytes.find('\0', begin) : std::string::npos;
    if (end == std::string::npos) return std::nullopt;
    return bytes.substr(begin, end - begin);
  }
};

}  // namespace opdk
