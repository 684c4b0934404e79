#include "graph_core/package/signature.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "graph_core/base/file.h"
#include "graph_core/base/trust.h"

namespace opdk {
namespace {

constexpr const char* kAlgorithm = "ed25519";

// Decodes base64 into exactly `size` bytes. false: the text is anything else.
template <size_t size>
bool FromBase64(const std::string& text, std::array<unsigned char, size>& bytes) {
  size_t length = 0;
  const char* end = nullptr;
  return sodium_base642bin(bytes.data(), size, text.data(), text.size(), nullptr, &length, &end,
                           sodium_base64_VARIANT_ORIGINAL) == 0 &&
         length == size && end == text.data() + text.size();
}

Status BadSignature(const std::string& message) {
  return Status(ErrorCode::kSignature, message)
      .Hint("the file was changed or damaged after it was signed: get it again from its author");
}

}  // namespace

std::string ConfigDirectory() {
  if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && *config != '\0') {
    return std::string(config) + "/opdk";
  }
  const char* home = std::getenv("HOME");
  return home == nullptr || *home == '\0' ? "" : std::string(home) + "/.config/opdk";
}

std::string TrustedKeysPath() { return ConfigDirectory() + "/trusted_keys"; }

Result<PublicKey> ParsePublicKey(const std::string& line, const std::string& place) {
  std::istringstream words(line);
  std::string algorithm, extra;
  PublicKey key;
  words >> algorithm >> key.base64 >> key.name;
  std::array<unsigned char, crypto_sign_PUBLICKEYBYTES> bytes;
  if (algorithm != kAlgorithm || !FromBase64(key.base64, bytes) || !IsPlainWord(key.name) || (words >> extra)) {
    return Status(ErrorCode::kInputFormat, "not a public key: it must read 'ed25519 <base64 of 32 bytes> <name>'")
        .At(place);
  }
  return key;
}

std::string FormatPublicKey(const PublicKey& key) {
  return fmt::format("{} {} {}\n", kAlgorithm, key.base64, key.name);
}

Result<std::vector<PublicKey>> ReadTrustedKeys() {
  std::vector<PublicKey> keys;
  const std::string path = TrustedKeysPath();
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return keys;
  if (!AllowsUntrusted()) {
    OPDK_TRY(OrAllowUntrusted(TrustCheck().Check(path)));
  }
  OPDK_TRY(const std::string text, ReadFile(path, kTextFile));
  std::istringstream file(text);
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    OPDK_TRY(PublicKey key, ParsePublicKey(line, fmt::format("{}:{}", path, number)));
    keys.push_back(std::move(key));
  }
  return keys;
}

bool EnvironmentRequiresSignature() {
  const char* value = std::getenv("OPDK_REQUIRE_SIGNATURE");
  return value != nullptr && *value != '\0' && std::string_view(value) != "0";
}

Result<SignatureVerdict> CheckSignature(const Manifest& manifest, bool required) {
  return CheckSignature(SignedBytes(manifest), manifest.signature ? &*manifest.signature : nullptr, "its manifest",
                        required);
}

Result<SignatureVerdict> CheckSignature(std::string_view bytes, const ManifestSignature* signature,
                                        std::string_view what, bool required) {
  const char* how = "opdk keys list shows the trusted keys; opdk keys trust FILE adds the one of its maker";
  if (signature == nullptr) {
    if (!required) return SignatureVerdict{false, false, "not signed"};
    return Status(ErrorCode::kSignature, "it is not signed, and a signature is required here").Hint(how);
  }
  const ManifestSignature& given = *signature;
  std::array<unsigned char, crypto_sign_PUBLICKEYBYTES> key;
  std::array<unsigned char, crypto_sign_BYTES> value;
  if (sodium_init() < 0) return Status(ErrorCode::kInternal, "libsodium can't be started");
  if (!FromBase64(given.public_key, key) || !FromBase64(given.value, value)) {
    return BadSignature("its signature is no ed25519 signature");
  }
  if (crypto_sign_verify_detached(value.data(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                                  key.data()) != 0) {
    return BadSignature(fmt::format("its signature (key {}) is not that of {}", given.key, what));
  }
  OPDK_TRY(const std::vector<PublicKey> trusted, ReadTrustedKeys());
  const auto known = std::find_if(trusted.begin(), trusted.end(),
                                  [&](const PublicKey& other) { return other.base64 == given.public_key; });
  if (known != trusted.end()) return SignatureVerdict{true, true, fmt::format("signed with {} (trusted)", known->name)};
  const std::string text = fmt::format("signed with {}, a key that isn't trusted", given.key);
  if (required) return Status(ErrorCode::kSignature, "it is " + text + ", and one is required here").Hint(how);
  return SignatureVerdict{true, false, text};
}

}  // namespace opdk
