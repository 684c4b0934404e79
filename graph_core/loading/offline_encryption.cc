#include "graph_core/loading/offline_encryption.h"

#include <fmt/format.h>
#include <sodium.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "graph_core/package/private_key.h"
#include "graph_core/package/signature.h"

namespace opdk {
namespace {

constexpr size_t kChunk = size_t{1} << 20, kTag = crypto_secretstream_xchacha20poly1305_ABYTES;
static_assert(kModelKeyBytes == crypto_secretstream_xchacha20poly1305_KEYBYTES);

// The header, authenticated together with the first chunk. Numbers are in the machine's byte order, as in the model
// itself.
struct EncryptedHead {
  char magic[8] = {};
  uint64_t plain_bytes = 0;
  unsigned char key_id[16] = {};  // distinguishes another key from a changed model
  char key_name[136] = {};
  unsigned char stream[crypto_secretstream_xchacha20poly1305_HEADERBYTES] = {};
};
static_assert(sizeof(EncryptedHead) == 192);

const unsigned char* Bytes(const void* at) { return static_cast<const unsigned char*>(at); }

struct ModelKey {
  std::array<unsigned char, kModelKeyBytes> bytes{};
  std::string name, path;
  ~ModelKey() { sodium_memzero(bytes.data(), bytes.size()); }

  Status Read(std::string from) {
    path = std::move(from);
    return ReadPrivateKey(path, kModelKeyKind, bytes, name);
  }
  void WriteId(unsigned char (&id)[16]) const {
    static_cast<void>(crypto_generichash(id, sizeof id, Bytes(kModelKeyKind.data()), kModelKeyKind.size(), bytes.data(),
                                         bytes.size()));
  }
};

Status Start() { return sodium_init() < 0 ? Status(ErrorCode::kInternal, "libsodium can't be started") : Status(); }

uint64_t ChunksOf(uint64_t plain) { return std::max<uint64_t>(1, (plain + kChunk - 1) / kChunk); }

// Returns memory in pages of its own that no core dump contains. It is cleared when it is freed. Empty: there is no
// memory.
std::shared_ptr<unsigned char> SecretMemory(size_t bytes) {
  const size_t mapped = std::max<size_t>(bytes, 1);
  void* at = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) return nullptr;
  static_cast<void>(madvise(at, mapped, MADV_DONTDUMP));
  return {static_cast<unsigned char*>(at), [mapped](unsigned char* memory) {
            sodium_memzero(memory, mapped);
            munmap(memory, mapped);
          }};
}

Status CutOff(uint64_t has, uint64_t plain) {
  return Status(ErrorCode::kModelInvalid,
                fmt::format("the encrypted model is cut off or has grown: {} bytes don't hold one of {}", has, plain))
      .Hint("copy it again from where it was encrypted");
}

Status FindKey(const EncryptedHead& head, ModelKey& key) {
  const size_t length = strnlen(head.key_name, sizeof head.key_name);
  const std::string name(head.key_name, length);
  if (length == sizeof head.key_name || !IsPlainWord(name)) {
    return Status(ErrorCode::kModelInvalid, "the encrypted model names no key: it was changed");
  }
  const char* given = std::getenv("OPDK_MODEL_KEY_FILE");
  const bool is_given = given != nullptr && *given != '\0';
  const std::string path = is_given ? given : ModelKeyPath(name);
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    return Status(ErrorCode::kFileNotFound,
                  fmt::format("the model is encrypted with the key {}, and there is no {}", name, path))
        .Hint("ask its maker for the key, and put it there or name it in OPDK_MODEL_KEY_FILE");
  }
  OPDK_TRY(key.Read(path));
  unsigned char id[sizeof head.key_id];
  key.WriteId(id);
  if (sodium_memcmp(id, head.key_id, sizeof id) == 0) return Status();
  return Status(ErrorCode::kSignature,
                fmt::format("the model was encrypted with another key (of the name {}) than that of {}", name, path))
      .Hint("ask its maker for the key, and name its file in OPDK_MODEL_KEY_FILE");
}

Status Decrypt(const EncryptedHead& head, std::string_view chunks, const ModelKey& key, unsigned char* to) {
  crypto_secretstream_xchacha20poly1305_state state;
  const Status changed = Status(ErrorCode::kSignature, "the encrypted model was changed")
                             .Hint("copy it again from where it was encrypted");
  if (crypto_secretstream_xchacha20poly1305_init_pull(&state, head.stream, key.bytes.data()) != 0) return changed;
  uint64_t left = head.plain_bytes;
  bool right = true;
  for (uint64_t i = 0, count = ChunksOf(left); right && i < count; ++i) {
    const size_t plain = std::min<uint64_t>(kChunk, left);
    unsigned char tag = 0;
    right = crypto_secretstream_xchacha20poly1305_pull(&state, to, nullptr, &tag, Bytes(chunks.data()), plain + kTag,
                                                       i == 0 ? Bytes(&head) : nullptr, i == 0 ? sizeof head : 0) == 0;
    const bool last = i + 1 == count;
    right = right && (tag == crypto_secretstream_xchacha20poly1305_TAG_FINAL) == last;
    chunks.remove_prefix(plain + kTag);
    to += plain;
    left -= plain;
  }
  sodium_memzero(&state, sizeof state);
  return right ? Status() : changed;
}

}  // namespace

std::string ModelKeyPath(const std::string& name) {
  return fmt::format("{}/keys/{}.model_key", ConfigDirectory(), name);
}

Result<std::string> EncryptOffline(std::string_view model, const std::string& key) {
  OPDK_TRY(Start());
  std::error_code error;
  const std::string path = std::filesystem::exists(key, error) || !IsPlainWord(key) ? key : ModelKeyPath(key);
  if (!std::filesystem::exists(path, error)) {
    return Status(ErrorCode::kFileNotFound, fmt::format("there is no key {}", path))
        .Hint("opdk keys generate --model NAME makes one");
  }
  ModelKey secret;
  OPDK_TRY(secret.Read(path));
  EncryptedHead head;
  std::memcpy(head.magic, kEncryptedMagic.data(), sizeof head.magic);
  head.plain_bytes = model.size();
  secret.WriteId(head.key_id);
  std::memcpy(head.key_name, secret.name.data(), secret.name.size());
  crypto_secretstream_xchacha20poly1305_state state;
  static_cast<void>(crypto_secretstream_xchacha20poly1305_init_push(&state, head.stream, secret.bytes.data()));
  const uint64_t count = ChunksOf(model.size());
  std::string file(sizeof head + model.size() + count * kTag, '\0');
  std::memcpy(file.data(), &head, sizeof head);
  auto* to = reinterpret_cast<unsigned char*>(file.data()) + sizeof head;
  for (uint64_t i = 0; i < count; ++i) {
    const std::string_view chunk = model.substr(0, kChunk);
    const unsigned char tag = i + 1 == count ? crypto_secretstream_xchacha20poly1305_TAG_FINAL : 0;
    static_cast<void>(crypto_secretstream_xchacha20poly1305_push(&state, to, nullptr, Bytes(chunk.data()), chunk.size(),
                                                                 i == 0 ? Bytes(&head) : nullptr,
                                                                 i == 0 ? sizeof head : 0, tag));
    to += chunk.size() + kTag;
    model.remove_prefix(chunk.size());
  }
  sodium_memzero(&state, sizeof state);
  return file;
}

Result<OfflineBytes> DecryptOffline(OfflineBytes model) {
  if (!IsEncrypted(model.bytes)) return model;
  OPDK_TRY(Start());
  EncryptedHead head;
  if (model.bytes.size() < sizeof head + kTag) return CutOff(model.bytes.size(), 0);
  std::memcpy(&head, model.bytes.data(), sizeof head);
  const std::string_view chunks = model.bytes.substr(sizeof head);
  // The size is checked against the file before anything is computed from it.
  if (head.plain_bytes >= chunks.size() || head.plain_bytes + ChunksOf(head.plain_bytes) * kTag != chunks.size()) {
    return CutOff(model.bytes.size(), head.plain_bytes);
  }
  ModelKey key;
  OPDK_TRY(FindKey(head, key));
  std::shared_ptr<unsigned char> plain = SecretMemory(head.plain_bytes);
  if (plain == nullptr) {
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("there is no memory for the {} bytes of the encrypted model", head.plain_bytes));
  }
  OPDK_TRY(Decrypt(head, chunks, key, plain.get()));
  const std::string_view bytes(reinterpret_cast<const char*>(plain.get()), head.plain_bytes);
  return OfflineBytes(bytes, std::move(plain));
}

}  // namespace opdk
