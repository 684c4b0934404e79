#include "sdk/tools/package/signing_key.h"

#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>

#include "graph_core/base/file.h"
#include "sdk/tools/package/durable.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrivate = "opdk-ed25519-private";

template <size_t size>
std::string ToBase64(const std::array<unsigned char, size>& bytes) {
  std::string text(sodium_base64_ENCODED_LEN(size, sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes.data(), size, sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();  // the terminator
  return text;
}

struct SecretKey {
  std::array<unsigned char, crypto_sign_SECRETKEYBYTES> bytes{};
  std::string name;
  ~SecretKey() { sodium_memzero(bytes.data(), bytes.size()); }
};

Status ReadSecretKey(const std::string& path, SecretKey& key) {
  OPDK_TRY(const InputFile opened, InputFile::Open(path, {"the private key", kMaxText}));
  struct stat status {};
  if (fstat(opened.descriptor(), &status) == 0 && (status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return Status(ErrorCode::kUntrusted, "others can read this private key")
        .At(path)
        .Hint(fmt::format("chmod 600 '{}'", path));
  }
  OPDK_TRY(std::string text, opened.Read());
  std::istringstream file(std::move(text));
  std::string kind, base64;
  size_t length = 0;
  if (!(file >> kind >> base64 >> key.name) || kind != kPrivate || !IsPlainWord(key.name) ||
      sodium_base642bin(key.bytes.data(), key.bytes.size(), base64.data(), base64.size(), nullptr, &length, nullptr,
                        sodium_base64_VARIANT_ORIGINAL) != 0 ||
      length != key.bytes.size()) {
    sodium_memzero(base64.data(), base64.size());
    return Status(ErrorCode::kInputFormat, "not a private key that opdk keys generate made").At(path);
  }
  sodium_memzero(base64.data(), base64.size());
  return Status();
}

Status Start() { return sodium_init() < 0 ? Status(ErrorCode::kInternal, "libsodium can't be started") : Status(); }

}  // namespace

std::string PrivateKeyPath(const std::string& name) { return fmt::format("{}/keys/{}.key", ConfigDirectory(), name); }

Result<PublicKey> GenerateKey(const std::string& name, const std::string& path) {
  OPDK_TRY(Start());
  std::error_code error;
  if (fs::exists(path, error) || fs::exists(path + ".pub", error)) {
    return Status(ErrorCode::kUsage, fmt::format("{} exists already", path))
        .Hint("a lost key can't be made again: give the new one another NAME or --output");
  }
  const mode_t mask = umask(077);
  if (fs::path(path).has_parent_path()) fs::create_directories(fs::path(path).parent_path(), error);
  umask(mask);
  SecretKey secret;
  std::array<unsigned char, crypto_sign_PUBLICKEYBYTES> open;
  crypto_sign_keypair(open.data(), secret.bytes.data());
  std::string text = fmt::format("{} {} {}\n", kPrivate, ToBase64(secret.bytes), name);
  Status written = WriteDurably(path, text, 0600);
  sodium_memzero(text.data(), text.size());
  OPDK_TRY(std::move(written));
  const PublicKey key{name, ToBase64(open)};
  OPDK_TRY(WriteDurably(path + ".pub", FormatPublicKey(key), 0644));
  return key;
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
  return ManifestSignature{secret.name, ToBase64(open), ToBase64(value)};
}

}  // namespace opdk
