// CRC-32C (Castagnoli): finds accidental changes of many bytes at the pace of memory.
#pragma once

#include <cstdint>
#include <string_view>

namespace opdk {

// Returns the checksum of the bytes.
uint32_t Crc32c(std::string_view bytes);

}  // namespace opdk
