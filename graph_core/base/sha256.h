// SHA-256 (FIPS 180-4), as `sha256sum` prints it.
#pragma once

#include <string>
#include <string_view>

namespace opdk {

// Returns the hash as 64 hexadecimal digits.
std::string Sha256(std::string_view bytes);

}  // namespace opdk
