// Files of secret keys that only their user can read: "KIND <base64> <name>".
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "opdk/status.h"

namespace opdk {

std::string KeyBase64(std::span<const unsigned char> bytes);
// Reads a key of exactly the size of `bytes`, and its name. E1002. E1005: the file holds no key of that kind. E5009:
// others can read it.
Status ReadPrivateKey(const std::string& path, std::string_view kind, std::span<unsigned char> bytes,
                      std::string& name);

}  // namespace opdk
