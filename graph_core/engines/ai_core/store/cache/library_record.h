// lib/<hash>.json: the kernels of a linked library, and the signature that its bytes must have.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace opdk {

struct LibraryKernel {
  std::string name;
  std::string description;
};

struct LibraryRecord {
  std::string signature;  // of the library, with the cache's key
  std::vector<LibraryKernel> kernels;
};

std::string FormatLibraryRecord(const LibraryRecord& record);
// Reads a record. nullopt: the text is none.
std::optional<LibraryRecord> ParseLibraryRecord(std::string_view text);

}  // namespace opdk
