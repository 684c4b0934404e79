#include "graph_core/base/sha256.h"

#include <sodium.h>

#include <array>

namespace opdk {

std::string Sha256(std::string_view bytes) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash;
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  std::array<char, 2 * hash.size() + 1> text;  // sodium_bin2hex ends it by a zero
  return sodium_bin2hex(text.data(), text.size(), hash.data(), hash.size());
}

}  // namespace opdk
