#include "sdk/tools/package/signing_key.h"

#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <span>
#include <string_view>

#include "graph_core/loading/offline_encryption.h"
#include "graph_core/package/private_key.h"
#include "opdk/output_file.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrivate = "opdk-ed25519-private";

struct SecretKey {
  std::array<unsigned char, crypto_sign_SECRETKEYBYTES> bytes{};
  std::string name;
  ~SecretKey() { sodium_memzero(bytes.data(), bytes.size()); }
};

Status ReadSecretKey(const std::string& path, SecretKey& key) {
  return ReadPrivateKey(path, kPrivate, key.bytes, key.name);
}

Status Start() { return sodium_init() < 0 ? Status(ErrorCode::kInternal, "libsodium can't be started") : Status(); }

// Checks that no key is there yet, and makes its directory.
Status PreparePlace(const std::string& path) {
  OPDK_TRY(Start());
  std::error_code error;
  if (fs::exists(path, error) || fs::exists(path + ".pub", error)) {
    return Status(ErrorCode::kUsage, fmt::format("{} exists already", path))
        .Hint("a lost key can't be made again: give the new one another NAME or --output");
  }
  const mode_t mask = umask(077);
  if (fs::path(path).has_parent_path()) fs::create_directories(fs::path(path).parent_path(), error);
  umask(mask);
  return Status();
}

Status WritePrivateKey(const std::string& path, std::string_view kind, std::span<const unsigned char> bytes,
                       const std::string& name) {
  std::string text = fmt::format("{} {} {}\n", kind, KeyBase64(bytes), name);
  Status written = WriteFile(path, text, {.mode = 0600, .replaces = false});
  sodium_memzero(text.data(), text.size());
  return written;
}

}  // namespace

std::string PrivateKeyPath(const std::string& name) { return fmt::format("{}/keys/{}.key", ConfigDirectory(), name); }

Result<PublicKey> GenerateKey(const std::string& name, const std::string& path) {
  OPDK_TRY(PreparePlace(path));
  SecretKey secret;
  std::array<unsigned char, crypto_sign_PUBLICKEYBYTES> open;
  crypto_sign_keypair(open.data(), secret.bytes.data());
  OPDK_TRY(WritePrivateKey(path, kPrivate, secret.bytes, name));
  const PublicKey key{name, KeyBase64(open)};
  OPDK_TRY(WriteFile(path + ".pub", FormatPublicKey(key), {.mode = 0644, .replaces = false}));
  return key;
}

Status GenerateModelKey(const std::string& name, const std::string& path) {
  OPDK_TRY(PreparePlace(path));
  std::array<unsigned char, kModelKeyBytes> bytes;
  randombytes_buf(bytes.data(), bytes.size());
  Status written = WritePrivateKey(path, kModelKeyKind, bytes, name);
  sodium_memzero(bytes.data(), bytes.size());
  return written;
}

Status Sign(Manifest& manifest, const std::string& key) {
  OPDK_TRY(manifest.signature, SignBytes(SignedBytes(manifest), key));
  return Status();
}

Result<ManifestSignature> SignBytes(std::string_view bytes, const std::string& key) {
  OPDK_TRY(Start());
  std::error_code error;
  const std::string path = fs::exists(key, error) || !IsPlainWord(key) ? key : PrivateKeyPath(key);
  if (!fs::exists(path, error)) {
    return Status(ErrorCode::kFileNotFound, fmt::format("there is no private key {}", path))
        .Hint("opdk keys generate NAME makes one");
  }
  SecretKey secret;
  OPDK_TRY(ReadSecretKey(path, secret));
  std::array<unsigned char, crypto_sign_BYTES> value;
  std::array<unsigned char, crypto_sign_PUBLICKEYBYTES> open;
  crypto_sign_detached(value.data(), nullptr, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                       secret.bytes.data());
  crypto_sign_ed25519_sk_to_pk(open.data(), secret.bytes.data());
  return ManifestSignature{secret.name, KeyBase64(open), KeyBase64(value)};
}

}  // namespace opdk
